"""All that was said, as a list and as one page of paper for each round."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from referee.events import (
    Adjust,
    Amend,
    Claim,
    Draw,
    Event,
    Flip,
    Hand,
    Muggins,
    Pass,
    Pips,
    Play,
    Round,
    Void,
)
from referee.links import Link
from referee.play.state import Match, Status
from referee.play.words import listed, points_word, sum_in_words, tiles_word
from referee.replay import Entry, Log
from referee.rulings import Missed, Ruling, Verdict
from referee.web.app import store
from referee.web.asked import Asked
from referee.web.book import Table, line_state
from referee.web.pages import LogLine, LogPage, RoundLog, Summary
from referee.web.pictures import finished_picture, tile_picture
from referee.web.settled import settlement_of
from referee.web.spoken import undo_words
from referee.web.switches import house_rules

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


class _Judged(NamedTuple):
    """One event in force, or one that was taken back (`entry` is None)."""

    number: int
    event: Event
    entry: Entry | None


def line_of(table: Table, number: int) -> LogLine | None:
    """One entry in force as the list shows it; None for any other."""
    for _, judged in _by_round(table):
        for each in judged:
            if each.number == number and each.entry is not None:
                return _line(table, each, _hidden(table.state))
    return None


# The list


def log_page(table: Table, notice: str = "") -> LogPage:
    """Everything said, the last round first."""
    found = []
    entered = store().links.entered(table.row.id)
    if len({each.id for each in entered.values()}) < 2:
        entered = {}  # one phone enters everything
    for number, judged in reversed(_by_round(table)):
        lines = tuple(
            replace(_with_way(table, line), entered=_entered_by(table, entered.get(line.number), line.by))
            for line in _lines(table, judged)
        )
        href = url_for("rounds.summary", link=table.link, number=number) if _settled_in(judged) else ""
        found.append(
            RoundLog(number=number, title=f"Round {number}" if number else "Before", lines=lines, href=href)
        )
    state = table.state
    return LogPage(
        title=table.setup.variant.name,
        back=url_for("rounds.show", link=table.link),
        say=url_for("rounds.say", link=table.link),
        rounds=tuple(found),
        may_write=table.may_correct,
        sides=table.setup.sides if state.round is not None and state.status is not Status.MATCH_OVER else (),
        seq=table.seq,
        key=secrets.token_urlsafe(12),
        may_void=state.status in (Status.PLAYING, Status.REVEAL),
        out_of_turn=_out_of_turn(table),
        notice=notice,
    )


def _entered_by(table: Table, link: Link | None, by: str) -> str:
    """Who entered it, where that does not go without saying: a seat enters what its own player does."""
    if link is None:
        return ""
    if link.seat is None:
        return "entered by the keeper" if link.role == "keep" else "entered by the owner"
    name = table.setup.players[link.seat]
    return "" if name == by else f"entered by {name}"


def _out_of_turn(table: Table) -> tuple[tuple[str, str], ...]:
    """Who may have acted though it was another's turn, each with the way to say so."""
    turn = table.state.to_act
    if turn is None or table.setup.variant.rows is not None:
        return ()
    others = [name for seat, name in enumerate(table.setup.players) if seat != turn]
    return tuple((name, Asked(who=name).href(table.link)) for name in others)


def _with_way(table: Table, line: LogLine) -> LogLine:
    """The line with the way to its corrections, for whoever may make them."""
    if line.struck or not table.may_correct:
        return line
    return replace(line, href=url_for("entries.show", link=table.link, number=line.number))


def _by_round(table: Table) -> list[tuple[int, list[_Judged]]]:
    """Every event with the round that it belongs to, in order."""
    force = {each.number: each for each in table.log.entries}
    rounds: list[tuple[int, list[_Judged]]] = []
    for number, event in sorted((*table.log.plain, *_amends(table.log)), key=lambda each: each[0]):
        if isinstance(event, Round) and number in force:
            rounds.append((event.number, []))
        elif not rounds:
            rounds.append((0, []))
        rounds[-1][1].append(
            _Judged(number, force[number].event if number in force else event, force.get(number))
        )
    return rounds


def _amends(log: Log) -> Iterable[tuple[int, Event]]:
    return ((each.number, each.event) for each in log.corrections if isinstance(each.event, Amend))


def _settled_in(judged: Sequence[_Judged]) -> bool:
    return any(each.entry is not None and each.entry.ruling.settled is not None for each in judged)


def _lines(table: Table, judged: Sequence[_Judged]) -> tuple[LogLine, ...]:
    hidden = _hidden(table.state)
    lines: list[LogLine] = []
    draws = 0
    for each in judged:
        draws = draws + each.event.number if _goes_on_drawing(each, lines) else 0  # type: ignore[union-attr]
        line = _line(table, each, hidden)
        if draws and isinstance(each.event, Draw):
            before = lines.pop()
            total = int(before.drawn) + each.event.number
            line = _drawn_line(table, each, total, before.number)
        lines.append(line)
    return tuple(lines)


def _goes_on_drawing(each: _Judged, lines: Sequence[LogLine]) -> bool:
    """Whether this draw goes on from the one before, by the same player."""
    is_draw = isinstance(each.event, Draw) and each.entry is not None
    return is_draw and bool(lines) and lines[-1].drawn > 0 and lines[-1].seat == each.event.by  # type: ignore[union-attr]


def _hidden(state: Match) -> set[str]:
    """The tiles of which no sum may be told yet."""
    if state.round is None or not state.claims_are_open:
        return set()
    return {each.tile.name for each in state.round.claims}


def _line(table: Table, each: _Judged, hidden: set[str]) -> LogLine:
    event, entry = each.event, each.entry
    seat = getattr(event, "by", -1)
    by = table.setup.players[seat] if seat >= 0 else ""
    if entry is None:
        drawing = _drawing(event)
        text = "" if drawing else undo_words(table, each.number)
        return LogLine(number=each.number, by=by, text=text, drawing=drawing, note="taken back", struck=True)
    if isinstance(event, Draw):
        return _drawn_line(table, each, event.number, each.number)
    return LogLine(
        number=each.number,
        by=by,
        text=_text(event, entry.ruling),
        drawing=_drawing(event),
        arithmetic=_arithmetic(entry, hidden),
        points=_points(table, entry, seat),
        note=_note(table, each.number, entry),
    )


def _drawn_line(table: Table, each: _Judged, number: int, first: int) -> LogLine:
    event = each.event
    assert isinstance(event, Draw)
    assert each.entry is not None
    current = line_state(each.entry.state).round
    left = current.boneyard if current is not None else 0
    return LogLine(
        number=first,
        by=table.setup.players[event.by],
        text=f"draws {number}, {left} left",
        note=_note(table, each.number, each.entry),
        drawn=number,
        seat=event.by,
    )


def _drawing(event: Event) -> Markup:
    if isinstance(event, Play | Flip) and event.tile is not None:
        return tile_picture(event.tile, label=None)
    return Markup()


def _text(event: Event, ruling: Ruling) -> str:
    match event:
        case Play():
            at = ruling.said[0].values.get("at")
            return f"on {at}" if at is not None else "opens"
        case Flip():
            return "goes to the bottom" if "does not go" in ruling.says else "goes"
        case Pass():
            return "passes" if "passes" in str(ruling.said[0]) else "stops here"
        case Claim():
            return f"claims {points_word(event.points)}"
        case Muggins():
            return "calls muggins"
        case Hand():
            return f"shows {listed(str(tile) for tile in event.tiles)}"
        case Pips():
            return f"has {event.pips} pips left"
        case Round():
            return " ".join(str(each) for each in ruling.said)
        case Adjust() | Void():
            return " ".join(str(each) for each in ruling.said)
        case _:
            return ruling.says


def _arithmetic(entry: Entry, hidden: set[str]) -> str:
    """The sum of the ends after a tile, where the game counts and it may be told."""
    event, state = entry.event, line_state(entry.state)
    if not isinstance(event, Play) or event.tile is None or state.round is None:
        return ""
    if not state.setup.variant.counting.counts_ends or event.tile.name in hidden:
        return ""
    return sum_in_words(state.round.layout.ends())


def _points(table: Table, entry: Entry, seat: int) -> str:
    """What the event added to its player's own side, or to each where there is no player."""
    ruling = entry.ruling
    if isinstance(entry.event, Hand | Pips):
        return ""
    if seat >= 0:
        side = table.setup.side_of[seat]
        gained = sum(points for each, points in ruling.points if each == side)
        return f"{gained:+d}" if gained else ""
    return ", ".join(f"{points:+d}" for _, points in ruling.points)


def _note(table: Table, number: int, entry: Entry) -> str:
    """What is marked at an entry: that it stood, that it was corrected, what was lost by it, what it proved false."""
    found = []
    if entry.ruling.verdict is Verdict.STOOD:
        found.append(
            f"against a rule, the table let it stand: {entry.ruling.said[-2]}"
            if len(entry.ruling.said) > 1
            else "against a rule, the table let it stand"
        )
    first = dict(table.log.plain).get(number)
    if first is not None and first is not entry.event:
        found.append(f"entered first as {undo_words(table, number)}")
    if isinstance(entry.event, Claim | Muggins) and entry.ruling.code is not None:
        found.append(entry.ruling.says)
    found += [_missed(table, each) for each in entry.ruling.missed]
    if (
        isinstance(entry.event, Play)
        and len(entry.ruling.said) > 2
        and "would pass" in str(entry.ruling.said[2])
    ):
        found.append(str(entry.ruling.said[2]))
    return ". ".join(each.removesuffix(".") for each in found)


def _missed(table: Table, missed: Missed) -> str:
    return f"{points_word(missed.points)} of {table.setup.players[missed.seat]} not claimed"


# The page of paper


def summary_of(table: Table, number: int, size: str) -> Summary | None:
    """The round on one page; None where no such round was settled."""
    judged = next((each for round_number, each in reversed(_by_round(table)) if round_number == number), None)
    if judged is None:
        return None
    settled = [
        n for n, entry in enumerate(table.log.entries) if _is_of(judged, entry) and entry.ruling.settled
    ]
    if not settled:
        return None
    entries = table.log.entries[: settled[-1] + 1]
    state = line_state(entries[-1].state)
    current = state.round
    assert current is not None
    setup = table.setup
    over = state.status is Status.MATCH_OVER
    facts = f"{setup.variant.sheet.title} · {setup.tiles.name} · {_goal(table)}"
    layout = current.layout
    return Summary(
        title=setup.variant.name,
        facts=facts,
        round_title=f"Round {number}",
        when=f"{_when(table)} · {listed(setup.players)}, clockwise",
        layout=finished_picture(
            layout, tiles_word(len(layout.laid)), counts_ends=setup.variant.counting.counts_ends
        ),
        settlement=settlement_of(table, entries, state, match_over=over),
        house_rules=tuple(rule.sentence for rule in house_rules(setup)),
        lines=_lines(table, judged),
        signatures=setup.players,
        paper=size,
        back=url_for("rounds.show", link=table.link),
    )


def _is_of(judged: Sequence[_Judged], entry: Entry) -> bool:
    return any(each.number == entry.number for each in judged)


def _goal(table: Table) -> str:
    target = table.setup.variant.target
    if target.mode == "single":
        return "one round"
    return f"{'exactly' if target.exact else 'to'} {target.target}"


def _when(table: Table) -> str:
    """The date of the table as people write it."""
    text = str(table.row.header.get("date") or table.row.created_at[:10])
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
