"""A whole match on one sheet: its rounds, the scores as they ran, who won by what rule, and the best plays."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from referee.engine.audit.flag_words import whose
from referee.engine.games.match import Status
from referee.engine.log import Entry, Log, Tick, unwatched
from referee.engine.messages import _
from referee.engine.record.events import Claim, Muggins, Play, Round
from referee.engine.rulings import Rule
from referee.engine.seating import Seating
from referee.reports.agreed import deciding_rule, facts_of, house_rules
from referee.reports.line_words import arithmetic
from referee.reports.lines import hidden_tiles, made_in_play
from referee.reports.rounds import how_of, opener_of, settling, title_of
from referee.reports.sections import Section, sections

Scores = tuple[int, ...]
BEST = 5  # plays that are told


class RoundRow(NamedTuple):
    """A round in a line: who won it and how, what each side made in it, and the scores after it."""

    number: int
    title: str
    how: str
    opener: str
    made: tuple[int, ...]
    scores: tuple[int, ...]


class BestPlay(NamedTuple):
    """One of the plays that made the most points."""

    points: int
    by: str
    text: str
    round: int
    number: int


class Score(NamedTuple):
    """The scores of all sides after an event."""

    number: int
    scores: tuple[int, ...]


class MatchSummary(NamedTuple):
    """A match so far, or to its end.

    `running` are the scores after each event that changed them, from 0; `starts` the events with which rounds
    began; `result` says who won or how it stands, `rule` by what it is won. `is_over` is False while it goes on.
    """

    game: str
    facts: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    house_rules: tuple[str, ...]
    rounds: tuple[RoundRow, ...]
    scores: tuple[int, ...]
    keeps_score: bool
    winner: int | None
    is_over: bool
    result: str
    rule: Rule | None
    target: int
    best: tuple[BestPlay, ...]
    running: tuple[Score, ...]
    starts: tuple[int, ...]
    flags: tuple[str, ...]
    events: int


def match_summary(log: Log, tick: Tick = unwatched) -> MatchSummary:
    """The match as it stands now. `tick` is told after each round how many of all are done; what it raises ends it."""
    setup, state = log.start.setup, log.state
    parts = sections(log)
    over = state.status is Status.MATCH_OVER
    return MatchSummary(
        game=str(setup.variant.title),
        facts=facts_of(setup),
        players=setup.players,
        sides=setup.sides,
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        rounds=_rows(log, parts, tick),
        scores=state.scores,
        keeps_score=state.keeps_score,
        winner=state.winner,
        is_over=over,
        result=_result(setup.sides, state.scores, state.winner, over=over, scored=state.keeps_score),
        rule=deciding_rule(setup.variant),
        target=_target(log),
        best=_best(setup.players, parts, hidden_tiles(state)),
        running=_running(log.entries, state.scores),
        starts=tuple(each.number for each in log.entries if isinstance(each.event, Round)),
        flags=tuple(
            _(
                "Round {round}, {name}, entry {entry}: {because}",
                round=flag.round,
                name=whose(flag, setup.players),
                entry=flag.event,
                because=flag.because,
            )
            for flag in state.flags
        ),
        events=log.said,
    )


def _result(
    sides: Sequence[str], scores: Sequence[int], winner: int | None, *, over: bool, scored: bool
) -> str:
    if winner is not None:
        return _won(sides[winner], scores[winner] if scored else None)
    if over:
        return _("Nobody wins")
    best = max(scores)
    ahead = [side for side, score in zip(sides, scores, strict=True) if score == best]
    if not scored:
        return _("The table is open")
    if len(sides) < 2:
        return ""
    if len(ahead) > 1:
        return _("{points} all", points=best)
    if _are_more(ahead[0]):
        return _("{names} lead with {points}", names=ahead[0], points=best)
    return _("{name} leads with {points}", name=ahead[0], points=best)


def _won(side: str, score: int | None) -> str:
    if score is None:
        return _("{names} win", names=side) if _are_more(side) else _("{name} wins", name=side)
    if _are_more(side):
        return _("{names} win with {points}", names=side, points=score)
    return _("{name} wins with {points}", name=side, points=score)


def _are_more(side: str) -> bool:
    """Whether a side is named after several players."""
    return " & " in side


def _target(log: Log) -> int:
    setup = log.start.setup
    return 0 if setup.is_one_round else setup.to_reach or 0


def _rows(log: Log, parts: Sequence[Section], tick: Tick) -> tuple[RoundRow, ...]:
    rows = []
    before = (0,) * len(log.start.setup.sides)
    for done, part in enumerate(parts, 1):
        after = part.entries[-1].state.scores if part.entries else before
        row = _row(log.start.setup, part, before, after)
        if row is not None:
            rows.append(row)
        before = after
        tick(done, len(parts))
    return tuple(rows)


def _row(setup: Seating, part: Section, before: Scores, after: Scores) -> RoundRow | None:
    """The round in a line; None where it was not settled."""
    entry = settling(part)
    if entry is None or entry.ruling.settled is None:
        return None
    title = title_of(setup, entry.ruling.settled, entry.state)
    how = how_of(setup, entry.ruling.settled, entry.state)
    made = tuple(now - was for now, was in zip(after, before, strict=True))
    return RoundRow(part.number, title, how, opener_of(setup, part), made, after)


def _best(players: Sequence[str], parts: Sequence[Section], hidden: AbstractSet[str]) -> tuple[BestPlay, ...]:
    """The tiles and the calls that made the most."""
    found = []
    for part in parts:
        for entry in part.entries:
            event = entry.event
            if isinstance(event, Play | Claim | Muggins):
                points = max((gained for _, gained in made_in_play(entry)), default=0)
                if points > 0:
                    text = _told(entry, event, hidden)
                    found.append(BestPlay(points, players[event.by], text, part.number, entry.number))
    return tuple(sorted(found, key=lambda each: -each.points)[:BEST])


def _told(entry: Entry, event: Play | Claim | Muggins, hidden: AbstractSet[str]) -> str:
    if isinstance(event, Play):
        counted = arithmetic(entry, hidden)
        return f"{event.tile}, {counted}" if counted else str(event.tile)
    return _("a claim") if isinstance(event, Claim) else _("muggins")


def _running(entries: Sequence[Entry], now: tuple[int, ...]) -> tuple[Score, ...]:
    found = [Score(0, (0,) * len(now))]
    for entry in entries:
        if entry.state.scores != found[-1].scores:
            found.append(Score(entry.number, entry.state.scores))
    return tuple(found)
