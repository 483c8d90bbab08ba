"""What trains and chickenfoot share: a double in the middle, a search for it, and hands that are charged."""

import random
from collections.abc import Mapping
from typing import Any

from tests.recount.proving import Evidence
from tests.recount.table import KEPT, LEADS, Table, Unclear, same
from tests.recount.tiles import Tile, all_tiles, is_double, pips, word, words

MOST_DEALS = 2000
# At so many of the tables somebody passes or draws falsely; in so many of the rounds rules are broken, and so often.
CHEATING, LAX, OFTEN = 0.1, 0.15, 0.15
# How a round ends in which nobody went out, or that does not count.
BLOCKED, VOID = ("blocked", None), ("void", None)
# So many of the matches with a small set are played to their end.
WHOLE = 0.05
# So many of the tables take a set above double-nine.
LARGE = 0.05


class HubMatch:
    """One match of trains or chickenfoot: the deal, the double in the middle, turns, charges."""

    lets: Mapping[str, bool] = {}  # what says of the next event that the table lets it stand

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.rules = table.rules()
        self.cheats = chance.random() < CHEATING
        self.players = len(table.players)
        self.scores = table.carried()
        self.before = table.header.get("rounds_before") or 0  # played at another table
        table.firm = tuple(each for each in (*KEPT, *LEADS) if each not in ("target", "direction"))
        self.begins: int | None = None  # who began, where the double lies before the deal
        self.leads_again = self.over = False
        self.winner: int | None = None
        self.turn: int | None = None
        self.ended: tuple[str, int | None] | None = None  # how the round is over, and who went out

    def play(self) -> None:
        """Play and compare four rounds, now and then forty, or until the match is over."""
        counted = self.before
        rounds = 40 if self.table.high == 6 and self.chance.random() < WHOLE else 4
        for number in range(1, rounds + 1):
            counted += self.round(number, counted)
            self.table.ends(self.winner if self.over else None)
            if self.over:
                return
            self.rules = self.table.agree(self.chance, counted)
            if 0 < self.rules["rounds"] <= counted:
                self.table.ends(_lowest(self.scores))
                return

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.table.players[seat]

    def after(self, seat: int) -> int:
        """Who plays after this player."""
        return (seat + (1 if self.rules["direction"] == "cw" else -1)) % self.players

    @property
    def unseen(self) -> list[Tile]:
        """The tiles that do not lie on the table."""
        return [*self.sleeping, *(tile for hand in self.hands for tile in hand)]

    @property
    def drawable(self) -> int:
        """How many tiles may still be drawn."""
        return 0 if self.rules["draw"] == "none" else len(self.sleeping)

    # The double in the middle

    def round(self, number: int, before: int) -> bool:
        """Deal and play a round after `before` others that counted; whether it counts."""
        falling = self.rules["opening_double"]
        half = (
            abs(self.table.high - before % (2 * self.table.high)) if falling == "falling" else falling
        )  # CF6
        self.hub: Tile = (half, half)
        self.ended, self.turn = None, None
        if self.rules["opening"] == "starter":
            self._begin({"round": number})
        else:
            self._search({"round": number})
        is_lax = self.chance.random() < LAX
        while self.ended is None:
            if self.chance.random() < 0.003:
                self._void()
                break
            self.table.adjust(self.scores, self.chance)
            if self.chance.random() < 0.01:
                switch = self.chance.choice([*self.table.house])
                value = self.chance.choice(self.table.house[switch])
                self.table.refuses({"ruling": {switch: value}}, "not-now", "unreadable")
            if not (is_lax and self.chance.random() < OFTEN and self.break_rule()):
                self.act()
        return self.ended != VOID

    def _begin(self, event: dict[str, Any]) -> None:
        """Deal around the double, which lies already."""
        self._deal(without=self.hub)
        if self.begins is None or not self.leads_again:  # G4
            self.begins = 0 if self.begins is None else self.after(self.begins)
        self.leads_again = False
        if self.chance.random() < 0.5:
            self.begins = self.chance.randrange(self.players)
            event["opener"] = self.name(self.begins)
        self.start(self.hub)
        self.turn = self.begins
        self.tell(event)

    def _search(self, event: dict[str, Any]) -> None:
        """Deal, and look for the double."""
        self._deal()
        if event["round"] > 1 and self.chance.random() < 0.1:
            self.table.refuses({**event, "opener": self.name(0)}, "wrong-opening")
        self._tell_search(event)
        if self.chance.random() < 0.02:
            self._void()
        else:
            self._lay_hub(*self._find_hub())

    def _void(self) -> None:
        """The table does not count this round."""
        settled = {"how": "void", "winner": None, "points": {}}
        self.table.say({"void": True}, settled=settled, scores=self.scores, status="round-over")
        self.ended, self.leads_again = VOID, True

    def _deal(self, without: Tile | None = None) -> None:
        tiles = [each for each in all_tiles(self.table.high) if each != without]
        size = self.table.hand_size
        for _ in range(MOST_DEALS):
            self.chance.shuffle(tiles)
            self.hands = [tiles[n * size : (n + 1) * size] for n in range(self.players)]
            self.sleeping = tiles[self.players * size :]
            if without or self.rules["no_double"] != "redraw" or any(map(self._hubs, self.hands)):
                self.table.evidence = Evidence(tiles, self.hands) if self.cheats else None
                return
        raise Unclear("hardly any deal has the double")

    def _hubs(self, hand: list[Tile]) -> list[Tile]:
        """The tiles of this hand that may lie in the middle (TR1)."""
        if self.rules["opening"] == "highest_double":
            return [each for each in hand if is_double(each)]
        return [each for each in hand if each == self.hub]

    def _find_hub(self) -> tuple[int, Tile]:
        """Who lays the double, after a search if nobody holds it (TR2)."""
        held = [(tile, seat) for seat, hand in enumerate(self.hands) for tile in self._hubs(hand)]
        if self.rules["no_double"] == "next_lower" and (self.cheats or not held):
            lower = [
                (each, seat)
                for seat, hand in enumerate(self.hands)
                for each in hand
                if is_double(each) and each < self.hub
            ]
            if not held and not lower:
                raise Unclear("nobody holds a lower double either")
            held += lower
        if held:
            tile, seat = self.chance.choice(held) if self.cheats else max(held)
            return seat, tile
        drew = [0] * self.players
        while True:
            order = list(range(self.players))
            self.chance.shuffle(order)
            for seat in order:
                if not self.sleeping:
                    raise Unclear("there is no double")
                self.hands[seat].append(self.sleeping.pop())
                self._tell_search({"by": self.name(seat), "draw": 1})
                drew[seat] += 1
                if self.sleeping and drew[seat] > min(drew):
                    self.table.refuses({"by": self.name(seat), "draw": 1}, "may-not-draw")
                if found := self._hubs(self.hands[seat][-1:]):
                    return seat, found[0]

    def _tell_search(self, event: dict[str, Any]) -> None:
        held = [len(hand) for hand in self.hands]
        self.table.say(
            event, status="playing", turn=None, hands=held, boneyard=len(self.sleeping), scores=self.scores
        )
        if "round" in event:
            self.table.keep()
        self.table.adjust(self.scores, self.chance)

    def _lay_hub(self, seat: int, tile: Tile) -> None:
        if self.chance.random() < 0.1:
            self.table.refuses({"by": self.name(seat), "pass": True}, "must-draw")
            self.table.refuses({"by": self.name(seat), "draw": 2}, "may-not-draw")
        other = self.chance.choice(self.unseen)
        if not is_double(other):
            self.table.refuses({"by": self.name(seat), "play": word(other)}, "wrong-opening")
        wrong = [each for each in self.hands[seat] if is_double(each) and self.is_wrong(each)]
        if wrong and self.chance.random() < LAX:
            self.table.breaks, self.lets = ("wrong-opening",), {"stood": True}
            tile = wrong[0]
        elif self.table.evidence is not None:
            was_dealt = not any(place.since for place in self.table.evidence.places)
            higher = self.outranking(tile) if was_dealt else []
            self.table.evidence.will_open(seat, higher, len(self.table.said) + 1)
        self.hands[seat].remove(tile)
        self.start(tile)
        self.turn = seat if self.rules["after_lead"] == "again" else self.after(seat)
        if not self.hands[seat]:
            if not self.rules.get("out_on_double", True) or self.rules.get("first_turn") == "whole_train":
                raise Unclear("the double in the middle was the only tile")
            self.ended = ("out", seat)
        elif self.is_dead:
            self.ended = BLOCKED
        self.tell({"by": self.name(seat), "play": word(tile), **self.lets})
        self.table.breaks, self.lets = (), {}

    def is_wrong(self, tile: Tile) -> bool:
        """Whether this double cannot lie in the middle by the rules alone (TR1, TR2)."""
        if self.rules["opening"] == "highest_double":
            return False
        return tile > self.hub if self.rules["no_double"] == "next_lower" else tile != self.hub

    def outranking(self, tile: Tile) -> list[Tile]:
        """The doubles whose holder should have laid one instead of this (TR1, TR2)."""
        most = self.table.high if self.rules["opening"] == "highest_double" else self.hub[0]
        return [(each, each) for each in range(tile[0] + 1, most + 1)]

    def start(self, hub: Tile) -> None:
        """This double lies in the middle: nothing else does."""
        raise NotImplementedError

    def act(self) -> None:
        """The player to act does what the rules allow, by chance, and the referee is told."""
        raise NotImplementedError

    @property
    def is_dead(self) -> bool:
        """Whether the boneyard is empty and nothing can be laid any more."""
        raise NotImplementedError

    @property
    def may_end_together(self) -> bool:
        """Whether several players may go out in the lap that is being laid."""
        return False

    def fits(self, seat: int, tile: Tile) -> bool:
        """Whether this player may lay such a tile now."""
        raise NotImplementedError

    @property
    def can_draw(self) -> bool:
        """Whether the player to act may draw."""
        raise NotImplementedError

    def wrong_ways(self, seat: int) -> list[tuple[Tile, Any, int | None, str]]:
        """The tiles of this player that may not be laid yet where they fit, or that do not fit: where, which half points
        outward if that is to be said, and the rule's code."""
        raise NotImplementedError

    def lay(self, seat: int, tile: Tile, way: Any, out: int | None = None) -> None:
        """Lay a tile there, and tell the referee; `out` is the half that points outward if it does not fit."""
        raise NotImplementedError

    def draw(self, seat: int) -> None:
        """Draw a tile."""
        self.hands[seat].append(self.sleeping.pop())
        self.drawn = True
        self.tell({"by": self.name(seat), "draw": 1, **self.lets})

    def pass_(self, seat: int) -> None:
        """Pass."""
        raise NotImplementedError

    def take_turn(self, seat: int) -> None:
        """It is this player's turn now."""
        self.turn, self.drawn = seat, False

    @property
    def is_further(self) -> bool:
        """Whether it would not be clear what a turn by somebody else does."""
        return False

    def break_rule(self) -> bool:
        """Break some rule, and let it stand (G7); whether there was one to break."""
        seat = self.turn
        assert seat is not None
        other = (seat + self.chance.randrange(1, self.players)) % self.players
        wrong = self.wrong_ways(seat)
        can = {
            "wrong way": wrong,
            "must-draw": self.can_draw
            and (self.cheats or not any(self.fits(seat, each) for each in self.hands[seat])),
            "may-not-draw": self.sleeping and not self.can_draw and not self.cheats,
            "not-your-turn": self.hands[other] and not self.cheats and not self.is_further,
        }
        kinds = [kind for kind, may in can.items() if may]
        if not kinds:
            return False
        kind = self.chance.choice(kinds)
        self.lets, self.table.breaks = {"stood": True}, (kind,)
        if kind == "wrong way":
            tile, way, out, code = self.chance.choice(wrong)
            self.table.breaks = (code,)
            self.lay(seat, tile, way, out)
        elif kind == "must-draw":
            self.pass_(seat)
        elif kind == "may-not-draw":
            self.draw(seat)
            self.table.keep()  # a result does not tell of tiles that should not have been drawn
        else:
            self.take_turn(other)
            self.act_by_chance(other)
        self.lets, self.table.breaks = {}, ()
        return True

    def act_by_chance(self, seat: int) -> None:
        """Lay a tile, draw or pass, whatever the hand is: out of turn nothing is denied."""
        able = self.able(seat)
        if able and self.chance.random() < 0.5:
            self.lay(seat, *self.chance.choice(able))
        elif self.can_draw and self.chance.random() < 0.5:
            self.draw(seat)
            self.table.keep()
        else:
            self.pass_(seat)

    def able(self, seat: int) -> list[tuple[Tile, Any]]:
        """The tiles that this player may lay now, and where."""
        raise NotImplementedError

    def says_stuck(self, seat: int, event: dict[str, Any]) -> bool:
        """Whether a pass or a draw of this player is heard; it denies every tile that fits (G6)."""
        unseen = self.unseen
        if self.lets and "must-draw" not in self.table.breaks:
            return True
        return self.table.may_be_true(event, {each for each in unseen if self.fits(seat, each)}, unseen)

    def facts(self) -> dict[str, Any]:
        """What an answer says of the layout."""
        raise NotImplementedError

    def charge(self, seat: int) -> int:
        """What this player is charged for the hand that is left (TR9)."""
        blank = self.rules["double_blank"] if (0, 0) in self.hands[seat] else 0
        return self.marker(seat) + blank + sum(map(sum, self.hands[seat]))

    # Telling the referee

    def tell(self, event: dict[str, Any]) -> None:
        """Say an event; if it ends the round, show the hands."""
        if self.ended is not None:
            self._finish(self.table.say(event))
            return
        self.table.say(
            event,
            status="playing",
            turn=self.turn,
            hands=[len(hand) for hand in self.hands],
            boneyard=len(self.sleeping),
            scores=self.scores,
            points={},
            **self.facts(),
        )
        if self.chance.random() < 0.05 or "round" in event:
            self.table.keep()

    def _finish(self, answer: dict[str, Any]) -> None:
        assert self.ended is not None
        how, winner = self.ended
        if "settled" not in answer and self.chance.random() < 0.1:
            if self.chance.random() < 0.3:
                self._void()
                return
            self.table.adjust(self.scores, self.chance, often=0.5)
            answer = self.table.before
        charges = [self.charge(seat) for seat in range(self.players)]
        if how == "blocked":
            winner = _lowest(charges)
        self.scores = [score + charge for score, charge in zip(self.scores, charges, strict=True)]
        rounds = self.rules["rounds"] or self.table.high + 1
        target = self.rules["target"]
        settled = [each for each in self.table.log.state.rounds if each.how != "void"]
        if self.before + len(settled) + ("settled" not in answer) >= rounds or (
            target and max(self.scores) >= target
        ):  # TR11
            self.over, self.winner = True, _lowest(self.scores)
        mine: dict[str, Any] = {
            "settled": {"how": how, "winner": winner, "points": same(dict(enumerate(charges)))},
            "scores": self.scores,
            "status": "match-over" if self.over else "round-over",
        }
        if "settled" not in answer:
            self._show_wrongly()
            answer = self.table.before
        told = self._tell_pips(answer)
        hands = [[] if seat == told else hand for seat, hand in enumerate(self.hands)]
        self.table.settle(answer if told is None else self.table.before, hands, self.chance, lambda: mine)
        self._tell_result(how, winner, mine)

    def _show_wrongly(self) -> None:
        """Show a tile too few, one that lies on the table, or one twice."""
        seat = self.chance.randrange(self.players)
        hand, unseen = words(self.hands[seat]), {*self.unseen}
        lying = [each for each in all_tiles(self.table.high) if each not in unseen]
        if not hand or self.chance.random() < 0.7:
            return
        self.table.refuses({"by": self.name(seat), "hand": hand[1:]}, "hand-mismatch")
        self.table.refuses({"by": self.name(seat), "hand": [*hand[1:], word(lying[-1])]}, "impossible-hand")
        if len(hand) > 1:
            self.table.refuses({"by": self.name(seat), "hand": [*hand[1:], hand[1]]}, "impossible-hand")
        if self.ended == BLOCKED:
            self.table.say({"by": self.name(seat), "pass": True}, status="reveal", points={})
        else:
            self.table.refuses({"by": self.name(seat), "pass": True}, "not-now")

    def _tell_pips(self, answer: dict[str, Any]) -> int | None:
        """Sometimes a player tells the pips of the hand instead of showing it; who did (3.3: `needs-tiles`)."""
        seat = self.chance.randrange(self.players)
        hand = self.hands[seat]
        if "settled" in answer or not hand or self.table.evidence or self.chance.random() < 0.8:
            return None
        event = {"by": self.name(seat), "pips": pips(hand)}
        if self.rules["double_blank"] and (0, 0) in self.unseen:
            self.table.refuses(event, "needs-tiles")
            return None
        self.table.say(event)
        return seat

    def _tell_result(self, how: str, winner: int | None, mine: dict[str, Any]) -> None:
        """Tell the round by its end too; `points` are what a charge has besides the pips (record/README.md).

        It cannot be told of one who had to cover a last tile when another player went out, out of turn (TR7).
        """
        if not self.may_end_together and any(
            not self.hands[seat] for seat in range(self.players) if seat != winner
        ):
            return
        left: dict[str, Any] = {}
        points: dict[str, int] = {}
        for seat, hand in enumerate(self.hands):
            tells_pips = self.chance.random() < 0.5 and not any((0, 0) in each for each in self.hands)
            if how == "blocked" or seat != winner:
                left[self.name(seat)] = pips(hand) if tells_pips and hand else words(hand)
            points[self.name(seat)] = self.marker(seat)
        result: dict[str, Any] = {"left": left, "points": {name: n for name, n in points.items() if n}}
        result |= {"out": self.name(winner)} if how == "out" and winner is not None else {"blocked": True}
        self.table.told({key: value for key, value in result.items() if value}, **mine)

    def marker(self, seat: int) -> int:
        """What this player is charged for a marker that is up."""
        return self.rules["open_marker"] if seat in self.marked() else 0

    def marked(self) -> set[int]:
        """Whose markers are up."""
        raise NotImplementedError


def _lowest(of: list[int]) -> int | None:
    """Whose number is lowest; None if two are."""
    least = [seat for seat, each in enumerate(of) if each == min(of)]
    return least[0] if len(least) == 1 else None
