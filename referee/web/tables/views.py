"""View models of home and a new table."""

from typing import NamedTuple

from markupsafe import Markup

from referee.web.parts.scores import SideView
from referee.web.parts.table_views import Choice, LinkView


class RunningTable(NamedTuple):
    """The match in play that this phone used last: its layout, the scores, and whose turn it is."""

    href: str
    title: str
    sub: str
    turn: str
    sides: tuple[SideView, ...]
    layout: Markup


class HomePage(NamedTuple):
    """Home: the match in play, others left unfinished, the same players again, and the games to begin."""

    running: RunningTable | None
    others: tuple[LinkView, ...]
    again: LinkView | None
    games: tuple[LinkView, ...]
    cross: Markup
    is_first: bool


class Wizard(NamedTuple):
    """What the steps of a new table share: the way back, and what a form carries from step to step."""

    title: str
    sub: str
    back: str
    carried: tuple[tuple[str, str], ...]
    error: str


class GameStep(NamedTuple):
    """Step one: the game, for so many players, by game or by sheet; every tap leads on."""

    again: tuple[LinkView, ...]
    kept: tuple[LinkView, ...]
    orders: tuple[LinkView, ...]
    numbers: tuple[LinkView, ...]
    groups: tuple[tuple[str, tuple[LinkView, ...]], ...]


class SeatPlate(NamedTuple):
    """One seat on the ring: the centre of its plate, and the lines of the name on it, or its number."""

    x: float
    y: float
    lines: tuple[str, ...]
    is_number: bool


class PlayersStep(NamedTuple):
    """Step two: who sits where, who are partners, and which set is used.

    `unnamed` are the numbers of players that may sit down without names; `needs` says who is still missing;
    `is_full` if nobody else can sit down; `turns_left` if turns go counter-clockwise.
    """

    again: tuple[LinkView, ...]
    plates: tuple[SeatPlate, ...]
    before: tuple[str, ...]
    sets: tuple[tuple[int, str], ...]
    pairs: str
    sub: str
    needs: str
    is_full: bool
    turns_left: bool
    unnamed: tuple[int, ...]


class RulesStep(NamedTuple):
    """Step three: the printed rules in short, what the table changes, and what the sheet leaves open.

    `heading` says whose differences they are, each of which links to the rules without it; `reading` is a rule that the
    sheet leaves open, with how many more there are. `change` leads to all switches, "" if the game has none. `is_printed`
    if a printed sheet has the game; the rules of any other are called usual.
    """

    sentences: tuple[str, ...]
    heading: str
    differences: tuple[LinkView, ...]
    reading: LinkView | None
    kept: tuple[LinkView, ...]
    change: str
    start: str
    is_printed: bool


class SwitchView(NamedTuple):
    """One switch to set; a number is typed, anything else is one of its values, each noted as the sheet has it."""

    name: str
    title: str
    values: tuple[Choice, ...] = ()
    number: str = ""
    note: str = ""
    is_house: bool = False
    error: str = ""


class GroupView(NamedTuple):
    """Switches about the same thing; `standing` says how they compare with the sheet."""

    key: str
    title: str
    standing: str
    switches: tuple[SwitchView, ...]
    is_open: bool


class KeptRules(NamedTuple):
    """House rules kept under a name, in full; `typed` is the name in the field, `wrong` why they cannot have it."""

    number: int
    name: str
    sub: str
    sentences: tuple[str, ...]
    play: str
    typed: str
    wrong: str = ""
