"""What all exports of a table need besides its log: the date, the place, how long it was played, and the drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from referee.drawing.shapes import Drawing, lanes_drawing, layout_drawing
from referee.engine.messages import _, marked
from referee.reports.rounds import RoundSummary

_MONTHS = (
    marked("{day} January {year}"), marked("{day} February {year}"), marked("{day} March {year}"),
    marked("{day} April {year}"), marked("{day} May {year}"), marked("{day} June {year}"),
    marked("{day} July {year}"), marked("{day} August {year}"), marked("{day} September {year}"),
    marked("{day} October {year}"), marked("{day} November {year}"), marked("{day} December {year}"),
)  # fmt: skip


class About(NamedTuple):
    """The date as people write it, the header's place, and the time from the first event to the last."""

    day: str = ""
    place: str = ""
    played: str = ""


def about(header: Mapping[str, Any], day: str, times: Sequence[str]) -> About:
    """The facts about a table of that day; `times` are the times of its events (ISO 8601)."""
    played = _between(times[0], times[-1]) if times else ""
    return About(day_in_words(day), str(header.get("place") or ""), played)


def day_in_words(text: str) -> str:
    """A date as people write it; any other text unchanged."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return _(_MONTHS[day.month - 1], day=day.day, year=day.year)


def _between(first: str, last: str) -> str:
    """The time between the two in hours and minutes; "" for less than a minute."""
    minutes = int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()) // 60
    hours, minutes = divmod(minutes, 60)
    if hours:
        return _("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return _("{minutes} min", minutes=minutes) if minutes else ""


def lying_of(summary: RoundSummary, *, last: bool = False) -> Drawing | None:
    """The layout with the numbers at its ends, or rows of tiles; None if there are no tiles. With `last` the tile that
    was laid last in a layout is marked."""
    if summary.lanes:
        return lanes_drawing(summary.lanes)
    if summary.layout is None or not summary.layout.laid:
        return None
    return layout_drawing(summary.layout, ends=summary.tells_ends, last=last)
