"""Poker in three positions: a hand as dealt, ranks from low to high, and the hands shown at the end."""

from itertools import combinations
from typing import NamedTuple

from referee.engine.explain.samples import Unplayable, mixed
from referee.engine.rules.poker import HAND, TILES, Rank, Strength, piece
from referee.engine.seating import ShowdownSetup
from referee.engine.tiles import Tile

DEALS = 400
TAUGHT = (Rank.PAIR, Rank.FULL, Rank.ROYAL)


class PokerSample(NamedTuple):
    """`hand` as dealt, `ranks` from low to high, and the `hands` shown at the end, best first.

    Each hand comes with its strength, and those at the end with their seat.
    """

    hand: tuple[Tile, ...]
    ranks: tuple[tuple[tuple[Tile, ...], Strength], ...]
    hands: tuple[tuple[int, tuple[Tile, ...], Strength], ...]


def poker_sample(setup: ShowdownSetup) -> PokerSample:
    """The three positions; Unplayable if none is found. `setup` has no stakes."""
    strength = setup.variant.ranks.strength
    players = range(len(setup.players))
    for deal in range(DEALS):
        tiles = mixed(TILES, deal)
        hands = [tuple(tiles[seat * HAND : (seat + 1) * HAND]) for seat in players]
        worth = sorted(
            ((strength(hands[seat]), seat) for seat in players), key=lambda each: each[0][:2], reverse=True
        )
        if worth[0][0].rank >= Rank.THREES and worth[1][0].rank == Rank.PAIR:
            shown = tuple((seat, hands[seat], found) for found, seat in worth)
            return PokerSample(hands[shown[1][0]], _ranks(setup), shown)
    raise Unplayable(setup.variant.key)


def _ranks(setup: ShowdownSetup) -> tuple[tuple[tuple[Tile, ...], Strength], ...]:
    found: dict[Rank, tuple[tuple[Tile, ...], Strength]] = {}
    for hand in combinations(sorted(TILES, key=piece, reverse=True), HAND):
        worth = setup.variant.ranks.strength(hand)
        if worth.rank in TAUGHT:
            found.setdefault(worth.rank, (hand, worth))
        if len(found) == len(TAUGHT):
            break
    return tuple(found[rank] for rank in TAUGHT)
