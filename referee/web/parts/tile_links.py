"""The tiles of a set as links, each in its place: where a tile is only named and nothing is laid."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.messages import _, _n
from referee.engine.tiles import Tile, tile
from referee.web.parts.pictures import half_picture, tile_picture
from referee.web.parts.table_views import Key, Picker
from referee.web.parts.tile_picker import BOX, BOXED


def tile_links(
    high: int, offered: int, way: Callable[[Tile], str], pad: Callable[[int | None], str], half: int | None
) -> Picker:
    """Every tile of the mask `offered` as a link to `way(tile)`; the others leave their place empty.

    A set of more than 28 is chosen by its halves first: `pad(number)` leads to the tiles with that half,
    `pad(None)` back; `half` is the one chosen so far. No tile is lit more than another.
    """
    if high <= BOXED:
        return Picker(shape="box", keys=tuple(_tile_link(each, offered, way) for each in BOX))
    numbers = range(high, -1, -1)
    if half is None or half > high:
        return Picker(shape=f"pad p{high}", keys=tuple(_half_link(high, n, offered, pad) for n in numbers))
    keys = tuple(_tile_link(tile(half, n), offered, way) for n in numbers)
    picture = half_picture(half, label=_("with a {number}", number=half))
    return Picker(shape=f"row p{high}", keys=keys, picture=picture, close=pad(None))


def _tile_link(each: Tile, offered: int, way: Callable[[Tile], str]) -> Key:
    if not each.bit & offered:
        return Key(label="", state="gone")
    return Key(
        label=each.name, state="go", value=each.name, href=way(each), drawing=tile_picture(each, label="")
    )


def _half_link(high: int, number: int, offered: int, pad: Callable[[int | None], str]) -> Key:
    left = sum(bool(offered & tile(number, other).bit) for other in range(high + 1))
    return Key(
        label=_n("{half}, {n} left", "{half}, {n} left", left, half=number),
        state="go" if left else "off",
        value=str(number),
        href=pad(number),
        note=_n("{n} left", "{n} left", left) if high < 12 else str(number),
        drawing=half_picture(number, state="" if left else "cannot"),
    )
