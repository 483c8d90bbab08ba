"""A house rule that the table changes in the middle of a match: the page, the table after it, and the papers."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.looking import BROKEN, SMALL, faults_of
from tests.web.reading import Reader
from tests.web.sitting import Hand, links_of, prepare, write
from tests.web.touching import Thumb

NAMES = ("Ana", "Ben", "Cal", "Dan")
THREE = NAMES[:3]
POKER = "hasbro2003.poker"
WON: list[dict[str, Any]] = [
    {"round": 1, "opener": "Ana"},
    *({"by": name, "ante": 1} for name in NAMES),
    {"by": "Ana", "bet": 1},
    *({"by": name, "fold": True} for name in NAMES[1:]),
]
SHOWN: list[dict[str, Any]] = [
    {"round": 1},
    {"by": "Ana", "hand": ["6-4", "5-4", "4-4", "4-3", "2-1"]},
    {"by": "Ben", "hand": ["6-6", "5-5", "3-3", "3-2", "4-1"]},
    {"by": "Cal", "hand": ["2-2", "6-5", "6-3", "6-2", "6-1"]},
]


@pytest.fixture
def reader(client):
    return Reader(client, htmx=True)


def deal_won(hand: Hand, **switches: str) -> str:
    """A deal of poker that Ana wins because the others fold: 3 chips."""
    return prepare(hand, POKER, NAMES, WON, stakes="true", **switches)


def to_the_rules(reader: Reader) -> None:
    reader.follow("All entries")
    reader.follow("Change a rule")


def test_between_two_deals_poker_players_agree_to_count_chips(reader):
    address = deal_won(reader)
    to_the_rules(reader)
    reader.press("Done", buy_in="20")
    assert "The table rules: Everybody starts with 20 chips." in reader.text
    assert "It holds from the next round on; what is settled stays." in reader.text
    reader.follow("Back")
    assert reader.page.forms[0].fields["buy_in"] == "20"
    reader.press("Done")
    reader.press("Make this ruling", why="The bowl is full")

    assert "Reason: The bowl is full" in reader.text
    assert "Ana 3 3" in reader.text  # the deal before was played without counting
    reader.press("Next deal")
    assert "Ana 23" in reader.text
    assert "Ben 19" in reader.text
    reader.open(f"{address}/log")
    assert "The table rules: Everybody starts with 20 chips." in reader.text
    reader.open(f"{address}/match")
    assert "(Since deal 2.)" in reader.text
    reader.open(f"{address}/round/1")
    assert "Reason: The bowl is full" in reader.text
    assert "Ana 3 3" in reader.text
    assert "(Since deal 2.)" not in reader.text


def test_more_chips_for_everybody_are_no_gain_in_the_deal_before(reader):
    address = deal_won(reader, buy_in="20")
    to_the_rules(reader)
    reader.press("Done", buy_in="30")
    reader.press("Make this ruling")
    reader.press("Next deal")
    assert "Ana 33" in reader.text

    scores = reader.client.get(f"{address}/export/scores").get_data(as_text=True)
    assert ",3,-1,-1,-1,23,19,19,19" in scores


def test_a_deal_keeps_the_reading_of_straights_by_which_it_was_settled(reader):
    address = prepare(reader, POKER, NAMES, SHOWN)
    assert "Ana Four straight" in reader.text
    to_the_rules(reader)
    reader.pick("poker_straights", "classic")
    reader.press("Done")
    reader.press("Make this ruling")

    assert "The table rules: A four, five or six straight is five tiles in sequence" in reader.text
    assert "Ana Four straight" in reader.text
    for page in (f"{address}/round/1", f"{address}/export/round/1.txt"):
        assert "our straight" in reader.open(page).text


def test_the_new_rule_is_undone_like_any_entry(reader):
    deal_won(reader, buy_in="20")
    to_the_rules(reader)
    reader.press("Done", buy_in="30")
    reader.press("Make this ruling")
    reader.press("Undo")

    to_the_rules(reader)
    assert reader.page.forms[0].fields["buy_in"] == "20"


def test_what_cannot_be_is_answered_and_nothing_is_lost(reader):
    deal_won(reader)
    to_the_rules(reader)
    reader.press("Done", buy_in="many")
    assert "many is not a number that this rule can have." in reader.text
    assert reader.page.forms[0].fields["buy_in"] == "many"

    reader.pick("stakes", "false")
    reader.press("Done", buy_in="0")
    assert "The scores so far count something else; this needs a new table." in reader.text
    assert reader.page.forms[0].fields["stakes"] == "false"


def test_a_rule_that_goes_by_the_number_of_players_is_told_as_it_holds_at_this_table(reader):
    shown = [{"by": "Ben", "hand": ["5-4"]}, {"by": "Cal", "hand": ["3-2"]}]
    gone_out = [{"round": 1}, {"by": "Ana", "play": "6-6"}, *shown]
    prepare(reader, "fundex2004.all-fives", THREE, gone_out, hand_size="1")
    to_the_rules(reader)
    reader.press("Done", hand_size="5")

    assert "The table rules: Each player takes 5 tiles." in reader.text


def test_nothing_changed_is_nothing_ruled(reader):
    deal_won(reader)
    to_the_rules(reader)
    reader.press("Done")

    assert "The table rules" not in reader.text
    assert "Done" in reader.buttons()


def test_in_the_middle_of_a_deal_no_rule_is_offered(reader):
    prepare(reader, POKER, NAMES, WON[:3], stakes="true")
    to_the_rules(reader)

    assert "The rules of this game change only between rounds." in reader.text
    assert "Done" not in reader.buttons()


def test_in_the_middle_of_a_round_in_line_only_what_may_change_is_offered(reader):
    prepare(reader, "fundex2004.all-fives", THREE, [{"round": 1}, {"by": "Ana", "play": "6-6"}])
    to_the_rules(reader)
    offered = reader.page.forms[0].fields
    assert "target" in offered
    assert "hand_size" not in offered
    assert "All other rules change only between rounds." in reader.text
    reader.press("Done", target="300")
    assert "It holds from now on." in reader.text
    reader.press("Make this ruling")

    assert "to 300" in reader.text
    reader.press("Undo")
    assert "Taken back The table's ruling" in reader.text
    assert "to 100" in reader.text


def test_a_rule_goes_back_to_what_the_sheet_prints(reader):
    address = prepare(reader, POKER, NAMES, SHOWN, poker_straights="classic")
    to_the_rules(reader)
    reader.pick("poker_straights", "sheet")
    reader.press("Done")
    reader.press("Make this ruling")

    reader.open(f"{address}/match")
    assert "House rules" not in reader.text


def test_a_ruling_is_told_while_the_hands_are_shown_too(reader):
    passed = [{"by": name, "pass": True} for name in ("Ben", "Cal", "Ana")]
    prepare(reader, "hasbro2003.block", THREE, [{"round": 1}, {"by": "Ana", "play": "6-6"}, *passed])
    to_the_rules(reader)
    reader.press("Done", target="50")
    reader.press("Make this ruling")

    assert "The table rules: The match is to 50 points" in reader.text
    assert "Ana holds 6 tiles" in reader.text


def test_a_number_that_is_cleared_is_as_printed_again(reader):
    own = {"opening": "holder", "opening_double": "5", "hand_size": "5", "target": "20"}
    prepare(reader, "hasbro2003.bergen", THREE, [{"round": 1}, {"void": True}], **own)
    to_the_rules(reader)
    reader.press("Done", opening_double="", hand_size="", target="")

    assert (
        "The table rules: The opening double is 9-9. Each player takes 6 tiles. The match is to 15"
        in reader.text
    )
    reader.press("Make this ruling")
    to_the_rules(reader)
    assert reader.page.forms[0].fields["target"] == "15"
    assert reader.page.forms[0].fields["hand_size"] == ""


@pytest.mark.parametrize(
    ("variant", "players", "switch", "value"),
    [
        ("hasbro2003.texas", NAMES, "target", "300"),
        ("traditional.mexican-train", NAMES, "rounds", "5"),
        ("fundex2004.knock-out", ("Ana",), "knock", "run"),
    ],
)
def test_every_family_has_the_page(reader, variant, players, switch, value):
    prepare(reader, variant, players, [{"round": 1}, {"void": True}])
    to_the_rules(reader)
    if value.isdigit():
        reader.press("Done", **{switch: value})
    else:
        reader.pick(switch, value)
        reader.press("Done")
    reader.press("Make this ruling")

    assert "The table rules:" in reader.text


def test_only_who_may_correct_gets_the_page(reader):
    address = deal_won(reader)
    links = links_of(reader, address)

    for link, status in ((links["watch"], 403), (links["seat-0"], 403), (links["keep"], 200)):
        assert reader.client.get(f"{link}/change").status_code == status


def test_the_rules_of_a_table_lead_there(reader):
    address = deal_won(reader)
    reader.open(f"{address}/rules")
    reader.follow("Change a rule")

    assert "Chips at the start" in reader.text


def test_the_page_is_used_by_thumb_on_a_small_phone(open_phone):
    phone = open_phone(viewport=SMALL)
    thumb = Thumb(phone)
    address = deal_won(thumb.beforehand)
    thumb.open(f"{address}/change")
    thumb.phone.get_by_role("textbox", name="Chips at the start").fill("20")
    thumb.press("Done")
    thumb.press("Make this ruling")
    assert "Everybody starts with 20 chips." in thumb.text

    assert faults_of(phone, [f"{address}/change", f"{address}/change?done=1&buy_in=30"]) == {}


def test_a_ruling_that_came_too_late_is_made_once_the_tile_before_it_was_read(phone):
    thumb = Thumb(phone)
    address = prepare(thumb, "fundex2004.all-fives", THREE, [{"round": 1}, {"by": "Ana", "play": "6-6"}])
    thumb.open(f"{address}/change?target=300&done=1")
    write(thumb, address, [{"by": "Ben", "play": "6-5"}])
    phone.get_by_role("button", name="Make this ruling").tap()
    expect(phone.locator("#outbox")).to_contain_text("Meanwhile: Ben lays 6-5 on 6-6.")
    with phone.expect_navigation():
        phone.get_by_role("button", name="All right").tap()
    phone.get_by_role("button", name="Make this ruling").tap()

    phone.wait_for_url(f"**{address}")
    assert "The table rules: The match is to 300 points" in thumb.text


@pytest.mark.parametrize("locale", ["en", "es"])
def test_no_word_of_a_choice_is_broken_on_a_small_phone(open_phone, locale):
    thumb = Thumb(open_phone(viewport=SMALL, locale=locale))
    address = prepare(thumb, "hasbro2003.bergen", NAMES, [{"round": 1}, {"void": True}], paired="yes")
    thumb.open(f"{address}/change")
    thumb.phone.locator("details").evaluate_all(
        "all => all.forEach(each => { each.removeAttribute('name'); each.open = true; })"
    )

    choices = thumb.phone.locator(".options b")
    assert choices.count() > 30
    broken = [word for each in choices.all() for word in each.evaluate(BROKEN) if "-" not in word]
    assert broken == []
