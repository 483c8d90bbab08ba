"""A hand that cannot be: what is wrong with it, and what would mend it, as it happens at a table."""

import random
from typing import Any

import pytest

from referee.engine.explain.put_in import Bodies, put_in
from referee.engine.explain.reconciliation import (
    MOST_PROPOSALS,
    Proposal,
    Reconciliation,
    nearest,
    reconcile,
    recount,
)
from referee.engine.log import Log
from referee.engine.record.events import Draw, Pass, Play
from referee.engine.rulings import Verdict
from referee.engine.tiles import read_tile
from tests.short_logs import table
from tests.simulating import People, seat_people
from tests.trick_players import NAMES, seat_four


def log_of(key: str, players: int, *events: dict[str, Any], **options: Any) -> Log:
    """A table at which these events stand, after a round is dealt."""
    people = seat_people(key, players, random.Random(0), options=options)
    for event in ({"round": 1}, *events):
        people.say(**event)
    return people.log


def blocked() -> Log:
    """Everybody passes; Ana has two tiles left, Ben and Cal three, and the rest sleeps."""
    return log_of(
        "edge.block",
        3,
        {"by": "Ana", "play": "3-3"},
        {"by": "Ben", "play": "3-1"},
        {"by": "Cal", "play": "3-2"},
        {"by": "Ana", "play": "6-1"},
        {"by": "Ben", "pass": True},
        {"by": "Cal", "pass": True},
        {"by": "Ana", "pass": True},
        hand_size=4,
    )


def bodies(log: Log) -> Bodies:
    """The moves of a line game, in record form."""
    names = log.start.setup.players

    def body(number: int) -> dict[str, Any]:
        event = log.entry_of(number).event
        if isinstance(event, Play):
            return event.in_record(names)
        assert isinstance(event, Draw | Pass), event
        by = {"by": names[event.by]}
        return {**by, "draw": event.number} if isinstance(event, Draw) else {**by, "pass": True}

    return body


def reconciled(log: Log, raw: dict[str, Any]) -> Reconciliation:
    return reconcile(log, raw, bodies(log))


def mended(log: Log, proposal: Proposal, raw: dict[str, Any]) -> Log:
    """The log with the proposal and the hand, both of which stand."""
    if proposal.puts_in:
        assert proposal.corrects is not None
        found = put_in(log, proposal.corrects, [proposal.raw], bodies(log))
        assert found.refused is None, str(found.refused)
        log = found.log
    else:
        answer, log = log.say(proposal.raw)
        assert answer.ruling.verdict is Verdict.STANDS, answer.ruling.says
    if proposal.corrects is not None:
        answer, log = log.say(raw)
        assert answer.ruling.verdict is Verdict.STANDS, answer.ruling.says
    return log


def test_a_hand_that_can_be_needs_nothing() -> None:
    raw = {"by": "Ben", "hand": ["5-4", "4-4", "1-1"]}
    assert reconciled(blocked(), raw) == ((), None, ())


def test_a_tile_that_lies_on_the_table_was_probably_tapped_wrong_when_it_was_laid() -> None:
    log, raw = blocked(), {"by": "Cal", "hand": ["6-1", "5-4", "4-4"]}
    found = reconciled(log, raw)
    assert [str(each) for each in found.wrong] == [
        "6-1 cannot be in Cal's hand: it lies on the table.",
        "Ana laid 6-1 on move 5.",
    ]
    first = found.proposals[0]
    assert str(first.said).startswith("Entry 5: Ana's 6-1 may have been ")
    assert first.raw["amend"] == 5
    assert len(found.proposals) in range(2, MOST_PROPOSALS + 1)
    for each in found.proposals:
        mended(log, each, raw)


def test_the_likeliest_tile_shares_both_ends_or_one() -> None:
    six_four = read_tile("6-4")
    assert nearest(six_four, [read_tile(each) for each in ("1-0", "6-1", "6-3", "6-4", "4-4")]) == [
        read_tile(each) for each in ("6-3", "4-4", "6-1", "1-0")
    ]


def test_the_last_tile_laid_may_be_any_that_fits_there() -> None:
    log = log_of(
        "edge.block",
        2,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-4"},
        {"by": "Ana", "pass": True},
        {"by": "Ben", "pass": True},
        hand_size=3,
    )
    raw = {"by": "Ana", "hand": ["6-4", "2-1"]}
    told = [str(each.said) for each in reconciled(log, raw).proposals]
    assert told[0] == "Entry 3: Ben's 6-4 may have been 6-3."
    assert "Entry 3: Ben's 6-4 may have been 6-5." in told


def test_a_tile_that_another_showed_may_have_been_tapped_wrong_there() -> None:
    _, log = blocked().say({"by": "Ben", "hand": ["5-4", "4-4", "1-1"]})
    raw = {"by": "Cal", "hand": ["5-4", "5-1", "0-0"]}
    found = reconciled(log, raw)
    assert [str(each) for each in found.wrong] == [
        "5-4 cannot be in Cal's hand: Ben showed it.",
        "Ben showed 5-4 on move 9.",
    ]
    assert str(found.proposals[0].said) == "Entry 9: the 5-4 that Ben showed may have been 5-3."
    assert found.proposals[0].raw == {"amend": 9, "with": {"by": "Ben", "hand": ["5-3", "4-4", "1-1"]}}
    mended(log, found.proposals[0], raw)


def test_a_tile_named_twice_was_another() -> None:
    log, raw = blocked(), {"by": "Cal", "hand": ["5-4", "5-4", "1-1"]}
    found = reconciled(log, raw)
    assert [str(each) for each in found.wrong] == ["5-4 is named twice in Cal's hand, and there is only one."]
    assert found.proposals
    assert all(each.corrects is None for each in found.proposals)
    assert str(found.proposals[0].said) == "The 5-4 in Cal's hand may be 5-3."
    assert found.proposals[0].raw == {"by": "Cal", "hand": ["5-4", "5-3", "1-1"]}


def drawn() -> Log:
    """Ben drew two, or was it three, before Ana went out."""
    return log_of(
        "fundex2008.draw",
        2,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "draw": 2},
        {"by": "Ben", "play": "6-1"},
        {"by": "Ana", "play": "6-2", "at": "6-6"},
        hand_size=2,
    )


def test_one_tile_too_many_is_a_draw_that_was_entered_too_small() -> None:
    log, raw = drawn(), {"by": "Ben", "hand": ["5-1", "5-4", "4-4", "3-3"]}
    found = reconciled(log, raw)
    assert [str(each) for each in found.wrong] == [
        "Ben holds 3 tiles, and 4 are shown.",
        "Ben took 2, drew 2 and laid 1: 3 tiles left.",
    ]
    assert [each.raw for each in found.proposals] == [{"amend": 3, "with": {"by": "Ben", "draw": 3}}]
    assert str(found.proposals[0].said) == "Entry 3: Ben may have drawn 3 tiles, not 2."
    assert mended(log, found.proposals[0], raw).state.scores != log.state.scores


def forgotten() -> Log:
    """Ben drew twice before Ana went out; nobody entered the second draw."""
    return log_of(
        "fundex2008.draw",
        2,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "draw": 1},
        {"by": "Ben", "play": "6-1"},
        {"by": "Ana", "play": "6-2", "at": "6-6"},
        {"by": "Ben", "play": "2-1", "at": "6-2"},
        {"by": "Ana", "play": "1-1", "at": "2-1"},
        hand_size=3,
    )


def test_tiles_too_many_may_be_a_draw_that_nobody_entered() -> None:
    log, raw = forgotten(), {"by": "Ben", "hand": ["5-5", "5-4", "4-4", "3-3"]}
    found = reconciled(log, raw)
    assert str(found.wrong[0]) == "Ben holds 2 tiles, and 4 are shown."
    assert [(str(each.said), each.raw, each.puts_in) for each in found.proposals] == [
        (
            "Entry 3: Ben may have drawn 3 tiles, not 1.",
            {"amend": 3, "with": {"by": "Ben", "draw": 3}},
            False,
        ),
        ("Before entry 6: Ben may have drawn 2 tiles.", {"by": "Ben", "draw": 2}, True),
    ]
    for each in found.proposals:
        assert mended(log, each, raw).state.scores != log.state.scores


def untapped_pass() -> Log:
    """Ben passed after 6-6, and nobody tapped it: 6-1 was Cal's, 6-2 Ana's, 3-1 Ben's and 4-2 Cal's."""
    return log_of(
        "edge.block",
        3,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-1"},
        {"by": "Cal", "play": "6-2"},
        {"by": "Ana", "play": "3-1"},
        {"by": "Ben", "play": "4-2"},
        {"by": "Cal", "pass": True},
        {"by": "Ana", "pass": True},
        {"by": "Ben", "pass": True},
        hand_size=4,
    )


@pytest.mark.parametrize(
    "raw", [{"by": "Ben", "hand": ["5-1", "5-5", "1-1"]}, {"by": "Cal", "hand": ["2-1", "2-2"]}]
)
def test_a_tile_too_many_or_too_few_may_be_a_pass_that_nobody_entered(raw: dict[str, Any]) -> None:
    """Both of Ben's moves may have been the next player's; what would prove a false pass comes last."""
    found = reconciled(untapped_pass(), raw)
    passes = [each for each in found.proposals if each.puts_in]
    assert [(each.corrects, each.raw["by"]) for each in passes[:2]] == [(6, "Ben"), (3, "Ben")]
    assert str(passes[1].said) == "Before entry 3: Ben may have passed."
    flags = []
    for each in passes:
        after = mended(untapped_pass(), each, raw)
        assert after.state.hands_held[NAMES.index(raw["by"])] == len(raw["hand"])
        flags.append(len(after.state.flags))
    assert flags == sorted(flags)
    assert flags[:2] == [0, 0]


def test_of_several_places_for_a_forgotten_draw_the_last_that_proves_nothing_false_is_named() -> None:
    log = log_of(
        "fundex2008.draw",
        2,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-1"},
        {"by": "Ana", "play": "6-2", "at": "6-6"},
        {"by": "Ben", "play": "2-1", "at": "6-2"},
        {"by": "Ana", "play": "1-1", "at": "2-1"},
        hand_size=3,
    )
    # With 5-1 in his hand Ben need not have drawn at entry 5, where 1-1 and 6-1 were open.
    for hand, place in ((["5-5", "4-4"], 5), (["5-1", "4-4"], 3)):
        first, *others = reconciled(log, {"by": "Ben", "hand": hand}).proposals
        assert (first.corrects, others) == (place, [])


def test_a_number_of_tiles_can_be_put_right_before_the_hand_is_shown() -> None:
    log = forgotten()
    found = recount(log, 1, 4, bodies(log))
    assert [str(each) for each in found.wrong] == ["Ben took 3, drew 1 and laid 2: 2 tiles left."]
    assert [str(each.said) for each in found.proposals] == [
        "Entry 3: Ben may have drawn 3 tiles, not 1.",
        "Before entry 6: Ben may have drawn 2 tiles.",
    ]
    fewer = recount(log, 1, 1, bodies(log))
    assert [str(each.said) for each in fewer.proposals] == ["Entry 3: Ben may not have drawn there."]
    assert recount(log, 1, 2, bodies(log)).proposals == ()


@pytest.mark.parametrize(
    ("hand", "raw", "words"),
    [
        (
            ["5-4", "4-4"],
            {"amend": 3, "with": {"by": "Ben", "draw": 1}},
            "Entry 3: Ben may have drawn 1 tile, not 2.",
        ),
        (["5-4"], {"retract": 3}, "Entry 3: Ben may not have drawn there."),
    ],
)
def test_a_tile_too_few_is_a_draw_that_was_entered_too_large(hand: list[str], raw: Any, words: str) -> None:
    found = reconciled(drawn(), {"by": "Ben", "hand": hand})
    assert (found.proposals[0].raw, str(found.proposals[0].said)) == (raw, words)
    mended(drawn(), found.proposals[0], {"by": "Ben", "hand": hand})


def test_a_tile_too_many_that_lies_on_the_table_is_left_out() -> None:
    raw = {"by": "Ben", "hand": ["5-1", "5-4", "4-4", "6-1"]}
    found = reconciled(drawn(), raw)
    assert "Ben laid 6-1 on move 4." in [str(each) for each in found.wrong]
    assert found.proposals[0].raw == {"by": "Ben", "hand": ["5-1", "5-4", "4-4"]}
    assert str(found.proposals[0].said) == "Without what was seen elsewhere Ben's hand counts right."


def test_a_total_that_no_tiles_make_may_be_a_draw_or_a_sum() -> None:
    raw = {"by": "Ben", "pips": 36}
    found = reconciled(drawn(), raw)
    assert [str(each) for each in found.wrong] == ["No 3 tiles of those not seen yet make 36."]
    assert found.proposals[0].raw == {"amend": 3, "with": {"by": "Ben", "draw": 3}}
    for each in found.proposals:
        mended(drawn(), each, raw)


def test_a_total_that_was_told_first_may_have_been_told_wrong() -> None:
    _, log = blocked().say({"by": "Ben", "pips": 33})
    raw = {"by": "Cal", "hand": ["5-5", "5-4", "6-4"]}
    found = reconciled(log, raw)
    assert [str(each) for each in found.wrong] == ["Then Ben could not hold the 33 pips that were entered."]
    assert str(found.proposals[0].said) == "Entry 9: Ben's 33 pips may have been 32."
    for each in found.proposals:
        mended(log, each, raw)


def test_totals_of_which_one_was_added_wrong_lead_back_to_it() -> None:
    found_it = 0
    for seed in range(12):
        chance = random.Random(seed)
        people = People(seat_people("edge.block", 4, chance, options={"hand_size": 7}).log, chance)
        people.deal()
        while people.log.state.status == "playing":
            people.act()
        seats = [seat for seat, held in enumerate(people.hands) if held]
        first, *others = (
            {"by": people.name(seat), "pips": sum(each.pips for each in people.hands[seat])} for seat in seats
        )
        _, log = people.log.say({**first, "pips": first["pips"] + 2})
        for raw in others:
            answer, after = log.say(raw)
            if answer.ruling.code == "impossible-hand":
                found = reconciled(log, raw)
                assert found.wrong
                found_it += any(each.raw.get("with") == first for each in found.proposals)
                for each in found.proposals:
                    mended(log, each, raw)
            log = after
    assert found_it


def test_a_hand_too_many_for_all_the_tiles_that_are_left_is_refused_with_a_boneyard_too() -> None:
    log = blocked()
    for raw in ({"by": "Ben", "pips": 33}, {"by": "Ana", "pips": 19}):
        answer, log = log.say(raw)
        assert answer.ruling.verdict is Verdict.STANDS, answer.ruling.says
    found = reconciled(log, {"by": "Cal", "pips": 30})
    words = "The totals given so far come to 82 pips, and no 8 tiles of those not seen yet make that."
    assert [str(each) for each in found.wrong] == [f"{words} Count Cal's hand again."]


def test_totals_above_what_the_set_has_left_say_by_how_much() -> None:
    log = log_of(
        "edge.block",
        4,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "pass": True},
        {"by": "Cal", "pass": True},
        {"by": "Dan", "pass": True},
        {"by": "Ana", "pass": True},
        hand_size=7,
    )
    for raw in ({"by": "Ana", "pips": 44}, {"by": "Ben", "pips": 48}):
        answer, log = log.say(raw)
        assert answer.ruling.verdict is Verdict.STANDS, answer.ruling.says
    raw = {"by": "Cal", "pips": 56}
    found = reconciled(log, raw)
    words = (
        "No tile is left over, so the hidden hands hold 156 pips together; with 148 counted, no tiles make the "
        "rest. Count Cal's hand again."
    )
    assert [str(each) for each in found.wrong] == [words]
    assert found.proposals
    for each in found.proposals:
        mended(log, each, raw)


def test_a_hand_laid_open_at_tricks_tells_which_trick_has_its_tile() -> None:
    people = seat_four("hasbro2003.texas", random.Random(1))
    people.start_hand()
    for _ in range(6):
        people.lay_next()
    seat = people.log.state.to_act
    laid = people.said[-1]["play"]
    hand = [laid, *(str(each) for each in people.hands[seat][1:])]
    raw = {"by": NAMES[seat], "hand": hand}
    found = reconciled(people.log, raw)
    assert str(found.wrong[0]) == f"{laid} cannot be in {NAMES[seat]}'s hand: it was laid before."
    assert len(found.wrong) == 2
    assert found.proposals
    for each in found.proposals:
        mended(people.log, each, raw)


@pytest.mark.parametrize("seed", range(25))
def test_one_tile_tapped_wrong_at_its_play_is_found_and_mended(seed: int) -> None:
    """A real round in which one tile was entered as another: the hand that holds the other tells."""
    chance = random.Random(f"tapped {seed}")
    people = People(seat_people("edge.block", 2, chance).log, chance)
    people.deal()
    while people.log.state.status == "playing":
        people.act()
    number = next(
        each for each in range(len(people.said), 0, -1) if "play" in people.said[each - 1]
    )  # the last tile laid
    event = people.said[number - 1]
    held = [(seat, each) for seat, hand in enumerate(people.hands) for each in hand]
    for seat, wrong in held:
        answer, log = people.log.say({"amend": number, "with": {**event, "play": str(wrong)}})
        if answer.ruling.verdict is Verdict.STANDS and log.state.status == "reveal":
            raw = {"by": people.name(seat), "hand": [str(each) for each in people.hands[seat]]}
            found = reconciled(log, raw)
            assert found.wrong
            assert number in [each.corrects for each in found.proposals]
            for each in found.proposals:
                mended(log, each, raw)


def test_what_is_no_hand_is_not_reconciled() -> None:
    assert reconciled(blocked(), {"by": "Ana", "play": "6-6"}) == ((), None, ())
    assert reconciled(blocked(), {"by": "Ana", "hand": "6-6"}) == ((), None, ())


def test_tiles_drawn_in_search_of_the_double_are_counted_where_nobody_draws_later() -> None:
    log = table(
        "traditional.mexican-train", "Ana draws 1", "Ben draws 1", "Ana 12-12", "Ana 12-1 to Ana",
        players=("Ana", "Ben"), hand_size=1, draw="none",
    )  # fmt: skip

    found = reconcile(log, {"by": "Ben", "hand": ["5-4"]}, bodies(log))

    assert str(found.wrong[-1]) == "Ben took 1, drew 1 and laid 0: 2 tiles left."
