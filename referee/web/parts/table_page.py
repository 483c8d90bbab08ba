"""View models of the table's page: templates print their words, numbers and drawings as they are."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from markupsafe import Markup

from referee.web.infra.presence import Here
from referee.web.parts.logbook import LogLine
from referee.web.parts.rules import RuleChapter, RuleLine
from referee.web.parts.scores import Ring, SideView
from referee.web.parts.settlement_views import Settlement
from referee.web.parts.table_views import (
    NOTHING_DRAWN,
    Action,
    Cited,
    HandRow,
    LinkView,
    Picker,
    Press,
    TakePicture,
    Words,
)


class Amounts(NamedTuple):
    """A claim being entered: who claims, for which tile, and the same amounts in the same places every time."""

    name: str
    title: str
    sub: str
    drawing: Markup
    callers: tuple[str, ...]
    amounts: tuple[int, ...]
    close: str


class Before(NamedTuple):
    """What is agreed before the first tile of a round: who opens, what the house changed, and all the rules.

    `carried` says what points were carried over, before the first round of such a match. If the table names one of
    `openers`, `next_opener` is whose turn it is after the previous match.
    """

    title: str
    sub: str
    carried: str
    rules: tuple[Cited, ...]
    house: tuple[RuleLine, ...]
    unclear: tuple[str, ...]
    chapters: tuple[RuleChapter, ...]
    openers: tuple[str, ...]
    ask: str
    next_opener: str
    ways: tuple[LinkView, ...]


class EndButton(NamedTuple):
    """An open number in the turn row; `times` is at how many ends it shows, `chosen` whether it was tapped."""

    number: int
    label: str
    times: int
    href: str
    chosen: bool


class Asking(NamedTuple):
    """A question about one tile; `fields` carries what is known of the event already, `more` stands beside `back`."""

    title: str
    sub: str
    drawing: Markup
    choices: tuple[Press, ...]
    back: LinkView
    more: tuple[Action, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


class TablePage(NamedTuple):
    """The table as one phone shows it: `screen` names the view, and only that view's field is set.

    `template` draws the view; `face` is its data if a family of games has a view of its own. `step` is the phone's
    unfinished step as query arguments, `ahead` the facts with which it goes on without a connection, `pad` the numbers
    of a large set with which it does if `picker` has the tiles with one. `aside` is shown beside the turn: the
    boneyard, or the points to call; so is the `ring` of partners. `tray` is the template below the table if nothing can
    be entered. `me` is the player whose seat the phone holds, `to_act` whose turn it is, "" for neither; `is_mine` if
    they are the same. `beside` is what a seat is told about the turn, `tab` the title of the window.
    """

    link: str
    seq: int
    title: str
    key: str = ""
    sub: str = ""
    screen: str = "play"
    may_write: bool = True
    me: str = ""
    to_act: str = ""
    beside: str = ""
    tab: str = ""
    is_mine: bool = False
    moves: tuple[LogLine, ...] = ()
    sides: tuple[SideView, ...] = ()
    layout: Markup = NOTHING_DRAWN
    layout_words: str = ""
    ends_words: str = ""
    words: Words | None = None
    turn: str = ""
    aside: str = ""
    ring: Ring | None = None
    by: str = ""
    ends: tuple[EndButton, ...] = ()
    picker: Picker | None = None
    pad: Picker | None = None
    asking: Asking | None = None
    amounts: Amounts | None = None
    hands: tuple[HandRow, ...] = ()
    pips_for: str = ""
    shown: tuple[str, ...] = ()
    before: Before | None = None
    settlement: Settlement | None = None
    more_hands: str = ""
    bar: tuple[Action, ...] = ()
    notice: str = ""
    step: Mapping[str, str] = MappingProxyType({})
    at: str = ""
    round_number: int = 0
    template: str = "table/line/_play.html"
    face: Any = None
    ask: LinkView | None = None
    proved: LinkView | None = None
    here: Here | None = None
    coach: object = None
    watching: object = None
    tray: str = "table/_watching.html"
    ahead: str = ""

    @property
    def camera(self) -> TakePicture | None:
        """The button that takes a picture, if this link may enter what it shows."""
        found = (each for each in self.bar if isinstance(each, TakePicture))
        return next(found, None) if self.may_write else None

    @property
    def said(self) -> str:
        """The ruling and the turn, or who won the round and how, as a screen reader announces them, each a sentence."""
        parts = [self.turn] if self.settlement is None else [self.turn, self.settlement.sub]
        if words := self.words:  # a second line in lower case continues the head
            one = words.sub[:1].islower()
            told = [f"{words.head} {words.sub}"] if one else [words.head, words.sub][words.head_stays :]
            parts = told if told[-1].endswith(self.turn) else [*told, self.turn]
        return " ".join(each if each.endswith((".", "?")) else f"{each}." for each in parts if each)
