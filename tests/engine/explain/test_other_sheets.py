"""The same tile, or the same hands, under every sheet: worked examples, and what must hold of any position."""

import random

import pytest

from referee.engine.explain.other_sheets import (
    AnswerKind,
    Elsewhere,
    SheetReading,
    elsewhere_laid,
    elsewhere_play,
    elsewhere_settlement,
    figure,
    paid_to,
)
from referee.engine.games.line.claiming import TOLD_LATER
from referee.engine.games.line.ending import try_to_settle
from referee.engine.games.match import Status
from referee.engine.log import Log, open_log
from referee.engine.record.events import Play
from referee.engine.record.readers import read_event
from referee.engine.rulings import Breach, Code
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES
from tests.example_tables import read_move
from tests.short_logs import TWO, blocked, match_of, table
from tests.simulating import People


def of(found: Elsewhere, key: str) -> SheetReading:
    """What one game answers; its own house rules do not count as its sheet."""
    return next(
        each for each in reversed(found.readings) if any(variant.key == key for variant in each.variants)
    )


def figures(found: Elsewhere) -> dict[str, str]:
    """Each game's answer as a figure."""
    return {variant.key: figure(each) for each in found.readings for variant in each.variants}


def arithmetic_of(reading: SheetReading) -> str:
    """The arithmetic in one line."""
    return " · ".join(str(each).removesuffix(".") for each in reading.steps)


def keys(reading: SheetReading) -> list[str]:
    return [variant.key for variant in reading.variants]


def asked(log: Log, move: str) -> Elsewhere | Breach:
    """What every sheet says of a tile that is only asked about."""
    event = read_event(read_move(move, 1), log.start.setup.players)
    assert isinstance(event, Play)
    return elsewhere_play(match_of(log), event)


BLOCKED = ("classic.draw", (5, 19, 12))


def test_hands_of_5_19_and_12_pay_26_21_or_31():
    found = figures(elsewhere_settlement(match_of(blocked(*BLOCKED, tiles=9))))

    assert found["fundex2004.block-draw"] == found["hasbro2003.draw"] == "26"
    assert found["classic.draw"] == found["classic.matador"] == found["fundex2008.draw"] == "21"
    assert found["hasbro2003.block"] == "31"


def test_each_answer_has_its_arithmetic_its_sentence_and_its_sheet():
    found = elsewhere_settlement(match_of(blocked(*BLOCKED, tiles=9)))

    own, once, whole = (of(found, key) for key in ("classic.draw", "hasbro2003.draw", "hasbro2003.block"))
    assert "(Ben 19 - 5) + (Cal 12 - 5) = 21" in arithmetic_of(own)
    assert "Ben 19 + Cal 12, less Ana's 5: 26" in arithmetic_of(once)
    assert "Ben 19 + Cal 12 = 31" in arithmetic_of(whole)
    assert own.rule is not None
    assert own.rule.name == "block_pay"
    assert str(own.rule.source).startswith("Classic")


def test_the_same_hands_where_fives_are_counted():
    found = figures(elsewhere_settlement(match_of(blocked(*BLOCKED, tiles=6))))

    assert found["fundex2004.all-fives"] == "25"  # 26, to the nearest five
    assert found["fundex2004.five-up"] == "5"  # a point for every five
    assert found["edge.muggins"] == "6"  # 31, to 30
    assert found["fundex2004.bergen"] == "not known"  # doubles decide, and only totals are known


def test_a_ladder_pays_every_hand_that_has_a_heavier_one():
    match = match_of(blocked(*BLOCKED, tiles=6))
    ladder = of(elsewhere_settlement(match), "hasbro2003.muggins")

    assert ladder.points == ((0, 26), (2, 7))
    assert paid_to(ladder) == "Ana 26 points and Cal 7 points"
    assert any("each heavier hand" in str(each.sentence) for each in ladder.doubts)


def test_the_tables_own_answer_comes_first_and_the_largest_group_after_it():
    found = elsewhere_settlement(match_of(blocked(*BLOCKED, tiles=9)))

    assert found.readings[0].is_own
    assert keys(found.readings[0])[0] == "classic.draw"
    assert sum(each.is_own for each in found.readings) == 1
    sizes = [len(each.variants) for each in found.readings[1:] if each.kind is AnswerKind.PAYS]
    assert sizes == sorted(sizes, reverse=True)


def test_a_table_with_house_rules_sees_what_its_own_sheet_prints():
    found = elsewhere_settlement(match_of(blocked(*BLOCKED, tiles=9, block_pay="opponents")))

    assert figure(found.readings[0]) == "31"
    assert "classic.draw" in [
        key for each in found.readings[1:] if figure(each) == "21" for key in keys(each)
    ]


def test_a_damaged_sheet_says_so_and_an_unclear_one_too():
    found = elsewhere_settlement(match_of(blocked("fundex2004.all-fives", (15, 6, 23))))

    fundex, chavo = of(found, "fundex2004.all-fives"), of(found, "fundex2008.all-fives")
    assert figure(fundex) == figure(chavo) == "30"
    assert "less Ben's 6: 32" in arithmetic_of(fundex)
    assert "32, to the nearest five 30" in arithmetic_of(fundex)
    doubts = {str(doubt.sentence): [each.key for each in doubt.variants] for doubt in fundex.doubts}
    assert chavo is fundex  # one answer
    once, lost = doubts
    assert "once or per opponent" in once
    assert doubts[once] == ["fundex2004.all-fives"]
    assert "The text is lost" in lost
    assert doubts[lost] == ["fundex2008.all-fives"]


def test_points_that_another_game_pays_to_partners_are_told_for_both():
    four = ("Ana", "Ben", "Cal", "Dan")
    passes = [f"{name} passes" for name in ("Ben", "Cal", "Dan", "Ana")]
    told = [f"{name} has {pips} pips" for name, pips in zip(four, (11, 16, 21, 25), strict=True)]
    log = table("edge.block", "Ana 6-6", *passes, *told, players=four, hand_size=3, draw="none")

    assert paid_to(of(elsewhere_settlement(match_of(log)), "traditional.partners")) == "Ana & Cal"


def test_one_hand_less_the_winners_own_needs_no_brackets():
    told = ("Ben passes", "Ana passes", "Ana has 9 pips", "Ben has 4 pips")
    log = table("edge.block", "Ana 6-6", *told, players=TWO, hand_size=3, draw="none")
    pairwise = of(elsewhere_settlement(match_of(log)), "classic.draw")

    assert "Ana 9 - 4 = 5" in arithmetic_of(pairwise)
    assert "(Ana" not in arithmetic_of(pairwise)


def test_partners_who_win_the_only_round_win():
    four = ("Ana", "Ben", "Cal", "Dan")
    passes = [f"{name} passes" for name in ("Dan", "Cal", "Ben", "Ana")]
    told = [f"{name} has {pips} pips" for name, pips in zip(four, (11, 16, 21, 25), strict=True)]
    log = table("traditional.partners", "Ana 6-6", *passes, *told, players=four, hand_size=3, draw="none")
    blind = of(elsewhere_settlement(match_of(log)), "fundex2004.blind")

    assert (figure(blind), paid_to(blind)) == ("win", "Ana & Cal")


def test_a_round_won_for_no_points_has_a_winner_all_the_same():
    match = match_of(blocked("fundex2004.all-fives", (15, 6, 23)))
    blind = of(elsewhere_settlement(match), "fundex2004.blind")

    assert (figure(blind), paid_to(blind)) == ("wins", "Ana")  # two tiles against three


OUT = {
    "edge.muggins": "6",  # 29, to 30, a point for five
    "fundex2004.all-fives": "30",  # 15 and 15
    "fundex2008.all-fives": "30",
    "fundex2004.five-up": "6",
    "hasbro2003.muggins": "29",
    "hasbro2003.draw": "29",
    "fundex2004.block-draw": "29",
    "fundex2004.bergen": "1",
    "fundex2004.blind": "wins",
}


def test_going_out_against_14_and_15_pays_30_under_fundex_29_under_hasbro_and_6_under_edge():
    moves = ("Ana 5-5", "Ben passes", "Cal passes", "Ana 5-4", "Ben has 14 pips", "Cal has 15 pips")
    found = elsewhere_settlement(match_of(table("edge.block", *moves, hand_size=2)))

    assert {key: value for key, value in figures(found).items() if key in OUT} == OUT
    per_five = of(found, "edge.muggins")
    assert "29, to the nearest five 30" in arithmetic_of(per_five)
    assert [rule.name for rule in per_five.rules] == ["out_pay", "round_scope", "score_unit"]


def test_two_hands_of_seven_are_10_under_fundex_2_at_five_up_and_3_under_edge():
    log = table("fundex2004.all-fives", "Ana 5-5", "Ben has 7 pips", "Cal has 7 pips", hand_size=1)
    found = figures(elsewhere_settlement(match_of(log)))

    assert (found["fundex2004.all-fives"], found["fundex2004.five-up"], found["edge.muggins"]) == (
        "10",
        "2",
        "3",
    )


def test_a_tie_is_settled_by_the_lightest_tile_at_one_table_and_by_nobody_at_another():
    moves = ["Ana 6-6", "Ben passes", "Cal passes", "Ana passes"]
    shown = ["Ana shows 3-2 5-0", "Ben shows 5-4 1-0 0-0", "Cal shows 5-5 4-4 1-1"]
    found = elsewhere_settlement(
        match_of(table("edge.block", *moves, *shown, hand_size=3, blanks="match_only"))
    )

    own, draw = found.readings[0], of(found, "hasbro2003.draw")
    assert own.points == ((1, 20),)
    assert own.rule is not None
    assert own.rule.name == "block_tie"
    assert draw.kind is AnswerKind.PAYS_NOTHING
    assert draw.rule is not None
    assert draw.rule.name == "block_tie"
    assert any("Nobody won it alone" in str(each.sentence) for each in draw.doubts)


@pytest.mark.parametrize("move", ["void", "adjust Ana 5"])
def test_a_round_that_no_hands_settled_has_no_other_answers(move: str):
    log = table("edge.block", "Ana 6-6", move)

    assert elsewhere_settlement(match_of(log)).readings == ()


# Tiles


def test_fifteen_is_fifteen_points_three_points_or_nothing():
    log = table("fundex2008.all-fives", "Ana 6-6", players=TWO)
    found = asked(log, "Ben 6-3")
    assert isinstance(found, Elsewhere)

    assert arithmetic_of(of(found, "fundex2008.all-fives")) == "6 + 6 + 3 = 15"
    assert figure(of(found, "fundex2008.all-fives")) == "15"
    assert figure(of(found, "edge.muggins")) == "3"
    assert [rule.name for rule in of(found, "edge.muggins").rules] == ["score", "score_unit"]
    assert figure(of(found, "traditional.fives-and-threes")) == "8"
    assert figure(of(found, "fundex2004.block-draw")) == "does not count"
    assert figure(of(found, "fundex2004.blind")) == "does not come up"


def test_a_blank_on_a_five_goes_under_edge_only():
    log = table("edge.block", "Ana 5-5", players=TWO)
    found = asked(log, "Ben 6-0")
    assert isinstance(found, Elsewhere)

    own = found.readings[0]
    assert own.kind is AnswerKind.GOES
    assert own.rule is not None
    assert own.rule.name == "blanks"
    assert any("blanks match blanks" in str(each.sentence) for each in own.doubts)
    refused = of(found, "fundex2004.block-draw")
    assert refused.kind is AnswerKind.REFUSED
    assert refused.rule is not None
    assert str(refused.rule.sentence) == "A blank goes only on a blank."
    assert keys(own) == ["edge.block", "edge.draw"]


def test_a_third_tile_on_the_first_double_goes_where_it_is_a_spinner():
    moves = ("Ana 5-5", "Ben 5-1", "Ana 5-4 on 5-5")
    found = asked(table("fundex2004.all-fives", *moves, players=TWO, claims="auto"), "Ben 5-2 on 5-5")
    assert isinstance(found, Elsewhere)

    own, spins = found.readings[0], of(found, "hasbro2003.muggins")
    assert own.kind is AnswerKind.REFUSED
    assert own.rule is not None
    assert own.rule.name == "spinner"
    assert spins.kind is AnswerKind.GOES
    assert spins.rule is not None
    assert spins.rule.name == "spinner"
    assert arithmetic_of(spins) == "1 + 4 + 2 = 7"
    assert figure(of(found, "fundex2004.one-arm-joe")) == "may not go"
    assert figure(of(found, "fundex2004.cross")) == "does not count"


def test_what_a_sum_allows_no_other_game_does():
    log = table("fundex2004.matador", "Ana 6-6", players=TWO)
    found = asked(log, "Ben 2-1")
    assert isinstance(found, Elsewhere)

    assert found.readings[0].kind is AnswerKind.GOES
    assert keys(found.readings[0]) == ["fundex2004.matador"]
    assert figure(of(found, "classic.draw")) == "may not go"


def test_what_the_winner_may_lead_here_is_refused_where_every_round_opens_with_a_double():
    _dealt, log = blocked("edge.draw", (5, 19, 12), next_opener="winner_free").say({"round": 2})
    found = asked(log, "Ana 5-4")

    assert found.readings[0].kind is AnswerKind.GOES
    assert of(found, "edge.draw").kind is of(found, "edge.block").kind is AnswerKind.REFUSED


def test_a_place_is_asked_for_where_the_table_itself_would_ask():
    moves = ("Ana 4-4", "Ben 4-3", "Ana 4-2 on 4-4")
    found = asked(table("fundex2008.all-fives", *moves, players=TWO), "Ben 3-2")

    assert isinstance(found, Breach)
    assert found.code is Code.CHOOSE_END


def test_a_tile_that_lies_is_judged_where_it_lies():
    log = table("fundex2008.all-fives", "Ana 6-6", "Ben 6-3", "Ana 3-2", players=TWO)
    found = elsewhere_laid(log, 3)

    assert figure(found.readings[0]) == "15"
    assert figure(of(found, "edge.muggins")) == "3"
    with pytest.raises(KeyError):
        elsewhere_laid(log, 1)


def test_where_players_claim_nothing_that_scores_is_told_before_the_window_is_closed():
    log = table("fundex2004.all-fives", "Ana 6-6", "Ben 6-3", players=TWO)

    for found in (elsewhere_laid(log, 3), asked(log, "Ana 3-2")):
        assert isinstance(found, Elsewhere)
        assert [str(each) for each in found.said] == [TOLD_LATER]
        assert not any(each.points or each.steps for each in found.readings if each.kind is AnswerKind.GOES)
        assert "15" not in str(figures(found))


def test_what_is_hidden_looks_the_same_whether_or_not_there_is_anything_to_call():
    lays = [table("fundex2004.all-fives", "Ana 6-6", f"Ben 6-{n}", players=TWO) for n in (3, 2)]

    told = [figures(elsewhere_laid(log, 3)) for log in lays]
    assert told[0] == told[1]


def test_a_closed_window_is_told():
    log = table("fundex2004.all-fives", "Ana 6-6", "Ben 6-3", "Ana 3-2", "Ben 6-1", players=TWO)

    assert figure(elsewhere_laid(log, 3).readings[0]) == "15"


# What holds of any position


@pytest.mark.parametrize("key", [key for key, game in LINE_GAMES.items() if game.rows is None])
def test_under_its_own_rules_a_game_says_what_the_judge_said(key: str):
    """Of each of three rounds every third entry is asked, in each round others."""
    game = LINE_GAMES[key]
    for seed in range(3):
        chance = random.Random(f"elsewhere {key} {seed}")
        least, most = game.player_range(game.tiles)
        players = ["Ana", "Ben", "Cal", "Dan", "Eli", "Flo", "Gus", "Hal", "Ida", "Jon"][
            : chance.randint(least, most)
        ]
        header = {"record": 1, "variant": key, "players": players, "options": {"claims": "auto"}}
        people = People(open_log(read_setup(header)), chance)
        people.deal()
        while match_of(people.log).status is Status.PLAYING:
            people.act()
        _agrees_with_the_judge(people.log, seed)


def _agrees_with_the_judge(log: Log, first: int) -> None:
    for entry in log.entries[first::3]:
        if not isinstance(entry.event, Play):
            continue
        own = elsewhere_laid(log, entry.number).readings[0]
        assert own.is_own
        assert own.kind is AnswerKind.GOES
        settled = dict(entry.ruling.settled.points) if entry.ruling.settled is not None else {}
        seat = log.start.setup.side_of[entry.event.by]
        scored = dict(entry.ruling.points).get(seat, 0) - settled.get(seat, 0)
        if not log.start.setup.variant.target.exact:
            assert dict(own.points).get(seat, 0) == scored
    match = match_of(log)
    if match.settled is not None and match.settled.how in ("out", "blocked"):
        own = elsewhere_settlement(match).readings[0]
        assert own.points == match.settled.points


def test_asking_changes_nothing():
    log = blocked(*BLOCKED, tiles=9)
    before = match_of(log)
    elsewhere_settlement(before)

    assert match_of(log) is before
    assert try_to_settle(before._replace(status=Status.REVEAL), 0)[1] == before.settled


@pytest.mark.parametrize("key", LINE_GAMES)
def test_what_a_sheet_leaves_unclear_is_told_in_the_rulebook_too(key: str):
    game = LINE_GAMES[key]

    assert set(game.unclear_about.values()) <= set(game.unclear)
    assert all(game.switch(name) is not None for name in game.unclear_about)


def test_after_a_round_told_by_its_result_sheets_on_which_its_tiles_decide_say_so():
    four = ("Ana", "Ben", "Cal", "Dan")
    log = table("fundex2004.block-draw", players=four)
    _, log = log.say({"result": {"out": "Ana", "left": {"Ben": 15, "Cal": 12, "Dan": 3}}})
    found = elsewhere_settlement(match_of(log))

    assert found.readings[0].points == ((0, 30),)
    assert of(found, "hasbro2003.draw").points == ((0, 30),)
    pairs = of(found, "traditional.partners-dominican")
    assert (pairs.kind, figure(pairs)) == (AnswerKind.NEEDS_HANDS, "not known")
    assert "depend on the tiles here" in str(pairs.steps[0])
