"""The screen for everybody in Chromium: it follows the table, outlives the server and an hour of the clock."""

import json
import re

from playwright.sync_api import Page, expect

from tests.folders import PLAYTHROUGHS
from tests.web.looking import BROKEN, faults, resized
from tests.web.sitting import links_of, prepare, say
from tests.web.touching import Thumb, box_of, until

WIDE = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
SOON = 20_000
ROUND = [
    {"round": 1},
    {"by": "Ana", "play": "5-5"},
    {"by": "Ben", "play": "5-0"},
    {"by": "Cal", "play": "5-1"},
]
# What goes beyond the screen: nobody can scroll there.
CUT = """() => [...document.querySelectorAll("main *")].filter(each => {
  if (each.closest("svg, .unseen") || !each.checkVisibility()) return false;
  const box = each.getBoundingClientRect();
  return box.width > 0 && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map(each => each.className || each.localName)"""
LINES = "each => Math.round(each.clientHeight / parseFloat(getComputedStyle(each).lineHeight))"
COUNTED = "() => document.querySelectorAll('*').length"


def keep(
    open_phone, events=(), variant="fundex2004.all-fives", players=("Ana", "Ben", "Cal"), **options
) -> Thumb:
    thumb = Thumb(open_phone(**options))
    thumb.table = prepare(thumb, variant, players, events, claims="auto")
    return thumb


def television(open_phone, keeper, **options) -> Page:
    screen = open_phone(**WIDE, **options)
    code = re.search(r'class="short-code">([^<]*)<', keeper.beforehand.open(f"{keeper.table}/share").html)[1]
    screen.goto(f"/tv?code={code.replace(' ', '')}", wait_until="load")
    return screen


def say_it(keeper, event):
    hand = keeper.beforehand
    hand.open(keeper.table)
    say(hand, event)


def test_a_keeper_lays_tiles_and_the_television_follows(open_phone):
    keeper = keep(open_phone, ROUND[:1])
    screen = television(open_phone, keeper)
    expect(screen.get_by_text("Who", exact=False).first).to_be_visible()

    keeper.open(keeper.table)
    say(keeper, ROUND[1])
    expect(screen.get_by_text("10 points for Ana", exact=True)).to_be_visible(timeout=SOON)
    say(keeper, ROUND[2])
    expect(screen.get_by_role("heading", name="Cal to play")).to_be_visible(timeout=SOON)
    expect(screen.locator(".area")).to_contain_text("2 tiles: 5-5 and 5-0.")
    assert screen.evaluate(CUT) == []


def test_no_tiles_are_counted_in_the_hands_of_a_round_that_is_over(open_phone):
    keeper = keep(open_phone, ROUND[:2])
    screen = television(open_phone, keeper)
    expect(screen.locator(".party .held").first).to_be_visible()

    keeper = keep(open_phone, [{"round": 1}, {"result": {"out": "Ana", "left": {"Ben": 5, "Cal": 7}}}])
    screen = television(open_phone, keeper)
    expect(screen.locator(".tv-settled")).to_be_visible()
    expect(screen.locator(".party .held").first).to_be_hidden()


def test_an_upright_screen_that_may_show_no_code_has_no_empty_bar_for_it(open_phone):
    keeper = keep(open_phone, ROUND[:2])
    link = links_of(keeper.beforehand, keeper.table)["watch"].removeprefix("/t/")
    screen = open_phone(viewport={"width": 800, "height": 1280}, has_touch=False, is_mobile=False)
    screen.goto(f"/tv/{link}", wait_until="load")

    expect(screen.get_by_role("heading", name="Ben to play")).to_be_visible()
    expect(screen.locator(".tv-join")).to_be_hidden()


def test_a_long_sum_stands_on_one_line_of_a_television_that_shows_no_code(open_phone):
    places = (
        ("6-6", ""),
        ("6-5", ""),
        ("6-3", ""),
        ("6-4", "6-6"),
        ("6-2", "6-6"),
        ("5-5", ""),
        ("5-4", "5-5"),
    )
    said = [
        {"by": ("Ana", "Ben", "Cal")[number % 3], "play": tile, **({"at": at} if at else {})}
        for number, (tile, at) in enumerate((*places, ("5-3", "5-5")))
    ]
    keeper = keep(open_phone, [{"round": 1}, *said], "fundex2004.five-up")
    link = links_of(keeper.beforehand, keeper.table)["watch"].removeprefix("/t/")
    screen = open_phone(viewport={"width": 1280, "height": 800}, has_touch=False, is_mobile=False)
    screen.goto(f"/tv/{link}", wait_until="load")

    head = screen.locator(".words .head")
    expect(head).to_have_text("3 + 4 + 2 + 4 + 3 = 16")
    assert head.evaluate(LINES) == 1
    assert screen.evaluate(CUT) == []


def test_the_television_says_that_the_connection_is_lost_and_goes_on_after_the_server_was_away(
    open_phone, own_server
):
    keeper = keep(open_phone, ROUND[:2], base_url=own_server.url)
    screen = television(open_phone, keeper, base_url=own_server.url)
    expect(screen.get_by_role("heading", name="Ben to play")).to_be_visible()

    own_server.kill()
    expect(screen.get_by_text("As it was at")).to_be_visible(timeout=SOON)
    expect(screen.get_by_role("heading", name="Ben to play")).to_be_visible()
    own_server.start()
    expect(screen.locator("#offline")).to_be_hidden(timeout=SOON)
    say_it(keeper, ROUND[2])
    expect(screen.get_by_role("heading", name="Cal to play")).to_be_visible(timeout=SOON)


def test_a_withdrawn_link_leads_the_television_to_the_code_by_itself(open_phone):
    keeper = keep(open_phone, ROUND[:1])
    screen = television(open_phone, keeper)
    owner = keeper.beforehand
    page = owner.open(f"{keeper.table}/share")
    form = next(
        each
        for each in page.forms
        if each.fields.get("which") == "watch" and each.buttons[0].value == "revoke"
    )
    form.fields.add("do", "revoke")
    owner.send(form)

    expect(screen.get_by_text("link no longer works")).to_be_visible(timeout=SOON)
    until(screen, "document.activeElement.matches('.amount')")


def test_an_hour_passes_and_nothing_of_the_page_grows(open_phone):
    """The clock of the page runs ahead by itself; each step lets through what the page asked for in it."""
    keeper = keep(open_phone, ROUND[:2])
    screen = open_phone(**WIDE)
    screen.clock.install()
    code = re.search(r'class="short-code">([^<]*)<', keeper.beforehand.open(f"{keeper.table}/share").html)[1]
    asked = []
    screen.on("request", lambda request: asked.append(request.url))
    # An hour of its clock passes in seconds, so its questions for news are not to wait.
    screen.set_extra_http_headers({"prefer": ""})
    screen.goto(f"/tv?code={code.replace(' ', '')}", wait_until="load")
    expect(screen.get_by_role("heading", name="Ben to play")).to_be_visible()
    session = screen.context.new_cdp_session(screen)
    session.send("Performance.enable")

    def size():
        session.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return {name: found[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}

    pass_minutes(screen, 5)
    early, elements = size(), screen.evaluate(COUNTED)
    first = len(asked)
    for minutes, event in ((10, ROUND[2]), (25, ROUND[3])):
        say_it(keeper, event)
        pass_minutes(screen, minutes)
    quiet = len(asked)
    pass_minutes(screen, 20)
    late = size()

    expect(screen.get_by_role("heading", name="Ana to play")).to_be_visible()
    assert len(asked) > first + 700  # of 825 times four seconds
    assert len(asked) < quiet + 20 * 20  # every four seconds, and once a minute: no question is asked twice
    assert screen.evaluate(COUNTED) < elements + 60  # two tiles more, and the places at their ends
    assert late["Nodes"] < early["Nodes"] + 400, (early, late)
    assert late["JSEventListeners"] < early["JSEventListeners"] + 60, (early, late)
    assert late["JSHeapUsedSize"] < early["JSHeapUsedSize"] + 400_000, (early, late)


def pass_minutes(screen: Page, minutes: int) -> None:
    """Let so many minutes of the page's clock pass, four seconds at a time: as often as an idle page asks.

    Each question is answered before the next, however busy the computer is.
    """
    for _ in range(minutes * 15):
        screen.clock.run_for(4_000)
        while screen.evaluate("!!document.querySelector('.live.htmx-request')"):
            screen.wait_for_timeout(2)


def test_no_fault_is_found_on_a_screen_of_any_size_and_nothing_is_cut(open_phone):
    screen = television(open_phone, keep(open_phone, ROUND))
    for size in resized(screen, [(1920, 1080), (1280, 720), (820, 1180)]):
        assert screen.evaluate(CUT) == [], size
        assert faults(screen) == [], size  # by day and by night


def shown_at(open_phone, variant, players, events, **switches) -> Page:
    keeper = Thumb(open_phone())
    keeper.table = prepare(keeper, variant, players, events, **switches)
    return television(open_phone, keeper)


def test_the_scores_of_eight_players_with_long_names_stand_whole_above_the_last_ruling(open_phone):
    names = (
        "Grandma Rosa", "Maximiliano", "Guadalupe M", "Bernardo José", "Concepción", "Alejandrina", "Christopher",
        "Uncle Ferdinand",
    )  # fmt: skip
    screen = shown_at(
        open_phone, "traditional.chickenfoot", names, [{"round": 1}, {"by": names[0], "draw": 1}]
    )
    for size in resized(screen, [(1920, 1080), (1280, 720)]):
        parties = [box_of(each) for each in screen.locator(".party").all()]
        tray = box_of(screen.locator(".tray"))
        assert len(parties) == 8
        assert max(each["y"] + each["height"] for each in parties) <= tray["y"], size
        for name in screen.locator(".party .name").all():
            assert not name.evaluate(BROKEN), name.inner_text()


def test_a_long_name_is_as_large_as_a_short_one_where_each_player_has_a_row(open_phone):
    names = ("Ana", "Wilhelmina", "Maximiliano")
    screen = shown_at(open_phone, "fundex2004.all-fives", names, [{"round": 1}])
    heights = {box_of(each)["height"] for each in screen.locator(".party .name").all()}
    assert len(heights) == 1


def test_all_four_hands_of_poker_are_in_sight_on_a_television(open_phone):
    lines = (PLAYTHROUGHS / "hasbro2003.poker.jsonl").read_text("utf-8").splitlines()
    header, *said = map(json.loads, lines)
    screen = shown_at(open_phone, "hasbro2003.poker", header["players"], said, stakes="true")
    for size in resized(screen, [(1920, 1080), (1280, 720)]):
        told = box_of(screen.locator(".tv-told"))
        hands = [box_of(each) for each in screen.locator(".tv-told .hand-row").all()]
        assert len(hands) == 4
        assert max(each["y"] + each["height"] for each in hands) <= told["y"] + told["height"], size


def test_the_name_of_the_winner_of_a_hand_of_poker_is_whole_on_a_television(open_phone):
    lines = (PLAYTHROUGHS / "hasbro2003.poker.jsonl").read_text("utf-8").splitlines()
    header, *said = map(json.loads, lines)
    screen = shown_at(open_phone, "hasbro2003.poker", header["players"], said, stakes="true")
    verdict = screen.locator(".tv-told .verdict")
    letters = verdict.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")

    # A g reaches a little below its line, and the first hand has a ground of its own.
    assert box_of(screen.locator(".tv-told .hand-row").first)["y"] > box_of(verdict)["y"] + 1.15 * letters


def test_the_place_of_a_tile_that_was_not_shown_yet_is_as_wide_as_a_tile(open_phone):
    passed = ({"by": name, "pass": True} for name in ("Ben", "Cal", "Ana"))
    said = [{"round": 1}, {"by": "Ana", "play": "6-6"}, *passed, {"by": "Ana", "hand": ["5-1", "4-2"]}]
    screen = shown_at(open_phone, "edge.block", ("Ana", "Ben", "Cal"), said, hand_size="3")
    tile, slot = (box_of(screen.locator(each).first) for each in (".held-tile", ".held-slot"))
    assert tile["width"] == slot["width"]


def test_a_capicua_stands_in_one_line_with_both_ends(open_phone):
    game = "traditional.partners-dominican"
    lines = (PLAYTHROUGHS / f"{game}.jsonl").read_text("utf-8").splitlines()
    header, *said = map(json.loads, lines)
    screen = shown_at(open_phone, game, header["players"], said)
    for size in resized(screen, [(1920, 1080), (1280, 720)]):
        parts = [box_of(each) for each in screen.locator(".both-ends > *").all()]
        assert len(parts) == 5
        assert [each["x"] for each in parts] == sorted(each["x"] for each in parts), size
        assert screen.evaluate(CUT) == [], size


def test_the_code_is_typed_with_the_arrows_of_a_remote_control(open_phone):
    keeper = keep(open_phone)
    screen = open_phone(**WIDE)
    screen.goto("/tv", wait_until="load")
    assert faults(screen, "main button") == []
    screen.keyboard.press("ArrowRight")
    screen.keyboard.press("Enter")
    expect(screen.locator("#code")).to_have_value("C")
    until(screen, "document.activeElement.value === 'C'")
    code = re.search(r'class="short-code">([^<]*)<', keeper.beforehand.open(f"{keeper.table}/share").html)[1]
    screen.locator("#code").fill(code)
    screen.keyboard.press("Enter")

    expect(screen.get_by_text("Scan to play or watch")).to_be_visible()


def test_the_code_is_typed_on_a_keyboard_while_a_key_of_the_page_has_the_focus(open_phone):
    keeper = keep(open_phone)
    screen = open_phone(**WIDE)
    screen.goto("/tv", wait_until="load")
    code = re.search(r'class="short-code">([^<]*)<', keeper.beforehand.open(f"{keeper.table}/share").html)[1]
    screen.get_by_role("button", name=code[0], exact=True).press("Enter")
    expect(screen.locator("#code")).to_have_value(code[0])
    screen.keyboard.type(code[1:])
    expect(screen.locator("#code")).to_have_value(code)
    screen.keyboard.press("Enter")

    expect(screen.get_by_text("Scan to play or watch")).to_be_visible()


def test_a_watcher_is_told_so_and_no_fault_is_found_on_the_phone(open_phone):
    keeper = keep(open_phone, ROUND)
    watcher = open_phone()
    watcher.goto(links_of(keeper.beforehand, keeper.table)["watch"], wait_until="load")

    expect(watcher.get_by_text("You are watching")).to_be_visible()
    assert faults(watcher) == []
    assert watcher.evaluate(CUT) == []
    watcher.set_viewport_size({"width": 360, "height": 640})
    assert watcher.evaluate(CUT) == []
