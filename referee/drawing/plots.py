"""Plots small enough to stand in a line: the points of rounds as bars, a share as a bar, scores as lines."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

BARS = 24  # the latest ones; more would be too thin to tell apart


def bars_svg(values: Sequence[int], label: str) -> str:
    """Numbers as bars from a common foot, the latest on the right; below nothing they hang."""
    shown = list(values)[-BARS:]
    top, low = max([*shown, 0]), min([*shown, 0])
    span = max(1, top - low)
    unit = 20 / span
    parts = []
    for number, value in enumerate(shown):
        height = abs(value) * unit
        y = (top - max(value, 0)) * unit
        name = "below" if value < 0 else "bar-of"
        parts.append(
            f'<rect class="{name}" x="{number * 5}" y="{y:.2f}" width="4" height="{max(height, 0.6):.2f}"/>'
        )
    foot = top * unit
    width = BARS * 5
    line = f'<path class="foot-of" d="M0 {foot:.2f}H{width}"/>'
    return _svg("bars", width, 21, label, line + "".join(parts))


def share_svg(won: int, lost: int, label: str) -> str:
    """How many of all were won, as one bar of full width."""
    part = 100 * won / max(1, won + lost)
    body = (
        '<rect class="rest-of" width="100" height="8" rx="4"/>'
        f'<rect class="bar-of" width="{part:.1f}" height="8" rx="4"/>'
    )
    return _svg("won-share", 100, 8, label, body)


def _svg(name: str, width: float, height: float, label: str, body: str) -> str:
    return (
        f'<svg class="{name}" viewBox="0 0 {width:g} {height:g}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label, quote=True)}">{body}</svg>'
    )
