"""View models of the solitaire pages."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from referee.reports.rounds import StepLine
from referee.web.parts.table_views import NOTHING_DRAWN, Key


class ResultFigure(NamedTuple):
    """One number on top of the page: what it counts, and what else is known of it."""

    label: str
    value: str
    sub: str = ""


class Spot(NamedTuple):
    """One tile or place of a board. It sends `name` with `value`, leads to `href`, or only lies there.

    `note` is written under it; `tone` and `place` are classes: how it looks, and where in the grid it stands.
    """

    label: str = ""
    drawing: Markup = NOTHING_DRAWN
    name: str = ""
    value: str = ""
    href: str = ""
    note: str = ""
    tone: str = ""
    place: str = ""
    twin: bool = False


class Board(NamedTuple):
    """Tiles side by side in lines; `shape` names the grid."""

    shape: str
    spots: tuple[Spot, ...]


class ColumnFace(NamedTuple):
    """One column: the tiles face down, what may be tapped of them, and those that are seen, from the top."""

    label: str
    down: int = 0
    lowest: Spot | None = None
    seen: tuple[Spot, ...] = ()
    new: Spot | None = None


class PatienceFace(NamedTuple):
    """A solitaire in play, or being dealt: only what this one has is set."""

    figures: tuple[ResultFigure, ...] = ()
    lead: str = ""
    more: str = ""
    rules_href: str = ""
    board: Board | None = None
    columns: tuple[ColumnFace, ...] = ()
    columns_tone: str = ""
    layout: Markup = NOTHING_DRAWN
    hand: tuple[Key, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    closed: bool = False


class Ended(NamedTuple):
    """A game that is over: what was reached, the tiles as they lie now, and the results so far."""

    steps: tuple[StepLine, ...]
    ended: PatienceFace
    ended_title: str = ""
    games: tuple[StepLine, ...] = ()
    more_href: str = ""
    more_label: str = ""
    dealt: Board | None = None
