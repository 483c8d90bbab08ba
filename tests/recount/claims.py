"""Line games in which points have to be claimed, counted by the rules alone (rules/README.md, S12 and S13)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.engine.sheets import VARIANTS
from tests.recount.dealing import NOBODY
from tests.recount.layout import Laid
from tests.recount.standing import LaxMatch
from tests.recount.table import Table, games, seat_people

NUMBERS = {"hand_size": range(2, 6), "target": (5, 9, 20, 40, 60)}
WAYS = ("fundex", "hasbro", "none_lost")
SCORES = ("fives", "threes", "fives_and_threes", "bergen")
# Values for games of two pairs.
CLOSED = ("winner_side", "blocker_next", "lowest_hand", "opener_side", "blocker_side")


class FalseClaim(NamedTuple):
    """What a player claimed wrongly, the part of it that was given all the same, or waits for the hands (S17)."""

    by: int
    claimed: int
    given: int
    waits: bool = False


@dataclass(eq=False)
class Score:
    """What one tile scored: who laid it, when (in tiles), its worth, what nobody has claimed, whether its layer spoke."""

    by: int
    at: int
    worth: int
    left: int
    spoken: bool = False


class ClaimMatch(LaxMatch):
    """A match in which a score is nobody's until it is claimed."""

    def round(self, number: int) -> None:
        self.is_done = False  # whether a claim has ended the round
        self.clock = 0  # tiles laid
        self.scored: list[Score] = []  # what may still be claimed or called
        self.closed: list[Score] = []  # what could not any more after the last event
        self.false: FalseClaim | None = None  # since the last tile
        if number > 1 and self.chance.random() < 0.1:
            self.table.say({"ruling": {"claims": self.chance.choice(WAYS)}}, points={}, scores=self.scores)
            self.rules = self.table.rules()
        super().round(number)

    # Windows

    def lost(self, *, tile: bool, by: int) -> dict[str, Any]:
        """Close the windows that a tile or a pass of this player closes; what is lost with them (S12)."""
        self.clock += tile
        self.closed = [each for each in self.scored if self._closes(each, by)]
        self.scored = [each for each in self.scored if each not in self.closed]
        return self.missed_of(self.closed)

    def missed_of(self, closed: Sequence[Score]) -> dict[str, Any]:
        """What an answer says of windows that close."""
        missed = [{"by": self.name(each.by), "points": each.left} for each in closed if each.left]
        return {"missed": missed[0] if len(missed) == 1 else missed or None}

    def _closes(self, score: Score, by: int) -> bool:
        way, age = self.rules["claims"], self.clock - score.at
        if way == "none_lost":  # the next player acts, or another tile is the one just laid
            return by != score.by or age > 0
        if self.rules["muggins_close"] == "round_end":
            return False
        return age >= (2 if way == "fundex" else 1)

    def may_call(self, score: Score, *, reveal: bool) -> bool:
        """Whether other players may claim this now: in `fundex` after the next tile, on the last tile at once."""
        if self.rules["claims"] == "none_lost":
            return False
        if reveal and score.at == self.clock:
            return True
        return self.rules["claims"] == "hasbro" or self.clock > score.at

    def end_on_target(self, event: dict[str, Any], mine: Mapping[str, Any]) -> bool:
        """What is open when the match ends is lost too."""
        missed = self.missed_of([*self.closed, *self.scored])
        return super().end_on_target(event, {**mine, **missed})

    def first_shown(self) -> dict[str, Any]:
        """The first hand closes all windows."""
        return self.missed_of(self.scored)

    # Points

    def pay_tile(self, put: Laid) -> dict[str, Any]:
        seat, worth = self.last_layer, self.layout.worth(put)
        missed = self.lost(tile=True, by=seat)
        self.false = None
        score = Score(seat, self.clock, worth, worth)
        self.scored.append(score)
        paid, code = 0, None
        if self.chance.random() < (0.4 if worth else 0.1):
            claimed = self.amount(worth)
            self.event["claim"] = claimed
            paid, code = self.take(seat, score, claimed)
            code = code if worth else "nothing-to-claim"
            score.spoken = bool(worth)
        return {"points": {self.table.side_of[seat]: paid}, "code": code, **missed}

    def pay_pass(self) -> dict[str, Any]:
        return {"points": {}, **self.lost(tile=False, by=self.turn)}

    def amount(self, worth: int) -> int:
        """The right number mostly, else more or less."""
        unit = self.unit
        return self.chance.choice([worth or unit] * 3 + [worth + unit, max(unit, worth - unit)])

    @property
    def unit(self) -> int:
        """What the points of a tile are multiples of."""
        counts_pips = self.rules["score_unit"] == "pips"
        return {"fives": 5, "threes": 3}.get(self.rules["score"], 1) if counts_pips else 1

    def take(self, seat: int, score: Score, claimed: int) -> tuple[int, str | None]:
        """Give the player what is true of a claim (S13); the points and the code."""
        true = min(claimed, score.left)
        score.left -= true
        side, paid = self.table.side_of[seat], 0
        waits = seat == score.by and not self.hands[seat] and self.rules["out_award"] == "combined"
        if waits:  # the last tile's points and the hands are one award
            self.pending = (side, true)
        else:
            paid = self.award(side, true)
        if claimed == true:
            return paid, None
        self.false = FalseClaim(seat, claimed, paid, waits)
        return paid, "wrong-claim"

    def continues(self, event: dict[str, Any], **mine: Any) -> None:
        hidden = {"count": None} if "play" in event else {}
        super().continues(event, **mine, **hidden)
        self.talk(status="playing")

    def talk(self, *, status: str) -> None:
        """Players claim and call, by chance."""
        while not self.is_done and self.chance.random() < 0.35:
            seat = self.chance.randrange(self.players)
            if self.chance.random() < 0.5:
                self.claim(seat, status)
            else:
                self.muggins(seat, status)

    def claim(self, seat: int, status: str) -> None:
        """Claim the score of the tile just laid, rightly or not."""
        last = self.scored[-1] if self.scored and self.scored[-1].at == self.clock else None
        claimed = self.amount(last.worth if last else 0)
        event = {"by": self.name(seat), "claim": claimed}
        if last is None or last.spoken or last.left < last.worth:
            self.table.refuses(event, "claim-closed" if self.last_layer in (NOBODY, seat) else "not-yours")
        elif last.by != seat:
            self.table.refuses(event, "not-yours")
        elif not last.worth:
            self.table.refuses(event, "nothing-to-claim")
            self.false = FalseClaim(seat, claimed, 0)
        else:
            last.spoken = True
            self.hear(event, seat, last, claimed, status)

    def muggins(self, seat: int, status: str) -> None:
        """Call the points that another player missed, in time or not."""
        reveal = status == "reveal"
        callable_now = [each for each in self.scored if self.may_call(each, reveal=reveal)]
        own = [each for each in callable_now if self.is_own(each.by, seat)]
        others = [each for each in callable_now if each not in own]
        unit = self.unit
        event = {"by": self.name(seat), "muggins": unit}
        is_punished = self.rules["false_claim"] == "opponent_gets"
        if self.false and is_punished and not self.is_own(self.false.by, seat):
            self.take_over(event, seat, self.false, status)
        elif not others and not own and self.rules["claims"] != "none_lost":
            self.table.refuses(event, "claim-closed")
        elif own and not others:
            self.table.refuses(event, "not-yours", "claim-closed")
        elif len(others) == 1 and not others[0].worth:
            self.table.refuses(event, "nothing-to-claim", "claim-closed")
        elif len(others) == 1 and others[0].left and (others[0].spoken or others[0].left == others[0].worth):
            event["muggins"] = self.chance.choice((others[0].left, others[0].left + unit))
            self.hear(event, seat, others[0], event["muggins"], status)

    def is_own(self, seat: int, caller: int) -> bool:
        """Whether muggins would be called on the own side: opponents are the other side (2.10)."""
        return self.table.side_of[seat] == self.table.side_of[caller]

    def take_over(self, event: dict[str, Any], seat: int, false: FalseClaim, status: str) -> None:
        """What was claimed wrongly is taken down, and goes to the first other player who calls (S13)."""
        self.closed, self.false = [], None
        self.pending = None if false.waits else self.pending
        mine, theirs = self.table.side_of[seat], self.table.side_of[false.by]
        paid = self.award(mine, false.claimed)
        self.scores[theirs] -= false.given
        self.made[theirs] -= false.given
        if self.scores[theirs] < self.target:
            self.reached.pop(theirs, None)
        self.say_call(event, seat, {"points": {mine: paid, theirs: -false.given}, "code": None}, status)

    def hear(self, event: dict[str, Any], seat: int, score: Score, claimed: int, status: str) -> None:
        """Say a claim that is heard; it may end the match."""
        self.closed = []
        paid, code = self.take(seat, score, claimed)
        self.say_call(event, seat, {"points": {self.table.side_of[seat]: paid}, "code": code}, status)

    def say_call(self, event: dict[str, Any], seat: int, mine: dict[str, Any], status: str) -> None:
        """Say a claim or a call that stands; it may end the match."""
        if self.has_ended(seat, mine, event):
            self.is_done = self.end_on_target(event, mine)
        else:
            self.table.say(event, status=status, scores=self.scores, **mine)

    def gives_up(self) -> bool:
        return self.is_done or super().gives_up()

    def finish(self, event: dict[str, Any], mine: Mapping[str, Any], how: str) -> bool:
        """The claims on the last tile are open until a hand is shown."""
        self.table.say(event, status="reveal", turn=None, scores=self.scores, **dict(mine))
        self.talk(status="reveal")
        if not self.is_done:
            self.pay_hands(self.table.before, how)
        return True


def recount(chance: random.Random) -> Table:
    """One match of a game in which tiles score; none with face-down rows, one arm, or two pairs by its sheet."""
    scoring = [
        name
        for name in games("line")
        if not (VARIANTS[name].rows or VARIANTS[name].always_partners or VARIANTS[name].value("arms"))
    ]
    name, claims = chance.choice(scoring), chance.choice(WAYS)
    score = VARIANTS[name].value("score")
    score = chance.choice(SCORES) if score == "none" or chance.random() < 0.2 else score
    table = seat_people(
        chance, name, NUMBERS, closed=CLOSED, high=15, pairs=True, carries=True, claims=claims, score=score
    )
    ClaimMatch(table, chance).play(3)
    return table
