"""The pages of the trick games: one whole hand by thumb, what is refused, what is proved, and what each side needs."""

import io
import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from referee.engine.games.match import Status
from tests.folders import PLAYTHROUGHS
from tests.trick_players import NAMES, seat_four
from tests.web.looking import SMALL, faults_of
from tests.web.reading import Reader
from tests.web.sitting import Hand, links_of, prepare, say, set_up
from tests.web.touching import Thumb, box_of

TEXAS, FORTY_TWO = "hasbro2003.texas", "traditional.forty-two"
AUCTION: list[dict[str, Any]] = [
    {"round": 1, "opener": "Ana"},
    {"by": "Ana", "bid": 35},
    *({"by": name, "bid": "pass"} for name in NAMES[1:]),
]
SIXES = [*AUCTION, {"by": "Ana", "trump": 6}]


def hand_of(key: str) -> list[dict[str, Any]]:
    """The first hand of a playthrough: the auction, the trump and seven tricks."""
    lines = (PLAYTHROUGHS / f"{key}.jsonl").read_text("utf-8").splitlines()[1:]
    events = [json.loads(line) for line in lines]
    plays = [n for n, event in enumerate(events) if "play" in event]
    return events[: plays[27] + 1]


def trick(*tiles: str, first: int = 0) -> list[dict[str, Any]]:
    """One tile from each, clockwise."""
    return [{"by": NAMES[(first + place) % 4], "play": each} for place, each in enumerate(tiles)]


CUT = """[...document.querySelectorAll(".tray > *")]
    .filter((each) => each.scrollHeight > each.clientHeight + 2).map((each) => each.className)"""
BOTTOMS = "all => all.map(each => each.getBoundingClientRect().bottom)"
TOPS = "all => all.map(each => each.getBoundingClientRect().top)"
LINES = (
    "each => { const all = new Range(); all.selectNodeContents(each); return all.getClientRects().length; }"
)
# What three players throw off while the fourth leads all doubles.
THROWN = {
    6: ("6-5", "6-4", "6-3"),
    5: ("5-4", "5-3", "5-2"),
    4: ("4-3", "4-2", "4-1"),
    3: ("3-2", "3-1", "3-0"),
    2: ("2-1", "2-0", "6-0"),
    1: ("1-0", "6-1", "5-1"),
    0: ("5-0", "4-0", "6-2"),
}
FIRST = trick("6-6", "6-4", "6-2", "5-4")
SECOND = trick("6-3", "6-1", "6-5", "1-1")


def tell(hand: Hand, *events: dict[str, Any]) -> None:
    """Say one event after the other."""
    for event in events:
        say(hand, event)


# Whole hands


def test_a_hand_of_texas_is_played_by_thumb_from_the_auction_to_the_settlement(thumb):
    hand = hand_of(TEXAS)
    plays = [n for n, event in enumerate(hand) if "play" in event]
    second, last = plays[4], plays[24]
    address = prepare(thumb, TEXAS, NAMES)
    tell(thumb, *hand[:second])
    reader = thumb.beforehand
    reader.open(address)
    tell(reader, *hand[second:last])
    thumb.open(address)
    tell(thumb, *hand[last:])

    assert "Ana & Cal make 35" in thumb.text
    assert "Ana & Cal took 35, Ben & Dan 7" in thumb.text
    expect(thumb.phone.locator("td.total")).to_have_text(["35", "7"])
    expect(thumb.phone.locator(".trick-list tbody tr")).to_have_count(7)
    assert thumb.phone.locator(".trick-list tbody td:last-child").all_inner_texts()[0].endswith("11")
    thumb.press("Undo")
    assert "Cal to follow" in thumb.text
    thumb.press("Redo")
    thumb.press("Next round")
    assert "Ana deals" in thumb.text
    assert "Ben to bid" in thumb.text


def test_a_hand_of_forty_two_pays_a_mark(thumb):
    set_up(thumb, FORTY_TWO, NAMES)
    tell(thumb, *hand_of(FORTY_TWO))

    assert "The bid of 35 is made: 1 mark for Ana & Cal" in thumb.text
    expect(thumb.phone.locator("td.total")).to_have_text(["1", "0"])


@pytest.mark.parametrize(("key", "rule"), [(TEXAS, {"target": "60"}), (FORTY_TWO, {"marks_to_win": "3"})])
def test_a_match_with_open_hands_and_reneges_is_played_by_the_buttons_of_the_page(reader, key, rule):
    options = {name: int(value) for name, value in rule.items()}
    people = seat_four(key, random.Random(42), options=options)
    while people.log.state.status is not Status.MATCH_OVER:
        people.openness = 0.02 if len(people.log.state.rounds) % 2 else 0.0
        people.cheats = () if people.openness else (1,)
        people.play_hand()
    set_up(reader, key, NAMES, **rule)
    tell(reader, {**people.said[0], "opener": "Ana"}, *people.said[1:])

    state = people.log.state
    assert f"{state.setup.sides[state.winner]} win with {state.scores[state.winner]}" in reader.text
    totals = re.findall(
        r'<td class="total[^"]*">(-?[0-9]+)</td>', reader.page.html.replace("\N{MINUS SIGN}", "-")
    )
    assert [int(each) for each in totals] == sorted(state.scores, reverse=True)
    assert "Same players again" in reader.buttons()
    flags = [each for each in state.flags if each.round == len(state.rounds)]
    if reader.has_link("Proved"):
        reader.follow("Proved")
        assert all(str(flag.headline) in reader.text for flag in flags)


def test_a_hand_is_begun_without_any_script(open_phone):
    plain = open_phone(java_script_enabled=False)
    prepare(Thumb(plain), TEXAS, NAMES)

    plain.get_by_role("button", name="Ana").click()
    plain.get_by_role("button", name="30", exact=True).click()
    for _ in range(3):
        plain.get_by_role("button", name="Pass").click()
    plain.get_by_role("button", name="Fives").click()
    expect(plain.get_by_role("heading", name="Ana to lead")).to_be_visible()
    plain.get_by_role("button", name="4-4").click()
    expect(plain.get_by_role("heading", name="Ben to follow: fours")).to_be_visible()
    plain.get_by_role("link", name="Has no fours").click()
    expect(plain.get_by_role("heading", name="Ben has no fours")).to_be_visible()
    plain.get_by_role("button", name="5-5", exact=True).click()
    expect(plain.get_by_text("Ben lays 5-5, a trump", exact=True)).to_be_visible()
    plain.get_by_role("button", name="Undo").click()
    expect(plain.get_by_text("Taken back")).to_be_visible()


# The auction and the trump


def test_only_the_bids_that_stand_are_lit_and_a_pale_one_says_why_not(reader):
    set_up(reader, TEXAS, NAMES)
    tell(reader, AUCTION[0], {"by": "Ana", "bid": 39})
    assert reader.buttons("pale") == [*(f"{bid}, not now" for bid in range(30, 40)), *OVER_THE_LADDER]

    reader.press("35, not now")

    assert "35 cannot be bid now; possible bids are 40 to 42 and a pass." in reader.text
    assert "every bid is higher than the one before it" in reader.text
    assert "Ben to bid" in reader.text
    tell(reader, {"by": "Ben", "bid": 40})
    assert "Cal to bid" in reader.text


OVER_THE_LADDER = ["84, not now", "168, not now", "336, not now"]


def test_the_calls_and_contracts_that_the_house_plays_are_there_and_no_others(reader):
    set_up(reader, FORTY_TWO, NAMES, plunge="true", nel_o="true")
    tell(reader, AUCTION[0])
    assert any(each.startswith("Plunge, bids 168") for each in reader.buttons("amount"))
    assert not any(each.startswith("Splash") for each in reader.buttons("amount"))

    tell(reader, *AUCTION[1:])
    assert "Nel-O, not now" in reader.buttons("amount")
    assert "Sevens" not in " ".join(reader.buttons("amount"))
    reader.press("Nel-O, not now")
    assert "Nel-O needs a bid of 42 or more" in reader.text
    assert "Ana names the trump" in reader.text


def test_when_all_pass_the_next_player_deals(reader):
    set_up(reader, TEXAS, NAMES)
    tell(reader, AUCTION[0], *({"by": name, "bid": "pass"} for name in NAMES))

    assert "Nobody bid" in reader.text
    reader.follow("Somebody else deals")
    assert "It is Ana's turn to deal; Ben bids first." in reader.text
    reader.press("Dan")
    assert "Dan to bid" in reader.text


# The tricks


def test_the_page_tells_what_each_side_needs_and_which_tile_wins_so_far(reader):
    set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, *FIRST, *SECOND, *trick("5-5", "5-3", first=2))

    assert "Ana & Cal need 23 more of 35." in reader.text
    assert "Ben & Dan need 8 more of 8." in reader.text
    assert "Cal 5-5, Dan 5-3. Best: Cal. 11 points." in reader.text
    assert "Ana to follow: fives" in reader.text


@pytest.mark.parametrize("game", [TEXAS, FORTY_TWO])
def test_a_hand_without_trumps_has_the_same_name_before_and_after(reader, game):
    set_up(reader, game, NAMES)
    tell(reader, *AUCTION)
    reader.press("No trump")
    assert "No trump Ana names no trump and leads" in reader.text


def test_tiles_that_follow_are_lit_and_others_after_one_tap(reader):
    set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, *FIRST, *SECOND, *trick("5-5", first=2))
    assert reader.buttons("go") == ["5-3", "5-2", "5-1", "5-0"]
    reader.follow("Has no fives")
    assert "5-2, follows" in reader.buttons("off")
    assert "6-0" in reader.buttons("go")


def test_a_player_who_has_shown_to_have_none_of_a_suit_is_not_asked_again(reader):
    set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, *FIRST, {"by": "Ana", "play": "6-3"}, {"by": "Ben", "play": "6-1"})
    tell(reader, {"by": "Cal", "play": "6-5"})

    assert "Dan has no trumps" in reader.text
    assert "6-0, follows" in reader.buttons("off")


def test_a_proved_renege_is_named_at_once_and_at_the_settlement(reader):
    set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, *trick("6-6", "5-4", "6-2", "4-4"), {"by": "Ana", "play": "6-3"})
    assert "renege" not in reader.text

    tell(reader, {"by": "Ben", "play": "6-4"})

    assert "Ben did not follow in trick 1, holding 6-4" in reader.text
    assert "Ben & Dan: reneged." in reader.text
    table = reader.address
    reader.follow("Proved · 1")
    assert "Trick 1: trumps were led, and Ben laid 5-4. Ben laid 6-4 in trick 2." in reader.text
    assert "A side that reneged loses the hand once it is proved." in reader.text
    reader.open(table)
    tell(reader, {"by": "Cal", "play": "6-5"})
    assert reader.has_link("Proved · 1")
    proof = (
        "Ben did not follow in trick 1, holding 6-4. "
        "Trick 1: trumps were led, and Ben laid 5-4. Ben laid 6-4 in trick 2."
    )

    laid = {"6-6", "5-4", "6-2", "4-4", "6-3", "6-4", "6-5"}
    box = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    for each in [each for each in box if each not in laid]:
        reader.press(each)
    assert proof in reader.text
    assert "So the hand is lost for Ben & Dan" in reader.text
    assert "Ana & Cal make 35" in reader.text
    for paper in ("", "/round/1", "/match"):
        reader.open(f"{table}{paper}")
        assert 'holding <span class="unbroken">6-4</span>' in reader.page.html


def test_an_open_hand_shows_only_its_own_tiles_and_one_that_must_follow_may_stand(reader):
    set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, *FIRST, {"by": "Ben", "hand": ["6-1", "5-3", "5-1", "3-2", "4-3", "4-2"]})
    assert "Ana to lead" in reader.text
    tell(reader, {"by": "Ana", "play": "6-3"})
    assert reader.buttons("go") == ["6-1"]

    reader.press("5-3, does not follow")
    assert "Trumps were led, and Ben holds 6-1." in reader.text
    reader.press("Let it stand")
    assert "Cal to follow: trumps" in reader.text


def test_a_tile_laid_out_of_turn_may_stand(reader):
    address = set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, {"by": "Ana", "play": "6-6"})
    reader.open(f"{address}/log")
    reader.follow("Cal")
    assert "Cal laid out of turn" in reader.text
    reader.press("6-2")
    assert "It is Ben's turn, not Cal's." in reader.text
    reader.press("Let it stand")
    assert "The table lets it stand" in reader.text
    assert "Ana 6-6, Cal 6-2. Best: Ana." in reader.text


def test_laying_open_a_tile_that_was_laid_is_refused_in_words(reader):
    address = set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, *FIRST)
    tried = json.dumps({"by": "Ana", "hand": ["6-4", "5-0", "5-2", "4-1", "3-3", "6-0"]})
    reader.open(f"{address}?hand=Ana&tried={tried}")
    assert "6-4 cannot be in Ana's hand: it was laid before." in reader.text


def test_the_list_tells_bids_trump_and_tricks_in_words(reader):
    address = set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, *FIRST)
    reader.press("Undo")
    reader.open(f"{address}/log")

    for words in ("bids 35", "passes", "names sixes as trumps", "leads: trumps", "follows", "taken back"):
        assert words in reader.text
    reader.open(f"{address}/log/2")
    reader.follow("41")
    assert "No score and no turn changes." in reader.text


def test_a_link_for_watching_shows_everything_and_offers_nothing(reader):
    address = set_up(reader, TEXAS, NAMES)
    tell(reader, *AUCTION[:2])
    watch = links_of(reader, address)["watch"]
    for events in ([], AUCTION[2:], SIXES[5:], FIRST[:3]):
        reader.open(address)
        tell(reader, *events)
        reader.open(watch)
        assert reader.buttons() == []
        assert re.search(r"(to bid|names the trump|to lead|to follow: trumps)", reader.text)
    assert "Best: Ana" in reader.text


# Every phone, and paper


def pages(reader: Reader) -> list[str]:
    """A page of every kind, by its address."""
    found = []
    before = set_up(reader, TEXAS, NAMES)
    bidding = set_up(reader, TEXAS, NAMES)
    tell(reader, *AUCTION[:2])
    naming = set_up(reader, TEXAS, NAMES)
    tell(reader, *AUCTION)
    playing = set_up(reader, TEXAS, NAMES)
    tell(reader, *SIXES, *trick("6-6", "5-4", "6-2", "4-4"), {"by": "Ana", "play": "6-3"})
    tell(reader, {"by": "Ben", "play": "6-4"})
    found += [before, bidding, f'{bidding}?tried={{"by":"Ben","bid":30}}', naming, playing]
    found += [f"{playing}?at=none", f"{playing}?hand=Dan&shown=2-1", f"{playing}/log"]
    found += [f'{playing}?tried={{"by":"Dan","play":"2-1"}}']
    settled = set_up(reader, TEXAS, NAMES)
    tell(reader, *hand_of(TEXAS))
    return [*found, settled, f"{settled}?deal=1", f"{settled}/log", f"{settled}/round/1"]


def test_nothing_stands_in_the_way_of_a_screen_reader_or_of_a_thumb_on_a_small_phone(open_phone):
    phone = open_phone(viewport=SMALL)

    assert faults_of(phone, pages(Thumb(phone).beforehand)) == {}


def test_everything_that_is_tapped_is_in_sight_on_a_small_phone(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    address = prepare(thumb, TEXAS, NAMES, (AUCTION[0], {"by": "Ana", "bid": 39}))
    for step in ("", '?tried={"by":"Ben","bid":30}'):
        thumb.open(address + step)
        assert thumb.phone.evaluate("document.documentElement.scrollHeight") <= SMALL["height"]
    reader = thumb.beforehand
    reader.open(address)
    for events in (
        ({"by": "Ben", "bid": "pass"}, {"by": "Cal", "bid": "pass"}, {"by": "Dan", "bid": "pass"}),
        ({"by": "Ana", "trump": 6}, *trick("6-6", "5-4", "6-2", "4-4")),
        ({"by": "Ana", "play": "6-3"}, {"by": "Ben", "play": "6-4"}),
    ):
        tell(reader, *events)
        thumb.open(address)
        assert thumb.phone.evaluate("document.documentElement.scrollHeight") <= SMALL["height"]
        assert thumb.phone.evaluate(CUT) == []


def test_long_names_push_nothing_below_a_small_screen(open_phone):
    phone = open_phone(viewport=SMALL)
    names = (
        "Maximilian Alexander A",
        "Bartholomew Constanti",
        "Anna-Katharina Sophia",
        "Christopher-Sebastian",
    )
    bids = ({"by": name, "bid": bid} for name, bid in zip(names, (30, "pass", "pass", "pass"), strict=True))
    prepare(Thumb(phone), "traditional.forty-two", names, ({"round": 1, "opener": names[0]}, *bids))

    undo = box_of(phone.get_by_role("button", name="Undo"))
    assert undo["y"] + undo["height"] <= SMALL["height"]


def test_a_hand_fits_one_page_of_paper(thumb):
    reader = thumb.beforehand
    address = set_up(reader, TEXAS, NAMES)
    tell(reader, *hand_of(TEXAS))
    reader.press("Undo")
    tell(reader, {"by": "Cal", "play": "2-0"})
    thumb.open(f"{address}/round/1")

    for words in ("Ana 35, Ben pass, Cal pass, Dan pass", "Ana & Cal make 35", "taken back"):
        assert words in thumb.text
    printed = thumb.phone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1
    assert re.search(rb"/MediaBox \[0 0 594[.0-9]* 841", printed)


def test_partners_who_sit_opposite_are_told_pair_by_pair(reader):
    set_up(reader, "traditional.forty-two", ["Ana", "Ben", "Cal", "Dan"])
    assert "Partners sit opposite: Ana & Cal, Ben & Dan." in reader.text.replace(" and ", " & ")


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_long_names_of_partners_stand_beside_their_bid_and_whole_at_the_table(open_phone, size):
    thumb = Thumb(open_phone(viewport={"width": size[0], "height": size[1]}))
    names = ("Bartolomeo", "Ana", "Maximiliano", "Ben")
    prepare(thumb, "hasbro2003.texas", names, [{"round": 1, "opener": "Bartolomeo"}])
    before = box_of(thumb.phone.locator(".scores"))
    thumb.press("31")

    assert box_of(thumb.phone.locator(".scores")) == before
    name, bid = (box_of(thumb.phone.locator(f".party:first-child {each}")) for each in (".name", ".held"))
    assert name["x"] + name["width"] <= bid["x"]
    assert name["height"] < 2.5 * bid["height"]
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    assert thumb.phone.eval_on_selector_all(".who-sits", cut) == []


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_the_tricks_of_one_side_lie_above_the_tiles_of_the_last_one(open_phone, size):
    players = "Grandma Jo", "Bartholomew", "Wilma-Jean", "Maximiliano"
    first, *others = players
    passes = [{"by": name, "bid": "pass"} for name in others]
    said = [
        {"round": 1, "opener": first},
        {"by": first, "bid": 42},
        *passes,
        {"by": first, "trump": "doubles"},
    ]
    for number, thrown in THROWN.items():
        laid = [f"{number}-{number}", *thrown]
        said += [{"by": by, "play": tile} for by, tile in zip(players, laid, strict=True)]
    thumb = Thumb(open_phone(viewport={"width": size[0], "height": size[1]}))
    thumb.open(prepare(thumb, FORTY_TWO, players, said[:-1]))
    bottoms = thumb.phone.eval_on_selector_all(".taken-tricks li", BOTTOMS)
    tops = thumb.phone.eval_on_selector_all(".felt-round > *", TOPS)

    assert len(bottoms) == 6
    assert max(bottoms) <= min(tops)


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_a_name_of_two_words_is_whole_at_the_table_wherever_its_player_sits(open_phone, size):
    thumb = Thumb(open_phone(viewport={"width": size[0], "height": size[1]}))
    names = ("Grandma Rosa", "Grandma Olga", "Grandpa Hans", "Grandpa Carl")
    prepare(thumb, "traditional.forty-two", names, [{"round": 1, "opener": "Grandpa Carl"}])
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    assert thumb.phone.eval_on_selector_all(".who-sits", cut) == []


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@pytest.mark.parametrize("partner", ["Carl", "Tío Manolo", "Maximiliano"])
def test_a_bid_moves_nothing_however_long_the_names_of_its_side(open_phone, size, partner):
    thumb = Thumb(open_phone(viewport={"width": size[0], "height": size[1]}))
    prepare(thumb, "traditional.forty-two", (partner, "Ana", "Zoë", "Ben"), [{"round": 1, "opener": partner}])
    before = box_of(thumb.phone.locator(".scores"))
    thumb.press("31")
    assert box_of(thumb.phone.locator(".scores")) == before


def test_the_tiles_of_a_trick_that_was_not_finished_stand_at_the_end_of_its_hand(reader):
    said = [*SIXES, *FIRST, {"by": "Ana", "play": "6-3"}, {"by": "Ben", "concede": True}]
    table = prepare(reader, TEXAS, NAMES, said)

    for page in (table, f"{table}/round/1"):
        rows = reader.open(page).html.split('class="trick-list"')[1].split("</table>")[0].split("<tr>")
        assert [row.count("<svg") for row in rows[-2:]] == [4, 1]
    paper = reader.client.get(f"{table}/export/round/1.pdf").data
    tricks = (
        PdfReader(io.BytesIO(paper)).pages[0].extract_text().partition("Trick")[2].partition("The tile")[0]
    )
    assert tricks.split()[:1] == ["1"]
    assert tricks.split()[-1] == "2"


def test_names_are_whole_over_the_tricks_of_a_settled_hand(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 360, "height": 640}))
    names = ("Grandma Rosa", "Tío Manolo", "Maximilian", "Zoë")
    seats = dict(zip(NAMES, names, strict=True))
    said = [*SIXES, *FIRST, {"by": "Ben", "concede": True}]
    named = [{key: seats.get(value, value) for key, value in each.items()} for each in said]
    prepare(thumb, "hasbro2003.texas", names, named)
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    assert thumb.phone.locator(".trick-list thead th").count() > 4
    assert thumb.phone.eval_on_selector_all(".trick-list thead th", cut) == []
    for name in ("Zoë", "Maximilian"):
        assert thumb.phone.locator(".trick-list thead th", has_text=name).evaluate(LINES) == 1
