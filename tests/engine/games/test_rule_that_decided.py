"""The rule shown with a ruling is the rule that decided it: for each reason, the switch whose sentence is quoted."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from referee.engine.answers import replay_text
from referee.engine.log import Answer, Log, open_log
from referee.engine.rulings import Provenance, Verdict
from referee.engine.setup import read_setup
from tests.example_tables import read_examples, read_move
from tests.folders import EXAMPLES
from tests.pinning import RECORDS
from tests.short_logs import THREE, TWO, table

FIVE_UP, ALL_FIVES = "fundex2004.five-up", "fundex2004.all-fives"
BLOCK, DRAW, MATADOR = "edge.block", "fundex2004.block-draw", "fundex2004.matador"
MUGGINS, CROSS, BERGEN = "edge.muggins", "fundex2004.cross", "fundex2004.bergen"
AT_60 = "adjust Ana 60"
PASSES = ("Ben passes", "Cal passes", "Ana passes")
FORTY_TWO, FOUR = "traditional.forty-two", ("Ana", "Ben", "Cal", "Dan")
SPECIALS = {"nel_o": True, "sevens": True, "plunge": True, "splash": True}
ALL_PASS = ("Ben bids pass", "Cal bids pass", "Dan bids pass")
PLUNGE = '{"by": "Ana", "bid": "plunge"}'
BID_30, BID_42, PLUNGED = ((bid, *ALL_PASS) for bid in ("Ana bids 30", "Ana bids 42", PLUNGE))

RESULT_29, RESULT_43 = (
    f'{{"result": {{"bidders": "Ana & Cal", "bid": {bid}, "made": true}}}}' for bid in (29, 43)
)


class Case(NamedTuple):
    """Why, in which game, after which moves, what is then said, the rule that decides it, and house rules."""

    why: str
    variant: str
    before: tuple[str, ...]
    said: str
    rule: str
    options: Mapping[str, Any] = MappingProxyType({})
    players: tuple[str, ...] = THREE


CASES = [
    Case("a tile that may go", DRAW, ("Ana 6-6",), "Ben 6-1", "joins"),
    Case("a tile that opens", DRAW, (), "Ana 6-6", "opening"),
    Case("a blank against a number", BLOCK, ("Ana 6-6",), "Ben 5-0 on 6-6", "blanks"),
    Case("a number against a blank", BLOCK, ("Ana 6-6", "Ben 6-0 out 0"), "Cal 5-1 on 6-0", "blanks"),
    Case("a tile that does not match", DRAW, ("Ana 6-6",), "Ben 5-1", "joins"),
    Case("a tile that makes no sum", MATADOR, ("Ana 6-6",), "Ben 5-4 on 6-6", "target_sum"),
    Case("a single that opens", DRAW, (), "Ana 6-5", "no_double"),
    Case("a tile before the cross is complete", CROSS, ("Ana 6-6", "Ben 6-2"), "Cal 5-2", "cross_first"),
    Case("a second draw before the cross is complete", CROSS, ("Ana 6-6", "Ben draws 1"), "Ben draws 1", "cross_draw"),
    Case("a pass before the one draw of the cross", CROSS, ("Ana 6-6",), "Ben passes", "cross_draw"),
    Case("a third tile on a double", ALL_FIVES, ("Ana 5-5", "Ben 5-0", "Cal 5-1 on 5-5"), "Ana 5-2 on 5-5", "spinner"),
    Case("a second tile on the one arm", "fundex2004.one-arm-joe", ("Ana 6-6", "Ben 6-2"), "Ben 6-3 on 6-6", "arms"),
    Case("out of turn", DRAW, ("Ana 6-6",), "Cal 6-1", "direction"),
    Case("a pass with tiles to draw", DRAW, ("Ana 6-6",), "Ben passes", "draw"),
    Case("drawing where nobody draws", BLOCK, ("Ana 6-6",), "Ben draws 1", "draw"),
    Case("a second tile where one is drawn", BERGEN, ("Ana 1-1", "Ben draws 1"), "Ben draws 1", "draw"),
    Case("the reserve", MUGGINS, ("Ana 6-6",), "Ben draws 13", "reserve"),
    Case("more than there are", DRAW, ("Ana 6-6",), "Ben draws 20", "reserve"),
    Case("drawing for a further tile", "fundex2004.one-arm-joe", ("Ana 6-6", "Ben 6-2"), "Ben draws 1", "bonus_turn"),
    Case("stopping", "fundex2004.one-arm-joe", ("Ana 6-6", "Ben 6-2"), "Ben passes", "bonus_turn"),
    Case(
        "stopping at Fours", "fundex2004.fours", ("Ana 6-6",), "Ana passes", "multi_play", {},
        ("Ana", "Ben", "Cal", "Dan"),
    ),
    Case(
        "stopping where a double gives a whole turn, and a single one more tile", DRAW, ("Ana 6-6", "Ana 6-2"),
        "Ana passes", "multi_play", {"bonus_trigger": "playing_double", "multi_play": "may"},
    ),
    Case("a draw", DRAW, ("Ana 6-6",), "Ben draws 1", "draw"),
    Case("a tile that scores", FIVE_UP, (), "Ana 5-5", "score"),
    Case("a tile that is no multiple", FIVE_UP, (), "Ana 6-6", "score"),
    Case("a bust", FIVE_UP, (AT_60,), "Ana 5-5", "exact"),
    Case("equal ends", BERGEN, (), "Ana 1-1", "score"),
    Case("three points", BERGEN, ("Ana 1-1", "Ben 6-1", "Cal 2-1", "Ana 6-2 on 6-1"), "Ben 2-2 on 6-2", "bergen_triple"),
    Case("a tile of Bergen that makes nothing", BERGEN, ("Ana 1-1",), "Ben 6-1", "joins"),
    Case("a tile while claims are open", ALL_FIVES, ("Ana 6-6",), "Ben 6-3", "joins"),
    Case("a tile that scores nothing while claims are open", ALL_FIVES, ("Ana 6-6",), "Ben 6-2", "joins"),
    Case("a claim", ALL_FIVES, ("Ana 5-5",), "Ana claims 10", "claims"),
    Case("a claim that rides on a tile", ALL_FIVES, (), "Ana 5-5 claims 10", "claims"),
    Case("a claim of too much", ALL_FIVES, ("Ana 5-5",), "Ana claims 15", "false_claim"),
    Case("a claim of nothing", ALL_FIVES, ("Ana 6-6",), "Ana claims 15", "score"),
    Case("a claim too late", ALL_FIVES, ("Ana 5-5", "Ana claims 10"), "Ana claims 10", "claims"),
    Case("muggins too early", ALL_FIVES, ("Ana 5-5",), "Ben calls 10", "claims"),
    Case("muggins", ALL_FIVES, ("Ana 5-5", "Ben 5-1"), "Cal calls 10", "claims"),
    Case("a claim that is a bust", FIVE_UP, (AT_60, "Ana 5-5"), "Ana claims 2", "exact", {"claims": "fundex"}),
    Case("going out", DRAW, ("Ana 6-6", "Ben has 9 pips"), "Cal has 3 pips", "out_pay", {"hand_size": 1}),
    Case("going out pays a point", BERGEN, (), "Ana 1-1", "score", {"hand_size": 1}),
    Case(
        "a bust with the hands", FIVE_UP, (AT_60, "Ana 6-6", "Ben has 9 pips"), "Cal has 5 pips", "exact_overshoot",
        {"hand_size": 1},
    ),
    Case(
        "the last tile and the hands are one award", FIVE_UP, ("Ana 5-5", "Ben has 9 pips"), "Cal has 5 pips",
        "out_award", {"hand_size": 1, "out_award": "combined"},
    ),
    Case("a last tile that waits", FIVE_UP, (), "Ana 5-5", "out_award", {"hand_size": 1, "out_award": "combined"}),
    Case(
        "a block", DRAW, ("Ana 6-6", *PASSES, "Ana has 3 pips", "Ben has 9 pips"), "Cal has 9 pips", "block_pay",
        {"hand_size": 2, "draw": "none"},
    ),
    Case(
        "a block that pays nothing", "traditional.fives-and-threes",
        ("Ana 6-4", *PASSES[:-1]), PASSES[-1], "block_pay", {"hand_size": 2},
    ),
    Case(
        "a tie", DRAW, ("Ana 6-6", *PASSES, "Ana has 9 pips", "Ben has 9 pips"), "Cal has 9 pips", "block_tie",
        {"hand_size": 2, "draw": "none"},
    ),
    Case(
        "a tie that the lightest tile breaks", BLOCK,
        ("Ana 6-6", *PASSES, "Ana shows 4-4", "Ben shows 3-2 3-0"), "Cal shows 4-0 2-2", "block_tie", {"hand_size": 2},
    ),
    Case(
        "doubles decide a block", BERGEN, ("Ana 1-1", *PASSES), "Ana has 3 pips", "block_winner",
        {"hand_size": 2, "draw": "none"},
    ),
    Case("a new round", DRAW, (), "round", "", {}),
    Case("points by agreement", DRAW, ("Ana 6-6",), "adjust Ana 5", "adjust"),
    Case("a round that does not count", DRAW, ("Ana 6-6",), "void", "void"),
    Case(
        "a false pass that voids the round", BLOCK, ("Ana 6-6", "Ben passes", "Ana 6-1"), "Ben shows 6-2 6-3",
        "false_pass", {"hand_size": 2, "false_pass": "void_round"}, TWO,
    ),
    Case("a trump", FORTY_TWO, BID_42, "Ana names 5 trumps", "named", SPECIALS, FOUR),
    Case("doubles as trumps", FORTY_TWO, BID_42, '{"by": "Ana", "trump": "doubles"}', "doubles", SPECIALS, FOUR),
    Case("Nel-O", FORTY_TWO, BID_42, '{"by": "Ana", "trump": "nel-o"}', "nel_o", SPECIALS, FOUR),
    Case("Sevens", FORTY_TWO, BID_42, '{"by": "Ana", "trump": "sevens"}', "sevens", SPECIALS, FOUR),
    Case("Sevens, not played here", FORTY_TWO, BID_42, '{"by": "Ana", "trump": "sevens"}', "sevens", {}, FOUR),
    Case("Nel-O for too low a bid", FORTY_TWO, BID_30, '{"by": "Ana", "trump": "nel-o"}', "nel_o", SPECIALS, FOUR),
    Case("a result with too low a bid", FORTY_TWO, (), RESULT_29, "lowest_bid", {}, FOUR),
    Case("a result with a bid off the ladder", FORTY_TWO, (), RESULT_43, "limit_ladder", {}, FOUR),
    Case("a plunge", FORTY_TWO, (), PLUNGE, "plunge", SPECIALS, FOUR),
    Case("a trump after a plunge", FORTY_TWO, PLUNGED, "Cal names 5 trumps", "plunge", SPECIALS, FOUR),
    Case("another player's trump after a plunge", FORTY_TWO, PLUNGED, "Ana names 5 trumps", "plunge", SPECIALS, FOUR),
    Case("Nel-O after a plunge", FORTY_TWO, PLUNGED, '{"by": "Cal", "trump": "nel-o"}', "nel_o", SPECIALS, FOUR),
]  # fmt: skip


def answer_to(case: Case) -> Answer:
    log = table(case.variant, *case.before, players=case.players, **case.options)
    answer, _ = log.say(read_move(case.said, len(log.state.rounds) + 1))
    return answer


@pytest.mark.parametrize("case", CASES, ids=[case.why for case in CASES])
def test_a_ruling_quotes_the_rule_that_decided_it(case: Case) -> None:
    rule = answer_to(case).ruling.rule
    assert (rule.name if rule is not None else "") == case.rule


def test_what_the_table_agrees_on_is_printed_on_no_sheet() -> None:
    for said in ("adjust Ana 5", "void"):
        log = table(DRAW, "Ana 6-6")
        rule = log.say(read_move(said, 1))[0].ruling.rule
        assert rule is not None
        assert rule.source.standing is Provenance.HOUSE


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_everything_that_stands_in_a_whole_game_quotes_a_rule_of_that_game(path: Path) -> None:
    header, *events = path.read_text(encoding="utf-8").splitlines()
    log: Log = open_log(read_setup(json.loads(header)))
    for event in events:
        answer, log = log.say(json.loads(event))
        rule = answer.ruling.rule
        if answer.ruling.verdict is not Verdict.REFUSED and answer.ruling.settled is not None:
            assert rule is not None, event
        if rule is not None:
            assert rule.source.sheet == log.state.setup.variant.sheet.title, event


def test_nel_o_quotes_that_it_is_made_with_no_trick() -> None:
    path = EXAMPLES / "traditional.forty-two.txt"
    example = next(
        each for each in read_examples(path) if each.name.startswith("In Nel-O the bidder's partner")
    )
    answers = replay_text(example.record([row for row in example.rows if row.kind == "move"]))
    settled = [answer for answer in answers if "settled" in answer]
    assert settled
    assert all("Nel-O only with none" in answer["rule"] for answer in settled)
