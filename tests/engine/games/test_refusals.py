"""A refusal says what may be done about it: whether the table may let it stand, and which ways are left to choose."""

import json
from collections.abc import Iterator

import pytest

from referee.engine.log import Log, open_log
from referee.engine.rulings import Code, Ruling, Verdict
from referee.engine.setup import read_setup
from tests.pinning import RECORDS
from tests.short_logs import THREE, table

FOUR = ("Ana", "Ben", "Cal", "Dan")
EVERY = 4  # positions: one in so many is tried, so that the test takes a second or two


def positions(path) -> Iterator[Log]:
    """The table as it stood now and then in a playthrough."""
    header, *events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    log = open_log(read_setup(header))
    for number, event in enumerate(events):
        if number % EVERY == 0:
            yield log
        _, log = log.say(event)


def tries(log: Log) -> Iterator[dict[str, object]]:
    """Every tile that anybody may try to lay, a draw and a pass, of the player in turn and of another."""
    players = log.state.setup.players
    for by in dict.fromkeys((players[log.state.to_act or 0], players[-1])):
        who = {"by": by} if len(players) > 1 else {}
        for tile in log.state.setup.tiles.tiles:
            yield {**who, "play": tile.name}
        yield from ({**who, "draw": 1}, {**who, "draw": 99}, {**who, "pass": True})


def refused(log: Log) -> Iterator[tuple[dict[str, object], Ruling]]:
    for said in tries(log):
        ruling = log.say(said)[0].ruling
        if ruling.verdict is Verdict.REFUSED:
            yield said, ruling


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_a_refusal_says_may_stand_stands_where_the_table_lets_it(path):
    for log in positions(path):
        for said, ruling in refused(log):
            if ruling.ways:
                continue  # a choice is missing, no rule is broken
            let = log.say({**said, "stood": True})[0].ruling
            stands = let.verdict is Verdict.LET_STAND or bool(let.ways)
            assert ruling.may_stand == stands, (said, ruling.says, let.says)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_each_way_that_a_refusal_leaves_open_may_be_chosen(path):
    for log in positions(path):
        for said, ruling in refused(log):
            is_open = ruling.code in (Code.CHOOSE_END, Code.CHOOSE_OUT)
            trains = [each["train"] for each in log.state.facts().get("trains", [])]
            if is_open and trains:
                chosen = [log.say({**said, "train": name})[0].ruling.verdict for name in trains]
                assert chosen.count(Verdict.STANDS) > 1
                continue
            assert is_open == bool(ruling.ways)
            for place, touching in ruling.ways:
                tile = log.say(said)[0].event.tile
                out = {} if len(set(tile.halves)) == 1 else {"out": tile.other(touching)}
                chosen = log.say({**said, "at": f"{place.tile}/{place.half}", **out})[0].ruling
                assert chosen.verdict is Verdict.STANDS, (said, place, touching, chosen.says)


@pytest.mark.parametrize(
    ("key", "players", "event", "says"),
    [
        ("hasbro2003.texas", 4, {"by": "Ana", "pips": 3}, "There is no count of pips in this game."),
        ("hasbro2003.poker", 4, {"by": "Ana", "play": "6-6"}, "There is no tile to lay in this game."),
        ("hasbro2003.poker", 4, {"by": "Ana", "flip": "6-6"}, "There is no tile to turn up in this game."),
        ("fundex2008.solitaire", 1, {"by": "Ana", "hand": ["6-6"]}, "There is no hand to show in this game."),
        ("fundex2004.solitaire", 1, {"remove": "6-6"}, "There is no tile to remove in this game."),
    ],
)
def test_an_entry_that_a_game_does_not_have_is_named_in_a_whole_sentence(key, players, event, says):
    header = {"record": 1, "variant": key, "players": ["Ana", "Ben", "Cal", "Dan"][:players]}
    answer, _ = open_log(read_setup(header)).say(event)
    assert (answer.ruling.code, answer.ruling.says) == ("not-now", says)


@pytest.mark.parametrize(
    ("key", "options", "drawn"),
    [
        ("traditional.mexican-train", {}, "draw one tile first"),
        ("traditional.mexican-train", {"draw": "until_playable"}, "61 tiles left to draw"),
        ("fundex2004.bergen", {"opening": "agreed"}, "draw one tile first"),
        ("fundex2004.block-draw", {"opening": "agreed"}, "18 tiles left to draw"),
    ],
)
def test_a_pass_that_is_too_early_says_how_much_is_drawn_first(key, options, drawn):
    game_of_trains = key.startswith("traditional")
    header = {"record": 1, "variant": key, "players": ["Ana", "Ben"], "options": options}
    _, log = open_log(read_setup(header)).say({"round": 1})
    _, log = log.say({"by": "Ana", "play": "12-12" if game_of_trains else "6-6"})
    answer, _ = log.say({"by": "Ana" if game_of_trains else "Ben", "pass": True})
    assert answer.ruling.code is Code.MUST_DRAW
    assert answer.ruling.says.endswith(f"can't pass yet: {drawn}.")


def test_where_halves_make_a_sum_a_refusal_names_it():
    log = table("fundex2004.matador", "Ana 6-6", "Ben 6-1 out 1")
    ruling = log.say({"by": "Cal", "play": "3-2"})[0].ruling
    assert ruling.says == "3-2 makes 7 with none of the open ends: 6 and 1."


@pytest.mark.parametrize(
    ("reserve", "number", "says"),
    [
        (14, 1, "Only the reserve is left, and nobody draws from it."),
        (13, 2, "Ben may draw 1 tile at most; the rest is the reserve."),
        (12, 14, "Ben may draw 2 tiles at most; the rest is the reserve."),
    ],
)
def test_a_draw_from_the_reserve_is_refused_in_words_that_stay_true_if_it_is_let_stand(reserve, number, says):
    log = table("edge.draw", "Ana 6-6", players=("Ana", "Ben"), reserve=reserve, hand_size=7)
    refused = log.say({"by": "Ben", "draw": number})[0].ruling
    assert (refused.code, refused.says) == (Code.RESERVE, says)
    let = log.say({"by": "Ben", "draw": number, "stood": True})[0].ruling
    assert f"{says} The table lets it stand." in let.says


def test_a_draw_from_an_empty_boneyard_says_that_it_is_empty() -> None:
    log = table("fundex2004.block-draw", "Ana 6-6", players=("Ana", "Ben"), hand_size=14)
    answer, _ = log.say({"by": "Ben", "draw": 1})
    assert answer.ruling.code is Code.BONEYARD_EMPTY
    assert answer.ruling.says == "The boneyard is empty, so Ben cannot draw."


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("6-3/3", "6-5 has no 3 to set against 6-3."),
        ("4-4", "4-4 does not lie on the table."),
    ],
)
def test_a_tile_turned_up_is_refused_where_it_does_not_fit_in_the_words_for_any_tile(at, says):
    log = open_log(read_setup({"record": 1, "variant": "fundex2004.blind", "players": ["Ana", "Ben"]}))
    for event in ({"round": 1, "opener": "Ana"}, {"by": "Ana", "flip": "6-3"}):
        _, log = log.say(event)
    ruling = log.say({"by": "Ben", "flip": "6-5", "at": at})[0].ruling
    assert (ruling.verdict, ruling.says, ruling.may_stand) == (Verdict.REFUSED, says, False)


@pytest.mark.parametrize("draw", ["none", "one", "until_playable"])
def test_nobody_draws_where_tiles_lie_in_rows_for_a_drawn_tile_has_no_place_there(draw):
    header = {"record": 1, "variant": "fundex2004.blind", "players": list(THREE), "options": {"draw": draw}}
    log = open_log(read_setup(header))
    for event in ({"round": 1, "opener": "Ana"}, {"by": "Ana", "flip": "6-6"}):
        _, log = log.say(event)
    for stood in ({}, {"stood": True}):
        answer, after = log.say({"by": "Ben", "draw": 1, **stood})
        assert (answer.ruling.code, answer.ruling.may_stand) == (Code.MAY_NOT_DRAW, False)
        assert after.state is log.state
    row = ("6-5", "5-5", "5-4", "4-4", "4-3", "3-3", "3-2", "2-2", "2-1")
    for tile in row:
        answer, log = log.say({"by": "Ben", "flip": tile})
    assert answer.ruling.says == "Ben turns up 2-1: it goes. Ben went out. Ben wins."


def test_a_draw_in_a_game_of_two_pairs_breaks_the_same_rule_whoever_s_turn_it_is():
    log = table("traditional.partners-cuban", "Ana 9-9", players=FOUR)
    for by in ("Dan", "Ben"):
        refused = log.say({"by": by, "draw": 1})[0].ruling
        let = log.say({"by": by, "draw": 1, "stood": True})[0].ruling
        assert (let.verdict, let.code, let.forgiven) == (Verdict.LET_STAND, refused.code, refused.said[0])
