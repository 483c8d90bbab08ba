"""Poker hands in a player's words: what a hand is called, and why it beats another (PK1-PK6)."""

from __future__ import annotations

from referee.rules.poker import Rank, Ranks, Strength, highest_pieces
from referee.rules.trump import suit_name
from referee.tiles import Tile
from referee.wording import Begun, Said, said

_DOUBLES = {
    1: said("double one"),
    2: said("double two"),
    3: said("double three"),
    4: said("double four"),
    5: said("double five"),
    6: said("double six"),
}
_OF_ONE_SUIT = (Rank.FLUSH, Rank.FIVE_STRAIGHT)


def called(strength: Strength) -> Said:
    """What the hand is called: "full hand", "flush in fives", "highest piece 6-3"."""
    rank = strength.rank.title
    if strength.rank is Rank.NONE:
        return said("highest piece {tile}", tile=strength.tiles[0])
    if strength.rank is Rank.PAIR:
        return said("{rank}, {double} high", rank=rank, double=_DOUBLES[strength.tiles[0].high])
    if strength.rank in _OF_ONE_SUIT:
        return said("{rank} in {suit}", rank=rank, suit=suit_name(_suit(strength)))
    return rank


def why_it_beats(
    ranks: Ranks, one: Strength, other: Strength, hands: tuple[tuple[Tile, ...], tuple[Tile, ...]]
) -> Said:
    """Why a hand beats another one, in a sentence; `hands` are the five tiles of each."""
    rank = Begun(one.rank.words)
    if one.rank is not other.rank:
        beaten = said("a hand without a rank") if other.rank is Rank.NONE else other.rank.words
        if one.rank in (Rank.THREES, Rank.FOURS):
            return said("{ranks} beat {other}.", ranks=rank, other=beaten)
        return said("{rank} beats {other}.", rank=rank, other=beaten)
    if one.rank is Rank.NONE:
        return said("{tile} is a higher piece than {other}.", tile=one.tiles[0], other=other.tiles[0])
    if one.rank is Rank.PAIR:
        high, low = (_DOUBLES[each.tiles[0].high] for each in (one, other))
        return said("A pair with the {high} beats one with the {low}.", high=high, low=low)
    if ranks.flush_tie == "suit_number":
        higher, lower = (suit_name(_suit(each)) for each in (one, other))
        return said(
            "{rank} in {higher} beats one in {lower}, the lower suit.", rank=rank, higher=higher, lower=lower
        )
    best, next_best = (_highest(hand) for hand in hands)
    return said(
        "{rank} with {best} as its highest piece beats one with {next_best}.",
        rank=rank,
        best=best,
        next_best=next_best,
    )


def _suit(strength: Strength) -> int:
    """The suit that all the tiles of a rank belong to."""
    common = set.intersection(*(set(each.halves) for each in strength.tiles))
    return common.pop()


def _highest(hand: tuple[Tile, ...]) -> Tile:
    return next(each for each in hand if highest_pieces([each]) == highest_pieces(hand)[:3])
