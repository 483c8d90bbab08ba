"""A round that waits for claims on its last tile, settled by a hand or by the deal of the next: told the same."""

import json
from typing import Any

from referee.engine.answers import replay_text
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.export.spreadsheet import events_csv
from referee.reports.matches import match_summary
from referee.reports.players import facts_of, rounds_of
from referee.reports.rounds import round_summary
from referee.reports.sections import sections
from referee.reports.tally import tally_of

HEADER: dict[str, Any] = {
    "record": 1,
    "variant": "fundex2004.all-fives",
    "players": ["Ana", "Ben"],
    "options": {"hand_size": 2, "target": 500, "must_play": False, "optional_draw": "any"},
}
# Ben draws the whole boneyard, so what he is left with is certain; nobody claims the 15 of the last tile.
PLAYED: list[dict[str, Any]] = [
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "draw": 24},
    {"by": "Ben", "play": "6-2"},
    {"by": "Ana", "play": "3-2"},
]
HAND = {"by": "Ben", "pips": 143}
DEAL = {"round": 2}
LATER = [{"by": "Ana", "play": "5-5", "claim": 10}]


def log_of(*events: dict[str, Any]) -> Log:
    log = open_log(read_setup(HEADER))
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return log


BY_HAND = log_of(*PLAYED, HAND, DEAL, *LATER)
BY_DEAL = log_of(*PLAYED, DEAL, *LATER)


def test_the_round_is_told_as_if_a_hand_had_settled_it() -> None:
    by_hand, by_deal = round_summary(BY_HAND, 1), round_summary(BY_DEAL, 1)
    assert by_hand is not None
    assert by_deal is not None
    for part in ("title", "how", "steps", "rules", "totals", "scores", "layout"):
        assert getattr(by_deal, part) == getattr(by_hand, part), part
    assert [line.note for line in by_deal.lines if line.note] == ["Ana missed 15 points for 3-2"]


def test_the_next_round_is_not_taken_for_settled() -> None:
    assert round_summary(BY_DEAL, 2) is None
    assert [row.number for row in match_summary(BY_DEAL).rounds] == [1]
    assert [row.made for row in match_summary(BY_DEAL).rounds] == [(145, 0)]


def test_its_points_are_told_in_that_round_and_not_again_in_the_next() -> None:
    onward = [
        {"by": "Ben", "draw": 24},
        {"by": "Ben", "play": "5-0"},
        {"by": "Ana", "play": "2-0"},
        {"by": "Ben", "pips": 151},
    ]
    by_hand, by_deal = log_of(*PLAYED, HAND, DEAL, *LATER, *onward), log_of(*PLAYED, DEAL, *LATER, *onward)
    tallies = [tally_of(each, 2, by_rank=False) for each in (by_hand, by_deal)]
    rounds = [round_summary(each, 2) for each in (by_hand, by_deal)]

    assert [row.figures for row in tallies[0].rows] == [(145, 160), (0, 0)]
    assert tallies[1] == tallies[0]
    assert rounds[0] is not None
    assert rounds[1] is not None
    assert rounds[1].totals == rounds[0].totals


def test_a_players_card_counts_the_round_and_what_was_missed() -> None:
    assert rounds_of(sections(BY_DEAL)) == rounds_of(sections(BY_HAND))
    assert facts_of(BY_DEAL) == facts_of(BY_HAND)


def test_the_spreadsheet_keeps_what_was_missed() -> None:
    bodies = [*PLAYED, DEAL, *LATER]
    assert "Ana missed 15 points for 3-2" in events_csv(BY_DEAL, bodies)


def test_the_deal_can_be_taken_back() -> None:
    events = [*PLAYED, DEAL, {"retract": 6}]
    answers = replay_text("\n".join(json.dumps(each) for each in [HEADER, *events]))
    assert answers[-2]["status"] == "reveal"
    assert answers[-2]["scores"] == {"Ana": 0, "Ben": 0}
