"""Answers of several games side by side: those that say the same stand together, the table's own first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from referee.engine.games.line.state import LineMatch
from referee.engine.games.phrases import TOLD_LATER, listed, points_word
from referee.engine.messages import Message, _, msg
from referee.engine.rules.line_game import LineGame
from referee.engine.rulings import Rule
from referee.engine.seating import LineSetup


class AnswerKind(StrEnum):
    """What a game answers: the tile goes or not, the hands pay or not, or the question does not come up there."""

    GOES = "goes"
    GOES_ON_SEVERAL = "goes on several"
    REFUSED = "refused"
    PAYS = "pays"
    PAYS_NOTHING = "pays nothing"
    NEEDS_HANDS = "needs hands"
    NOT_ASKED = "not asked"


class Doubt(NamedTuple):
    """Where a sheet is lost, silent or unclear at the rule that decides: which games, and how it is read."""

    variants: tuple[LineGame, ...]
    sentence: Message


@dataclass(frozen=True, slots=True)
class SheetReading:
    """One answer and the games that give it, the table's own first.

    `points` are by side, `winner` is the side that wins the round; `steps` is the arithmetic, a line each; `rules`
    are what decided, the first of them most, with the source of the first game. `is_own`: the table plays so.
    """

    variants: tuple[LineGame, ...]
    is_own: bool
    kind: AnswerKind
    points: tuple[tuple[int, int], ...]
    winner: int | None
    steps: tuple[Message, ...]
    rules: tuple[Rule, ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def rule(self) -> Rule | None:
        """The rule that decided most."""
        return self.rules[0] if self.rules else None

    @property
    def sum(self) -> str:
        """The arithmetic in one line."""
        return " · ".join(str(each).removesuffix(".") for each in self.steps)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The answers side by side, the table's own first, then the largest group; `tells_scores` is false while
    a claim is open, and then only whether the tile may go is told."""

    readings: tuple[SheetReading, ...]
    tells_scores: bool = True

    @property
    def said(self) -> tuple[Message, ...]:
        """Sentences besides the answers."""
        return () if self.tells_scores else (msg(TOLD_LATER),)


def reading_of(
    setup: LineSetup,
    kind: AnswerKind,
    steps: tuple[Message, ...],
    rules: tuple[Rule, ...],
    points: tuple[tuple[int, int], ...] = (),
    winner: int | None = None,
) -> SheetReading:
    """What one game answers, with the doubts that its sheet leaves at the rules that decide."""
    variant = setup.variant
    # A blocked round is rounded once on every sheet that rounds: how hands are rounded decides nothing there.
    told = [rule.name for rule in rules if rule.name != "round_scope" or rules[0].name == "out_pay"]
    doubts = dict.fromkeys(variant.doubt(name) for name in told if variant.has_switch(name))
    found = tuple(Doubt((variant,), each) for each in doubts if each)
    return SheetReading((variant,), False, kind, points, winner, steps, rules, found)


def together(own: LineSetup, readings: Iterable[SheetReading]) -> tuple[SheetReading, ...]:
    """One reading for all games that say the same; the table's own first, then by how many say so."""
    groups: dict[object, list[SheetReading]] = {}
    for each in readings:
        said_so = each.steps if each.kind is not AnswerKind.REFUSED else ()
        sentences = tuple(rule.sentence for rule in each.rules)
        groups.setdefault((each.kind, each.points, each.winner, said_so, sentences), []).append(each)
    grouped = [_one_of(own, group) for group in groups.values()]
    return tuple(sorted(grouped, key=lambda each: (not each.is_own, _rank(each.kind), -len(each.variants))))


def _one_of(own: LineSetup, group: Sequence[SheetReading]) -> SheetReading:
    is_own = group[0].variants[0] is own.variant
    if is_own:  # what the table's sheet prints is listed apart only if its house rules change the answer
        group = [group[0], *(each for each in group[1:] if each.variants[0].key != own.printed.key)]
    doubts: dict[Message, tuple[LineGame, ...]] = {}
    for each in group:
        for doubt in each.doubts:
            doubts[doubt.sentence] = (*doubts.get(doubt.sentence, ()), *doubt.variants)
    return replace(
        group[0],
        variants=tuple(each.variants[0] for each in group),
        is_own=is_own,
        doubts=tuple(Doubt(variants, sentence) for sentence, variants in doubts.items()),
    )


def _rank(kind: AnswerKind) -> int:
    return {AnswerKind.NEEDS_HANDS: 1, AnswerKind.NOT_ASKED: 2}.get(kind, 0)


def figure(reading: SheetReading) -> str:
    """The answer as one figure: points, or a word if there are none."""
    words = {
        AnswerKind.GOES: "0",
        AnswerKind.GOES_ON_SEVERAL: _("may go"),
        AnswerKind.REFUSED: _("may not go"),
        AnswerKind.PAYS_NOTHING: "0",
        AnswerKind.NEEDS_HANDS: _("not known"),
        AnswerKind.NOT_ASKED: _("does not come up"),
    }
    if reading.points:
        return str(max(points for _, points in reading.points))
    if reading.kind is AnswerKind.GOES and not any(rule.name == "score" for rule in reading.rules):
        return _("may go")
    if reading.kind is AnswerKind.GOES and not reading.variants[0].counting.tiles_score:
        return _("does not count")
    return words[reading.kind]


def paid_to(match: LineMatch, reading: SheetReading) -> str:
    """Who is paid: "Ben", or "Ben 32 points and Ana 8 points" if several are; the winner if nobody is paid."""
    sides = match.setup.sides
    if not reading.points:
        return "" if reading.winner is None else sides[reading.winner]
    if len(reading.points) == 1:
        return sides[reading.points[0][0]]
    paid = sorted(reading.points, key=lambda each: -each[1])
    return str(
        listed(msg("{name} {points}", name=sides[side], points=points_word(points)) for side, points in paid)
    )
