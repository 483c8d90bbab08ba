"""Tiles and layouts as SVG text.

Colours come from the style sheet by class, so that a strict content security policy and dark mode both work.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from referee.drawing.lying import Edges, EndKind, Lying, Mark
from referee.drawing.placing import Arrangement
from referee.engine.layout import Laid, Layout, Place
from referee.engine.messages import tiles_word
from referee.engine.tiles import Face, Tile

TURNED = frozenset((2, 3, 6, 7, 10, 11, 12, 13, 14, 15))  # numbers that look different on a horizontal tile
PLACE = 0.84  # the side of the square at an open end, in units
_RING = 0.04  # units between a half that counts and the ring around it


class OpenPlace(NamedTuple):
    """Where a tile may go: the centre of the unit square there (units), its number, whether it is tinted, and the
    heading of the arm there.

    `waits` if a cross must be completed elsewhere first, so that no tile may go there yet.
    """

    place: Place
    x: float
    y: float
    number: int
    tinted: bool
    waits: bool
    heading: int


def end_places(
    arrangement: Arrangement, layout: Layout, *, counts_ends: bool = True
) -> tuple[OpenPlace, ...]:
    """Each open place of `layout`, once for each of its open ends.

    A place is tinted if it counts in the sum of the ends; in games that do not count them (`counts_ends`) all are,
    and while a cross must be completed only its places are. `arrangement` must be of that layout.
    """
    cross = layout.cross()
    states = {(each.tile, each.half): each for each in layout.frontier}
    found = []
    for end in arrangement.ends:
        tile = arrangement.lying[end.owner].laid.tile
        crosswise = end.kind is EndKind.CROSS
        state = states.get((tile, end.half))
        if state is None:
            continue
        if tile.is_double:
            capacity = layout.capacity(tile, state.links)
            if state.links >= capacity or (crosswise and capacity != 4):
                continue
        waits = cross is not None and tile is not cross.tile
        counts = layout.counted(state) and (not crosswise or state.links >= 2)
        tinted = not waits if cross is not None else counts or not counts_ends
        where = end.face.column / 2, end.face.row / 2
        found.append(OpenPlace(Place(tile, end.half), *where, end.half, tinted, waits, end.face.heading))
    return tuple(found)


def face_svg(lying: Face, *, upright: bool = False, state: str = "", label: str | None = None) -> str:
    """A single tile with its first half left or on top; `state` is one or more classes of the style sheet.

    `label` is its name for a screen reader, by default the tile's name; an empty label hides it there.
    """
    box = "-.5 -1 1 2.1" if upright else "-1 -.5 2 1.1"
    inner = _inside(lying.first, lying.second, upright=upright)
    named = described(str(lying) if label is None else label)
    return f'<svg class="{class_names("tile", state)}" viewBox="{box}" {named}>{inner}</svg>'


def half_svg(number: int, *, state: str = "", label: str | None = None) -> str:
    """A single upright half, for a number pad; the parameters are those of `face_svg`."""
    inner = '<use href="#half"/>' + (f'<use href="#h{number}"/>' if number else "")
    named = described(str(number) if label is None else label)
    return f'<svg class="{class_names("tile", "half", state)}" viewBox="-.5 -.5 1 1.1" {named}>{inner}</svg>'


def turned_tile(first: int, second: int, x: float, y: float, heading: int) -> str:
    """A tile with its second half pointing at `heading`, in eighths of a full turn.

    To keep it readable it is never rotated by more than a quarter turn: instead, its halves are swapped.
    """
    if 2 < heading < 7:
        first, second, heading = second, first, (heading - 4) % 8
    inner = _inside(first, second, upright=heading == 2)
    turn = {1: " rotate(45)", 7: " rotate(-45)"}.get(heading, "")
    return f'<g transform="translate({short(x)} {short(y)}){turn}">{inner}</g>'


def train_svg(
    tiles: Sequence[tuple[Face, str]],
    ways: Mapping[Tile, str] | None = None,
    *,
    label: str = "",
    outside: int = 0,
) -> str:
    """The tiles of a train end to end, doubles crosswise, each with the classes of its state; as high as a double.

    A tile links to its address in `ways`. The first `outside` tiles lie left of the view, where a style sheet may
    have room for them.
    """
    wides = [1.0 if face.first == face.second else 2.0 for face, _ in tiles]
    parts, x = [], -sum(wides[:outside])
    for (face, state), wide in zip(tiles, wides, strict=True):
        is_double = wide == 1
        inner = turned_tile(face.first, face.second, x + wide / 2, 0, 2 if is_double else 0)
        drawn = f'<g class="{class_names("tile", state)}">{inner}</g>'
        parts.append(leading(drawn, (ways or {}).get(face.tile)))
        x += wide
    box = f"0 -1.05 {short(x)} 2.1"
    return f'<svg class="layout train-tiles" viewBox="{box}" {described(label)}>{"".join(parts)}</svg>'


def layout_svg(
    arrangement: Arrangement,
    layout: Layout,
    *,
    open_places: bool = True,
    counts_ends: bool = True,
    silent: bool = False,
    with_counted: bool = False,
    mark_last: bool = True,
    candidates: Sequence[Laid] = (),
    refused: Sequence[Laid] = (),
    tinted: Collection[Tile] = (),
    ways: Mapping[Tile, str] | None = None,
    label: str | None = None,
) -> str:
    """The drawing of `layout`, whose arrangement is `arrangement`.

    `counts_ends` is whether the game counts the ends: then those that count are tinted, otherwise all. While a cross
    must be completed, only its open sides are tinted, and the other ends cannot be tapped. `silent` leaves out
    everything that could reveal a score: the numbers of the open places and which of them count. `with_counted` also
    marks the halves and doubles that count, for a style sheet to show.
    `candidates` are the same tile laid at each place where it may go, `refused` at each where it may not; they are
    drawn without moving anything else, and `data-view` is the view without candidates. `tinted` tiles are highlighted.
    A tile links to its address in `ways`; a screen reader finds the same links elsewhere. `label` describes the
    drawing, by default with the number of tiles. The class contains the step of the view, so that the style sheet
    knows the size of a tile.
    """
    offered = [each.on for each in candidates]
    ways = ways or {}
    parts = [
        leading(
            _tile(each, arrangement, layout, mark_last, each.laid.tile in tinted), ways.get(each.laid.tile)
        )
        for each in arrangement.lying
    ]
    if open_places:
        found = end_places(arrangement, layout, counts_ends=counts_ends)
        parts += [_open_place(each, silent) for each in found if each.place not in offered]
        if with_counted and counts_ends and not silent:
            parts.append(_counted_ends(arrangement, found))
    tried = [arrangement.tried(each) for each in (*candidates, *refused)]
    parts += [_candidate(each.lying[-1]) for each in tried[: len(candidates)]]
    parts += [_plain(each.lying[-1], "tile refused") for each in tried[len(candidates) :]]
    view = arrangement.view
    if tried:
        lefts, tops, rights, bottoms = zip(*(each.need for each in tried), strict=True)
        view = view.seeing(Edges(min(lefts), min(tops), max(rights), max(bottoms)))
    shown, at_first = (" ".join(map(short, each.box)) for each in (view, arrangement.view))
    asks = f' data-view="{at_first}"' if candidates else ""
    named = described(str(tiles_word(len(arrangement.lying))) if label is None else label)
    frame = " ".join(short(each / 2) for each in arrangement.frame.edges)
    box = f'viewBox="{shown}" data-frame="{frame}" preserveAspectRatio="xMidYMin"'
    return f'<svg class="layout v{view.step}" {box}{asks} {named}>{"".join(parts)}</svg>'


def described(label: str) -> str:
    """The attributes with which a screen reader reads the drawing as `label`, or skips it if that is empty."""
    return f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'


def leading(drawn: str, way: str | None) -> str:
    """The drawing, as a link to the address `way` if there is one. A screen reader finds the link elsewhere."""
    return drawn if way is None else f'<a href="{escape(way)}" tabindex="-1">{drawn}</a>'


def _tile(lying: Lying, arrangement: Arrangement, layout: Layout, mark_last: bool, tinted: bool) -> str:
    is_last = mark_last and lying is arrangement.lying[-1]
    pin = f'<circle class="pin" {at(lying.x, lying.y, "c")} r=".1"/>' if has_pin(lying, layout) else ""
    stood, lit = "stood" if lying.laid.stood else "", "tinted" if tinted else ""
    classes = class_names("tile", "last" if is_last else "", stood, lit)
    return _plain(lying, classes, pin)


@lru_cache(maxsize=8192)  # a tile stays where it is but is drawn again after every other tile
def _plain(lying: Lying, classes: str, more: str = "") -> str:
    mark = "" if lying.mark is None else _mark(lying.mark)
    return f'<g class="{classes}">{_inside_of(lying)}{more}</g>{mark}'


def _inside(first: int, second: int, x: float = 0, y: float = 0, *, upright: bool) -> str:
    """The body of a tile centred at (x, y), and its halves; `first` is the left or upper one."""
    dx, dy = (0.0, 0.5) if upright else (0.5, 0.0)
    where = f" {at(x, y)}" if x or y else ""
    drawn = f'<use href="#{"tall" if upright else "flat"}"{where}/>'
    for number, left, top in ((first, x - dx, y - dy), (second, x + dx, y + dy)):
        if number:
            kind = "h" if upright or number not in TURNED else "q"
            where = f" {at(left, top)}" if left or top else ""
            drawn += f'<use href="#{kind}{number}"{where}/>'
    return drawn


def _inside_of(lying: Lying) -> str:
    (first, *_), (second, *_) = lying.halves
    return _inside(first, second, lying.x, lying.y, upright=lying.upright)


def _candidate(lying: Lying) -> str:
    place = lying.laid.on
    assert place is not None
    hit = f'<rect class="hit" {at(lying.x - 1, lying.y - 1)} width="2" height="2"/>'
    named = f'data-place="{place.tile.name}/{place.half}" data-way="{lying.facing}"'
    return f'<g class="tile cand" {named}>{_inside_of(lying)}{hit}</g>'


@lru_cache(maxsize=2048)
def _open_place(each: OpenPlace, silent: bool) -> str:
    square = place_square(each.x, each.y, "" if silent else each.number)
    kind = "place" if silent else "place counts" if each.tinted else "place bare"
    if each.waits and not silent:
        return f'<g class="{kind}">{square}</g>'
    named = f'data-place="{each.place.tile.name}/{each.number}" data-way="{each.heading}"'
    hit = f'<circle class="hit" {at(each.x, each.y, "c")} r="1"/>'
    return f'<g class="{kind}" {named}>{square}{hit}</g>'


def place_square(x: float, y: float, number: int | str) -> str:
    """The square of an open place centred at (x, y), with the number in it unless that is ""."""
    square = (
        f'<rect {at(x - PLACE / 2, y - PLACE / 2)} width="{short(PLACE)}" height="{short(PLACE)}" rx=".2"/>'
    )
    return square if number == "" else square + text_at(x, y, number)


def text_at(x: float, y: float, text: int | str) -> str:
    """A number or a letter centred at (x, y)."""
    return f"<text {at(x, y + 0.21)}>{text}</text>"


def _mark(mark: Mark) -> str:
    """The letter at both places of an arm that breaks off and continues elsewhere."""
    places = (mark.from_x, mark.from_y), (mark.to_x, mark.to_y)
    both = "".join(f'<circle {at(x, y, "c")} r=".42"/>{text_at(x, y, mark.letter)}' for x, y in places)
    return f'<g class="runs-on">{both}</g>'


def has_pin(lying: Lying, layout: Layout) -> bool:
    """Whether the tile is a double that opens four ways, which gets a pin in its centre."""
    tile = lying.laid.tile
    if not tile.is_double:
        return False
    links = next((each.links for each in layout.frontier if each.tile is tile), 4)
    return layout.capacity(tile, links) == 4


def at(x: float, y: float, kind: str = "", digits: int = 2) -> str:
    """The position attributes: x and y, or cx and cy for a circle (`kind` "c")."""
    return f'{kind}x="{short(x, digits)}" {kind}y="{short(y, digits)}"'


def short(value: float, digits: int = 2) -> str:
    """A number as short as SVG allows."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def class_names(*names: str) -> str:
    """The value of a class attribute; empty names are left out."""
    return escape(" ".join(name for name in names if name))


def _counted_ends(arrangement: Arrangement, places: Iterable[OpenPlace]) -> str:
    """Rings and discs for the ends that are added up; "" if none count."""
    lying = {each.laid.tile: each for each in arrangement.lying}
    found: list[str] = []
    told = set()
    for place in places:
        tile = place.place.tile
        if not place.tinted or (tile.is_double and tile in told):
            continue
        told.add(tile)
        found.append(_counted(lying[tile], place))
    return f'<g class="counted-ends">{"".join(found)}</g>' if found else ""


def _counted(lying: Lying, place: OpenPlace) -> str:
    """A ring around the half or double that counts at an open end, and a disc with the number that it adds."""
    left, top, width, height = lying.box
    adds = lying.laid.tile.pips
    if not lying.laid.tile.is_double:
        adds = place.number
        _, x, y = min(lying.halves, key=lambda each: (each[1] - place.x) ** 2 + (each[2] - place.y) ** 2)
        left, top, width, height = x - 0.5, y - 0.5, 1.0, 1.0
    size = f'width="{short(width - 2 * _RING)}" height="{short(height - 2 * _RING)}"'
    disc = f'<circle {at(place.x, place.y, "c")} r=".46"/>{text_at(place.x, place.y, adds)}'
    return f'<rect {at(left + _RING, top + _RING)} {size} rx=".15"/>{disc}'


def pair_svg(touched: Lying, laid: Lying) -> str:
    """Only these two, in their places: a tile of the layout and one that may be laid against it."""
    boxes = touched.box, laid.box
    left, top = (min(box[side] for box in boxes) - 0.1 for side in (0, 1))
    right, bottom = (max(box[side] + box[side + 2] for box in boxes) + 0.1 for side in (0, 1))
    view = " ".join(short(each) for each in (left, top, right - left, bottom - top + 0.05))
    inner = f'<g class="tile">{_inside_of(touched)}</g><g class="tile cand">{_inside_of(laid)}</g>'
    return f'<svg class="layout" viewBox="{view}" {described("")}>{inner}</svg>'
