"""The pages of trains and chickenfoot: a round by thumb, eight trains in sight, doubles that wait, what is refused."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.web.tables.switches import written
from tests.simulating import NAMES
from tests.train_players import seat_train_people
from tests.web.looking import BROKEN, SMALL, faults
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare, say, set_up, write
from tests.web.touching import Thumb, box_of

TRAIN, FOOT, PRIVATE = "traditional.mexican-train", "traditional.chickenfoot", "traditional.private-trains"
LINE = "fundex2004.block-draw"
OPENED: list[dict[str, Any]] = [{"round": 1}, {"by": "Ana", "play": "9-9"}]
# Boxes that are not whole inside the screen, or under the tray.
OUTSIDE = """
what => {
  const tray = document.querySelector(".tray").getBoundingClientRect();
  const isBeside = tray.left > 0;
  return [...document.querySelectorAll(what)].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width < 1 || box.left < -.5 || box.top < -.5 || box.right > document.documentElement.clientWidth + .5
      || box.bottom > (isBeside ? innerHeight : tray.top + .5);
  }).map(each => each.outerHTML.slice(0, 120));
}
"""


def round_of(key: str, players: int, tiles: int, seed: int, **options: Any) -> list[dict[str, Any]]:
    """A round played by chance."""
    people = seat_train_people(key, players, random.Random(seed), tiles, options)
    people.play_round()
    return people.said


@pytest.fixture
def thumb(phone) -> Thumb:
    return Thumb(phone)


@pytest.fixture
def reader(client) -> Reader:
    return Reader(client, htmx=True)


def test_a_round_of_mexican_train_is_played_by_thumb_from_the_deal_to_the_next_round(thumb):
    said = round_of(TRAIN, 4, 9, 3)
    address = prepare(thumb, TRAIN, NAMES[:4], tiles="9")
    for event in said[:14]:
        say(thumb, event, 9)
    reader = thumb.beforehand
    reader.open(address)
    for event in said[14:-12]:
        say(reader, event, 9)
    thumb.open(address)
    for event in said[-12:]:
        say(thumb, event, 9)

    expect(thumb.phone.locator("td.total")).to_have_count(4)
    expect(thumb.phone.get_by_role("heading", name="The trains")).to_be_visible()
    thumb.press("Next round")
    assert "Who lays 8-8?" in thumb.text
    thumb.press("Cal draws")
    thumb.press("Cal")
    assert "Cal to play" in thumb.text


@pytest.mark.parametrize("width", [360, 390])
def test_the_names_of_the_lanes_are_whole_words_in_large_type(open_phone, width):
    thumb = Thumb(open_phone(viewport={"width": width, "height": 780}))
    thumb.open("/phone")
    thumb.pick("large", "1")
    thumb.press("Remember it")
    prepare(thumb, TRAIN, ("Ana", "Ben", "Cal"), OPENED, tiles="9")

    for name in thumb.phone.locator(".lane-who .name").all():
        assert not name.evaluate(BROKEN), name.inner_text()


def test_nobody_is_offered_a_draw_in_search_of_the_double_from_an_empty_boneyard(reader):
    prepare(reader, TRAIN, NAMES[:3], [{"round": 1}], tiles="6", hand_size="9")
    assert "Ben draws" in reader.buttons()
    reader.press("Ben draws")

    assert "Who lays 6-6?" in reader.text
    assert not any("draws" in each for each in reader.buttons())


def test_a_seat_is_told_in_full_that_its_own_player_draws_in_search_of_the_double(app, reader):
    address = prepare(reader, TRAIN, NAMES[:3], [{"round": 1}], tiles="6")
    assert reader.page.html.count(">draws<") == 3
    seat = Reader(app.test_client())
    seat.open(links_of(reader, address)["seat-1"])

    assert seat.page.html.count(">Ben draws<") == 1


def test_a_round_blocked_by_a_foot_says_how_many_toes_the_double_still_needs(reader):
    said: list[dict[str, Any]] = [{"round": 1}, {"by": "Ana", "play": "6-6"}]
    for number, (tile, on) in enumerate((
        ("6-0", "6-6"), ("6-1", "6-6"), ("6-2", "6-6"), ("6-3", "6-6"), ("3-2", "6-2"), ("3-1", "6-1"), ("3-0", "6-0"),
        ("3-3", "3-1"), ("4-3", "3-3"), ("5-3", "3-3"),
    )):  # fmt: skip
        said.append({"by": ("Ben", "Ana")[number % 2], "play": tile, "at": on})
    prepare(reader, FOOT, NAMES[:2], said, tiles="6", hand_size="14")

    assert "Nobody can go: 3-3 still needs 1 toe." in reader.text
    assert "A foot that nobody can complete binds everybody" in reader.text


def test_a_shown_double_blank_tells_what_it_counts_and_until_it_is_seen_no_total_is_asked_for(reader):
    laid = (("Ana", "9-9"), ("Ben", "9-1"), ("Cal", "9-2"), ("Ana", "9-3"))
    said: list[dict[str, Any]] = [{"round": 1}, *({"by": by, "play": tile} for by, tile in laid)]
    address = prepare(reader, FOOT, NAMES[:3], said, tiles="9", hand_size="2", lead_toes="3")

    assert "Ben holds 1 tile" in reader.text
    assert not reader.has_link("Pips only")
    write(reader, address, [{"by": "Ben", "hand": ["0-0"]}])
    reader.open(address)
    assert "Ben 0 + 50" in reader.text
    assert reader.has_link("Pips only")


@pytest.mark.parametrize("size", [(390, 664), (360, 640), (390, 844), (1440, 900)])
def test_with_eight_players_every_lane_and_every_open_end_is_in_sight(open_phone, size):
    said = round_of(TRAIN, 8, 12, 5)[:50]
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    prepare(Thumb(phone), TRAIN, NAMES[:8], said, tiles="12")

    expect(phone.locator(".lane")).to_have_count(9)
    assert (
        phone.evaluate(OUTSIDE, ".lane, .lane-end b, .train-tiles .tile:not(.more, .most), .lane-who .name")
        == []
    )
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    columns = phone.evaluate(
        "[...document.querySelectorAll('.lane-end')].map(each => Math.round(each.getBoundingClientRect().left))"
    )
    assert len(set(columns)) == 1


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_the_tile_that_is_corrected_is_in_sight_among_eight_trains(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    said = round_of(TRAIN, 8, 12, 5)
    number = max(place for place, each in enumerate(said, 1) if each.get("train") == "mexican")
    address = prepare(Thumb(phone), TRAIN, NAMES[:8], said[:number], tiles="12")
    phone.goto(f"{address}/log/{number}")

    tile, yard = (box_of(phone.locator(each)) for each in (".yard .tinted", ".yard"))
    assert tile["y"] >= yard["y"]
    assert tile["y"] + tile["height"] <= yard["y"] + yard["height"] + 1
    rows = phone.locator(".left-hands .tiles:has(> :nth-child(7))").all()
    assert rows
    for row in rows:  # not one below the other
        assert box_of(row)["width"] > 200


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_with_eight_players_a_total_of_three_digits_breaks_no_name(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    names = (*NAMES[:6], "Grandma Rosa", "Grandpa")
    said: list[dict[str, Any]] = [{"round": 1}, {"adjust": {"Grandma Rosa": 128, "Grandpa": 204}}]
    prepare(Thumb(phone), PRIVATE, names, said, tiles="12")

    for name in phone.locator(".lane-who .name").all():
        assert not name.evaluate(BROKEN), name.inner_text()
        assert name.evaluate("each => each.scrollWidth <= each.clientWidth"), name.inner_text()


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_of_eight_players_who_may_lay_the_double_no_name_is_broken(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    names = ("Bartholomew", "Christopher", "Maximilian", *NAMES[:5])
    prepare(Thumb(phone), TRAIN, names, [{"round": 1}], tiles="12")

    for button in phone.locator(".who-lays .main").all():
        assert not button.evaluate(BROKEN), button.inner_text()
        assert button.evaluate("each => each.scrollWidth <= each.clientWidth"), button.inner_text()


@pytest.mark.parametrize(("players", "rows"), [(4, [4]), (5, [3, 2]), (6, [3, 3]), (8, [4, 4])], ids=str)
def test_the_players_who_may_lay_the_double_fill_their_rows(open_phone, players, rows):
    phone = open_phone(viewport=SMALL)
    prepare(Thumb(phone), TRAIN, NAMES[:players], [{"round": 1}], tiles="12")

    heights = [box_of(each)["y"] for each in phone.locator(".who-lays .main").all()]
    assert list(Counter(heights).values()) == rows
    ends = [box_of(each)["x"] + box_of(each)["width"] for each in phone.locator(".who-lays > div").all()]
    assert ends[-1] == pytest.approx(max(ends), abs=1)


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (640, 360)])
def test_eight_names_of_ten_letters_are_whole_in_lanes_and_on_buttons(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    names = (
        "Maximilian", "Wilhelmina", "Bernadette", "Concepcion", "Alessandra", "Constantin", "Theodorico", "Evangeline",
    )  # fmt: skip
    said: list[dict[str, Any]] = [{"round": 1}, {"adjust": dict.fromkeys(names, 148)}]
    thumb = Thumb(phone)

    for laid in ([], [{"by": "Maximilian", "play": "12-12"}]):
        prepare(thumb, TRAIN, names, [*said, *laid], tiles="12")
        shown = phone.locator(".lane-who .name, .who-lays .main").all()
        assert len(shown) == (9 if laid else 17)
        for name in shown:
            assert not name.evaluate(BROKEN), name.inner_text()
            assert name.evaluate("each => each.scrollWidth <= each.clientWidth"), name.inner_text()


@pytest.mark.parametrize(("size", "tiles"), [((390, 844), 3), ((1440, 900), 5)])
def test_a_wider_screen_shows_more_of_a_train_and_how_many_lie_before(open_phone, size, tiles):
    said = [*OPENED]
    for number, half in enumerate((8, 7, 6, 5, 4, 3, 2)):  # 9-8 8-7 ... 3-2, all on the Mexican train
        by = ("Ana", "Ben", "Cal")[number % 3]
        said.append({"by": by, "play": f"{half + 1}-{half}", "train": "mexican"})
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    prepare(Thumb(phone), TRAIN, NAMES[:3], said, tiles="9")

    lane = phone.locator(".lane").last
    assert sum(each.is_visible() for each in lane.locator(".train-tiles .tile").all()) == tiles
    before = [each.inner_text() for each in lane.locator(".rail i").all() if each.is_visible()]
    assert before == [f"+{7 - tiles}"]
    assert phone.evaluate(OUTSIDE, ".train-tiles .tile:not(.most)" if tiles > 3 else ".lane") == []


def test_a_double_brings_its_number_at_once_and_a_tile_that_fits_two_trains_asks_which(thumb):
    prepare(thumb, TRAIN, NAMES[:3], [*OPENED, {"by": "Ana", "play": "9-5", "train": "mexican"}], tiles="9")
    say(thumb, {"by": "Ben", "play": "9-6", "train": "Ben"}, 9)
    thumb.phone.locator('.lane-end[aria-label^="Mexican"]').click()
    expect(thumb.phone.get_by_role("heading", name="Cal to play: Mexican train")).to_be_visible()
    thumb.press("5-5")

    expect(thumb.phone.get_by_role("heading", name="Cal must cover 5-5")).to_be_visible()
    assert {
        each.strip()
        for each in thumb.phone.locator(".picker .key.go").evaluate_all("all => all.map(each => each.value)")
    } == {f"{max(5, n)}-{min(5, n)}" for n in (0, 1, 2, 3, 4, 6, 7, 8)}
    thumb.press("5-4")
    thumb.follow("9, ")
    thumb.press("9-4")
    assert "on which train?" in thumb.text
    expect(thumb.phone.locator("[data-place]")).to_have_count(2)
    thumb.phone.locator('.lane-end[data-place="3"]').click()
    expect(thumb.phone.locator(".words .sub")).to_have_text("on the Mexican train")


def test_where_only_one_number_is_wanted_its_tiles_are_there_at_once(reader):
    set_up(reader, TRAIN, NAMES[:3], tiles="9")
    for event in OPENED:
        say(reader, event, 9)
    assert "9-5" in reader.buttons("key")
    reader.follow("Another number")
    assert not reader.buttons("key")
    reader.follow("9, ")
    reader.press("9-5")
    reader.press("Mexican train")
    assert not reader.buttons("key")


@pytest.mark.parametrize("key", [TRAIN, FOOT])
def test_where_the_first_double_lies_stands_below_who_laid_it(reader, key):
    prepare(reader, key, NAMES[:3], OPENED, tiles="9")
    assert '<p class="head">Ana lays <span class="unbroken">9-9</span></p>' in reader.page.html
    assert '<p class="sub">in the middle' in reader.page.html


def test_where_all_tiles_are_there_no_other_number_is_offered(reader):
    set_up(reader, TRAIN, NAMES[:3], tiles="6")
    say(reader, {"round": 1})
    say(reader, {"by": "Ana", "play": "6-6"})
    assert {"6-5", "5-4, cannot go"} <= set(reader.buttons("key"))
    assert not reader.has_link("Another number")


@pytest.mark.parametrize("size", [(360, 640), (820, 1180)])
def test_with_eight_players_the_tiles_held_keep_off_the_trains(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    prepare(Thumb(phone), TRAIN, NAMES[:8], [{"round": 1}, {"by": "Ana", "play": "12-12"}], tiles="12")
    held, rail = phone.locator(".lane .held").first, phone.locator(".lane .rail").first
    end = held.evaluate("""each => {
        const words = document.createRange();
        words.selectNodeContents(each);
        return words.getBoundingClientRect().right;
    }""")
    assert end + 4 < box_of(rail)["x"]


def test_the_head_of_a_match_of_trains_says_how_many_rounds_it_has(reader):
    set_up(reader, TRAIN, NAMES[:3], tiles="9")
    for event in OPENED:
        say(reader, event, 9)
    assert "Round 1 of 10 " in reader.text


def test_a_round_that_does_not_count_is_one_round_more(reader):
    prepare(reader, TRAIN, NAMES[:3], [*OPENED, {"void": True}, {"round": 2}], tiles="9")
    assert "Round 2 of 11 " in reader.text


def test_long_trains_are_shown_over_the_whole_width_after_the_round(thumb):
    prepare(thumb, TRAIN, NAMES[:4], round_of(TRAIN, 4, 12, 3), tiles="12")
    room = """all => all.filter(each => each.children.length > 6)
        .map(each => each.getBoundingClientRect().width / each.parentElement.getBoundingClientRect().width)"""
    widths = thumb.phone.eval_on_selector_all(".left-hands .tiles", room)
    assert widths
    assert min(widths) > 0.95


def test_what_the_rules_forbid_says_why_and_may_stand(thumb):
    prepare(thumb, TRAIN, NAMES[:3], [*OPENED, {"by": "Ana", "play": "9-5", "train": "Ana"}], tiles="9")
    thumb.follow("Another number")
    thumb.follow("5, ")
    thumb.press("5-3, cannot go")
    assert "5-3 fits only on Ana's train, which is closed to Ben." in thumb.text
    thumb.follow("Take it back")
    thumb.press("Pass")
    assert "Ben can't pass yet" in thumb.text
    assert "draw one" in thumb.text.lower()
    thumb.press("Let it stand")
    assert "Ben passes: Ben's train is open" in thumb.text
    expect(thumb.phone.locator(".lane-open", has_text="open")).to_have_count(1)


def test_a_tile_on_the_wrong_number_that_stands_is_told_its_train_and_which_half_points_out(thumb):
    prepare(thumb, TRAIN, NAMES[:3], [*OPENED, {"by": "Ana", "play": "9-5", "train": "Ana"}], tiles="9")
    thumb.follow("Another number")
    thumb.follow("4, ")
    thumb.press("4-2, cannot go")
    assert "4-2 fits nowhere." in thumb.text
    thumb.press("Let it stand")
    assert "on which train?" in thumb.text
    thumb.press("Ben's train")
    assert "which half points out?" in thumb.text
    thumb.press("2 outward")
    assert "Ben lays 4-2" in thumb.text
    expect(thumb.phone.locator(".lanes .stood")).to_have_count(1)
    assert "Ben's train: 4-2; 2 is wanted" in thumb.phone.content()


def test_a_wrong_double_that_stands_is_marked_in_the_middle_and_in_the_rows_of_all_tiles(reader):
    """8-8 lies in the middle, though the first round begins with 9-9, and 6-4 on Ben's train, which wants an 8."""
    said = [{"round": 1}, {"by": "Ana", "play": "8-8", "stood": True}]
    said.append({"by": "Ana", "play": "8-1", "train": "Ana"})
    said.append({"by": "Ben", "play": "6-4", "train": "Ben", "out": 4, "stood": True})
    table = prepare(reader, TRAIN, NAMES[:3], said, tiles="9")
    assert 'class="hub"><svg class="tile stood"' in reader.open(table).html
    reader.open(f"{table}/log/3")
    reader.follow("Wrong tile")
    reader.follow("2, ")
    reader.follow("8-2")
    assert reader.page.html.count('<svg class="tile stood"') == 2


def test_in_chickenfoot_a_wrong_toe_that_stands_is_marked_where_it_lies(thumb):
    prepare(thumb, FOOT, NAMES[:3], [*OPENED, {"by": "Ben", "play": "9-5"}], tiles="9")
    thumb.follow("Another number")
    thumb.follow("4, ")
    thumb.press("4-2, cannot go")
    thumb.press("Let it stand")
    thumb.press("on 9-9")
    thumb.press("4 outward")
    assert "Cal lays 4-2" in thumb.text
    expect(thumb.phone.locator(".feet .stood")).to_have_count(1)


def test_after_a_refused_pass_the_player_draws_at_once(reader):
    set_up(reader, TRAIN, NAMES[:3], tiles="9")
    for event in (*OPENED, {"by": "Ana", "play": "9-5", "train": "Ana"}):
        say(reader, event, 9)
    reader.press("Pass")
    assert "Ben can't pass yet" in reader.text
    reader.press("Draw")
    assert "Ben draws 1 tile" in reader.text


def test_after_the_round_a_proof_is_told_by_its_chip_alone(reader):
    set_up(reader, TRAIN, NAMES[:3], tiles="9", hand_size="3")
    laid = [{"by": "Ana", "play": "9-5"}, {"by": "Ben", "play": "9-6"}]
    passed = [
        {"by": "Cal", "draw": 1},
        {"by": "Cal", "pass": True},
        {"by": "Ana", "play": "6-5", "train": "Ana"},
    ]
    hands = [{"by": "Ben", "hand": ["8-8", "7-7"]}, {"by": "Cal", "hand": ["9-1", "3-3", "2-2", "1-1"]}]
    for event in (*OPENED, *(each | {"train": each["by"]} for each in laid), *passed, *hands):
        say(reader, event, 9)
    assert "Ana wins the round" in reader.text
    assert "Cal passed holding 9-1" not in reader.text
    reader.follow("Proved · 1")
    assert "Cal passed holding 9-1" in reader.text


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        (TRAIN, {"first_turn": "whole_train", "own_train_first": True}),
        (TRAIN, {"double_rule": "several", "opening": "highest_double"}),
        (TRAIN, {"double_rule": "extra_tile", "no_double": "next_lower", "draw": "until_playable"}),
        (FOOT, {"lead_toes": 8, "toes": 2, "no_double": "next_lower"}),
        (PRIVATE, {"double_rule": "none", "draw": "none"}),
    ],
)
def test_a_round_by_house_rules_is_played_by_the_buttons_of_the_page(reader, key, rules):
    said = round_of(key, 4, 9, 8, **rules)
    set_up(reader, key, NAMES[:4], tiles="9", **{name: written(value) for name, value in rules.items()})
    if key == PRIVATE:
        said[0] = {"round": 1, "opener": "Ana"}
    for event in said:
        say(reader, event, 9)

    assert "wins the round" in reader.text
    assert "Next round" in reader.buttons("main")


def test_a_foot_gets_its_toes_and_every_tile_stays_in_sight(thumb):
    said = round_of(FOOT, 4, 9, 6)
    plays = [number for number, event in enumerate(said) if "play" in event]
    prepare(thumb, FOOT, NAMES[:4], said[: plays[6]], tiles="9")
    expect(thumb.phone.locator(".turn h2")).to_contain_text("must play a 9")
    say(thumb, said[plays[6]], 9)
    assert thumb.phone.evaluate(OUTSIDE, ".feet .tile, .feet .place rect") == []
    reader = thumb.beforehand
    reader.open(thumb.address)
    for event in said[plays[6] + 1 : plays[-1]]:
        say(reader, event, 9)
    thumb.open(thumb.address)

    expect(thumb.phone.locator(".feet .tile")).to_have_count(len(plays) - 1)
    assert thumb.phone.evaluate(OUTSIDE, ".feet .tile, .feet .place rect") == []
    assert faults(thumb.phone) == []


def test_the_end_of_the_own_train_can_be_read_while_a_double_waits_on_another(thumb):
    said = [{"by": "Ana", "play": "9-5", "train": "Ana"}, {"by": "Ben", "play": "9-4", "train": "Ben"}]
    double = [
        {"by": "Ana", "play": "5-5", "train": "Ana"},
        {"by": "Ana", "draw": 1},
        {"by": "Ana", "pass": True},
    ]
    prepare(thumb, TRAIN, NAMES[:2], [*OPENED, *said, *double], tiles="9")

    lane = thumb.phone.locator(".lane.now")
    expect(lane).to_contain_text("Ben")
    colours = "each => [each, each.closest('.lane')].map(one => getComputedStyle(one).color)"
    own, name = lane.locator(".lane-end b").evaluate(colours)
    assert own == name


@pytest.mark.parametrize("key", [TRAIN, FOOT])
def test_the_preview_of_a_correction_has_everything_within_a_small_phone(open_phone, key):
    thumb = Thumb(open_phone(viewport=SMALL))
    said = round_of(key, 4, 9, 3)[:30]
    prepare(thumb, key, NAMES[:4], said, tiles="9")
    last = max(number for number, event in enumerate(said, 1) if "play" in event)
    thumb.open(f"{thumb.address}/log/{last}?step=back")

    expect(thumb.phone.get_by_role("heading", name="Take back")).to_be_in_viewport()
    expect(thumb.phone.locator(".tray .actions")).to_be_in_viewport(ratio=1)
    inside = """all => all.map(each => each.getBoundingClientRect())
      .every(({ left, right }) => left >= 8 && right <= document.documentElement.clientWidth - 8)"""
    assert thumb.phone.locator(".yard :is(.group, dt, dd, .panel)").evaluate_all(inside)


def test_a_tile_in_a_lane_leads_to_its_correction(thumb):
    address = prepare(
        thumb, TRAIN, NAMES[:3], [*OPENED, {"by": "Ana", "play": "9-5", "train": "mexican"}], tiles="9"
    )
    thumb.phone.locator(".train-tiles a").first.click()
    thumb.phone.wait_for_url("**/log/3")
    thumb.follow("Wrong train")
    assert "On which train?" in thumb.text
    assert not thumb.has_link("Mexican train")
    thumb.follow("Ana")
    assert "Ana lays 9-5" in thumb.text
    thumb.press("Change it")
    thumb.open(address)
    expect(thumb.phone.locator(".lane").first.locator(".tile")).to_have_count(1)


def test_a_round_is_begun_without_any_script(open_phone):
    plain = open_phone(java_script_enabled=False)
    prepare(Thumb(plain), PRIVATE, NAMES[:3], tiles="9")
    plain.get_by_role("button", name="Ben").click()
    expect(plain.get_by_role("heading", name="Ben to play")).to_be_visible()
    plain.get_by_role("button", name="9-4", exact=True).click()
    expect(plain.get_by_text("Ben lays 9-4")).to_be_visible()
    plain.get_by_role("link", name="Cal's train").click()
    expect(plain.get_by_role("heading", name="Cal to play: Cal's train")).to_be_visible()
    plain.get_by_role("button", name="Draw").click()
    plain.get_by_role("button", name="Pass").click()
    expect(plain.get_by_role("heading", name="Ana to play")).to_be_visible()


def test_a_seat_lays_its_own_tiles_and_a_watcher_none(reader, app):
    address = set_up(reader, TRAIN, NAMES[:3], tiles="9")
    links = links_of(reader, address)
    reader.open(address)
    say(reader, {"round": 1}, 9)
    seat, watcher = Reader(app.test_client()), Reader(app.test_client())

    seat.open(links["seat-1"])
    assert not [each for each in seat.buttons("main") if each != "Ben"]
    seat.press("Ben")
    assert "Your turn, Ben" in seat.text
    watcher.open(links["watch"])
    assert "Ben to play" in watcher.text
    assert watcher.buttons() == []


def test_no_line_breaks_at_the_hyphen_of_a_tile_in_a_question_or_its_answer(reader):
    table = prepare(reader, TRAIN, NAMES[:3], tiles="9")
    assert 'It begins with <span class="unbroken">9-9</span>' in reader.page.html
    for event in [*OPENED, {"by": "Ana", "play": "9-5", "train": "Ana"}]:
        say(reader, event, 9)
    reader.press("9-4")

    assert 'Ben lays <span class="unbroken">9-4</span>' in reader.page.html
    reader.open(f"{table}/ask?q=may&tile=9-4&at=1")
    assert '<span class="unbroken">9-4</span>' in reader.page.html


@pytest.mark.parametrize("name", ["Benjamin", "Christian", "Bartholomew"])
def test_no_name_is_broken_in_low_lanes_and_all_have_one_size(open_phone, name):
    phone = open_phone(viewport=SMALL)
    names = ("Ana", name, *NAMES[2:8])
    said = [{"round": 1}, {"adjust": dict.fromkeys(names, 148)}]
    prepare(Thumb(phone), TRAIN, names, said, tiles="12")

    shown = phone.locator(".lane-who .name")
    assert shown.nth(1).evaluate(BROKEN) == []
    assert shown.nth(1).evaluate("each => each.scrollWidth <= each.clientWidth")
    assert len(set(shown.evaluate_all("all => all.map(each => getComputedStyle(each).fontSize)"))) == 1


def test_a_long_name_does_not_run_into_the_next_lane(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(
        thumb,
        TRAIN,
        ("Ana", "Bartholomäus Maximilian von Hohenstein", *NAMES[2:8]),
        [{"round": 1}],
        tiles="12",
    )

    boxes = """all => all.map(each => {
        const { top, bottom } = each.getBoundingClientRect(), accents = parseFloat(getComputedStyle(each).paddingTop);
        return [top + accents, bottom - accents];
    })"""
    names = thumb.phone.eval_on_selector_all(".lane .name", boxes)
    assert len(names) == 9
    assert all(bottom <= top for (_, bottom), (top, _) in pairwise(names))


def test_the_word_for_an_open_train_stays_within_its_lane_in_spanish(open_phone):
    phone = open_phone(viewport=SMALL, locale="es")
    said = [*OPENED, {"by": "Ana", "draw": 1}, {"by": "Ana", "pass": True}]
    prepare(Thumb(phone), TRAIN, NAMES[:3], said, tiles="9")

    word = phone.locator(".lane-open").first
    expect(word).to_contain_text("abierto")
    assert word.evaluate("""each => {
        const words = document.createRange(), lane = each.closest(".lane").getBoundingClientRect();
        words.selectNodeContents(each);
        return words.getBoundingClientRect().right <= lane.right - 4;
    }""")


HEARD_OF = ("Évora", "Ángel", "Bo", "Grandma", "Ñuño", "Ben", "Óscar", "Ô")
SIZES = [(390, 844), (360, 640), (1280, 800)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [3, 5, 8])
def test_the_accent_of_a_capital_letter_is_whole_in_a_lane(open_phone, players, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    prepare(Thumb(phone), TRAIN, HEARD_OF[:players], [{"round": 1}], tiles="12")

    for who in phone.locator(".lane-who:has(.score)").all():
        box = box_of(who)
        box["width"] -= 8  # without the point where the train begins
        seen = phone.screenshot(clip=box)
        who.locator(".name").evaluate("each => each.style.overflow = 'visible'")
        assert phone.screenshot(clip=box) == seen, who.inner_text()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [4, 5, 8])
def test_names_that_fit_have_one_size_in_all_lanes(open_phone, players, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    prepare(Thumb(phone), TRAIN, HEARD_OF[:players], [{"round": 1}], tiles="12")

    names = phone.locator(".lane-who .name")
    assert len(set(names.evaluate_all("names => names.map(each => getComputedStyle(each).fontSize)"))) == 1
    for name in names.all():
        assert not name.evaluate(BROKEN), name.inner_text()


# Tiles of trains that something else lies over. The place to tap begins a little before the end of a train.
COVERED = """() => [...document.querySelectorAll(".train-tiles .tile")].filter(each => {
    const { left, top, width, height } = each.getBoundingClientRect();
    const isSeen = (x) => each.contains(document.elementFromPoint(left + x * width, top + height * .45));
    return width && !(isSeen(.2) && isSeen(.6));
}).length"""


@pytest.mark.parametrize(
    ("size", "way"), [((1440, 900), ""), ((1920, 1080), "/tv"), ((1080, 1920), "/tv"), ((390, 844), "")]
)
@pytest.mark.parametrize("players", [3, 5, 8])
def test_no_rail_runs_over_the_tiles_and_no_tile_over_a_name(open_phone, players, size, way):
    keeper = Thumb(open_phone())
    said = round_of(TRAIN, players, 12, 5)[: players * 7]
    address = prepare(keeper, TRAIN, NAMES[:players], said, tiles="12")
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    phone.goto(links_of(keeper.beforehand, address)["watch"].replace("/t/", "/tv/") if way else address)

    assert phone.locator(".train-tiles .tile:visible").count() > players
    assert phone.evaluate(COVERED) == 0
    assert phone.evaluate(
        """() => [...document.querySelectorAll(".lane")].every(each => {
            const tiles = [...each.querySelectorAll(".train-tiles .tile")].map(one => one.getBoundingClientRect());
            const end = each.querySelector(".lane-who").getBoundingClientRect().right;
            return tiles.every(({ width, left }) => !width || left >= end - 1);
        })"""
    )


# Counts of the tiles before those in sight that touch the first tile or the point where the train begins.
CRAMPED = """() => [...document.querySelectorAll(".lane")].filter(each => {
    const count = [...each.querySelectorAll(".rail i")].find(one => one.checkVisibility());
    if (!count) return false;
    const words = document.createRange();
    words.selectNodeContents(count);
    const { left, right } = words.getBoundingClientRect();
    const tiles = [...each.querySelectorAll(".train-tiles .tile")].map(one => one.getBoundingClientRect());
    const first = Math.min(...tiles.filter(({ width }) => width).map(one => one.left));
    return left < each.querySelector(".rail").getBoundingClientRect().left + 5 || right > first - 1;
}).map(each => each.textContent.replace(/\\s+/g, " "))"""
WIDTHS = [(360, 640), (360, 780), (390, 664), (390, 844), (430, 932)]


@pytest.mark.parametrize("size", WIDTHS, ids=str)
@pytest.mark.parametrize("players", [2, 4, 5, 8])
def test_how_many_tiles_lie_before_is_read_beside_the_train_and_covers_none(open_phone, players, size):
    said = round_of(TRAIN, players, 12, 3 if players < 8 else 5)[: 82 if players == 8 else 65]
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    prepare(Thumb(phone), TRAIN, NAMES[:players], said, tiles="12")

    counts = [each.inner_text() for each in phone.locator(".rail i").all() if each.is_visible()]
    assert any(len(each) > 2 for each in counts), counts
    assert phone.evaluate(CRAMPED) == []


@pytest.mark.parametrize("size", [(360, 780), (390, 844), (430, 932)], ids=str)
def test_on_a_high_phone_long_names_stand_whole_above_totals_of_three_digits(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    names = ("Benjamin", "Christopher", "Maximilian", "Grandma Rosa", *NAMES[:4])
    said: list[dict[str, Any]] = [{"round": 1}, {"adjust": dict.fromkeys(names, 248)}]
    prepare(Thumb(phone), TRAIN, names, [*said, {"by": "Ana", "play": "12-12"}], tiles="12")

    for name in phone.locator(".lane-who .name").all():
        assert not name.evaluate(BROKEN), name.inner_text()
        assert name.evaluate("each => each.scrollWidth <= each.clientWidth"), name.inner_text()
    assert phone.evaluate(OVERLAPPING) == []


@pytest.mark.parametrize("size", [(360, 640), (844, 390)], ids=str)
def test_in_a_low_lane_a_long_name_stays_in_its_lane(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    names = (
        "Guadalupe M",
        "Grandma Rosa",
        "Christopher",
        "Maximiliano",
        "Bernadette",
        "Alexandrina",
        "Ana",
        "Ben",
    )
    said: list[dict[str, Any]] = [{"round": 1}, {"adjust": dict.fromkeys(names, 248)}]
    prepare(Thumb(phone), TRAIN, names, said, tiles="12")

    assert phone.evaluate(OVERLAPPING) == []
    if size[0] > size[1]:  # there is room beside the score
        for name in phone.locator(".lane-who .name").all():
            assert not name.evaluate(BROKEN), name.inner_text()


@pytest.mark.parametrize("size", WIDTHS, ids=str)
def test_a_total_of_three_digits_keeps_off_the_tiles_held(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    said: list[dict[str, Any]] = [{"round": 1}, {"adjust": {"Ana": 248, "Ben": 137}}]
    prepare(Thumb(phone), TRAIN, NAMES[:2], said, tiles="12")

    assert phone.evaluate(OVERLAPPING) == []
    score, held = (box_of(phone.locator(".lane").first.locator(part)) for part in (".score", ".held"))
    assert held["x"] >= score["x"] + score["width"]


OVERLAPPING = """
() => {
  const words = [...document.querySelectorAll(".lane-who > *")].map(each => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const cut = getComputedStyle(each).textOverflow === "ellipsis" ? each.getBoundingClientRect().right : Infinity;
    return [each.textContent, { left, top, bottom, right: Math.min(right, cut) }];
  });
  return words.flatMap(([one, a], n) => words.slice(n + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5
  ).map(([other]) => `${one} / ${other}`));
}
"""


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 640), (320, 568)])
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("said", [[{"round": 1}], OPENED], ids=["nobody laid", "opened"])
def test_names_of_two_words_do_not_lie_over_the_lane_below(open_phone, players, said, size):
    names = ("Ana", "Grandpa Wilhelm", *NAMES[2:players])
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    prepare(Thumb(phone), TRAIN, names, said, tiles="9")

    assert phone.evaluate(OVERLAPPING) == []


LONG_NAMES = (
    "Maximilianamarie", "Bartholomewhenry", "Christopherkarls", "Wilhelminamarias", "Hieronymusjohans",
    "Alexandrinavicto", "Montgomerysmythe", "Constantinopolis",
)  # fmt: skip


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_eight_lanes_have_room_above_what_is_proved_of_a_player_with_a_long_name(open_phone, locale):
    first, second, *others = LONG_NAMES
    said: list[dict[str, Any]] = [{"round": 1}, {"by": first, "play": "12-12"}]
    said += [
        {"by": first, "play": "12-1", "train": first},
        {"by": second, "draw": 1},
        {"by": second, "pass": True},
    ]
    said += [{"by": each, "play": f"12-{n}", "train": each} for n, each in enumerate(others, 2)]
    said += [{"by": first, "play": "1-0", "train": first}, {"by": second, "play": "12-8", "train": second}]
    phone = open_phone(viewport={"width": 320, "height": 568}, locale=locale)
    prepare(Thumb(phone), TRAIN, LONG_NAMES, said, tiles="12")

    expect(phone.locator(".proves")).to_be_visible()
    lanes = [box_of(each) for each in phone.locator(".lane").all()]
    text = phone.locator(".lane-who .held").first.evaluate(
        "each => parseFloat(getComputedStyle(each).fontSize)"
    )
    assert len(lanes) == 9
    assert min(each["height"] for each in lanes) > text
    assert phone.evaluate(OVERLAPPING) == []


@pytest.mark.parametrize(
    ("key", "tile", "address"),
    [(TRAIN, "9-9", "?at=²"), (TRAIN, "9-9", "/ask?q=may&tile=9-4&at=²"), (LINE, "6-6", "?at=6-6/²")],
)
def test_a_raised_two_in_an_address_is_no_number(reader, key, tile, address):
    said = ({"round": 1}, {"by": "Ana", "play": tile})
    table = prepare(reader, key, NAMES[:2], said, tiles=tile[0])

    reader.open(f"{table}{address}")
    assert reader.status == 200


def test_a_foot_is_drawn_as_it_was_laid_after_the_table_agreed_on_fewer_toes_for_the_next_round(reader):
    players, toes = ("Ana", "Ben"), ("9-8", "9-7", "9-6", "9-5")
    said = [{"round": 1}, {"by": "Ana", "play": "9-9"}]
    said += [{"by": players[n % 2 - 1], "play": toe, "at": "9-9"} for n, toe in enumerate(toes)]
    said += [{"result": {"blocked": True, "left": {"Ana": 20, "Ben": 30}}}]
    address = prepare(reader, "traditional.chickenfoot", players, [*said, {"ruling": {"lead_toes": 3}}])

    assert "Ana 20" in reader.text
    assert "Chickenfoot" in reader.open(f"{address}/round/1").text
    assert "Wrong tile" in reader.open(f"{address}/log/5").text
