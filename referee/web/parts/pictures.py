"""Tiles and layouts as markup: drawings of our own making, so that a template may print them as they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from referee import drawing
from referee.drawing import arrange
from referee.drawing.counted_ends import counted_svg
from referee.engine.layout import Laid, Layout, Place
from referee.engine.tiles import Face, Tile
from referee.web.parts.open_tables import Table, arrangement_of, open_book


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
    found: Markup = open_book().once(table, "layout", lambda: _with_counted(table, layout))
    return found


def _with_counted(table: Table, layout: Layout) -> Markup:
    """The drawing, with the ends that count marked for whoever asks why; not while a claim is open."""
    svg = _layout_picture(table, layout)
    if table.match.claims_are_open or not layout.laid or not table.match.setup.variant.counting.counts_ends:
        return svg
    marks = counted_svg(arrangement_of(table, layout), layout)
    return drawn(str(svg).removesuffix("</svg>") + marks + "</svg>")


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


def finished_picture(layout: Layout, label: str, *, counts_ends: bool) -> Markup:
    """The drawing of a layout that nothing is added to any more."""
    if not layout.laid:
        return Markup()
    svg = drawing.layout_svg(arrange(layout), layout, counts_ends=counts_ends, mark_last=False, label=label)
    return drawn(svg)


def beside(layout: Layout, tile: Tile, place: Place, touching: int) -> Markup:
    """The tile against the one that it touches, by themselves."""
    pair = Layout(layout.shape).lead(place.tile)
    laid = pair.add(tile, place, touching).laid[-1]
    arrangement = arrange(pair)
    svg = drawing.layout_svg(
        arrangement, pair, open_places=False, mark_last=False, candidates=(laid,), label=""
    )
    return cropped(svg, [each.box for each in arrangement.add(laid).lying], 0.1)


def on_the_table(table: Table, laid: Laid) -> Markup:
    """A tile that may be laid and the one that it touches, by themselves, as they lie on the table."""
    arrangement = arrangement_of(table, table.match.current.layout)
    touched = next(each for each in arrangement.lying if laid.on is not None and each.tile is laid.on.tile)
    return drawn(drawing.pair_svg(touched, arrangement.add(laid).lying[-1]))


def where_it_lies(table: Table, laid: Laid) -> tuple[float, float]:
    """How far to the right, and how far down, a tile that may be laid would lie on the table."""
    lying = arrangement_of(table, table.match.current.layout).add(laid).lying[-1]
    return lying.x, lying.y


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
