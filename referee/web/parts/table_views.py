"""View models of the table: templates show their words, numbers and drawings as they are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from referee.engine.messages import Partners
from referee.reports import StepLine, Totals
from referee.web.infra.presence import Here
from referee.web.parts.chapters import RuleChapter, RuleLine

if TYPE_CHECKING:
    from referee.web.parts.page_views import LogLine

NOTHING_DRAWN = Markup()
TWO_LINES = 20  # letters of a name


class Listening(NamedTuple):
    """What a phone asks for news with: the last event that it saw, the step that it is in, and who is here."""

    link: str
    seq: int
    step: Mapping[str, str]
    here: Here


class Seat(NamedTuple):
    """One player: `held` is the number of tiles in the hand, None before the deal; `you` holds this phone."""

    name: str
    held: int | None = None
    now: bool = False
    you: bool = False

    @property
    def is_long(self) -> bool:
        """Whether the name needs smaller letters where many sit side by side."""
        return len(self.name) > 8

    @property
    def short(self) -> str:
        """The name as two lines of a score hold it: whole, or a very long one by its first word and initials."""
        first, *others = self.name.split() or [""]
        if len(self.name) <= TWO_LINES:
            return self.name
        return " ".join((first[: TWO_LINES - 3], *(f"{each[0]}." for each in others[:2])))


class SideView(NamedTuple):
    """One score, with the players who share it, and the premios that they have earned in this round."""

    seats: tuple[Seat, ...]
    score: int
    to_go: str = ""
    earned: tuple[str, ...] = ()

    @property
    def now(self) -> bool:
        """Whether it is the turn of one of its players."""
        return any(seat.now for seat in self.seats)

    @property
    def name(self) -> str:
        """The players' names in seating order."""
        return str(Partners(" & ".join(seat.name for seat in self.seats)))

    @property
    def is_long(self) -> bool:
        """Whether the score needs three figures."""
        return len(str(self.score)) > 2


class RingSeat(NamedTuple):
    """A seat of the ring: whose, the letters that stand in it, and whether it is that player's turn."""

    name: str
    mark: str
    now: bool


class Ring(NamedTuple):
    """Four players as they sit, the first one nearest, clockwise; and which way turns go round, in `words` too."""

    seats: tuple[RingSeat, ...]
    is_clockwise: bool
    words: str


class Cited(NamedTuple):
    """A rule as it is read out: its sentence, where it stands, and the way to it on the sheet's own page."""

    sentence: str
    source: str
    href: str = ""


class Words(NamedTuple):
    """The last ruling: the tile it is about, what is said, and its why.

    The why opens into the `rules` that decided; `printed` is what the sheet has if the
    house changed one; `seen` is what else was said, `can_do` what one can do after a
    refusal, `calls` the claims that may be made.
    `proof` leads to what has just been proved. `opened` if the why is open from the start.
    """

    head: str
    sub: str = ""
    drawing: Markup = NOTHING_DRAWN
    refused: bool = False
    rules: tuple[Cited, ...] = ()
    seen: str = ""
    printed: tuple[Cited, ...] = ()
    can_do: tuple[str, ...] = ()
    calls: tuple[LinkView, ...] = ()
    proof: LinkView | None = None
    opened: bool = False

    @property
    def spoken(self) -> tuple[str, ...]:
        """What is said as sentences: the head and the second line are one if that goes on in small letters."""
        return (f"{self.head} {self.sub}",) if self.sub[:1].islower() else (self.head, self.sub)


class LinkView(NamedTuple):
    """A step on this phone only: nothing is written down by following it. `away` leads to another page.

    `is_picture` leads to a picture, which a phone offers to send; `keyed` is the key that follows it.
    """

    label: str
    href: str
    sub: str = ""
    tone: str = ""
    away: bool = False
    is_picture: bool = False
    keyed: str = ""


class Press(NamedTuple):
    """A button that says something to the referee: the field `name` is sent with `value`; `keyed` is its key."""

    label: str
    name: str
    value: str
    sub: str = ""
    tone: str = ""
    keyed: str = ""


class TakePicture(NamedTuple):
    """The button that takes a picture of tiles, and what is known of them.

    They are the `number` tiles of the player `by`, or ("") those of a deal, and one of the mask `possible` each.
    `others` are the hands that are still to be shown beside it; `is_counted` if the pips of a hand count.
    """

    label: str
    number: int
    possible: int
    by: str = ""
    others: tuple[tuple[str, int], ...] = ()
    is_counted: bool = False
    tone: str = "main"

    @property
    def numbers(self) -> tuple[int, ...]:
        """How many tiles each hand has, this one first."""
        return (self.number, *(number for _, number in self.others))


Action = LinkView | Press | TakePicture


class EndButton(NamedTuple):
    """An open number in the turn row; `times` is at how many ends it shows, `chosen` whether it was tapped."""

    number: int
    label: str
    times: int
    href: str
    chosen: bool = False


class Key(NamedTuple):
    """One place in the picker: a tile (or a half of one) that can go, cannot, or is gone."""

    label: str
    state: str
    name: str = ""
    value: str = ""
    href: str = ""
    note: str = ""
    drawing: Markup = NOTHING_DRAWN

    def __hash__(self) -> int:
        """The key is looked up for each phone, so only what tells most keys apart is looked at."""
        return hash((self.value, self.state, self.href))


class Picker(NamedTuple):
    """The tiles not seen yet. `shape` names its grid: the box of 28, or the pad of halves by its set.

    `by_keys` says what is typed where that is not the name of a tile.
    """

    shape: str
    keys: tuple[Key, ...]
    picture: Markup = NOTHING_DRAWN
    close: str = ""

    by_keys: str = ""

    @property
    def typed(self) -> tuple[str, ...]:
        """The numbers of the first lit tile, as they are typed on a keyboard; () if no tile is lit."""
        lit = next((each for each in self.keys if each.state == "go"), None)
        return () if lit is None or self.by_keys else tuple(lit.value.split("-"))


class ChoiceView(NamedTuple):
    """One answer: where the tile lies, which half points outward, who laid it."""

    label: str
    name: str
    value: str
    drawing: Markup = NOTHING_DRAWN


class Amounts(NamedTuple):
    """A claim being entered: who claims, for which tile, and the same amounts in the same places every time."""

    name: str
    title: str
    sub: str
    drawing: Markup
    callers: tuple[str, ...]
    amounts: tuple[int, ...]
    caller: str = ""
    close: str = ""


class Asking(NamedTuple):
    """A question about one tile; `fields` carries what is known of the event already."""

    title: str
    sub: str
    drawing: Markup
    choices: tuple[ChoiceView, ...]
    back: LinkView
    fields: tuple[tuple[str, str], ...] = ()


class HandRow(NamedTuple):
    """One player's hand as it is shown at the end of a round."""

    name: str
    note: str
    tiles: tuple[Key, ...] = ()
    empty: int = 0
    now: bool = False
    href: str = ""


class StackRow(NamedTuple):
    """One side's chips after a deal."""

    name: str
    figures: tuple[str, ...]
    total: str
    won: bool


class Stacks(NamedTuple):
    """Everybody's chips, shown as other games show their totals; `last` stands over the last column."""

    columns: tuple[str, ...]
    rows: tuple[StackRow, ...]
    last: str


class Settlement(NamedTuple):
    """How a round of any game ended, from the verdict to the running totals; of a match (`is_over`) with its plot.

    `lies` and `more` are templates for what only one family of games shows, of its own `face`: what lay, and what
    stands after the totals. `links` lead on from here.
    """

    title: str
    sub: str
    plot: Markup = NOTHING_DRAWN
    layout: Markup = NOTHING_DRAWN
    hands: tuple[HandRow, ...] = ()
    steps: tuple[StepLine, ...] = ()
    rules: tuple[Cited, ...] = ()
    totals: Totals | Stacks | None = None
    is_over: bool = False
    lies: str = ""
    more: str = ""
    notes: tuple[str, ...] = ()
    links: tuple[LinkView, ...] = ()
    waits: str = ""
    choice: Press | None = None


class Before(NamedTuple):
    """What is agreed before the first tile of a round: who opens, what the house changed, and all the rules.

    Where the table names one of `openers`, `next_opener` is whose turn it is after the match before.
    """

    title: str
    sub: str
    rules: tuple[Cited, ...]
    house: tuple[RuleLine, ...] = ()
    unclear: tuple[str, ...] = ()
    chapters: tuple[RuleChapter, ...] = ()
    openers: tuple[str, ...] = ()
    ask: str = ""
    next_opener: str = ""
    ways: tuple[LinkView, ...] = ()


class TablePage(NamedTuple):
    """The table as one phone shows it: `screen` says which of its faces, and only that face's field is set.

    `template` draws the face; `face` is what it shows if a family of games has one of its own. `step` is what
    the phone is in the middle of, as an address has it, `ahead` the facts from which it goes on without a connection.
    `aside` stands beside the turn: the boneyard, or the points to call; so does the `ring` of partners. `tray` draws
    what stands below the table if nothing can be entered.
    `me` is the player whose seat the phone holds, `to_act` whose turn it is, "" for neither; `beside` is what a seat is
    told of the turn, `tab` the title of the window.
    """

    screen: str
    link: str
    seq: int
    key: str
    title: str
    sub: str
    may_write: bool = True
    me: str = ""
    to_act: str = ""
    beside: str = ""
    tab: str = ""
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
    face: object = None
    ask: str = ""
    proved: LinkView | None = None
    here: Here | None = None
    coach: object = None
    watching: object = None
    tray: str = "table/_watching.html"
    ahead: str = ""

    @property
    def is_mine(self) -> bool:
        """Whether it is the turn of the player whose seat the phone holds."""
        return bool(self.me) and self.me == self.to_act and self.screen in ("play", "stakes")

    @property
    def camera(self) -> TakePicture | None:
        """The button that takes a picture, if this link may enter what it shows."""
        found = (each for each in self.bar if isinstance(each, TakePicture))
        return next(found, None) if self.may_write else None

    @property
    def said(self) -> str:
        """The ruling and the turn as a screen reader announces them, each a sentence."""
        parts = (*self.words.spoken, self.turn) if self.words is not None else (self.turn,)
        return " ".join(each if each.endswith((".", "?")) else f"{each}." for each in parts if each)

    @property
    def crowd(self) -> str:
        """The class that sets the scores in rows."""
        return f"n{len(self.sides)}{' many' if len(self.sides) > 3 else ''}"
