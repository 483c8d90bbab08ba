"""Nothing on the table's page moves between two taps, nor by a tap except what it changed.

Two measures. What the browser itself counts as a shift of the layout, whether somebody has just tapped or not, is none
at all. And what stays through a tap, from the bar at the top to every tile of the picker, stands where it stood.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.folders import PLAYTHROUGHS
from tests.simulating import NAMES
from tests.web.sitting import prepare, say
from tests.web.table.test_browser import events
from tests.web.table.test_layout_in_sight import laid
from tests.web.touching import Held, Thumb, answer_late, box_of

LATE = (0.3, 1.4)  # s until an answer; after a second the phone says that it waits
SIZES = [(360, 640), (390, 664), (390, 844)]
# What a phone says of its connection above the page, where a busy machine answers late, is not looked at here.
WATCHED = """() => {
  document.querySelector("#strip").style.position = "fixed";
  window.shifts = [];
  const told = one => [one.previousRect.y, one.currentRect.y, one.node && one.node.outerHTML.slice(0, 80)];
  const note = each => window.shifts.push([each.value, ...each.sources.map(told)]);
  new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type: "layout-shift" });
}"""
# Where everything stands that a tap does not change: the head, the ground, the tray's foot, each place of the picker, and
# as long as the view is the same each tile that lies.
STANDING = """() => {
  const found = {};
  const note = (name, each) => {
    const box = each.getBoundingClientRect();
    found[name] = [box.left, box.top, box.width, box.height];
  };
  const all = (what, name = what) =>
    document.querySelectorAll(what).forEach((each, place) => note(`${name} ${place}`, each));
  [".top", ".party", ".area", ".felt-round", ".tray", ".turn", ".actions", ".picker > *"].forEach(each => all(each));
  const layout = document.querySelector(".area .layout");
  if (layout) all(".area .layout g.tile > use:first-child", layout.getAttribute("viewBox"));
  return found;
}"""


class Watched:
    """A thumb whose page is looked at after every tap."""

    def __init__(self, thumb: Thumb) -> None:
        self.thumb = thumb
        self.moved: list[object] = []
        thumb.phone.evaluate(WATCHED)
        self.before = self.standing()
        assert len(self.before) > 30

    def standing(self) -> dict[str, list[float]]:
        """Where each thing stands now."""
        found: dict[str, list[float]] = self.thumb.phone.evaluate(STANDING)
        return found

    def after(self, what: str) -> None:
        """What moved by a tap; a pixel is rounding."""
        now = self.standing()
        self.moved += [
            (what, name, self.before[name], now[name])
            for name in self.before.keys() & now.keys()
            if any(abs(one - other) > 1 for one, other in zip(self.before[name], now[name], strict=True))
        ]
        self.before = now

    def say_in_turns(self, said: list[dict[str, Any]]) -> None:
        """Say these; every other one is answered late: on some screens the first, on others the second; late by turns."""
        phone = self.thumb.phone
        first = SIZES.index((phone.viewport_size["width"], phone.viewport_size["height"]))
        for number, event in enumerate(said, first):
            if number % 2:
                answer_late(phone, LATE[number // 2 % 2])
            say(self.thumb, event)
            phone.unroute_all(behavior="wait")
            self.after(str(event))

    def shifts(self) -> list[object]:
        """What the browser counted, after a while in which nobody taps."""
        self.thumb.phone.wait_for_timeout(1200)
        found: list[object] = self.thumb.phone.evaluate("window.shifts")
        return found


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def thumb(request, open_phone) -> Thumb:
    width, height = request.param
    return Thumb(open_phone(viewport={"width": width, "height": height}, reduced_motion="no-preference"))


def test_while_a_line_of_28_grows_with_draws_and_passes(thumb):
    said = laid("fundex2004.block-draw", 2, 6, 29, 25)
    prepare(thumb, "fundex2004.block-draw", NAMES[:2], said[:-8])
    watched = Watched(thumb)
    for event in said[-8:]:
        say(thumb, event)
        watched.after(str(event))

    assert watched.moved == []
    assert watched.shifts() == []


def test_while_every_double_opens_on_all_sides(thumb):
    said = laid("fundex2004.five-up", 3, 6, 6, 14)
    prepare(thumb, "fundex2004.five-up", NAMES[:3], said[:-5])
    watched = Watched(thumb)
    watched.say_in_turns(said[-5:])

    assert watched.moved == []
    assert watched.shifts() == []


def test_by_a_number_that_is_chosen_a_draw_and_undo(thumb):
    prepare(
        thumb, "fundex2004.all-fives", ("Ana", "Ben"), events("Ana 6-6 | Ben 6-3 | Ana 6-1"), claims="auto"
    )
    watched = Watched(thumb)
    thumb.phone.locator("#end-1").click()
    expect(thumb.phone.locator("#end-1[aria-current]")).to_be_visible()
    watched.after("a number")
    thumb.phone.locator("#end-1").click()
    expect(thumb.phone.locator("#end-1:not([aria-current])")).to_be_visible()
    for button in ("Draw", "Undo"):
        thumb.press(button)
        watched.after(button)

    assert watched.moved == []
    assert watched.shifts() == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_by_a_number_of_a_double_nine_set_that_is_chosen(open_phone, size):
    thumb = Thumb(open_phone(viewport={"width": size[0], "height": size[1]}))
    prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), events("Ana 9-9 | Ben 9-5"), tiles="9")
    heights = """() => [".area", ".tray", ".turn", ".picker"].map(
      each => document.querySelector(each).getBoundingClientRect().height)"""
    before = thumb.phone.evaluate(heights)
    for link in ("4", "Another number"):
        thumb.follow(link)
        assert thumb.phone.evaluate(heights) == pytest.approx(before, abs=1), link


@pytest.mark.parametrize("tiles", [12, 15])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_by_a_number_that_is_chosen_for_a_train(open_phone, size, tiles):
    thumb = Thumb(open_phone(viewport={"width": size[0], "height": size[1]}))
    said = [{"round": 1}, {"by": "Ana", "play": f"{tiles}-{tiles}"}]
    said += [{"by": name, "play": f"{tiles}-{half}", "train": name} for half, name in enumerate(NAMES[:4])]
    prepare(thumb, "traditional.mexican-train", NAMES[:4], said, tiles=str(tiles))
    places = """() => [".lane", ".lane .score", ".tray", ".turn", ".picker"].flatMap(each => {
      const { top, left, height } = document.querySelector(each).getBoundingClientRect();
      return [top, left, height];
    })"""
    before = thumb.phone.evaluate(places)
    for link in ("0, ", "Another number"):
        thumb.follow(link)
        assert thumb.phone.evaluate(places) == pytest.approx(before, abs=1), link


def test_by_a_refused_tile_that_is_taken_back(thumb):
    prepare(thumb, "fundex2004.block-draw", NAMES[:2], laid("fundex2004.block-draw", 2, 6, 29, 8))
    watched = Watched(thumb)
    thumb.press(thumb.phone.locator(".key:not(.go)").first.get_attribute("aria-label") or "")
    thumb.follow("Take it back")
    watched.after("a refusal")

    assert watched.moved == []
    assert watched.shifts() == []


def test_by_claims_right_and_wrong(thumb):
    """Answers that come late find the tile on the layout already, and the calls where they were."""
    said = [
        {"round": 1},
        {"by": "Ana", "play": "5-5"},
        {"by": "Ben", "play": "5-0"},
        {"by": "Ana", "play": "5-4"},
    ]
    prepare(thumb, "hasbro2003.muggins", ("Ana", "Ben"), said[:2], tiles="6", hand_size="4")
    watched = Watched(thumb)
    watched.say_in_turns([{"by": "Ana", "claim": 10}, *said[2:], {"by": "Ben", "muggins": 5}])

    assert watched.moved == []
    assert watched.shifts() == []


def test_by_a_ruling_of_two_lines_which_lies_over_the_foot_of_the_layout(thumb):
    players = ("Maximiliana", "Bartholomew")
    said = [{"round": 1}, {"by": players[0], "play": "5-5"}, {"by": players[1], "play": "5-0"}]
    prepare(thumb, "hasbro2003.muggins", players, said, tiles="6", hand_size="4")
    watched = Watched(thumb)
    for event in ({"by": players[0], "muggins": 10}, {"by": players[0], "play": "5-4"}):
        say(thumb, event)
        watched.after(str(event))

    assert [each for each in watched.moved if each[1] != ".tray 0"] == []


def test_by_the_first_premio(thumb):
    said = [{"round": 1}, {"by": "Ana", "play": "6-6"}]
    prepare(thumb, "traditional.partners-dominican", ("Ana", "Ben", "Cal", "Dan"), said)
    watched = Watched(thumb)
    for event in ({"by": "Dan", "pass": True}, {"by": "Cal", "play": "6-5"}):
        say(thumb, event)
        watched.after(str(event))

    expect(thumb.phone.locator(".earned .pill")).to_have_count(1)
    assert [each for each in watched.moved if each[1] != ".tray 0"] == []


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("traditional.private-trains", ()),
        ("hasbro2003.muggins", ({"by": "Ana", "play": "5-5"}, {"by": "Ben", "play": "5-0"})),
    ],
)
def test_by_a_ruling_of_three_lines_above_the_numbers_to_tap(thumb, variant, said):
    told = [{"round": 1, "opener": "Ana"} if variant.endswith("trains") else {"round": 1}, *said]
    prepare(thumb, variant, ("Ana", "Ben"), told, tiles="9")
    keys = """() => [...document.querySelectorAll(".turn, .picker, .actions")].map(each => {
      const { top, bottom } = each.getBoundingClientRect();
      return [Math.round(top), Math.round(bottom)];
    })"""
    before = thumb.phone.evaluate(keys)
    say(thumb, {"by": "Ana", "play": "9-8"} if not said else {"by": "Ana", "muggins": 10}, 9)

    assert thumb.phone.evaluate(keys) == before


def test_by_the_question_on_which_train_a_tile_goes(thumb):
    said = [{"round": 1}, {"by": NAMES[0], "play": "12-12"}]
    prepare(thumb, "traditional.mexican-train", NAMES[:8], said, tiles="12")
    lanes = box_of(thumb.phone.locator(".tray"))["y"]
    thumb.press("12-11")

    expect(thumb.phone.get_by_text("on which train?")).to_be_visible()
    assert abs(box_of(thumb.phone.locator(".tray"))["y"] - lanes) <= 1


def test_while_a_trick_is_played(thumb):
    lines = (PLAYTHROUGHS / "traditional.forty-two.jsonl").read_text(encoding="utf-8").splitlines()
    said = [json.loads(each) for each in lines[1:16]]
    prepare(thumb, "traditional.forty-two", ("Ana", "Ben", "Cal", "Dan"), said[:7])
    watched = Watched(thumb)
    for event in said[7:]:
        say(thumb, event)
        watched.after(str(event))

    assert watched.moved == []
    assert watched.shifts() == []


DEAL = {"round": 1, "opener": "Ana"}
ANTES = tuple({"by": name, "ante": 5} for name in NAMES[:4])
BIDS = (
    {"by": "Ana", "bid": 30},
    *({"by": name, "bid": "pass"} for name in NAMES[1:4]),
    {"by": "Ana", "trump": 6},
)


@pytest.mark.parametrize(
    ("variant", "said", "tapped"),
    [
        ("traditional.forty-two", (DEAL,), "Pass"),
        ("traditional.forty-two", (DEAL, *BIDS), "6-6"),
        ("hasbro2003.poker", (DEAL, *ANTES), "Check"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_while_what_was_said_waits_for_its_answer(thumb, variant, said, tapped):
    phone = thumb.phone
    prepare(thumb, variant, NAMES[:4], said, **({"stakes": "true"} if "poker" in variant else {}))
    phone.evaluate(WATCHED)
    held = Held(phone)
    phone.get_by_role("button", name=tapped, exact=True).click()
    expect(phone.locator(".turn h2")).to_have_text(
        "Next tile" if tapped == "6-6" else "Waiting for the referee"
    )
    assert phone.evaluate("window.shifts") == []

    held.next().continue_()

    expect(phone.locator(".turn h2")).to_contain_text(NAMES[1])
    assert phone.evaluate("window.shifts") == []
