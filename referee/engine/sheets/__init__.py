"""The printed sheets: each variant written out as a record of parts, to be checked against the printed text."""

from __future__ import annotations

from referee.engine.rules.game import Game
from referee.engine.rules.line_game import LineGame
from referee.engine.sheets import classic, edge, fundex2004, fundex2008, hasbro2003, traditional, trains

LINE_GAMES: dict[str, LineGame] = {
    variant.key: variant
    for module in (fundex2004, hasbro2003, classic, fundex2008, edge, traditional)
    for variant in module.GAMES
}
VARIANTS: dict[str, Game] = {
    **LINE_GAMES,
    **{
        game.key: game
        for games in (
            fundex2004.PATIENCES,
            hasbro2003.PATIENCES,
            hasbro2003.SHOWDOWNS,
            hasbro2003.TRICK_GAMES,
            fundex2008.PATIENCES,
            traditional.TRICK_GAMES,
            trains.GAMES,
        )
        for game in games
    },
}
