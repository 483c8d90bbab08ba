"""How poker hands rank, what is staked on them, and a game of one showdown."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from referee.engine.messages import Message, msg, msg_as
from referee.engine.rules.game import Game
from referee.engine.rules.part import Part, choice, fixed, number, where
from referee.engine.tiles import Tile, mask_of, tile

LOWEST_HALF, HIGHEST_HALF, HAND = 1, 6, 5
# The tiles of poker: a double-six set without its blanks and without 1-1.
TILES = tuple(
    tile(high, low)
    for high in range(LOWEST_HALF, HIGHEST_HALF + 1)
    for low in range(LOWEST_HALF, high + 1)
    if high > 1
)
TILES_MASK = mask_of(TILES)


class Rank(IntEnum):
    """The ranks, low to high."""

    NONE = 0
    PAIR = 1
    FLUSH = 2
    THREES = 3
    FOUR_STRAIGHT = 4
    FULL = 5
    FIVE_STRAIGHT = 6
    FOURS = 7
    SIX_STRAIGHT = 8
    ROYAL = 9

    @property
    def key(self) -> str:
        """How answers name the rank."""
        return self.name.lower().replace("_", "-")

    @property
    def words(self) -> Message:
        """The rank as players say it in a sentence: "a pair"."""
        return _CALLED[self][1]

    @property
    def title(self) -> Message:
        """The rank by its name: "pair"."""
        return _CALLED[self][0]


# Each by its name, and as used within a sentence.
_CALLED = {
    Rank.NONE: (msg_as("rank", "nothing"), msg_as("rank", "nothing")),
    Rank.PAIR: (msg_as("rank", "pair"), msg_as("rank", "a pair")),
    Rank.FLUSH: (msg_as("rank", "flush"), msg_as("rank", "a flush")),
    Rank.THREES: (msg_as("rank", "threes"), msg_as("rank", "threes")),
    Rank.FOUR_STRAIGHT: (msg_as("rank", "four straight"), msg_as("rank", "a four straight")),
    Rank.FULL: (msg_as("rank", "full hand"), msg_as("rank", "a full hand")),
    Rank.FIVE_STRAIGHT: (msg_as("rank", "five straight"), msg_as("rank", "a five straight")),
    Rank.FOURS: (msg_as("rank", "fours"), msg_as("rank", "fours")),
    Rank.SIX_STRAIGHT: (msg_as("rank", "six straight"), msg_as("rank", "a six straight")),
    Rank.ROYAL: (msg_as("rank", "royal"), msg_as("rank", "a royal")),
}
_MEANINGS = {
    Rank.NONE: msg(
        "No rank at all: the highest tile counts, doubles before singles, then the higher halves."
    ),
    Rank.PAIR: msg("Two doubles, any two."),
    Rank.FLUSH: msg("Five tiles of one suit."),
    Rank.THREES: msg("Three doubles, any three."),
    Rank.FULL: msg("Three doubles, and two tiles that share a number."),
    Rank.FOURS: msg("Four doubles, any four."),
    Rank.SIX_STRAIGHT: msg("Five sixes in sequence: from 6-1 to 6-5, or from 6-2 to 6-6."),
    Rank.ROYAL: msg("All five doubles."),
}
_STRAIGHTS = {
    "sheet": {
        Rank.FOUR_STRAIGHT: msg("Four fours in sequence; with a fifth they are a five straight."),
        Rank.FIVE_STRAIGHT: msg("Five tiles of one suit in sequence, of any suit but sixes."),
    },
    "classic": {
        Rank.FOUR_STRAIGHT: msg("Five fours in sequence: from 4-1 to 4-5, or from 4-2 to 4-6."),
        Rank.FIVE_STRAIGHT: msg("Five fives in sequence: from 5-1 to 5-5, or from 5-2 to 5-6."),
    },
}


class Strength(NamedTuple):
    """The strength of a hand: its rank, then what decides among equals; greater is better.

    `tiles` are those that make the rank.
    """

    rank: Rank
    kicker: tuple[int, ...]
    tiles: tuple[Tile, ...]


def piece(each: Tile) -> tuple[int, int, int]:
    """A tile's sort key among pieces: doubles above singles, then by the higher and the lower half."""
    return (int(each.is_double), each.high, each.low)


def highest_pieces(tiles: Iterable[Tile]) -> tuple[int, ...]:
    """The sort keys of a hand's pieces, highest first, as one flat tuple."""
    ordered = sorted((piece(each) for each in tiles), reverse=True)
    return tuple(number for each in ordered for number in each)


def suit_of(tiles: Iterable[Tile], suit: int) -> list[Tile]:
    """The tiles of a suit among these, in the order of their other halves."""
    return sorted((each for each in tiles if suit in each.halves), key=lambda each: each.other(suit))


@dataclass(frozen=True, kw_only=True)
class Ranks(Part):
    """Which hand beats which (PK1-PK4, PK6)."""

    ranking: str = fixed(
        "The ranks",
        "From low to high: a pair (two doubles), a flush (five of a suit), threes, a four straight, a full hand "
        "(three doubles and two tiles of one suit), a five straight, fours, a six straight, a royal.",
    )
    poker_straights: str = choice(
        "Straights",
        {
            "sheet": "A four straight is four fours in sequence, a five straight five tiles in sequence "
            "of any suit but sixes, a six straight five sixes in sequence.",
            "classic": "A four, five or six straight is five tiles in sequence of the suit of fours, fives or sixes.",
        },
    )
    flush_tie: str = choice(
        "Equal ranks of one suit",
        {
            "suit_number": "Of two flushes or two five straights the one of the higher suit wins.",
            "highest_piece": "Of two flushes or two five straights the one with the highest tile wins.",
        },
    )
    pairs: str = fixed("Two pairs", "Of two pairs the one with the higher double wins.")
    highest_piece: str = fixed(
        "Nothing ranks", "When nobody has a rank, the highest tile wins: doubles first, then by the halves."
    )

    # Of two hands of one suit and the same rank; else the highest tile wins.
    higher_suit_wins = where("flush_tie", "suit_number")

    def strength(self, hand: Iterable[Tile]) -> Strength:
        """The best rank that the hand makes."""
        tiles = sorted(hand, key=piece, reverse=True)
        doubles = tuple(each for each in tiles if each.is_double)
        pieces = highest_pieces(tiles)
        by_doubles = {5: Rank.ROYAL, 4: Rank.FOURS, 3: Rank.THREES, 2: Rank.PAIR}
        found = [Strength(Rank.NONE, pieces, tuple(tiles[:1]))]
        if len(doubles) in by_doubles:
            found.append(Strength(by_doubles[len(doubles)], highest_pieces(doubles), doubles))
        if len(doubles) == 3 and _shares_a_half(tiles):
            found.append(Strength(Rank.FULL, highest_pieces(doubles), tuple(tiles)))
        for suit in range(LOWEST_HALF, HIGHEST_HALF + 1):
            found += self._of_suit(tiles, suit, pieces)
        return max(found, key=lambda each: (each.rank, each.kicker))

    def _of_suit(self, tiles: list[Tile], suit: int, pieces: tuple[int, ...]) -> list[Strength]:
        found = []
        kicker = (suit,) if self.higher_suit_wins else pieces
        if len(suit_of(tiles, suit)) == HAND:
            found.append(Strength(Rank.FLUSH, kicker, tuple(tiles)))
        for rank, length in self._straights(suit):
            best: list[Tile] = []
            run: list[Tile] = []
            for each in suit_of(tiles, suit):
                follows = run and each.other(suit) == run[-1].other(suit) + 1
                run = [*run, each] if follows else [each]
                best = run if len(run) > len(best) else best
            if len(best) >= length:
                found.append(Strength(rank, kicker, tuple(best)))
        return found

    def _straights(self, suit: int) -> list[tuple[Rank, int]]:
        """The straights that the suit can make, and how many tiles in sequence each needs."""
        if suit == HIGHEST_HALF:
            return [(Rank.SIX_STRAIGHT, HAND)]
        if self.poker_straights == "classic":
            classic = {4: Rank.FOUR_STRAIGHT, 5: Rank.FIVE_STRAIGHT}
            return [(classic[suit], HAND)] if suit in classic else []
        return [(Rank.FIVE_STRAIGHT, HAND), *([(Rank.FOUR_STRAIGHT, 4)] if suit == 4 else [])]

    def meaning(self, rank: Rank) -> Message:
        """The sentence that says what makes the rank."""
        return _STRAIGHTS[self.poker_straights].get(rank) or _MEANINGS[rank]

    def deciding(self, one: Strength, other: Strength) -> str:
        """The name of the rule by which one hand beats the other."""
        if one.rank is not other.rank:
            return "ranking"
        return {Rank.PAIR: "pairs", Rank.NONE: "highest_piece"}.get(one.rank, "flush_tie")


def _shares_a_half(tiles: list[Tile]) -> bool:
    """Whether the two tiles that are not doubles have a number in common (PK3)."""
    one, other = (each for each in tiles if not each.is_double)
    return bool(set(one.halves) & set(other.halves))


_ALL_IN = (
    "A player with fewer chips than are asked for pays what is left and is all in: "
    "from each of the others they can win as much as they paid. A player with none left sits out, and the player "
    "who has all of them wins."
)


@dataclass(frozen=True, kw_only=True)
class Stakes(Part):
    """Whether chips are staked, and whether they can run out (PK5)."""

    stakes: bool = choice(
        "Stakes",
        {
            False: "Nothing is staked; the best hand scores one point.",
            True: "Everyone antes the same; then there is one round of betting, and the best hand that stayed "
            "takes the pot.",
        },
    )
    buy_in: int = number(
        "Chips at the start",
        "Everybody starts with {n} chips. " + _ALL_IN,
        one="Everybody starts with 1 chip. " + _ALL_IN,
        sentences={0: "Nobody's chips are counted: everybody may stake as many as they like."},
    )


@dataclass(frozen=True, kw_only=True)
class Showdown(Game):
    """The rules of poker."""

    machine = "showdown"
    highest = 6

    ranks: Ranks
    betting: Stakes

    @property
    def disputed(self) -> tuple[str, ...]:
        """The switch that tables settle first: what is staked."""
        return ("stakes",)

    def tiles_each(self, players: int, highest: int) -> int:  # noqa: ARG002 - always five
        """How many tiles each player takes."""
        return HAND

    def matters(self, switch: str, *, partners: bool) -> bool:  # noqa: ARG002 - partners bet for themselves
        """Whether the switch can change anything given all the others: without stakes there are no chips to count."""
        return switch != "buy_in" or self.betting.stakes
