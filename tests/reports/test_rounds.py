"""What the summary of a round tells."""

import json

import pytest

from referee.engine.log import open_log
from referee.engine.messages import in_locale
from referee.engine.setup import read_setup
from referee.export.about import About
from referee.export.texts import line_text, match_text, round_text
from referee.reports.lines import told_of
from referee.reports.matches import match_summary
from referee.reports.rounds import round_summary
from referee.reports.sections import by_itself, sections
from referee.translations.catalogues import translator_of
from tests.example_tables import read_examples
from tests.folders import EXAMPLES, PLAYTHROUGHS
from tests.short_logs import TWO, blocked, more, table


@pytest.mark.parametrize(("name", "winner"), [("fundex2004.blind", "Ben"), ("fundex2008.blind", "Ana")])
def test_who_wins_is_told_once(name, winner):
    header, *said = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    log = open_log(read_setup(header))
    for each in said:
        _, log = log.say(each)

    summary = round_summary(log, 1)

    assert summary is not None
    assert summary.title == f"{winner} wins"
    assert [step.label for step in summary.steps] == []


def test_the_sheet_of_a_later_round_numbers_its_moves_as_the_list_does_also_where_it_tells_what_is_proved():
    log = more(table("edge.block", "Ana 6-6", hand_size=3), "void", "round", "Ana 5-5", "Ben passes")
    log = more(log, "Cal 5-1", "Ana 4-1 on 5-1", "Ben 5-2 on 5-5", "Cal passes", "Ana 4-2 on 4-1")
    summary = round_summary(more(log, "Cal shows 4-3 3-3", "Ben shows 3-0 1-0"), 2)

    assert summary is not None
    text = round_text(summary, About())
    assert (
        "6 Ben passes (proved: Ben passed holding 5-2. Move 6. The open end was 5. "
        "Ben laid 5-2 on move 9 and cannot have drawn it in between)" in text
    )
    assert "\n9 Ben 5-2 on 5-5" in text


def test_who_wins_is_told_once_in_spanish_too_where_the_words_have_another_order():
    header, *said = map(json.loads, (PLAYTHROUGHS / "fundex2004.blind.jsonl").read_text("utf-8").splitlines())
    log = open_log(read_setup(header))
    for each in said:
        _, log = log.say(each)

    with in_locale(translator_of("es")):
        summary = round_summary(log, 1)

    assert summary is not None
    assert summary.title == "Ben gana"
    assert [step.label for step in summary.steps] == []


@pytest.mark.parametrize(
    ("name", "example", "how"),
    [
        (
            "hasbro2003.bergen",
            "though another is lighter",
            "Blocked, with the lightest hand without a double",
        ),
        ("fundex2004.bergen", "the lowest double wins", "Blocked, with the lowest double"),
        ("hasbro2003.bergen", "are left out of", "Blocked, with the lightest hand apart from doubles"),
    ],
)
def test_a_block_that_doubles_decide_is_not_told_as_won_by_the_lightest_hand(name, example, how):
    (found,) = (each for each in read_examples(EXAMPLES / f"{name}.txt") if example in each.name)
    header, *said = map(json.loads, found.record(found.rows).splitlines())
    log = open_log(read_setup(header))
    for each in filter(None, said):  # a row without a move only checks the end
        _, log = log.say(each)

    summary = round_summary(log, 1)

    assert summary is not None
    assert summary.how == how


def test_a_block_won_by_another_than_the_match_names_its_winner():
    lines = (PLAYTHROUGHS / "traditional.chickenfoot.jsonl").read_text(encoding="utf-8").splitlines()
    header, *said = map(json.loads, lines)
    log = open_log(read_setup(header))
    for each in said:
        _, log = log.say(each)

    summary = round_summary(log, 2)

    assert summary is not None
    assert summary.title == "Ana wins with 28"
    assert summary.how == "Ben wins the round. Blocked, with the lightest hand"


def test_a_tile_that_was_taken_back_lay_on_a_tile_and_not_on_a_notation():
    log = open_log(
        read_setup(
            {"record": 1, "variant": "fundex2004.block-draw", "players": ["Ana", "Ben"], "options": {}}
        )
    )
    for each in (
        {"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-4"},
        {"by": "Ana", "play": "4-1", "at": "6-4/4"}, {"retract": 4},
    ):  # fmt: skip
        _, log = log.say(each)

    assert line_text(list(told_of(log, sections(log)[-1].judged))[-1]).endswith("Ana 4-1 on 6-4 (taken back)")


@pytest.mark.parametrize(
    "moves", [("Ana 5-5", "Ana claims 2"), ("Ana 5-5", "Ana claims 3"), ("Ana 5-5 claims 2",)]
)
def test_the_line_of_a_claim_that_would_pass_the_target_tells_so_once(moves):
    log = table("fundex2004.five-up", "adjust Ana 60", *moves, players=TWO, claims="fundex")

    (section,) = sections(log)
    line = told_of(log, section.judged)[-1]
    assert line.note == "2 points would pass 61, so they do not count"
    assert line.points == ""


def test_the_line_of_a_tile_that_would_pass_the_target_tells_so_beside_a_claim_where_nobody_claims():
    log = table("fundex2004.five-up", "adjust Ana 60", "Ana 5-5 claims 2", players=TWO, claims="auto")

    (section,) = sections(log)
    assert "2 points would pass 61, so they do not count" in told_of(log, section.judged)[-1].note


def test_a_claim_that_was_taken_back_is_still_called_a_claim():
    log = table("fundex2004.all-fives", "Ana 5-5", "Ana claims 15", "takes back 3", players=TWO)

    (section,) = sections(log)
    assert [line.text for line in told_of(log, section.judged) if line.struck] == ["claimed 15 points"]
    assert by_itself(log, 3) == "Ana's claim of 15 points"


def test_a_house_rule_ruled_during_the_match_is_told_of_the_rounds_that_it_was_in_force_for():
    log = blocked("hasbro2003.draw", (10, 10, 12))
    _, log = log.say({"ruling": {"block_tie": "split"}})
    passes = [f"{name} passes" for name in ("Ben", "Cal", "Ana")]
    log = more(log, "round", "Ana 6-6", *passes, "Ana has 10 pips", "Ben has 10 pips", "Cal has 12 pips")
    ruled = "When the lightest hands are equal, they share the points. (Since round 2.)"

    first, second = round_summary(log, 1), round_summary(log, 2)

    assert first is not None
    assert second is not None
    assert ruled not in first.house_rules
    assert second.house_rules == (*first.house_rules, ruled)
    assert f"House rule: {ruled}" in round_text(second, About())


def test_a_house_rule_ruled_in_the_middle_of_a_round_holds_since_that_round():
    header = {"record": 1, "variant": "hasbro2003.draw", "players": ["Ana", "Ben", "Cal"]}
    log = more(open_log(read_setup(header)), "round", "Ana 6-6")
    _, log = log.say({"ruling": {"block_tie": "split"}})

    assert match_summary(log).house_rules[-1].endswith("they share the points. (Since round 1.)")


def test_a_house_rule_ruled_while_the_hands_are_shown_holds_since_that_round():
    log = table(
        "hasbro2003.draw", "Ana 6-6", "Ben passes", "Cal passes", "Ana passes", hand_size=3, draw="none"
    )
    _, log = log.say({"ruling": {"block_tie": "split"}})
    log = more(log, "Ana has 10 pips", "Ben has 10 pips", "Cal has 12 pips")

    summary = round_summary(log, 1)

    assert summary is not None
    assert summary.house_rules[-1].endswith("they share the points. (Since round 1.)")


def test_the_match_tells_the_house_rules_and_the_target_that_were_ruled_during_it():
    log = blocked("hasbro2003.draw", (10, 10, 12))
    at_first = match_summary(log)
    for ruled in ({"block_tie": "split"}, {"target": 150}):
        _, log = log.say({"ruling": ruled})
    match = match_summary(log)

    ruled = "When the lightest hands are equal, they share the points. (Since round 2.)"
    assert ruled not in at_first.house_rules
    assert ruled in match.house_rules
    assert (at_first.target, match.target) == (100, 150)
    assert match.facts.endswith("to 150")
    assert f"House rule: {ruled}" in match_text(match, About())


FOUR = ("Ana", "Ben", "Cal", "Dan")


def test_a_bid_that_is_taken_back_is_told_by_the_name_of_who_bid():
    log = table("hasbro2003.texas", "Ana bids 30", "Ben bids 31", "Cal bids pass", players=FOUR)

    told = [by_itself(log, number) for number in (2, 3, 4)]
    assert told == ["Ana's bid of 30", "Ben's bid of 31", "Cal's pass"]


def test_tiles_of_a_solitaire_that_are_taken_back_are_told_without_a_name():
    log = table("fundex2008.solitaire", "deal 6-6 5-5 4-4 3-3 2-2", players=("Ana",))

    assert by_itself(log, 2) == "The tiles turned up"


def test_a_trick_that_was_not_finished_is_told_after_those_that_were_and_nobody_took_it():
    bids = ("Ana bids 30", *(f"{name} bids pass" for name in FOUR[1:]), "Ana names 6 trumps")
    trick = ("Ana 6-6", "Ben 6-1", "Cal 6-2", "Dan 6-3")
    log = table("hasbro2003.texas", *bids, *trick, "Ana 5-5", "void", players=FOUR)

    first, last = round_summary(log, 1).tricks
    assert (first.number, first.taken_by, first.points) == (1, "Ana", 1)
    assert (last.number, last.taken_by, last.points) == (2, "", 0)
    assert [(each.name, each.tile.name) for each in last.laid] == [("Ana", "5-5")]


def test_a_winner_who_passed_falsely_takes_what_is_left_after_the_cost():
    moves = ("Ana 5-5", "Ben 5-4", "Ana passes", "Ben 4-4", "Ana 5-3 on 5-5", "Ben passes", "Ana 3-3")
    for costs, title in ((5, "Ana takes 7"), (12, "Ana wins the round"), (20, "Ana wins the round")):
        log = table("edge.block", *moves, players=TWO, hand_size=3, draw="none", false_pass=costs)
        log = more(log, "Ben shows 6-6")
        summary = round_summary(log, 1)
        assert summary is not None
        assert summary.title == title
        assert log.state.scores == (12 - costs, 0)
        assert match_summary(log).rounds[0].made == (12 - costs, 0)
