"""The form by which a round is told by its end: what it is made of, and the way to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import url_for

from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import Key, LinkView, Settlement

Told = Mapping[str, str]  # what a form says, by field


class Choice(NamedTuple):
    """One of the ways that a round can have ended, or one of the sides."""

    value: str
    label: str
    chosen: bool


class ResultField(NamedTuple):
    """A number that is asked for, or the tiles instead of it; `pick` is sent to name the tiles of this hand."""

    name: str
    label: str
    value: str
    note: str = ""
    pick: str = ""
    tiles: tuple[Key, ...] = ()
    number: str = ""
    counted: str = ""


class ResultPage(NamedTuple):
    """The form, and what the round comes to by what is told so far: `settlement`, or why it cannot be (`refused`).

    `ways` are how it can have ended, `bids` and `sides` who can have bid what; `picker` the tiles of one hand.
    """

    title: str
    sub: str
    back: str
    heading: str
    lead: str
    link: str
    seq: int
    key: str
    is_hand: bool
    ways: tuple[Choice, ...] = ()
    left: tuple[ResultField, ...] = ()
    points: tuple[ResultField, ...] = ()
    points_title: str = ""
    bids: tuple[Choice, ...] = ()
    made: tuple[Choice, ...] = ()
    picker: tuple[Key, ...] = ()
    picks: str = ""
    settlement: Settlement | None = None
    refused: str = ""


class ResultForm(NamedTuple):
    """What a family of games asks for: `read` makes the result of what is told, `fields` what the page asks.

    `is_complete` tells whether nothing more is asked, so that a refusal is not only about what is still to come;
    `begun` whether tiles of the round were entered.
    """

    read: Callable[[Table, Told], dict[str, Any]]
    fields: Callable[[Table, Told], dict[str, Any]]
    is_complete: Callable[[Table, Told], bool]
    begun: Callable[[Table], bool]
    is_hand: bool = False


def number_in(text: str) -> int | None:
    """What a field of a form says; None for anything but a number that a table may have."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def may_tell_result(table: Table) -> bool:
    """Whether this link may tell now how a round ended: one in play, or the next one."""
    may = table.setup.variant.is_told_by_end and table.may_correct
    return may and table.state.status in (Status.PLAYING, Status.ROUND_OVER)


def without_tiles(table: Table) -> tuple[LinkView, ...]:
    """The way to the form; none if no round can be told."""
    if not may_tell_result(table):
        return ()
    label = _("Score this round without tiles")
    if table.state.rounds and table.state.status is Status.ROUND_OVER:
        label = _("Score the next round without tiles")
    return (LinkView(label=label, href=url_for("without.page", link=table.link), away=True),)
