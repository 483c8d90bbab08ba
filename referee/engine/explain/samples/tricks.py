"""A trick game in three positions: a hand as dealt, a trick, a finished hand."""

from collections import Counter
from typing import NamedTuple

from referee.engine.explain.samples import Unplayable, mixed, said
from referee.engine.games.tricks.state import Trick, TrickMatch
from referee.engine.log import Answer, Log, open_log
from referee.engine.rules.trump import TRUMPS
from referee.engine.seating import TrickSetup
from referee.engine.tiles import Tile, mask_of

DEALS = 40


class TrickSample(NamedTuple):
    """`hand` as dealt, the `trick` that counts most, and the answer to the last tile."""

    hand: tuple[Tile, ...]
    trick: Trick
    last: Answer


def trick_sample(setup: TrickSetup) -> TrickSample:
    """A hand whose bid is made, with a trick that a trump takes; Unplayable if none is found."""
    for deal in range(DEALS):
        tiles = mixed(setup.tiles.tiles, deal)
        hands = [tiles[seat::4][: setup.hand] for seat in range(4)]
        log = _played(setup, hands)
        state = TrickMatch.of(log.state)
        bidders = setup.side_of[0]
        tricks = state.current.tricks
        trumped = [each for each in tricks if each.laid[0].asked != TRUMPS and each.points > 1]
        settled = state.rounds[-1]
        if trumped and dict(settled.points).get(bidders, 0):
            best = max(trumped, key=lambda each: each.points)
            hand = tuple(sorted(hands[0], key=lambda each: -each.number))
            return TrickSample(hand, best, log.entries[-1])
    raise Unplayable(setup.variant.key)


def _played(setup: TrickSetup, hands: list[list[Tile]]) -> Log:
    """Play a whole hand: the first player bids and names the number held most often."""
    players = setup.players
    _, log = said(open_log(setup), {"round": 1, "opener": players[0]})
    bid = setup.variant.auction.bids_over(None)[0]
    for seat, player in enumerate(players):
        _, log = said(log, {"by": player, "bid": "pass" if seat else bid})
    trump = Counter(half for each in hands[0] for half in set(each.halves)).most_common(1)[0][0]
    _, log = said(log, {"by": players[0], "trump": trump})
    held = [list(hand) for hand in hands]
    while any(held):
        current = TrickMatch.of(log.state).current
        turn = current.turn
        assert turn is not None  # somebody still holds a tile
        due = [each for each in held[turn] if not current.order.due(each, current.led) & mask_of(held[turn])]
        tile = max(due, key=lambda each: (each.is_double, each.pips))
        _, log = said(log, {"by": players[turn], "play": tile.name})
        held[turn].remove(tile)
    return log
