"""One round as people print it, pin it up and sign it: what lay, what was held, how it was settled."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from referee.engine.audit.flag_words import whose
from referee.engine.games.match import State, Status
from referee.engine.games.phrases import listed
from referee.engine.layout import Layout
from referee.engine.log import Entry, Log
from referee.engine.messages import Message, _, msg
from referee.engine.rulings import Rule, Settled, Step, StepKind
from referee.engine.seating import Seating
from referee.reports.agreed import facts_of, house_rules
from referee.reports.families import telling_of
from referee.reports.lines import Line, flags_between, told_in
from referee.reports.sections import Section, section_of
from referee.reports.told import HandLeft, TrickLine
from referee.reports.totals import Totals, totals_of


class StepLine(NamedTuple):
    """One line of the settlement; its result stands apart where it ends in one."""

    label: str
    figure: str = ""


class RoundSummary(NamedTuple):
    """A round that was settled.

    `title` tells who won it, `how` in a few words why; `layout` is None where the game has none; `scores` are
    the match's after it, as the judge has them. `flags` are what was proved, `rules` what decided.
    """

    game: str
    facts: str
    number: int
    players: tuple[str, ...]
    partners: tuple[str, ...]
    opener: str
    house_rules: tuple[str, ...]
    lines: tuple[Line, ...]
    layout: Layout | None
    counts_ends: bool
    tricks: tuple[TrickLine, ...]
    hands: tuple[HandLeft, ...]
    title: str
    how: str
    steps: tuple[StepLine, ...]
    rules: tuple[Rule, ...]
    totals: Totals | None
    scores: tuple[tuple[str, int], ...]
    flags: tuple[str, ...]
    is_last: bool


def round_summary(log: Log, number: int) -> RoundSummary | None:
    """The summary of round `number`; None where no such round was settled. It costs as much as its round is long,
    and a look at each round after it."""
    section = section_of(log, number)
    return None if section is None else summary_of(log, section)


def summary_of(log: Log, section: Section) -> RoundSummary | None:
    """The summary of that round; None where it was not settled. It costs as much as the round is long."""
    entry = settling(section)
    if entry is None:
        return None
    setup, number = log.start.setup, section.number
    last = section.entries[-1]
    settled = entry.ruling.settled
    assert settled is not None
    winner = settled.winner
    telling = telling_of(setup)
    hands = telling.hands(last.state, settled)
    state = entry.state
    return RoundSummary(
        game=str(setup.variant.title),
        facts=facts_of(setup),
        number=number,
        players=setup.players,
        partners=setup.sides if len(setup.sides) < len(setup.players) else (),
        opener=opener_of(setup, section),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        lines=told_in(log, section),
        layout=state.layout,
        counts_ends=state.ends is not None,
        tricks=telling.tricks(state),
        hands=hands,
        title=title_of(setup, settled, state),
        how=how_of(setup, settled, state),
        steps=tuple(step_of(each) for each in told_steps(settled, told_hands=bool(hands))),
        rules=telling.rules(entry, settled),
        totals=totals_of(setup, section.entries, before(log, section), number, winner)
        if state.keeps_score
        else None,
        scores=tuple(zip(setup.sides, last.state.scores, strict=True)),
        flags=tuple(
            _(
                "{name}, entry {entry}: {because}",
                name=whose(flag, setup.players),
                entry=flag.event,
                because=flag.because,
            )
            for flag in flags_between(log.state, section.judged[0].number, section.judged[-1].number)
        ),
        is_last=state.status is Status.MATCH_OVER,
    )


def settling(section: Section) -> Entry | None:
    """The event that settled the round; None where it was not settled."""
    return next((each for each in reversed(section.entries) if each.ruling.settled is not None), None)


def before(log: Log, section: Section) -> tuple[int, ...]:
    """The scores with which the round began."""
    entries = log.entries
    place = bisect_left(entries, section.judged[0].number, key=lambda each: each.number)
    return entries[place - 1].state.scores if place else log.start.scores


def opener_of(setup: Seating, section: Section) -> str:
    """Who began the round."""
    for entry in section.entries:
        seat = getattr(entry.event, "by", -1)
        if seat >= 0 and len(setup.players) > 1:
            return setup.players[seat]
    return ""


def title_of(setup: Seating, settled: Settled, state: State) -> str:
    """Who takes what of the round; at the end of a match, who wins it."""
    if state.status is Status.MATCH_OVER:
        if state.winner is None:
            return _("Nobody wins")
        return _("{name} wins", name=setup.sides[state.winner])
    if settled.how == "void":
        return _("The round does not count")
    paid = [(side, points) for side, points in settled.points if points > 0]
    if not paid:
        if settled.winner is None:
            return _("Nobody scores")
        return _("{name} wins the round", name=setup.sides[settled.winner])
    return str(
        listed(msg("{name} takes {points}", name=setup.sides[side], points=points) for side, points in paid)
    )


def how_of(setup: Seating, settled: Settled, state: State) -> str:
    """In a few words, how the round ended."""
    if settled.how == "void":
        return _("Its points are taken back.")
    if settled.how == "target":
        return str(settled.steps[0]) if settled.steps else ""
    return telling_of(setup).how(state, settled)


def told_steps(settled: Settled, *, told_hands: bool) -> tuple[Message, ...]:
    """The lines of a settlement that tell something: no nought paid, and the hands only where nothing shows them."""
    return tuple(
        each
        for each in settled.steps
        if not (_is_nought(each) and not settled.points) and not (told_hands and is_left_over(each))
    )


def is_left_over(step: Message) -> bool:
    """Whether a line of a settlement only tells what everybody has left."""
    return isinstance(step, Step) and step.kind is StepKind.LEFT_OVER


def _is_nought(step: Message) -> bool:
    return isinstance(step, Step) and step.kind is StepKind.PAID and not step.figure


def step_of(told: Message) -> StepLine:
    """One line of the settlement, its result set apart if the line ends in it."""
    words = str(told).removesuffix(".")
    if not isinstance(told, Step) or told.figure is None:
        return StepLine(words)
    figure = str(told.figure)
    if told.kind is StepKind.PAID:
        return StepLine(_("for {name}", name=told.paid_to), figure)
    return (
        StepLine(words.removesuffix(figure).rstrip(" :="), figure)
        if words.endswith(figure)
        else StepLine(words)
    )
