"""Plots: small inline charts of round points and shares, and the running scores of a match.

The geometry of the score plot is the same for a page, a sheet of paper and a picture; each draws it in its own units.
"""

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from referee.drawing.svg import described
from referee.engine.messages import _

BARS = 24  # the latest values; more bars would be too thin to tell apart


def bars_svg(values: Sequence[int], label: str) -> str:
    """A bar chart of numbers, the latest on the right; negative bars hang below the base line."""
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
    """The share of wins, as one bar of full width."""
    part = 100 * won / max(1, won + lost)
    body = (
        '<rect class="rest-of" width="100" height="8" rx="4"/>'
        f'<rect class="bar-of" width="{part:.1f}" height="8" rx="4"/>'
    )
    return _svg("won-share", 100, 8, label, body)


def _svg(name: str, width: float, height: float, label: str, body: str) -> str:
    return (
        f'<svg class="{name}" viewBox="0 0 {width:g} {height:g}" preserveAspectRatio="none" '
        f"{described(label)}>{body}</svg>"
    )


_LONGEST = 14  # letters of a name, or of each of two partners
_MOST = 0.4  # of the width is for the names
_LETTER = 0.65  # the estimated width of a letter, in heights of one
_MANY = 12  # with more rounds than this, not every one is numbered
_DENSE = 24  # with more rounds than this, no dots are drawn
# Dash patterns (on, off) for the sides that did not win, in multiples of the line's thickness. The first is solid.
_DASHES: tuple[tuple[float, ...], ...] = (
    (), (0.1, 2.4), (4, 2.4), (8, 2.6), (0.1, 4.4), (12, 3.4), (3, 4.4), (6, 1.6)
)  # fmt: skip


Along = Callable[[int], float]
"""The position of a score from the top, or of a round from the left."""


class Scores(NamedTuple):
    """A match: the scores of all sides after each round, the target (0: none), the winning side, and what the sides
    began with (empty: nothing)."""

    sides: tuple[str, ...]
    rounds: tuple[tuple[int, ...], ...]
    target: int = 0
    winner: int | None = None
    began: tuple[int, ...] = ()


class PlotFrame(NamedTuple):
    """The space for a plot: its size, the height of its letters, and what measures a text in them (nothing: an
    estimate)."""

    width: float
    height: float
    letter: float
    measure: Callable[[str], float] | None = None

    def width_of(self, text: str) -> float:
        """How wide a text is."""
        return self.measure(text) if self.measure else len(text) * self.letter * _LETTER


class Guide(NamedTuple):
    """A horizontal line at a score; `is_told` if it is labelled with the score."""

    y: float
    score: int
    is_target: bool
    is_told: bool


class Tick(NamedTuple):
    """The number of a round, centred under it."""

    x: float
    number: int


class Run(NamedTuple):
    """The line of a side: its points, its thickness, and its dash pattern (empty: a solid line)."""

    points: tuple[tuple[float, float], ...]
    thick: float
    dash: tuple[float, ...]
    won: bool


class EndName(NamedTuple):
    """A player, or the last of two partners, with the score; or the first of them above. They stand at the end of
    their line; `y` is at mid-height of the letters."""

    x: float
    y: float
    text: str
    won: bool


class ScorePlot(NamedTuple):
    """Everything to draw. Lines go from `left` to `right`; the last of `runs` is the winner's, drawn on top.

    `dot` is the radius of a round's dot; 0 if there are too many rounds for dots.
    """

    left: float
    right: float
    dot: float
    guides: tuple[Guide, ...]
    ticks: tuple[Tick, ...]
    runs: tuple[Run, ...]
    names: tuple[EndName, ...]


def score_plot(match: Scores, frame: PlotFrame) -> ScorePlot:
    """The plot of a match with at least one round, to fit `frame`; it starts with what the sides began with."""
    letter, rounds = frame.letter, len(match.rounds)
    digit = letter * 0.62
    began = match.began or (0,) * len(match.sides)
    reached = [score for scores in (began, *match.rounds) for score in scores]
    low, high = min(0, *reached), max(1, match.target, *reached)
    left = digit * max(len(str(low)), len(str(high))) + letter * 0.5
    told = [_told(side, score) for side, score in zip(match.sides, match.rounds[-1], strict=True)]
    names = min(
        max(frame.width_of(line) for lines in told for line in lines) + letter * 0.3, frame.width * _MOST
    )
    right, top, foot = frame.width - names - letter * 0.7, letter * 0.7, frame.height - letter * 1.5

    def across(number: int) -> float:
        return left + (right - left) * number / rounds

    def down(score: int) -> float:
        return foot - (foot - top) * (score - low) / (high - low)

    def points(side: int) -> tuple[tuple[float, float], ...]:
        ran = enumerate((began, *match.rounds))
        return tuple((across(number), down(scores[side])) for number, scores in ran)

    sides = range(len(match.sides))
    places = {each: place for place, each in enumerate(each for each in sides if each != match.winner)}
    runs = [_run(points(each), places.get(each), letter) for each in sides]
    number_width, room = digit * len(str(rounds)) + letter * 0.4, (right - left) / rounds
    fits = (each for each in (1, 5) if rounds <= each * _MANY and number_width <= each * room)
    every = next(fits, 25)
    return ScorePlot(
        left=left,
        right=right,
        dot=letter * 0.26 if rounds <= _DENSE else 0,
        guides=_guides(low, high, match.target, down, letter),
        ticks=tuple(Tick(across(each), each) for each in range(every, rounds + 1, every)),
        runs=tuple(sorted(runs, key=lambda each: each.won)),
        names=_names(match, told, right + letter * 0.7, down, letter, foot),
    )


def _run(points: tuple[tuple[float, float], ...], place: int | None, letter: float) -> Run:
    """The line of a side; `place` is its index among the sides that did not win, None for the winner."""
    thick = letter * (0.18 if place is not None else 0.28)
    dash = () if place is None else tuple(thick * each for each in _DASHES[place % len(_DASHES)])
    return Run(points, thick, dash, place is None)


def _guides(low: int, high: int, target: int, down: Along, letter: float) -> tuple[Guide, ...]:
    """Horizontal lines at the lowest score, zero, the target (or else the highest score) and half of that."""
    goal = target or high
    scores = sorted({low, 0, goal // 2, goal})
    apart = letter * 1.1
    return tuple(
        Guide(
            down(score),
            score,
            bool(target) and score == target,
            score in (0, goal) or all(abs(down(score) - down(each)) >= apart for each in (0, goal)),
        )
        for score in scores
    )


def _told(side: str, score: int) -> tuple[str, ...]:
    """The name and the score in a line; of partners the first has a line above it."""
    *first, last = (
        name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…" for name in side.split(" & ")
    )
    return *(f"{name} &" for name in first), f"{last} {score}"


def _names(
    match: Scores, told: Sequence[tuple[str, ...]], x: float, down: Along, letter: float, foot: float
) -> tuple[EndName, ...]:
    """The names at the ends of the lines, moved apart if they would overlap."""
    last = match.rounds[-1]
    order = sorted(range(len(match.sides)), key=lambda each: -last[each])
    lines = max(map(len, told))
    apart = min(letter * 1.25 * lines, (foot + letter) / len(order))
    half = letter * 0.6 * (lines - 1)  # from the middle of the names to that of their first line
    places, lowest = [], letter * 0.6 + half - apart
    for side in order:
        lowest = max(down(last[side]), lowest + apart)
        places.append(lowest)
    found: list[EndName] = []
    highest = foot + letter + apart - half
    for place, side in reversed(list(zip(places, order, strict=True))):
        highest = min(place, highest - apart)
        rows = [
            EndName(x, highest - half + number * letter * 1.2, line, match.winner == side)
            for number, line in enumerate(told[side])
        ]
        found += reversed(rows)
    return tuple(reversed(found))


def scores_svg(match: Scores, frame: PlotFrame) -> str:
    """The plot as SVG for a page, styled only by its classes."""
    plot = score_plot(match, frame)
    told = ", ".join(f"{side} {score}" for side, score in zip(match.sides, match.rounds[-1], strict=True))
    label = _("The scores, round by round. {scores}", scores=told)
    names = (
        f'<text class="run-name{" won" if each.won else ""}" x="{each.x:.1f}" y="{each.y + frame.letter * 0.35:.1f}"'
        f"{_squeezed(each, frame)}>{escape(each.text)}</text>"
        for each in plot.names
    )
    inner = "".join((*_drawn_guides(plot, frame), *_drawn_runs(plot), *names))
    return (
        f'<svg class="plot" viewBox="0 0 {frame.width:g} {frame.height:g}" font-size="{frame.letter:g}" '
        f"{described(label)}>{inner}</svg>"
    )


def _squeezed(name: EndName, frame: PlotFrame) -> str:
    """What makes a name narrower that would leave the plot, so that its score is seen; "" if it fits."""
    room = frame.width - name.x
    if frame.width_of(name.text) <= room:
        return ""
    return f' textLength="{room:.1f}" lengthAdjust="spacingAndGlyphs"'


def _drawn_guides(plot: ScorePlot, frame: PlotFrame) -> Sequence[str]:
    found = []
    for each in plot.guides:
        kind = "target-line" if each.is_target else "guide"
        found.append(f'<path class="{kind}" d="M{plot.left:.1f} {each.y:.1f}H{plot.right:.1f}"/>')
        if each.is_told:
            x, y = plot.left - frame.letter * 0.4, each.y + frame.letter * 0.35
            found.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="end">{each.score}</text>')
    foot = frame.height - frame.letter * 0.2
    found += [
        f'<text x="{x:.1f}" y="{foot:.1f}" text-anchor="middle">{number}</text>' for x, number in plot.ticks
    ]
    return found


def _drawn_runs(plot: ScorePlot) -> Sequence[str]:
    found = []
    for each in plot.runs:
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in each.points)
        dash = f' stroke-dasharray="{" ".join(f"{part:.1f}" for part in each.dash)}"' if each.dash else ""
        dots = "".join(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{plot.dot * (1.3 if each.won else 1):.1f}"/>'
            for x, y in each.points[1:]
            if plot.dot
        )
        kind = "run won" if each.won else "run"
        found.append(f'<g class="{kind}"><path stroke-width="{each.thick:.1f}" d="M{line}"{dash}/>{dots}</g>')
    return found
