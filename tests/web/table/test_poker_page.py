"""Poker by the buttons of the page: the hands tile by tile, the stakes in chips, and the list of ranks."""

import json
import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.engine.games.poker.hand_names import called, why_it_beats
from referee.engine.log import open_log
from referee.engine.rules.poker import HAND, TILES, Rank, Ranks
from referee.engine.rulings import Source
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile, read_tile
from referee.web.table.poker.playing import AMOUNTS
from referee.web.table.poker.ranks import examples
from tests.folders import PLAYTHROUGHS
from tests.web.looking import SMALL, faults_of
from tests.web.reading import Reader
from tests.web.sitting import Hand, links_of, prepare, set_up, start
from tests.web.touching import Thumb, box_of

POKER = "hasbro2003.poker"
NAMES = ("Ana", "Ben", "Cal", "Dan")
PAIR = "6-6 5-5 4-3 2-1 3-1"
THREES = "2-2 3-3 4-4 5-4 6-1"
NOTHING = "6-2 6-3 6-4 6-5 5-1"
REST = "5-2 5-3 4-1 4-2 3-2"
RECORD = PLAYTHROUGHS / f"{POKER}.jsonl"


def show(hand: Hand, name: str, tiles: str) -> None:
    """Tap the five tiles of a hand."""
    if f"{name}: five tiles" not in hand.text:
        hand.follow(name)
    for tile in tile_names(tiles):
        hand.press(tile.name)


def speak(hand: Hand, said: str) -> None:
    """Press what somebody says: `Check | Bet 2 | Call 2 | Raise by 3 | Fold`."""
    for label in said.split(" | "):
        hand.press(label)


def tile_names(hand: str) -> list[Tile]:
    return [tile for word in hand.split() if (tile := read_tile(word)) is not None]


# Without stakes


def test_a_showdown_without_stakes_is_tapped_tile_by_tile(client):
    reader = Reader(client, htmx=True)
    set_up(reader, POKER, NAMES)
    assert "Five tiles each" in reader.text
    reader.press("The tiles are dealt")

    show(reader, "Ana", PAIR)
    assert "Ana: pair, double six high" in reader.text
    show(reader, "Ben", NOTHING)
    assert "6-6" not in reader.buttons()
    show(reader, "Cal", THREES)

    assert "Cal wins Cal Threes" in reader.text
    assert reader.text.count("Threes beat a pair.") == 1
    assert reader.text.count("A pair beats a hand without a rank.") == 1
    assert "6-5 is a higher tile than 5-3." in reader.text
    assert "Dan the tiles that are left" in reader.text
    assert "Hasbro 2003, Poker" in reader.text
    order = re.findall(r'<div class="hand-name"><b>(\w+)', reader.page.html)
    assert order == ["Cal", "Ana", "Ben", "Dan"]


def test_the_fourth_hand_is_certain_and_not_asked_for_and_deals_won_are_counted(client):
    reader = Reader(client)
    set_up(reader, POKER, NAMES)
    reader.press("The tiles are dealt")
    for name, tiles in zip(NAMES, (PAIR, NOTHING, THREES), strict=False):
        show(reader, name, tiles)
    assert "the tiles that are left" in reader.text
    assert not reader.has_link("Show a hand that nobody has seen")
    reader.press("Next deal")
    assert "Deal 2" in reader.text
    for name, tiles in zip(NAMES, (PAIR, NOTHING, THREES), strict=False):
        show(reader, name, tiles)

    assert re.findall(r'<td class="total[^"]*">(.+?)</td>', reader.page.html) == ["0", "0", "2", "0"]


def test_a_tile_tapped_by_mistake_goes_back_and_so_does_a_whole_hand(client):
    reader = Reader(client)
    set_up(reader, POKER, NAMES)
    reader.press("The tiles are dealt")
    reader.press("6-6")
    reader.press("5-5")
    assert "Ana: 3 more tiles" in reader.text
    reader.follow("6-6, not in the hand")
    assert "6-6" in reader.buttons("key")
    reader.follow("Undo")
    assert "Ana: five tiles" in reader.text

    show(reader, "Ana", PAIR)
    reader.press("Undo")
    assert "Taken back" in reader.text
    assert "What Ana showed" in reader.text
    reader.press("Redo")
    assert "Ben: five tiles" in reader.text


def test_a_hand_that_cannot_be_is_refused_with_its_reason(client):
    reader = Reader(client)
    address = set_up(reader, POKER, NAMES)
    reader.press("The tiles are dealt")
    show(reader, "Ana", PAIR)

    tried = json.dumps({"by": "Ben", "hand": ["6-6", "2-2", "3-3", "4-4", "5-4"]})
    reader.open(f"{address}?tried={tried}&hand=Ben")

    assert "6-6 cannot be in Ben's hand: it was shown." in reader.text
    assert "Ben: five tiles" in reader.text


# With stakes


def open_stakes(hand: Hand, **switches: str) -> str:
    """A table with stakes at which Ana speaks first in the first deal."""
    hand.open(
        f"/new?step=3&variant={POKER}&ruled=yes&stakes=true" + "".join(f"&player={name}" for name in NAMES)
    )
    if switches:
        hand.follow("Change a rule")
        hand.press("Done", **switches)
    start(hand)
    address = hand.address
    hand.press("Ana")
    return address


def test_what_is_staked_is_seen_and_only_what_stands_is_lit(client):
    reader = Reader(client, htmx=True)
    open_stakes(reader)
    assert "Everybody antes" in reader.text
    assert "Everyone antes" not in reader.page.text.partition("Why?")[0]
    reader.press("Everybody antes 2")
    assert "Everyone is in" in reader.text
    assert " antes 2 Everyone is in" not in reader.text
    assert "Pot 8" in reader.text
    assert "Ana to act" in reader.text
    assert "Call" in reader.buttons("pale")
    assert not {"Check", "Fold", "Bet 5"} & set(reader.buttons("pale"))

    reader.press("Bet 5")
    assert "Ben to act 5 to call" in reader.text
    assert "Check" in reader.buttons("pale")
    reader.press("Check")
    assert "There is a bet of 5: call it, raise it or fold." in reader.text
    assert "Everyone antes the same" in reader.text
    assert "Pot 13" in reader.text
    reader.press("Raise by 10")
    assert "Pot 28" in reader.text
    assert "raises by 10" in reader.text


def test_a_larger_stake_is_put_together_by_taps(client):
    reader = Reader(client)
    open_stakes(reader)
    reader.press("Everybody antes 1")
    reader.follow("More")
    reader.follow("20 more")
    reader.follow("5 more")
    reader.follow("2 more")
    assert "Bet 0" not in reader.buttons()
    reader.press("Bet 27")
    assert "Ana bets 27" in reader.text
    assert "Pot 31" in reader.text


def test_when_all_others_fold_the_pot_is_taken_unseen_and_the_deal_moves_on(client):
    reader = Reader(client)
    open_stakes(reader)
    speak(reader, "Everybody antes 1 | Bet 2 | Fold | Fold | Fold")

    assert "Ana wins" in reader.text
    assert "All others have folded" in reader.text
    assert "Ana takes the pot 6" in reader.text
    totals = re.findall(r'<td class="total[^"]*">(.+?)</td>', reader.page.html)
    assert totals == ["3", "\N{MINUS SIGN}1", "\N{MINUS SIGN}1", "\N{MINUS SIGN}1"]
    reader.press("Next deal")
    speak(reader, "Everybody antes 1")
    assert "Ben to act" in reader.text


def test_chips_that_end_make_side_pots_and_players_who_sit_out(client):
    reader = Reader(client)
    open_stakes(reader, buy_in="5")
    assert "Everybody antes 10" in reader.buttons("pale")
    reader.press("Everybody antes 10")
    assert "Ana has 5 chips, less than 10." in reader.text
    speak(reader, "Everybody antes 1")
    assert "Bet 5" in reader.buttons("pale")
    reader.press("Bet 5")
    assert "Ana has 4 chips: that is the highest bet." in reader.text
    reader.follow("More")
    reader.follow("All in")
    assert not reader.has_link("All in")
    reader.press("Bet 4")
    speak(reader, "Call 4 | Fold | Fold")
    show(reader, "Ana", PAIR)
    show(reader, "Ben", THREES)
    assert "Ben takes the pot 12" in reader.text

    reader.press("Next deal")
    assert "sits out" in reader.text
    assert "5 chips each" not in reader.text
    reader.press("Everybody antes 2")
    speak(reader, "Bet 5 | Call 2 | Call 2")
    assert "Now Ben, Cal and Dan show their hands" in reader.text
    assert "Ana: five tiles" not in reader.text
    assert "Ben: five tiles" in reader.text


def test_side_pots_are_named_with_who_can_win_them(client):
    reader = Reader(client)
    address = open_stakes(reader, buy_in="10")
    say_all(
        reader,
        address,
        [
            *({"by": name, "ante": 2} for name in NAMES),
            {"by": "Ana", "bet": 4},
            {"by": "Ben", "call": True},
            {"by": "Cal", "fold": True},
            {"by": "Dan", "fold": True},
            {"by": "Ana", "hand": PAIR.split()},
            {"by": "Ben", "hand": THREES.split()},
            {"round": 2, "opener": "Ben"},
        ],
    )
    reader.press("Everybody antes 5")
    assert "all in" in reader.text
    speak(reader, "Bet 10 | Call 3 | Fold")
    assert "Pot 32" in reader.text
    show(reader, "Ana", THREES)
    show(reader, "Ben", NOTHING)
    show(reader, "Cal", PAIR)

    assert "Ana takes the pot 16" in reader.text
    assert "Cal takes the side pot 9" in reader.text
    assert "Ben takes back 7" in reader.text
    totals = re.findall(r'<td class="total[^"]*">(.+?)</td>', reader.page.html)
    assert totals == ["16", "12", "9", "3"]


def test_where_nobody_has_chips_to_answer_a_raise_none_is_offered(client):
    reader = Reader(client)
    address = open_stakes(reader, buy_in="10")
    short = [
        {"by": "Ana", "bet": 4},
        {"by": "Ben", "call": True},
        {"by": "Cal", "fold": True},
        {"by": "Dan", "fold": True},
    ]
    antes = [{"by": name, "ante": 2} for name in NAMES]
    hands = [{"by": "Ana", "hand": PAIR.split()}, {"by": "Ben", "hand": THREES.split()}]
    say_all(reader, address, [*antes, *short, *hands, {"round": 2, "opener": "Cal"}, *antes])
    reader.follow("More")
    reader.follow("All in")
    speak(reader, "Bet 6 | Call 6 | Call 2")
    assert "6 to call" in reader.text
    assert "all in" not in reader.text.partition("6 to call")[2]
    reader.follow("More")
    assert not reader.has_link("All in")
    reader.follow("50 more")
    assert "Raise by 0" in reader.buttons("pale")


def say_all(reader: Reader, address: str, events: list[dict[str, Any]]) -> None:
    """Say whole events, as any button may."""
    reader.open(address)
    for event in events:
        form = next(form for form in reader.page.forms if "seq" in form.fields)
        form.fields.setlist("say", [json.dumps(event)])
        reader.send(form)


def test_the_match_is_over_when_one_has_all_the_chips(client):
    reader = Reader(client)
    open_stakes(reader, buy_in="2")
    reader.press("Everybody antes 2")
    for name, tiles in zip(NAMES, (PAIR, NOTHING, THREES), strict=False):
        show(reader, name, tiles)

    assert "Cal wins with 8 One player has all the chips" in reader.text
    assert "Same players again" in reader.buttons()
    assert "Next deal" not in reader.buttons()


def test_between_deals_a_player_buys_in_from_the_table_and_is_back_at_it(client):
    reader = Reader(client)
    address = open_stakes(reader, buy_in="5")
    assert not reader.has_link("Buy in")
    speak(reader, "Everybody antes 1 | Fold | Fold | Fold")
    reader.follow("Buy in")
    assert "<h3>Buy in</h3>" in reader.page.html
    reader.press("Add", **{"adjust-1": "many"})
    assert "Give a number for at least one side." in reader.text
    reader.press("Add", **{"adjust-1": "10"})

    assert reader.address == address
    assert "The table agrees: Ben 10 chips." in reader.text
    reader.press("Next deal")
    assert "Ben 14" in reader.text
    assert not reader.has_link("Buy in")


def test_what_is_taken_back_with_an_entry_is_told_in_chips(client):
    reader = Reader(client)
    address = open_stakes(reader, buy_in="20")
    speak(reader, "Everybody antes 1 | Fold | Fold | Fold")
    reader.follow("Buy in")
    reader.press("Add", **{"adjust-0": "-5", "adjust-1": "1"})

    reader.open(f"{address}/log/8?step=back")
    assert "Ana gains 5 chips, Ben loses 1 chip" in reader.text


def test_who_has_no_chips_left_is_named_where_they_buy_in(client):
    reader = Reader(client)
    address = open_stakes(reader, buy_in="5")
    speak(reader, "Everybody antes 1 | Bet 2 | Raise by 2 | Fold | Fold | Call 2")
    show(reader, "Ana", PAIR)
    show(reader, "Ben", THREES)

    assert reader.has_link("Buy in Ana has none left")
    seat = Reader(client)
    seat.open(links_of(reader, address)["seat-0"])
    assert not seat.has_link("Buy in")


def test_nobody_buys_in_where_chips_are_not_counted(client):
    reader = Reader(client)
    open_stakes(reader)
    speak(reader, "Everybody antes 1 | Fold | Fold | Fold")

    assert not reader.has_link("Buy in")


def test_a_whole_record_with_stakes_is_said_by_the_buttons(client):
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    log = open_log(read_setup(lines[0]))
    reader = Reader(client, htmx=True)
    set_up(reader, POKER, NAMES, stakes="true")
    for event in lines[1:]:
        say_by_buttons(reader, event, log.state.status.value)
        _, log = log.say(event)

    found = re.findall(r'<td class="total[^"]*">(.+?)</td>', reader.page.html)
    scores = [int(each.replace("\N{MINUS SIGN}", "-")) for each in found]
    assert sum(scores) == 0
    assert scores == list(log.state.scores)


def say_by_buttons(reader: Reader, event: dict[str, Any], status: str) -> None:
    """Say an event of a record by the button that means it; antes are one tap for all."""
    if "round" in event:
        reader.press(event["opener"]) if event["round"] == 1 else reader.press("Next deal")
    elif "ante" in event:
        if f"Everybody antes {event['ante']}" in reader.buttons():
            reader.press(f"Everybody antes {event['ante']}")
    elif "hand" in event:
        if status == "round-over":
            assert "the tiles that are left" in reader.text
            return  # the hand is certain, and nobody is asked for it
        show(reader, event["by"], " ".join(event["hand"]))
    elif event.get("raise", 1) in AMOUNTS:
        reader.choose("say", json.dumps(event, separators=(",", ":")))
    else:
        reader.follow("More")
        for _ in range(event["raise"]):
            reader.follow("1 more")
        reader.press(f"Raise by {event['raise']}")


def test_a_deal_that_does_not_count_costs_nobody_anything(client):
    reader = Reader(client)
    address = open_stakes(reader)
    speak(reader, "Everybody antes 1 | Bet 2")
    reader.follow("All entries")
    reader.follow("This round does not count")
    reader.press("Void the round")
    reader.open(address)

    assert "The deal does not count" in reader.text
    assert re.findall(r'<td class="total[^"]*">(.+?)</td>', reader.page.html) == []
    reader.press("Next deal")
    assert "Deal 2" in reader.text


def test_the_page_before_a_further_deal_tells_its_number(client):
    reader = Reader(client)
    address = open_stakes(reader)
    reader.follow("All entries")
    reader.follow("This round does not count")
    reader.press("Void the round")
    reader.open(f"{address}?deal=1")

    assert "Deal 2" in reader.text
    assert "Who acts first?" in reader.text


# Reading along, the list, paper


def test_a_watcher_sees_everything_and_can_tap_nothing(client):
    reader = Reader(client)
    open_stakes(reader)
    speak(reader, "Everybody antes 1 | Bet 2")
    address = reader.address.partition("?")[0]
    reader.open(links_of(reader, address)["watch"])

    assert "Pot 6" in reader.text
    assert "Ben to act" in reader.text
    assert reader.buttons() == []


def test_only_those_who_stayed_are_asked_for_their_hands(client, app):
    keeper = Reader(client)
    address = open_stakes(keeper)
    links = links_of(keeper, address)
    keeper.open(address)
    speak(keeper, "Everybody antes 1 | Bet 2 | Fold | Call 2 | Fold")
    folded, stayed = (Reader(app.test_client()) for _ in range(2))

    folded.open(links["seat-1"])
    assert "Still to show: Ana and Cal" in folded.text
    assert "five tiles" not in folded.text
    assert "6-6" not in folded.buttons()

    stayed.open(links["seat-0"])
    show(stayed, "Ana", PAIR)
    assert "Still to show: Cal" in stayed.text

    keeper.open(address)
    assert "Ben" not in keeper.page.links
    show(keeper, "Cal", NOTHING)
    assert "Ana wins" in keeper.text
    keeper.follow("Show a hand that nobody has seen")
    show(keeper, "Ben", THREES)
    assert "Ben folded Threes" in keeper.text


def test_the_list_tells_the_betting_in_words(client):
    reader = Reader(client)
    open_stakes(reader)
    speak(reader, "Everybody antes 1 | Check | Bet 2 | Call 2 | Raise by 5 | Fold | Call 5 | Fold")
    show(reader, "Dan", PAIR)
    show(reader, "Ben", THREES)
    reader.follow("All entries")

    for words in (
        "Ana antes 1",
        "Ana checks",
        "Ben bets 2",
        "Cal calls and pays 2",
        "Dan raises by 5 and pays 7",
        "Cal folds",
        "Ben shows 2-2, 3-3, 4-4, 5-4 and 6-1: threes",
    ):
        assert words in reader.text, words


def test_the_paper_has_the_showdown_the_betting_and_a_line_for_each_signature(client):
    reader = Reader(client)
    open_stakes(reader)
    speak(reader, "Everybody antes 1 | Bet 2 | Call 2 | Fold | Fold")
    show(reader, "Ana", PAIR)
    show(reader, "Ben", THREES)
    reader.follow("Print")

    assert "Ben Threes" in reader.text
    assert "Ben wins" in reader.text
    assert "Ana bets 2" in reader.text
    assert "House rule: Everyone antes the same" in reader.text
    footer = reader.page.html.partition("<footer>")[2]
    assert all(f"<div>{name}</div>" in footer for name in NAMES)


def test_the_paper_tells_what_the_table_decided_and_corrected(client):
    reader = Reader(client)
    antes = [{"by": name, "ante": 1} for name in NAMES]
    said = [{"round": 1, "opener": "Ana"}, *antes, {"by": "Ana", "bet": 2}]
    said += [{"amend": 6, "with": {"by": "Ana", "bet": 3}}, {"void": True}]
    address = prepare(reader, "hasbro2003.poker", NAMES, said, stakes="true")
    paper = reader.open(f"{address}/round/1").text

    assert "Table corrects entry 6, which read: Ana's bet of 2" in paper
    assert "Table The round does not count" in paper


# The ranks


def ranks(**switches: Any) -> Ranks:
    return Ranks(source=Source("a sheet", "Poker"), **switches)


@pytest.mark.parametrize("reading", ["sheet", "classic"])
@pytest.mark.parametrize("rank", list(Rank))
def test_every_hand_that_is_drawn_in_the_list_really_has_that_rank(reading, rank):
    part = ranks(poker_straights=reading)
    for hand in examples(part, rank):
        assert len(set(hand)) == HAND
        assert set(hand) <= set(TILES)
        assert part.strength(hand).rank is rank
    assert examples(part, rank)


@pytest.mark.parametrize(
    ("reading", "words"), [("sheet", "Four fours in sequence;"), ("classic", "Five fours in sequence:")]
)
def test_the_list_of_ranks_is_the_tables_own(client, reading, words):
    reader = Reader(client)
    set_up(reader, POKER, NAMES, poker_straights=reading)
    reader.follow("The ranks")

    assert words in reader.text
    names = re.findall(r"<li><h2>(.+?)</h2>", reader.page.html)
    assert names[0] == "Royal"
    assert names[-2:] == ["Pair", "Nothing"]


def test_the_rulebook_leads_to_the_list_of_ranks(client):
    reader = Reader(client)
    reader.open(f"/rules/{POKER}")
    reader.follow("The ranks, with tiles")

    assert "Six straight" in reader.text
    assert reader.open("/rules/fundex2004.five-up/ranks")
    assert reader.status == 404


@pytest.mark.parametrize(
    ("one", "other", "switches", "words"),
    [
        ("6-6 5-5 4-3 2-1 3-1", "2-2 3-3 6-2 6-3 6-4", {}, "A pair with the double six beats one with the double three."),
        ("5-1 5-2 5-4 5-6 5-3", "3-1 3-2 3-3 3-4 6-3", {}, "A flush in fives beats one in threes, the lower suit."),
        (
            "3-1 3-2 3-3 3-4 6-3", "5-1 5-2 5-4 5-6 5-3", {"flush_tie": "highest_piece"},
            "A flush with 3-3 as its highest tile beats one with 6-5.",
        ),
        ("6-5 6-2 4-1 3-1 2-1", "6-4 5-3 5-2 4-3 5-1", {}, "6-5 is a higher tile than 6-4."),
        ("6-6 3-3 2-2 4-2 2-1", "4-3 5-4 4-4 6-4 6-1", {}, "A full hand beats a four straight."),
    ],
)  # fmt: skip
def test_the_reason_names_what_decides(one, other, switches, words):
    part = ranks(**switches)
    hands = tuple(tile_names(one)), tuple(tile_names(other))
    first, second = (part.strength(hand) for hand in hands)
    assert first[:2] > second[:2]
    assert str(why_it_beats(part, first, second, hands)) == words


@pytest.mark.parametrize("reading", ["sheet", "classic"])
def test_every_hand_has_a_name_and_hands_of_one_name_are_told_apart_by_their_kicker(reading):
    part = ranks(poker_straights=reading)
    named = {str(called(part.strength(hand))) for hand in combinations(TILES, HAND)}
    assert {"royal", "full hand", "pair, double three high", "flush in sixes", "highest tile 6-5"} <= named
    assert all("None" not in each for each in named)


# On a phone


def test_a_showdown_with_stakes_is_played_by_thumb(thumb):
    thumb.open(open_stakes(thumb.beforehand))
    speak(thumb, "Everybody antes 1 | Check | Bet 2 | Call 2 | Raise by 5 | Fold | Call 5 | Fold")
    show(thumb, "Ben", THREES)
    show(thumb, "Dan", PAIR)

    assert "Ben wins" in thumb.text
    assert "Threes beat a pair." in thumb.text
    totals = ["\N{MINUS SIGN}1", "12", "\N{MINUS SIGN}3", "\N{MINUS SIGN}8"]
    expect(thumb.phone.locator("td.total")).to_have_text(totals)
    thumb.press("Undo")
    assert "Dan: five tiles" in thumb.text
    thumb.press("Redo")
    thumb.press("Next deal")
    speak(thumb, "Everybody antes 2")
    assert "Ben to act" in thumb.text


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_a_large_stake_moves_no_player_in_the_list_of_stakes(open_phone, locale):
    thumb = Thumb(open_phone(locale=locale))
    header, *said = map(json.loads, RECORD.read_text("utf-8").splitlines())
    tops = []
    for amount in (1, 125):
        bet = {"by": "Ben", "bet": amount}
        prepare(thumb, POKER, header["players"], [*said[:5], bet], stakes="true")
        tops.append(box_of(thumb.phone.locator(".purses tbody tr").first)["y"])
    assert tops[0] == tops[1]


def test_above_the_hands_the_ruling_and_its_why_keep_off_the_edges_of_the_screen(thumb):
    set_up(thumb, POKER, NAMES)
    thumb.press("The tiles are dealt")
    show(thumb, "Ana", PAIR)
    head, why = (box_of(thumb.phone.locator(each)) for each in (".words .head", ".why summary"))
    asked = box_of(thumb.phone.locator(".turn h2"))
    assert head["x"] == asked["x"]
    assert why["x"] + why["width"] <= thumb.phone.viewport_size["width"] - 8


def test_why_a_hand_beats_the_next_stands_under_its_name(thumb):
    prepare(thumb, POKER, NAMES)
    thumb.press("The tiles are dealt")
    for name, tiles in zip(NAMES, (PAIR, NOTHING, THREES), strict=False):
        show(thumb, name, tiles)
    left = """each => {
        const words = document.createRange();
        words.selectNodeContents(each);
        return words.getBoundingClientRect().x;
    }"""
    name, why = (thumb.phone.locator(each).first for each in (".shown .hand-name b", ".beats"))
    assert why.evaluate(left) == name.evaluate(left)


def test_a_showdown_without_stakes_is_played_by_thumb(thumb):
    prepare(thumb, POKER, NAMES)
    thumb.press("The tiles are dealt")
    for name, tiles in zip(NAMES, (PAIR, NOTHING, THREES), strict=False):
        show(thumb, name, tiles)

    assert "Cal wins" in thumb.text
    expect(thumb.phone.locator(".hand-row.won svg.cannot")).to_have_count(2)


def test_a_showdown_is_played_without_scripts(open_phone):
    plain = open_phone(java_script_enabled=False)
    prepare(Thumb(plain), POKER, NAMES, stakes="true")
    for label in ("Ana", "Everybody antes 1", "Bet 2", "Call 2", "Check"):
        plain.get_by_role("button", name=label, exact=True).click()
    expect(
        plain.get_by_role("heading", name="There is a bet of 2: call it, raise it or fold.")
    ).to_be_visible()
    for label in ("Fold", "Fold"):
        plain.get_by_role("button", name=label, exact=True).click()
    for tiles in (PAIR, THREES):
        for tile in tiles.split():
            plain.get_by_role("button", name=tile, exact=True).click()
    expect(plain.get_by_role("heading", name="Ben wins")).to_be_visible()


def pages(reader: Reader) -> list[str]:
    """A page of every kind, by its address."""
    chips = open_stakes(reader, buy_in="10")
    speak(reader, "Everybody antes 2 | Bet 5 | Fold")
    before = set_up(reader, POKER, NAMES, stakes="true")
    antes = open_stakes(reader)
    hands = set_up(reader, POKER, NAMES)
    reader.press("The tiles are dealt")
    show(reader, "Ana", PAIR)
    settled = open_stakes(reader)
    speak(reader, "Everybody antes 1 | Bet 2 | Call 2 | Call 2 | Fold")
    for name, tiles in zip(NAMES, (PAIR, THREES, NOTHING), strict=False):
        show(reader, name, tiles)
    return [
        chips, f"{chips}?at=3", f'{chips}?tried={{"by":"Cal","check":true}}', f"{chips}/log", before, antes,
        f"{hands}?hand=Ben&shown=2-2 3-3", settled, f"{settled}?hand=Dan", f"{settled}/round/1", f"{settled}/ranks",
        f"/rules/{POKER}", f"/rules/{POKER}/ranks",
    ]  # fmt: skip


def test_nothing_stands_in_the_way_of_a_screen_reader_or_of_a_thumb_on_a_small_phone(open_phone):
    phone = open_phone(viewport=SMALL)

    assert faults_of(phone, pages(Thumb(phone).beforehand)) == {}


def test_side_pots_lie_above_the_tray_on_a_small_phone(open_phone):
    phone = open_phone(viewport=SMALL)
    names = ("Ana María", "Ben", "Carolina", "Don Pedro")
    said: list[dict[str, Any]] = [{"round": 1, "opener": "Ben"}, *({"by": name, "ante": 2} for name in names)]
    said += [{"by": "Ben", "bet": 4}, {"by": "Carolina", "call": True}]
    said += [{"by": name, "fold": True} for name in ("Don Pedro", "Ana María")]
    said += [{"by": "Ben", "hand": PAIR.split()}, {"by": "Carolina", "hand": THREES.split()}, {"round": 2}]
    said += [*({"by": name, "ante": 2} for name in names), {"by": "Ana María", "bet": 16}]
    said += [{"by": "Ben", "call": True}, {"by": "Carolina", "raise": 12}]
    prepare(Thumb(phone), POKER, names, said, stakes="true", buy_in="20")

    pots = phone.locator("ul.pot li")
    expect(pots).to_have_count(3)
    lowest = box_of(pots.last)
    assert lowest["y"] + lowest["height"] <= box_of(phone.locator(".tray"))["y"]
    assert phone.locator(".tray .head").evaluate("each => parseFloat(getComputedStyle(each).fontSize)") > 16


def test_a_deal_fits_one_page_of_paper(thumb):
    reader = thumb.beforehand
    address = open_stakes(reader)
    speak(
        reader,
        "Everybody antes 1 | Check | Bet 2 | Call 2 | Raise by 5 | Raise by 2 | Call 7 | Call 7 | Call 2",
    )
    for name, tiles in zip(NAMES, (PAIR, THREES, NOTHING), strict=False):
        show(reader, name, tiles)
    for paper in ("a4", "letter"):
        thumb.open(f"{address}/round/1?paper={paper}")

        printed = thumb.phone.pdf(prefer_css_page_size=True)

        assert len(re.findall(rb"/Type /Page\b", printed)) == 1


def test_the_rules_are_one_tap_away_where_the_referee_answers_no_questions(client):
    reader = Reader(client)
    prepare(reader, POKER, NAMES, [])
    assert not reader.has_link("Ask the referee")
    reader.follow("The rules of this game")

    assert reader.address.endswith("/rules")
    assert "Poker" in reader.text


def test_a_seat_puts_in_its_own_ante_and_waits_for_the_others(reader, app):
    address = prepare(reader, POKER, NAMES, [{"round": 1, "opener": "Ana"}], stakes="true")
    ben, cal = (Reader(app.test_client(), htmx=True) for _ in range(2))
    links = links_of(reader, address)
    ben.open(links["seat-1"])
    ben.press("Ben antes 5")
    assert "Ana, Cal and Dan still ante 5" in ben.text
    assert not [each for each in ben.buttons() if "ante" in each]
    cal.open(links["seat-2"])
    cal.press("Cal antes 5")
    reader.open(address)
    reader.press("Ana and Dan ante 5")
    assert "Ana to act" in reader.text
