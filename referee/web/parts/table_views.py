"""View models of the table: templates print their words, numbers and drawings as they are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from referee.web.infra.presence import Here
from referee.web.parts.scores import Ring, SideView

if TYPE_CHECKING:
    from referee.web.parts.before_round import Before
    from referee.web.parts.claims import Amounts
    from referee.web.parts.page_views import LogLine
    from referee.web.parts.results import Settlement

NOTHING_DRAWN = Markup()


class Listening(NamedTuple):
    """What a phone sends when it asks for news: the last event it saw, its unfinished step, and who is here."""

    link: str
    seq: int
    step: Mapping[str, str]
    here: Here


class Cited(NamedTuple):
    """A rule as it is cited: its sentence, its source, and the address of the rule."""

    sentence: str
    source: str
    href: str = ""


class Words(NamedTuple):
    """The last ruling: the tile it is about, what is said, and its why.

    The why shows the `rules` that decided; `printed` is the sheet's own rule if the house changed it; `seen` is what
    else was said, `can_do` what one can do after a refusal, `calls` the claims that may be made. `proof` links to
    what has just been proved. `opened` if the why is open from the start. `head_stays` if the head is the same for the
    whole round, such as the trump: it is not read aloud.
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
    head_stays: bool = False


class LinkView(NamedTuple):
    """A link to a step on this phone: following it enters nothing. `away` leads to another page.

    `is_picture` leads to a picture, which a phone offers to share; `keyed` is its keyboard shortcut.
    """

    label: str
    href: str
    sub: str = ""
    tone: str = ""
    away: bool = False
    is_picture: bool = False
    keyed: str = ""


class Press(NamedTuple):
    """A button that posts the field `name` with `value`; `keyed` is its keyboard shortcut.

    As an answer to a question it has a `drawing`.
    """

    label: str
    name: str
    value: str
    sub: str = ""
    tone: str = ""
    keyed: str = ""
    drawing: Markup = NOTHING_DRAWN


class TakePicture(NamedTuple):
    """The button that takes a picture of tiles, and what is known of them.

    There are `number` tiles, of the player `by` or, if that is "", of a deal; each is one of the mask `possible`.
    `others` are the other hands that are still to be shown; `is_counted` if the pips of a hand count.
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


class Picker(NamedTuple):
    """The tiles not seen yet. `shape` names its grid: the box of 28, or the pad of halves by its set.

    `by_keys` says what to type if that is not the name of a tile.
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


class Asking(NamedTuple):
    """A question about one tile; `fields` carries what is known of the event already."""

    title: str
    sub: str
    drawing: Markup
    choices: tuple[Press, ...]
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


class TablePage(NamedTuple):
    """The table as one phone shows it: `screen` names the view, and only that view's field is set.

    `template` draws the view; `face` is its data if a family of games has a view of its own. `step` is the phone's
    unfinished step as query arguments, `ahead` the facts with which it goes on without a connection. `aside` is shown
    beside the turn: the boneyard, or the points to call; so is the `ring` of partners. `tray` is the template below
    the table if nothing can be entered. `me` is the player whose seat the phone holds, `to_act` whose turn it is, ""
    for neither; `is_mine` if they are the same. `beside` is what a seat is told about the turn, `tab` the title of
    the window.
    """

    link: str
    seq: int
    key: str
    title: str
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
    ask: str = ""
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
        """The ruling and the turn as a screen reader announces them, each a sentence."""
        parts = [self.turn]
        if words := self.words:  # a second line in lower case continues the head
            one = words.sub[:1].islower()
            told = [f"{words.head} {words.sub}"] if one else [words.head, words.sub][words.head_stays :]
            parts = told if told[-1].endswith(self.turn) else [*told, self.turn]
        return " ".join(each if each.endswith((".", "?")) else f"{each}." for each in parts if each)
