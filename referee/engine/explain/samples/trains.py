"""Trains and chickenfoot in three positions: a hand as dealt, a tile that shows the game, a finished round."""

from typing import NamedTuple

from referee.engine.explain.samples import Unplayable, heard, mixed, said
from referee.engine.games.match import Status
from referee.engine.games.trains.places import place_said, ways_to_lay
from referee.engine.games.trains.state import TrainMatch
from referee.engine.log import Answer, Log, open_log
from referee.engine.seating import TrainSetup
from referee.engine.tiles import Tile

DEALS = 5
FEW = 5  # tiles in the largest hand that is left: few enough to be drawn
MOST = 200  # events of a round


class TrainSample(NamedTuple):
    """`hand` as dealt, `hub` the double in the middle, `sleeping` tiles are left over.

    `turn` is the answer to a tile: one on somebody else's train or on nobody's, or the last toe of a foot. `last` is the
    answer that settles the round, `left` what each seat then still holds.
    """

    hand: tuple[Tile, ...]
    hub: Tile
    sleeping: int
    turn: Answer
    last: Answer
    left: tuple[tuple[Tile, ...], ...]


def train_sample(setup: TrainSetup) -> TrainSample:
    """A round from the first deals that ends with few tiles in hand; Unplayable if none is found."""
    found: TrainSample | None = None
    for deal in range(DEALS):
        sample = _played(setup, deal)
        if sample is not None and (found is None or _most_left(sample) < _most_left(found)):
            found = sample
        if found is not None and _most_left(found) <= FEW:
            break
    if found is None:
        raise Unplayable(setup.variant.key)
    return found


def _most_left(sample: TrainSample) -> int:
    return max(map(len, sample.left))


def _played(setup: TrainSetup, deal: int) -> TrainSample | None:
    hub = setup.double(setup.variant.opening.number_of(0, setup.tiles.high))
    lies = setup.variant.opening.lies_first
    others = [each for each in mixed(setup.tiles.tiles, deal) if each is not hub]
    tiles = others if lies else [hub, *others]
    hands = [tiles[seat * setup.hand : (seat + 1) * setup.hand] for seat in range(len(setup.players))]
    boneyard = tiles[len(hands) * setup.hand :]
    dealt, sleeping = tuple(hands[0]), len(boneyard)
    _, log = said(open_log(setup), {"round": 1})
    if not lies:
        _, log = said(log, {"by": setup.players[0], "play": hub.name})
        hands[0].remove(hub)
    turn: Answer | None = None
    for _ in range(MOST):
        match = TrainMatch.of(log.state)
        if match.status is not Status.PLAYING:
            break
        answer, log = _act(log, match, hands, boneyard)
        if turn is None and _shows(answer):
            turn = answer
    left = tuple(tuple(hand) for hand in hands)
    last = _settled(setup, log, hands)
    if turn is None or last is None:
        return None
    return TrainSample(dealt, hub, sleeping, turn, last, left)


def _act(log: Log, match: TrainMatch, hands: list[list[Tile]], boneyard: list[Tile]) -> tuple[Answer, Log]:
    """Let the player to act lay a tile that fits, else draw, else pass."""
    seat = match.current.turn
    assert seat is not None
    by = match.setup.players[seat]
    for tile, place in ways_to_lay(match, match.current, seat, hands[seat]):
        found = heard(log, {"by": by, "play": tile.name, **place_said(match, match.current, place)})
        if found is not None:
            hands[seat].remove(tile)
            return found
    found = heard(log, {"by": by, "draw": 1}) if boneyard else None
    if found is None:
        return said(log, {"by": by, "pass": True})
    hands[seat].append(boneyard.pop(0))
    return found


def _shows(answer: Answer) -> bool:
    """Whether the tile shows what sets the game apart."""
    state = TrainMatch.of(answer.state)
    current = state.current
    on = current.laid[-1].on if current.laid else None
    if on is None or answer.ruling.at is None:  # nothing was laid
        return False
    end = current.ends[on]
    if state.setup.variant.has_trains:
        return end.is_open and end.seat != current.laid[-1].seat
    return end.tile.is_double and on > 0 and not end.room


def _settled(setup: TrainSetup, log: Log, hands: list[list[Tile]]) -> Answer | None:
    if all(hands):
        return None
    for seat, hand in enumerate(hands):
        if hand and TrainMatch.of(log.state).status is Status.REVEAL:
            _, log = said(log, {"by": setup.players[seat], "hand": [each.name for each in hand]})
    last = log.entries[-1]
    return last if last.ruling.settled is not None else None
