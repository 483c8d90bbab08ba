"""What all exports of a table need besides its log: the date, the place, how long it was played, and the drawing."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from babel.dates import format_date

from referee.drawing.shapes import VectorDrawing, lanes_drawing, layout_drawing
from referee.engine.messages import _
from referee.reports.rounds import RoundSummary
from referee.translations.catalogues import ENGLISH, language_in_use


class About(NamedTuple):
    """The date as people write it, the header's place, and the time from the first event to the last."""

    day: str = ""
    place: str = ""
    played: str = ""

    def line(self, *further: str) -> str:
        """The day, the place and what else is told beside them, in one line."""
        return " · ".join(filter(None, (self.day, self.place, *further)))


def about(header: Mapping[str, Any], day: str, times: Sequence[str]) -> About:
    """The facts about a table of that day; `times` are the times of its events (ISO 8601)."""
    played = _between(times[0], times[-1]) if times else ""
    return About(day_in_words(day), str(header.get("place") or ""), played)


def day_in_words(text: str, *, short: bool = False) -> str:
    """A date as people write it; any other text unchanged. `short`: on one line, its month shortened."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return text
    language, form = language_in_use(), "medium" if short else "long"
    if language == ENGLISH:  # Babel's English is American
        form = "d MMM y" if short else "d MMMM y"
    words = format_date(day, form, locale=language)
    return words.replace(" ", "\u00a0") if short else words


def _between(first: str, last: str) -> str:
    """The time between the two in hours and minutes; "" for less than a minute."""
    minutes = int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()) // 60
    hours, minutes = divmod(minutes, 60)
    if hours:
        return _("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return _("{minutes} min", minutes=minutes) if minutes else ""


def lying_of(summary: RoundSummary, *, last: bool = False) -> VectorDrawing | None:
    """The layout with the numbers at its ends, or rows of tiles; None if there are no tiles. With `last` the tile that
    was laid last in a layout is marked."""
    if summary.lanes:
        return lanes_drawing(summary.lanes)
    if summary.layout is None:
        return None
    return layout_drawing(summary.layout, ends=summary.tells_ends, last=last)
