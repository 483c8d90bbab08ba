"""What other sheets say about a tile or about hands: equal answers are grouped, the table's own first.

Only the question asked is carried over. The layout is taken as it is; an arm that the other game would not have is
simply not open there.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from referee.engine.games.line.claiming import TOLD_LATER
from referee.engine.games.line.ending import pay_of
from referee.engine.games.line.legal_moves import Trial, as_laid, try_tile, under, why_it_goes
from referee.engine.games.line.reveal import TILES_DECIDE
from referee.engine.games.line.settlement import deciding_rules
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.log import Log, settling_entry
from referee.engine.messages import Listed, Message, _, marked, msg, of_side, points_word
from referee.engine.record.events import Play
from referee.engine.rules.counting import sum_in_words
from referee.engine.rules.line_game import LineGame
from referee.engine.rulings import Breach, Code, Rule, Settled
from referee.engine.seating import Agreed, HeaderError, LineSetup
from referee.engine.sheets import LINE_GAMES


class AnswerKind(StrEnum):
    """What a game answers: the tile goes or not, the hands pay or not, or the question does not come up there."""

    GOES = "goes"
    GOES_ON_SEVERAL = "goes on several"
    REFUSED = "refused"
    PAYS = "pays"
    PAYS_NOTHING = "pays nothing"
    NEEDS_HANDS = "needs hands"
    NOT_ASKED = "not asked"


_LAST = {AnswerKind.NEEDS_HANDS: 1, AnswerKind.NOT_ASKED: 2}  # told after all other answers


class Doubt(NamedTuple):
    """Where a sheet is lost, silent or unclear on the rule that decides: which games, and how we read it."""

    variants: tuple[LineGame, ...]
    sentence: Message


@dataclass(frozen=True, slots=True)
class SheetReading:
    """One answer and the games that give it, the table's own first.

    `points` are by side, `winner` is the side that wins the round; `steps` is the arithmetic, line by line; `rules`
    are what decided, the most important first, with the source of the first game. `is_own`: the table plays by it.
    `sides` are called as in those games, where players may be partners.
    """

    variants: tuple[LineGame, ...]
    is_own: bool
    kind: AnswerKind
    points: tuple[tuple[int, int], ...]
    winner: int | None
    steps: tuple[Message, ...]
    rules: tuple[Rule, ...]
    sides: tuple[str, ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def rule(self) -> Rule | None:
        """The most important of the rules that decided."""
        return self.rules[0] if self.rules else None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The answers side by side, the table's own first, then the largest group. `said` are sentences besides: while a
    claim is open the answers only say whether the tile may go."""

    readings: tuple[SheetReading, ...]
    said: tuple[Message, ...] = ()


def reading_of(
    setup: LineSetup,
    kind: AnswerKind,
    steps: tuple[Message, ...],
    rules: tuple[Rule, ...],
    points: tuple[tuple[int, int], ...] = (),
    winner: int | None = None,
) -> SheetReading:
    """One game's answer, with the doubts that its sheet leaves about the rules that decide."""
    variant = setup.variant
    # A blocked round is rounded once on every sheet that rounds: how hands are rounded decides nothing there.
    told = [rule.name for rule in rules if rule.name != "round_scope" or rules[0].name == "out_pay"]
    doubts = dict.fromkeys(map(variant.doubt, told))
    found = tuple(Doubt((variant,), each) for each in doubts if each)
    return SheetReading((variant,), False, kind, points, winner, steps, rules, setup.sides, found)


def together(own: LineSetup, readings: Iterable[SheetReading]) -> tuple[SheetReading, ...]:
    """One reading for all games with the same answer; the table's own first, then by the number of games."""
    groups: dict[object, list[SheetReading]] = {}
    for each in readings:
        said_so = each.steps if each.kind is not AnswerKind.REFUSED else ()
        sentences = tuple(rule.sentence for rule in each.rules)
        groups.setdefault((each.kind, each.points, each.winner, said_so, sentences), []).append(each)
    grouped = [_one_of(own, group) for group in groups.values()]
    return tuple(
        sorted(grouped, key=lambda each: (not each.is_own, _LAST.get(each.kind, 0), -len(each.variants)))
    )


def _one_of(own: LineSetup, group: Sequence[SheetReading]) -> SheetReading:
    is_own = group[0].variants[0] is own.variant
    if is_own:  # the game as printed is listed separately only if house rules change the answer
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
    if reading.winner is not None and not reading.points and reading.variants[0].target.is_one_round:
        return str(of_side(marked("wins"), marked("win"), reading.sides[reading.winner]))
    if reading.points:
        return str(max(points for _, points in reading.points))
    if reading.kind is AnswerKind.GOES and not any(rule.name == "score" for rule in reading.rules):
        return _("may go")
    if reading.kind is AnswerKind.GOES and not reading.variants[0].counting.tiles_score:
        return _("does not count")
    return words[reading.kind]


def paid_to(reading: SheetReading) -> str:
    """Who is paid: "Ben", or "Ben 32 points and Ana 8 points" if several are; the winner if nobody is paid."""
    sides = reading.sides
    if not reading.points:
        return "" if reading.winner is None else str(sides[reading.winner])
    if len(reading.points) == 1:
        return str(sides[reading.points[0][0]])
    paid = sorted(reading.points, key=lambda each: -each[1])
    return str(
        Listed(msg("{name} {points}", name=sides[side], points=points_word(points)) for side, points in paid)
    )


def setups_here(match: LineMatch) -> Iterator[LineSetup]:
    """The table's own rules first, then every line game that as many players can play with this set."""
    own = match.setup
    yield own
    players = len(own.players)
    for printed in LINE_GAMES.values():
        least, most = printed.player_range(own.tiles.high)
        if not least <= players <= most:
            continue
        try:
            setup = LineSetup(printed, Agreed({}, own.players, own.in_pairs, own.tiles.high, {}))
        except HeaderError:
            continue
        if printed.key != own.printed.key or setup.variant != own.variant:
            yield setup


# A tile


def elsewhere_play(match: LineMatch, event: Play) -> Elsewhere | Breach:
    """What every game says about a tile: may it go there, and what would it score.

    `match` is the table before the tile. If the tile fits several places and the event names none, the
    breach says that one has to be chosen.
    """
    assert event.tile is not None
    own = try_tile(match, event, event.tile)
    if isinstance(own, Breach) and own.code in (Code.CHOOSE_END, Code.CHOOSE_OUT):
        return own
    if isinstance(own, Trial):
        event = as_laid(event, own.layout.laid[-1])
    return _tile_under_all(match, event, tells=not match.setup.variant.claims_are_made)


def elsewhere_laid(log: Log, number: int) -> Elsewhere:
    """What every game says about the tile that entry `number` laid; KeyError if that entry laid none."""
    entry = log.entry_of(number)
    if not isinstance(entry.event, Play):
        raise KeyError(number)
    before, after, now = map(LineMatch.of, (log.state_before(number), entry.state, log.state))
    laid = after.current.layout.laid[-1]
    hidden = now.current.number == after.current.number and laid.tile in now.untold
    return _tile_under_all(before, as_laid(entry.event, laid), tells=not hidden)


def _tile_under_all(match: LineMatch, event: Play, *, tells: bool) -> Elsewhere:
    asked = event._replace(stood=False, claim=None)
    readings = [_tile_under(match, setup, asked, tells=tells) for setup in setups_here(match)]
    return Elsewhere(together(match.setup, readings), () if tells else (msg(TOLD_LATER),))


def _tile_under(match: LineMatch, setup: LineSetup, event: Play, *, tells: bool) -> SheetReading:
    variant = setup.variant
    if variant.rows is not None:
        return reading_of(setup, AnswerKind.NOT_ASKED, (), (variant.rule("rows"),))
    there = under(match, setup)
    assert event.tile is not None
    trial = try_tile(there, event, event.tile)
    if isinstance(trial, Breach):
        if trial.code in (Code.CHOOSE_END, Code.CHOOSE_OUT):
            return reading_of(setup, AnswerKind.GOES_ON_SEVERAL, (), (variant.rule("joins"),))
        rule = trial.rule or variant.rule("joins")
        has_blank = 0 in (event.tile.low, event.half)  # it might go if blanks did more, or less
        if trial.code is Code.DOES_NOT_MATCH and has_blank and not variant.joins.makes_sums:
            rule = variant.rule("blanks")
        return reading_of(setup, AnswerKind.REFUSED, (trial.said,), (rule,))
    rules = why_it_goes(there, trial.landing)
    if not tells:
        return reading_of(setup, AnswerKind.GOES, (), tuple(rules or [variant.rule("joins")]))
    rules.append(variant.rule("score"))
    if trial.made and variant.counting.counts_ends and variant.counting.pays_multiples:
        rules.append(variant.rule("score_unit"))
    steps = (sum_in_words(trial.ends),) if trial.ends else ()
    points = ((setup.side_of[event.by], trial.made),) if trial.made else ()
    return reading_of(setup, AnswerKind.GOES, steps, tuple(rules), points)


# A settlement


def elsewhere_settlement(match: LineMatch) -> Elsewhere:
    """What every game pays for the same hands if the same player went out, or if the round was blocked.

    There are no answers for a round that is still being played, or that was not settled by hands.
    """
    current = match.round
    if current is None or current.ending is None:
        return Elsewhere(())
    if match.settled is not None and match.settled.how not in ("out", "blocked"):
        return Elsewhere(())
    readings = [_settled_under(match, setup) for setup in setups_here(match)]
    return Elsewhere(together(match.setup, readings))


def elsewhere_settled(log: Log) -> Elsewhere:
    """The same for the current round as it was settled, whatever the table has ruled since."""
    now, settling = LineMatch.of(log.state), settling_entry(log.entries)
    if settling is None or now.settled is None:
        return elsewhere_settlement(now)
    # Hands shown later are known too; the rules are those of the settlement.
    return elsewhere_settlement(now._replace(setup=LineMatch.of(settling.state).setup))


def _settled_under(match: LineMatch, setup: LineSetup) -> SheetReading:
    current = match.current
    assert current.ending is not None
    settled = match.settled if setup is match.setup else None
    if current.without_tiles and not setup.variant.can_be_entered_by_result:
        return reading_of(
            setup, AnswerKind.NEEDS_HANDS, (msg(TILES_DECIDE),), (setup.variant.rule("out_pay"),)
        )
    pay = settled or pay_of(under(match, setup)._replace(status=Status.REVEAL))
    if not isinstance(pay, Settled):
        words = msg("The hands have to be shown first.") if pay is None else pay.said
        rule = setup.variant.rule("out_pay" if current.ending.how == "out" else "block_winner")
        return reading_of(setup, AnswerKind.NEEDS_HANDS, (words,), (rule,))
    rules = list(deciding_rules(setup.variant, pay))
    if pay.points and setup.variant.pays_pips and setup.variant.counting.pays_multiples:
        rules.append(setup.variant.rule("score_unit"))
    kind = AnswerKind.PAYS if pay.points else AnswerKind.PAYS_NOTHING
    return reading_of(setup, kind, pay.steps, tuple(dict.fromkeys(rules)), pay.points, pay.winner)
