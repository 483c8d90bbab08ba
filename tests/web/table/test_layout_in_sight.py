"""The whole layout is in sight on every screen, and nothing scrolls: every tile and every open end above the tray."""

import io
import random

import pytest
from PIL import Image

from referee.engine.games.line.state import LineRound
from referee.engine.games.match import Status
from tests.simulating import NAMES, seat_people
from tests.web.sitting import prepare
from tests.web.touching import Thumb, box_of

SCREENS = {
    "a small phone": {"width": 360, "height": 640},
    "a phone with bars": {"width": 390, "height": 664},
    "a tall phone": {"width": 390, "height": 844},
    "a phone on its side": {"width": 844, "height": 390},
    "a tablet": {"width": 820, "height": 1180},
}

# What of the layout is not where everybody sees it, and whether its area scrolls.
HIDDEN = """() => {
  const area = document.querySelector(".area"), tray = document.querySelector(".tray").getBoundingClientRect();
  const rim = area.getBoundingClientRect();
  const beside = tray.left > rim.left + 20 || tray.right < rim.right - 20;
  const floor = beside ? rim.bottom : Math.min(rim.bottom, tray.top);
  const found = [];
  if (area.scrollHeight > area.clientHeight + 1 || area.scrollWidth > area.clientWidth + 1) found.push("it scrolls");
  for (const each of area.querySelectorAll("g.tile, .place rect")) {
    const box = each.getBoundingClientRect();
    if (box.top < rim.top - 1 || box.bottom > floor + 1 || box.left < rim.left - 1 || box.right > rim.right + 1)
      found.push(each.outerHTML.slice(0, 90));
  }
  return found;
}"""

# How many pixels wide half a tile is, and whether pips or figures are seen.
SHOWN = """() => {
  const drawing = document.querySelector(".area .layout");
  const style = getComputedStyle(drawing);
  const pips = getComputedStyle(document.querySelector(".symbols .spots")).display;
  return { unit: drawing.getScreenCTM().a, figures: style.getPropertyValue("--figures").trim() === "inline",
    pips: style.getPropertyValue("--pips").trim() !== "none" && pips !== "none" };
}"""


def laid(variant: str, players: int, tiles: int, seed: int, most: int) -> list[dict[str, object]]:
    """A round up to so many tiles, of people with real hands."""
    people = seat_people(variant, players, random.Random(seed), tiles=tiles)
    people.deal()
    while people.log.state.status is Status.PLAYING:
        current = people.log.state.current
        assert isinstance(current, LineRound)
        if len(current.layout.laid) >= most:
            break
        people.act()
    return people.said


@pytest.mark.parametrize(
    ("variant", "tiles", "seed", "most"),
    [
        ("fundex2004.block-draw", 6, 29, 25),
        ("traditional.all-fives", 6, 5, 22),
        ("fundex2004.cross", 9, 7, 48),
        ("fundex2004.five-up", 9, 6, 36),
        ("fundex2004.five-up", 15, 0, 29),  # the last sum has ten numbers
    ],
)
def test_every_tile_and_every_open_end_is_in_sight_on_every_screen(phone, variant, tiles, seed, most) -> None:
    thumb = Thumb(phone)
    address = prepare(thumb, variant, NAMES[:2], laid(variant, 2, tiles, seed, most), tiles=str(tiles))
    for name, size in SCREENS.items():
        phone.set_viewport_size(size)
        thumb.open(address)
        assert phone.evaluate(HIDDEN) == [], name
        shown = phone.evaluate(SHOWN)
        assert shown["figures"] == (shown["unit"] < 13), (name, shown)
        assert shown["pips"] == (shown["unit"] >= 13), (name, shown)
        assert shown["unit"] >= 5.5, (name, shown)


def test_the_figures_of_small_tiles_stand_in_the_middle_of_their_halves(open_phone):
    thumb = Thumb(open_phone(viewport=SCREENS["a small phone"], device_scale_factor=4))
    said = laid("fundex2004.cross", 2, 9, 7, 48)
    prepare(thumb, "fundex2004.cross", NAMES[:2], said, tiles="9")
    assert thumb.phone.evaluate(SHOWN)["figures"]
    screen = Image.open(io.BytesIO(thumb.phone.screenshot())).convert("L")
    aside = []
    for each in thumb.phone.locator(".layout g.tile:not(.last)").all():
        x, y, width, height = (4 * box_of(each)[name] for name in ("x", "y", "width", "height"))
        if height < 1.5 * width:
            continue  # lies across, so that two figures stand side by side
        tile = screen.crop((round(x + width / 8), round(y), round(x + width * 7 / 8), round(y + height)))
        dark = [at % tile.width for at, light in enumerate(tile.tobytes()) if light < 80]
        if dark:
            aside.append(abs(sum(dark) / len(dark) / tile.width - 0.5))

    assert len(aside) > 10
    assert max(aside) < 0.1


def test_a_ruling_of_several_lines_covers_no_tile_and_no_open_end(open_phone):
    thumb = Thumb(open_phone(viewport=SCREENS["a small phone"]))
    long = {"Ana": "Maximiliana Josephine", "Ben": "Bartholomew Cornelius"}
    said = [
        each | {"by": long[each["by"]]} if "by" in each else each
        for each in laid("fundex2004.block-draw", 2, 6, 29, 25)
    ]
    prepare(thumb, "fundex2004.block-draw", list(long.values()), said)

    assert thumb.phone.locator(".words").evaluate("each => each.clientHeight") > 60  # not of two lines
    assert thumb.phone.evaluate(HIDDEN) == []
