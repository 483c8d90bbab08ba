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


def test_a_tile_that_goes_only_on_closed_trains_is_refused_with_all_of_them():
    log = table(
        "traditional.mexican-train",
        "Ana 9-9",
        "Ana 9-5 to Ana",
        "Ben 9-4 to Ben",
        "Cal 9-3 to Cal",
        tiles=9,
    )
    said = {tile: log.say({"by": "Ana", "play": tile})[0].ruling for tile in ("4-2", "4-3")}
    assert {each.code for each in said.values()} == {Code.TRAIN_CLOSED}
    assert [each.says for each in said.values()] == [
        "4-2 fits only on Ben's train, which is closed to Ana.",
        "4-3 fits only on Ben's train and Cal's train, which are closed to Ana.",
    ]


@pytest.mark.parametrize("more", [{"at": "9-9"}, {"out": 5}])
def test_an_end_has_no_place_where_a_train_is_named(more):
    log = table("traditional.mexican-train", "Ana 9-9", tiles=9)
    for train in ({}, {"train": "Ana"}):
        ruling = log.say({"by": "Ana", "play": "9-5", **train, **more})[0].ruling
        assert ruling.code is Code.UNREADABLE
        assert ruling.says == "A tile goes on a train here: say only whose."


@pytest.mark.parametrize(
    ("key", "place"),
    [("traditional.mexican-train", {"train": "Ana"}), ("traditional.chickenfoot", {"at": "6-3"})],
)
def test_a_wrong_double_in_the_middle_may_stand_only_if_it_names_nothing_to_lie_on(key, place):
    log = table(key, tiles=9)
    for said, may in (({}, True), (place, False)):
        event = {"by": "Ana", "play": "6-6", **said}
        refused, let = (log.say({**event, **stood})[0].ruling for stood in ({}, {"stood": True}))
        assert (refused.code, refused.may_stand) == (Code.WRONG_OPENING, may)
        assert (let.verdict is Verdict.LET_STAND) == may


def test_a_call_before_the_first_tile_is_not_told_that_it_comes_too_late():
    log = table("hasbro2003.muggins")
    for event in ({"by": "Ana", "claim": 5}, {"by": "Ana", "muggins": 5}):
        ruling = log.say(event)[0].ruling
        assert ruling.code is Code.CLAIM_CLOSED
        assert ruling.says == "Nobody has laid a tile yet, so there is nothing to claim."


def test_a_hand_told_with_a_tile_twice_is_refused_because_of_that():
    log = table("edge.block", "Ana 6-6", players=("Ana", "Ben"))
    told = {"out": "Ana", "left": {"Ben": ["3-2", "5-1", "3-2"]}}
    ruling = log.say({"result": told})[0].ruling
    assert ruling.code is Code.IMPOSSIBLE_HAND
    assert ruling.says == "3-2 is named twice in Ben's hand, and there is only one."


def test_one_who_plays_alone_is_the_only_side_there_is():
    log = table("fundex2004.elimination", players=("Ana",))
    ruling = log.say({"adjust": {"Zoe": 5}})[0].ruling
    assert ruling.says == "There is no side Zoe at this table, only Ana."


@pytest.mark.parametrize(
    ("key", "moves", "options"),
    [
        ("fundex2004.block-draw", ("Ana 0-0",), {"opening": "agreed", "blanks": "wild_both_ways"}),
        (
            "traditional.chickenfoot",
            ("Ana 6-6", "Ben 6-0", "Ana 6-1", "Ben 6-2", "Ana 6-3", "Ben 6-4", "Ana 6-5"),
            {"lead_toes": 6},
        ),
    ],
)
def test_one_who_can_go_with_any_tile_is_not_told_to_draw_before_passing(key, moves, options):
    log = table(key, *moves, players=("Ana", "Ben"), tiles=6, **options)
    drawn, passed = (log.say({"by": "Ben", **what})[0].ruling for what in ({"draw": 1}, {"pass": True}))
    assert (drawn.code, passed.code) == (Code.MUST_PLAY, Code.MUST_DRAW)
    assert drawn.says == passed.says == "Every tile not seen yet can go, so Ben can."
