"""Trains and chickenfoot, played by chance with every set and many house rules: what holds in every round."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from referee.engine.answers import answer_json
from referee.engine.games.match import Status
from referee.engine.games.trains.places import where
from referee.engine.log import open_log
from referee.engine.renaming import seated_as
from referee.engine.rules.part import Value
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.engine.sheets import VARIANTS
from referee.engine.tiles import Tile
from tests.train_players import TrainPeople, seat_train_people

KEYS = [key for key, game in sorted(VARIANTS.items()) if game.machine == "trains"]
SETS = (6, 9, 12, 15)
NUMBERS: dict[str, tuple[int, ...]] = {
    "hand_size": (1, 2, 3, 5),
    "opening_double": (0, 3),
    "double_blank": (25, 50),
    "open_marker": (5, 25),
    "lead_toes": (1, 3, 8),
    "toes": (1, 2),
    "rounds": (1, 2),
    "target": (20, 60),
}


def values_of(key: str) -> dict[str, tuple[Value, ...]]:
    """Every value of every switch of a game that a table may set."""
    switches = {name: each for part in VARIANTS[key].parts() for name, each in part.switches().items()}
    return {name: NUMBERS.get(name, tuple(each.sentences)) for name, each in switches.items() if each.is_open}


def people_at(key: str, seed: int) -> TrainPeople:
    """People at a table with rules by chance; every second one plays by the sheet."""
    chance = random.Random(f"{key} {seed}")
    while True:
        tiles = SETS[seed % len(SETS)]
        least, most = VARIANTS[key].player_range(tiles)
        options: dict[str, Any] = {}
        if seed % 2 or tiles == 15:
            offered = values_of(key)
            options = {name: chance.choice(offered[name]) for name in chance.sample(sorted(offered), 5)}
        try:
            return seat_train_people(key, chance.randint(least, most), chance, tiles, options)
        except HeaderError:
            continue  # rules that cannot be played together are refused when the table is set up


def charge(people: TrainPeople, seat: int) -> int:
    """What a player owes at the end of a round, counted from the tiles really held."""
    hand = people.hands[seat]
    owed = sum(int(half) for tile in hand for half in str(tile).split("-"))
    game = people.match.setup.variant
    if "0-0" in {str(tile) for tile in hand}:
        owed += int(game.value("double_blank"))
    if game.has_switch("open_marker") and seat in people.marked:
        owed += int(game.value("open_marker"))
    return owed


def somebody_could_go(people: TrainPeople) -> bool:
    """Whether anybody could still draw or lay a tile as the table stands."""
    if people.boneyard and people.match.setup.variant.drawing.is_allowed:
        return True
    current = people.match.current
    hands = enumerate(people.hands)
    return any(where(people.match, current, seat, tile) for seat, hand in hands for tile in hand)


@pytest.mark.parametrize("key", KEYS)
def test_honest_rounds_are_never_refused_and_pay_what_the_hands_really_hold(key: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(48):
        people = people_at(key, seed)
        people.play_round()
        settled = people.match.rounds[-1]
        seen[settled.how] += 1
        owed = {seat: charge(people, seat) for seat in range(len(people.hands))}
        assert dict(settled.points) == {seat: points for seat, points in owed.items() if points}, seed
        lowest = [seat for seat, points in owed.items() if points == min(owed.values())]
        if settled.how == "out":
            assert settled.winner == people.first_out
        else:
            assert settled.winner == (lowest[0] if len(lowest) == 1 else None)
            assert not somebody_could_go(people), seed
        assert people.match.flags == ()
    assert seen["out"] >= 10
    assert seen["blocked"] >= 3


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(12))
def test_every_tile_is_in_one_hand_in_the_boneyard_or_on_the_table(key: str, seed: int) -> None:
    people = people_at(key, seed)
    people.deal()
    while people.match.status is Status.PLAYING:
        current = people.match.current
        laid = [each.tile for each in current.laid]
        everywhere: list[Tile] = [*laid, *people.boneyard, *(tile for hand in people.hands for tile in hand)]
        assert sorted(everywhere, key=str) == sorted(people.match.setup.tiles.tiles, key=str)
        assert current.on_table | current.unseen == people.match.setup.tiles.mask
        assert not current.on_table & current.unseen
        assert list(current.hands) == [len(hand) for hand in people.hands]
        assert current.boneyard == len(people.boneyard)
        for end in current.ends:
            assert end.half in end.tile.halves
        people.act()


@pytest.mark.parametrize("key", KEYS)
def test_a_match_ends_after_its_rounds_with_the_lowest_total(key: str) -> None:
    chance = random.Random(key)
    people = seat_train_people(key, 3, chance, 6, {})
    while people.match.status is not Status.MATCH_OVER:
        people.play_round()
    assert people.match.rounds_counted == 7
    totals = [sum(dict(each.points).get(seat, 0) for each in people.match.rounds) for seat in range(3)]
    assert list(people.match.scores) == totals
    lowest = [seat for seat, total in enumerate(totals) if total == min(totals)]
    assert people.match.winner == (lowest[0] if len(lowest) == 1 else None)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", [0, 1, 5, 9])
def test_undo_is_the_log_without_its_last_and_redo_brings_it_back(key: str, seed: int) -> None:
    people = people_at(key, seed)
    people.play_round()
    log = open_log(people.match.setup)
    for number, event in enumerate(people.said, 1):
        before = log.state
        _, log = log.say(event)
        if number > 40 and number % 10:
            continue
        _, undone = log.say({"retract": log.said})
        assert undone.state == before
        _, redone = undone.say({"retract": undone.said})
        assert redone.state == log.state


@pytest.mark.parametrize("key", KEYS)
def test_players_with_other_names_get_the_same_answers_with_those_names(key: str) -> None:
    people = people_at(key, 4)
    people.play_round()
    setup = people.match.setup
    others = ("Zoe", "Yan", "Xia", "Wim", "Vic", "Uma", "Tom", "Sue")[: len(setup.players)]
    header = {"record": 1, "variant": key, "players": list(setup.players), "tiles": setup.tiles.high}
    header, events = seated_as(header, people.said, others)
    log = open_log(read_setup(header))
    for event, answer in zip(events, people.answers, strict=True):
        again, log = log.say(event)
        text = json.dumps(answer_json(answer), ensure_ascii=False)
        for name, other in zip(setup.players, others, strict=True):
            text = text.replace(name, other)
        assert json.dumps(answer_json(again), ensure_ascii=False) == text


def nonsense(people: TrainPeople, chance: random.Random) -> dict[str, Any]:
    """An event by chance, most often one that is against the rules."""
    setup = people.match.setup
    tile = str(chance.choice(setup.tiles.tiles))
    events: list[dict[str, Any]] = [
        {"play": tile},
        {"play": tile, "train": chance.choice([*setup.players, "mexican", "Eve"])},
        {"play": tile, "at": str(chance.choice(setup.tiles.tiles))},
        {"play": tile, "at": tile, "out": 1},
        {"play": tile, "claim": 5},
        {"draw": chance.randint(1, 3)},
        {"draw": ["1-1"]},
        {"pass": True},
        {"hand": [tile]},
        {"pips": chance.randint(0, 30)},
    ]
    event = {**chance.choice(events), "by": chance.choice(setup.players)}
    if chance.random() < 0.4:
        event["stood"] = True
    return chance.choice([event, event, event, event, {"void": True}, {"round": 2}])


@pytest.mark.parametrize("key", KEYS)
def test_whatever_is_said_the_judge_answers_and_what_it_refuses_changes_nothing(key: str) -> None:
    codes: Counter[str | None] = Counter()
    for seed in range(24):
        people = people_at(key, seed)
        chance = random.Random(f"nonsense {key} {seed}")
        people.deal()
        for _ in range(chance.randint(0, 25)):
            if people.match.status is Status.PLAYING:
                people.act()
        log = people.log
        for _ in range(30):
            before = log.state
            answer, log = log.say(nonsense(people, chance))
            told = answer_json(answer)
            codes[told["code"]] += 1
            if told["verdict"] == "refused":
                assert log.state is before or log.state == before
            current = log.state.round
            if log.state.status is Status.PLAYING and current is not None:
                on_table = len(log.state.setup.tiles) - current.unseen.bit_count()  # type: ignore[attr-defined]
                assert sum(current.hands) + current.boneyard + on_table == len(log.state.setup.tiles)
    assert len(codes) > 12


@pytest.mark.parametrize(
    ("variant", "header", "said"),
    [
        ("chickenfoot", {"options": {"open_marker": 5}}, "open_marker"),
        ("chickenfoot", {"options": {"first_turn": "whole_train"}}, "first_turn"),
        ("chickenfoot", {"options": {"own_train_first": True}}, "own_train_first"),
        ("chickenfoot", {"options": {"out_on_double": False}}, "out_on_double"),
        ("chickenfoot", {"options": {"double_order": "last_laid"}}, "double_order"),
        ("chickenfoot", {"options": {"double_rule": "satisfy"}}, "double_rule"),
        ("chickenfoot", {"options": {"lead_toes": 9}}, "toes"),
        ("chickenfoot", {"options": {"toes": 4}}, "toes"),
        ("chickenfoot", {"options": {"toes": 0}}, "toes"),
        ("mexican-train", {"options": {"double_rule": "toes"}}, "double_rule"),
        ("mexican-train", {"options": {"toes": 2}}, "toes"),
        ("mexican-train", {"options": {"lead_toes": 2}}, "lead_toes"),
        ("mexican-train", {"options": {"wins": "high"}}, "wins"),
        ("mexican-train", {"options": {"out_pay": "all"}}, "out_pay"),
        ("mexican-train", {"options": {"rounds": 14}}, "13 doubles"),
        ("private-trains", {"options": {"rounds": 8}, "tiles": 6}, "7 doubles"),
        ("mexican-train", {"options": {"opening_double": 13}}, "double 13"),
        ("mexican-train", {"players": ["mexican", "Ben"]}, "mexican"),
        ("mexican-train", {"players": ["Ana", "Ben", "Cal", "Dan", "Eli"], "tiles": 6}, "4 players"),
        ("chickenfoot", {"players": ["Ana", "Ben", "Cal", "Dan"], "tiles": 6}, "3 players"),
        ("private-trains", {"options": {"hand_size": 14}, "tiles": 6}, "28"),
        (
            "mexican-train",
            {"players": ["Ana", "Ben", "Cal", "Dan"], "teams": [["Ana", "Cal"], ["Ben", "Dan"]]},
            "alone",
        ),
    ],
)
def test_rules_that_cannot_be_played_are_refused_at_set_up(
    variant: str, header: dict[str, Any], said: str
) -> None:
    with pytest.raises(HeaderError, match=said):
        read_setup({"record": 1, "variant": f"traditional.{variant}", "players": ["Ana", "Ben"], **header})


def test_chickenfoot_goes_up_again_after_the_double_blank() -> None:
    opening = VARIANTS["traditional.chickenfoot"].part_of("opening")
    assert [opening.number_of(before, 9) for before in (0, 8, 9, 10, 17)] == [9, 1, 0, 1, 8]  # type: ignore[attr-defined]
    read_setup(
        {
            "record": 1,
            "variant": "traditional.chickenfoot",
            "players": ["Ana", "Ben"],
            "options": {"rounds": 19},
        }
    )


def test_an_unfinished_foot_keeps_its_toes_when_the_table_agrees_on_fewer_for_the_next_round():
    header = {"record": 1, "variant": "traditional.chickenfoot", "players": ["Ana", "Ben"]}
    log = open_log(read_setup(header))
    for event in (
        {"round": 1},
        {"by": "Ana", "play": "9-9"},
        *(
            {"by": by, "play": toe}
            for by, toe in (("Ben", "9-8"), ("Ana", "9-7"), ("Ben", "9-6"), ("Ana", "9-5"))
        ),
        {"result": {"blocked": True, "left": {"Ana": 20, "Ben": 30}}},
        {"ruling": {"lead_toes": 3}},
    ):
        answer, log = log.say(event)
    assert answer_json(answer)["doubles"] == [{"tile": "9-9", "toes": 4, "of": 6}]
