"""A table of the referee beside a counting of our own: where the two differ, the match stops with both opinions."""

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from referee.engine import open_table
from referee.engine.answers import answer_json, result_json
from referee.engine.audit.holdings import RENEGE, Flag
from referee.engine.log import Log
from referee.engine.seating import HeaderError
from referee.engine.sheets import VARIANTS
from tests.recount.correcting import Correcting
from tests.recount.proving import Evidence
from tests.recount.tiles import Tile, pips, words

NAMES = ("Ana", "Ben", "Cal", "Dan", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon")
# A match longer than this has gone wrong.
MOST_EVENTS = 4000
# So many of all tables correct entries: telling everything again takes time.
CORRECTS = 0.1
# So many matches begin with points from another table.
CARRIES = 0.15
# So often a table agrees on another rule before a round; but on no other aim, because nobody says who was there first
# then, and on who leads only after a round that counts, because another is opened again as it was.
AGREES = 0.2
KEPT = ("target", "exact", "mode", "opening")
LEADS = ("next_opener", "tie_opener", "block_opener", "direction")
# These codes say that a tile may be laid, if the player says where or how.
ASKS = ("choose-end", "choose-out")


class Disagreement(Exception):
    """The referee and the counting do not say the same."""


class Unclear(Exception):
    """The rules do not say what comes next. All that was said so far has been compared."""


def same(one: Mapping[int, int]) -> dict[int, int]:
    """Points by side, without those that are nothing."""
    return {side: points for side, points in one.items() if points}


class Table:
    """One table: every event is said here, and its answer compared with what the counting expects.

    Expectations go by seats and by numbers of sides: `turn` (a seat or None), `hands`, `scores`, `points` (by side,
    without zeros), `settled` (`how`, `winner`, `points`), `ends` (the numbers counted, and their sum). Every other
    name is a field of the answer.
    """

    def __init__(self, header: Mapping[str, Any], chance: random.Random) -> None:
        self.header = {"record": 1, **header}
        self.log = open_table(self.header)
        self.players = self.header["players"]
        teams = self.header.get("teams")
        self.side_of = (
            [next(n for n, team in enumerate(teams) if name in team) for name in self.players]
            if (teams)
            else list(range(len(self.players)))
        )
        self.sides = _sides(header)
        self.said: list[dict[str, Any]] = []
        self.before: dict[str, Any] = {}
        self.house: Mapping[
            str, Sequence[Any]
        ] = {}  # the switches on which the table may agree, with their values
        self.firm: Sequence[str] = (*KEPT, *LEADS)  # the switches on which it does not agree
        self.evidence: Evidence | None = None  # of false passes in this round, if there may be some
        self.correcting = random.Random(chance.random())
        self.corrects = self.correcting.random() < CORRECTS
        self.breaks: tuple[
            str, ...
        ] = ()  # the codes of the next event, if it breaks a rule and the table lets it stand

    def rules(self) -> dict[str, Any]:
        """The value of every switch at this table; what it means is for the counting to know."""
        variant = self.log.state.setup.variant
        names = [name for part in variant.parts() for name in part.switches()]
        return {name: variant.value(name) for name in names}

    @property
    def hand_size(self) -> int:
        """How many tiles each player takes."""
        return self.log.state.setup.hand

    @property
    def high(self) -> int:
        """The highest double of the set."""
        return self.log.start.setup.tiles.high

    def carried(self) -> list[int]:
        """The points of each side before the first round."""
        start = self.header.get("start") or {}
        return [start.get(side, 0) for side in self.sides]

    def members(self, side: int) -> list[int]:
        """The seats that score for this side."""
        return [seat for seat, each in enumerate(self.side_of) if each == side]

    def say(self, event: dict[str, Any], **mine: Any) -> dict[str, Any]:
        """Say an event that must stand, or that the table lets stand, and compare its answer."""
        if {"play", "draw", "pass"} & {*event} and self.correcting.random() < 0.02:
            self._forgives_nothing(event)
        answer = self._said(event)
        verdict = "stood" if event.get("stood") else "stands"
        if verdict == "stood" and mine.pop("code", None) is None and answer["code"] not in self.breaks:
            verdict = f"stood {self.breaks}"
        if answer["verdict"] != verdict:
            told = f"{answer['verdict']} {answer['code']}: {answer['says']}"
            self.differ("the verdict", verdict, told)
        self.hear(event)
        self.compare(answer, **mine)
        self.before = answer
        if verdict == "stood" and "draw" in event:
            self.keep()  # told without this draw, the player would hold too many tiles
        is_over = answer["status"] in ("round-over", "match-over")
        if self.corrects and self.correcting.random() < (0.1 if is_over else 0.005):
            self.correct()
        return answer

    def _forgives_nothing(self, event: dict[str, Any]) -> None:
        """Letting an event stand that breaks no rule changes nothing."""
        plain, log = self.log.say(event)
        let, stood = self.log.say({**event, "stood": True})
        if plain.ruling.verdict == "stands" and (answer_json(plain), log.state) != (
            answer_json(let),
            stood.state,
        ):
            self.differ(f"the answer if the table lets {event} stand", answer_json(plain), answer_json(let))

    def correct(self) -> None:
        """Correct entries of this table by chance, on a copy of it: here the match goes on as it was played."""
        said = self.said
        self.said = [*said]
        Correcting(self.log, self.header, self.said, self.correcting, self.differ).by_chance()
        self.said = said

    def hear(self, event: dict[str, Any]) -> None:
        """Compare what is proved after this event with the evidence."""
        if self.evidence is not None and "by" in event:
            self.evidence.hear(event, self.players.index(event["by"]), len(self.said))
            fault = self.evidence.fault(self.flags(self.log))
            if fault:
                self.differ(fault, self.evidence.denials, self.flags(self.log))

    def may_be_true(self, event: dict[str, Any], denied: set[Tile], unseen: Iterable[Tile]) -> bool:
        """Whether a pass or a draw that denies these tiles is heard at all: not if every tile not laid is among them."""
        if denied and denied == {*unseen} and not event.get("stood"):
            self.refuses(event, "must-play")
            return False
        if self.evidence is not None:
            self.evidence.will_deny(self.players.index(event["by"]), denied, len(self.said) + 1)
        return True

    def proved(self, log: Log) -> list[Flag]:
        """The false passes and draws that are proved of the round that was dealt last."""
        return [each for each in self.flags(log) if each.kind == RENEGE]

    def flags(self, log: Log) -> list[Flag]:
        """Everything that is proved of the round that was dealt last."""
        number = max((each["round"] for each in self.said if "round" in each), default=0)
        return [each for each in log.state.flags if each.round == number]

    def proved_by(self, event: dict[str, Any]) -> list[Flag]:
        """The flags of this round if this event is said."""
        return [] if self.evidence is None else self.proved(self.log.say(event)[1])

    def refuses(self, event: dict[str, Any], *codes: str) -> None:
        """Say an event that must be refused with one of these codes, and must change nothing."""
        answer = self._said(event)
        if answer["verdict"] != "refused" or answer["code"] not in codes:
            self.differ("the refusal", codes, f"{answer['verdict']} {answer['code']}: {answer['says']}")
        for name in ("next", "hands", "scores", "status", "boneyard"):
            if self.before[name] != answer[name]:
                self.differ(f"{name} after a refusal", self.before[name], answer[name])
        if {"play", "draw", "pass"} & {*event}:
            self._compare_offer(event)

    def _compare_offer(self, event: dict[str, Any]) -> None:
        """A refusal says whether the table may let the event stand; then it stands, or it asks where the tile lies."""
        refused = self.log.say(event)[0].ruling
        may = refused.may_stand or refused.code in ASKS
        let = self.log.say({**event, "stood": True})[0].ruling
        if (let.verdict == "stood" or let.code in ASKS) != may:
            self.differ(
                f"whether the table may let {event} stand", may, f"{let.verdict} {let.code}: {let.says}"
            )

    def code_of(self, event: dict[str, Any]) -> str | None:
        """The code with which the referee would refuse this event now; None if it would stand."""
        code = self.log.say(event)[0].ruling.code
        return None if code is None else code.value

    def may(self, event: dict[str, Any], mine: bool) -> None:
        """Compare whether this tile may be laid, without laying it."""
        code = self.code_of(event)
        if (code is None or code in ASKS) != mine:
            self.differ(f"whether this may be said now: {event}", mine, code)

    def compare(self, answer: Mapping[str, Any], **mine: Any) -> None:
        """Compare an answer with what is expected of it."""
        if "turn" in mine:
            turn = mine.pop("turn")
            mine["next"] = None if turn is None else self.players[turn]
        theirs: dict[str, Any] = {**answer, "points": {name: n for name, n in answer["points"].items() if n}}
        if "ends" in mine and answer["count"] is not None:
            theirs["ends"] = sorted(answer["count"]["ends"]), answer["count"]["sum"]
        if "settled" in mine and "settled" in answer:
            theirs["settled"] = {name: answer["settled"][name] for name in ("how", "winner", "points")}
            theirs["settled"]["points"] = {name: n for name, n in answer["settled"]["points"].items() if n}
        for name, value in mine.items():
            expected = self._named(name, value)
            if expected != theirs.get(name):
                self.differ(name, expected, f"{theirs.get(name)}: {answer['says']}")

    def _named(self, name: str, value: Any) -> Any:
        """What is expected, with names instead of seats and sides."""
        if name == "hands":
            return dict(zip(self.players, value, strict=True))
        if name == "scores":
            return dict(zip(self.sides, value, strict=True))
        if name == "points":
            return {self.sides[side]: points for side, points in value.items() if points}
        if name == "settled":
            winner = None if value["winner"] is None else self.sides[value["winner"]]
            return {
                "how": value["how"],
                "winner": winner,
                "points": self._named("points", value["points"]),
            }
        return value

    def settle(
        self,
        answer: dict[str, Any],
        hands: Sequence[Sequence[Tile]],
        chance: random.Random,
        mine: Callable[[], Mapping[str, Any]],
        *,
        rest: bool = True,
        totals: bool = False,
        first: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Show hands in any order until the round settles, compare the settlement; then show the `rest` too.

        `mine` tells what is expected of it, once it is settled; `first` of the first hand. `totals`: the pips of a
        hand are enough.
        """
        left = [seat for seat, hand in enumerate(hands) if hand]
        chance.shuffle(left)
        while "settled" not in answer and left:
            if answer["status"] != "reveal":
                self.differ("the status", "reveal", f"{answer['status']}: {answer['says']}")
            seat = left.pop()
            in_all = pips(hands[seat])
            if totals and chance.random() < 0.3:
                too_many = len(hands[seat]) * 2 * self.high + 1
                self.refuses({"by": self.players[seat], "pips": too_many}, "impossible-hand")
                answer = self.say({"by": self.players[seat], "pips": in_all})
            else:
                answer = self._show(seat, hands)
            self.compare(answer, **(first or {}))
            first = None
        if "settled" not in answer:
            self.differ("whether the round is over", "settled", answer["status"])
        expected = mine()
        self.compare(answer, **expected)
        for seat in left if rest else ():
            now = {"points": {}, "scores": expected["scores"], "status": expected["status"]}
            self.compare(self._show(seat, hands), **now)
        return answer

    def _show(self, seat: int, hands: Sequence[Sequence[Tile]]) -> dict[str, Any]:
        return self.say({"by": self.players[seat], "hand": words(hands[seat])})

    def adjust(
        self, scores: list[int], chance: random.Random, most: float = float("inf"), often: float = 0.02
    ) -> None:
        """The table sometimes agrees on points outside the rules, to `most` in all; they end nothing by themselves."""
        side, points = chance.randrange(len(scores)), chance.choice((-20, -5, -1, 1, 5, 20))
        if chance.random() < often and scores[side] + points <= most:
            scores[side] += points
            event = {"adjust": {self.sides[side]: points}}
            goes_on = {"status": self.before["status"], "next": self.before["next"]}
            self.say(event, scores=scores, points={side: points}, **goes_on)
            self.keep()

    def agree(
        self, chance: random.Random, played: int = 0, firm: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """Sometimes the table agrees on another rule, but not on one that is `firm`; the value of every switch from now
        on. A match that is to have no more rounds than were `played` is over."""
        firm = self.firm if firm is None else firm
        name = chance.choice(["", *(each for each in self.house if each not in firm)])
        event = {"ruling": {name: chance.choice(self.house[name])}} if name else {}
        if event and chance.random() < AGREES and self.code_of(event) not in ("not-now", "unreadable"):
            scores = [*self.before["scores"].values()]
            goes_on = {"next": self.before["next"], "status": self.before["status"]}
            is_over = 0 < event["ruling"].get("rounds", 0) <= played
            self.say(event, points={}, scores=scores, **({"status": "match-over"} if is_over else goes_on))
        return self.rules()

    def keep(self) -> None:
        """Keep the table as it is now, to tell it later how the round ended."""
        self.kept = self.log, len(self.said), self.before["scores"]

    def told(self, result: dict[str, Any], **mine: Any) -> None:
        """Tell the kept table how its round ended, without the tiles since then, and compare the settlement.

        If the round was over when the table was kept, nobody tells how it ended: then the hands are shown.
        """
        now = self.log, self.said, self.before
        log, said, _ = self.kept
        if log.state.status != "playing":
            return
        self.log, self.said = log, self.said[:said]
        self.compare(self.say({"result": result}), **mine)
        self.log, self.said, self.before = now

    def gained(self, scores: Sequence[int]) -> dict[str, int]:
        """What each side had made at these scores since the table was kept."""
        before = self.kept[2].values()
        by_side = zip(self.sides, scores, before, strict=True)
        return {side: now - then for side, now, then in by_side if now != then}

    def ends(self, winner: int | None) -> None:
        """Compare who has won, and that no honest player is flagged."""
        found = result_json(self.log.state)["result"]
        expected = None if winner is None else self.sides[winner]
        if found["winner"] != expected:
            self.differ("who has won", expected, found["winner"])
        if found["flags"] and self.evidence is None:
            self.differ("the flags of honest players", [], found["flags"])

    def differ(self, what: str, mine: object, theirs: object) -> None:
        """Stop: the counting says `mine`, the referee `theirs`."""
        raise Disagreement(f"{what}\n  counted: {mine}\n  referee: {theirs}\n{self.record}")

    @property
    def record(self) -> str:
        """What was said at the table, as JSON lines."""
        return "\n".join(map(json.dumps, (self.header, *self.said)))

    def _said(self, event: dict[str, Any]) -> dict[str, Any]:
        if len(self.said) > MOST_EVENTS:
            self.differ("the length of the match", f"at most {MOST_EVENTS} events", "it goes on")
        self.said.append(event)
        try:
            answer, self.log = self.log.say(event)
            return answer_json(answer)
        except Exception as error:
            error.add_note(self.record)
            raise


def _sides(header: Mapping[str, Any]) -> list[str]:
    """The names of the sides: pairs, or else players."""
    teams = header.get("teams")
    return [" & ".join(team) for team in teams] if teams else list(header["players"])


def games(machine: str) -> list[str]:
    """The names of the games of one family."""
    return [name for name, game in VARIANTS.items() if game.machine == machine]


def seat_people(
    chance: random.Random,
    variant: str,
    numbers: Mapping[str, Sequence[Any]],
    *,
    closed: Sequence[Any] = (),
    only: Sequence[str] = (),
    high: int | None = None,
    pairs: bool = False,
    carries: bool = False,
    **options: Any,
) -> Table:
    """A table of this game with players, set and house rules by chance; what cannot be played is drawn again.

    `numbers` are the numbers to try for switches that take any, `closed` the switches and the values that are not
    tried, `only` the switches that are (none: all), `options` house rules that are certain; `high`: no larger set;
    `pairs`: some tables play in pairs; `carries`: some matches go on from another table.
    """
    game = VARIANTS[variant]
    switches = {name: game.switch(name) for part in game.parts() for name in part.switches()}
    switches |= {name: preset.switch for name, preset in game.presets.items()}
    values = {
        name: [value for value in (*numbers.get(name, ()), *switch.sentences) if value not in closed]
        for name, switch in switches.items()
        if switch is not None and name not in {*closed, *options} and (not only or name in only)
    }
    may = sorted(name for name in values if values[name])
    for most in (6, 6, 4, 4, 3, 3, 2, 2, 1, 0):
        tiles = chance.choice([each for each in game.all_sets if high is None or each <= high])
        least, greatest = game.player_range(tiles)
        players = chance.randint(least, greatest)
        names = chance.sample(may, min(len(may), chance.randint(0, most)))
        header: dict[str, Any] = {"variant": variant, "tiles": tiles, "players": list(NAMES[:players])}
        header["options"] = {name: chance.choice(values[name]) for name in names} | options
        if game.always_partners or (pairs and players in (4, 6, 8, 10) and chance.random() < 0.3):
            half = players // 2
            header["teams"] = [[NAMES[seat], NAMES[seat + half]] for seat in range(half)]
        if carries and chance.random() < CARRIES:
            header["start"] = dict.fromkeys(_sides(header), 0) | {
                side: chance.choice((-5, 3, 10, 18)) for side in _sides(header) if chance.random() < 0.6
            }
            header["rounds_before"] = chance.randrange(5)
        with suppress(HeaderError):
            table = Table(header, chance)
            table.house = {name: values[name] for name in may}
            return table
    raise Unclear("house rules that go together have not been found")
