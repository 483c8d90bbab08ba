"""Sides that all stand exactly on a target that nobody may pass: the first there wins, no round is played in vain."""

from typing import Any

from referee.engine.games.match import Status
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup


def said(*events: dict[str, Any], **options: Any) -> tuple[str, Log]:
    """What the last event is answered, and the log."""
    options = {"opening": "agreed", "hand_size": 1, "exact": True, "end_check": "round_end", **options}
    log = open_log(
        read_setup({"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"], "options": options})
    )
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return answer.ruling.says, log


WON = [{"round": 1, "opener": "Ana"}, {"by": "Ana", "play": "5-5"}, {"by": "Ben", "hand": ["6-1"]}]


def test_the_first_at_the_target_wins():
    says, log = said(WON[0], {"adjust": {"Ben": 7}, "why": "x"}, *WON[1:], target=7)

    assert log.state.scores == (7, 7)
    assert (log.state.status, log.state.winner) == (Status.MATCH_OVER, 1)
    assert "Ana and Ben stand at 7, which nobody may pass; Ben was there first." in says


def test_of_two_who_come_to_the_target_at_once_nobody_wins():
    says, log = said(WON[0], {"adjust": {"Ana": 7, "Ben": 7}, "why": "x"}, *WON[1:], target=7)

    assert (log.state.status, log.state.winner) == (Status.MATCH_OVER, None)
    assert "came to 7 at the same time. Nobody wins the match." in says


def test_if_the_hands_may_pass_the_target_another_round_decides():
    ben_there = {"adjust": {"Ben": 7}, "why": "x"}
    says, log = said(WON[0], ben_there, *WON[1:], target=7, exact_overshoot="ignore_exact_at_round_end")

    assert log.state.status is Status.ROUND_OVER
    assert "one more round is played" in says
