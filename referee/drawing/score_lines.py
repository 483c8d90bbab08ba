"""The scores of a match as they ran: a stepped line for each side, told apart by their dashes, named at its end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from referee.engine.messages import _

WIDTH, HEIGHT = 480, 160
_LEFT, _RIGHT, _TOP, _FOOT = 30, 370, 8, 144
_APART = 15.0  # names beside each other
_LONGEST = 14  # letters of a name
_DASHES = ("", "9 4", "2.5 3", "16 5", "6 2 2 2", "11 9", "1.5 5", "22 3")
_MANY = 30  # rounds, of which every fifth is numbered


class Running(NamedTuple):
    """A match by the numbers of its events: `steps` are the scores after those that changed them, from 0.

    `starts` are the events with which rounds began, `last` is the last event; `target` 0 is none.
    """

    sides: tuple[str, ...]
    steps: tuple[tuple[int, tuple[int, ...]], ...]
    starts: tuple[int, ...]
    last: int
    target: int = 0
    winner: int | None = None


def running_svg(match: Running) -> str:
    """The plot, drawn by its classes alone: `steps-of`, `grid-of`, `ends-of`, and `target-of` for the target."""
    plot = _Plot(match)
    parts = [*plot.grid(), *plot.rounds(), *plot.lines(), *plot.names()]
    scores = zip(match.sides, match.steps[-1][1], strict=True)
    told = ", ".join(f"{side} {score}" for side, score in scores)
    label = _("The scores as they ran. {scores}", scores=told)
    return (
        f'<svg class="running" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMinYMid meet" role="img" '
        f'aria-label="{escape(label, quote=True)}">{"".join(parts)}</svg>'
    )


class _Plot:
    """Where everything lies in the box."""

    def __init__(self, match: Running) -> None:
        reached = [score for _, scores in match.steps for score in scores]
        self.match = match
        self.low = min(0, *reached)
        self.high = max(1, match.target, *reached)

    def across(self, number: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * number / max(1, self.match.last)

    def down(self, score: int) -> float:
        return _FOOT - (_FOOT - _TOP) * (score - self.low) / (self.high - self.low)

    def grid(self) -> Sequence[str]:
        target = self.match.target
        scores = sorted({self.low, 0, target, self.high})
        marks = []
        for score in scores:
            y = self.down(score)
            name = "target-of" if target and score == target else "grid-of"
            marks.append(f'<path class="{name}" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>')
            if all(abs(y - self.down(each)) > _APART * 0.8 for each in scores if each > score):
                marks.append(f'<text x="{_LEFT - 4}" y="{y + 4:.1f}" text-anchor="end">{score}</text>')
        return marks

    def rounds(self) -> Sequence[str]:
        marks = []
        every = 5 if len(self.match.starts) > _MANY / 2 else 1
        for number, start in enumerate(self.match.starts, 1):
            x = self.across(start)
            if len(self.match.starts) <= _MANY or number % every == 0:
                marks.append(f'<path class="grid-of" d="M{x:.1f} {_TOP}V{_FOOT}"/>')
            if number % every == 0:
                marks.append(f'<text x="{x + 2:.1f}" y="{HEIGHT - 3}">{number}</text>')
        return marks

    def lines(self) -> Sequence[str]:
        found = []
        for side in range(len(self.match.sides)):
            (first, scores), *rest = self.match.steps
            path = f"M{self.across(first):.1f} {self.down(scores[side]):.1f}"
            for number, after in rest:
                path += f"H{self.across(number):.1f}V{self.down(after[side]):.1f}"
            dash = _DASHES[side % len(_DASHES)]
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            found.append(f'<path class="steps-of" d="{path}H{_RIGHT}"{dashed}/>')
        return found

    def names(self) -> Sequence[str]:
        """Names beside the ends of the lines, moved apart where they would cover each other."""
        ends = [self.down(score) for score in self.match.steps[-1][1]]
        order = sorted(range(len(ends)), key=lambda each: ends[each])
        places, lowest = [], _TOP - _APART
        for side in order:
            lowest = max(ends[side], lowest + _APART)
            places.append(lowest)
        found, highest = [], _FOOT + _APART
        for place, side in reversed(list(zip(places, order, strict=True))):
            highest = min(place, highest - _APART)
            name, score = self.match.sides[side], self.match.steps[-1][1][side]
            short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
            won = " won" if self.match.winner == side else ""
            found.append(
                f'<text class="ends-of{won}" x="{_RIGHT + 5}" y="{highest + 4:.1f}">{escape(short)} {score}</text>'
            )
        return found
