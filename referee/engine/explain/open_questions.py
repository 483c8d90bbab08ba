"""What a sheet leaves to the table: the open questions that change the answer here, each reading worked out.

A reading is worked out by judging the same round, or the same tile, again with that value; nothing is guessed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.engine.games.line.block_winner import NeedsTiles
from referee.engine.games.line.ending import pay_of
from referee.engine.games.line.legal_moves import as_laid, try_tile, under
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State, Status
from referee.engine.judge import rule_on
from referee.engine.log import Log
from referee.engine.messages import Message, msg, points_word
from referee.engine.record.events import Play, Round, TableRuling
from referee.engine.rules.counting import arithmetic
from referee.engine.rules.part import Switch, Value, is_same
from referee.engine.rulings import Breach, Code, Ruling
from referee.engine.seating import HeaderError, LineSetup, Seating
from referee.engine.setup import with_rules

# The switches that a settlement or a tile can depend on, the most disputed first.
OF_A_SETTLEMENT = {
    "out": (
        "round_scope", "exact_overshoot", "out_award", "team_out", "out_pay", "end_check", "over_tie", "false_pass",
    ),
    "blocked": (
        "block_pay", "block_tie", "block_winner", "round_scope", "exact_overshoot", "end_check", "over_tie",
        "false_pass",
    ),
}  # fmt: skip
# These decide while tiles are laid; all others decide when the round has ended.
WHILE_PLAYING = ("exact_overshoot", "end_check")
OF_A_TILE = ("blanks", "spinner", "spinner_opens", "spinner_counts_until", "score_unit", "bergen_triple")


@dataclass(frozen=True)
class Worth:
    """The result of one reading: its arithmetic, points by side, and the side that won.

    `is_known` is false if the result needs tiles that are not shown.
    """

    steps: tuple[Message, ...]
    points: tuple[tuple[int, int], ...] = ()
    winner: int | None = None
    is_known: bool = True


@dataclass(frozen=True, kw_only=True)
class ValueTried(Worth):
    """One value of a switch and its result here; `is_current`: the table plays by it now."""

    value: Value
    sentence: Message
    is_current: bool

    @property
    def result(self) -> tuple[object, ...]:
        """What distinguishes this reading from the others."""
        nothing = () if self.points or self.winner is not None else self.steps
        return self.points, self.winner, self.is_known, nothing


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question that the sheet does not decide: why it does not, and every reading of it that can be played."""

    switch: str
    title: Message
    why: Message
    readings: tuple[ValueTried, ...]


def left_open(log: Log) -> tuple[Dispute, ...]:
    """The open questions about the round as it was settled, or about the tile that was just laid.

    Nothing is said about a tile while a claim on it is open.
    """
    now = LineMatch.of(log.state)
    if now.round is None:
        return ()
    if now.round.ending is not None:
        names = OF_A_SETTLEMENT[now.round.ending.how]
        return tuple(_disputes(now.setup, names, lambda name, setup: _settled_by(log, name, setup)))
    last = log.entries[-1]
    if now.status is not Status.PLAYING or not isinstance(last.event, Play) or now.claims_are_open:
        return ()
    before = LineMatch.of(log.state_before(last.number))
    laid = now.round.layout.laid[-1]
    event = as_laid(last.event._replace(stood=False, claim=None), laid)
    return tuple(_disputes(before.setup, OF_A_TILE, lambda _, setup: _tile_by(before, event, setup)))


def left_open_about(match: LineMatch, event: Play) -> tuple[Dispute, ...]:
    """The open questions about one tile, with the place named if the tile has several."""
    if match.claims_are_open or match.setup.variant.claims_are_made:
        return ()
    return tuple(_disputes(match.setup, OF_A_TILE, lambda _, setup: _tile_by(match, event, setup)))


def _disputes(
    setup: LineSetup, names: Sequence[str], worth: Callable[[str, LineSetup], Worth | None]
) -> Iterator[Dispute]:
    """Every switch that the sheet leaves open and whose values give different results."""
    for name in names:
        why = setup.printed.doubt(name)
        if not why or not setup.variant.matters(name, partners=setup.in_pairs):
            continue
        switch = setup.variant.worded(name)
        readings = list(_readings(setup, name, switch, worth))
        if any(each.is_current for each in readings) and len({each.result for each in readings}) > 1:
            yield Dispute(name, switch.heading, why, tuple(readings))


def _readings(
    setup: LineSetup, name: str, switch: Switch, worth: Callable[[str, LineSetup], Worth | None]
) -> Iterator[ValueTried]:
    now = setup.variant.value(name)
    values = list(switch.sentences)
    values += [] if any(is_same(each, now) for each in values) else [now]
    for value in values:
        is_current = is_same(value, now)
        try:
            ruled = setup if is_current else with_rules(setup, {name: value})
        except HeaderError:
            continue
        found = worth(name, ruled)
        if found is not None:
            sentence = switch.sentence(value)
            yield ValueTried(**vars(found), value=value, sentence=sentence, is_current=is_current)


def judged_again(log: Log, setup: Seating, start: int | None = None) -> State | Ruling:
    """The current round judged again by other rules; or the first ruling whose verdict changes, if one does.

    It is judged from its deal, or from the entry at index `start`.
    """
    if start is None:
        places = range(len(log.entries) - 1, -1, -1)
        start = next(place for place in places if isinstance(log.entries[place].event, Round))
    before = log.entries[start - 1].state if start else log.start
    state: State = before._replace(setup=setup)
    for entry in log.entries.after(start):
        if isinstance(entry.event, TableRuling):
            continue
        ruling, state = rule_on(state, entry.event, entry.number)
        if ruling.verdict is not entry.ruling.verdict:
            return ruling
    return state


def _place_of_end(log: Log) -> int:
    place = len(log.entries) - 1
    while LineMatch.of(log.entries[place - 1].state).current.ending is not None:
        place -= 1
    return place


def _settled_by(log: Log, name: str, setup: LineSetup) -> Worth | None:
    """The current round's settlement with switch `name` as in `setup`; None if it could not have been played so."""
    state = judged_again(log, setup, None if name in WHILE_PLAYING else _place_of_end(log))
    if isinstance(state, Ruling):
        return Worth(state.said, is_known=False) if state.code is Code.NEEDS_TILES else None
    match = LineMatch.of(state)
    settled = match.settled
    if settled is None:
        pay = pay_of(match)
        words = pay.said if isinstance(pay, NeedsTiles) else msg("The hands have to be shown first.")
        return Worth((words,), is_known=False)
    if settled.how != "void" and match.current.ending is None:
        return None
    return Worth(settled.steps, settled.points, settled.winner)


def _tile_by(match: LineMatch, event: Play, setup: LineSetup) -> Worth:
    """The result of the tile on the current layout, by other rules."""
    assert event.tile is not None
    trial = try_tile(under(match, setup), event, event.tile)
    if isinstance(trial, Breach):
        return Worth((trial.said,))
    steps = [msg("{tile} may go there.", tile=event.tile)]
    if trial.ends:
        steps.append(arithmetic(setup.variant.counting, trial.ends))
    if trial.made:
        steps.append(msg("{points}.", points=points_word(trial.made)))
    return Worth(tuple(steps), ((setup.side_of[event.by], trial.made),) if trial.made else ())
