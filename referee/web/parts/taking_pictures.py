"""Pictures of tiles: the button that takes one instead of many taps, and the reading of one that was posted."""

from collections.abc import Iterable

from flask import request

from referee import camera
from referee.engine.messages import _, marked
from referee.engine.tiles import tiles_in
from referee.web.infra import security
from referee.web.infra.giving_way import long_work
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import TakePicture

PICTURES = security.Limit(12, 60)  # per address
PICTURES_OF_ALL = security.Limit(60, 60)
NOTHING_FOUND = "nothing"
# Why a picture was not read: the HTTP status, and what the player can do now.
REFUSALS = {
    "too-large": (413, marked("The picture is too large. Take a smaller one, or tap the tiles.")),
    "not-a-picture": (
        415,
        marked("The referee cannot read that as a picture. Send a JPEG photo, or tap the tiles."),
    ),
    "busy": (
        503,
        marked("The referee is looking at another picture. Try again in a moment, or tap the tiles."),
    ),
    "took-too-long": (
        503,
        marked("Reading the picture took too long. Take it from nearer, or tap the tiles."),
    ),
    NOTHING_FOUND: (
        422,
        marked(
            "No tile was found. Lay the tiles apart, take the picture from above in good light, or tap them."
        ),
    ),
}


def can_read(table: Table) -> bool:
    """Whether pictures can be read here, and this link may send one."""
    return table.may_write and camera.is_available()


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
    if not can_read(table):
        return ()
    return (TakePicture(_("Take a picture"), number, possible, by, tuple(others), is_counted),)


def seen_in_picture(table: Table, possible: int, count: int | None) -> camera.Seen:
    """What the posted picture shows; it is not stored. Raises CannotLook, and TooManyRequests after too many."""
    security.count(("picture", security.address(), PICTURES), ("picture of all", "", PICTURES_OF_ALL))
    file = request.files.get("picture")
    picture = file.read() if file is not None else b""
    with long_work():
        seen = camera.look_aside(
            picture, highest=table.setup.tiles.high, possible=tuple(tiles_in(possible)), count=count
        )
    if not seen.found:
        raise camera.CannotLook(NOTHING_FOUND)
    return seen
