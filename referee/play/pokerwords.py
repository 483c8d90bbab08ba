"""Poker hands in a player's words: what a hand is called, and why it beats another (PK1-PK6)."""

from __future__ import annotations

from referee.rules.poker import Rank, Ranks, Strength, highest_pieces
from referee.tiles import Tile

_DOUBLES = {
    1: "double one",
    2: "double two",
    3: "double three",
    4: "double four",
    5: "double five",
    6: "double six",
}
_SUITS = {1: "ones", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes"}
_OF_ONE_SUIT = (Rank.FLUSH, Rank.FIVE_STRAIGHT)


def called(strength: Strength) -> str:
    """What the hand is called: "full hand", "flush in fives", "highest piece 6-3"."""
    words = str(strength.rank.title)
    if strength.rank is Rank.NONE:
        return f"highest piece {strength.tiles[0]}"
    if strength.rank is Rank.PAIR:
        return f"{words}, {_DOUBLES[strength.tiles[0].high]} high"
    if strength.rank in _OF_ONE_SUIT:
        return f"{words} in {_SUITS[_suit(strength)]}"
    return words


def why_it_beats(
    ranks: Ranks, one: Strength, other: Strength, hands: tuple[tuple[Tile, ...], tuple[Tile, ...]]
) -> str:
    """Why a hand beats another one, in a sentence; `hands` are the five tiles of each."""
    if one.rank is not other.rank:
        beaten = "a hand without a rank" if other.rank is Rank.NONE else other.rank.words
        verb = "beat" if one.rank in (Rank.THREES, Rank.FOURS) else "beats"
        return _sentence(f"{one.rank.words} {verb} {beaten}")
    if one.rank is Rank.NONE:
        return f"{one.tiles[0]} is a higher piece than {other.tiles[0]}."
    if one.rank is Rank.PAIR:
        high, low = (_DOUBLES[each.tiles[0].high] for each in (one, other))
        return f"A pair with the {high} beats one with the {low}."
    if ranks.flush_tie == "suit_number":
        higher, lower = (_SUITS[_suit(each)] for each in (one, other))
        return _sentence(f"{one.rank.words} in {higher} beats one in {lower}, the lower suit")
    best, next_best = (_highest(hand) for hand in hands)
    return _sentence(f"{one.rank.words} with {best} as its highest piece beats one with {next_best}")


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _suit(strength: Strength) -> int:
    """The suit that all the tiles of a rank belong to."""
    common = set.intersection(*(set(each.halves) for each in strength.tiles))
    return common.pop()


def _highest(hand: tuple[Tile, ...]) -> Tile:
    return next(each for each in hand if highest_pieces([each]) == highest_pieces(hand)[:3])
