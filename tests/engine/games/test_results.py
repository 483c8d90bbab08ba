"""A round told by its end is paid as the same round entered tile by tile."""

import random
from typing import Any

import pytest

from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.games.trains.ending import DOUBLE_BLANK
from referee.engine.games.trains.state import TrainMatch
from referee.engine.log import Log, open_log
from referee.engine.rulings import Verdict
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import Tile
from tests.short_logs import table
from tests.simulating import NAMES, People, seat_people
from tests.train_players import TrainPeople, seat_train_people

KEYS = sorted(key for key, game in LINE_GAMES.items() if game.can_be_entered_by_result)
# What only games of two pairs are played by.
OF_PAIRS = ("winner_side", "blocker_next", "lowest_hand", "opener_side", "blocker_side")
# What a settlement depends on.
SETTLING = (
    "round_scope", "out_pay", "out_award", "team_out", "block_pay", "block_winner", "block_tie", "exact_overshoot",
    "end_check", "over_tie", "score_unit", "target", "mode",
)  # fmt: skip
SEEDS = range(12)


def _people(key: str, seed: int) -> People | None:
    """People at a table with settlements of every kind; nobody claims, so that every point is in the scores."""
    chance, game = random.Random(seed), LINE_GAMES[key]
    least, most = game.player_range(game.tiles)
    players = chance.randint(least, most)
    options: dict[str, Any] = {"claims": "auto", "next_opener": "as_first"}
    for name in chance.sample(SETTLING, 0 if seed < 2 else 4):
        switch = game.switch(name)
        if switch is not None:
            options[name] = chance.choice(
                [each for each in switch.sentences if each not in OF_PAIRS] or [30, 61]
            )
    teams = [list(NAMES[:4:2]), list(NAMES[1:4:2])] if players == 4 and chance.random() < 0.6 else None
    try:
        return seat_people(key, players, chance, options=options, teams=teams)
    except HeaderError:
        return None


def _settled(match: LineMatch) -> tuple[object, ...]:
    """What two tables that played the same have in common."""
    last = match.rounds[-1]
    return match.scores, match.status, match.winner, last.how, last.winner, last.points, last.by


def _left(chance: random.Random, tiles: set[Tile], *, exactly: bool) -> object:
    """A hand as somebody tells it: by its tiles, its pips, or both."""
    pips = sum(each.pips for each in tiles)
    told: list[object] = [[str(each) for each in tiles]]
    return chance.choice(told if exactly else [*told, pips, {"pips": pips, "tiles": len(tiles)}])


def _result(people: People, match: LineMatch, earned: tuple[int, ...]) -> dict[str, Any]:
    """How the round that these people have just ended is told; `earned` is what is entered of its points already."""
    current, variant, setup = match.current, match.setup.variant, match.setup
    points = {
        side: now - before
        for side, now, before in zip(setup.sides, current.earned, earned, strict=True)
        if now - before
    }
    if match.rounds[-1].how == "target":
        return {"result": {"points": points}}
    exactly = (
        variant.blocked.needs_tiles
        or variant.blocked.lightest_tile_decides
        or variant.blocked.by_number_of_tiles
    )
    left = {
        setup.players[seat]: _left(people.chance, people.hands[seat], exactly=exactly)
        for seat in range(len(setup.players))
        if people.hands[seat]
    }
    how = current.ending
    assert how is not None
    told: dict[str, Any] = {"left": left, "points": points}
    told |= {"blocked": True} if how.seat is None else {"out": setup.players[how.seat]}
    return {"result": told | ({"last": current.held_back} if current.held_back else {})}


def _say(log: Log, event: dict[str, Any]) -> Log:
    answer, log = log.say(event)
    assert answer.ruling.verdict is Verdict.STANDS, (event, answer.ruling.says)
    return log


def _tell(log: Log, people: People, events: list[dict[str, Any]]) -> Log:
    """The round that these people have just ended: its deal, some of its tiles perhaps, and how it ended."""
    entered = people.chance.choice((1, people.chance.randint(1, len(events))))
    for place, event in enumerate(events):
        half = LineMatch.of(log.state)
        if place >= entered and half.status is Status.PLAYING:
            log = _say(log, _result(people, LineMatch.of(people.log.state), half.current.earned))
            assert LineMatch.of(log.state).rounds[-1].without_tiles
            return log
        log = _say(log, event)
    return log


@pytest.mark.parametrize("key", KEYS)
def test_a_round_told_by_its_end_pays_what_it_pays_by_tiles(key: str) -> None:
    """Of whole matches, each round is played by tiles, and told by its end at another table: from the start, or after
    some tiles."""
    compared = 0
    for seed in SEEDS:
        people = _people(key, seed)
        if people is None:
            continue
        told = open_log(people.log.start.setup)
        for _ in range(4):
            if people.log.state.status is Status.MATCH_OVER:
                break
            first = len(people.said)
            people.play_round()
            events = people.said[first:]
            match = LineMatch.of(people.log.state)
            told = _tell(told, people, events)
            assert _settled(LineMatch.of(told.state)) == _settled(match), (key, seed)
            compared += 1
    assert compared > len(SEEDS)


@pytest.mark.parametrize("key", ["mexican-train", "private-trains", "chickenfoot"])
def test_a_round_of_trains_told_by_its_end_charges_what_it_charges_by_tiles(key: str) -> None:
    """Also the double blank and markers that are up, where hands are told by their pips."""
    for seed in SEEDS:
        chance = random.Random(seed)
        options: dict[str, Any] = {"double_blank": chance.choice((0, 25, 50))}
        if key != "chickenfoot":
            options["open_marker"] = chance.choice((0, 10))
        people = seat_train_people(f"traditional.{key}", chance.randint(2, 5), chance, 9, options)
        people.play_round()
        match, log = people.match, open_log(people.log.start.setup)
        entered = chance.randint(1, len(people.said))
        for event in people.said[:entered]:
            if TrainMatch.of(log.state).status is not Status.PLAYING and "round" not in event:
                break
            log = _say(log, event)
        if log.state.status is Status.PLAYING:
            log = _say(log, _result_of_trains(people, chance))
            assert log.state.rounds[-1].without_tiles
            told, played = log.state.rounds[-1], match.rounds[-1]
            assert (log.state.scores, log.state.status, told.how, told.winner, told.points) == (
                match.scores, match.status, played.how, played.winner, played.points,
            )  # fmt: skip


def _result_of_trains(people: TrainPeople, chance: random.Random) -> dict[str, Any]:
    """How the round that these people have just ended is told: each hand by its tiles or its pips."""
    match, names = people.match, people.match.setup.players
    variant, ending = match.setup.variant, match.current.ending
    assert ending is not None
    points: dict[str, int] = {}
    left: dict[str, Any] = {}
    for seat, hand in enumerate(people.hands):
        in_tiles = chance.random() < 0.5
        if hand:
            left[names[seat]] = [str(each) for each in hand] if in_tiles else sum(each.pips for each in hand)
        besides = variant.charges.double_blank * (not in_tiles and DOUBLE_BLANK in hand)
        if variant.trains is not None and seat in people.marked:
            besides += variant.trains.open_marker
        if besides:
            points[names[seat]] = besides
    how = {"blocked": True} if ending.seat is None else {"out": names[ending.seat]}
    return {"result": {**how, "left": left, "points": points}}


@pytest.mark.parametrize("key", KEYS)
def test_taking_a_result_back_leaves_the_round_as_it_was(key: str) -> None:
    """Undo of a result is the table before it."""
    people = _people(key, 0)
    assert people is not None
    people.deal()
    before = people.log
    seats = people.log.start.setup.players
    hands = {name: [str(each) for each in people.hands[seat]] for seat, name in enumerate(seats) if seat}
    answer, after = before.say({"result": {"out": seats[0], "left": hands}})
    assert answer.ruling.verdict is Verdict.STANDS, answer.ruling.says
    _, undone = after.say({"retract": answer.number})
    assert undone.state == before.state


@pytest.mark.parametrize("left", [{"Ben": 9, "Cal": 8}, {"Ana": 0, "Ben": 9, "Cal": 8}])
def test_a_player_who_went_out_is_not_among_the_hands_that_are_added_up(left: dict[str, int]) -> None:
    result = {"result": {"out": "Ana", "left": left}}
    says = table("fundex2004.block-draw", out_pay="all").say(result)[0].ruling.says
    assert says.endswith("Ana went out. Ben 9 + Cal 8 = 17. 17 points for Ana.")


def test_a_hand_told_may_hold_tiles_drawn_in_search_of_the_double_where_nobody_draws_later() -> None:
    log = table("traditional.chickenfoot", players=NAMES[:2], tiles=6, draw="none", hand_size=2)
    left = {"Ana": ["5-4", "3-2", "2-1"]}
    told = {"result": {"out": "Ben", "left": left}}
    assert log.say(told)[0].ruling.says == "Entered without tiles. Ben went out. 17 points for Ana."


@pytest.mark.parametrize(
    ("key", "left", "stands"),
    [
        ("traditional.chickenfoot", {"Ben": 0, "Cal": 0, "Dan": 30}, False),
        ("traditional.chickenfoot", {"Ben": 0, "Cal": 1, "Dan": 30}, True),
        ("traditional.mexican-train", {"Ben": 1, "Cal": 1, "Dan": 30}, False),
        ("edge.block", {"Ben": 0, "Cal": 0, "Dan": 30}, False),
        ("edge.block", {"Ben": 2, "Cal": 2, "Dan": 2}, False),
        ("edge.block", {"Ben": 2, "Cal": 2, "Dan": 1}, True),
        ("edge.block", {"Ben": {"pips": 3, "tiles": 3}, "Cal": 1, "Dan": 30}, False),
    ],
)
def test_hands_of_few_pips_cannot_all_need_the_same_tile(key, left, stands):
    players = ["Ana", "Ben", "Cal", "Dan"]
    log = open_log(read_setup({"record": 1, "variant": key, "players": players}))
    _, log = log.say({"round": 1})
    ruling = log.say({"result": {"out": "Ana", "left": left}})[0].ruling
    assert (ruling.verdict == "stands") == stands, ruling.says
    if not stands:
        assert ruling.code == "impossible-hand"
        assert ruling.says == "These hands cannot all be right: the set has no such tiles besides those laid."


@pytest.mark.parametrize("dans", [1, 30])
def test_in_a_lap_of_whole_trains_several_players_may_have_no_pips_left(dans):
    header = {"record": 1, "variant": "traditional.mexican-train", "players": ["Ana", "Ben", "Cal", "Dan"]}
    log = open_log(read_setup({**header, "options": {"first_turn": "whole_train"}}))
    for event in ({"round": 1}, {"by": "Ana", "play": "12-12"}):
        _, log = log.say(event)
    ruling = log.say({"result": {"out": "Ana", "left": {"Ben": 0, "Cal": 0, "Dan": dans}}})[0].ruling
    assert ruling.verdict == "stands", ruling.says
