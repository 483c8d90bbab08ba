"""What does not depend on the game is the same at every table: dealing, points agreed on, a round that is void."""

from typing import Any

import pytest

from referee.engine.games.match import Match, Status
from referee.engine.log import Log, open_log
from referee.engine.rulings import Step, StepKind
from referee.engine.setup import read_setup
from tests.short_logs import blocked, more, table

GAMES = {
    "edge.block": ["Ana", "Ben", "Cal"],
    "traditional.forty-two": ["Ana", "Ben", "Cal", "Dan"],
    "hasbro2003.poker": ["Ana", "Ben", "Cal", "Dan"],
    "fundex2004.elimination": ["Ana"],
}


def opened(variant: str) -> Log:
    return open_log(read_setup({"record": 1, "variant": variant, "players": GAMES[variant]}))


def says(log: Log, raw: dict[str, Any]) -> str:
    return log.say(raw)[0].ruling.says


@pytest.mark.parametrize("variant", GAMES)
def test_every_family_plays_the_same_kind_of_match(variant: str) -> None:
    assert isinstance(opened(variant).state, Match)


@pytest.mark.parametrize("variant", GAMES)
def test_rounds_are_dealt_in_order_and_one_after_the_other(variant: str) -> None:
    log = opened(variant)
    assert says(log, {"round": 2}) == "The next round is round 1."
    log = more(log, "round")
    assert says(log, {"round": 2}) == "The round in play has to end first."


@pytest.mark.parametrize("variant", GAMES)
def test_points_are_agreed_on_once_something_was_played_and_for_a_side_that_is_there(variant: str) -> None:
    log = opened(variant)
    assert says(log, {"adjust": {"Ana": 5}}) == "Nothing has been played yet, so nothing can be adjusted."
    log = more(log, "round")
    assert says(log, {"adjust": {"Eve": 5}}).startswith("There is no side Eve at this table")
    side = log.start.setup.sides[0]
    answer, after = log.say({"adjust": {side: 5}, "why": "a late start"})
    counted = "marks" if variant == "traditional.forty-two" else "points"
    assert answer.ruling.says == f"The table agrees: {side} 5 {counted}. Reason: a late start"
    assert after.state.scores[0] == 5


def test_where_poker_has_stakes_the_table_agrees_on_chips() -> None:
    variant = "hasbro2003.poker"
    header = {"record": 1, "variant": variant, "players": GAMES[variant], "options": {"stakes": True}}
    log = more(open_log(read_setup(header)), "round", "void")
    assert says(log, {"adjust": {"Ana": 1, "Ben": -5}}) == "The table agrees: Ana 1 chip and Ben -5 chips."


@pytest.mark.parametrize("variant", GAMES)
def test_a_void_round_pays_nobody_and_the_next_one_is_dealt(variant: str) -> None:
    log = opened(variant)
    assert says(log, {"void": True}) == "No round is being played, so there is none to void."
    log = more(log, "round", "void", "round")
    assert [each.how for each in log.state.rounds] == ["void"]
    assert log.state.status in (Status.PLAYING, Status.REVEAL)


def test_a_void_round_takes_back_the_points_of_its_tiles() -> None:
    log = table("traditional.all-fives", "Ana 5-5")
    assert log.state.scores[0] == 10
    assert more(log, "void").state.scores == (0, 0, 0)


@pytest.mark.parametrize("variant", GAMES)
def test_a_copy_has_everything_and_a_change_to_it_leaves_the_first_as_it_was(variant: str) -> None:
    state = more(opened(variant), "round").state
    assert state.copy() == state
    assert state.current.copy() == state.current
    after = state._replace(winner=0)
    assert (after.winner, state.winner) == (0, None)


# Facts that travel with the words


def test_a_tile_carries_what_it_lies_on_and_its_sum() -> None:
    log = table("traditional.all-fives", "Ana 6-4", "Ben 6-5 on 6-4")
    first, then = log.entries[1].ruling, log.entries[2].ruling
    assert first.at is None
    assert str(then.at) == "6-4"
    assert then.sum is not None
    assert str(then.sum) == "4 + 5 = 9."
    assert then.sum in then.said


def test_points_that_would_pass_the_target_are_told_apart() -> None:
    log = table("fundex2004.five-up", "adjust Ana 60", "Ana 5-5")
    overshot = log.entries[-1].ruling.overshot
    assert overshot is not None
    assert "would pass" in str(overshot)


def test_a_rule_that_the_table_let_go_travels_with_the_ruling() -> None:
    log = table("edge.block", "Ana 6-6", "Cal 6-5 stood")
    forgiven = log.entries[-1].ruling.forgiven
    assert str(forgiven) == "It is Ben's turn, not Cal's."


def test_a_line_of_a_settlement_carries_its_figure_and_what_it_is() -> None:
    settled = blocked("edge.block", (3, 12, 20)).state.rounds[-1]
    steps = [(each.kind, each.figure, each.whom) for each in settled.steps if isinstance(each, Step)]
    assert steps[0] == (StepKind.LEFT_OVER, None, "")
    assert steps[-1] == (StepKind.PAID, dict(settled.points)[0], "Ana")
    assert [kind for kind, _, _ in steps[1:-1]] == [StepKind.WORKED_OUT]


def test_a_target_that_a_side_has_already_says_so() -> None:
    log = blocked("hasbro2003.draw", (10, 10, 32))
    _answer, log = log.say({"adjust": {"Cal": 30}})
    assert "Already there" not in says(log, {"ruling": {"target": 50}})
    assert says(log, {"ruling": {"target": 30}}).endswith(
        "Already there: Cal. The next round that is settled ends the match."
    )


EQUAL = (
    "Ana 6-6",
    "Ben passes",
    "Cal passes",
    "Ana passes",
    "Ana has 10 pips",
    "Ben has 10 pips",
    "Cal has 12 pips",
)


def test_a_round_that_waits_for_tiles_is_settled_when_the_table_rules_that_totals_are_enough() -> None:
    log = table("edge.block", *EQUAL, hand_size=3)
    assert log.state.status is Status.REVEAL

    answer, after = log.say({"ruling": {"block_tie": "split"}})
    assert (after.state.status, after.state.scores) == (Status.ROUND_OVER, (6, 6, 0))
    assert answer.ruling.says.startswith(
        "The table rules: When the lightest hands are equal, they share the points."
    )
    assert answer.ruling.says.endswith("Ana and Ben share it: 6 points each.")

    _, over = log.say({"ruling": {"block_tie": "split", "target": 6}})
    assert over.state.status is Status.ROUND_OVER  # equal at the target
    _, over = log.say({"ruling": {"block_tie": "no_score"}})
    assert (over.state.status, over.state.scores) == (Status.ROUND_OVER, (0, 0, 0))


def test_claims_on_the_last_tile_stay_open_when_the_table_rules_something_else() -> None:
    log = table("hasbro2003.muggins", "Ana 5-5", hand_size=1)
    _, log = log.say({"ruling": {"block_tie": "split"}})
    assert log.state.status is Status.REVEAL
    log = more(log, "Ben calls 10", "Ben has 3 pips", "Cal has 4 pips")
    assert log.state.scores == (7, 10, 0)
