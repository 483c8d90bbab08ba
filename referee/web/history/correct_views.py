"""View models of the correction pages: the four ways, and a preview of what would change."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from referee.web.parts.family import Lying
from referee.web.parts.page_views import Envelope
from referee.web.parts.scores import SideView
from referee.web.parts.setup_views import Way
from referee.web.parts.table_views import NOTHING_DRAWN, LinkView, Picker


class CorrectPage(NamedTuple):
    """A laid tile, lit on the layout, and how it may be corrected; in a second step what is right instead."""

    title: str
    sub: str
    back: str
    close: str
    head: str
    lies: str
    tile: Markup
    sides: tuple[SideView, ...]
    layout: Markup
    ways: tuple[Way, ...] = ()
    other: str = ""
    question: str = ""
    picker: Picker | None = None
    choices: tuple[LinkView, ...] = ()


class LaterRow(NamedTuple):
    """What becomes of one later move: `was` and `now` are its points, where they change."""

    number: int
    title: str
    sub: str = ""
    tile: Markup = NOTHING_DRAWN
    was: str = ""
    now: str = ""
    wrong: bool = False
    choices: tuple[LinkView, ...] = ()


class PreviewPage(NamedTuple):
    """A correction before anything is written: the table as it would be, and each later move that changes.

    `layout` is drawn in a line game, `lying` in another. `fields` are what the button sends, `button` its label and
    second line; none if it cannot be carried out yet.
    """

    title: str
    sub: str
    back: str
    form: Envelope
    came_from: str
    reads: str
    sides: tuple[SideView, ...]
    layout: Markup
    head: str = ""
    lying: Lying | None = None
    tiles: tuple[Markup, ...] = ()
    rows: tuple[LaterRow, ...] = ()
    more: str = ""
    changes: tuple[str, ...] = ()
    refused: str = ""
    choices: tuple[LinkView, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    button: tuple[str, str] = ("", "")
