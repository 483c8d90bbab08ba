"""Whatever was tapped wrong is corrected by taps: bids, trumps, stakes, calls, pips, hands, pairs. Nothing is typed."""

import random
import re

import pytest

from referee.importing import import_record
from tests.folders import PLAYTHROUGHS
from tests.pinning import RECORDS, lines_of
from tests.web.beforehand import tables_of
from tests.web.reading import Reader
from tests.web.sitting import prepare
from tests.web.table.test_solitaire_page import LINE

FOUR = ("Ana", "Ben", "Cal", "Dan")
AUCTION = ({"round": 1, "opener": "Ana"}, {"by": "Ana", "bid": 31}, {"by": "Ben", "bid": 32})
BID = (*AUCTION, *({"by": name, "bid": "pass"} for name in ("Cal", "Dan")), {"by": "Ben", "trump": 6})
STAKES = (
    {"round": 1},
    *({"by": name, "ante": 1} for name in FOUR),
    {"by": "Ana", "check": True},
    {"by": "Ben", "bet": 5},
    {"by": "Cal", "call": True},
)
BLOCKED = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    *({"by": name, "pass": True} for name in ("Ben", "Ana")),
    {"by": "Ana", "pips": 7},
    {"by": "Ben", "hand": ["5-4", "3-1"]},
)


@pytest.fixture
def reader(client):
    return Reader(client)


def seated(reader, said, variant="traditional.forty-two", players=FOUR, **switches):
    """A reader at a table where this was said; gives the address of the table."""
    return prepare(reader, variant, players, said, **switches)


def blocked(reader):
    return seated(reader, BLOCKED, "fundex2004.block-draw", ("Ana", "Ben"), hand_size="2", draw="none")


def test_a_bid_is_corrected_to_another_that_could_be_made_then(reader):
    table = seated(reader, AUCTION)
    reader.open(f"{table}/log/3")
    assert not reader.has_link("31"), "Ana bid that before"
    reader.follow("35")
    assert "Ben bids 35" in reader.text
    reader.press("Change it")
    assert "Ben bids 35" in reader.open(f"{table}/log").text


def test_a_bid_may_have_been_a_pass_and_a_later_bid_that_is_too_low_then_says_so(reader):
    table = seated(reader, AUCTION)
    reader.open(f"{table}/log/2")
    reader.follow("Pass")
    assert "Ana passes" in reader.text
    reader.open(f"{table}/log/2")
    reader.follow("40")
    assert "Cannot stand" in reader.text
    assert "Take back to here" in reader.buttons()


def test_a_trump_is_corrected_to_another(reader):
    table = seated(reader, BID)
    reader.open(f"{table}/log/6")
    reader.follow("Fives")
    reader.press("Change it")
    assert "fives" in reader.open(f"{table}/log").text


def test_who_conceded_is_corrected_to_the_other_side_by_a_tap(reader):
    table = seated(reader, [*BID, {"by": "Ana", "concede": True}])
    reader.open(f"{table}/log/7")
    reader.follow("Dan")
    reader.press("Change it")
    assert "Dan concedes" in reader.open(f"{table}/log").text


def test_a_stake_is_corrected_to_another_amount_or_to_another_move(reader):
    table = seated(reader, STAKES, "hasbro2003.poker", stakes="true")
    reader.open(f"{table}/log/7")
    reader.follow("Bet 4")
    reader.press("Change it")
    assert "Ben bets 4" in reader.open(f"{table}/log").text
    reader.open(f"{table}/log/8")
    assert not reader.has_link("Check")
    reader.follow("Fold")
    reader.press("Change it")
    assert "Cal folds" in reader.open(f"{table}/log").text


def test_a_stake_is_corrected_to_an_amount_far_away_which_lies_folded_and_the_other_moves_stand_open(reader):
    table = seated(reader, STAKES, "hasbro2003.poker", stakes="true")
    page = reader.open(f"{table}/log/7")
    folds = re.findall(r'<details class="fold"( open)?><summary><span>([^<]+)', page.html)
    assert folds[:3] == [(" open", "Bet 1–Bet 20"), ("", "Bet 21–Bet 40"), ("", "Bet 41–Bet 60")]
    assert page.html.index("Check") < page.html.index("<details")
    reader.follow("Bet 83")
    reader.press("Change it")
    assert "Ben bets 83" in reader.open(f"{table}/log").text


def test_an_ante_is_corrected_for_whoever_set_it(reader):
    table = seated(reader, STAKES[:2], "hasbro2003.poker", stakes="true")
    reader.open(f"{table}/log/2")
    reader.follow("2")
    reader.press("Change it")
    assert "Ana antes 2" in reader.open(f"{table}/log").text


@pytest.mark.parametrize("call", [{"by": "Ana", "claim": 5}, {"by": "Ben", "muggins": 5}])
def test_the_points_of_a_call_are_chosen_among_all_that_a_tile_can_make(reader, call):
    """What is offered does not tell whether a call is right; as long as a tile may be claimed nothing is offered."""
    said = [{"round": 1}, {"by": "Ana", "play": "5-5"}, call, {"by": "Ben", "play": "5-0"}]
    muggins = ("hasbro2003.muggins", ("Ana", "Ben"))
    table = seated(reader, said, *muggins, hand_size="2", draw="none")
    reader.open(f"{table}/log/3")
    assert "As long as a tile may be claimed, a call can only be taken back." in reader.text
    assert not reader.has_link("10")
    assert "Take it back" in reader.buttons()
    said += [{"by": "Ana", "play": "5-1"}, {"by": "Ben", "hand": ["6-1"]}]
    table = seated(reader, said, *muggins, hand_size="2", draw="none")
    reader.open(f"{table}/log/3")
    assert [reader.has_link(str(points)) for points in range(5, 65, 5)] == [True] * 12
    reader.follow("10")
    reader.press("Change it")
    assert f"first entered as {call['by']}'s" in reader.open(f"{table}/log").text


def test_a_call_of_muggins_may_have_been_anybodys_but_not_that_of_the_player_of_the_tile(reader):
    said = [
        {"round": 1},
        {"by": "Ana", "play": "5-5"},
        {"by": "Ben", "muggins": 10},
        {"by": "Ben", "play": "5-0"},
    ]
    said += [{"by": "Cal", "play": "0-0"}, {"by": "Ana", "play": "5-1"}]
    said += [{"by": "Ben", "hand": ["6-1"]}, {"by": "Cal", "hand": ["6-2"]}]
    table = seated(reader, said, "hasbro2003.muggins", FOUR[:3], hand_size="2", draw="none")
    reader.open(f"{table}/log/3")
    assert not reader.has_link("Ana")
    reader.follow("Cal")
    assert "Cal calls muggins on 5-5" in reader.text
    reader.press("Change it")
    assert "first entered as Ben's call of 10 points" in reader.open(f"{table}/log").text


def test_pips_are_chosen_among_those_that_the_tiles_left_can_have(reader):
    table = blocked(reader)
    reader.open(f"{table}/log/5")
    assert reader.has_link("1")
    reader.follow("8")
    assert "Ana has 8 pips left" in reader.text
    reader.press("Change it")
    assert "8 pips" in reader.open(f"{table}/log").text


def test_many_totals_lie_folded_and_those_near_the_one_entered_are_open(reader):
    said = (
        {"round": 1},
        {"by": "Ana", "play": "12-12"},
        *({"by": name, "pass": True} for name in ("Ben", "Ana")),
        {"by": "Ana", "pips": 91},
    )
    switches = {"tiles": "12", "hand_size": "7", "draw": "none"}
    table = seated(reader, said, "fundex2004.block-draw", ("Ana", "Ben"), **switches)
    page = reader.open(f"{table}/log/5").html
    folds = re.findall(r'<details class="fold"( open)?><summary><span>(\d+)–(\d+)</span>', page)
    assert len(folds) > 5
    assert [int(last) for _, _, last in folds[:-1]] == [int(first) - 1 for _, first, _ in folds[1:]]
    assert [int(first) <= 91 <= int(last) for is_open, first, last in folds if is_open] == [True]
    reader.follow("19")
    assert "Ana has 19 pips left" in reader.text


def test_a_hand_that_was_shown_is_corrected_tile_by_tile(reader):
    table = blocked(reader)
    reader.open(f"{table}/log/6")
    reader.follow("5-4, not in the hand")
    assert not reader.has_link("6-6"), "it lies on the table"
    reader.follow("5-3")
    assert "5-3" in reader.text
    reader.press("Change it")
    log = reader.open(f"{table}/log").text
    assert "first entered as" in log


def test_two_tiles_of_a_hand_are_corrected_at_once(reader):
    table = blocked(reader)
    reader.open(f"{table}/log/6")
    for each in ("5-4, not in the hand", "3-1, not in the hand", "5-3", "2-1"):
        reader.follow(each)
    assert "Change it" in " ".join(reader.buttons())


def test_a_hand_of_poker_is_corrected_among_the_twenty_tiles(reader):
    shown = {"by": "Ana", "hand": ["6-6", "5-5", "4-3", "2-1", "3-1"]}
    table = seated(reader, [{"round": 1}, shown], "hasbro2003.poker")
    reader.open(f"{table}/log/2")
    reader.follow("2-1, not in the hand")
    assert not reader.has_link("1-1"), "it is not among the twenty"
    reader.follow("4-4")
    reader.press("Change it")
    assert "4-4" in reader.open(f"{table}/log").text


def test_who_showed_a_hand_is_corrected_only_to_somebody_whose_hand_it_can_be(reader):
    table = seated(reader, BLOCKED[:5], "fundex2004.block-draw", ("Ana", "Ben"), hand_size="2", draw="none")
    reader.open(f"{table}/log/5")
    reader.follow("Ben")
    reader.press("Change it")
    assert "Ben" in reader.open(f"{table}/log/5").text


def test_a_tile_of_a_row_that_was_turned_up_is_corrected(reader):
    said = [{"round": 1}, {"by": "Ana", "flip": "6-6"}, {"by": "Ben", "flip": "6-4"}]
    table = seated(reader, said, "fundex2004.blind", ("Ana", "Ben"))
    reader.open(f"{table}/log/3")
    reader.follow("6-3")
    assert re.findall(r'class="words-tile"><svg[^>]*aria-label="([^"]*)"', reader.page.html) == ["6-4", "6-3"]
    reader.press("Change it 1 tile")
    assert "first entered as Ben's 6-4" in reader.open(f"{table}/log").text


def test_a_pair_that_was_knocked_out_is_corrected_to_another_that_touched(reader):
    said = [{"round": 1}, {"deal": LINE.split()}, {"knock": ["2-2", "2-3"]}]
    table = seated(reader, said, "fundex2008.knock-out", ("Ana",))
    reader.open(f"{table}/log/3")
    assert not reader.has_link("1-1 0-0")
    reader.follow("5-5 5-6")
    reader.press("Change it")
    assert "5-5 and 5-6" in reader.open(f"{table}/log").text


def test_a_tile_turned_up_in_a_column_is_corrected_to_any_that_was_not_seen(reader):
    said = lines_of(PLAYTHROUGHS / "fundex2004.solitaire.jsonl")[1:]
    number = next(n for n, event in enumerate(said, 1) if "turn" in event)
    table = seated(reader, said[:number], "fundex2004.solitaire", ("Ana",))
    reader.open(f"{table}/log/{number}")
    assert not reader.has_link(said[1]["deal"][0]), "it lies in the first column"
    reader.follow("1-1")
    reader.press("Change it")
    assert "1-1 is turned up" in reader.open(f"{table}/log").text


def test_a_deal_can_only_be_taken_back_and_what_forbids_that_is_told(reader):
    said = [{"round": 1}, {"deal": LINE.split()}, {"knock": ["2-2", "2-3"]}]
    table = seated(reader, said, "fundex2008.knock-out", ("Ana",))
    reader.open(f"{table}/log/2")
    assert "It was entered wrong" not in reader.text
    assert "Then entry 3 could not stand: First the line is turned up." in reader.text
    assert reader.has_link("Take back to here")


GAMES = sorted(path.stem for path in RECORDS)
NOT_JUDGED = {"play", "flip", "draw", "pass", "claim", "muggins"}  # what is offered for these may be refused


@pytest.mark.parametrize("key", GAMES)
def test_no_entry_of_any_game_is_corrected_by_typing_and_what_is_offered_was_possible_then(reader, key):
    record, chance = PLAYTHROUGHS / f"{key}.jsonl", random.Random(key)
    with tables_of(reader) as store:
        row, _ = import_record(store, record.read_bytes())
    table = f"/t/{row.links['owner']}"
    first = {frozenset(event): n for n, event in reversed([*enumerate(lines_of(record))][1:])}
    for fields, number in first.items():
        reader.open(f"{table}/log/{number}?step=other")
        assert {name for form in reader.page.forms for name in form.texts} <= {"why"}, fields
        ways = [way for way in reader.page.links.values() if "correct=1" in way]
        for way in chance.sample(ways, min(3, len(ways))):
            reader.open(way)
            assert reader.status == 200
            is_preview = "nothing is changed yet" in reader.text
            assert NOT_JUDGED & fields or not is_preview or 'role="alert"' not in reader.page.html, way
