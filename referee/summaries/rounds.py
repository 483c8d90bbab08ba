"""One round as people print it, pin it up and sign it: what lay, what was held, how it was settled."""

from __future__ import annotations

import re
from typing import NamedTuple

from referee.layout import Layout
from referee.play.ending import held_by
from referee.play.pokerround import PokerRound
from referee.play.rounds import Rounds
from referee.play.settle import LEFT_OVER, PAID
from referee.play.state import Match, State, Status
from referee.play.trickstate import TrickMatch, TrickRound
from referee.play.words import listed
from referee.replay import Entry, Log
from referee.rulings import Rule, Settled
from referee.setup import Seating
from referee.summaries.house import facts_of, house_rules
from referee.summaries.lines import Line, Section, sections, told_in
from referee.summaries.totals import Totals, totals_of
from referee.tiles import Tile
from referee.wording import Counted, Said, _, marked, said


class HandLeft(NamedTuple):
    """What a player held at the end, the heaviest tile first, and its pips or its rank."""

    name: str
    tiles: tuple[Tile, ...]
    note: str


class Layer(NamedTuple):
    """Who laid which tile to a trick."""

    name: str
    tile: Tile


class TrickLine(NamedTuple):
    """A trick: its tiles in the order laid, who took it, and what it counts."""

    number: int
    laid: tuple[Layer, ...]
    taken_by: str
    points: int


class Step(NamedTuple):
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
    steps: tuple[Step, ...]
    rules: tuple[Rule, ...]
    totals: Totals | None
    scores: tuple[tuple[str, int], ...]
    flags: tuple[str, ...]
    is_last: bool


def round_summary(log: Log, number: int) -> RoundSummary | None:
    """The summary of round `number`; None where no such round was settled."""
    section = next((each for each in reversed(sections(log)) if each.number == number), None)
    if section is None or not section.is_settled:
        return None
    setup = log.start.setup
    last = section.entries[-1]
    entry = next(each for each in reversed(section.entries) if each.ruling.settled is not None)
    settled = entry.ruling.settled
    assert settled is not None
    until = tuple(each for each in log.entries if each.number <= last.number)
    winner = settled.winner
    hands = _hands(last.state, settled)
    state = entry.state
    return RoundSummary(
        game=str(setup.variant.title),
        facts=facts_of(setup),
        number=number,
        players=setup.players,
        partners=setup.sides if len(setup.sides) < len(setup.players) else (),
        opener=_opener(setup, section),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        lines=told_in(log, section),
        layout=layout_of(state),
        counts_ends=isinstance(state, Match) and state.setup.variant.counting.counts_ends,
        tricks=_tricks(state),
        hands=hands,
        title=title_of(setup, settled, state),
        how=how_of(setup, settled, state),
        steps=tuple(step_of(each) for each in told_steps(settled, told_hands=bool(hands))),
        rules=_rules(entry, settled),
        totals=totals_of(setup, until, number, winner) if keeps_score(state) else None,
        scores=tuple(zip(setup.sides, last.state.scores, strict=True)),
        flags=tuple(
            _(
                "{name}, entry {entry}: {because}",
                name=setup.players[flag.seat],
                entry=flag.event,
                because=flag.because,
            )
            for flag in log.state.flags
            if flag.round == number
        ),
        is_last=state.status is Status.MATCH_OVER,
    )


def layout_of(state: State) -> Layout | None:
    """What lies on the table; None where nothing does, or where the game is not one of laying a line."""
    if isinstance(state, Match) and state.round is not None and state.round.layout.laid:
        return state.round.layout
    return None


def keeps_score(state: State) -> bool:
    """Whether there are points to show: a single round that pays none has a winner and no scores."""
    if any(state.scores):
        return True
    return isinstance(state, TrickMatch) or (
        isinstance(state, Match) and state.setup.variant.target.mode != "single"
    )


def _opener(setup: Seating, section: Section) -> str:
    """Who began the round."""
    for entry in section.entries:
        seat = getattr(entry.event, "by", -1)
        if seat >= 0 and len(setup.players) > 1:
            return setup.players[seat]
    return ""


def _tricks(state: State) -> tuple[TrickLine, ...]:
    if not isinstance(state, TrickMatch) or not isinstance(state.round, TrickRound):
        return ()
    names = state.setup.players
    return tuple(
        TrickLine(
            number,
            tuple(Layer(names[each.seat], each.tile) for each in trick.laid),
            names[trick.seat],
            trick.points,
        )
        for number, trick in enumerate(state.round.tricks, 1)
    )


def _hands(state: State, settled: Settled) -> tuple[HandLeft, ...]:
    """The hands that were left, as far as they are known."""
    if settled.how in ("target", "void"):
        return ()
    names = state.setup.players
    if isinstance(state, Rounds) and isinstance(state.round, PokerRound):
        ranks = dict(settled.ranks)
        shown = enumerate(state.round.certain)
        return tuple(
            HandLeft(names[seat], heaviest(hand), str(ranks.get(seat, ""))) for seat, hand in shown if hand
        )
    if not isinstance(state, Match):
        return ()
    held = [each for seat in range(len(names)) if (each := held_by(state, seat)) is not None]
    return tuple(HandLeft(names[each.seat], heaviest(each.tiles or ()), str(each.pips)) for each in held)


def heaviest(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Tiles in the order in which people read them out, the heaviest first."""
    return tuple(sorted(tiles, key=lambda each: (-each.pips, -each.high)))


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
        listed(said("{name} takes {points}", name=setup.sides[side], points=points) for side, points in paid)
    )


_WORDS = {
    "made": marked("The bid is made"),
    "set": marked("The bid is set"),
    "folded": marked("All others have folded"),
    "showdown": marked("The best hand wins"),
}


def how_of(setup: Seating, settled: Settled, state: State) -> str:
    """In a few words, how the round ended."""
    if settled.how in _WORDS:
        return _(_WORDS[settled.how])
    if settled.how == "void":
        return _("Its points are taken back.")
    if settled.how == "target":
        return str(settled.steps[0]) if settled.steps else ""
    if not isinstance(state, Match):
        return _("Solved") if settled.how == "out" else _("Nothing goes any more")
    ending = state.round.ending if state.round is not None else None
    if ending is not None and ending.seat is not None:
        return _("{name} is out", name=setup.players[ending.seat])
    if settled.winner is None:
        return _("Blocked, and nobody alone has the lightest hand")
    if state.setup.variant.blocked.block_winner == "fewest_tiles":
        return _("Blocked, with fewest tiles")
    if setup.teams is None:
        return _("Blocked, with the lightest hand")
    return _("Blocked, with the lightest hands")


def told_steps(settled: Settled, *, told_hands: bool) -> tuple[Said, ...]:
    """The lines of a settlement that tell something: no nought paid, and the hands only where nothing shows them."""
    return tuple(
        each
        for each in settled.steps
        if not (_is_nought(each) and not settled.points) and not (told_hands and is_left_over(each))
    )


def is_left_over(step: object) -> bool:
    """Whether a line of a settlement only tells what everybody has left."""
    return isinstance(step, Said) and step.template in LEFT_OVER


def _is_nought(step: Said) -> bool:
    points = step.values.get("points")
    return step.template == PAID and isinstance(points, Counted) and points.number == 0


def step_of(told: object) -> Step:
    """One line of the settlement, its result set apart where it ends in one."""
    if isinstance(told, Said) and told.template == PAID:
        points = told.values["points"]
        assert isinstance(points, Counted)
        return Step(_("for {name}", name=told.values["name"]), str(points.values["n"]))
    words = str(told).removesuffix(".")
    figure = _last_figure(told)
    if figure and words.endswith(figure):
        return Step(words.removesuffix(figure).rstrip(" :="), figure)
    for mark in (" = ", ": "):
        head, found, tail = words.rpartition(mark)
        if found and tail.lstrip("-").isdigit():
            return Step(head, tail)
    last = re.fullmatch(r"([^0-9]+) ([0-9]+)", words)
    return Step(last[1], last[2]) if last is not None else Step(words)


def _last_figure(told: object) -> str:
    """The number with which a sentence ends, whatever it says before."""
    if not isinstance(told, Said):
        return ""
    last = re.search(r"(?:: |= |\{unit\} )\{(\w+)\}\.?$", told.template)
    value = told.values.get(last[1]) if last is not None else None
    return str(value) if isinstance(value, int) else ""


def _rules(entry: Entry, settled: Settled) -> tuple[Rule, ...]:
    """What decided: in a line game how the round was paid, elsewhere what the judge cited."""
    state = entry.state
    if not isinstance(state, Match):
        return (entry.ruling.rule,) if entry.ruling.rule is not None else ()
    variant = state.setup.variant
    rounded = ["round_scope"] if variant.rounding.round_scope != "none" and settled.points else []
    match settled.how:
        case "out":
            names = ["out_pay", *rounded]
        case "blocked" if variant.blocked.block_pay == "none":
            names = ["block_winner"]
        case "blocked":
            names = ["block_pay" if settled.winner is not None else "block_tie", *rounded]
        case "target":
            names = ["exact" if variant.target.exact else "end_check"]
        case _:
            names = []
    return tuple(variant.rule(name) for name in names)
