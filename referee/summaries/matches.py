"""A whole match on one sheet: its rounds, the scores as they ran, who won by what rule, and the best plays."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from referee.events import Claim, Muggins, Play, Round
from referee.play.state import Match, Status
from referee.replay import Entry, Log
from referee.rulings import Rule
from referee.summaries.house import deciding_rule, facts_of, house_rules
from referee.summaries.lines import Section, arithmetic, hidden_tiles, made_in_play, sections
from referee.summaries.rounds import RoundSummary, keeps_score, round_summary
from referee.wording import _

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


def match_summary(log: Log) -> MatchSummary:
    """The match as it stands now."""
    setup, state = log.start.setup, log.state
    parts = sections(log)
    over = state.status is Status.MATCH_OVER
    return MatchSummary(
        game=str(setup.variant.title),
        facts=facts_of(setup),
        players=setup.players,
        sides=setup.sides,
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        rounds=_rows(log, parts),
        scores=state.scores,
        keeps_score=keeps_score(state),
        winner=state.winner,
        is_over=over,
        result=_result(setup.sides, state.scores, state.winner, over=over, scored=keeps_score(state)),
        rule=deciding_rule(setup.variant),
        target=_target(log),
        best=_best(setup.players, parts, hidden_tiles(state)),
        running=_running(log.entries, state.scores),
        starts=tuple(each.number for each in log.entries if isinstance(each.event, Round)),
        flags=tuple(
            _(
                "Round {round}, {name}, entry {entry}: {because}",
                round=flag.round,
                name=setup.players[flag.seat],
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
    state = log.start
    if isinstance(state, Match):
        target = state.setup.variant.target
        return target.target if target.mode != "single" else 0
    return int(getattr(state.setup.variant, "to_win", 0))


def _rows(log: Log, parts: Sequence[Section]) -> tuple[RoundRow, ...]:
    rows = []
    before = (0,) * len(log.start.setup.sides)
    for part in parts:
        after = part.entries[-1].state.scores if part.entries else before
        summary: RoundSummary | None = round_summary(log, part.number) if part.is_settled else None
        if summary is not None:
            made = tuple(now - was for now, was in zip(after, before, strict=True))
            rows.append(RoundRow(part.number, summary.title, summary.how, summary.opener, made, after))
        before = after
    return tuple(rows)


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
