"""The printed sheets: each variant written out as a record of parts, to be checked against the printed text."""

from typing import Any

from referee.engine.rules.game import Game
from referee.engine.rules.line_game import LineGame
from referee.engine.sheets import classic, edge, fundex2004, fundex2008, hasbro2003, traditional, trains

# Every game that one of these files holds is a variant.
SHEETS = (fundex2004, hasbro2003, classic, fundex2008, edge, traditional, trains)
_GAMES = [each for sheet in SHEETS for each in vars(sheet).values() if isinstance(each, Game)]
_BY_MACHINE: dict[str, dict[str, Any]] = {}
for _game in _GAMES:
    _BY_MACHINE.setdefault(_game.machine, {})[_game.key] = _game
LINE_GAMES: dict[str, LineGame] = _BY_MACHINE["line"]
# The line games first.
VARIANTS: dict[str, Game] = {**LINE_GAMES, **{game.key: game for game in _GAMES}}
