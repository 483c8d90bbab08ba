"""What a tile looks like: its pips, the symbols that the drawings of a page refer to, and tiles face down.

Colours come from the style sheet by class, so that a strict content security policy and dark mode both work.
"""

from collections.abc import Iterable
from math import ceil

from referee.drawing.svg import TURNED, at, described, short

_WIDEST = 7  # tiles in a row that do not overlap
_HIGH = 2.2  # from one row to the next, in units of half a tile
_TILTS = (2, -3, 4, -1, 3, -2, 1, -4)  # degrees
_A = 0.27
_FOUR = (-0.315, -0.105, 0.105, 0.315)
_FIVE = (-0.34, -0.17, 0.0, 0.17, 0.34)
_CORNERS = ((-_A, -_A), (_A, _A), (_A, -_A), (-_A, _A))
_CENTRE = ((0.0, 0.0),)
_MIDDLES = {
    10: (-0.21, 0.21), 11: (-0.21, 0.0, 0.21), 12: _FOUR,
    13: (-0.255, 0.0, 0.255), 14: (-0.255, -0.085, 0.085, 0.255), 15: _FIVE,
}  # fmt: skip


def pips(number: int) -> tuple[tuple[float, float], ...]:
    """The centres of the pips on an upright half (a unit square around 0, 0) that shows `number`, 0 to 15."""
    if number >= 10:
        rows = _FOUR if number <= 12 else _FIVE
        outer = tuple((x, y) for x in (-_A, _A) for y in rows)
        return outer + tuple((0.0, y) for y in _MIDDLES[number])
    found: tuple[tuple[float, float], ...] = _CENTRE if number % 2 else ()
    if number >= 2:
        found += _CORNERS[: 2 if number < 4 else 4]
    if number >= 6:
        found += ((-_A, 0.0), (_A, 0.0))
    if number >= 8:
        found += ((0.0, -_A), (0.0, _A))
    return found


def pip_radius(number: int) -> float:
    """The radius of the pips on a half that shows `number`."""
    return 0.108 if number <= 6 else 0.1 if number <= 9 else 0.078 if number <= 12 else 0.066


def symbols(high: int, *, plain: bool = False) -> str:
    """An invisible <svg> with the symbols for tiles of a set up to `high`; each page contains it once.

    In a set above double-nine the pips are coloured, as on real tiles, unless the page shows other sets too (`plain`).
    """
    inner = _symbols(range(high + 1))
    many = "" if plain or high <= 9 else " many"
    return f'<svg class="symbols{many}" width="0" height="0" aria-hidden="true">{inner}</svg>'


def _symbols(numbers: Iterable[int]) -> str:
    """Blank tiles, and the halves: each with its pips, and with a digit for tiles too small to show pips."""
    parts = [_shape(name) for name in ("flat", "tall", "half")]
    for number in numbers:
        radius = short(pip_radius(number), 3)
        dots = "".join(f'<circle {at(x, y, "c", 3)} r="{radius}"/>' for x, y in pips(number))
        figure = f'<text class="figure{" long" if number > 9 else ""}" y=".33">{number}</text>'
        paint = f'fill="var(--c{number}, var(--pip))" overflow="visible"'
        group = f'<g class="spots" id="d{number}">{dots}</g>'
        parts.append(f'<symbol id="h{number}" {paint}>{group}{figure}</symbol>')
        if number in TURNED:
            turned = f'<g class="spots"><use href="#d{number}" transform="rotate(90)"/></g>'
            parts.append(f'<symbol id="q{number}" {paint}>{turned}{figure}</symbol>')
    return "".join(parts)


def _shape(name: str) -> str:
    """The body of a horizontal or upright tile, or of a half: its side, its face, and the line across."""
    wide, tall = {"flat": (2, 1), "tall": (1, 2), "half": (1, 1)}[name]
    size = f'width="{short(wide - 0.06)}" height="{short(tall - 0.06)}" rx=".15"'
    left, top = 0.03 - wide / 2, 0.03 - tall / 2
    side = f'<rect class="side" {at(left, top + 0.075, "", 3)} {size}/>'
    bar = {"flat": "M0-.34v.68", "tall": "M-.34 0h.68", "half": ""}[name]
    line = f'<path class="bar" d="{bar}"/>' if bar else ""
    face = f'<rect class="face" {at(left, top)} {size}/>'
    return f'<symbol id="{name}" overflow="visible">{side}{face}{line}</symbol>'


def heap_svg(number: int, label: str) -> str:
    """Tiles face down, in rows whose tiles overlap if there are many; `label` is for a screen reader."""
    rows = 1 if number <= _WIDEST else 2 if number <= 4 * _WIDEST else 3
    a_row = ceil(number / rows)
    pitch = min(1.12, _WIDEST * 1.12 / a_row)
    backs = "".join(_back(place % a_row, place // a_row, place, pitch) for place in range(number))
    width, height = (a_row - 1) * pitch + 1.4, (rows - 1) * _HIGH + 2.3
    return f'<svg class="heap" viewBox="-.7 -1.15 {width:g} {height:g}" {described(label)}>{backs}</svg>'


def _back(column: int, row: int, place: int, pitch: float) -> str:
    x, y = column * pitch, row * _HIGH
    turn = f"translate({x:g} {y:g}) rotate({_TILTS[place * 3 % len(_TILTS)]})"
    return f'<rect class="face" x="-.5" y="-.97" width="1" height="1.94" rx=".15" transform="{turn}"/>'
