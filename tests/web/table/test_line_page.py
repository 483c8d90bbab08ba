"""The page of a line game under a thumb: open ends, why, claims, the opening and names."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.simulating import seat_people
from tests.web.looking import SMALL, faults
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare, say, set_up, write
from tests.web.table.test_browser import events
from tests.web.touching import Thumb, box_of

SIZES = [(390, 844), (390, 664), (360, 640)]
FIVES = "fundex2004.all-fives"
LINE = "Ana 6-6 | Ben 6-3 | Ana 6-1 | Ben 3-1 6-3/3"  # the ends are 1 and 1


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def thumb(open_phone, request) -> Thumb:
    """A thumb on a phone of each of the three sizes."""
    width, height = request.param
    return Thumb(open_phone(viewport={"width": width, "height": height}))


def at_table(reader: Reader, variant: str, players: tuple[str, ...], record: str, **switches: str) -> str:
    """A table at which the record was said; its address."""
    address = set_up(reader, variant, players, **switches)
    for event in events(record) if record else [{"round": 1}]:
        say(reader, event)
    return address


def test_an_open_number_and_a_tile_are_two_taps(thumb):
    prepare(thumb, FIVES, ("Ana", "Ben"), events("Ana 6-6 | Ben 6-3"), claims="auto")

    thumb.phone.locator("#end-3").click()
    expect(thumb.phone.locator("#end-3[aria-current]")).to_be_visible()
    assert thumb.phone.locator("button.key.go").evaluate_all("all => all.map(each => each.value)") == [
        "5-3", "4-3", "3-3", "3-2", "3-1", "3-0",
    ]  # fmt: skip
    thumb.press("5-3")

    assert "Ana lays 5-3" in thumb.text or "6 + 6 + 5" in thumb.text
    expect(thumb.phone.locator(".end-button")).to_have_text(["6", "5"])
    assert faults(thumb.phone) == []


def test_why_lights_the_counted_ends_and_covers_nothing_that_has_to_be_tapped(thumb):
    prepare(thumb, FIVES, ("Ana", "Ben"), events("Ana 6-6 | Ben 6-3"), claims="auto")
    expect(thumb.phone.locator(".counted-ends")).to_be_hidden()

    thumb.phone.get_by_text("Why?").click()

    expect(thumb.phone.locator(".counted-ends text")).to_have_text(["12", "3"])
    expect(thumb.phone.locator(".counted-ends")).to_be_visible()
    expect(thumb.phone.get_by_text("Close")).to_be_visible()
    expect(thumb.phone.locator(".why .rule")).to_have_count(1)
    assert covered(thumb.phone) == []
    assert faults(thumb.phone) == []
    thumb.phone.get_by_text("Close").click()
    expect(thumb.phone.locator(".counted-ends")).to_be_hidden()


def covered(page: Page) -> list[str]:
    """The buttons in sight whose middle something else takes, or that stand beyond the screen."""
    found: list[str] = (
        page.evaluate("""() => [...document.querySelectorAll(".tray button, .tray a, .tray summary")]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .filter((each) => {
        const box = each.getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !hit || !(each.contains(hit) || hit.contains(each));
      }).map((each) => each.textContent || each.ariaLabel)""")
    )
    return found


def test_claim_and_muggins_lie_side_by_side_and_cover_nothing(thumb):
    prepare(thumb, "hasbro2003.muggins", ("Ana", "Ben", "Cal"), events("Ana 6-6 | Ben 6-5"), tiles="6")

    calls = thumb.phone.locator(".calls .button")
    assert [" ".join(each.split()) for each in calls.all_text_contents()] == [
        "Claim Ben",
        "Muggins Cal or Ana",
    ]
    tops = calls.evaluate_all("all => all.map(each => Math.round(each.getBoundingClientRect().top))")
    assert tops[0] == tops[1]
    expect(thumb.phone.locator(".end-button")).to_have_count(0)
    assert covered(thumb.phone) == []
    assert faults(thumb.phone) == []


def test_who_may_call_stays_inside_the_button_on_a_small_phone(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    names = ("Ana", "Maximilian", "Wilhelmina")
    prepare(thumb, "hasbro2003.muggins", names, events("Ana 6-6"))
    for call in thumb.phone.locator(".calls .button").all():
        button, name = box_of(call), box_of(call.locator("small"))
        assert button["x"] <= name["x"]
        assert name["x"] + name["width"] <= button["x"] + button["width"]


def test_names_of_ten_players_are_whole(thumb):
    players = (
        "Ana",
        "Benedikt",
        "Christopher",
        "Dee",
        "Eli",
        "Florentine",
        "Player 7",
        "Player 8",
        "Player 9",
        "Player 10",
    )
    prepare(thumb, "hasbro2003.tiddle-a-wink", players, [{"round": 1}])

    assert tuple(thumb.phone.locator(".name").all_text_contents()) == players
    cut = thumb.phone.locator(".name").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"
    )
    assert cut == []
    assert covered(thumb.phone) == []


def test_the_tray_of_a_low_phone_keeps_its_height(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 360, "height": 640}))
    prepare(thumb, FIVES, ("Ana", "Ben"), events("Ana 6-6 | Ben 6-3"), claims="auto")
    height = "document.querySelector('.tray').getBoundingClientRect().height"
    before = thumb.phone.evaluate(height)

    thumb.phone.get_by_text("Why?").click()
    opened = thumb.phone.evaluate(height)
    thumb.phone.get_by_text("Close").click()
    thumb.press("5-4, cannot go")

    assert before == opened == thumb.phone.evaluate(height)
    assert before < 330


# Without a screen


def test_a_number_at_two_ends_says_so_and_its_tile_is_asked_where(reader):
    address = at_table(reader, FIVES, ("Ana", "Ben"), LINE, claims="auto")
    reader.open(f"{address}?at=1")
    assert "2 open ends 1" in reader.page.html
    reader.press("4-1")

    assert "on which tile?" in reader.page.text
    assert [each for each in reader.buttons() if each.startswith("on ")] == ["on 6-1", "on 3-1"]
    reader.press("on 3-1")
    assert "4" in reader.page.text


def test_no_end_buttons_while_a_claim_is_open_or_where_the_picker_is_a_pad(reader):
    at_table(reader, FIVES, ("Ana", "Ben"), "Ana 6-6")
    assert "end-button" not in reader.page.html
    at_table(reader, "classic.draw", ("Ana", "Ben"), "", tiles="9")
    assert "end-button" not in reader.page.html


def test_in_a_large_set_the_tiles_are_there_at_once_where_only_one_number_is_open(reader):
    at_table(reader, "classic.draw", ("Ana", "Ben"), "Ana 9-9", tiles="9")
    tiles = ["9-8", "9-7", "9-6", "9-5", "9-4", "9-3", "9-2", "9-1", "9-0"]
    assert [each for each in reader.buttons() if "-" in each] == tiles

    reader.follow("Another number")
    assert not [each for each in reader.buttons() if "-" in each]
    reader.follow("8, ")
    reader.press("8-7")
    assert "8-7 fits" in reader.text
    reader.follow("Take it back")

    reader.press("9-4")
    assert not [each for each in reader.buttons() if "-" in each]
    assert reader.has_link("9, ")
    assert reader.has_link("4, ")


def test_a_wrong_claim_says_who_and_stands_in_the_list_and_its_sum_waits(reader):
    address = at_table(reader, FIVES, ("Ana", "Ben"), "Ana 6-6 | Ana claims 10")

    assert "Ana claims 10 points for 6-6" in reader.page.text
    assert "6-6 does not score that" in reader.page.text
    listed = reader.open(f"{address}/log").text
    assert "claims 10 points" in listed
    assert "6 + 6" not in listed
    reader.open(address)
    for event in events("Ben 6-3 | Ana 3-1")[1:]:
        say(reader, event)

    listed = reader.open(f"{address}/log").text
    assert "claims 10 points 6 + 6 = 12 6-6 does not score that" in listed


def test_who_calls_points_that_were_claimed_hears_that_none_are_left(reader):
    called = [{"by": "Ben", "claim": 10}, {"by": "Ana", "muggins": 10}]
    said = [{"round": 1}, {"by": "Ana", "play": "5-5"}, {"by": "Ben", "play": "5-0"}, *called]
    prepare(reader, "hasbro2003.muggins", ("Ana", "Ben"), said, tiles="6")

    assert "Ana calls 10 points 5-0 has no more points to take" in reader.page.text


def test_a_seat_is_offered_its_own_call_and_told_whose_it_is(reader, app):
    address = at_table(reader, "hasbro2003.muggins", ("Ana", "Ben"), "Ana 6-6", tiles="6")
    seats = links_of(reader, address)
    ana, ben, watching = (
        Reader(app.test_client()).open(seats[each]) for each in ("seat-0", "seat-1", "watch")
    )

    assert "You are Ana" in ana.text
    assert "You are Ben" in ben.text
    assert "Your turn" in ben.text
    assert [each for each in ana.links if each.startswith(("Claim", "Muggins"))] == ["Claim Ana"]
    assert [each for each in ben.links if each.startswith(("Claim", "Muggins"))] == ["Muggins on 6-6"]
    assert not [each for each in watching.links if each.startswith(("Claim", "Muggins"))]


def test_a_seat_may_call_what_was_claimed_falsely_while_only_its_own_tile_may_be_called_otherwise(
    reader, app
):
    said = [{"round": 1}, {"by": "Ana", "play": "5-5"}, {"by": "Ben", "play": "5-0", "out": 0}]
    players, false = ("Ana", "Ben"), {"by": "Ben", "claim": 15}
    address = prepare(reader, FIVES, players, [*said, false], tiles="6", false_claim="opponent_gets")
    ana = Reader(app.test_client(), htmx=True)
    ana.open(links_of(reader, address)["seat-0"])

    ana.follow("Muggins on 5-0 or earlier")
    ana.press("15")
    assert "Ana takes the 15 points that Ben claimed wrongly" in ana.text

    reader.open(address)  # Ana's own tile may still be called by Ben
    reader.follow("Muggins on 5-5")
    reader.press("10")
    assert "Ben takes the 10 Ana missed" in reader.text


def test_the_double_that_lies_first_does_not_stay_in_the_boneyard(reader):
    set_up(reader, "hasbro2003.sebastopol", ("Ana", "Ben", "Cal", "Dan"))
    assert "26 stay in the boneyard." in reader.text


def test_what_may_be_called_may_still_be_called_after_a_tile_or_a_call_was_taken_back(reader):
    at_table(reader, "fundex2004.all-fives", ("Ana", "Ben", "Cal"), "Ana 5-5 | Ben 5-0 | Cal 5-4")
    reader.press("Undo")
    assert "Taken back Cal's 5-4" in reader.text
    reader.follow("Claim")
    reader.press("15")
    assert "Ben claims 15 points" in reader.text
    reader.press("Undo")
    assert reader.has_link("Claim Ben")
    assert reader.has_link("Muggins on 5-5")


def test_only_doubles_are_lit_until_nobody_has_one(reader):
    at_table(reader, "fundex2004.matador", ("Ana", "Ben"), "")
    assert lit(reader) == ["6-6", "5-5", "0-0", "4-4", "1-1", "3-3", "2-2"]
    reader.follow("Nobody has a double")

    assert "The highest single opens" in reader.page.text
    assert "6-5" in lit(reader)
    assert "6-6" not in lit(reader)


@pytest.mark.parametrize(("tiles", "highest"), [("9", 9), ("12", 12), ("15", 15)])
def test_in_a_large_set_every_double_that_may_open_is_one_tap_away(reader, tiles, highest):
    at_table(reader, "fundex2004.matador", ("Ana", "Ben"), "", tiles=tiles)
    assert lit(reader) == [f"{each}-{each}" for each in range(highest, -1, -1)]

    reader.press("7-7")
    reader.press("Ben")

    assert "Ben lays 7-7" in reader.text or "Ben opens" in reader.text


def test_where_nobody_has_a_double_a_large_set_is_chosen_from_by_its_halves(reader):
    at_table(reader, "fundex2004.matador", ("Ana", "Ben"), "", tiles="9")
    reader.follow("Nobody has a double")
    reader.follow("9, ")
    reader.press("9-8")

    assert "Nobody has a double. Who laid it?" in reader.text


@pytest.mark.parametrize("tiles", ["9", "12", "15"])
def test_the_doubles_of_a_large_set_are_in_sight_on_a_small_phone_and_can_be_typed(open_phone, tiles):
    thumb = Thumb(open_phone(viewport={"width": 360, "height": 640}))
    prepare(thumb, "fundex2004.matador", ("Ana", "Ben"), [{"round": 1}], tiles=tiles)
    phone = thumb.phone
    boxes = [box_of(each) for each in phone.locator(".doubles .key").all()]

    assert len(boxes) == int(tiles) + 1
    assert min(min(each["width"], each["height"]) for each in boxes) >= 44
    assert max(each["y"] + each["height"] for each in boxes) <= 640
    drawn = [box_of(each) for each in phone.locator(".doubles svg").all()]
    assert all(one["width"] <= key["width"] for one, key in zip(drawn, boxes, strict=True))

    phone.keyboard.press("7")
    phone.keyboard.press("7")

    expect(phone.get_by_role("heading", name="7-7 opens")).to_be_visible()


def lit(reader: Reader) -> list[str]:
    """The tiles that are lit, as they stand."""
    return [each.value for form in reader.page.forms for each in form.buttons if each.classes == "key go"]


def test_a_game_that_mixes_again_asks_for_it_and_refuses_a_single_before_it_asks_who(reader):
    at_table(reader, "fundex2004.block-draw", ("Ana", "Ben"), "")
    reader.follow("Nobody has a double")
    assert "Mix the tiles and deal again" in reader.page.text
    plain = reader.address.partition("?")[0]
    assert [name for name, to in reader.page.links.items() if to == plain] == ["The tiles are dealt again"]
    reader.follow("The tiles are dealt again")

    reader.press("6-4, cannot go")

    assert "The round is opened with a double, and 6-4 is not one." in reader.page.text
    assert "Who laid it?" not in reader.page.text


def test_who_opens_is_asked_once_in_a_large_set(reader):
    at_table(reader, "classic.draw", ("Ana", "Ben"), "", tiles="9")
    reader.press("9-9")
    assert reader.page.text.count("Who laid it?") == 1
    reader.press("Ben")

    assert "Ben opens with 9-9" in reader.page.text


def test_a_refused_tile_is_drawn_in_the_tray_and_at_each_end_that_it_does_not_fit(reader):
    at_table(reader, FIVES, ("Ana", "Ben"), "Ana 6-6 | Ben 6-3", claims="auto")
    reader.press("5-4, cannot go")

    assert '<svg class="tile refused"' in reader.page.html
    assert reader.page.html.count('<g class="tile refused"') == 2
    assert "What now?" not in reader.page.text


def test_gee_is_told_as_gee(reader):
    address = set_up(reader, "hasbro2003.tiddle-a-wink", tuple("ABCDEF"), tiles="9")
    for event in ({"round": 1}, {"by": "A", "play": "9-9"}, {"by": "A", "pass": True}):
        say(reader, event, 9)

    assert "A says Gee" in reader.page.text
    assert "says Gee" in reader.open(f"{address}/log").text
    write(reader, address, [{"retract": 3}])
    assert "A said Gee" in reader.open(f"{address}/log").text


def test_a_blank_end_that_no_matador_is_left_for_is_not_said_to_have_used_up_the_blanks(client):
    reader = Reader(client)
    laid = (
        {"play": "0-0"},
        {"play": "6-1", "out": 1},
        {"play": "6-0"},
        {"play": "5-2", "at": "0-0", "out": 2},
        {"play": "5-0"},
        {"play": "4-3", "at": "6-0", "out": 3},
        {"play": "4-0"},
    )
    said = [{"by": ("Ana", "Ben")[n % 2], **each} for n, each in enumerate(laid)]
    prepare(reader, "fundex2004.matador", ("Ana", "Ben"), [{"round": 1}, *said], tiles="6", draw="none")

    assert "Nobody can go. Show the tiles left in each hand." in reader.text
    assert "All seven blanks" not in reader.text


def test_a_block_that_pays_nothing_asks_for_no_hands_and_says_so(reader):
    address = set_up(reader, "traditional.fives-and-threes", ("Ana", "Ben"), hand_size="2")
    blocked = [{"round": 1, "opener": "Ana"}, {"by": "Ana", "play": "6-4"}]
    write(reader, address, [*blocked, {"by": "Ben", "pass": True}, {"by": "Ana", "pass": True}])
    reader.open(address)

    assert "Nobody scores Blocked" in reader.text
    assert "A blocked round pays no points." in reader.text
    assert any(each.startswith("Next round") for each in reader.buttons())


def test_the_one_tile_that_nobody_may_draw_is_told_in_the_singular(reader):
    people = seat_people("edge.muggins", 3, random.Random(7))
    people.deal()
    while people.log.state.sleeping > 1:
        people.act()
    prepare(reader, "edge.muggins", people.log.start.setup.players, people.said)

    assert "Draw 1 stays" in reader.text


@pytest.mark.parametrize("variant", ["classic.draw", "traditional.mexican-train"])
def test_a_screen_reader_hears_that_a_player_holds_one_tile(reader, variant):
    said = [{"round": 1}, {"by": "Ana", "play": "6-6"}] if "train" in variant else [{"round": 1}]
    prepare(reader, variant, ("Ana", "Ben"), said, hand_size="1" if "draw" in variant else "2", tiles="6")

    assert 'aria-label="1 tile"' in reader.page.html
