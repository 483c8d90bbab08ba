"""The end of a round and of the match: everybody is charged the own hand, and the lowest total wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from referee.engine.games.hands import Ending, Held, all_held
from referee.engine.games.match import Status, add_points, settle
from referee.engine.games.phrases import listed, points_word
from referee.engine.games.told_hands import tiles_missing
from referee.engine.games.trains.state import TrainMatch, TrainRound, due, may_be_drawn
from referee.engine.messages import Message, counted, msg
from referee.engine.rulings import Settled, Step, StepKind
from referee.engine.tiles import tile

Ended = tuple[TrainMatch, Settled | None, tuple[Message, ...]]
DOUBLE_BLANK = tile(0, 0)
BLOCKED = Ending("blocked", None)


class Besides(NamedTuple):
    """What a player is charged besides the pips, if it is told and not seen: the double blank, a marker that is up."""

    blank: bool = False
    marker: bool = False


def is_dead_and_dry(match: TrainMatch, current: TrainRound) -> bool:
    """Whether nothing is left to draw, and no tile that nobody has seen fits any end, or the double that waits (TR8)."""
    if may_be_drawn(match, current):
        return False
    place, having = due(match, current), match.setup.having
    if place is not None:
        return not current.unseen & having[current.ends[place].half]
    return not any(end.room and current.unseen & having[end.half] for end in current.ends)


def end_round(match: TrainMatch, how: Ending, number: int) -> Ended:
    """The round is over for tiles: settle it if every hand is certain, else wait for them."""
    over = match.current.copy()
    over.ending, over.turn, over.goes_on = how, None, False
    match = match.with_round(over)
    match.status = Status.REVEAL
    words = msg("Nobody can go: the round is blocked.")
    if how.seat is not None:
        words = msg("{name} went out.", name=match.setup.players[how.seat])
    match, settled, more = try_to_settle(match, number)
    return match, settled, (words, *more)


def must_show(match: TrainMatch) -> list[int]:
    """The seats whose hands the settlement still waits for."""
    if match.status is not Status.REVEAL:
        return []
    return [seat for seat, held in enumerate(all_held(match)) if held is None]


def try_to_settle(
    match: TrainMatch, number: int, told: Mapping[int, Besides] = MappingProxyType({})
) -> Ended:
    """Settle the round when every hand is known; `told` by seat, if it was not entered tile by tile."""
    held = [each for each in all_held(match) if each is not None]
    current = match.current
    if len(held) < len(match.setup.players) or current.ending is None:
        return match, None, ()
    is_told = current.without_tiles
    steps: list[Message] = (
        [tiles_missing(sum(each.seat is not None for each in current.laid))] if is_told else []
    )
    charges = [_charge(match, each, told.get(each.seat, Besides()), steps) for each in held]
    how, winner = current.ending
    if winner is None:
        lowest = [seat for seat, charge in enumerate(charges) if charge == min(charges)]
        winner = lowest[0] if len(lowest) == 1 else None
        steps.append(Step(_blocked_words(match, lowest), kind=StepKind.LEFT_OVER))
    points = tuple((seat, charge) for seat, charge in enumerate(charges) if charge)
    match = add_points(match, points, number)
    settled = Settled(how, winner, points, tuple(steps), without_tiles=is_told)
    match = settle(match, settled)
    match, words = _match_end(match)
    return match, settled, (*settled.steps, *words)


def _charge(match: TrainMatch, held: Held, told: Besides, steps: list[Message]) -> int:
    """What a player is charged; the steps are told."""
    charges, trains = match.setup.variant.charges, match.setup.variant.trains
    name = match.setup.players[held.seat]
    total = held.pips
    lines: list[tuple[Message, int]] = [(msg("{name}'s pips", name=name), held.pips)]
    if charges.double_blank and (told.blank or DOUBLE_BLANK in (held.tiles or ())):
        total += charges.double_blank
        lines.append((msg("with the double blank"), total))
    if trains is not None and trains.open_marker and _is_up(match.current, held.seat, told):
        total += trains.open_marker
        lines.append((msg("with the marker that is up"), total))
    if held.number or total:
        words = msg("{points} for {name}.", points=points_word(total), name=name)
        kind = StepKind.LEFT_OVER if len(lines) == 1 else StepKind.WORKED_OUT
        steps.append(Step(words, *lines, kind=kind, whom=name))
    return total


def _is_up(current: TrainRound, seat: int, told: Besides) -> bool:
    """Whether the player's marker is up at the end."""
    return told.marker if current.without_tiles else current.ends[seat].is_open


def _blocked_words(match: TrainMatch, lowest: Sequence[int]) -> Message:
    names = listed(match.setup.players[seat] for seat in lowest)
    if len(lowest) > 1:
        return msg("{names} have the lowest hands, so nobody wins the round.", names=names)
    return msg("{name} has the lowest hand and wins the round.", name=names)


def _match_end(match: TrainMatch) -> tuple[TrainMatch, tuple[Message, ...]]:
    """The match after a settled round: over, or another round to play."""
    setup = match.setup
    target = setup.variant.target.target
    is_last = match.rounds_counted >= setup.variant.rounds_with(setup.tiles.high)
    if not is_last and not (target and max(match.scores) >= target):
        return match, ()
    best = min(match.scores)
    lowest = [seat for seat, score in enumerate(match.scores) if score == best]
    winner = lowest[0] if len(lowest) == 1 else None
    after = match._replace(status=Status.MATCH_OVER, winner=winner)
    names = listed(setup.players[seat] for seat in lowest)
    if winner is None:
        words = counted(
            "{names} share the match with {n} point each.", "{names} share the match with {n} points each.", best,
            names=names,
        )  # fmt: skip
        return after, (words,)
    return after, (msg("{name} wins the match with {score}.", name=names, score=best),)
