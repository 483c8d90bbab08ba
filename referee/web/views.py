"""What a page shows: plain words, numbers and drawings, with nothing left for a template to decide."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup


@dataclass(frozen=True, kw_only=True)
class Seat:
    """One player: `held` is the number of tiles in the hand, None before the deal."""

    name: str
    held: int | None = None
    now: bool = False


@dataclass(frozen=True, kw_only=True)
class Side:
    """One score, with the players who share it."""

    seats: tuple[Seat, ...]
    score: int
    to_go: str = ""

    @property
    def now(self) -> bool:
        """Whether one of its players is to act."""
        return any(seat.now for seat in self.seats)

    @property
    def name(self) -> str:
        """The players' names in seating order."""
        return " & ".join(seat.name for seat in self.seats)

    @property
    def is_long(self) -> bool:
        """Whether the score needs three figures."""
        return len(str(self.score)) > 2


@dataclass(frozen=True, kw_only=True)
class Cited:
    """A rule as it is read out: its sentence, where it stands, and the way to it on the sheet's own page."""

    sentence: str
    source: str
    href: str = ""


@dataclass(frozen=True, kw_only=True)
class Words:
    """The last ruling: the tile it is about, what is said, and its why."""

    head: str
    sub: str = ""
    drawing: Markup = Markup()
    refused: bool = False
    rules: tuple[Cited, ...] = ()
    seen: str = ""
    claim: Link | None = None


@dataclass(frozen=True, kw_only=True)
class Link:
    """A step on this phone only: nothing is written down by following it. `away` leads to another page."""

    label: str
    href: str
    sub: str = ""
    tone: str = ""
    away: bool = False


@dataclass(frozen=True, kw_only=True)
class Press:
    """A button that says something to the referee: the field `name` is sent with `value`."""

    label: str
    name: str
    value: str
    sub: str = ""
    tone: str = ""


Action = Link | Press


@dataclass(frozen=True, kw_only=True)
class Key:
    """One place in the picker: a tile (or a half of one) that can go, cannot, or is gone."""

    label: str
    state: str
    name: str = ""
    value: str = ""
    href: str = ""
    note: str = ""
    drawing: Markup = Markup()


@dataclass(frozen=True, kw_only=True)
class Picker:
    """The tiles not seen yet. `shape` names its grid: the box of 28, or the pad of halves by its set."""

    shape: str
    keys: tuple[Key, ...]
    picture: Markup = Markup()
    close: str = ""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One answer: where the tile lies, which half points outward, who laid it."""

    label: str
    name: str
    value: str
    drawing: Markup = Markup()


@dataclass(frozen=True, kw_only=True)
class Amounts:
    """A claim being entered: who claims, for which tile, and the same amounts in the same places every time."""

    name: str
    title: str
    sub: str
    drawing: Markup
    callers: tuple[str, ...]
    amounts: tuple[int, ...]
    caller: str = ""
    close: str = ""


@dataclass(frozen=True, kw_only=True)
class Asking:
    """A question about one tile; `fields` carries what is known of the event already."""

    title: str
    sub: str
    drawing: Markup
    choices: tuple[Choice, ...]
    back: Link
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class HandRow:
    """One player's hand as it is shown at the end of a round."""

    name: str
    note: str
    tiles: tuple[Key, ...] = ()
    empty: int = 0
    now: bool = False
    href: str = ""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One line of a settlement: what is reckoned and what it comes to."""

    label: str
    figure: str = ""


@dataclass(frozen=True, kw_only=True)
class TotalsRow:
    """One side's points: before this round, and in it by where they came from."""

    name: str
    figures: tuple[str, ...]
    total: int
    won: bool = False


@dataclass(frozen=True, kw_only=True)
class Totals:
    """The running totals of the match."""

    columns: tuple[str, ...]
    rows: tuple[TotalsRow, ...]


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """How a round ended, from the hands to the running totals."""

    title: str
    sub: str
    hands: tuple[HandRow, ...]
    steps: tuple[Step, ...]
    rules: tuple[Cited, ...]
    totals: Totals
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Before:
    """What is agreed before the first tile of a round."""

    title: str
    sub: str
    rules: tuple[Cited, ...]
    openers: tuple[str, ...] = ()
    ask: str = ""


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """The table as one phone shows it: `screen` says which of its faces, and only that face's field is set."""

    screen: str
    link: str
    seq: int
    key: str
    title: str
    sub: str
    may_write: bool = True
    sides: tuple[Side, ...] = ()
    layout: Markup = Markup()
    layout_words: str = ""
    words: Words | None = None
    turn: str = ""
    by: str = ""
    who: tuple[str, ...] = ()
    picker: Picker | None = None
    asking: Asking | None = None
    amounts: Amounts | None = None
    hands: tuple[HandRow, ...] = ()
    pips_for: str = ""
    shown: tuple[str, ...] = ()
    before: Before | None = None
    settlement: Settlement | None = None
    bar: tuple[Action, ...] = ()
    notice: str = ""
    at: str = ""
    round_number: int = 0

    @property
    def crowd(self) -> str:
        """The class that sets the scores in rows."""
        return f"n{len(self.sides)}"


@dataclass(frozen=True, kw_only=True)
class LogLine:
    """One event in the list of what was said."""

    number: int
    by: str
    text: str
    drawing: Markup = Markup()
    arithmetic: str = ""
    points: str = ""
    note: str = ""
    struck: bool = False
    may_retract: bool = False


@dataclass(frozen=True, kw_only=True)
class RoundLog:
    """The events of one round."""

    number: int
    title: str
    lines: tuple[LogLine, ...] = field(default=())
    href: str = ""


@dataclass(frozen=True, kw_only=True)
class Summary:
    """One round on one page of paper."""

    title: str
    facts: str
    round_title: str
    when: str
    layout: Markup
    settlement: Settlement
    house_rules: tuple[str, ...]
    lines: tuple[LogLine, ...]
    signatures: tuple[str, ...]
    paper: str
    back: str


@dataclass(frozen=True, kw_only=True)
class Offer:
    """One variant as a table may choose it: told apart from its namesakes by its sheet and what differs."""

    key: str
    name: str
    sheet: str
    facts: str
    chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class Wizard:
    """What is common to the three steps of a new table: what was chosen so far, carried from step to step."""

    step: int
    name: str
    back: str
    carried: tuple[tuple[str, str], ...] = ()
    error: str = ""
    error_for: str = ""


@dataclass(frozen=True, kw_only=True)
class GameStep:
    """Step one: the game, by game or by sheet, for so many players."""

    by_sheet: bool
    players: int
    most: int
    groups: tuple[tuple[str, tuple[Offer, ...]], ...]
    chosen: Offer | None = None
    chosen_words: str = ""


@dataclass(frozen=True, kw_only=True)
class PlayersStep:
    """Step two: who sits where, who are partners, and which tiles lie on the table."""

    players: tuple[str, ...]
    seats: tuple[tuple[str, float, float], ...]
    before: tuple[str, ...]
    tiles: int
    sets: tuple[tuple[int, str], ...]
    may_pair: bool
    paired: bool
    pairs: str
    typed: str
    sub: str


@dataclass(frozen=True, kw_only=True)
class SwitchValue:
    """One value of a house rule: its sentence, and how it stands to the sheet."""

    value: str
    sentence: str
    note: str = ""
    chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class SwitchView:
    """One house rule to choose; a number is typed, anything else is one of its sentences."""

    name: str
    title: str
    values: tuple[SwitchValue, ...] = ()
    number: str = ""
    note: str = ""
    is_house: bool = False
    error: str = ""


@dataclass(frozen=True, kw_only=True)
class RulesStep:
    """Step three: the house rules, the questions that are disputed most first, the others under a fold."""

    first: tuple[SwitchView, ...]
    others: tuple[SwitchView, ...]
    sub: str
    others_open: bool = False


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """One table in the list at home."""

    href: str
    title: str
    players: str
    state: str


@dataclass(frozen=True, kw_only=True)
class SharedLink:
    """One way to the table for another phone."""

    title: str
    sub: str
    url: str
    picture: Markup


@dataclass(frozen=True, kw_only=True)
class RuleLine:
    """One rule of a variant in the rulebook; `anchor` is what a citation points to."""

    anchor: str
    title: str
    sentence: str
    source: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RulebookPage:
    """A variant's rules in order of play."""

    title: str
    sub: str
    lines: tuple[RuleLine, ...]
    back: str
