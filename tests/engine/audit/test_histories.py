"""Proofs by counting: a breach is named as soon as no history agrees with what was seen and said, and never before.

The reference builds every tile's way by itself: one place for each tile dealt, drawn or asleep, one tile in each. It
reads the log and asks the layout which tiles could go; it shares no code with the search for proofs.

REFEREE_HISTORY_ROUNDS sets how many rounds are played (some dozens without it).
"""

import os
import random
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from referee.engine.answers import result_json
from referee.engine.games.line.legal_moves import ways_to_lie
from referee.engine.games.line.state import LineMatch, drawable, draws_one, open_mask
from referee.engine.log import Log, open_log
from referee.engine.record.events import Draw, Hand, Pass, Play
from referee.engine.rules.turns import Further
from referee.engine.rulings import Code, Verdict
from referee.engine.seating import HeaderError, LineSetup
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import Tile, tiles_in
from tests.simulating import People, seat_people

ROUNDS = int(os.environ.get("REFEREE_HISTORY_ROUNDS", "40"))
KEYS = sorted(key for key, game in LINE_GAMES.items() if game.rows is None)

# --- The reference: every tile and every place, one by one ------------------------------------------------


class Denied(NamedTuple):
    """A pass or a draw at an event, with the tiles that its player then said not to hold."""

    seat: int
    event: int
    drawn: int
    able: frozenset[Tile]


class Place(NamedTuple):
    """Where a tile may have been: dealt (event 0), drawn at an event, the last of that draw or not; or asleep."""

    seat: int
    event: int
    last: bool = False


ASLEEP = -1
EVERYBODY = -2


class Told(NamedTuple):
    """One round as its log tells it: the places, whose each tile seen was and until when, what was denied, and the tiles
    that should have opened instead."""

    places: list[Place]
    seen: dict[Tile, tuple[int, int]]
    tiles: list[Tile]
    denials: list[Denied]
    higher: frozenset[Tile]

    def is_possible(self, believed: Iterable[Denied]) -> bool:
        """Whether the tiles can be put in the places, one in each, with these passes and draws honest."""
        honest = list(believed)
        kinds = set(self.places)
        graph = []
        for each in self.tiles:
            fitting = {place for place in kinds if self._fits(each, place, honest)}
            graph.append([n for n, place in enumerate(self.places) if place in fitting])
        holder: dict[int, int] = {}

        def found(one: int, tried: set[int]) -> bool:
            for place in graph[one]:
                if place in tried:
                    continue
                tried.add(place)
                if place not in holder or found(holder[place], tried):
                    holder[place] = one
                    return True
            return False

        return all(found(one, set()) for one in range(len(self.tiles)))

    def _fits(self, each: Tile, place: Place, honest: list[Denied]) -> bool:
        seat, until = self.seen.get(each, (None, 10**6))
        if seat is not None and (place.seat != seat or place.event > until):
            return False
        if place.seat == ASLEEP:
            return True
        for denied in honest:
            if denied.seat not in (place.seat, EVERYBODY) or each not in denied.able or denied.event > until:
                continue
            if place.event < denied.event or (place.event == denied.event and not place.last):
                return False
        return True

    def but(self, *seats: int) -> list[Denied]:
        return [each for each in self.denials if each.seat not in seats]

    def of(self, seat: int) -> list[Denied]:
        return [each for each in self.denials if each.seat == seat]


def told_by(log: Log) -> Told:
    """The round in hand."""
    state = log.state
    setup = state.setup
    assert isinstance(state, LineMatch)
    assert isinstance(setup, LineSetup)
    number = state.current.number
    entries = [
        each for each in log.entries if each.state.round is not None and each.state.round.number == number
    ]
    first = entries[0].state.round.layout.laid
    lies = {each.tile for each in first}
    tiles = [each for each in setup.tiles.tiles if each not in lies]
    places = [Place(seat, 0) for seat in range(len(setup.players)) for _ in range(setup.hand)]
    seen: dict[Tile, tuple[int, int]] = {}
    denials = []
    higher: frozenset[Tile] = frozenset()
    for before, entry in pairwise(entries):
        event = entry.event
        if entry.ruling.verdict is Verdict.REFUSED:
            continue
        if isinstance(event, Play):
            seen[event.tile] = (event.by, entry.number)
            round_before = before.state.round
            if not (
                round_before.layout.laid
                or round_before.free_lead
                or entry.ruling.verdict is Verdict.LET_STAND
            ):
                higher = frozenset(tiles_in(setup.outranking(event.tile)))
        elif isinstance(event, Hand):
            seen |= dict.fromkeys(event.tiles, (event.by, 10**6))
        elif isinstance(event, Draw):
            places += [Place(event.by, entry.number, n == event.number - 1) for n in range(event.number)]
        if isinstance(event, Draw | Pass) and before.state.status == "playing":
            able = could_go(before.state, event, entry.ruling.code)
            if able:
                drawn = event.number if isinstance(event, Draw) else 0
                denials.append(Denied(event.by, entry.number, drawn, able))
    places += [Place(ASLEEP, 0)] * (len(tiles) - len(places))
    return Told(places, seen, tiles, denials, higher)


def could_go(state: LineMatch, event: Draw | Pass, code: Code | None) -> frozenset[Tile]:
    """The tiles that the player says not to hold by passing or drawing now; none if it says nothing."""
    rules = state.setup.variant
    current = state.current
    if code not in (None, Code.MUST_PLAY) and not (code is Code.MUST_DRAW and isinstance(event, Pass)):
        return frozenset()
    if isinstance(event, Pass):
        if current.going_on is Further.MAY_LAY and current.turn == event.by:
            return frozenset()
        if not (rules.drawing.must_play or rules.drawing.optional_draw != "none"):
            return frozenset()
    elif not rules.drawing.must_play or rules.drawing.optional_draw == "any":
        return frozenset()
    able = frozenset(each for each in state.setup.tiles.tiles if ways_to_lie(state, each))
    if isinstance(event, Draw) and rules.drawing.optional_draw == "matador_only":
        able = frozenset(each for each in able if not rules.joins.is_matador(each))
    return able


# --- What the referee says, beside the reference ----------------------------------------------------------


def compare(log: Log) -> bool:
    """Check the referee's proofs against the reference; whether anything is proved."""
    state = log.state
    if state.round is None:
        return False
    flags = [each for each in state.flags if each.kind == "renege" and each.round == state.current.number]
    told = told_by(log)
    assert told.is_possible([]), "what was seen cannot have been"
    wrong = [
        each for each in state.flags if each.kind == "wrong-opening" and each.round == state.current.number
    ]
    assert bool(wrong) == (not told.is_possible([Denied(EVERYBODY, 1, 0, told.higher)])), told
    if told.is_possible(told.denials):
        assert not flags, flags
        return False
    assert flags, told
    seats = sorted({each.seat for each in told.denials})
    certain = [seat for seat in seats if not told.is_possible(told.of(seat))]
    alone = {each.event for each in told.denials if not told.is_possible([each])}
    sole = [seat for seat in seats if told.is_possible(told.but(seat))]
    own = [each for each in flags if each.seat in certain]
    assert sorted({each.seat for each in own}) == certain
    assert {each.event for each in own if not each.or_at} == alone
    for flag in own:
        check_together(told, told.of(flag.seat), (*flag.or_at, flag.event))
    joint = [each for each in flags if each not in own]
    assert len(joint) == (not told.is_possible(told.but(*certain)))
    for seat in sole if len(sole) == 1 else ():
        assert all(each.seat == seat or seat in each.or_by for each in flags)
    for flag in joint:
        assert flag.seat is None
        events = (*flag.or_at, flag.event)
        assert sorted({each.seat for each in told.denials if each.event in events}) == [*flag.or_by]
        check_together(told, told.denials, events)
        left = [seat for seat in seats if seat not in certain]
        may = [seat for seat in left if told.is_possible(told.but(*certain, seat))]
        assert {*may} <= {*flag.or_by}
    return True


def check_together(told: Told, own: Collection[Denied], events: tuple[int, ...]) -> None:
    """At least one of these is false, and none of them can be spared."""
    named = [each for each in own if each.event in events]
    assert not told.is_possible(named)
    assert all(told.is_possible([each for each in named if each is not spared]) for spared in named)


class Careless(People):
    """People who pass, or draw, though they can go, some of them more often than others."""

    wish: tuple[float, ...] = ()
    opens_wrong = False

    def _opening(self, hands: Sequence[set[Tile]]) -> tuple[int, Tile] | None:
        doubles = sorted(
            (each.high, seat, each) for seat, hand in enumerate(hands) for each in hand if each.is_double
        )
        opening = self.log.start.setup.variant.opening
        if self.opens_wrong and len(doubles) > 1 and opening.opening == "highest_double":
            return doubles[-2][1:]
        return super()._opening(hands)

    def act(self) -> None:
        """Now and then pass or draw with a tile that fits; else as honest people do."""
        current = self.log.state.current
        seat = current.turn
        assert seat is not None
        able = any(ways_to_lie(self.log.state, each) for each in self.hands[seat])
        if able and not current.going_on and self.chance.random() < self.wish[seat]:
            for event in self.false_ones():
                answer, log = self.log.say({"by": self.name(seat), **event})
                if answer.ruling.verdict is Verdict.REFUSED:
                    continue
                self.log = log
                self.said.append({"by": self.name(seat), **event})
                self.hands[seat].update(self.boneyard.pop() for _ in range(event.get("draw", 0)))
                return
        super().act()

    def false_ones(self) -> list[dict[str, Any]]:
        """What may be said instead, in the order in which it is tried."""
        state = self.log.state
        may = drawable(state, state.current)
        stood = {"pass": True, "stood": True}
        if not may or (draws_one(state, state.current) and state.current.drawn):
            return [{"pass": True}, stood]
        drawn = {"draw": 1 if draws_one(state, state.current) else self.chance.randint(1, may)}
        return [drawn, {**drawn, "stood": True}] if self.chance.random() < 0.8 else [{"pass": True}, stood]


def careless_round(seed: int, key: str | None = None) -> Careless | None:
    chance = random.Random(f"careless {seed}")
    key = key or KEYS[seed % len(KEYS)]
    game = LINE_GAMES[key]
    least, most = game.player_range(game.tiles)
    options: dict[str, Any] = {"claims": "auto"} if chance.random() < 0.5 else {}
    if chance.random() < 0.3:
        options["hand_size"] = chance.randint(2, 7)
    try:
        table = seat_people(key, chance.randint(least, max(least, min(5, most))), chance, options=options)
    except HeaderError:
        return None
    people = Careless(table.log, chance)
    often = chance.choice((0.0, 0.1, 0.4, 0.8))
    people.wish = tuple(chance.choice((0.0, often)) for _ in table.log.start.setup.players)
    people.opens_wrong = chance.random() < 0.2
    people.play_round()
    people.show_everything()
    return people


def test_a_breach_is_named_exactly_when_no_history_is_left() -> None:
    played = proved = seed = 0
    while played < ROUNDS:
        seed += 1
        people = careless_round(seed)
        if people is None:
            continue
        played += 1
        log = open_log(people.log.start.setup)
        for event in people.said:
            _, log = log.say(event)
            proved += compare(log)
    print(f"{played} rounds, proved at {proved} events")
    assert proved > ROUNDS


# --- By example -------------------------------------------------------------------------------------------


def log_of(key: str, players: int, *events: dict[str, Any], **options: Any) -> Log:
    people = seat_people(key, players, random.Random(0), options=options)
    for event in ({"round": 1}, *events):
        people.say(**event)
    return people.log


def plays(*said: tuple[str, str]) -> list[dict[str, Any]]:
    """Events as a player and a tile, "pass", or "draw N"."""
    found: list[dict[str, Any]] = []
    for name, what in said:
        verb, _, number = what.partition(" ")
        if verb == "pass":
            found.append({"by": name, "pass": True})
        elif verb == "draw":
            found.append({"by": name, "draw": int(number)})
        else:
            found.append({"by": name, "play": verb, **({"at": number} if number else {})})
    return found


THREE_PASSES = plays(
    ("Ana", "6-6"), ("Ben", "pass"), ("Ana", "6-5"), ("Ben", "pass"), ("Ana", "6-4 6-6"), ("Ben", "pass")
)


def test_seven_tiles_cannot_come_from_six():
    assert not log_of("edge.block", 2, *THREE_PASSES[:-1]).state.flags

    (flag,) = log_of("edge.block", 2, *THREE_PASSES).state.flags

    assert (flag.kind, flag.seat, flag.event, flag.or_at, flag.tile) == ("renege", 1, 7, (3,), None)
    assert str(flag.because) == (
        "Ben passed on move 3 or 7 with a tile that could go: 7 tiles in hand would have to be "
        "ones that could not go, and only 6 such tiles are left."
    )


SEVENTEEN = plays(("Ana", "6-6"), ("Ben", "draw 17"), ("Ben", "6-5"))


def test_a_long_draw_is_found_out_by_a_tile_that_another_player_held():
    assert not log_of("fundex2004.block-draw", 2, *SEVENTEEN).state.flags

    (flag,) = log_of("fundex2004.block-draw", 2, *SEVENTEEN, *plays(("Ana", "5-1"))).state.flags

    assert (flag.seat, flag.event, flag.or_at, flag.or_by) == (1, 3, (), ())
    assert (
        "21 tiles in hand would have to be ones that could not go, and only 20 such tiles are left."
        in str(flag.because)
    )


FOUR_PASSES = plays(("Ana", "6-6"), ("Ben", "pass"), ("Cal", "pass"), ("Dan", "pass"), ("Ana", "pass"))


def test_of_four_who_passed_one_is_proved_and_nobody_is_named():
    log = log_of("edge.block", 4, *FOUR_PASSES)

    (flag,) = log.state.flags
    assert (flag.seat, flag.or_by, flag.event, flag.or_at) == (None, (0, 1, 2, 3), 6, (3, 4, 5))
    assert str(flag.because) == (
        "One of Ana, Ben, Cal and Dan passed with a tile that could go: 19 tiles in hand would have to be "
        "ones that could not go, and only 15 such tiles are left."
    )


def test_a_player_is_not_named_whose_passes_are_false_unless_two_others_were():
    """Ben is honest: Dan and Cal hold the fours and the twos. Without Ben's passes, everything could be true."""
    log = log_of(
        "traditional.partners-spanish",
        4,
        *plays(("Ana", "4-2"), ("Dan", "pass"), ("Cal", "pass"), ("Ben", "pass"), ("Ana", "2-1")),
        *plays(("Dan", "1-3"), ("Cal", "5-3"), ("Ben", "pass"), ("Ana", "0-5")),
        opening="lot",
    )

    (flag,) = log.state.flags
    assert (flag.seat, flag.or_by, flag.event, flag.or_at) == (None, (1, 3), 5, (3,))
    assert "One of Ben and Dan passed" in str(flag.because)


def test_a_ruling_never_says_that_nobody_can_go_beside_a_proof_that_a_player_could():
    answer, _ = log_of("edge.block", 4, *FOUR_PASSES[:-1]).say(FOUR_PASSES[-1])

    assert "One of Ana, Ben, Cal and Dan passed with a tile that could go" in answer.ruling.says
    assert "Everybody has passed: the round is blocked." in answer.ruling.says
    assert "Nobody can go" not in answer.ruling.says


def test_a_hand_that_nobody_needs_to_show_tells_too():
    """Two tiles each, all four shown or counted out: the last hand is what nobody else has."""
    people = seat_people("edge.block", 4, random.Random(1), options={"hand_size": 7, "blanks": "match_only"})
    people.say(round=1)
    for event in plays(("Ana", "6-6"), ("Ben", "pass"), ("Cal", "pass"), ("Dan", "pass"), ("Ana", "pass")):
        people.say(**event)
    assert not people.log.state.flags or people.log.state.flags[0].seat is None
    people.say(by="Ana", hand=["0-0", "1-0", "1-1", "2-0", "2-1", "2-2"])
    people.say(by="Cal", hand=["3-0", "3-1", "3-2", "3-3", "4-0", "4-1", "4-2"])
    people.say(by="Dan", hand=["4-3", "4-4", "5-0", "5-1", "5-2", "5-3", "5-4"])

    (flag,) = people.log.state.flags

    assert (flag.seat, flag.event, flag.told_at, flag.or_by) == (1, 3, 0, ())
    assert "had 6-0 left when every other tile was seen" in str(flag.because)


def test_a_pass_with_nothing_but_tiles_that_go_is_proved_when_the_table_lets_it_stand():
    proved = 0
    for seed in range(40):
        people = seat_people("edge.block", 4, random.Random(seed), options={"hand_size": 7})
        people.deal()
        while people.log.state.status == "playing":
            state = people.log.state
            turn = {"by": people.name(state.current.turn), "pass": True}
            if not state.current.unseen & ~open_mask(state, state.current):
                assert people.log.say(turn)[0].ruling.code is Code.MUST_PLAY
                answer, log = people.log.say({**turn, "stood": True})
                (flag,) = log.state.flags
                assert (flag.seat, flag.event) == (state.current.turn, answer.number)
                assert "none of those is left" in answer.ruling.says
                proved += 1
                break
            people.act()
    assert proved


def test_a_record_names_the_others_who_may_have_done_it_and_when():
    (flag,) = result_json(log_of("edge.block", 4, *FOUR_PASSES).state)["result"]["flags"]

    assert (flag["by"], flag["or_by"]) == (None, ["Ana", "Ben", "Cal", "Dan"])
    assert (flag["event"], flag["or_at"]) == (6, [3, 4, 5])


def test_a_breach_that_nobody_is_proved_to_have_done_costs_nobody_points_but_may_void_the_round():
    hands = (
        {"by": "Ana", "pips": 20},
        {"by": "Ben", "pips": 30},
        {"by": "Cal", "pips": 31},
        {"by": "Dan", "pips": 32},
    )

    paid = log_of("edge.block", 4, *FOUR_PASSES, *hands, false_pass=25).state
    void = log_of("edge.block", 4, *FOUR_PASSES, *hands, false_pass="void_round").state

    assert -25 not in [points for _, points in paid.rounds[-1].points]
    assert void.rounds[-1].how == "void"
