"""Texas and Forty-two, counted by the rules alone (rules/README.md, game 17, part 4 V17 and TX1 to TX12)."""

import random
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from referee.engine.audit.holdings import Flag
from tests.recount.suits import Suits
from tests.recount.table import Table, games, same, seat_people
from tests.recount.tiles import Tile, all_tiles, word, words

NUMBERS = {"target": (42, 100, 250), "marks_to_win": (1, 3, 7)}
LADDERS = {
    "double": (42, 84, 168, 336),
    "cardinal_250": (42, 84, 168, 250),
    "marks": (42, 84, 126, 168, 210),
}
CALLS = {"plunge": (4, 5), "splash": (2, 3)}  # the least and the most marks
COUNTERS = {(5, 5): 10, (6, 4): 10, (5, 0): 5, (4, 1): 5, (3, 2): 5}
ALL = 42
BIDS = (*range(28, 46), 84, 126, 168, 210, 250, 336)  # some of them off every ladder
MOST_ROUNDS = 14
# Forty-two's switches, as Texas plays.
WITHOUT = {"nel_o": False, "sevens": False, "plunge": False, "splash": False}
# The rest is claimed after so many tricks: before that looking at all ways to lay the tiles takes long.
CLAIMS = 3
# In so many of the hands somebody plays out of turn and the table lets it stand.
LAX = 0.15


class TrickMatch:
    """One match: auction, trump, tricks and marks or points."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.rules = WITHOUT | table.rules()
        self.scores = table.carried()
        table.firm = ()
        self.opener: int | None = None
        self.over = False

    @property
    def marks(self) -> bool:
        """Whether marks are counted instead of points."""
        return self.rules.get("count_by") == "marks"

    def play(self) -> None:
        """Play and compare until the match is over, or long enough."""
        for number in range(1, MOST_ROUNDS):
            self.round(number)
            if not self.over:
                self.rules = WITHOUT | self.table.agree(self.chance)
            if self.over:
                self.table.refuses({"round": number + 1}, "not-now")
                return
            if self.chance.random() < 0.1:
                side, points = self.chance.randrange(2), self.chance.choice((-5, -1, 1))
                self.scores[side] += points
                event = {"adjust": {self.table.sides[side]: points}}
                self.table.say(event, scores=self.scores, points={side: points})

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.table.players[seat]

    def round(self, number: int) -> None:
        """Deal, bid and play one hand."""
        self.opener = 0 if self.opener is None else (self.opener + 1) % 4  # TX4
        event: dict[str, Any] = {"round": number}
        if self.chance.random() < 0.2:
            self.opener = self.chance.randrange(4)
            event["opener"] = self.name(self.opener)
        tiles = all_tiles(6)
        self.chance.shuffle(tiles)
        self.hands = [tiles[seat * 7 : seat * 7 + 7] for seat in range(4)]
        self.table.say(event, turn=self.opener, status="playing", scores=self.scores, hands=[7] * 4)
        if self.chance.random() < 0.1:
            self.tell_result()
        elif self.auction():
            if self.chance.random() < 0.03:
                self.begin_hand()
                self.tell_end()
                return
            self.name_trump()
            self.tricks()

    # The auction

    def may_bid(self) -> list[int]:
        """The numbers that may be bid now (TX2, TX3)."""
        ladder = LADDERS[self.rules["limit_ladder"]]
        if self.bid >= ALL:
            return [each for each in ladder if each > self.bid][:1]
        return [*range(max(30, self.bid + 1), ALL), *ladder[: 2 if self.rules["open_84"] else 1]]

    def auction(self) -> bool:
        """Bid; False if all four pass and the deal is void (TX5)."""
        assert self.opener is not None
        self.bid, self.bidder, self.call = 0, -1, ""
        self.trump: int | str | None = None
        passed: set[int] = set()
        turn, spoken = self.opener, 0
        while len(passed) < 4:
            if self.chance.random() < 0.2:
                self.bid_wrong(turn)
            self.table.adjust(self.scores, self.chance)
            if self.chance.random() < 0.01:
                if self.may_bid() and self.chance.random() < 0.7:
                    self.tell_result(self.may_bid())  # of a higher bid than those so far
                else:
                    self.void()
                return False
            event = self.speak(turn, last=len(passed) == 3 and not self.bid)
            passed |= {turn} if event["bid"] == "pass" else set()
            spoken += 1
            one_bid = self.rules["auction"] == "one_bid_each"
            done = spoken == 4 if one_bid else len(passed) == 3 and self.bid > 0
            if len(passed) == 4:
                settled = {"how": "void", "winner": None, "points": {}}
                self.table.say(event, settled=settled, status="round-over", scores=self.scores)
                return False
            turn = (turn + 1) % 4
            while turn in passed and not one_bid:
                turn = (turn + 1) % 4
            if done:
                turn = (self.bidder + 2) % 4 if self.call else self.bidder
            self.table.say(event, turn=turn, status="playing", points={})
            if done:
                break
        return True

    def speak(self, seat: int, *, last: bool) -> dict[str, Any]:
        """What this player bids by chance; `last`: after three passes, when the dealer may have to bid."""
        must = last and self.rules["all_pass"] == "dealer_30"
        if must:
            self.table.refuses({"by": self.name(seat), "bid": "pass"}, "bad-bid")
        calls = self.calls()
        for call in CALLS.keys() - calls.keys():
            if self.chance.random() < 0.1:
                self.table.refuses({"by": self.name(seat), "bid": call}, "bad-bid", "unreadable")
        if calls and self.chance.random() < 0.15:
            self.call = self.chance.choice(sorted(calls))
            self.bid, self.bidder = calls[self.call], seat
            return {"by": self.name(seat), "bid": self.call}
        if (may := self.may_bid()) and (must or self.chance.random() < 0.4):
            self.bid, self.bidder, self.call = self.chance.choice(may), seat, ""
            return {"by": self.name(seat), "bid": self.bid}
        return {"by": self.name(seat), "bid": "pass"}

    def calls(self) -> dict[str, int]:
        """The calls that may be made now, and the bid that each is: over the one that stands."""
        marks = {call: max(least, self.bid // ALL + 1) for call, (least, _) in CALLS.items()}
        return {call: n * ALL for call, n in marks.items() if self.rules[call] and n <= CALLS[call][1]}

    def bid_wrong(self, turn: int) -> None:
        """Bid out of turn, off the ladder, or do what comes later."""
        bid = self.chance.choice((29, 30, 41, 42, 43, 84, 126, 168, 210, 250, 336))
        other = (turn + self.chance.randrange(1, 4)) % 4
        self.table.refuses({"by": self.name(other), "bid": bid}, "not-your-turn")
        if bid not in self.may_bid():
            self.table.refuses({"by": self.name(turn), "bid": bid}, "bad-bid")
        self.table.refuses({"by": self.name(turn), "trump": 3}, "not-now")
        self.table.refuses({"by": self.name(turn), "play": "6-6"}, "not-now")
        self.too_early(turn)

    def too_early(self, seat: int) -> None:
        """Say what has its place only when the trump is named, and house rules that wait for the next hand."""
        hand = words(self.hands[seat])
        for event in ({"hand": hand}, {"rest": hand}, {"concede": True}):
            self.table.refuses({"by": self.name(seat), **event}, "not-now")
        switch = self.chance.choice([*self.table.house])
        value = self.chance.choice(self.table.house[switch])
        self.table.refuses({"ruling": {switch: value}}, "not-now", "unreadable")

    def name_trump(self) -> None:
        """The bidder names the trump, after a call the partner."""
        if self.chance.random() < 0.2:
            self.too_early(self.bidder)
        self.lead = (self.bidder + 2) % 4 if self.call else self.bidder
        special = [
            named
            for switch, named in (("nel_o", "nel-o"), ("sevens", "sevens"))
            if self.rules[switch] and self.bid >= ALL and not self.call
        ]
        for named in {"nel-o", "sevens"} - {*special}:
            if self.chance.random() < 0.1:
                self.table.refuses({"by": self.name(self.lead), "trump": named}, "bad-trump", "unreadable")
        self.table.refuses({"by": self.name((self.lead + 1) % 4), "trump": 3}, "not-your-turn")
        self.table.refuses({"by": self.name(self.lead), "trump": 7}, "bad-trump")
        trump = self.chance.choice(
            special if special and self.chance.random() < 0.6 else [*range(7), "doubles", "none"]
        )
        apart = self.rules.get("no_trump_doubles") == "own_suit"
        self.suits, self.trump = Suits(trump, doubles_apart=apart), trump
        self.sits_out = (self.lead + 2) % 4 if trump == "nel-o" else None
        self.table.say({"by": self.name(self.lead), "trump": trump}, turn=self.lead, status="playing")

    # The tricks

    def tricks(self) -> None:
        """Play the seven tricks, or end the hand early."""
        self.begin_hand()
        self.cheats = self.chance.random() < 0.3
        self.is_lax = self.chance.random() < LAX
        early = self.chance.choice((None, None, None, *range(7)))
        for number in range(7):
            if (number == early and self.end_early()) or (number >= CLAIMS and self.claim_rest()):
                return
            answer = self.trick()
            if answer is None:
                return
            if number < 6:
                self.table.compare(answer, turn=self.lead, status="playing", points={})
        self.settle(answer)

    def begin_hand(self) -> None:
        """Nothing is laid, shown or proved yet."""
        self.taken = [0, 0]
        self.laid: list[Tile] = []
        self.open: set[int] = set()  # who has shown the hand
        self.missed: list[
            tuple[int, int, set[Tile]]
        ] = []  # event, seat, tiles that would have had to be laid
        self.reneges: dict[int, int] = {}  # the seat by the event
        self.lies: dict[int, int] = {}  # the same, known to nobody
        self.decided: set[int] = set()  # the events about which the table has decided
        self.told_made: bool | None = None

    def trick(self) -> dict[str, Any] | None:
        """Play one trick, and compare who takes it with what; None if the hand is ended before."""
        trick: list[Tile] = []
        seats: list[int] = []
        turn: int | None = self.lead
        while turn is not None:
            self.try_wrong(turn, trick)
            if self.chance.random() < 0.005 and self.end_early():
                return None
            waiting = [each for each in self.from_seat(turn) if each not in (*seats, self.sits_out)]
            seat = self.chance.choice(waiting) if self.is_lax and self.chance.random() < 0.1 else turn
            seats.append(seat)
            turn = next((each for each in self.from_seat(seat) if each in waiting and each != seat), None)
            answer = self.lay(seat, trick, lets=seat != waiting[0])
            if turn is not None:
                self.table.compare(answer, turn=turn, status="playing", points={}, scores=self.scores)
        self.lead = seats[self.suits.winner(trick)]
        points = 1 + sum(COUNTERS.get(tile, 0) for tile in trick)
        self.taken[self.lead % 2] += points
        taken = dict(zip(self.table.sides, self.taken, strict=True))
        mine = {"winner": self.name(self.lead), "points": points, "taken": taken}
        self.table.compare(answer, trick=mine)
        return answer

    @staticmethod
    def from_seat(seat: int) -> list[int]:
        """Everybody in the order of turns, this player first."""
        return [(seat + n) % 4 for n in range(4)]

    def lay(self, seat: int, trick: list[Tile], *, lets: bool) -> dict[str, Any]:
        """Lay a tile to the trick; `lets`: the table lets it stand."""
        led = trick[0] if trick else None
        tile = self.choose(seat, trick, asks=not lets)
        lets = lets or (seat in self.open and tile not in self.suits.due(led, self.hands[seat]))
        self.table.breaks = ("must-follow", "not-your-turn")
        event = {"by": self.name(seat), "play": word(tile)} | ({"stood": True} if lets else {})
        due = self.suits.better(tile, led)
        answer = self.table.say(event)
        number = len(self.table.said)
        self.prove(seat, [tile])
        if due:
            self.missed.append((number, seat, due))
        if due & {*self.hands[seat]}:
            self.lies[number] = seat
        if seat in self.open:
            self.prove(seat, self.hands[seat])
        self.hands[seat].remove(tile)
        trick.append(tile)
        self.laid.append(tile)
        return answer

    def choose(self, seat: int, trick: Sequence[Tile], *, asks: bool) -> Tile:
        """A tile that may be laid; a cheat sometimes takes another. `asks`: compare what may be laid of an open hand."""
        legal = self.suits.due(trick[0] if trick else None, self.hands[seat])
        others = [tile for tile in self.hands[seat] if tile not in legal]
        if seat in self.open and asks:
            for tile in self.hands[seat]:
                self.table.may({"by": self.name(seat), "play": word(tile)}, tile in legal)
        if others and self.cheats and self.chance.random() < 0.3:
            return self.chance.choice(others)
        return self.chance.choice(legal)

    def try_wrong(self, seat: int, trick: Sequence[Tile]) -> None:
        """Lay a tile twice or out of turn; sometimes somebody shows the hand, or the table decides about a renege."""
        me = self.name(seat)
        self.table.adjust(self.scores, self.chance)
        open_flags = [each for each in self.flags() if each.event not in self.decided]
        if open_flags and self.chance.random() < 0.05:
            flag = self.chance.choice(open_flags)
            event = {"adjust": {self.table.sides[flag.sure % 2]: -1}, "about": flag.event}
            self.scores[flag.sure % 2] -= 1
            self.table.say(event, scores=self.scores, turn=seat)
            self.decided.add(flag.event)
        if trick and self.chance.random() < 0.05:
            self.table.refuses({"by": me, "rest": words(self.hands[seat])}, "not-now")
        if self.chance.random() < 0.02 and seat not in self.open:
            self.table.say({"by": me, "hand": words(self.hands[seat])}, turn=seat, points={})
            self.open.add(seat)
            self.prove(seat, self.hands[seat])
        if self.laid and self.chance.random() < 0.05:
            self.table.refuses({"by": me, "play": word(self.chance.choice(self.laid))}, "already-played")
        other = (seat + 1) % 4
        if self.hands[other] and other not in self.open and self.chance.random() < 0.05:
            self.table.refuses({"by": self.name(other), "play": word(self.hands[other][0])}, "not-your-turn")

    def prove(self, seat: int, tiles: Sequence[Tile]) -> None:
        """Tiles that a player lays or shows may prove an earlier renege (TX12)."""
        for event, by, due in self.missed:
            if by == seat and due & {*tiles}:
                self.reneges.setdefault(event, seat)

    def end_early(self) -> bool:
        """Concede the rest of the hand, or tell its end (record/README.md), or do not count it."""
        if self.chance.random() < 0.2:
            self.void()
            return True
        if self.chance.random() < 0.5:
            seat = self.chance.randrange(4)
            gets = seat % 2 if self.sits_out is not None else 1 - seat % 2
            self.taken[gets] += ALL - sum(self.taken)
            self.settle(self.table.say({"by": self.name(seat), "concede": True}))
            self.show_late()
            return True
        self.tell_end()
        return True

    def show_late(self) -> None:
        """Hands may be shown after the hand is over; they pay nothing, but may prove a renege (record/README.md)."""
        for seat in range(4):
            if seat not in self.open and self.hands[seat] and self.chance.random() < 0.3:
                status = "match-over" if self.over else "round-over"
                event = {"by": self.name(seat), "hand": words(self.hands[seat])}
                self.table.say(event, points={}, scores=self.scores, status=status)
                self.prove(seat, self.hands[seat])
        flagged = {flag.event: flag.sure for flag in self.flags()}
        if not self.reneges.items() <= flagged.items() or not flagged.items() <= self.lies.items():
            self.table.differ("reneges after hands were shown", self.reneges, flagged)

    def tell_end(self) -> None:
        """Tell how a hand ended whose auction was entered: the bid may be said once more, but no other."""
        bidders = self.bidder % 2
        taken = self.chance.randint(self.taken[bidders], ALL - self.taken[1 - bidders])
        event: dict[str, Any] = {"taken": taken}
        if self.chance.random() < 0.3 and not self.flags():
            event["made"] = self.told_made = self.chance.random() < 0.5
        if self.chance.random() < 0.5:
            event |= {"bidders": self.table.sides[bidders], "bid": self.bid}
        other = {"bidders": self.table.sides[1 - bidders], "bid": self.bid}
        self.table.refuses({"result": {**event, **other}}, "bad-bid")
        self.table.refuses({"result": {**event, "taken": ALL + 1}}, "impossible-points")
        if self.taken[bidders]:
            self.table.refuses({"result": {**event, "taken": self.taken[bidders] - 1}}, "impossible-points")
        self.taken[bidders], self.taken[1 - bidders] = taken, ALL - taken
        self.settle(self.table.say({"result": event}))

    def claim_rest(self) -> bool:
        """The leader may claim every trick that is left (record/README.md); whether that is done."""
        seat = self.lead
        hand, event = self.hands[seat], {"by": self.name(seat), "rest": words(self.hands[seat])}
        if self.sits_out is not None:
            self.table.refuses(event, "not-now")
            return False
        other = (seat + 1) % 4
        self.table.refuses({"by": self.name(other), "rest": words(self.hands[other])}, "not-your-turn")
        if len(hand) > 1:
            self.table.refuses({**event, "rest": words(hand[1:])}, "hand-mismatch")
        if not self.is_sure(seat):
            self.table.refuses(event, "may-lose")
        elif self.chance.random() < 0.5:
            self.taken[seat % 2] += ALL - sum(self.taken)
            answer = self.table.say(event)
            self.prove(seat, hand)
            self.open.add(seat)
            self.settle(answer)
            self.show_late()
            return True
        elif code := self.table.code_of(event):
            self.table.differ("whether the rest may be claimed", event, code)
        return False

    def is_sure(self, seat: int) -> bool:
        """Whether some order of leads takes every trick, even if another hand holds any tiles that are not seen."""
        shown = [self.hands[each] for each in self.open if each != seat]
        seen = {*self.laid, *self.hands[seat], *(tile for hand in shown for tile in hand)}
        pools = [[tile for tile in all_tiles(6) if tile not in seen], *shown]
        return any(
            not any(self.may_beat(leads[: n + 1], held) for n in range(len(leads)) for held in pools)
            for leads in permutations(self.hands[seat])
        )

    def may_beat(self, leads: Sequence[Tile], pool: Sequence[Tile]) -> bool:
        """Whether somebody with tiles of this pool can follow all these leads as they must, and beat the last."""
        return any(
            self.suits.winner((leads[-1], laid[-1]))
            and all(
                tile in self.suits.due(led, laid[n:])
                for n, (led, tile) in enumerate(zip(leads, laid, strict=True))
            )
            for laid in permutations(pool, len(leads))
        )

    def flags(self) -> list[Flag]:
        """What is proved of this hand."""
        return self.table.flags(self.table.log)

    # The pay

    def settle(self, answer: dict[str, Any]) -> None:
        """Compare the pay of a hand whose tricks are all taken."""
        bidders = self.bidder % 2
        flagged = {flag.event: flag.sure for flag in self.flags()}
        is_played = len(self.laid) == len(all_tiles(6))
        if not self.reneges.items() <= flagged.items() or not flagged.items() <= self.lies.items():
            self.table.differ("reneges", self.reneges, flagged)
        if is_played and flagged != self.lies:
            self.table.differ("reneges of a hand that is played out", self.lies, flagged)
        made = (
            self.taken[bidders] == 0 if self.trump == "nel-o" else self.taken[bidders] >= min(self.bid, ALL)
        )
        made = made if self.told_made is None else self.told_made
        guilty = [flagged[event] for event in sorted(flagged) if event not in self.decided]
        if guilty and self.rules["renege"] == "lose_hand":
            made = guilty[0] % 2 != bidders
        self.pay(answer, bidders, self.bid, made=made)

    def pay(self, answer: dict[str, Any], bidders: int, bid: int, *, made: bool) -> None:
        """Compare what a hand pays that was made or set (TX9 to TX11)."""
        defenders = 1 - bidders
        paid = [0, 0]
        if self.marks:
            paid[bidders if made else defenders] = max(1, bid // ALL)
        elif made and bid >= ALL:
            paid[bidders] = bid
        elif made:
            paid[bidders] = max(bid, self.taken[bidders])
            paid[defenders] = ALL - paid[bidders]
        else:
            own = bid < ALL or self.rules["limit_set"] == "bid_plus_own"
            paid[defenders] = bid + (self.taken[defenders] if own else 0)
        self.scores = [score + points for score, points in zip(self.scores, paid, strict=True)]
        goal = self.rules["marks_to_win"] if self.marks else self.rules["target"]
        there = [side for side in (0, 1) if self.scores[side] >= goal]
        self.over = bool(there)
        settled = {
            "how": "made" if made else "set",
            "winner": bidders if made else defenders,
            "points": same(dict(enumerate(paid))),
        }
        status = "match-over" if self.over else "round-over"
        self.table.compare(
            answer, settled=settled, scores=self.scores, status=status, points=settled["points"]
        )
        winner = self.table.log.state.winner
        expected = None if not there else bidders if bidders in there else there[0]
        if winner != expected:
            self.table.differ("who has won", expected, winner)

    def tell_result(self, bids: Sequence[int] = BIDS) -> None:
        """Tell a whole hand by its end, without the rest of its auction (record/README.md)."""
        side = self.chance.randrange(2)
        bid = self.chance.choice(bids)
        event: dict[str, Any] = {"bidders": self.table.sides[side], "bid": bid}
        calls = [n * ALL for call, marks in CALLS.items() if self.rules[call] for n in marks]
        may_be_bid = bid in {*range(30, ALL), *LADDERS[self.rules["limit_ladder"]], *calls}
        if self.chance.random() < 0.6:
            event["taken"] = taken = self.chance.randrange(44)
            made, enough = taken >= min(bid, ALL), taken <= ALL
        else:
            event["made"] = made = self.chance.random() < 0.5
            taken = 0
            enough = self.marks or (bid >= ALL and (made or self.rules["limit_set"] == "bid_only"))
        if may_be_bid and enough:
            self.taken = [ALL - taken, ALL - taken]
            self.taken[side] = taken
            self.pay(self.table.say({"result": event}), side, bid, made=made)
        else:
            self.table.refuses({"result": event}, "bad-bid", "impossible-points")
            self.void()

    def void(self) -> None:
        """The hand does not count; the deal passes on all the same (TX4)."""
        settled = {"how": "void", "winner": None, "points": {}}
        self.table.say({"void": True}, points={}, scores=self.scores, settled=settled, status="round-over")


def recount(chance: random.Random) -> Table:
    """One match of Texas or Forty-two."""
    table = seat_people(chance, chance.choice(games("tricks")), NUMBERS, carries=True)
    TrickMatch(table, chance).play()
    return table
