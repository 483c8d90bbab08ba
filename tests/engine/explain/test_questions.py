"""What a table may ask and why things are so: answered in sentences, with the rule, and never a score too early."""

import random

import pytest

from referee.engine.explain.explanations import (
    rules_behind,
    what_to_do,
    why_my_turn,
    why_nothing,
    why_round_over,
)
from referee.engine.explain.questions import (
    Reply,
    count,
    is_dead,
    may_go,
    still_out,
    who_holds_how_many,
    would_score,
)
from referee.engine.games.line.claiming import TOLD_LATER
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.layout import Place
from referee.engine.log import Entry, Log, open_log
from referee.engine.record.readers import read_event
from referee.engine.rulings import Code, Rule
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import Tile, read_tile
from tests.example_tables import read_move
from tests.short_logs import TWO, blocked, match_of, more, table
from tests.simulating import NAMES, People


def a(text: str) -> Tile:
    found = read_tile(text)
    assert found is not None
    return found


def names(told: Reply) -> list[str]:
    return [rule.name for rule in told.rules]


FIFTEEN = ("fundex2008.all-fives", "Ana 6-6", "Ben 6-3")


# May it go


def test_a_tile_may_go_where_it_fits():
    told = may_go(match_of(table(*FIFTEEN, players=TWO)), a("3-1"))

    assert told.says == "3-1 may go on 6-3."
    assert names(told) == ["joins"]


def test_a_tile_that_fits_both_ends_may_go_on_one_or_the_other():
    told = may_go(match_of(table(*FIFTEEN, "Ana 6-1", players=TWO)), a("3-1"))

    assert told.says == "3-1 may go on 6-3 or 6-1."


def test_a_tile_that_fits_nowhere_may_not_and_the_open_ends_are_named():
    told = may_go(match_of(table(*FIFTEEN, players=TWO)), a("2-1"))

    assert told.says == "2-1 fits none of the open ends: 6 and 3."
    assert names(told) == ["joins"]


def test_one_place_is_asked_about_alone():
    match = match_of(table(*FIFTEEN, players=TWO))

    assert may_go(match, a("3-1"), Place(a("6-6"), 6)).says == "3-1 has no 6 to set against 6-6."
    assert may_go(match, a("3-1"), Place(a("6-3"), 3)).says == "3-1 may go on 6-3."


def test_a_tile_that_lies_may_not_go_again_and_only_a_double_opens():
    assert may_go(match_of(table(*FIFTEEN, players=TWO)), a("6-3")).says == "6-3 lies on the table already."
    opened = match_of(table("fundex2008.all-fives", players=TWO))
    assert names(may_go(opened, a("6-3"))) == ["no_double"]
    assert may_go(opened, a("5-5")).says == "5-5 may open the round."


def test_a_blank_on_a_five_goes_by_the_rule_of_blanks():
    told = may_go(match_of(table("edge.block", "Ana 5-5", players=TWO)), a("6-0"))

    assert told.says == "6-0 may go on 5-5."
    assert names(told) == ["blanks", "joins"]


@pytest.mark.parametrize("key", LINE_GAMES)
def test_what_may_go_is_what_the_judge_lets_lie(key: str):
    for match in _positions(key):
        seat = match.current.turn
        if seat is None or match.current.rows:
            continue
        for tile in match.setup.tiles.tiles:
            told = may_go(match, tile)
            event = read_event({"by": NAMES[seat], "play": tile.name}, match.setup.players)
            ruling = _judged(match, event)
            if ruling.code is None or ruling.code.value in ("choose-end", "choose-out"):
                assert "may go" in told.says or "may open" in told.says
            else:
                assert told.says == str(ruling.said[0])


def _judged(match: LineMatch, event: object):
    from referee.engine.judge import rule_on

    return rule_on(match, event, 1)[0]  # type: ignore[arg-type]


def _positions(key: str) -> list[LineMatch]:
    game = LINE_GAMES[key]
    players = list(NAMES[: game.player_range(game.tiles)[0]])
    people = People(
        open_log(read_setup({"record": 1, "variant": key, "players": players})), random.Random(f"asks {key}")
    )
    people.deal()
    for _ in range(4):
        if match_of(people.log).status is Status.PLAYING:
            people.act()
    match = match_of(people.log)
    return [match] if match.status is Status.PLAYING else []


# What it scores


def test_fifteen_is_three_fives():
    log = table("fundex2008.all-fives", "Ana 6-6", players=TWO)
    told = would_score(match_of(log), a("6-3"))

    assert told.says == "6 + 6 + 3 = 15, three fives. 15 points."
    assert names(told) == ["score"]
    assert would_score(match_of(log), a("6-2")).says == "6 + 6 + 2 = 14, no multiple of five. 0 points."


def test_a_point_for_every_five_is_said_by_its_own_rule():
    told = would_score(match_of(table("edge.muggins", "Ana 6-6", players=TWO)), a("6-3"))

    assert told.says == "6 + 6 + 3 = 15, three fives. 3 points."
    assert names(told) == ["score", "score_unit"]


def test_fifteen_is_fives_and_threes_too():
    moves = ("Ana 6-6",)
    told = would_score(match_of(table("traditional.fives-and-threes", *moves, players=TWO)), a("6-3"))

    assert told.says == "6 + 6 + 3 = 15, three fives and five threes. 8 points."


def test_points_that_would_pass_an_exact_target_do_not_count():
    log = table("fundex2004.five-up", "Ana 6-6", "adjust Ben 60", players=TWO)
    told = would_score(match_of(log), a("6-3"))

    assert told.says == "6 + 6 + 3 = 15, three fives. 3 points would pass 61, so they do not count."
    assert names(told)[0] == "exact"


def test_a_tile_scores_nothing_where_tiles_do_not():
    told = would_score(match_of(table("fundex2004.block-draw", "Ana 6-6", players=TWO)), a("6-3"))

    assert "no points are made" in told.says
    assert names(told) == ["score"]


# What lies, and what is still out


def test_the_count_is_told_with_its_arithmetic():
    assert count(match_of(table(*FIFTEEN, players=TWO))).says == "6 + 6 + 3 = 15, three fives."
    assert "not added up" in count(match_of(table("edge.block", "Ana 6-6"))).says
    assert "No tile has been laid" in count(match_of(table("edge.muggins"))).says


def test_the_tiles_held_and_the_reserve_are_told():
    log = table("edge.draw", "Ana 6-6", "Ben draws 2", "Ben 6-1")
    told = who_holds_how_many(match_of(log))

    assert told.says == (
        "Tiles held: Ana 4, Ben 6 and Cal 5. In the boneyard: 11. Of those, 10 tiles may still be drawn."
    )
    assert names(told) == ["reserve"]


def test_where_all_tiles_are_dealt_no_boneyard_is_told():
    log = table("traditional.partners", "Ana 6-6", players=("Ana", "Ben", "Cal", "Dan"))

    assert who_holds_how_many(match_of(log)).says == "Tiles held: Ana 6, Ben 7, Cal 7 and Dan 7."


def test_what_is_still_out_and_which_numbers_are_gone():
    told = still_out(match_of(table("classic.draw", "Ana 3-3", "Ben 3-0", "Ana 3-1 on 3-3", players=TWO)))

    assert a("3-2") in told.tiles
    assert a("3-1") not in told.tiles
    assert "No tile is left" not in told.says
    assert told.says.startswith("Not seen yet, 25 tiles: 6-6,")


def test_a_number_of_which_every_tile_lies_is_gone():
    moves = [
        f"{'AnaBen'[n % 2 * 3 : n % 2 * 3 + 3]} 6-{half} on 6-6" for n, half in enumerate((5, 4, 3, 2), 1)
    ]
    log = table("hasbro2003.muggins", "Ana 6-6", *moves, players=TWO, tiles=6, claims="auto", hand_size=7)
    log = more(log, "Ben passes stood", "Ana 5-1", "Ben 4-0", "Ana 6-1 on 5-1", "Ben 6-0 on 4-0")

    assert still_out(match_of(log)).says.endswith("No tile is left with a 6.")


def test_a_layout_is_not_dead_while_a_tile_unseen_fits():
    told = is_dead(match_of(table(*FIFTEEN, players=TWO)))

    assert told.says == "No: 11 tiles not seen yet can still go."
    assert len(told.tiles) == 11


def test_a_dead_layout_is_not_blocked_while_tiles_may_be_drawn():
    log = table("fundex2004.one-arm-joe", "Ana 6-6", *_to_the_last_six(), players=TWO)
    told = is_dead(match_of(log))

    assert "No unseen tile fits the 6: nobody can go any more." in told.says
    assert "not blocked yet" in told.says
    assert names(told) == ["joins", "draw"]


def _to_the_last_six() -> list[str]:
    """One end only: six tiles of the sixes go in and out again until the seventh lies open and nothing fits."""
    line = ["6-5", "5-1", "6-1", "6-2", "2-0", "6-0", "6-3", "4-3", "6-4"]
    moves, name = [], "Ben"
    for tile in line:
        moves += [f"{name} draws 3"] if len(moves) in (0, 2) else []
        moves.append(f"{name} {tile}")
        name = "Ana" if name == "Ben" else "Ben"
    return moves


# Whys


def test_why_it_is_my_turn():
    log = table("edge.block", players=("Ana", "Ben", "Cal"))
    assert names(why_my_turn(match_of(log))) == ["opening"]

    log = more(log, "Ana 6-6")
    assert why_my_turn(match_of(log)).says == "Ben's turn. Ana just laid 6-6."
    log = more(log, "Ben passes")
    told = why_my_turn(match_of(log))
    assert told.says == "Cal's turn. Ana just laid 6-6. Ben passed."
    assert names(told) == ["direction"]


def test_why_it_is_still_my_turn():
    drew = why_my_turn(match_of(table("edge.draw", "Ana 6-6", "Ben draws 2")))
    again = why_my_turn(match_of(table("fundex2004.one-arm-joe", "Ana 6-6", "Ben 6-3")))

    assert drew.says == "Ben drew 2 tiles and is still to act."
    assert again.says == "Ben laid 6-3 and has a further turn."
    assert names(again)[0] == "bonus_trigger"


def test_why_the_round_is_over():
    out = table("edge.block", "Ana 6-6", hand_size=1)
    stuck = blocked("classic.draw", (5, 19, 12))

    assert why_round_over(match_of(out)).says == "Ana laid 6-6, the last tile held."
    assert why_round_over(match_of(stuck)).says == (
        "Everybody passed in turn, and nothing more may be drawn. Open: 6."
    )
    assert names(why_round_over(match_of(stuck))) == ["draw", "block_winner"]
    assert why_round_over(match_of(table("edge.block", "Ana 6-6"))).says == "The round is not over."
    assert "does not count" in why_round_over(match_of(table("edge.block", "Ana 6-6", "void"))).says


@pytest.mark.parametrize(
    ("moves", "missing"),
    [((), "Entered without tiles."), (("Ana 6-6", "Ben 6-3"), "Finished without tiles, after 2 tiles.")],
)
def test_why_a_round_that_was_told_by_its_result_is_over(moves, missing: str):
    log = table("fundex2004.block-draw", *moves, players=TWO)
    _, out = log.say({"result": {"out": "Ana", "left": {"Ben": 13}}})
    _, stuck = log.say({"result": {"blocked": True, "left": {"Ana": 5, "Ben": 13}}})

    assert why_round_over(match_of(out)).says == f"Ana went out. {missing}"
    assert names(why_round_over(match_of(out))) == ["out_pay"]
    assert why_round_over(match_of(stuck)).says == f"The round is blocked. {missing}"
    assert names(why_round_over(match_of(stuck))) == ["block_winner"]


def test_why_i_got_nothing_for_a_tile():
    log = table("fundex2008.all-fives", "Ana 6-6", "Ben 6-2", players=TWO)
    told = why_nothing(log, 1)

    assert told.says == "6 + 6 + 2 = 14, no multiple of five. So 6-2 scores nothing."
    assert names(told) == ["score"]
    assert why_nothing(log, 0).says == "6 + 6 = 12, no multiple of five. So 6-6 scores nothing."


def test_why_a_tile_of_bergen_scores_two_three_or_nothing():
    log = table("fundex2004.bergen", "Ana 1-1", "Ben 6-1", "Ana 2-1", "Ben 6-2 on 6-1", players=TWO)
    double = would_score(match_of(log), a("2-2"), Place(a("6-2"), 2))
    single = would_score(match_of(log), a("2-0"), Place(a("6-2"), 2))

    assert (double.says, names(double)) == ("3 points.", ["bergen_triple"])
    assert (single.says, names(single)) == ("0 points.", ["score"])
    assert why_nothing(log, 0).says == "The open ends were 6 and 2. So 2-1 scores nothing."
    assert names(why_nothing(log, 0)) == ["score"]


def test_why_i_got_nothing_near_an_exact_target():
    log = table("fundex2004.five-up", "Ana 6-6", "adjust Ben 60", "Ben 6-3", players=TWO)
    told = why_nothing(log)

    assert "would pass 61" in told.says
    assert names(told) == ["exact"]


def test_why_i_got_nothing_for_the_round():
    tie = blocked("hasbro2003.draw", (10, 10, 12), tiles=9)
    told = why_nothing(tie, 0)

    assert "Ana and Ben are equal, so nobody scores." in told.says
    assert names(told)[0] == "block_tie"
    won = why_nothing(blocked("hasbro2003.draw", (5, 19, 12), tiles=9), 1)
    assert "Ben 19 + Cal 12, less Ana's 5: 26." in won.says
    assert names(won)[0] == "block_pay"


def test_points_that_nobody_claimed_are_told_once_the_window_is_closed():
    log = table("hasbro2003.muggins", "Ana 6-6", "Ben 6-3", players=TWO, claims="none_lost")
    assert why_nothing(log, 1).says == TOLD_LATER

    told = why_nothing(more(log, "Ana passes stood"), 1)
    assert told.says == (
        "6 + 6 + 3 = 15, three fives. 15 points were there, and nobody claimed them in time."
    )
    assert names(told) == ["claims"]


def test_what_a_claim_could_betray_is_one_sentence_whatever_lies():
    lays = [table("fundex2004.all-fives", "Ana 6-6", f"Ben 6-{n}", players=TWO) for n in (3, 2)]
    for log in lays:
        match = match_of(log)
        assert match.claims_are_open
        answers = [count(match), would_score(match, a("5-3")), why_nothing(log), why_nothing(log, 1)]
        assert {each.says for each in answers} == {TOLD_LATER}
        assert all(each.is_held_back and not each.rules for each in answers)


def test_where_players_claim_no_look_ahead_is_told_even_with_every_window_closed():
    log = table("hasbro2003.muggins", "Ana 6-6", players=TWO, claims="none_lost")
    log = more(log, "Ben draws 1")
    log = more(log, "Ben 6-1", "Ana passes stood")

    assert would_score(match_of(log), a("6-3")).says == TOLD_LATER


# What stands behind a ruling


def _last(log: Log) -> Entry:
    return log.entries[-1]


def _rules_behind(log: Log) -> tuple[Rule, ...]:
    return rules_behind(_last(log).ruling, match_of(log).setup.variant)


def test_a_score_opens_into_its_rule():
    rule = _rules_behind(table(*FIFTEEN, players=TWO))[0]

    assert rule.name == "score"
    assert str(rule.source) == "El Chavo 2008, All Fives"


def test_a_settlement_opens_into_the_house_rule_that_decided_it():
    log = blocked("hasbro2003.draw", (5, 19, 12), tiles=9, block_pay="opponents")

    assert "Ben 19 + Cal 12 = 31." in [str(each) for each in _last(log).ruling.said]
    assert [rule.sentence for rule in log.state.setup.unchanged(_rules_behind(log))] == [
        LINE_GAMES["hasbro2003.draw"].rule("block_pay").sentence
    ]


def test_equal_hands_that_share_a_sum_open_into_the_rule_of_the_tie_and_of_the_sum():
    shared = blocked("fundex2004.block-draw", (5, 5, 12), block_tie="split")
    assert [rule.name for rule in _rules_behind(shared)][:2] == ["block_tie", "block_pay"]

    nothing = blocked("fundex2004.block-draw", (5, 5, 12), block_tie="no_score")
    assert [rule.name for rule in _rules_behind(nothing)] == ["block_tie"]


def test_a_winner_by_fewest_tiles_with_a_heavier_hand_is_told_why_nothing_is_paid():
    log = blocked("fundex2004.block-draw", (20, 9, 4), block_winner="fewest_tiles")

    assert [str(each) for each in _last(log).ruling.settled.steps][1:] == [
        "Ben 9 + Cal 4, less Ana's 20: -7.",
        "The sum is below zero, so nothing is paid.",
        "0 points for Ana.",
    ]


def test_a_refusal_says_what_was_seen():
    log = table(*FIFTEEN, players=TWO)
    event = read_event(read_move("Ana 2-1", 1), log.start.setup.players)
    answer, _ = log.hear(event)

    assert str(answer.ruling.said[0]) == "2-1 fits none of the open ends: 6 and 3."


@pytest.mark.parametrize(("before", "call"), [((), "Ben calls 15"), (("Ana claims 15",), "Ana claims 15")])
def test_a_call_at_the_wrong_time_is_not_told_that_points_are_lost(before, call: str):
    log = table("fundex2004.all-fives", "Ana 5-5", *before, players=TWO)
    answer, _ = log.hear(read_event(read_move(call, 1), log.start.setup.players))

    assert answer.ruling.code is Code.CLAIM_CLOSED
    assert (
        str(what_to_do(answer.ruling)) == "The call takes nothing, unless the table agrees on an adjustment."
    )


@pytest.mark.parametrize("key", LINE_GAMES)
def test_everything_said_at_a_table_can_be_opened(key: str):
    game = LINE_GAMES[key]
    players = list(NAMES[: game.player_range(game.tiles)[1]])
    header = {"record": 1, "variant": key, "players": players}
    people = People(open_log(read_setup(header)), random.Random(f"why {key}"))
    people.play_round()

    for entry in people.log.entries:
        found = rules_behind(entry.ruling, match_of(people.log).setup.variant)
        assert entry.ruling.said
        assert entry.ruling.rule is None or entry.ruling.rule is found[0]
    match = match_of(people.log)
    asked = [
        why_my_turn(match),
        why_round_over(match),
        count(match),
        who_holds_how_many(match),
        is_dead(match),
    ]
    assert all(each.says for each in (*asked, still_out(match), why_nothing(people.log)))


def test_a_round_that_a_false_pass_has_ended_is_over_because_of_that_pass():
    moves = ("Ana 6-6", "Dan passes", "Cal 6-1", "Ben passes", "Ana passes", "Dan 6-5")
    log = table("traditional.partners-femundo", *moves, players=("Ana", "Ben", "Cal", "Dan"))

    assert "Ben & Dan" in why_round_over(match_of(log)).says
