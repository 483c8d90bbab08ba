"""Letters twice as large, as a phone may be set or zoomed, and the narrowest screen: nothing is cut or overlaps."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from referee import paths
from referee.web.tables.switches import written
from tests.chromium import find_chromium
from tests.folders import PLAYTHROUGHS
from tests.phones import PHONE
from tests.running import NAME
from tests.web.beforehand import servers
from tests.web.looking import BROKEN, SMALL
from tests.web.sitting import prepare, say, set_up
from tests.web.table.test_browser import pages, play
from tests.web.touching import Thumb, box_of

NARROW = {"width": 320, "height": 640}
HALVED = {"width": 195, "height": 422}  # a phone of 390 by 844, zoomed to 200 %
AS_SET = 16  # px, a browser's letters unless its owner changed them

WRONG = """
() => {
  const found = [];
  const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !each.closest(".unseen, .symbols, [hidden]");
  const tray = document.querySelector(".tray");
  const doc = document.documentElement;
  if (doc.scrollWidth > doc.clientWidth) found.push("wider than the screen: " + doc.scrollWidth);
  const boxes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode;
    const holder = text.parentElement;
    if (!text.data.trim() || !seen(holder) || holder.closest("svg, .strip, .foot, option, script")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width < 2) continue;
      const frame = { left: 0, right: Infinity, top: -Infinity, bottom: Infinity };
      for (let each = holder; each && each !== document.body; each = each.parentElement) {
        if (getComputedStyle(each).overflowY === "visible") continue;
        const clip = each.getBoundingClientRect();
        frame.top = Math.max(frame.top, clip.top);
        const floor = tray && each.matches(".area") && tray.getBoundingClientRect().top > clip.top
          ? tray.getBoundingClientRect().top : clip.bottom;
        frame.bottom = Math.min(frame.bottom, floor);
      }
      if (box.bottom <= frame.top + 2 || box.top >= frame.bottom - 2) continue;
      const key = holder.closest("button, .button, .key");
      const rim = key && key.getBoundingClientRect();
      const isBeyond = rim && (box.left < rim.left - 1 || box.right > rim.right + 1);
      if (isBeyond) found.push("beyond its button: " + text.data.trim());
      const top = Math.max(box.top + box.height * 0.2, frame.top);
      const bottom = Math.min(box.bottom - box.height * 0.2, frame.bottom);
      boxes.push({ text: text.data.trim(), left: box.left, right: box.right, top, bottom, node: text });
      if (box.right > doc.clientWidth + 1 || box.left < -1) found.push("beside the screen: " + text.data.trim());
    }
    for (let each = holder; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (each.matches(".area, .standing, .because, .outbox, .felt-round")) break;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (style.overflowX === "auto" || style.overflowY === "auto" || style.overflowX === "scroll") break;
      if (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 3) {
        found.push("cut: " + text.data.trim());
      }
    }
  }
  boxes.forEach((one, n) => boxes.slice(n + 1).forEach((other) => {
    if (one.node === other.node) return;
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 2 && high > 2) found.push("over each other: " + one.text + " / " + other.text);
  }));
  return [...new Set(found)];
}
"""


@pytest.fixture
def with_letters(playwright_of, server) -> Iterator[Callable[..., Page]]:
    """Opens a phone whose browser is set to letters of that size, in px."""
    opened: list[Browser] = []

    def open_one(size: int, viewport: dict[str, int]) -> Page:
        arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        chromium = playwright_of.launch(
            executable_path=find_chromium(), args=[*arguments, f"--blink-settings=defaultFontSize={size}"]
        )
        opened.append(chromium)
        context = chromium.new_context(**{**PHONE, "base_url": server.url, "viewport": viewport})
        servers[context] = server.url
        return context.new_page()

    yield open_one
    for chromium in opened:
        chromium.close()


@pytest.fixture
def playwright_of(browser):
    """What starts another Chromium, if there is one."""
    return browser.browser_type


def every_page(reader) -> list[str]:
    four = set_up(reader, "fundex2004.all-fives", ("Ana", "Ben", "Cal", "Dee"))
    say(reader, {"round": 1})
    play(reader, "Ana 6-6 | Ben 6-3")
    nines = set_up(reader, "classic.draw", ("Ana", "Ben"), tiles="9")
    say(reader, {"round": 1})
    texas = set_up(reader, "hasbro2003.texas", ("Ana", "Ben", "Cal", "Dee"))
    alone = set_up(reader, "fundex2004.solitaire", ("Ana",))
    others = ["/phone", "/rules", "/rules/fundex2004.five-up", "/join", "/players", "/tables"]
    return [*pages(reader), *others, four, f"{four}?call=claim", f"{four}/ask", nines, texas, alone]


def wrong_on(phone: Page, language: str, *viewports: dict[str, int]) -> dict[str, list[str]]:
    """What is cut or overlaps on every page, on screens of these sizes."""
    reader = Thumb(phone).beforehand
    addresses = every_page(reader)
    reader.open("/")
    reader.press(language)
    wrong = {}
    for address in addresses:
        phone.goto(address, wait_until="load")
        for viewport in viewports:
            phone.set_viewport_size(viewport)
            if found := phone.evaluate(WRONG):
                wrong[f"{viewport['width']}: {address}"] = found
    return wrong


@pytest.mark.parametrize("language", ["English", "Español"])
def test_nothing_is_cut_and_nothing_overlaps_if_letters_are_twice_as_large(with_letters, language):
    assert wrong_on(with_letters(2 * AS_SET, NARROW), language, NARROW) == {}


@pytest.mark.parametrize(("language", "viewports"), [("English", [HALVED]), ("Español", [NARROW, HALVED])])
def test_nothing_is_cut_and_nothing_overlaps_on_a_zoomed_or_narrow_screen(open_phone, language, viewports):
    assert wrong_on(open_phone(viewport=viewports[0]), language, *viewports) == {}


def test_no_word_of_the_header_is_broken_on_a_screen_zoomed_by_a_half(open_phone):
    phone = open_phone(viewport={"width": 260, "height": 563})
    reader = Thumb(phone).beforehand
    for variant in ("traditional.chickenfoot", "traditional.partners-femundo", "hasbro2003.sebastopol"):
        phone.goto(prepare(reader, variant, ("Ana", "Ben", "Cal", "Dan"), [{"round": 1}]))
        assert phone.locator(".top h1").evaluate(BROKEN) == []


@pytest.mark.parametrize("width", [195, 260])
def test_what_a_pair_has_earned_stays_on_a_zoomed_screen(open_phone, width):
    phone = open_phone(viewport={"width": width, "height": 563})
    set_up_as_played(Thumb(phone), "traditional.partners-dominican", 25)
    earned = box_of(phone.locator(".earned .pill"))
    assert earned["x"] + earned["width"] <= width


def lie_apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes do not overlap."""
    return any(
        first[start] + first[size] <= second[start]
        for first, second in ((one, other), (other, one))
        for start, size in (("x", "width"), ("y", "height"))
    )


def broken_in(phone: Page, what: str) -> list[str]:
    """The words of these elements that are broken in two."""
    return [word for each in phone.locator(what).all() for word in each.evaluate(BROKEN)]


def set_up_as_played(thumb: Thumb, variant: str, events: int) -> None:
    """Open a table with the first events of a playthrough."""
    text = (PLAYTHROUGHS / f"{variant}.jsonl").read_text(encoding="utf-8")
    header, *said = map(json.loads, text.splitlines())
    options = {name: written(value) for name, value in header.get("options", {}).items()}
    prepare(thumb, variant, header["players"], said[:events], tiles=str(header.get("tiles", 6)), **options)


@pytest.mark.parametrize(
    ("variant", "events"),
    [("hasbro2003.poker", 5), ("traditional.forty-two", 18), ("fundex2004.all-fives", 99)],
)
def test_stakes_tricks_and_the_end_of_a_round_are_whole_on_a_zoomed_screen(open_phone, variant, events):
    thumb = Thumb(open_phone(viewport=HALVED, locale="es-ES"))
    set_up_as_played(thumb, variant, events)
    assert thumb.phone.evaluate(WRONG) == []
    assert broken_in(thumb.phone, ".has-said, .middle span, .purses td") == []
    tiles = [box_of(each) for each in thumb.phone.locator(".laid-tile").all()]
    words = [box_of(each) for each in thumb.phone.locator(".middle span").all()]
    assert all(lie_apart(one, other) for one in tiles for other in words)


@pytest.mark.parametrize(
    ("variant", "page"),
    [
        ("traditional.partners-dominican", ""),
        ("traditional.partners-puerto-rico-500", ""),
        ("fundex2004.five-up", "/round/1"),
        ("fundex2004.all-fives", "/round/1"),
    ],
)
@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_the_totals_of_a_round_are_inside_a_zoomed_screen(open_phone, variant, page, locale):
    thumb = Thumb(open_phone(viewport=HALVED, locale=locale))
    set_up_as_played(thumb, variant, 99)
    thumb.open(thumb.address + page)
    expect(thumb.phone.locator(".totals").get_by_text("Total", exact=True)).to_be_attached()
    assert thumb.phone.evaluate(WRONG) == []


def test_trains_and_the_two_ends_of_a_capicua_are_inside_a_zoomed_screen(open_phone):
    thumb = Thumb(open_phone(viewport=HALVED))
    set_up_as_played(thumb, "traditional.mexican-train", 13)
    marker = box_of(thumb.phone.locator(".lane-open", has_text="open"))
    assert marker["x"] + marker["width"] <= 195

    set_up_as_played(thumb, "traditional.partners-dominican", 99)
    parts = [box_of(each) for each in thumb.phone.locator(".both-ends > *").all()]
    assert len(parts) == 5
    assert all(each["x"] >= 0 and each["x"] + each["width"] <= 195 for each in parts)


@pytest.mark.parametrize("size", [21, 2 * AS_SET])
def test_names_in_a_list_are_not_broken_into_letters_beside_what_is_told_of_them(with_letters, size):
    phone = with_letters(size, SMALL)
    address = prepare(Thumb(phone), "fundex2004.five-up", ("Ana", "Ben"), [{"round": 1}])
    for page, names in (("/new", ".line b"), ("/new?n=4", ".line b"), (f"{address}/log", "time")):
        phone.goto(page)
        broken = [word for name in phone.locator(names).all() for word in name.evaluate(BROKEN)]
        assert broken == [], page


def test_a_match_that_is_over_is_listed_without_broken_words_on_the_narrowest_screen(open_phone):
    thumb = Thumb(open_phone(viewport=NARROW, locale="es-ES"))
    set_up_as_played(thumb, "traditional.chickenfoot", 99)
    thumb.open("/tables")
    assert thumb.has_link("Pata de gallina")
    assert broken_in(thumb.phone, "main small, main b, main .fact") == []


def test_names_stay_whole_on_a_zoomed_screen_where_a_round_is_scored_without_tiles(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 260, "height": 563}, locale="es-ES"))
    address = prepare(thumb, "hasbro2003.muggins", ("Ana", "Ben", "Cal"))
    thumb.open(f"{address}/without-tiles")
    assert broken_in(thumb.phone, ".line b") == []


@pytest.mark.parametrize(
    ("size", "viewport"), [(22, PHONE["viewport"]), (24, PHONE["viewport"]), (20, SMALL)]
)
def test_the_links_of_the_header_stand_beside_its_words_if_there_is_room(with_letters, size, viewport):
    phone = with_letters(size, viewport)
    table = prepare(Thumb(phone), "traditional.mexican-train", ("Ana", "Ben"), [{"round": 1}], tiles="9")
    for page in (
        "/new?step=2&n=2&variant=traditional.mexican-train",
        "/rules/fundex2004.five-up",
        f"{table}/log",
        table,
    ):
        phone.goto(page)
        tops = [box_of(each)["y"] for each in phone.locator(".top .icon-link").all()]
        assert max(tops) - min(tops) < 1, page


def test_the_trains_lie_above_the_tray_if_letters_are_twice_as_large(with_letters):
    phone = with_letters(2 * AS_SET, SMALL)
    said = [{"round": 1}, {"by": "Ana", "play": "9-9"}]
    prepare(Thumb(phone), "traditional.mexican-train", ("Ana", "Ben", "Cal"), said, tiles="9")
    lanes, tray = phone.locator(".lane"), box_of(phone.locator(".tray"))

    for n in range(4):
        lane = box_of(lanes.nth(n))
        assert lane["height"] >= 2 * AS_SET
        assert lane["y"] + lane["height"] <= tray["y"]


SIZES = {"score", "verdict", "turn-size", "ruling", "rule", "name", "second", "small"}
# Letters in a drawing are measured in the units of the drawing.
DRAWN = (
    ".place text",
    ".photo b",
    ".figure",
    ".runs-on text",
    ".large .place text",
    ".ring text",
    ".seat-ring text",
    ".span text",
    ".counted-ends text",
)


def test_every_sheet_of_the_screen_has_the_eight_sizes_of_letters_and_no_other():
    """Given in rem, letters grow with those of the phone; so do the places that hold them."""
    # Paper has its own sizes, and a television grows with its screen: nobody sets its letters.
    own = ("print.css", "tv.css")
    sheets = sorted(path for path in (paths.STATIC / "css").glob("*.css") if path.name not in own)
    screen = "\n".join(path.read_text(encoding="utf-8") for path in sheets)
    screen = re.sub(r"@media print \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", screen)
    tokens = (paths.STATIC / "css" / "tokens.css").read_text(encoding="utf-8")

    others = [
        rule.strip()
        for rule in re.findall(r"[^{}]*\{[^{}]*\}", screen)
        for size in re.findall(r"(?:font-size|font): *([^;}]*)", rule)
        if size != "inherit" and not set(re.findall(r"var\(--([\w-]+)\)", size)) & SIZES
    ]
    assert [rule for rule in others if not rule.startswith(DRAWN)] == []
    for name in SIZES:
        assert all(each.endswith("rem") for each in re.findall(rf"--{name}: ([^;]*);", tokens))
