"""Pages about players with long names, on a small phone in Chromium."""

import json

import pytest

from tests.folders import PLAYTHROUGHS
from tests.web.looking import BROKEN, SMALL, faults
from tests.web.sitting import links_of, prepare, write
from tests.web.test_every_page import BREACH
from tests.web.touching import Thumb, box_of

NAMES = (
    "Maximiliano Bartholomäus von Habsburg", "Anastasia-Wilhelmina", "Wolfeschlegelsteinhausenbergerdorff",
    "Nikolaos Papadopoulos", "María de los Ángeles", "James", "Jess", "Concepción", "Guillermo", "Bernadette",
)  # fmt: skip
TEN_LETTERS = (  # each but the last
    "Maximilian", "Wilhelmina", "Bernadette", "Concepcion", "Alessandra", "Constantin", "Theodorico", "Eve",
)  # fmt: skip
OVERFLOWING = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
OUTSIDE = """all => all.filter(each => each.getBoundingClientRect().right > innerWidth - 16).map(
  each => each.textContent)"""
SEVERAL_LINES = """each => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return range.getBoundingClientRect().height > 30;
}"""

# The tiles of the trick, the buttons and whose phone it is, if they are in sight, or else where they are.
BOXES = """() => [[".laid-tile", "tile"], [".tray button, .tray .button", "button"], [".you .pill", "me"]].flatMap(
  ([what, name]) => [...document.querySelectorAll(what)].map(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const head = document.querySelector(".top").getBoundingClientRect();
    const lowest = name === "me" ? head.bottom : innerHeight;
    const isIn = left >= 0 && right <= document.documentElement.clientWidth && top >= 0 && bottom <= lowest;
    return isIn ? name : `${each.textContent.trim()} at ${[left, right, top, bottom]}`;
  }))"""


@pytest.fixture
def small(open_phone) -> Thumb:
    """A thumb on a phone of 360 by 640."""
    return Thumb(open_phone(viewport=SMALL))


def seated(thumb: Thumb, variant: str, events: int, names: tuple[str, ...] = NAMES) -> str:
    """Open a table with the first events of a playthrough, whose players have long names; returns its address."""
    text = (PLAYTHROUGHS / f"{variant}.jsonl").read_text(encoding="utf-8")
    players = json.loads(text.splitlines()[0])["players"]
    for name, long in zip(players, names, strict=False):
        text = text.replace(f'"{name}"', json.dumps(long, ensure_ascii=False))
    header, *said = map(json.loads, text.splitlines())
    return prepare(thumb, variant, header["players"], said[:events])


def test_a_number_of_pips_beside_a_long_name_is_not_broken_into_its_digits(small):
    seated(small, "classic.tiddle-a-wink", -2)

    heights = small.phone.eval_on_selector_all(
        ".hand-name span", "all => all.filter(e => /^[0-9]+$/.test(e.textContent)).map(e => e.offsetHeight)"
    )
    assert len(heights) > 5
    assert max(heights) < 30


@pytest.mark.parametrize("width", [320, 390])
def test_names_that_differ_in_their_last_letter_are_whole_beside_the_tiles_left(open_phone, width):
    thumb = Thumb(open_phone(viewport={"width": width, "height": 844}))
    seated(thumb, "classic.draw", 99, ("Maximiliana", "Maximiliano", "Bartholomew"))

    hands = thumb.phone.locator(".left-hands dt").all()
    assert len(hands) > 1
    assert [word for each in hands for word in each.evaluate(BROKEN)] == []


def test_the_rounds_of_ten_players_stay_readable_on_the_match_sheet(small):
    address = seated(small, "classic.tiddle-a-wink", 99)
    small.open(f"{address}/match")

    widths = small.phone.eval_on_selector_all(".match-rounds a > span", "all => all.map(e => e.offsetWidth)")
    assert min(widths) > 60
    assert faults(small.phone) == []


def test_three_figures_are_whole_in_the_columns_of_ten_players_on_the_match_sheet(small):
    header, *said = map(json.loads, (PLAYTHROUGHS / "classic.tiddle-a-wink.jsonl").read_text().splitlines())
    address = prepare(small, header["variant"], header["players"], said, tiles="9")
    small.open(f"{address}/match")

    made, total = small.phone.locator(".match-rounds td:last-child").all()
    assert made.inner_text() == total.inner_text() == "248"
    for each in (made, total):
        assert each.evaluate("each => each.scrollWidth <= each.clientWidth")


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_whoever_may_open_is_named_without_a_broken_word(open_phone, number, size):
    small = Thumb(open_phone(viewport={"width": size[0], "height": size[1]}))
    prepare(small, "fundex2004.all-fives", TEN_LETTERS[:number], [{"round": 1}])
    small.choose("play", "6-6")
    small.wait_for("Who laid it?")

    found = small.phone.locator(".choices b").all()
    assert [each.inner_text() for each in found] == [*TEN_LETTERS[:number]]
    assert not [each.inner_text() for each in found if each.evaluate(BROKEN)]


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_on_the_match_sheet_of_eight_players_every_column_is_in_sight(open_phone, size):
    phone = open_phone(viewport={"width": size[0], "height": size[1]})
    said = [
        {"round": 1},
        {"adjust": dict.fromkeys(TEN_LETTERS, 248)},
        {"by": "Eve", "play": "12-12"},
        {"void": True},
    ]
    address = prepare(Thumb(phone), "traditional.mexican-train", TEN_LETTERS, said, tiles="12")
    phone.goto(f"{address}/match")

    assert phone.locator(".match-rounds td").count() == 2 * len(TEN_LETTERS)
    assert phone.locator(".wide").evaluate("each => each.scrollWidth <= each.clientWidth")
    assert faults(phone) == []


def test_what_a_player_did_keeps_its_room_beside_a_long_name_in_the_list_and_on_paper(small):
    address = seated(small, "classic.tiddle-a-wink", 99)
    widths = "all => all.map(each => each.offsetWidth / each.parentElement.offsetWidth)"
    small.open(f"{address}/log")
    listed = small.phone.eval_on_selector_all("b + .what", widths)
    small.phone.set_viewport_size({"width": 794, "height": 1123})
    small.open(f"{address}/round/1")
    small.phone.emulate_media(media="print")
    printed = small.phone.eval_on_selector_all(
        "b + .what",
        "all => all.map(e => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight))",
    )

    assert min(len(listed), len(printed)) > 5
    assert min(listed) > 0.35
    assert max(printed) < 2.5  # lines


def test_scores_and_their_headings_stay_whole_beside_long_names_of_partners(small):
    seated(small, "traditional.partners", 99)

    heights = small.phone.eval_on_selector_all(
        ".totals tr > :not(:first-child)",
        "all => all.map(e => { const range = document.createRange(); range.selectNodeContents(e);"
        " return range.getBoundingClientRect().height; })",
    )
    assert len(heights) > 3
    assert max(heights) < 40
    assert faults(small.phone) == []


def test_names_and_numbers_of_rounds_stay_whole_where_rounds_were_entered_by_their_end(small):
    names = ("Wilhelmina", "Christopher", "Jo", "Zoe")
    left = {"Christopher": 6, "Jo": 3, "Zoe": 1}
    result = {"result": {"out": "Wilhelmina", "left": left}}
    said = [each for number in range(1, 9) for each in ({"round": number}, result)]
    address = prepare(small, "traditional.chickenfoot", names, said)
    parts = [*small.phone.locator(".left-hands dt, .totals tbody th, .totals thead th").all()]
    assert len(parts) == 3 + 4 + 8
    assert not [each.inner_text() for each in parts if each.evaluate(SEVERAL_LINES)]

    small.open(f"{address}/match")
    parts = small.phone.locator(".match-rounds thead th, .match-rounds tbody td").all()
    assert len(parts) == 5 + 4 * 8
    assert not [each.inner_text() for each in parts if each.evaluate(SEVERAL_LINES)]


def test_names_of_eleven_letters_stay_whole_over_the_tricks_of_a_hand(small):
    record = (PLAYTHROUGHS / "traditional.forty-two.jsonl").read_text(encoding="utf-8")
    for name, longer in zip(
        ("Ana", "Ben", "Cal", "Dan"), ("Ana", "Wilhelmina", "Christopher", "Eve"), strict=True
    ):
        record = record.replace(f'"{name}"', f'"{longer}"')
    header, *said = map(json.loads, record.splitlines())
    prepare(small, "traditional.forty-two", header["players"], said)
    heads = small.phone.locator(".trick-list th[scope=col]:not(:has(.unseen))").all()
    assert len(heads) == 4
    assert not [each.inner_text() for each in heads if each.evaluate(SEVERAL_LINES)]


def test_what_a_side_made_in_a_round_is_summed_in_one_line(small):
    lines = map(json.loads, (PLAYTHROUGHS / "hasbro2003.muggins.jsonl").read_text().splitlines())
    header, *said = lines
    prepare(small, header["variant"], header["players"], said, tiles=str(header["tiles"]))
    summed = small.phone.locator(".totals td", has=small.phone.locator("small"))
    assert summed.inner_text() == "25 + 48 = 73"
    assert not summed.evaluate(SEVERAL_LINES)


def test_the_ways_to_correct_an_entry_are_not_wider_than_the_phone(small):
    address = seated(small, "edge.muggins", 99)
    small.open(f"{address}/log/4")

    assert faults(small.phone) == []


def test_a_long_name_stays_within_its_button(small):
    address = prepare(small, "fundex2004.all-fives", NAMES[:4], [{"round": 1}])
    small.choose("play", "6-6")
    small.wait_for("Who laid it?")
    overflowing = small.phone.eval_on_selector_all(".choices .button", OVERFLOWING)
    small.open(f"{address}/share")
    small.open(str(small.phone.locator("a[href*='/join?code=']").first.get_attribute("href")))
    small.wait_for("Who are you?")
    overflowing += small.phone.eval_on_selector_all(".buttons .button", OVERFLOWING)

    assert overflowing == []


@pytest.mark.parametrize("size", [SMALL, {"width": 390, "height": 844}])
def test_at_the_seat_of_a_long_name_tricks_and_buttons_are_in_sight(open_phone, size):
    owner, phone = Thumb(open_phone()), open_phone(viewport=size)
    players = NAMES[0], NAMES[1], NAMES[5], NAMES[3]
    first, *others = players
    bids = [{"by": name, "bid": "pass"} for name in others]
    laid = [{"by": by, "play": tile} for by, tile in zip(players, ("6-6", "6-4", "6-2", "5-4"), strict=True)]
    said = [{"round": 1, "opener": first}, {"by": first, "bid": 30}, *bids, {"by": first, "trump": 6}]
    address = prepare(owner, "traditional.forty-two", players, [*said, *laid])
    seat = links_of(owner.beforehand, address)["seat-0"]

    for tiles in (4, 1):
        phone.goto(seat)
        seen = phone.evaluate(BOXES)
        assert {*seen} == {"tile", "button", "me"}
        assert seen.count("tile") == tiles
        if tiles == 4:
            write(owner, address, [{"by": first, "play": "6-3"}])


def test_what_a_long_name_did_is_not_broken_into_letters(small):
    first, second = NAMES[0], NAMES[5]
    said = [
        {"round": 1},
        {"by": first, "play": "5-5"},
        {"by": second, "play": "5-0"},
        {"by": second, "claim": 10},
    ]
    address = prepare(small, "fundex2004.all-fives", (first, second), [*said, {"by": first, "play": "0-0"}])
    write(small, address, [{"by": first, "claim": 15}])
    small.open(f"{address}/log")
    heights = small.phone.eval_on_selector_all(".event", "all => all.map(each => each.offsetHeight)")

    assert len(heights) > 4
    assert max(heights) < 170
    assert faults(small.phone) == []


def test_in_the_list_a_name_of_ten_letters_is_whole_beside_a_sum(small):
    said = [
        {"round": 1},
        *({"by": name, "play": tile} for name, tile in (("Maximilian", "5-5"), ("Ana", "5-0"))),
    ]
    address = prepare(small, "fundex2004.all-fives", ("Ana", "Maximilian"), said, claims="auto")
    small.open(f"{address}/log")

    assert small.phone.locator(".event > b", has_text="Maximilian").evaluate(BROKEN) == []
    assert faults(small.phone) == []


@pytest.mark.parametrize("paper", [False, True])
def test_what_a_void_round_takes_back_from_several_stands_below_its_reason(small, paper):
    names = ("Ana", "Maximilian", "Cal")
    laid = (("Ana", "5-5"), ("Maximilian", "5-0"), ("Cal", "0-0"))
    said = [{"round": 1}, *({"by": name, "play": tile} for name, tile in laid)]
    said.append({"void": True, "why": "Two tiles were dealt face up"})
    address = prepare(small, "fundex2004.all-fives", names, said, claims="auto")
    if paper:
        small.phone.set_viewport_size({"width": 794, "height": 1123})
    small.open(f"{address}/round/1" if paper else f"{address}/log")
    row = small.phone.locator(".event").last

    assert (
        row.locator(".gain").inner_text()
        == "Ana \N{MINUS SIGN}10, Maximilian \N{MINUS SIGN}10, Cal \N{MINUS SIGN}10"
    )
    reason, taken = box_of(row.locator(".what")), box_of(row.locator(".gain"))
    assert taken["y"] >= reason["y"] + reason["height"] - 1
    assert reason["width"] > 0.5 * box_of(row)["width"]


def test_beside_a_bid_the_names_of_partners_are_not_broken_into_letters_on_a_phone_held_across(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 640, "height": 360}))
    players = "Grandma Rosa", "Maximiliano", "Guadalupe M", "Bernardo José"
    prepare(
        thumb,
        "traditional.forty-two",
        players,
        [{"round": 1, "opener": players[0]}, {"by": players[0], "bid": 35}],
    )
    lines = thumb.phone.eval_on_selector_all(
        ".pairs .name", "all => all.map(e => e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight))"
    )

    assert thumb.phone.locator(".pairs .held").inner_text() == "bid 35"
    assert [round(each) for each in lines] == [2, 2]


def test_in_a_proof_the_words_of_a_name_are_whole_below_its_tile(small):
    ana, ben, cal, dan = players = "Grandma Rosa", "Ben", "Maximiliano", "Dan"
    said = [{"round": 1, "opener": ana}, {"by": ana, "bid": 30}]
    said += [{"by": each, "bid": "pass"} for each in (ben, cal, dan)]
    laid = zip((ana, ben, cal, dan), ("5-5", "5-3", "6-1", "4-3"), strict=True)
    said += [{"by": ana, "trump": 5}, *({"by": name, "play": tile} for name, tile in laid)]
    said.append({"by": cal, "hand": ["5-0", "4-4", "4-1", "2-2", "2-1", "1-1"]})
    small.open(prepare(small, "traditional.forty-two", players, said) + "/proof")

    heights = small.phone.eval_on_selector_all(
        ".case li span", "all => all.map(e => e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight))"
    )
    assert [round(each) for each in heights] == [2, 1, 1, 1]
    assert faults(small.phone) == []


@pytest.mark.parametrize(
    ("variant", "players", "tiles"), [("fundex2004.all-fives", 4, 6), ("classic.tiddle-a-wink", 8, 9)]
)
def test_on_a_phone_held_across_no_name_beside_the_scores_is_broken(open_phone, variant, players, tiles):
    thumb = Thumb(open_phone(viewport={"width": 640, "height": 360}))
    prepare(thumb, variant, TEN_LETTERS[:players], [{"round": 1}], tiles=f"{tiles}")

    found = thumb.phone.locator(".scores .name").all()
    assert len(found) == players
    for name in found:
        assert not name.evaluate(BROKEN), name.inner_text()
    assert box_of(thumb.phone.locator(".area"))["height"] > 96


def test_on_a_phone_held_across_no_button_below_the_tiles_has_three_lines(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 640, "height": 360}))
    players = "Ana", "Ben", "Cal", "Dan"
    bids = [{"by": "Ana", "bid": 30}, *({"by": name, "bid": "pass"} for name in players[1:])]
    said = [{"round": 1, "opener": "Ana"}, *bids, {"by": "Ana", "trump": 6}, {"by": "Ana", "play": "5-5"}]
    prepare(thumb, "traditional.forty-two", players, said)
    buttons = thumb.phone.locator(".actions .button")

    assert "End the round" in buttons.all_inner_texts()
    lines = buttons.evaluate_all(
        "all => all.map(e => { const range = document.createRange(); range.selectNodeContents(e);"
        " return range.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight); })"
    )
    assert max(map(round, lines)) <= 2


def test_on_a_phone_held_across_a_proved_case_leaves_the_top_bar_one_line_high(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 640, "height": 360}))
    address = prepare(thumb, "fundex2004.all-fives", ("Ana", "Ben", "Cal"), BREACH, claims="auto")
    for page in (address, links_of(thumb.beforehand, address)["seat-0"]):
        thumb.phone.goto(page)

        assert thumb.phone.locator(".proved-chip").is_visible()
        assert box_of(thumb.phone.locator(".top"))["height"] < 60


def test_a_name_of_one_long_word_stays_inside_its_button_and_the_button_inside_the_screen(small):
    prepare(small, "traditional.forty-two", ("Ana", NAMES[2], "Cal", "Dan"))
    first_bid = small.phone.locator(".buttons .button")
    asked = [*first_bid.evaluate_all(OVERFLOWING), *first_bid.evaluate_all(OUTSIDE)]
    small.open("/new?step=2&n=4&variant=traditional.forty-two")
    seated_before = small.phone.locator(".chips .button")

    assert asked == []
    assert NAMES[2] in seated_before.all_text_contents()
    assert seated_before.evaluate_all(OVERFLOWING) == []
