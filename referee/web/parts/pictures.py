"""Tiles and layouts as markup: drawings of our own making, so that a template may print them as they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from referee import drawing
from referee.drawing import arrange
from referee.engine.layout import Laid, Layout, Place
from referee.engine.tiles import Face, Tile
from referee.web.parts.open_tables import Table, arrangement_of, open_book
from referee.web.parts.table_views import Key

_NARROWEST = 13  # units; so that a few tiles are not drawn larger than many


def drawn(svg: str) -> Markup:
    """A drawing as markup."""
    return Markup(svg)  # noqa: S704 - made by referee.drawing or segno from numbers, nothing of it was typed


@lru_cache(maxsize=2000)
def tile_picture(tile: Tile, *, state: str = "", label: str | None = "") -> Markup:
    """A tile by itself; without a label it is hidden from a screen reader, because its button has a name."""
    return drawn(drawing.tile_svg(tile, state=state, label=label))


def face_picture(face: Face, *, upright: bool = False, state: str = "", label: str | None = "") -> Markup:
    """A tile as it lies, its first half left or on top."""
    return drawn(drawing.face_svg(face, upright=upright, state=state, label=label))


@lru_cache(maxsize=200)
def half_picture(number: int, *, state: str = "", label: str | None = "") -> Markup:
    """One half by itself."""
    return drawn(drawing.half_svg(number, state=state, label=label))


def layout_picture(
    table: Table, layout: Layout, candidates: tuple[Laid, ...] = (), refused: Laid | None = None
) -> Markup:
    """The drawing of the layout in play, with what may be used now; silent as long as a claim is open."""
    current = table.match.round
    if candidates or refused is not None or current is None or layout is not current.layout:
        return _layout_picture(table, layout, candidates, refused)
    found: Markup = open_book().once(table, "layout", lambda: _layout_picture(table, layout))
    return found


def _layout_picture(
    table: Table, layout: Layout, candidates: tuple[Laid, ...] = (), refused: Laid | None = None
) -> Markup:
    return drawn(
        drawing.layout_svg(
            arrangement_of(table, layout) if layout.laid else arrange(layout),
            layout,
            silent=table.match.claims_are_open,
            counts_ends=table.match.setup.variant.counting.counts_ends,
            mark_last=not candidates,
            candidates=candidates,
            refused=refused,
            label="",
        )
    )


@lru_cache(maxsize=2000)
def tile_key(tile: Tile) -> Key:
    """A tile with its name, as one of a hand."""
    return Key(label=tile.name, state="go", value=tile.name, drawing=tile_picture(tile))


def finished_picture(
    layout: Layout, label: str, *, counts_ends: bool, mark_last: bool = False, silent: bool = False
) -> Markup:
    """The drawing of a layout that nothing is added to any more; `silent` without the numbers of its ends."""
    if not layout.laid:
        return Markup()
    arrangement = arrange(layout)
    svg = drawing.layout_svg(
        arrangement, layout, counts_ends=counts_ends, mark_last=mark_last, silent=silent, label=label
    )
    return cropped(svg, [each.box for each in arrangement.lying], least=_NARROWEST)


def beside(layout: Layout, tile: Tile, place: Place, touching: int) -> Markup:
    """The tile against the one that it touches, by themselves."""
    pair = Layout(layout.shape).lead(place.tile)
    laid = pair.add(tile, place, touching).laid[-1]
    arrangement = arrange(pair)
    svg = drawing.layout_svg(
        arrangement, pair, open_places=False, mark_last=False, candidates=(laid,), label=""
    )
    return cropped(svg, [each.box for each in arrangement.add(laid).lying], 0.1)


def cropped(
    svg: str, boxes: Sequence[tuple[float, float, float, float]], margin: float = 1.1, least: float = 0
) -> Markup:
    """The drawing cut to these boxes and a margin around them, at least so many units wide."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    more = max(0.0, least - (right - left) - 2 * margin) / 2
    width, height = right - left + 2 * (margin + more), bottom - top + 2 * margin + 0.05
    frame = f"{left - margin - more:g} {top - margin:g} {width:g} {height:g}"
    start = svg.index('viewBox="') + len('viewBox="')
    return drawn(svg[:start] + frame + svg[svg.index('"', start) :])
