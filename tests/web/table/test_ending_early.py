"""A hand of tricks that ends before its last trick: claimed, conceded, or played on with an open hand."""

from playwright.sync_api import expect

from tests.trick_players import NAMES
from tests.web.looking import SMALL, faults
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare, set_up
from tests.web.table.test_tricks_page import FIRST, FORTY_TWO, SECOND, SIXES, TEXAS, tell, trick
from tests.web.touching import box_of

THIRD = trick("5-5", "5-3", "5-0", "5-1", first=2)
FOURTH = trick("5-2", "2-1", "3-2", "4-2", first=2)
BID_34 = [{**each, "bid": 34} if each.get("bid") == 35 else each for each in SIXES]
RENEGED = [*trick("6-6", "5-4", "6-2", "4-4"), *trick("6-3", "6-4")]
PLAYED = [*SIXES, *FIRST, *SECOND, *THIRD, *FOURTH]


def test_a_hand_of_texas_ends_by_a_claim_that_is_judged_tile_by_tile(thumb):
    prepare(thumb, TEXAS, NAMES, PLAYED)
    thumb.follow("End the round")
    assert "Cal shows 3 tiles and takes every trick" in thumb.text
    assert "One team gives up the 8 points left" in thumb.text
    assert faults(thumb.phone) == []
    thumb.follow("Claim the rest")
    for tile in ("6-0", "4-4", "3-3"):
        thumb.choose("tile", tile)
    expect(thumb.phone.get_by_role("heading", name="Cal takes the rest")).to_be_visible()
    expect(thumb.phone.locator(".claimed b")).to_have_text(
        ["The last trump", "The highest four", "The highest three"]
    )
    tile, why = (thumb.phone.locator(f".claimed {each}").first for each in (".held-tile", "b"))
    assert box_of(tile)["width"] < box_of(why)["width"] / 2
    expect(thumb.phone.locator(".steps dd")).to_have_text(["34", "3", "5", "42"])
    assert faults(thumb.phone) == []
    thumb.press("Score the round")
    assert "Ana & Cal make 35" in thumb.text
    expect(thumb.phone.locator("td.total")).to_have_text(["42", "0"])
    thumb.press("Undo")
    assert "Cal to lead" in thumb.text


def test_the_ways_to_end_a_hand_are_lines_with_their_arrow_at_the_end(thumb):
    prepare(thumb, TEXAS, NAMES, PLAYED)
    thumb.follow("End the round")
    for way in thumb.phone.locator(".ways .line").all():
        line, arrow = box_of(way), box_of(way.locator("svg"))
        words = box_of(way.locator("small"))
        assert arrow["x"] >= words["x"] + words["width"]
        assert abs(2 * arrow["y"] + arrow["height"] - 2 * line["y"] - line["height"]) < 4


def test_all_ways_to_end_a_decided_hand_are_in_sight_on_a_small_phone(thumb):
    thumb.phone.set_viewport_size(SMALL)
    prepare(thumb, FORTY_TWO, NAMES, [*BID_34, *FIRST, *SECOND, *THIRD, *FOURTH])
    thumb.follow("End the round")
    assert thumb.phone.locator(".ways .line").count() == 4
    undo = box_of(thumb.phone.get_by_role("button", name="Undo"))
    assert undo["y"] + undo["height"] <= SMALL["height"]


def test_a_claim_that_may_lose_names_the_tile_that_beats_it_and_is_played_on(thumb):
    thumb.phone.set_viewport_size(SMALL)
    prepare(thumb, TEXAS, NAMES, PLAYED)
    thumb.follow("End the round")
    thumb.follow("Claim the rest")
    for tile in ("6-0", "4-1", "3-3"):
        thumb.choose("tile", tile)
    assert "Cal may lose a trick" in thumb.text
    assert "4-4 may still be out" in thumb.text or "4-3 may still be out" in thumb.text
    assert "Score the round" not in thumb.text
    assert faults(thumb.phone) == []
    thumb.follow("Play on")
    assert "Cal to lead" in thumb.text


def test_a_side_that_concedes_gives_all_points_that_are_left(thumb):
    prepare(thumb, TEXAS, NAMES, [*SIXES, *FIRST])
    thumb.follow("End the round")
    thumb.follow("Concede")
    assert "Ana & Cal make 35" in thumb.text
    assert "Ben & Dan take 66" in thumb.text or "Ana & Cal are set at 35" in thumb.text
    assert faults(thumb.phone) == []
    thumb.press("Ben & Dan concede")
    expect(thumb.phone.locator("td.total")).to_have_text(["42", "0"])


def test_the_teams_that_may_concede_are_lines_as_wide_as_the_ways_to_end_a_hand(thumb):
    prepare(thumb, TEXAS, NAMES, [*SIXES, *FIRST])
    thumb.follow("End the round")
    way = thumb.phone.locator(".ways .line").first
    wide, left = box_of(way)["width"], box_of(way.locator("b"))["x"]
    thumb.follow("Concede")

    for team in thumb.phone.locator(".ways .line").all():
        assert box_of(team)["width"] == wide
        assert box_of(team.locator("b"))["x"] == left
        assert team.evaluate("each => getComputedStyle(each).textAlign") == "start"


def test_a_seat_concedes_for_its_own_side_only_and_claims_in_its_own_turn(reader, app):
    address = set_up(reader, TEXAS, NAMES)
    tell(reader, *PLAYED)
    links = links_of(reader, address)
    ben, cal = (Reader(app.test_client(), htmx=True) for _ in range(2))
    ben.open(links["seat-1"])
    assert not ben.has_link("End the round")
    cal.open(links["seat-2"])
    cal.follow("End the round")
    assert cal.has_link("Claim the rest")
    cal.follow("Concede")
    assert "Ana & Cal concede" in cal.text
    assert "Ben & Dan concede" not in cal.text


def test_a_second_phone_confirms_a_claim_where_there_is_one(reader, app):
    address = set_up(reader, TEXAS, NAMES)
    tell(reader, *PLAYED)
    ben = Reader(app.test_client(), htmx=True)
    ben.open(links_of(reader, address)["seat-1"])
    reader.open(address)
    reader.follow("End the round")
    reader.follow("Claim the rest")
    for tile in ("6-0", "4-4", "3-3"):
        reader.choose("tile", tile)
    reader.press("Score the round")
    assert "The next round waits" in reader.text
    assert "Next round" not in reader.buttons()
    assert not reader.has_link("Somebody else deals")
    ben.open(ben.address)
    ben.press("Confirm the round")
    reader.open(address)
    assert "The round is confirmed." in reader.text
    assert reader.has_link("Somebody else deals")
    reader.press("Next round")
    assert "Ben to bid" in reader.text


def test_without_scripts_a_claim_is_entered_tile_by_tile_too(client):
    reader = Reader(client)
    set_up(reader, TEXAS, NAMES)
    tell(reader, *PLAYED)
    reader.follow("End the round")
    reader.follow("Claim the rest")
    for tile in ("6-0", "4-4", "3-3"):
        reader.choose("tile", tile)
    assert "No tile left can beat these 3." in reader.text
    reader.press("Score the round")
    assert "Ana & Cal make 35" in reader.text


def test_nobody_is_asked_to_show_a_hand_of_a_deal_that_does_not_count(reader):
    prepare(reader, TEXAS, NAMES, [*PLAYED, {"void": True}])
    assert "The round does not count" in reader.text
    assert not reader.has_link("Show a hand that nobody has seen")


def test_a_hand_whose_bid_is_made_is_scored_without_the_tricks_that_are_left(reader):
    prepare(reader, FORTY_TWO, NAMES, [*BID_34, *FIRST, *SECOND, *THIRD])
    reader.follow("End the round")
    assert "Score the round" not in reader.text

    reader.follow("Back")
    tell(reader, *FOURTH)
    reader.follow("End the round")
    reader.press("Score the round Ana & Cal make 34")
    assert "The bid of 34 is made: 1 mark for Ana & Cal" in reader.text


def test_a_hand_that_a_renege_decided_is_scored_at_once(reader):
    prepare(reader, FORTY_TWO, NAMES, [*SIXES, *RENEGED])
    reader.follow("End the round")
    reader.press("Score the round Ana & Cal make 35")
    assert "So the hand is lost for Ben & Dan" in reader.text


def test_a_hand_in_which_every_point_counts_is_played_on_when_its_bid_is_made(reader):
    prepare(reader, TEXAS, NAMES, [*BID_34, *PLAYED[len(SIXES) :]])
    reader.follow("End the round")
    assert "Score the round" not in reader.text


def test_a_seat_leaves_it_to_the_scorekeeper_to_score_a_hand_that_is_decided(reader, app):
    address = set_up(reader, FORTY_TWO, NAMES)
    tell(reader, *SIXES, *RENEGED)
    cal = Reader(app.test_client(), htmx=True)
    cal.open(links_of(reader, address)["seat-2"])
    cal.follow("End the round")
    assert "Score the round" not in cal.text
