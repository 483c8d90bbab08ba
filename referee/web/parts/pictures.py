"""Tiles and layouts as markup. The program makes these drawings itself, so templates print them unescaped."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup

from referee.drawing.placing import Arrangement, arrange
from referee.drawing.svg import face_svg, half_svg, layout_svg
from referee.drawing.symbols import symbols
from referee.engine.layout import Laid, Layout, Place
from referee.engine.messages import Listed, _, msg, tiles_word
from referee.engine.record.events import Play, Round
from referee.engine.tiles import SET_NAMES, Face, Tile
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.table_views import NOTHING_DRAWN, Key

_NARROWEST = 13  # units; so that a few tiles are not drawn larger than many


def drawn(svg: str) -> Markup:
    """A drawing as markup."""
    return Markup(svg)  # noqa: S704 - made by referee.drawing or segno from numbers, never from what was typed


def symbols_of(table: Table) -> Markup:
    """The symbols of the table's tiles, which every drawing on a page of it refers to."""
    return drawn(symbols(table.setup.tiles.high))


def symbols_of_all() -> Markup:
    """The symbols of the tiles of every set, for a page about many tables."""
    return drawn(symbols(max(SET_NAMES), plain=True))


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


def layout_picture(table: Table, candidates: tuple[Laid, ...] = (), refused: tuple[Laid, ...] = ()) -> Markup:
    """The drawing of the layout in play, with the places to use now; it tells no counts while a claim is open."""
    if candidates or refused:
        return _layout_picture(table, candidates, refused)
    what = "layout to correct" if table.may_correct else "layout"
    found: Markup = open_book().once(table, what, lambda: _layout_picture(table))
    return found


def _layout_picture(
    table: Table, candidates: tuple[Laid, ...] = (), refused: tuple[Laid, ...] = ()
) -> Markup:
    match = table.match
    layout = match.current.layout
    svg = layout_svg(
        open_book().arranged(table, layout),
        layout,
        silent=match.claims_are_open,
        counts_ends=match.setup.variant.counting.counts_ends,
        with_counted=not (candidates or refused),  # shown when the why is opened
        mark_last=not candidates,
        candidates=candidates,
        refused=refused,
        ways=ways_to_correct(table) if not candidates else {},
        label="",
    )
    return drawn(svg)


def layout_words(laid: Collection[Tile], ends: Iterable[Place], *, silent: bool = False) -> str:
    """A layout for a screen reader: its tiles in order, and its open ends; if `silent`, without their numbers."""
    if not laid:
        return _("No tile has been laid yet.")
    told = (
        each.tile if silent else msg("{number} on {tile}", number=each.half, tile=each.tile) for each in ends
    )
    number = tiles_word(len(laid))
    return _("{number}: {tiles}. Open: {ends}.", number=number, tiles=Listed(laid), ends=Listed(told))


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


def tile_key(tile: Tile) -> Key:
    """A tile of a hand that is only shown: its drawing names it to a screen reader."""
    return Key(label=tile.name, state="go", drawing=tile_picture(tile, label=None))


def picker_key(tile: Tile, label: str = "", *, can: bool = True, name: str = "", href: str = "") -> Key:
    """A tile to choose, which sends `name` or leads to `href`; pale if it cannot go."""
    drawing = tile_picture(tile, state="" if can else "cannot")
    return Key(label or tile.name, "go" if can else "off", name, tile.name, href, drawing=drawing)


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
        return NOTHING_DRAWN
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
