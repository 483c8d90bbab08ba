"""Four simulated players of a trick game, whose hands the referee never sees."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.log import Answer, Log, open_log
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile, tile_set

NAMES = ("Ana", "Ben", "Cal", "Dan")
Halves = tuple[int, int]


def suit_of_lead(led: Halves, trump: Any) -> Any:
    """The suit that a lead asks for, computed from the halves alone: a number, or "trump"."""
    if trump == "doubles":
        return "trump" if led[0] == led[1] else max(led)
    return "trump" if trump in led else max(led)


def in_suit(held: Halves, suit: Any, trump: Any) -> bool:
    """Whether a tile belongs to a suit."""
    is_trump = held[0] == held[1] if trump == "doubles" else trump in held
    return is_trump if suit == "trump" else suit in held and not is_trump


def order_of_suit(suit: Any, trump: Any) -> list[Halves]:
    """The tiles of a suit, best first."""
    if suit == "trump" and trump == "doubles":
        return [(n, n) for n in range(6, -1, -1)]
    number = trump if suit == "trump" else suit
    ranked = [(number, number), *((number, n) for n in range(6, -1, -1) if n != number)]
    listed = [(max(each), min(each)) for each in ranked]
    return [each for each in listed if in_suit(each, suit, trump)]


def taker(laid: Sequence[Halves], trump: Any) -> int:
    """The index of the tile that takes a trick: the best trump, or else the best tile of the suit led."""
    for suit in ("trump", suit_of_lead(laid[0], trump)):
        for best in order_of_suit(suit, trump) if not (suit == "trump" and trump == "none") else ():
            if best in laid:
                return list(laid).index(best)
    raise AssertionError("the lead is in its own suit")


def halves(each: Tile) -> Halves:
    """The halves, the high one first."""
    return each.high, each.low


@dataclass
class Foursome:
    """A table of four with the tiles in their hands.

    `cheats` are seats that sometimes do not follow suit, `openness` is the chance that a hand is shown before a tile.
    """

    log: Log
    chance: random.Random
    cheats: tuple[int, ...] = ()
    openness: float = 0.0
    said: list[dict[str, Any]] = field(default_factory=list)
    hands: list[list[Tile]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    tricks: list[list[tuple[int, Halves]]] = field(default_factory=list)
    trump: Any = None
    planted: list[tuple[int, int, frozenset[Halves]]] = field(default_factory=list)

    def say(self, **event: Any) -> Answer:
        """Say one event, which must stand."""
        answer, self.log = self.log.say(event)
        assert answer.ruling.verdict == "stands", (event, answer.ruling.says)
        self.said.append(event)
        self.answers.append(answer)
        return answer

    def play_hand(self) -> Answer:
        """Deal, bid, name a trump and play all seven tricks; returns the last answer."""
        self.start_hand()
        for _ in range(28):
            last = self.lay_next()
        return last

    def start_hand(self) -> None:
        """Deal, bid and name a trump."""
        tiles = list(tile_set(6).tiles)
        self.chance.shuffle(tiles)
        self.hands = [tiles[seat * 7 : seat * 7 + 7] for seat in range(4)]
        self.say(round=len(self.log.state.rounds) + 1)
        self._bid()
        bidder = NAMES[self.log.state.to_act]
        self.trump = self.chance.choice([*range(7), "doubles", "none"])
        self.say(by=bidder, trump=self.trump)
        self.tricks, self.planted = [], []

    def lay_next(self) -> Answer:
        """The player to act lays a tile."""
        if not self.tricks or len(self.tricks[-1]) == len(NAMES):
            self.tricks.append([])
        return self._lay()

    def _bid(self) -> None:
        current = self.log.state.current
        while current.bidding:
            name = NAMES[current.turn]
            rules = self.log.start.setup.variant.auction
            may = rules.bids_over(current.bid.amount if current.bid else None)
            must = rules.dealer_must_bid or (current.bid is None and len(current.passed) == 3)
            if may and (must or self.chance.random() < 0.4):
                self.say(by=name, bid=may[min(len(may) - 1, self.chance.randrange(6))])
            else:
                self.say(by=name, bid="pass")
            current = self.log.state.current

    def _lay(self) -> Answer:
        seat = self.log.state.to_act
        hand, trick = self.hands[seat], self.tricks[-1]
        if self.chance.random() < self.openness and self.log.state.current.shown[seat] is None:
            self.say(by=NAMES[seat], hand=[str(each) for each in hand])
        choice = hand
        if trick:
            suit = suit_of_lead(trick[0][1], self.trump)
            able = [each for each in hand if in_suit(halves(each), suit, self.trump)]
            others = [each for each in hand if each not in able]
            if seat in self.cheats and able and others and self.chance.random() < 0.5:
                could = frozenset(halves(each) for each in able)
                self.planted.append((seat, self.log.said + 1, could))
                choice = others
            else:
                choice = able or hand
        laid = self.chance.choice(choice)
        hand.remove(laid)
        trick.append((seat, halves(laid)))
        return self.say(by=NAMES[seat], play=str(laid))


def seat_four(
    variant: str,
    chance: random.Random,
    *,
    options: Mapping[str, Any] | None = None,
    cheats: tuple[int, ...] = (),
    openness: float = 0.0,
) -> Foursome:
    """Four people at a new table."""
    header = {"record": 1, "variant": variant, "players": list(NAMES), "options": dict(options or {})}
    return Foursome(open_log(read_setup(header)), chance, cheats, openness)
