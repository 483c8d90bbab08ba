"""Suits: which tiles are trumps, which suit a lead asks for, who follows it and what beats what."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from referee.engine.messages import Message, msg, msg_as
from referee.engine.rules.part import Part, fixed
from referee.engine.tiles import Tile, mask_of, tile_set

DOUBLES = "doubles"
NO_TRUMP = "none"
NEL_O = "nel-o"
SEVENS = "sevens"
TRUMPS = "trumps"  # the suit that a trump leads
NEAREST = "the nearest to seven"  # what is led if only that counts
SUIT_NAMES = (
    msg_as("suit", "blanks"),
    msg_as("suit", "ones"),
    msg_as("suit", "twos"),
    msg_as("suit", "threes"),
    msg_as("suit", "fours"),
    msg_as("suit", "fives"),
    msg_as("suit", "sixes"),
)
OTHER_SUITS = {
    DOUBLES: msg_as("suit", "doubles"),
    TRUMPS: msg_as("suit", "trumps"),
    NEAREST: msg("the nearest to seven"),
}
# What may be named instead of a trump.
NAMED = {NO_TRUMP: msg("no trump"), NEL_O: msg("Nel-O"), SEVENS: msg("Sevens")}
HIGHEST_SUIT = len(SUIT_NAMES) - 1

Trump = int | str
Suit = int | str


@dataclass(frozen=True, kw_only=True)
class Trumps(Part):
    """What may be trump and what it takes (TX6-TX8)."""

    named: str = fixed(
        "Naming the trump",
        "After the auction the highest bidder names the trump: a number, the doubles, or none.",
    )
    order: str = fixed(
        "The order of a suit",
        "The double is the highest of its suit; the other tiles rank by their other half.",
    )
    doubles: str = fixed(
        "Doubles as trumps", "Doubles as trumps rank by their number and leave the suits of their numbers."
    )


class Suits(NamedTuple):
    """The suits of a hand once the trump is named. `doubles_apart`: without trumps the doubles are a suit."""

    trump: Trump
    doubles_apart: bool = False

    def is_trump(self, tile: Tile) -> bool:
        """Whether the tile is a trump."""
        return tile.is_double if self.trump == DOUBLES else self.trump in tile.halves

    def led_by(self, tile: Tile) -> Suit:
        """The suit that this tile asks for if it is led: trumps, else its higher half."""
        if self.is_trump(tile):
            return TRUMPS
        return DOUBLES if self._is_apart(tile) else tile.high

    def follows(self, tile: Tile, suit: Suit) -> bool:
        """Whether the tile belongs to the suit; a trump belongs to the trumps alone."""
        if suit == TRUMPS:
            return self.is_trump(tile)
        if suit == DOUBLES:
            return tile.is_double
        return suit in tile.halves and not self.is_trump(tile) and not self._is_apart(tile)

    def due(self, tile: Tile, led: Tile | None) -> int:
        """The mask of tiles of which one had to be laid instead if held: those of the suit led, if this one does not
        follow; `led` is None for the lead."""
        suit = None if led is None else self.led_by(led)
        return 0 if suit is None or self.follows(tile, suit) else _tiles_of(self, suit)

    def strength(self, tile: Tile, suit: Suit) -> tuple[int, int]:
        """The key that decides a trick: trumps over the suit led, the suit led over the rest; then the rank in it."""
        if self.is_trump(tile):
            return 2, _rank(tile, self.trump)
        return (1, _rank(tile, suit)) if self.follows(tile, suit) else (0, 0)

    def winner(self, laid: Sequence[Tile]) -> int:
        """Which of the tiles of a trick takes it; the first one was led."""
        suit = self.led_by(laid[0])
        return max(range(len(laid)), key=lambda place: self.strength(laid[place], suit))

    def _is_apart(self, tile: Tile) -> bool:
        return self.doubles_apart and tile.is_double


class NearestSeven(NamedTuple):
    """Sevens has no suits: every player lays the tile whose pips are nearest to seven, and the nearest takes
    the trick, the first of equals."""

    def led_by(self, tile: Tile) -> Suit:  # noqa: ARG002 - whatever is led
        """Any lead asks for the tile nearest to seven."""
        return NEAREST

    def due(self, tile: Tile, led: Tile | None) -> int:  # noqa: ARG002 - the lead too
        """The mask of tiles that are nearer to seven."""
        return _nearer(_from_seven(tile))

    def winner(self, laid: Sequence[Tile]) -> int:
        """Which of the tiles is nearest to seven; the first of equals."""
        return min(range(len(laid)), key=lambda place: _from_seven(laid[place]))


Order = Suits | NearestSeven  # how the tiles of a hand rank once the trump is named


def order_of(trump: Trump, *, doubles_apart: bool) -> Order:
    """How the tiles rank once this trump is named; `doubles_apart`: without trumps the doubles are a suit."""
    if trump == SEVENS:
        return NearestSeven()
    if trump in (NO_TRUMP, NEL_O):
        return Suits(NO_TRUMP, doubles_apart)
    return Suits(trump)


@cache
def _tiles_of(suits: Suits, suit: Suit) -> int:
    return mask_of(each for each in tile_set(HIGHEST_SUIT).tiles if suits.follows(each, suit))


@cache
def _nearer(distance: int) -> int:
    return mask_of(each for each in tile_set(HIGHEST_SUIT).tiles if _from_seven(each) < distance)


def _from_seven(tile: Tile) -> int:
    return abs(tile.pips - 7)


def _rank(tile: Tile, suit: Suit) -> int:
    """The rank of a tile in the suit of one of its halves, or of a double among the doubles."""
    if suit == DOUBLES:
        return tile.high
    assert isinstance(suit, int)
    return len(SUIT_NAMES) if tile.is_double else tile.other(suit)


def suit_name(suit: Suit) -> Message:
    """A suit as a player says it: "fives", "trumps"."""
    return SUIT_NAMES[suit] if isinstance(suit, int) else OTHER_SUITS[suit]


def asked_words(suit: Suit) -> Message:
    """What a lead asked for: "fives were led"."""
    if suit == NEAREST:
        return msg("the tile nearest to seven was due")
    return msg("{suit} were led", suit=suit_name(suit))


def trump_words(trump: Trump) -> Message:
    """The trump as its bidder names it: "fives as trumps", "no trump"."""
    if isinstance(trump, int) or trump == DOUBLES:
        return msg("{suit} as trumps", suit=suit_name(trump))
    return NAMED[trump]
