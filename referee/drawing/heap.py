"""Tiles face down: the boneyard as it lies beside the layout."""

from __future__ import annotations

from math import ceil

WIDEST = 7  # tiles side by side that need not overlap
HIGH = 2.2  # from one row to the next, in units of half a tile
TILTS = (2, -3, 4, -1, 3, -2, 1, -4)  # degrees


def heap_svg(number: int, label: str) -> str:
    """So many tiles face down, in rows that overlap if there are many; `label` says what it is."""
    rows = 1 if number <= WIDEST else 2 if number <= 4 * WIDEST else 3
    a_row = ceil(number / rows)
    pitch = min(1.12, WIDEST * 1.12 / a_row)
    backs = "".join(_back(place % a_row, place // a_row, place, pitch) for place in range(number))
    width, height = (a_row - 1) * pitch + 1.4, (rows - 1) * HIGH + 2.3
    return f'<svg class="heap" viewBox="-.7 -1.15 {width:g} {height:g}" role="img" aria-label="{label}">{backs}</svg>'


def _back(column: int, row: int, place: int, pitch: float) -> str:
    x, y = column * pitch, row * HIGH
    turn = f"translate({x:g} {y:g}) rotate({TILTS[place * 3 % len(TILTS)]})"
    return f'<rect class="face" x="-.5" y="-.97" width="1" height="1.94" rx=".15" transform="{turn}"/>'
