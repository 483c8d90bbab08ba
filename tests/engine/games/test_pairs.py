"""Games of two pairs: what is paid by tens, and by which rule a round is led after a block."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine import open_table
from referee.engine.explain.explanations import why_my_turn
from referee.engine.games.line.state import LineMatch
from referee.engine.log import Log
from referee.engine.sheets import LINE_GAMES

PARTNERS = "traditional.partners"
BLOCKED: tuple[dict[str, Any], ...] = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    *({"by": name, "pass": True} for name in ("Dan", "Cal", "Ben", "Ana")),
)
WON = (
    {"by": "Ana", "hand": ["5-5"]},
    {"by": "Ben", "hand": ["1-0", "1-1"]},
    {"by": "Cal", "hand": ["5-4", "3-3"]},
)
EVEN = (
    {"by": "Ana", "hand": ["1-0"]},
    {"by": "Ben", "hand": ["3-3", "1-1"]},
    {"by": "Cal", "hand": ["5-4", "2-1"]},
)
REST = {"by": "Dan", "hand": ["3-0", "2-0"]}


def dealt_again(hands: tuple[dict[str, Any], ...], **rules: Any) -> Log:
    """The second deal, after a block that Ben and Dan won or that nobody won."""
    header = {"record": 1, "variant": PARTNERS, "players": ["Ana", "Ben", "Cal", "Dan"]}
    log = open_table({**header, "options": {"hand_size": 2, **rules}})
    for raw in (*BLOCKED, *hands, REST, {"round": 2}):
        _answer, log = log.say(raw)
    return log


@pytest.mark.parametrize(
    ("hands", "rule", "leader"),
    [(WON, "block_opener", "Dan"), (EVEN, "tie_opener", "Dan")],
    ids=["won", "nobody won"],
)
def test_after_a_block_everything_that_says_who_leads_cites_the_rule_on_blocks(
    hands: tuple[dict[str, Any], ...], rule: str, leader: str
) -> None:
    log = dealt_again(hands)
    dealt = log.entries[-1].ruling.rule
    told = why_my_turn(LineMatch.of(log.state))
    led, _after = log.say({"by": leader, "play": "4-3"})

    assert told.says == f"{leader} opens this round."
    assert [dealt.name, *(each.name for each in told.rules), led.ruling.rule.name] == [rule] * 3


@pytest.mark.parametrize("block_opener", ["either", "blocker_or_next"])
def test_a_player_who_may_not_lead_after_a_block_is_refused_by_the_rule_on_blocks(block_opener: str) -> None:
    log = dealt_again(WON, block_opener=block_opener)
    answer, _after = log.say({"by": "Cal", "play": "4-3"})

    assert answer.ruling.verdict == "refused"
    assert answer.ruling.rule.name == ("block_opener" if block_opener == "either" else "direction")


def test_a_round_that_is_dealt_again_is_led_by_the_same_rule() -> None:
    log = dealt_again(EVEN)
    for raw in ({"void": True}, {"round": 3}):
        answer, log = log.say(raw)

    assert answer.ruling.rule.name == "tie_opener"


@pytest.mark.parametrize("key", [key for key, game in LINE_GAMES.items() if game.always_partners])
def test_the_rules_of_two_pairs_do_not_say_twice_who_leads_after_a_round_that_nobody_won(key: str) -> None:
    game = LINE_GAMES[key]
    for value in ("winner_free", "winner_side"):
        assert "nobody won" not in str(game.worded("next_opener").sentence(value))
    assert "nobody won" in str(game.rule("tie_opener").sentence)


@pytest.mark.parametrize(
    ("pips", "points"), [(3, 2), (20, 2), (21, 3), (30, 3), (31, 4), (40, 4), (41, 5)], ids=str
)
def test_in_eastern_cuba_tiles_are_paid_by_tens_and_at_least_two_points(
    pips: int, points: int
) -> None:  # Y63
    partnership = LINE_GAMES["traditional.partners-cuban-east"].partnership
    assert partnership is not None
    assert partnership.worth(pips) == points
