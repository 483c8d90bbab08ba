"""Games of two pairs: what is paid by tens, who leads after a block and by which rule, points for a pass explained."""

from typing import Any

import pytest

from referee.engine import open_table
from referee.engine.explain.explanations import why_my_turn, why_nothing
from referee.engine.explain.questions import would_score
from referee.engine.games.line.state import LineMatch
from referee.engine.log import Log
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import tile
from tests.short_logs import more, table

PARTNERS = "traditional.partners"
FOUR = ("Ana", "Ben", "Cal", "Dan")
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
    header = {"record": 1, "variant": PARTNERS, "players": list(FOUR)}
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
    assert answer.ruling.rule.name == "block_opener"


@pytest.mark.parametrize(
    ("rules", "rule"),
    [({"block_tie": "opener_side"}, "block_tie"), ({"block_winner": "lowest_hand"}, "block_winner")],
    ids=["the opener's side wins a tie", "the lightest hand wins"],
)
def test_a_player_who_leads_because_of_a_block_that_another_made_is_not_told_that_its_blocker_leads(
    rules: dict[str, Any], rule: str
) -> None:
    log = open_table(
        {"record": 1, "variant": PARTNERS, "players": list(FOUR), "options": {"hand_size": 2, **rules}}
    )
    passes = [{"by": name, "pass": True} for name in ("Ben", "Ana", "Dan", "Cal")]
    hands = (
        {"by": "Ana", "hand": ["1-0"]},
        {"by": "Ben", "hand": ["2-1", "1-1"]},
        {"by": "Cal", "hand": ["5-5"]},
        {"by": "Dan", "hand": ["2-0", "3-1"]},
    )
    for raw in (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Dan", "pass": True},
        {"by": "Cal", "play": "6-2"},
        *passes,
        *hands,
        {"round": 2},
    ):
        answer, log = log.say(raw)

    assert answer.ruling.says.endswith("Ana opens.")
    assert answer.ruling.rule.name == rule


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


DOMINICAN = "traditional.partners-dominican"
PASS_ON_THE_LEAD = ("Ana 6-6", "Dan passes", "Cal 6-5")  # to the right: Dan sits between the partners


def asked_why(seat: int | None, *moves: str, **options: Any) -> tuple[str, list[str]]:
    told = why_nothing(table(DOMINICAN, *moves, players=FOUR, **options), seat)
    return told.says, [each.name for each in told.rules]


@pytest.mark.parametrize("seat", [0, 2, None], ids=["leader", "partner", "anybody"])
def test_who_asks_why_a_pair_got_nothing_is_told_the_points_that_a_pass_brought_it(seat: int | None) -> None:
    says, rules = asked_why(seat, *PASS_ON_THE_LEAD)

    assert (
        says
        == "Ana & Cal did score. Pass on the lead: 25 points. For Ana & Cal: Dan passed, and Cal did not."
    )
    assert rules == ["pase_salida"]


def test_who_asks_after_three_passes_is_told_them_too() -> None:
    says, rules = asked_why(0, "Ana 6-6", "Dan passes", "Cal passes", "Ben passes")

    assert says == "Ana & Cal did score. Three passes: 25 points. For Ana & Cal: nobody could answer 6-6."
    assert rules == ["pase_corrido"]


def test_who_got_nothing_for_a_tile_is_shown_for_what_a_pass_would_pay() -> None:
    says, rules = asked_why(3, "Ana 6-6", "Dan 6-5")

    assert says == "6-5 scores nothing: no points are made by tiles here."
    assert rules == ["score", "pase_corrido", "pase_salida", "pase_salida_single"]


def test_a_tile_after_a_pass_on_the_lead_is_said_to_score_it() -> None:
    match = LineMatch.of(table(DOMINICAN, *PASS_ON_THE_LEAD[:2], players=FOUR).state)
    told = would_score(match, tile(6, 5))

    assert told.says == "Pass on the lead: 25 points. For Ana & Cal: Dan passed, and Cal did not."
    assert [each.name for each in told.rules] == ["pase_salida"]


def test_points_for_a_pass_that_do_not_count_at_the_target_are_told_with_their_rule() -> None:
    says, rules = asked_why(0, "adjust Ana & Cal 190", *PASS_ON_THE_LEAD)

    assert says == "Pass on the lead: no points. It may not reach 200."
    assert rules == ["premio_wins"]


def test_a_zapato_is_told_after_what_the_last_round_paid() -> None:
    log = open_table({"variant": PARTNERS, "players": list(FOUR), "options": {"hand_size": 1, "target": 6}})
    for raw in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Dan", "hand": ["3-0"]}):
        _answer, log = log.say(raw)
    _answer, log = log.say({"by": "Cal", "hand": ["1-0"]})
    answer, _log = log.say({"by": "Ben", "hand": ["2-0"]})

    assert answer.ruling.says == (
        "Ben shows 2-0: 2. Ben 2 + Cal 1 + Dan 3 = 6. 6 points for Ana & Cal. Zapato: the other side has nothing. "
        "Ana & Cal win the match with 6."
    )


def test_a_tile_that_fits_two_of_three_ends_after_one_that_stood_is_no_capicua() -> None:
    header = {"record": 1, "variant": "traditional.partners-dominican", "players": list(FOUR)}
    log = open_table({**header, "options": {"hand_size": 2}})
    for raw in (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Dan", "play": "6-4"},
        {"by": "Cal", "play": "6-5"},
        {"by": "Ben", "play": "3-2", "at": "6-6", "out": 3, "stood": True},
        {"by": "Ana", "play": "5-4", "at": "6-5"},
        {"by": "Ben", "hand": ["1-1"]},
        {"by": "Cal", "hand": ["1-0"]},
        {"by": "Dan", "hand": ["2-0"]},
    ):
        _, log = log.say(raw)

    assert [each.premios for each in log.state.rounds] == [()]


@pytest.mark.parametrize(
    ("options", "moves", "paid"),
    [
        (
            {"joins": "sum", "target_sum": 7},
            ("Dan 5-1", "Cal 3-1 on 6-6", "Ben 4-1 on 3-1", "Ana 6-2 on 4-1"),
            25,
        ),
        (
            {"blanks": "wild_when_played"},
            ("Dan 6-1", "Cal 2-1 on 6-1", "Ben 6-4 on 6-6", "Ana 3-0 on 6-4"),
            25,
        ),
        ({"arms": 1}, ("Dan 6-1", "Cal 2-1", "Ben 3-2", "Ana 4-3"), 0),
    ],
    ids=["halves that make a sum", "a wild blank", "only one end"],
)
def test_a_capicua_is_a_tile_that_may_go_on_either_end_by_the_rules_of_the_table(
    options: dict[str, Any], moves: tuple[str, ...], paid: int
) -> None:
    hands = ("Ben shows 1-1", "Cal shows 3-3", "Dan shows 1-0")
    log = table(DOMINICAN, "Ana 6-6", *moves, *hands, players=FOUR, hand_size=2, **options)

    settled = log.state.settled
    assert settled is not None
    assert settled.points == ((0, 9 + paid),)


@pytest.mark.parametrize(
    "option", [{"multi_play": "may"}, {"multi_play": "must"}, {"bonus_trigger": "playing_double"}]
)
def test_a_player_who_has_laid_a_tile_and_ends_the_turn_is_not_the_first_to_pass(
    option: dict[str, Any],
) -> None:
    log = table("traditional.partners-cuban-east", "Ana 6-6", "Ana passes", players=FOUR, **option)
    assert log.state.scores == (0, 0)

    assert more(log, "Dan passes").state.scores == (2, 0)


def test_no_capicua_is_paid_if_the_other_side_wins_the_round() -> None:
    moves = ("Ana 6-6", "Dan 6-1", "Cal 1-0 on 6-1", "Ben 6-4 on 6-6", "Ana 4-0 on 6-4")
    hands = ("Ben shows 2-1", "Cal shows 5-5", "Dan shows 3-0")
    options = {"team_out": "lowest_total", "hand_bonus": "100-75-50-25"}
    log = table(DOMINICAN, *moves, *hands, players=FOUR, hand_size=2, **options)

    settled = log.state.settled
    assert settled is not None
    assert settled.points == ((1, 3 + 10 + 3 + 100),)
    assert [(each.kind, each.seat) for each in settled.premios] == [("hand", None)]


WILD = ("Ana 6-6", "Dan 6-0 out 6", "Cal 5-0 on 6-0 out 5", "Ben 4-0 on 5-0 out 4", "Ana 3-0 on 4-0 out 3")
SUMS = ("Ben 6-6", "Ana 3-1", "Dan 2-1", "Cal 4-1", "Ben 6-5 out 6", "Ana 1-0", "Dan 5-2 on 4-1 out 5")


@pytest.mark.parametrize(
    ("options", "moves", "double"),
    [
        (
            {"blanks": "wild_when_played"},
            (*WILD, "Dan 2-0 on 3-0 out 2", "Cal 1-0 on 2-0 out 1"),
            "Ben 0-0 on 1-0",
        ),
        (
            {"joins": "sum", "target_sum": 7},
            (*SUMS, "Cal 4-3 on 1-0 out 4", "Ben 6-2", "Ana 6-3", "Dan 6-1 on 6-2 out 6", "Cal 5-1 on 6-3"),
            "Ben 1-1",
        ),
    ],
    ids=["a wild blank", "halves that make a sum"],
)
def test_no_double_that_may_still_be_laid_is_said_to_be_stuck_for_ever(
    options: dict[str, Any], moves: tuple[str, ...], double: str
) -> None:
    log = table(PARTNERS, *moves, players=FOUR, **options)

    assert not log.entries[-1].ruling.remarks
    more(log, double)


def test_the_first_seated_of_the_winners_leads_if_the_other_side_went_out() -> None:
    moves = ("Ana 6-6", "Dan 6-1", "Cal passes", "Ben passes", "Ana 6-2 on 6-6")
    hands = ("Ben shows 1-1 1-0", "Cal shows 5-4 3-3", "Dan shows 3-0")
    log = table("traditional.partners", *moves, *hands, players=FOUR, hand_size=2, team_out="lowest_total")

    answer, _ = log.say({"round": 2})
    assert answer.ruling.rule is not None
    assert answer.ruling.rule.name == "next_opener"
    assert answer.ruling.says.endswith("Ben opens.")


def test_the_blocker_leads_if_the_lowest_hands_are_equal_and_the_tie_is_the_blocker_s() -> None:
    log = table(
        "traditional.partners-dominican",
        "Ana 6-6", "Dan 6-5 on 6-6", "Cal passes", "Ben passes", "Ana passes", "Dan passes",
        "Ana shows 4-1", "Ben shows 2-1 0-0", "Cal shows 1-0 2-0", "Dan shows 4-4",
        players=("Ana", "Ben", "Cal", "Dan"), hand_size=2, block_winner="lowest_hand", block_tie="blocker_side",
    )  # fmt: skip
    answer, _ = log.say({"round": 2})

    assert answer.ruling.says == "Round 2: each player takes 2 tiles. Dan opens."


def test_the_table_may_let_the_lead_of_another_player_stand_also_if_either_of_two_should_lead() -> None:
    log = dealt_again(WON, block_opener="either")
    lead = {"by": "Ana", "play": "2-2"}

    assert log.say(lead)[0].ruling.may_stand
    answer, after = log.say({**lead, "stood": True})
    assert (answer.ruling.verdict, answer.ruling.code) == ("stood", "not-your-turn")
    assert after.state.to_act == FOUR.index("Dan")


def test_if_a_double_opens_in_cuba_too_it_is_the_double_six_of_its_larger_set() -> None:
    opening = {"opening": "holder", "opening_tile": "forced"}
    log = table("traditional.partners-cuban", players=FOUR, **opening)

    assert [log.say({"by": "Ana", "play": each})[0].ruling.code for each in ("9-9", "6-6")] == [
        "wrong-opening",
        None,
    ]
