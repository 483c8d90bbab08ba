"""Each fact is told once, and sentences that are joined begin as sentences do."""

import json
from typing import Any

import pytest

from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.export.about import About
from referee.export.spreadsheet import scores_csv
from referee.export.texts import match_text
from referee.reports.matches import match_summary
from referee.reports.rounds import round_summary
from tests.folders import PLAYTHROUGHS

BLOCKED = (
    {"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "pass": True}, {"by": "Ana", "pass": True},
    {"by": "Ana", "hand": ["2-1"]}, {"by": "Ben", "hand": ["5-4", "3-1"]},
)  # fmt: skip


def log_of(header: dict[str, Any], *said: dict[str, Any]) -> Log:
    log = open_log(read_setup({"record": 1, **header}))
    for each in said:
        _, log = log.say(each)
    return log


def blocked(**options: Any) -> Log:
    """A round that Ana, with 3 pips, wins against Ben, with 13."""
    options = {"hand_size": 2, "draw": "none", "opening": "agreed", **options}
    return log_of(
        {"variant": "fundex2004.block-draw", "players": ["Ana", "Ben"], "options": options}, *BLOCKED
    )


def played(name: str) -> Log:
    header, *said = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    return log_of(header, *said)


@pytest.mark.parametrize("target", [5, 300])
def test_the_target_of_the_house_is_told_once_on_the_match_sheet(target):
    match = match_summary(blocked(target=target))
    sentence = str(blocked(target=target).start.setup.variant.rule("target").sentence)

    assert sentence in match.house_rules
    assert match.rule is None
    assert match_text(match, About()).count(sentence) == 1


def test_a_house_rule_that_decided_a_round_is_told_once_on_its_sheet():
    summary = round_summary(blocked(block_pay="opponents"), 1)
    (rule,) = summary.rules

    assert str(rule.sentence) in summary.house_rules  # for the text, which tells no other rules
    assert summary.further_house_rules == tuple(
        each for each in summary.house_rules if each != str(rule.sentence)
    )


# Ben passes holding 5-3.
PROVED = (
    {"round": 1}, {"by": "Ana", "play": "5-5"}, {"by": "Ben", "pass": True}, {"by": "Ana", "play": "5-1"},
    {"by": "Ben", "play": "5-3", "at": "5-5"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("decided", "ended"),
    [
        ([{"adjust": {"Ben": -5}, "about": 3}, {"void": True, "why": "a bet"}], ". Reason: a bet"),
        ([{"void": True, "about": 3}], ""),
    ],
)
def test_what_the_table_decided_about_a_breach_is_told_on_the_match_sheet_with_the_breach_alone(
    decided, ended
):
    rules = {"claims": "auto", "hand_size": 3, "draw": "none"}
    header = {"variant": "fundex2004.all-fives", "players": ["Ana", "Ben"], "options": rules}
    match = match_summary(log_of(header, *PROVED, {**decided[0], "why": "as at home"}, *decided[1:]))
    (row,), (proved,) = match.rounds, match.flags

    assert proved.endswith("Reason: as at home")
    assert row.words == f"The round does not count. Its points are taken back{ended}"
    assert match_text(match, About()).count("as at home") == 1
    assert scores_csv(match).count("as at home") == 1  # there nothing is told of breaches


def test_the_printed_target_is_told_under_the_result():
    rule = match_summary(blocked()).rule

    assert rule is not None
    assert rule.name == "target"


@pytest.mark.parametrize(
    ("pays", "lines", "said"),
    [
        ("sum_minus_own", [("Ben", "13"), ("Less Ana's 3, for Ana", "10")], "Ben 13, less Ana's 3: 10."),
        ("opponents", [("For Ana", "13")], "Ben 13."),
        ("all", [("Ana 3 + Ben 13, for Ana", "16")], "Ana 3 + Ben 13 = 16."),
    ],
)
def test_a_settlement_with_one_opponent_tells_each_figure_once(pays, lines, said):
    log = blocked(block_pay=pays)
    summary = round_summary(log, 1)
    settled = log.entries[-1].ruling.settled

    assert summary is not None
    assert settled is not None
    assert [tuple(each) for each in summary.steps] == lines
    assert said in map(str, settled.steps)


def test_a_sum_over_many_hands_leaves_the_last_line_to_who_is_paid():
    summary = round_summary(played("hasbro2003.tiddle-a-wink"), 1)

    assert summary is not None
    *_, hands, paid = summary.steps
    assert hands.label.count(" + ") > 3
    assert paid.label.startswith("For ")
    assert paid.figure == hands.figure


def test_a_remark_that_is_a_sentence_is_not_joined_like_a_part_of_one():
    summary = round_summary(played("fundex2004.knock-out"), 1)

    assert summary is not None
    assert summary.lines[-1].note == "20 tiles left. The best that this line allowed was 18 left"


def test_remarks_that_are_no_sentences_stay_in_one():
    summary = round_summary(played("traditional.mexican-train"), 1)

    assert summary is not None
    assert "marker down; has to be covered" in [each.note for each in summary.lines]


def test_why_a_hand_of_poker_beats_the_next_is_told_with_the_hand():
    log = played("hasbro2003.poker")
    summaries = [found for number in (1, 2, 3) if (found := round_summary(log, number)) is not None]

    reasons = [(hand.name, hand.why) for each in summaries for hand in each.hands]
    assert ("Ben", "2-2 is a higher tile than 6-5.") in reasons
