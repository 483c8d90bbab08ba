"""Tiles and layouts as markup. The program makes these drawings itself, so templates print them unescaped."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from referee.drawing.placing import Arrangement, arrange
from referee.drawing.svg import face_svg, half_svg, layout_svg, pair_svg
from referee.drawing.symbols import symbols
from referee.engine.layout import Laid, Layout, Place, Shape, Spinner
from referee.engine.record.events import Play, Round
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import Face, Tile, tile
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.table_views import Key

_NARROWEST = 13  # units; so that a few tiles are not drawn larger than many


def drawn(svg: str) -> Markup:
    """A drawing as markup."""
    return Markup(svg)  # noqa: S704 - made by referee.drawing or segno from numbers, never from what was typed


def symbols_of(table: Table) -> Markup:
    """The symbols of the table's tiles, which every drawing on a page of it refers to."""
    return drawn(symbols(table.setup.tiles.high))


@lru_cache(maxsize=2000)
def tile_picture(tile: Tile, *, state: str = "", label: str | None = "") -> Markup:
    """A tile by itself; without a label it is hidden from a screen reader, because its button has a name."""
    return drawn(face_svg(Face(tile.high, tile.low), state=state, label=label))


def face_picture(face: Face, *, upright: bool = False, state: str = "", label: str | None = "") -> Markup:
    """A tile as it lies, its first half left or on top."""
    return drawn(face_svg(face, upright=upright, state=state, label=label))


@lru_cache(maxsize=200)
def half_picture(number: int, *, state: str = "", label: str | None = "") -> Markup:
    """One half by itself."""
    return drawn(half_svg(number, state=state, label=label))


def layout_picture(
    table: Table, layout: Layout, candidates: tuple[Laid, ...] = (), refused: tuple[Laid, ...] = ()
) -> Markup:
    """The drawing of the layout in play, with the places to use now; it tells no counts while a claim is open."""
    current = table.match.round
    if candidates or refused or current is None or layout is not current.layout:
        return _layout_picture(table, layout, candidates, refused)
    what = "layout to correct" if table.may_correct else "layout"
    found: Markup = open_book().once(table, what, lambda: _layout_picture(table, layout, with_counted=True))
    return found


def _layout_picture(
    table: Table,
    layout: Layout,
    candidates: tuple[Laid, ...] = (),
    refused: tuple[Laid, ...] = (),
    *,
    with_counted: bool = False,
) -> Markup:
    """The drawing; `with_counted` marks the ends that count, shown when the why is opened, unless a claim is open."""
    silent, counts_ends = table.match.claims_are_open, table.match.setup.variant.counting.counts_ends
    arrangement = open_book().arranged(table, layout) if layout.laid else arrange(layout)
    svg = layout_svg(
        arrangement,
        layout,
        silent=silent,
        counts_ends=counts_ends,
        with_counted=with_counted,
        mark_last=not candidates,
        candidates=candidates,
        refused=refused,
        ways=ways_to_correct(table) if not candidates else {},
        label="",
    )
    return drawn(svg)


def ways_to_correct(table: Table) -> dict[Tile, str]:
    """The address from each tile laid in the current round to its correction; none if this link may not correct.

    It is relative to the table's own address, so that the drawing is the same for every link.
    """
    if not table.may_correct or (table.setup.lays_in_line and table.match.setup.variant.rows):
        return {}
    found = {}
    for each in reversed(table.log.entries):
        if isinstance(each.event, Round):
            break
        if isinstance(each.event, Play) and each.event.tile is not None:
            found[each.event.tile] = f"?entry={each.number}"
    return found


def corrected_picture(table: Table, layout: Layout, tinted: Collection[Tile], label: str) -> Markup:
    """The drawing of a corrected layout, with the tiles tinted that the correction is about; no place can be tapped."""
    svg = layout_svg(
        arrange(layout),
        layout,
        silent=table.match.claims_are_open,
        counts_ends=table.match.setup.variant.counting.counts_ends,
        mark_last=False,
        tinted=tinted,
        label=label,
    )
    return drawn(svg)


@lru_cache(maxsize=2000)
def tile_key(tile: Tile) -> Key:
    """A tile of a hand, labelled with its name."""
    return Key(label=tile.name, state="go", value=tile.name, drawing=tile_picture(tile))


def finished_picture(
    layout: Layout,
    label: str,
    *,
    counts_ends: bool,
    mark_last: bool = False,
    silent: bool = False,
    least: float = _NARROWEST,
    arrangement: Arrangement | None = None,
) -> Markup:
    """The drawing of a finished layout, at least `least` units wide.

    `silent` leaves out the numbers of its ends. `arrangement` is where its tiles lie, if that is known.
    """
    if not layout.laid:
        return Markup()
    arrangement = arrangement or arrange(layout)
    svg = layout_svg(
        arrangement, layout, counts_ends=counts_ends, mark_last=mark_last, silent=silent, label=label
    )
    return cropped(svg, [each.box for each in arrangement.lying], least=least)


def beside(layout: Layout, tile: Tile, place: Place, touching: int) -> Markup:
    """Only the tile and the one that it touches."""
    pair = Layout(layout.shape).lead(place.tile)
    laid = pair.add(tile, place, touching).laid[-1]
    arrangement = arrange(pair)
    svg = layout_svg(arrangement, pair, open_places=False, mark_last=False, candidates=(laid,), label="")
    return cropped(svg, [each.box for each in arrangement.tried(laid).lying], 0.1)


class BothEnds(NamedTuple):
    """A tile that fitted both ends, as it was about to go: each end's tile with its open number, and the tile between."""

    left: Markup
    one: int
    tile: Markup
    other: int
    right: Markup


def both_ends(layout: Layout) -> BothEnds | None:
    """The last tile between the two ends that were open before it; None if there were not two."""
    last = layout.laid[-1]
    others = [place for place in layout.places() if place.tile is not last.tile]
    if last.on is None or not others:
        return None
    one, other = last.on, others[0]
    return BothEnds(
        face_picture(Face(one.tile.other(one.half), one.half)),
        one.half,
        face_picture(Face(one.half, last.tile.other(one.half)), state="last"),
        other.half,
        face_picture(Face(other.half, other.tile.other(other.half))),
    )


def on_the_table(table: Table, laid: Laid) -> Markup:
    """Only a tile that may be laid and the one that it touches, as they lie on the table."""
    arrangement = open_book().arranged(table, table.match.current.layout)
    touched = next(
        each for each in arrangement.lying if laid.on is not None and each.laid.tile is laid.on.tile
    )
    return drawn(pair_svg(touched, arrangement.where(laid)))


def where_it_lies(table: Table, laid: Laid) -> tuple[float, float]:
    """The position, right and down, at which a tile that may be laid would lie on the table."""
    lying = open_book().arranged(table, table.match.current.layout).where(laid)
    return lying.x, lying.y


def cropped(
    svg: str, boxes: Sequence[tuple[float, float, float, float]], margin: float = 1.1, least: float = 0
) -> Markup:
    """The drawing cropped to these boxes and a margin around them, at least `least` units wide."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    more = max(0.0, least - (right - left) - 2 * margin) / 2
    width, height = right - left + 2 * (margin + more), bottom - top + 2 * margin + 0.05
    frame = f"{left - margin - more:g} {top - margin:g} {width:g} {height:g}"
    start = svg.index('viewBox="') + len('viewBox="')
    rest = svg[svg.index('"', start) :].replace(' preserveAspectRatio="xMidYMin"', "", 1)  # centred
    return drawn(svg[:start] + frame + rest)


# Small pictures of a few tiles, for home and for a new table. A page that shows them must include their symbols.
def _few(shape: Shape, first: str, *moves: tuple[str, str]) -> Layout:
    """A layout of a few tiles: the first one, then each with its first half on a place like "6-6/6"."""
    layout = Layout(shape).lead(_tile(first))
    for written, on in moves:
        tile_there, half = on.split("/")
        layout = layout.add(_tile(written), Place(_tile(tile_there), int(half)), int(written.split("-")[0]))
    return layout


def _tile(written: str) -> Tile:
    high, low = written.split("-")
    return tile(int(high), int(low))


def _still(layout: Layout, *, open_places: bool = False, mark_last: bool = False) -> Markup:
    """The drawing of a few tiles, cropped to them."""
    arrangement = arrange(layout)
    svg = layout_svg(
        arrangement, layout, open_places=open_places, mark_last=mark_last, counts_ends=False, label=""
    )
    return cropped(svg, [each.box for each in arrangement.lying], 1.1 if open_places else 0.1)


@lru_cache(maxsize=100)
def still_life(key: str) -> Markup:
    """The opening of a game: the tile that leads and those that go on it."""
    game = LINE_GAMES.get(key)
    if game is None:
        return tile_picture(tile(6, 4))
    shape = game.doubles.shape()
    if game.joins.makes_sums:
        return _still(_few(shape, "6-1", (f"{game.joins.target_sum - 6}-3", "6-1/6")))
    if game.doubles.has_spinners:
        return _still(_few(shape, "6-6", ("6-3", "6-6/6"), ("6-2", "6-6/6")))
    if game.counting.counts_ends:
        return _still(_few(shape, "5-5", ("5-0", "5-5/5")))
    return _still(_few(shape, "6-6", ("6-3", "6-6/6")))


@lru_cache(maxsize=1)
def played_cross() -> Markup:
    """A round of a few moves, with a spinner that carries four arms."""
    arms = [(f"6-{each}", "6-6/6") for each in (4, 3, 2, 5)]
    further = (("4-1", "6-4/4"), ("3-5", "6-3/3"), ("2-2", "6-2/2"))
    layout = _few(Shape(Spinner.FIRST_DOUBLE), "6-6", *arms, *further)
    return _still(layout, open_places=True, mark_last=True)


@lru_cache(maxsize=8)
def spinner_picture(value: str) -> Markup:
    """Which doubles open on all sides: what a value of the switch `spinner` means."""
    on_single = (("2-2", "6-2/2"),)
    shape = Shape(Spinner(value))
    if value == "first_double":
        return _still(_few(shape, "6-2", *on_single), open_places=True)
    return _still(_few(shape, "6-6", ("6-2", "6-6/6"), *on_single), open_places=True)


def own_box(table: Table, layout: Layout) -> Markup:
    """The drawing of the layout in play, cropped to its tiles and the open places around them."""
    boxes = [each.box for each in open_book().arranged(table, layout).lying]
    watched = table._replace(role="watch")  # the whole drawing links to the table, no tile to its correction
    found: Markup = open_book().once(
        table, "own box", lambda: cropped(layout_picture(watched, layout), boxes)
    )
    return found
