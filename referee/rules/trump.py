"""Suits: which tiles are trumps, which suit a lead asks for, who follows it and what beats what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from referee.rules.part import Part
from referee.tiles import Tile

DOUBLES = "doubles"
NO_TRUMP = "none"
TRUMPS = "trumps"  # the suit that a trump leads
SUIT_NAMES = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")

Trump = int | str
Suit = int | str


@dataclass(frozen=True, kw_only=True)
class Trumps(Part):
    """What may be trump and what it takes (TX6-TX8)."""

    always: ClassVar[Mapping[str, str]] = {
        "named": "After the auction the highest bidder names the trump: a number, the doubles, or none.",
        "order": "The double is the highest of its suit; the other tiles rank by their other half.",
        "doubles": "Doubles as trumps rank by their number and leave the suits of their numbers.",
    }

    def may_be_named(self, trump: Trump) -> bool:
        """Whether the bidder may name it."""
        return trump in (DOUBLES, NO_TRUMP) or (isinstance(trump, int) and 0 <= trump < len(SUIT_NAMES))


class Suits(NamedTuple):
    """The suits of a hand once the trump is named."""

    trump: Trump

    def is_trump(self, tile: Tile) -> bool:
        """Whether the tile is a trump."""
        return tile.is_double if self.trump == DOUBLES else self.trump in tile.halves

    def led_by(self, tile: Tile) -> Suit:
        """The suit that a lead asks for: trumps, else its higher half."""
        return TRUMPS if self.is_trump(tile) else tile.high

    def follows(self, tile: Tile, suit: Suit) -> bool:
        """Whether the tile belongs to the suit; a trump belongs to the trumps alone."""
        if suit == TRUMPS:
            return self.is_trump(tile)
        return suit in tile.halves and not self.is_trump(tile)

    def strength(self, tile: Tile, suit: Suit) -> tuple[int, int]:
        """What decides a trick: trumps over the suit led, the suit led over the rest; then the rank in it."""
        if self.is_trump(tile):
            return 2, tile.high if self.trump == DOUBLES else _rank(tile, self.trump)
        return (1, _rank(tile, suit)) if self.follows(tile, suit) else (0, 0)

    def winner(self, laid: Sequence[Tile]) -> int:
        """Which of the tiles of a trick takes it; the first one was led."""
        suit = self.led_by(laid[0])
        return max(range(len(laid)), key=lambda place: self.strength(laid[place], suit))


def _rank(tile: Tile, suit: Suit) -> int:
    """The rank of a tile in the suit of one of its halves."""
    assert isinstance(suit, int)
    return len(SUIT_NAMES) if tile.is_double else tile.other(suit)


def suit_name(suit: Suit) -> str:
    """A suit as a player says it: "fives", "trumps"."""
    return SUIT_NAMES[suit] if isinstance(suit, int) else suit


def trump_words(trump: Trump) -> str:
    """The trump as its bidder names it: "fives as trumps", "no trump"."""
    return "no trump" if trump == NO_TRUMP else f"{suit_name(trump)} as trumps"
