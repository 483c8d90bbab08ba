"""What a sheet leaves to the table: the readings worked out, and the choice, which holds from then on."""

import json
import random
from typing import Any

import pytest

from referee.engine.answers import answer_json, replay_text
from referee.engine.explain.explanations import rules_behind, why_my_turn, why_nothing, why_round_over
from referee.engine.explain.open_questions import Dispute, ValueTried, left_open, left_open_about
from referee.engine.explain.other_sheets import elsewhere_laid, elsewhere_settled, elsewhere_settlement
from referee.engine.explain.questions import (
    count,
    is_dead,
    may_go,
    still_out,
    who_holds_how_many,
    would_score,
)
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.log import Answer, Log, open_log
from referee.engine.record.events import Play
from referee.engine.rulings import Provenance
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import read_tile, tiles_in
from tests.short_logs import THREE, TWO, blocked, match_of, more, table
from tests.simulating import NAMES, People
from tests.switches import switch_slots


def rules(log: Log, why: str = "", **options: Any) -> tuple[Answer, Log]:
    """The table rules."""
    return log.say({"ruling": options, "why": why} if why else {"ruling": options})


def ruled(log: Log, **options: Any) -> Log:
    """The log after a ruling that has to stand."""
    answer, log = rules(log, **options)
    assert answer.ruling.verdict == "stands", answer.ruling.says
    return log


def refused(log: Log, **options: Any) -> tuple[str, str]:
    """The code and the words with which a ruling is refused; it changes nothing."""
    answer, after = rules(log, **options)
    assert answer.ruling.verdict == "refused"
    assert after.state is log.state
    assert answer.ruling.code is not None
    return answer.ruling.code.value, answer.ruling.says


TIE = ("hasbro2003.draw", (10, 10, 12))
BLOCKED = ("hasbro2003.draw", (5, 19, 12))


# The ruling of the table


def test_a_ruling_holds_from_the_next_settlement_on():
    log = table("fundex2004.block-draw", "Ana 6-6", hand_size=3, draw="none")
    log = ruled(log, block_pay="pairwise")
    log = more(
        log, "Ben passes", "Cal passes", "Ana passes", "Ana has 5 pips", "Ben has 19 pips", "Cal has 12 pips"
    )

    assert match_of(log).scores == (21, 0, 0)
    assert match_of(log).setup.options["block_pay"] == "pairwise"
    assert "block_pay" not in log.start.setup.options


def test_what_is_settled_stays_settled():
    log = blocked(*BLOCKED, tiles=9)
    before = match_of(log)
    answer, log = rules(log, why="Five of us voted", block_pay="opponents")

    assert match_of(log).scores == before.scores == (26, 0, 0)
    assert match_of(log).rounds == before.rounds
    assert answer.ruling.says == (
        "The table rules: The winner of a blocked round scores the opponents' pips; "
        "the winner's own are not taken off. It holds from the next round on; what is settled stays. "
        "Reason: Five of us voted"
    )
    assert answer.ruling.rule is not None
    assert answer.ruling.rule.source.standing is Provenance.HOUSE


def test_the_round_just_settled_follows_when_its_last_hand_is_entered_again():
    log = ruled(blocked(*BLOCKED, tiles=9), block_pay="opponents")
    hand = max(each.number for each in log.entries if each.ruling.settled is not None)
    answer, log = log.say({"retract": hand})
    assert answer.ruling.verdict == "stands"
    log = more(log, "Cal has 12 pips")

    assert match_of(log).scores == (31, 0, 0)


def test_a_ruling_is_taken_back_like_any_entry():
    log = table("fundex2004.block-draw", "Ana 6-6", hand_size=3, draw="none")
    before = match_of(log)
    log = ruled(log, block_pay="pairwise")
    _, log = log.say({"retract": log.said})

    assert match_of(log) == before
    assert match_of(log).setup.options == before.setup.options
    _, log = log.say({"retract": log.said})
    assert match_of(log).setup.options["block_pay"] == "pairwise"


def test_a_ruling_is_amended_and_what_followed_is_judged_again():
    log = ruled(table("fundex2004.block-draw", "Ana 6-6", hand_size=3, draw="none"), block_pay="pairwise")
    number = log.said
    log = more(
        log, "Ben passes", "Cal passes", "Ana passes", "Ana has 5 pips", "Ben has 19 pips", "Cal has 12 pips"
    )
    answer, log = log.say({"amend": number, "with": {"ruling": {"block_pay": "opponents"}}})

    assert answer.ruling.verdict == "stands"
    assert match_of(log).scores == (31, 0, 0)


def test_a_ruling_may_keep_what_the_sheet_prints_and_may_name_several_switches():
    log = ruled(table("hasbro2003.draw", "Ana 6-6"), block_tie="no_score", block_pay="pairwise")

    assert match_of(log).setup.variant.rule("block_tie").source.standing is Provenance.SILENT
    assert match_of(log).setup.variant.rule("block_pay").source.standing is Provenance.HOUSE


def test_a_ruling_has_its_time():
    before = open_log(read_setup({"record": 1, "variant": "hasbro2003.draw", "players": list(THREE)}))
    over = table("fundex2004.block-draw", "Ana 6-6", mode="single", hand_size=1, out_pay="none")

    assert refused(before, block_tie="split")[0] == "not-now"
    assert match_of(over).status is Status.MATCH_OVER
    assert refused(over, block_tie="split") == ("not-now", "The match is over.")


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "red"},
        {"block_tie": "coin"},
        {"block_tie": True},
        {"target": 0},
        {"must_play": 1},
        {"target": "100"},
    ],
)
def test_a_switch_or_a_value_that_is_none_is_unreadable(options: dict[str, Any]):
    code, says = refused(table("hasbro2003.draw", "Ana 6-6"), **options)

    assert code == "unreadable"
    assert "house rule" in says


@pytest.mark.parametrize("body", [{}, [], "split", None, {"block_tie": None}, {"block_tie": ["split"]}])
def test_a_ruling_that_is_not_written_as_one_is_unreadable(body: object):
    answer, _ = table("hasbro2003.draw", "Ana 6-6").say({"ruling": body})

    assert answer.ruling.code == "unreadable"


WAITING = {
    "hand_size": 4, "opening": "lot", "opening_tile": "free", "no_double": "highest_single", "joins": "sum",
    "blanks": "wild_both_ways", "spinner": "all", "arms": 1, "score": "fives", "claims": "hasbro",
}  # fmt: skip


@pytest.mark.parametrize("name", WAITING)
def test_what_a_deal_or_a_layout_rests_on_changes_between_rounds_only(name: str):
    playing = table("fundex2004.block-draw", "Ana 6-6", hand_size=3, draw="none")
    code, says = refused(playing, **{name: WAITING[name]})
    assert code == "not-now"
    assert "between rounds" in says

    settled = ruled(blocked("fundex2004.block-draw", (5, 19, 12)), **{name: WAITING[name]})
    dealt = more(settled, "round")
    assert match_of(dealt).status is Status.PLAYING
    assert match_of(dealt).setup.variant.value(name) == WAITING[name]


def test_a_new_hand_size_is_dealt_in_the_next_round():
    log = more(ruled(blocked("fundex2004.block-draw", (5, 19, 12)), hand_size=6), "round")

    assert match_of(log).hands_held == (6, 6, 6)
    assert match_of(log).sleeping == 10


def test_a_new_spinner_spins_in_the_next_round():
    log = ruled(
        blocked("fundex2004.block-draw", (5, 19, 12)), spinner="all", draw="until_playable", hand_size=5
    )
    log = more(log, "round", "Ana 5-5", "Ben 5-1", "Cal 5-2 on 5-5", "Ana 5-3 on 5-5")

    assert len(match_of(log).current.layout.laid) == 4


def test_what_cannot_be_played_is_refused_with_its_reason():
    log = blocked("fundex2004.block-draw", (5, 19, 12))

    assert refused(log, cross_first=True) == (
        "unreadable", "A cross needs a spinner: let the first double open four ways."
    )  # fmt: skip
    assert "need" in refused(log, hand_size=20)[1]
    ruled(log, cross_first=True, spinner="first_double")


def test_the_set_on_the_table_cannot_be_changed():
    four = ("Ana", "Ben", "Cal", "Dan")
    log = table("hasbro2003.sebastopol", players=four)

    code, says = refused(log, sebastopol="classic_d6")
    assert code == "unreadable"
    assert "double-six" in says


def test_claims_on_the_last_tile_keep_the_claiming_as_it_is():
    log = table("fundex2004.all-fives", "Ana 5-5", hand_size=1, out_pay="point")
    assert match_of(log).status is Status.REVEAL
    assert match_of(log).claims_are_open

    assert refused(log, claims="auto")[0] == "not-now"
    assert match_of(more(log, "Ana claims 10")).scores[0] == 10


def test_no_more_drawing_blocks_a_dead_layout_at_once():
    moves = [
        "Ben draws 3",
        "Ben 6-5",
        "Ana draws 3",
        "Ana 5-1",
        "Ben 6-1",
        "Ana 6-2",
        "Ben 2-0",
        "Ana 6-0",
        "Ben 6-3",
    ]
    log = table("fundex2004.one-arm-joe", "Ana 6-6", *moves, "Ana 4-3", "Ben 6-4", players=TWO)
    assert match_of(log).status is Status.PLAYING
    log = ruled(log, draw="none")

    assert match_of(log).status is Status.REVEAL


def test_a_moved_target_is_tested_at_the_next_settlement():
    log = ruled(blocked(*BLOCKED, tiles=9), target=20)
    assert match_of(log).status is Status.ROUND_OVER
    assert match_of(log).reached[0] == log.said

    log = more(log, "round", "Ana 6-6", "Ben passes", "Cal passes", "Ana passes")
    log = more(log, "Ana has 9 pips", "Ben has 8 pips", "Cal has 9 pips")
    assert match_of(log).status is Status.MATCH_OVER
    assert match_of(log).winner == 0


def test_a_replay_tells_the_ruling():
    header = {"record": 1, "variant": "hasbro2003.draw", "players": ["Ana", "Ben"]}
    events = [{"round": 1}, {"by": "Ana", "play": "9-9"}, {"ruling": {"block_tie": "split"}, "why": "agreed"}]
    *answers, result = replay_text("".join(json.dumps(each) + "\n" for each in [header, *events]))

    assert answers[2]["verdict"] == "stands"
    assert answers[2]["says"].startswith(
        "The table rules: When the lightest hands are equal, they share the points."
    )
    assert "house rule" in answers[2]["source"]
    assert answers[2]["points"] == {}
    assert result["result"]["scores"] == {"Ana": 0, "Ben": 0}


@pytest.mark.parametrize(
    ("variant", "option"),
    [
        ("hasbro2003.texas", {"renege": "flag"}),
        ("hasbro2003.poker", {"poker_straights": "classic"}),
        ("fundex2004.knock-out", {"knock": "run"}),
        ("traditional.mexican-train", {"double_rule": "none"}),
    ],
)
def test_other_families_change_their_rules_between_rounds_only(variant: str, option: dict[str, str]):
    players = ["Ana", "Ben", "Cal", "Dan"][: 1 if "knock" in variant else 4]
    log = open_log(read_setup({"record": 1, "variant": variant, "players": players}))
    _, log = log.say({"round": 1})
    ((name, value),) = option.items()

    assert refused(log, **option)[0] == "not-now"
    _, log = log.say({"void": True})
    assert ruled(log, **option).state.setup.variant.value(name) == value
    assert refused(log, claims="auto")[0] == "unreadable"


@pytest.mark.parametrize("key", LINE_GAMES)
def test_ruling_what_is_played_already_changes_no_answer(key: str):
    game = LINE_GAMES[key]
    players = list(NAMES[: game.player_range(game.tiles)[0]])
    people = People(
        open_log(read_setup({"record": 1, "variant": key, "players": players})), random.Random(f"rules {key}")
    )
    people.play_round()
    number = len(people.said) // 2
    plain, with_it = open_log(people.log.start.setup), open_log(people.log.start.setup)
    for n, event in enumerate(people.said):
        if n == max(1, number):
            with_it = ruled(with_it, block_tie=game.value("block_tie"), target=game.target.target)
        first, plain = plain.say(event)
        second, with_it = with_it.say(event)
        assert answer_json(first) | {"event": 0} == answer_json(second) | {"event": 0}
    assert match_of(plain).scores == match_of(with_it).scores


def test_what_other_sheets_say_holds_to_the_rule_that_a_round_was_settled_by():
    log = ruled(blocked(*BLOCKED, tiles=9), block_pay="opponents")
    own = elsewhere_settled(log).readings[0]

    assert own.points == ((0, 26),)
    assert own.rule is not None
    assert own.rule.source.standing is Provenance.PRINTED


# What is left open


def of(found: tuple[Dispute, ...], switch: str) -> dict[object, dict[int, int]]:
    """What every reading of a switch pays."""
    dispute = next(each for each in found if each.switch == switch)
    return {each.value: dict(each.points) for each in dispute.readings}


def played(dispute: Dispute) -> ValueTried:
    """The reading that the table plays by now."""
    return next(each for each in dispute.readings if each.is_current)


def switches(found: tuple[Dispute, ...]) -> list[str]:
    return [each.switch for each in found]


def test_a_tie_that_the_sheet_does_not_speak_of_is_laid_before_the_table():
    found = left_open(blocked(*TIE, tiles=9))

    assert switches(found) == ["block_tie"]
    (tie,) = found
    assert str(tie.title) == "Blocked, two hands equally light"
    assert "Nobody won it alone" in str(tie.why)
    assert played(tie).value == "no_score"
    assert of(found, "block_tie") == {
        "no_score": {}, "lightest_tile": {}, "split": {0: 6, 1: 6}, "each_tied_scores": {0: 12, 1: 12}
    }  # fmt: skip
    lightest = next(each for each in tie.readings if each.value == "lightest_tile")
    assert not lightest.is_known
    assert "show their tiles" in str(lightest.steps[0])


def test_of_a_round_entered_by_its_pips_a_reading_that_goes_by_doubles_says_that_the_tiles_are_missing():
    log = table("hasbro2003.bergen", players=TWO, block_winner="lowest_pips")
    answer, log = log.say({"result": {"blocked": True, "left": {"Ana": 5, "Ben": 19}}})
    assert answer.ruling.verdict == "stands", answer.ruling.says

    (winner,) = left_open(log)

    assert winner.switch == "block_winner"
    assert played(winner).points == ((0, 1),)
    by_doubles = next(each for each in winner.readings if each.value == "bergen_hasbro")
    assert not by_doubles.is_known
    assert [str(each) for each in by_doubles.steps] == [
        "Doubles decide this round, so the tiles have to be shown."
    ]


def test_a_formula_that_can_be_read_in_two_ways_is_worked_out_in_each():
    found = left_open(blocked("fundex2004.block-draw", (5, 19, 12)))

    pays = of(found, "block_pay")
    assert (pays["sum_minus_own"], pays["pairwise"], pays["opponents"]) == ({0: 26}, {0: 21}, {0: 31})
    assert "once or per opponent" in str(found[0].why)
    reading = next(each for each in found[0].readings if each.value == "pairwise")
    assert "(Ben 19 - 5) + (Cal 12 - 5) = 21." in [str(each) for each in reading.steps]


def test_what_the_sheet_prints_plainly_is_no_question():
    assert "block_pay" not in switches(left_open(blocked("classic.draw", (5, 19, 12))))
    assert left_open(blocked("classic.draw", (5, 19, 12))) == ()


def test_two_hands_of_seven_make_ten_or_fifteen():
    log = table(
        "fundex2004.all-fives", "Ana 5-5", "Ben has 7 pips", "Cal has 7 pips", hand_size=1, claims="auto"
    )

    assert of(left_open(log), "round_scope") == {"none": {0: 14}, "hand": {0: 10}, "total": {0: 15}}


def test_the_hands_that_would_pass_sixty_one():
    moves = ("adjust Ana 58", "Ana 6-6", "Ben passes", "Cal passes", "Ana 6-1")
    log = table("fundex2004.five-up", *moves, "Ben has 12 pips", "Cal has 8 pips", hand_size=2, draw="none")
    found = of(left_open(log), "exact_overshoot")

    assert found == {"bust": {}, "partial_to_target": {0: 3}, "ignore_exact_at_round_end": {0: 4}}


def test_what_the_table_ruled_is_the_current_reading():
    log = ruled(blocked("fundex2004.block-draw", (5, 19, 12)), block_pay="pairwise")
    (dispute,) = left_open(log)

    assert played(dispute).value == "pairwise"
    assert played(dispute).points == ((0, 21),)


def test_blanks_are_a_question_when_a_blank_is_laid_under_edge():
    log = table("edge.block", "Ana 5-5", "Ben 6-0", players=TWO)
    (dispute,) = left_open(log)

    assert dispute.switch == "blanks"
    told = {each.value: str(each.steps[0]) for each in dispute.readings}
    assert told["wild_when_played"] == "6-0 may go there."
    assert told["match_only"] == "6-0 has no 5 to set against 5-5."
    assert left_open(table("edge.block", "Ana 5-5", "Ben 5-1", players=TWO)) == ()


def test_the_third_arm_of_five_up_is_a_question_before_the_tile_is_laid():
    log = table("fundex2004.five-up", "Ana 5-5", "Ben 5-1", "Ana 5-4 on 5-5", players=TWO)
    tile, at = read_tile("5-2"), read_tile("5-5")
    event = Play(1, tile, at, 5, written="5-2", at_written="5-5")

    assert "spinner" in switches(left_open_about(match_of(log), event))


def test_no_reading_of_a_tile_is_told_while_players_may_claim():
    log = table(
        "fundex2004.all-fives", "Ana 5-5", "Ben 5-0 on 5-5 out 0", players=TWO, blanks="wild_when_played"
    )

    assert match_of(log).claims_are_open
    assert left_open(log) == ()


def test_nothing_is_open_before_anything_is_laid():
    assert left_open(open_log(read_setup({"record": 1, "variant": "edge.block", "players": list(TWO)}))) == ()
    assert left_open(table("edge.block")) == ()


@pytest.mark.parametrize("key", LINE_GAMES)
def test_the_current_reading_is_what_was_settled(key: str):
    game = LINE_GAMES[key]
    for seed in range(3):
        players = list(NAMES[: max(2, game.player_range(game.tiles)[seed % 2])])
        header = {"record": 1, "variant": key, "players": players}
        people = People(open_log(read_setup(header)), random.Random(f"open {key} {seed}"))
        people.play_round()
        match = match_of(people.log)
        settled = match.settled
        assert settled is not None
        for dispute in left_open(people.log):
            assert played(dispute).points == settled.points
            assert played(dispute).winner == settled.winner
            assert isinstance(people.log.state, LineMatch)
            assert people.log.state is match


# Whatever is said and ruled


def _anything(chance: random.Random, log: Log) -> dict[str, Any]:
    """An event that may stand or not: mostly plays that the table lets stand, now and then a ruling."""
    match = match_of(log)
    seat = match.to_act if match.to_act is not None else 0
    name = match.setup.players[seat]
    kind = chance.choice(
        ["play", "play", "play", "draw", "pass", "ruling", "ruling", "pips", "hand", "round", "back"]
    )
    tile = chance.choice(match.setup.tiles.tiles).name
    match kind:
        case "play":
            return {"by": name, "play": tile}
        case "draw" | "pass":
            return {"by": name, kind: True if kind == "pass" else 1, "stood": True}
        case "ruling":
            switch, (_, each) = chance.choice(list(switch_slots().items()))
            return {"ruling": {switch: chance.choice(list(each.sentences) or [2, 5])}}
        case "pips":
            return {"by": chance.choice(match.setup.players), "pips": chance.randint(0, 40)}
        case "hand":
            held = match.hands_held[seat]
            tiles = (
                [each.name for each in tiles_in(match.round.unseen)][:held] if match.round is not None else []
            )
            return {"by": name, "hand": tiles}
        case "round":
            return {"round": len(match.rounds) + 1}
        case _:
            return {"retract": chance.randint(1, max(1, log.said))}


@pytest.mark.parametrize("key", LINE_GAMES)
def test_whatever_is_ruled_every_question_is_answered_and_nothing_is_betrayed(key: str):
    game = LINE_GAMES[key]
    for seed in range(3):
        chance = random.Random(f"ruled {key} {seed}")
        players = list(NAMES[: game.player_range(game.tiles)[0]])
        log, said = open_log(read_setup({"record": 1, "variant": key, "players": players})), []
        for number in range(60):
            event = {"round": 1} if match_of(log).round is None else _anything(chance, log)
            said.append(event)
            _, log = log.say(event)
            if number % 2 == seed % 2:  # after every other event, in each round others
                _asks_everything(chance, log)
        again = open_log(read_setup({"record": 1, "variant": key, "players": players}))
        for event in said:
            _, again = again.say(event)
        assert again.state == log.state
        assert match_of(again).setup is not match_of(log).setup


def _asks_everything(chance: random.Random, log: Log) -> None:
    match = match_of(log)
    asked = [count(match), who_holds_how_many(match), still_out(match), is_dead(match)]
    asked += [why_my_turn(match), why_round_over(match), why_nothing(log)]
    tile = chance.choice(match.setup.tiles.tiles)
    asked += [may_go(match, tile), would_score(match, tile)]
    assert all(each.says for each in asked)
    for dispute in left_open(log):
        assert sum(each.is_current for each in dispute.readings) == 1
    elsewhere_settlement(match)
    last = log.entries[-1] if log.entries else None
    if last is not None:
        rules_behind(last.ruling, match.setup.variant)
        if isinstance(last.event, Play):
            found = elsewhere_laid(log, last.number)
            assert match.claims_are_open <= bool(found.said) or match.setup.variant.rows is not None
    if match.claims_are_open:
        assert count(match).is_held_back
        assert why_nothing(log).is_held_back
        assert would_score(match, tile).is_held_back or match.status is not Status.PLAYING
    assert match_of(log) is match


def test_several_rules_are_told_as_one_ruling() -> None:
    log = table("hasbro2003.draw", "Ana 9-9")
    answer, _ = rules(log, target=50, must_play=False)
    assert answer.ruling.says == (
        "The table rules: The match is to 50 points. A player who can go may hold the tile back. It holds from now on."
    )
