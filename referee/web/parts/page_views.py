"""View models of the pages around the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from referee.engine.tiles import Tile
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import NOTHING_DRAWN, LinkView

if TYPE_CHECKING:
    from referee.web.parts.results import Settlement


class Envelope(NamedTuple):
    """What a form needs to arrive at its table: the address, the last event it knows of, and a key of its own."""

    say: str
    seq: int
    key: str


class LogLine(NamedTuple):
    """One event in the list of moves: a `Line` of the reports, and what a page shows beside it."""

    number: int
    by: str
    text: str
    tile: Tile | None = None
    arithmetic: str = ""
    points: str = ""
    note: str = ""
    struck: bool = False
    drawn: int = 0
    href: str = ""
    at: str = ""
    stamp: str = ""
    by_table: bool = False
    entered: str = ""
    corrects: bool = False

    @property
    def drawing(self) -> Markup:
        """The drawing of its tile, without a label because the words name it."""
        return NOTHING_DRAWN if self.tile is None else tile_picture(self.tile, label=None)


class RoundLog(NamedTuple):
    """The events of one round."""

    number: int
    title: str
    lines: tuple[LogLine, ...] = ()
    href: str = ""


class Change(NamedTuple):
    """What a correction would change, a line each; `refused` says why it cannot be made."""

    lines: tuple[str, ...] = ()
    refused: str = ""


class LogPage(NamedTuple):
    """One piece of the log, and the form for what the table decides outside the rules.

    `earlier` is the address of the piece before this one, `latest` of the last one; each is "" if there is none.
    """

    title: str
    back: str
    form: Envelope
    rounds: tuple[RoundLog, ...]
    may_write: bool
    sides: tuple[str, ...]
    may_void: bool
    void: Change | None = None
    out_of_turn: tuple[tuple[str, str], ...] = ()
    earlier: str = ""
    latest: str = ""
    notice: str = ""
    decides: bool = False
    ways: tuple[LinkView, ...] = ()


class RoundPaper(NamedTuple):
    """One round of any game on one page of paper; `face` is what the templates of its family print.

    `is_dense` if it has many short lines. A family fills in what is its own, `round_paper` the rest.
    """

    settlement: Settlement
    lines: tuple[LogLine, ...]
    face: object = None
    is_dense: bool = False
    round_title: str = ""
    facts: str = ""
    house_rules: tuple[str, ...] | None = None
    title: str = ""
    when: str = ""
    signatures: tuple[str, ...] = ()
    paper: str = ""


class TableListing(NamedTuple):
    """One table in the list at home; `rematch` leads to the same again if its match is over."""

    href: str
    title: str
    players: str
    state: str
    when: str = ""
    rematch: str = ""


class SharedLink(NamedTuple):
    """One link to the table for another phone; `url` is "" if it was withdrawn. `which` names it in a form.

    `screen` is the same link for a television.
    """

    title: str
    sub: str
    url: str
    picture: Markup
    which: str = ""
    state: str = ""
    may_revoke: bool = False
    screen: str = ""


class ShareCode(NamedTuple):
    """The short code of a table, in two halves, how long it is still valid, and the address of the TV screen."""

    text: str
    url: str
    picture: Markup
    left: str
    screen: str


class JoinSeat(NamedTuple):
    """One seat offered to a phone that joins; `mine` if this phone has it already."""

    name: str
    value: str
    free: bool
    mine: bool = False


class FieldView(NamedTuple):
    """One field of an entry to correct; with `choices`, its value is one of them."""

    name: str
    label: str
    value: str
    choices: tuple[str, ...] = ()
