"""Poker hands in a player's words: what a hand is called, and why it beats another (PK1-PK6)."""

from referee.engine.messages import Begun, Message, msg, number_word
from referee.engine.rules.poker import Rank, Ranks, Strength, piece
from referee.engine.rules.trump import suit_name
from referee.engine.tiles import Tile

_OF_ONE_SUIT = (Rank.FLUSH, Rank.FIVE_STRAIGHT)


def called(strength: Strength) -> Message:
    """The name of the hand: "full hand", "flush in fives", "highest tile 6-3"."""
    rank = strength.rank.title
    if strength.rank is Rank.NONE:
        return msg("highest tile {tile}", tile=strength.tiles[0])
    if strength.rank is Rank.PAIR:
        return msg("{rank}, {double} high", rank=rank, double=_double(strength))
    if strength.rank in _OF_ONE_SUIT:
        return msg("{rank} in {suit}", rank=rank, suit=suit_name(_suit(strength)))
    return rank


def why_it_beats(
    ranks: Ranks, one: Strength, other: Strength, hands: tuple[tuple[Tile, ...], tuple[Tile, ...]]
) -> Message:
    """Why a hand beats another one, in a sentence; `hands` are the five tiles of each."""
    rank = Begun(one.rank.words)
    if one.rank is not other.rank:
        beaten = msg("a hand without a rank") if other.rank is Rank.NONE else other.rank.words
        if one.rank in (Rank.THREES, Rank.FOURS):
            return msg("{ranks} beat {other}.", ranks=rank, other=beaten)
        return msg("{rank} beats {other}.", rank=rank, other=beaten)
    if one.rank is Rank.NONE:
        return msg("{tile} is a higher tile than {other}.", tile=one.tiles[0], other=other.tiles[0])
    if one.rank is Rank.PAIR:
        high, low = map(_double, (one, other))
        return msg("A pair with the {high} beats one with the {low}.", high=high, low=low)
    if ranks.higher_suit_wins:
        higher, lower = (suit_name(_suit(each)) for each in (one, other))
        return msg(
            "{rank} in {higher} beats one in {lower}, the lower suit.", rank=rank, higher=higher, lower=lower
        )
    best, next_best = (max(hand, key=piece) for hand in hands)
    return msg(
        "{rank} with {best} as its highest tile beats one with {next_best}.",
        rank=rank,
        best=best,
        next_best=next_best,
    )


def _double(strength: Strength) -> Message:
    """The higher double of a pair: "double six"."""
    return msg("double {number}", number=number_word(strength.tiles[0].high))


def _suit(strength: Strength) -> int:
    common = set.intersection(*(set(each.halves) for each in strength.tiles))
    return common.pop()
