"""Domino poker, counted by the rules alone (rules/README.md, game 19 and PK1 to PK6; record/README.md for the chips)."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from tests.recount.table import Table, same, seat_people
from tests.recount.tiles import Tile, all_tiles, is_double, words

NUMBERS = {"buy_in": (3, 10, 30)}
RANKS = (
    "none", "pair", "flush", "threes", "four-straight", "full", "five-straight", "fours", "six-straight", "royal",
)  # fmt: skip
TILES = [tile for tile in all_tiles(6) if tile[1] > 0 and tile != (1, 1)]
ROUNDS = 8
NO_LIMIT = 10**9


def piece(tile: Tile) -> tuple[bool, int, int]:
    """Doubles are higher than singles (PK6)."""
    return is_double(tile), *tile


def ranks_of(hand: Sequence[Tile], *, sheet: bool, by_suit: bool) -> Iterator[tuple[str, Any]]:
    """Every rank of a hand, each with what decides between two of it (PK1 to PK4)."""
    pieces = sorted(map(piece, hand), reverse=True)
    doubles = sorted((tile for tile in hand if is_double(tile)), reverse=True)
    singles = [tile for tile in hand if not is_double(tile)]
    yield "none", pieces
    if len(doubles) > 1:
        yield {2: "pair", 3: "threes", 4: "fours", 5: "royal"}[len(doubles)], doubles
    if len(doubles) == 3 and {*singles[0]} & {*singles[1]}:
        yield "full", doubles
    for suit in range(1, 7):
        others = sorted(sum(tile) - suit for tile in hand if suit in tile)
        in_a_row = len(others) == 5 and others[-1] - others[0] == 4
        decides = suit if by_suit else pieces
        if len(others) == 5:
            yield "flush", decides
        if in_a_row and suit == 6:
            yield "six-straight", decides
        elif in_a_row and (sheet or suit == 5):
            yield "five-straight", decides
        if suit == 4 and (
            any({n, n + 1, n + 2, n + 3} <= {*others} for n in range(4)) if sheet else in_a_row
        ):
            yield "four-straight", decides


class PokerMatch:
    """A few deals of poker with or without stakes."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.rules = table.rules()
        self.net = [0] * 4  # what each player has won or lost; partners' are added
        for side, points in enumerate(table.carried()):
            self.net[table.members(side)[0]] = points
        table.firm = ()

    @property
    def limited(self) -> bool:
        """Whether the chips are counted."""
        return self.rules["stakes"] and self.rules["buy_in"] > 0

    def play(self) -> None:
        """Play and compare until somebody has all chips, or long enough."""
        for number in range(1, ROUNDS):
            if self.round(number):
                return
            if self.chance.random() < 0.2 and self.adjust():
                return
            self.rules = self.table.agree(self.chance)
            if self.is_unclear:
                return

    @property
    def scores(self) -> list[int]:
        """The scores by side."""
        sides = range(len(self.table.sides))
        return [sum(self.net[seat] for seat in self.table.members(side)) for side in sides]

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.table.players[seat]

    def adjust(self) -> bool:
        """The table agrees on points; they count as chips in the next deal. True if the rest would not be clear."""
        seat, points = self.chance.randrange(4), self.chance.choice((-4, -1, 1, 4))
        event = {"adjust": {self.table.sides[self.table.side_of[seat]]: points}}
        if self.limited and self.rules["buy_in"] + self.net[seat] + points < 0:
            self.table.refuses(event, "not-now")
            return False
        self.net[seat] += points
        self.table.say(event, scores=self.scores, points={self.table.side_of[seat]: points})
        return self.is_unclear

    @property
    def is_unclear(self) -> bool:
        """Whether the table has agreed on something that leaves only one player chips."""
        return self.limited and sum(self.rules["buy_in"] + net > 0 for net in self.net) < 2

    def round(self, number: int) -> bool:
        """One deal; whether somebody has all chips now."""
        self.chips = [self.rules["buy_in"] + net if self.limited else NO_LIMIT for net in self.net]
        self.stay = [seat for seat in range(4) if self.chips[seat] > 0]
        self.paid, self.shown = [0] * 4, set[int]()
        event: dict[str, Any] = {"round": number}
        opener = self.chance.choice(self.stay) if self.chance.random() < 0.4 else None
        if opener is not None:
            event["opener"] = self.name(opener)
        self.table.say(event, scores=self.scores)
        tiles = list(TILES)
        self.chance.shuffle(tiles)
        self.hands = [tiles[seat * 5 : seat * 5 + 5] for seat in range(4)]
        if self.rules["stakes"]:
            self.try_early()
            if not self.bet(opener):
                return False
        if len(self.stay) > 1:
            if self.chance.random() < 0.05:
                return self.void()
            self.try_late()
        return self.settle(self.table.before)

    def void(self) -> bool:
        """The deal does not count: nobody pays."""
        settled = {"how": "void", "winner": None, "points": {}}
        self.table.say({"void": True}, settled=settled, scores=self.scores, points={}, status="round-over")
        return False

    def try_early(self) -> None:
        """Say what comes later: a stake, a hand; and house rules in the middle of a deal."""
        seat = self.chance.choice(self.stay)
        self.table.refuses({"by": self.name(seat), "check": True}, "not-now")
        self.table.refuses({"by": self.name(seat), "hand": words(self.hands[seat])}, "not-now")
        self.table.refuses({"ruling": {"flush_tie": "highest_piece"}}, "not-now")
        for absent in {*range(4)} - {*self.stay}:
            self.table.refuses({"by": self.name(absent), "ante": 1}, "not-now")

    def try_late(self) -> None:
        """Show what cannot be a hand, or stake when the betting is over."""
        seat, other = self.chance.sample(self.stay, 2)
        me, hand = self.name(seat), words(self.hands[seat])
        self.table.refuses({"by": me, "fold": True}, "not-now")
        self.table.refuses({"by": me, "hand": hand[1:]}, "hand-mismatch")
        self.table.refuses({"by": me, "hand": [*hand[1:], "1-1"]}, "not-in-set")
        self.table.refuses({"by": me, "hand": [*hand[1:], hand[1]]}, "impossible-hand")
        for gone in {*range(4)} - {*self.stay}:
            self.table.refuses({"by": self.name(gone), "check": True}, "not-now")
        if len(self.stay) == 4 and self.chance.random() < 0.5:  # else this hand may settle the deal
            self.table.say({"by": me, "hand": hand}, status="reveal", points={}, scores=self.scores)
            self.table.refuses({"by": me, "hand": hand}, "not-now")
            mixed = [*words(self.hands[other])[1:], hand[0]]
            self.table.refuses({"by": self.name(other), "hand": mixed}, "impossible-hand")
            self.shown = {seat}

    # Stakes

    def bet(self, opener: int | None) -> bool:
        """Antes and one round of betting; False if the deal is void before its end."""
        order = list(self.stay)
        self.chance.shuffle(order)
        self.ante, self.raised = self.chance.randint(1, min(4, self.chips[order[0]])), 0
        for seat in order:
            if seat != order[0]:
                self.table.refuses({"by": self.name(seat), "ante": self.ante + 1}, "bad-stake")
            self.paid[seat] = min(self.ante, self.chips[seat])
            self.spoken: set[int] = set()
            last = seat == order[-1]
            turn = self.next_from(order[0] if opener is None else opener) if last else None
            event = {"by": self.name(seat), "ante": self.ante}
            self.table.say(event, points={}, **({"turn": turn} if last else {}))
        while turn is not None:
            if self.chance.random() < 0.01:
                return self.void()
            if not self.limited and self.chance.random() < 0.05:
                seat, points = self.chance.randrange(4), self.chance.choice((-4, 4))
                self.net[seat] += points
                side = self.table.side_of[seat]
                event = {"adjust": {self.table.sides[side]: points}}
                self.table.say(event, turn=turn, scores=self.scores, points={side: points})
            event = self.stake(turn)
            turn = self.next_from((turn + 1) % 4)
            self.table.say(event, turn=turn)
        return True

    def all_in(self, seat: int) -> bool:
        """Whether the player has staked everything."""
        return self.paid[seat] == self.chips[seat]

    def missing(self, seat: int) -> int:
        """What the player has to pay to stay."""
        return min(self.ante + self.raised, self.chips[seat]) - self.paid[seat]

    def next_from(self, seat: int) -> int | None:
        """The next player from this seat on who has something to say."""
        if len(self.stay) < 2:
            return None
        for each in ((seat + n) % 4 for n in range(4)):
            if each not in self.stay or self.all_in(each):
                continue
            against = any(other != each and not self.all_in(other) for other in self.stay)
            if self.missing(each) or (each not in self.spoken and against):
                return each
        return None

    def stake(self, seat: int) -> dict[str, Any]:
        """What this player does by chance."""
        me, missing = self.name(seat), self.missing(seat)
        most = self.chips[seat] - self.paid[seat] - missing
        against = any(other != seat and not self.all_in(other) for other in self.stay)
        higher = "raise" if self.raised else "bet"
        self.table.refuses({"by": me, ("check" if self.raised else "call"): True}, "bad-stake")
        self.table.refuses({"by": me, ("bet" if self.raised else "raise"): 1}, "bad-stake")
        self.table.refuses({"by": me, higher: 0}, "bad-stake")
        self.table.refuses({"by": me, "ante": self.ante}, "not-now")
        other = (seat + self.chance.randrange(1, 4)) % 4
        code = "not-your-turn" if self.chips[other] > 0 else "not-now"
        self.table.refuses({"by": self.name(other), "fold": True}, code)
        if self.limited:
            self.table.refuses({"by": me, higher: most + 1}, "bad-stake")
        can = [
            "fold",
            "call" if self.raised else "check",
            *([higher, higher] if most > 0 and against else []),
        ]
        did = self.chance.choice(can)
        self.spoken.add(seat)
        if did == "fold":
            self.stay.remove(seat)
        elif did == "call":
            self.paid[seat] += missing
        elif did == higher:
            more = self.chance.randint(1, min(most, 6))
            self.paid[seat] += missing + more
            self.raised += more
            self.spoken = {seat}
            return {"by": me, higher: more}
        return {"by": me, did: True}

    # The showdown

    def best_of(self, seat: int) -> tuple[int, Any]:
        """The player's highest rank, and what decides between equals."""
        found = ranks_of(
            self.hands[seat],
            sheet=self.rules["poker_straights"] == "sheet",
            by_suit=self.rules["flush_tie"] == "suit_number",
        )
        name, decides = max(found, key=lambda each: RANKS.index(each[0]))
        return RANKS.index(name), decides

    def settle(self, answer: dict[str, Any]) -> bool:
        """Show the hands and compare the pay; whether the match is over."""
        order = sorted(self.stay, key=self.best_of, reverse=True)
        if self.rules["stakes"]:
            won = [-paid for paid in self.paid]
            for chip in range(1, max(self.paid) + 1):  # each chip goes to the best hand that paid as much
                best = next(seat for seat in order if self.paid[seat] >= chip)
                won[best] += sum(paid >= chip for paid in self.paid)
        else:
            won = [int(seat == order[0]) for seat in range(4)]
        self.net = [net + points for net, points in zip(self.net, won, strict=True)]
        points = dict.fromkeys(range(len(self.table.sides)), 0)
        for seat, each in enumerate(won):
            points[self.table.side_of[seat]] += each
        left = [seat for seat in range(4) if self.rules["buy_in"] + self.net[seat] > 0]
        over = self.limited and len(left) == 1
        folded = len(order) == 1
        settled = {
            "how": "folded" if folded else "showdown",
            "winner": self.table.side_of[order[0]],
            "points": same(points),
        }
        hidden = {*range(4)} - {*self.stay} | self.shown
        shown = [[] if folded or seat in hidden else hand for seat, hand in enumerate(self.hands)]
        status = "match-over" if over else "round-over"
        mine = {"settled": settled, "scores": self.scores, "status": status}
        answer = self.table.settle(answer, shown, self.chance, lambda: mine)
        ranks = {self.name(seat): RANKS[self.best_of(seat)[0]] for seat in self.stay}
        if not folded and answer["settled"]["ranks"] != ranks:
            self.table.differ("the ranks", ranks, answer["settled"]["ranks"])
        self.table.ends(left[0] if over else None)
        return over


def recount(chance: random.Random) -> Table:
    """A few deals of poker."""
    stakes = chance.random() < 0.85
    table = seat_people(chance, "hasbro2003.poker", NUMBERS, pairs=True, carries=True, stakes=stakes)
    PokerMatch(table, chance).play()
    return table
