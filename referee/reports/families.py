"""How reports describe each family of games, by the name of its state machine: the only place that lists them all."""

from referee.engine.messages import _
from referee.engine.seating import Seating
from referee.reports.line_words import LINE
from referee.reports.poker_words import SHOWDOWN
from referee.reports.solitaire_words import PATIENCE
from referee.reports.told import Telling
from referee.reports.train_words import TRAINS
from referee.reports.trick_words import TRICKS

TELLINGS: dict[str, Telling] = {
    "line": LINE,
    "tricks": TRICKS,
    "trains": TRAINS,
    "showdown": SHOWDOWN,
    "patience": PATIENCE,
}


def telling_of(setup: Seating) -> Telling:
    """The `Telling` for the game at the table."""
    return TELLINGS[setup.variant.machine]


def round_name(setup: Seating, number: int) -> str:
    """What players call that round: "round 2", in poker "deal 2"."""
    return _(telling_of(setup).name, number=number)
