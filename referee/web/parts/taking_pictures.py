"""The button that takes a picture instead of many taps, where tiles are shown or dealt."""

from __future__ import annotations

from collections.abc import Iterable

from referee import camera
from referee.engine.messages import _
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import TakePicture

HIGHEST = 12  # no camera has learnt to read more pips


def take_picture(
    table: Table,
    number: int,
    possible: int,
    by: str = "",
    others: Iterable[tuple[str, int]] = (),
    *,
    is_counted: bool = False,
) -> tuple[TakePicture, ...]:
    """The button for `number` tiles, each of them one of the mask `possible`; none if no picture can be read here."""
    if not table.may_write or table.setup.tiles.high > HIGHEST or not camera.is_available():
        return ()
    return (TakePicture(_("Take a picture"), number, possible, by, tuple(others), is_counted),)
