"""A table as spreadsheets (CSV): its events, and the scores by round."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.log import Entry, Log, Tick, unwatched
from referee.engine.messages import _, _p
from referee.engine.record.events import Amend, Play, verb_of
from referee.engine.record.readers import read_event
from referee.engine.tiles import Tile
from referee.reports.lines import notes_in
from referee.reports.matches import MatchSummary
from referee.reports.sections import sections

Cell = str | int | None

_MARK = "\ufeff"  # tells spreadsheets that the file is UTF-8
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20\t\r\n")  # the wide ones count in Japan


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as CSV; no text can be mistaken for a formula."""
    written = io.StringIO()
    csv.writer(written).writerows(map(_harmless, row) for row in rows)
    return _MARK + written.getvalue()


def _harmless(value: Cell) -> Cell:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def events_csv(log: Log, bodies: Sequence[Mapping[str, Any]], tick: Tick = unwatched) -> str:
    """Every event in order, with the running totals of all sides after it.

    `tick` is called after each event.
    """
    return csv_text(_event_rows(log, bodies, tick))


def _event_rows(log: Log, bodies: Sequence[Mapping[str, Any]], tick: Tick) -> Iterator[Sequence[Cell]]:
    setup = log.start.setup
    yield (*_event_heads(), *setup.sides)
    force = {each.number: each for each in log.entries}
    in_force = (each for each in log.corrections if each.number not in log.gone)
    amended = {each.event.event: each.number for each in in_force if isinstance(each.event, Amend)}
    rounds: dict[int, int] = {}
    notes: dict[int, str] = {}
    for section in sections(log):
        tick(0, len(bodies))
        rounds.update({each.number: section.number for each in section.judged})
        notes.update({each: note for each, note in notes_in(log, section).items() if note})
    scores = log.start.amounts
    number = 0
    for place, said in enumerate(bodies, 1):
        entry = force.get(place)
        body = bodies[amended[place] - 1]["with"] if entry is not None and place in amended else said
        number = rounds.get(place, number)
        verb = verb_of(read_event(body, setup.players))
        points, note = None, notes.get(place, _("taken back") if place in log.gone else "")
        if entry is not None or not note:  # of what was taken back the note says only that
            note = ". ".join(filter(None, (note, body.get("why"))))
        if entry is not None:
            scores = entry.state.amounts
            points = sum(gained for _, gained in entry.ruling.points) or None
        yield (
            place,
            number,
            str(body.get("by", "")),
            verb,
            _what(body.get(verb)),
            _what(next((body[key] for key in ("at", "train", "onto", "column") if key in body), None)),
            points,
            _count(entry, log.state.untold),
            entry.ruling.code.value if entry is not None and entry.ruling.code is not None else "",
            note,
            *scores,
        )
        tick(place, len(bodies))


def _event_heads() -> tuple[str, ...]:
    return (
        _p("column", "number"), _p("column", "round"), _p("column", "by"), _p("column", "verb"), _p("column", "what"),
        _p("column", "where"), _p("column", "points"), _p("column", "count"), _p("column", "code"), _p("column", "note"),
    )  # fmt: skip


def _what(value: object) -> Cell:
    """The value of a verb, in one cell."""
    if value is None or value is True:
        return ""
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_what(each)}".rstrip() for name, each in value.items())
    return value if isinstance(value, int) else str(value)


def _count(entry: Entry | None, hidden: Sequence[Tile]) -> Cell:
    """The sum of the ends after a tile, if the game counts them and it may be shown."""
    if entry is None or not isinstance(entry.event, Play) or entry.event.tile is None:
        return None
    ends = entry.state.ends
    return None if ends is None or entry.event.tile in hidden else sum(ends)


def scores_csv(match: MatchSummary) -> str:
    """The points of each side in each round, and the scores after it."""
    rows: list[Sequence[Cell]] = [
        (
            _p("column", "round"),
            _p("column", "ended"),
            *match.sides,
            *(_("{name}, total", name=side) for side in match.sides),
        )
    ]
    rows += [(row.number or None, row.alone, *row.made, *row.scores) for row in match.rows]
    return csv_text(rows)
