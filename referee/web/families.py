"""The families of games that have pages, by the machine that plays them."""

from referee.engine.rules.game import Game
from referee.web.parts.family import Family
from referee.web.parts.open_tables import Table
from referee.web.table.line import LINE
from referee.web.table.poker import SHOWDOWN
from referee.web.table.solitaire import PATIENCE
from referee.web.table.trains import TRAINS
from referee.web.table.tricks import TRICK_GAMES

FAMILIES: dict[str, Family] = {
    "line": LINE,
    "tricks": TRICK_GAMES,
    "trains": TRAINS,
    "showdown": SHOWDOWN,
    "patience": PATIENCE,
}


def family_of(table: Table) -> Family:
    """The family of the game that the table plays."""
    return FAMILIES[table.setup.variant.machine]


def facts_of(game: Game) -> str:
    """What tells a game from its namesakes, in a few words."""
    return FAMILIES[game.machine].facts(game)
