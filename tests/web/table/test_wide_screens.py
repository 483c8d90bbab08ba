"""Tablets and computers: the whole width is used, no panel is cut, and nothing moves between two taps."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.folders import PLAYTHROUGHS
from tests.simulating import NAMES, seat_people
from tests.web.beforehand import servers
from tests.web.looking import BROKEN, faults
from tests.web.reading import Reader
from tests.web.sitting import links_of, play, prepare, set_up
from tests.web.table.test_poker_page import open_stakes
from tests.web.touching import Thumb, box_of

SCREENS = [(390, 844), (820, 1180), (1180, 820), (1440, 900), (1920, 1080)]
PHONE, WIDE = SCREENS[0], SCREENS[2:]
FIVES = "fundex2004.all-fives"
THREE = ("Ana", "Ben", "Cal")
FOUR = ("Ana", "Ben", "Cal", "Dan")
TEXAS = "hasbro2003.texas"
DOMINICAN = "traditional.partners-dominican"
GAMES = ("fives", "claims", "nine", "auction", "texas", "poker", "solitaire")
LAID = [
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-3"},
    {"by": "Cal", "play": "6-2"},
    {"by": "Ana", "play": "4-2"},
    {"by": "Ben", "play": "3-1"},
]
# What of a page is cut: what is tapped and lies outside the screen or under the rim of its panel, and what scrolls.
CUT = """() => {
  const found = [], tray = document.querySelector(".tray"), page = document.querySelector("main");
  if (page.offsetWidth < innerWidth) found.push("the page is not as wide as the screen");
  if (page.scrollHeight > innerHeight + 1) found.push("the page scrolls");
  if (tray.scrollHeight > tray.clientHeight + 1) found.push("the tray scrolls");
  const read = ".tray button, .tray a, .party, .party *, .at, .middle, .so-far > p, .purses tr, h1, h2";
  for (const each of document.querySelectorAll(read)) {
    const box = each.getBoundingClientRect(), words = each.textContent.trim() || each.className;
    if (!each.checkVisibility() || box.width < 2) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(words);
    const isCut = each.scrollHeight > each.clientHeight + 6 && getComputedStyle(each).overflow === "hidden";
    if (isCut && each.matches(".score, .to-go, .to-go b, h2")) found.push("cut in height: " + words);
  }
  return found;
}"""


# The tiles that a text names and breaks in two.
BROKEN_TILES = r"""part => {
  const found = [], range = document.createRange(), texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    for (const tile of texts.currentNode.data.matchAll(/\d+-\d+/g)) {
      range.setStart(texts.currentNode, tile.index);
      range.setEnd(texts.currentNode, tile.index + tile[0].length);
      if (range.getClientRects().length > 1) found.push(tile[0]);
    }
  return found;
}"""


# Where everything that is tapped or read stands, by what it is.
PLACES = """() => {
  const found = {};
  for (const what of [".picker > *", ".area .layout g.tile > use:first-child", ".party", ".top", ".turn", ".actions"])
    document.querySelectorAll(what).forEach((each, place) => {
      const box = each.getBoundingClientRect();
      found[what + " " + place] = [box.x, box.y, box.width, box.height].map(Math.round);
    });
  return found;
}"""


def moved(before: dict[str, list[int]], after: dict[str, list[int]]) -> list[str]:
    """What stands in both and not where it stood; a pixel is rounding."""
    both = before.keys() & after.keys()
    return [
        each for each in both if any(abs(a - b) > 1 for a, b in zip(before[each], after[each], strict=True))
    ]


@pytest.fixture(scope="module")
def keeper(browser, server) -> Iterator[Page]:
    """The phone that keeps score at the tables at which these tests only look; it looks at none itself."""
    context = browser.new_context(base_url=server.url)
    servers[context] = server.url
    yield context.new_page()
    context.close()


@pytest.fixture
def computer(open_phone, keeper) -> Callable[[tuple[int, int]], Page]:
    """Opens a screen of that size at the keeper's tables; from 1400 wide it has no touch but a mouse."""

    def of(size: tuple[int, int]) -> Page:
        width, height = size
        is_touched = width < 1400
        screen = open_phone(
            viewport={"width": width, "height": height}, has_touch=is_touched, is_mobile=is_touched
        )
        screen.context.add_cookies(keeper.context.cookies())
        return screen

    return of


def nine() -> list[dict[str, object]]:
    people = seat_people("fundex2004.five-up", 2, random.Random(6), tiles=9)
    people.deal()
    while len(people.log.state.current.layout.laid) < 24:
        people.act()
    return people.said


@pytest.fixture(scope="module")
def at(keeper) -> Callable[[str], str]:
    """The address of a table in the middle of a round, by the game."""
    return cache(lambda name: _prepared(Thumb(keeper).beforehand, name))


def _prepared(reader: Reader, name: str) -> str:
    if name in ("fives", "claims"):
        return play(reader, FIVES, THREE, LAID, **({"claims": "auto"} if name == "fives" else {}))
    if name == "nine":
        return play(reader, "fundex2004.five-up", NAMES[:2], nine(), tiles="9")
    if name == "solitaire":
        return set_up(reader, "fundex2004.solitaire", ("Ana",))
    if name == "poker":
        return open_stakes(reader)
    return play(reader, TEXAS, FOUR, texas_hand()[: 2 if name == "auction" else 15])


def texas_hand() -> list[dict[str, object]]:
    lines = (PLAYTHROUGHS / f"{TEXAS}.jsonl").read_text("utf-8").splitlines()[1:]
    return [json.loads(each) for each in lines]


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_panel_is_cut_and_everybody_can_read_and_reach_what_stands_there(computer, at, size):
    screen, wrong = computer(size), {}
    for name in GAMES:
        screen.goto(at(name))
        found = screen.evaluate(CUT) if screen.locator(".tray").count() else ["it has no tray"]
        width = box_of(screen.locator(".tray"))["width"]
        assert width == (540 if size[0] >= 1180 else size[0]), name
        if size != PHONE and name in ("fives", "nine", "texas", "auction"):
            found += faults(screen)
        if found:
            wrong[name] = found
    assert wrong == {}


@pytest.mark.parametrize("size", WIDE, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_moves_stand_above_the_ruling_and_none_is_cut(computer, at, size):
    screen = computer(size)
    screen.goto(at("fives"))
    rows = screen.locator(".so-far li")
    assert rows.first.inner_text().split("\n")[:2] == ["5", "Ana"]
    assert rows.last.inner_text().split("\n")[:2] == ["2", "Ana"]
    words = box_of(screen.locator(".words"))
    newest = box_of(rows.first)
    assert 0 <= words["y"] - newest["y"] - newest["height"] < 4

    screen.goto(at("nine"))
    lists = box_of(screen.locator(".so-far ol"))
    shown = [box for box in (box_of(row) for row in rows.all()) if box["x"] < lists["x"] + 2]
    assert len(shown) > 5
    assert all(lists["y"] - 1 <= box["y"] and box["height"] == 34 for box in shown)


def test_the_list_of_tricks_has_the_one_in_play(computer, at):
    screen = computer((1440, 900))
    screen.goto(at("texas"))

    rows = screen.locator(".so-far .trick-list tbody tr")
    counts = [rows.nth(each).locator(".tile").count() for each in range(rows.count())]
    assert (counts[:-1], counts[-1]) == ([4] * (len(counts) - 1), 1)


def test_on_a_low_screen_no_words_are_cut_below_seven_tricks(computer, keeper):
    address = prepare(Thumb(keeper).beforehand, TEXAS, FOUR, texas_hand()[:33])
    screen = computer((1366, 768))
    screen.goto(address)

    assert screen.locator(".so-far .trick-list tbody tr").count() == 7
    assert screen.locator(".so-far").evaluate("each => each.scrollHeight - each.clientHeight") <= 1


def test_an_entry_of_two_lines_does_not_lie_over_the_next(computer, keeper):
    screen = computer((1280, 800))
    agreed = {"adjust": {"Ana": 100}, "why": "as we agreed in the morning"}
    screen.goto(prepare(Thumb(keeper).beforehand, FIVES, THREE, [LAID[0], agreed, agreed, agreed, LAID[1]]))

    rows = [box_of(row) for row in screen.locator(".so-far li").all()]
    assert len(rows) == 3
    assert all(row["height"] > 50 for row in rows)
    assert all(low["y"] >= high["y"] + high["height"] - 1 for low, high in pairwise(rows))


def test_among_the_moves_no_tile_is_broken_beside_a_long_name_and_a_long_sum(computer, keeper):
    screen = computer((1280, 800))
    names = ("Grandma Rosa", "Bernardo José", "Guadalupe M")
    laid = [("6-6", ""), ("6-5", ""), ("6-3", ""), ("6-4", "6-6"), ("6-2", "6-6")]
    laid += [("5-5", ""), ("5-4", "5-5"), ("5-3", "5-5"), ("3-3", "6-3")]
    said = [
        {"by": names[number % 3], "play": tile, **({"at": at} if at else {})}
        for number, (tile, at) in enumerate(laid)
    ]
    screen.goto(prepare(Thumb(keeper).beforehand, "fundex2004.five-up", names, [LAID[0], *said]))

    assert screen.locator(".so-far li").count() == 8
    assert screen.locator(".so-far").evaluate(BROKEN_TILES) == []


def test_the_moves_give_way_where_the_screen_is_low_or_narrow(computer, at):
    for size in ((1440, 740), (820, 1180), (390, 844)):
        screen = computer(size)
        screen.goto(at("fives"))
        expect(screen.locator(".so-far")).to_be_hidden()
        expect(screen.locator("#k-4-1")).to_be_visible()


@pytest.mark.parametrize("size", [(640, 360), (568, 320)])
def test_on_a_small_phone_held_across_the_name_of_the_game_and_the_round_are_read_whole(
    computer, at, keeper, size
):
    screen, reader = computer(size), Thumb(keeper).beforehand
    said = [{"round": 1}, {"by": "Ana", "play": "6-6"}]
    pairs = play(reader, "traditional.partners-puerto-rico-500", FOUR, said)
    feet = prepare(reader, "traditional.chickenfoot", FOUR, said[:1])
    championship = play(reader, "traditional.partners-femundo", FOUR, said)
    for address in (pairs, championship, at("solitaire"), at("texas"), feet):
        screen.goto(address)
        title, below = screen.locator(".top h1"), screen.locator(".top p span").first
        assert title.evaluate(BROKEN) == []
        assert title.evaluate("each => each.scrollWidth <= each.clientWidth"), title.inner_text()
        for each in (title, below):
            assert each.evaluate(
                "each => each.getBoundingClientRect().right <= each.closest('.top-words').getBoundingClientRect().right"
            ), each.inner_text()


def test_on_the_smallest_phone_held_across_the_table_stands_beside_the_tray(computer, at, keeper):
    screen, said = computer((568, 320)), [{"round": 1}, {"by": "Ana", "play": "6-6"}]
    screen.goto(prepare(Thumb(keeper).beforehand, "traditional.mexican-train", THREE, said, tiles="6"))
    tray = box_of(screen.locator(".tray"))
    for lane in screen.locator(".lane").all():
        train = box_of(lane)
        assert train["x"] + train["width"] <= tray["x"]
        assert train["height"] >= 24
    screen.goto(at("poker"))
    more = screen.get_by_text("More", exact=True)
    assert more.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_on_the_smallest_phone_held_across_what_a_pair_earned_and_the_game_of_a_seat_are_whole(
    open_phone, computer, keeper
):
    screen, reader = computer((568, 320)), Thumb(keeper).beforehand
    header, *said = map(json.loads, (PLAYTHROUGHS / f"{DOMINICAN}.jsonl").read_text("utf-8").splitlines())
    screen.goto(prepare(reader, DOMINICAN, header["players"], said[:25]))
    earned, tray = box_of(screen.locator(".earned .pill")), box_of(screen.locator(".tray"))
    assert earned["x"] + earned["width"] <= tray["x"]

    five_up = prepare(reader, "fundex2004.five-up", THREE, [{"round": 1, "opener": "Ana"}])
    at_a_seat = open_phone(viewport={"width": 568, "height": 320})
    at_a_seat.goto(links_of(reader, five_up)["seat-1"])
    assert at_a_seat.locator(".top h1").evaluate("each => each.scrollWidth <= each.clientWidth")


def test_on_a_phone_held_across_four_who_may_open_stand_on_one_line_so_that_the_rules_are_read(
    computer, keeper
):
    screen = computer((667, 375))
    screen.goto(prepare(Thumb(keeper).beforehand, "fundex2004.five-up", FOUR))
    tops = {box_of(each)["y"] for each in screen.locator('button[name="opener"]').all()}
    assert len(tops) == 1


def test_three_digits_do_not_touch_the_tiles_held_on_a_small_phone_held_across(computer, keeper):
    screen, agreed = computer((640, 360)), {"adjust": dict.fromkeys(NAMES[:8], 188), "why": "as agreed"}
    opened = [{"round": 1}, agreed, {"by": NAMES[0], "draw": 1}]
    screen.goto(prepare(Thumb(keeper).beforehand, "traditional.chickenfoot", NAMES[:8], opened))
    for party in screen.locator(".party").all():
        score, held = box_of(party.locator(".score")), box_of(party.locator(".held"))
        assert score["x"] + score["width"] <= held["x"], party.inner_text()


def test_a_screen_that_becomes_wide_shows_the_moves_made_while_it_was_narrow(computer, keeper):
    screen = computer((390, 844))
    screen.goto(_prepared(Thumb(keeper).beforehand, "fives"))
    seq = int(screen.locator("#table").get_attribute("data-seq"))
    screen.locator("#k-4-1").tap()
    screen.locator(".choice").first.tap()
    expect(screen.locator(f'#table[data-seq="{seq + 1}"]')).to_be_visible()
    expect(screen.locator(".so-far")).to_have_count(0)  # it is not even sent

    screen.set_viewport_size({"width": 1280, "height": 900})

    expect(screen.locator(".so-far li").first).to_be_visible()
    expect(screen.locator(f'#table[data-seq="{seq + 1}"]')).to_be_visible()


def test_the_moves_do_not_tell_what_a_claim_could_rest_on(computer, at):
    screen = computer((1440, 900))
    screen.goto(at("claims"))
    assert "Claim" in screen.locator(".calls").inner_text()
    told = screen.locator(".so-far").inner_text()
    assert "3 + 2 = 5" in told  # the window of that one is closed
    assert "on 6-2" in told
    assert "= 7" not in told


def test_on_a_computer_words_stand_beside_the_signs_that_lead_away_from_the_table(computer, at):
    words = "all => all.map(each => getComputedStyle(each, '::after').content.slice(1, -1))"
    screen = computer((1440, 900))
    screen.goto(at("fives"))
    assert screen.locator(".top-links a").evaluate_all(words) == [
        "Ask the referee",
        "All entries",
        "Links for other phones",
    ]
    wide, room = screen.locator(".top h1").evaluate("each => [each.scrollWidth, each.clientWidth]")
    assert wide <= room
    links, scores = box_of(screen.locator(".top-links")), box_of(screen.locator(".scores"))
    assert links["y"] + links["height"] <= scores["y"]


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_between_two_taps(computer, keeper, size):
    screen = computer(size)
    thumb = Thumb(screen)
    thumb.open(_prepared(Thumb(keeper).beforehand, "fives"))
    for tile in ("5-4", "5-5", "6-1"):
        before = screen.evaluate(PLACES)
        thumb.press(tile)
        assert moved(before, screen.evaluate(PLACES)) == [], tile


def test_what_is_trump_stays_in_sight_under_a_refusal(computer, at):
    for size in ((390, 664), *SCREENS):
        screen = computer(size)
        thumb = Thumb(screen)
        thumb.open(at("texas"))
        expect(screen.get_by_text("Sixes are trump").first).to_be_visible()
        thumb.open(f'{at("texas")}?tried={{"by":"Dan","play":"6-6"}}')
        expect(screen.locator(".words.refused")).to_be_visible()
        expect(screen.locator(".middle").get_by_text("Sixes are trump")).to_be_visible()


@pytest.mark.parametrize("size", [(820, 1180), (1280, 800)])
def test_a_long_name_is_as_large_as_a_short_one_on_a_tablet_and_a_computer(open_phone, size):
    screen = open_phone(viewport={"width": size[0], "height": size[1]})
    names = ("Ana", "Wilhelmina", "Bartholomew", "Christopher")
    prepare(Thumb(screen), FIVES, names, [{"round": 1}])
    sizes = {box_of(each)["height"] for each in screen.locator(".party .name").all()}
    assert len(sizes) == 1
