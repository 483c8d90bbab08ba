"""The table on the smallest phone: nothing covers anything else, and nothing is cut."""

import pytest
from playwright.sync_api import expect

from tests.folders import PLAYTHROUGHS
from tests.pinning import lines_of
from tests.web.looking import BROKEN, SMALL
from tests.web.sitting import links_of, prepare
from tests.web.touching import Thumb, box_of

FOUR = ("Ana", "Ben", "Cal", "Dan")
LAID = [{"round": 1}, {"by": "Ben", "play": "6-6"}, {"by": "Cal", "play": "6-5"}]
OUT = [
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-5"},
    {"by": "Cal", "play": "6-4"},
    {"by": "Ana", "play": "5-1"},
]
# Where the words of an element end, and the box of the nearest element that cuts what is outside.
END_OF = """each => {
  const words = document.createRange();
  words.selectNodeContents(each);
  const { right, bottom } = words.getBoundingClientRect();
  const cuts = each.closest(".top-words p, .top h1, .pill").getBoundingClientRect();
  return [right, bottom, { right: cuts.right, bottom: cuts.bottom }];
}"""
BOTTOM = "each => each.getBoundingClientRect().bottom"
# How many lines of words an element has.
LINES = "each => Math.floor(each.clientHeight / parseFloat(getComputedStyle(each).lineHeight) + .1)"


@pytest.fixture
def thumb(open_phone) -> Thumb:
    return Thumb(open_phone(viewport=SMALL))


def test_claims_do_not_cover_the_ring_of_seats(thumb):
    prepare(thumb, "fundex2004.all-fives", FOUR, LAID[:1], paired="yes")
    expect(thumb.phone.locator(".seat-ring")).to_be_visible()
    prepare(thumb, "fundex2004.all-fives", FOUR, LAID, paired="yes")

    expect(thumb.phone.locator(".calls .button")).to_have_count(2)
    expect(thumb.phone.locator(".seat-ring")).to_be_hidden()


def test_names_of_eleven_letters_are_whole_in_the_scores_of_eight(thumb):
    names = ("Bartholomew", "Christopher", "Ana María", "Maximiliana", *FOUR)
    prepare(thumb, "hasbro2003.tiddle-a-wink", names, [{"round": 1}])

    found = thumb.phone.locator(".scores .name").all()
    assert len(found) == 8
    assert not [each.inner_text() for each in found if each.evaluate(BROKEN)]


def test_the_own_name_is_as_large_as_what_is_beside_it_on_the_only_button_to_lay_the_double(thumb):
    address = prepare(
        thumb, "traditional.mexican-train", ("Christopher", "Jo", "Ana"), [{"round": 1}], tiles="12"
    )
    thumb.open(links_of(thumb.beforehand, address)["seat-0"])

    sizes = thumb.phone.eval_on_selector_all(
        ".who-lays .button", "all => all.map(each => getComputedStyle(each).fontSize)"
    )
    assert len(sizes) == 2
    assert len({*sizes}) == 1


def test_the_cross_in_the_row_of_the_own_turn_is_as_light_as_its_words(thumb):
    said = [{"round": 1}, {"by": "Ana", "play": "12-12"}]
    address = prepare(thumb, "traditional.mexican-train", FOUR[:3], said, tiles="12")
    thumb.open(links_of(thumb.beforehand, address)["seat-0"])

    colour = "each => getComputedStyle(each).color"
    cross = thumb.phone.get_by_label("Another number").evaluate(colour)
    assert cross == thumb.phone.locator(".turn.mine h2").evaluate(colour)


def test_claims_do_not_cover_the_number_of_the_next_tile(thumb):
    said = [{"round": 1}, {"by": "Ana", "play": "5-5"}]
    prepare(thumb, "hasbro2003.muggins", FOUR[:3], said)

    expect(thumb.phone.locator(".calls .button")).to_have_count(2)
    expect(thumb.phone.get_by_label("Another number")).to_be_visible()
    expect(thumb.phone.locator(".begun")).to_be_hidden()


@pytest.mark.parametrize("players", [FOUR[:3], ("Ana", "Bartholomew", "Maximiliana")])
def test_each_call_says_whom_or_which_tile_it_is_about(thumb, players):
    _, layer, after = players
    said = [LAID[0], {"by": layer, "play": "6-6"}, {"by": after, "play": "6-5"}]
    prepare(thumb, "fundex2004.all-fives", players, said)

    shown = thumb.phone.locator(".calls small:visible")
    assert [" ".join(each.split()) for each in shown.all_text_contents()] == [after, "on 6-6"]
    heights = thumb.phone.locator(".calls .button").evaluate_all("all => all.map(each => each.clientHeight)")
    assert heights == [44, 44]


def test_pips_are_typed_without_a_tap_into_their_field(thumb):
    prepare(thumb, "fundex2004.block-draw", FOUR[:3], OUT, hand_size="2")
    thumb.follow("Pips only")
    expect(thumb.phone.locator("#pips")).to_be_focused()
    thumb.phone.keyboard.type("7")
    thumb.phone.keyboard.press("Enter")

    expect(thumb.phone.locator(".turn h2")).to_have_text("Pips in Cal's 1 tile")
    expect(thumb.phone.locator("#pips")).to_be_focused()


def test_no_way_back_to_the_table_loses_the_tiles_of_a_hand(thumb):
    said = [*OUT[:3], *({"by": name, "pass": True} for name in FOUR[:2])]
    address = prepare(thumb, "fundex2004.block-draw", FOUR[:2], said, hand_size="3", draw="none")
    thumb.press("4-1")
    thumb.follow("All entries")
    thumb.follow("Back")
    expect(thumb.phone.locator(".hand-row.now")).to_contain_text("1 of 2")

    thumb.press("3-2")
    thumb.open(address)
    expect(thumb.phone.locator(".hand-row.now")).to_contain_text("0 of 2")


def test_the_tiles_of_a_hand_wait_while_another_hand_is_shown(thumb):
    said = [*OUT[:3], *({"by": name, "pass": True} for name in FOUR[:2])]
    prepare(thumb, "fundex2004.block-draw", FOUR[:2], said, hand_size="3", draw="none")
    now, tiles = thumb.phone.locator(".hand-row.now"), thumb.phone.locator("[name=shown]")
    first, second = FOUR[:2]
    expect(now).to_contain_text(first)
    thumb.press("4-1")
    thumb.follow(second)
    expect(now).to_contain_text(second)
    thumb.press("3-2")
    thumb.follow(first)
    expect(tiles).to_have_value("4-1")

    thumb.press("5-1")
    expect(now).to_contain_text(second)
    expect(tiles).to_have_value("3-2")
    thumb.follow("3-2, not in the hand")
    expect(tiles).to_have_value("")
    thumb.phone.reload()
    expect(tiles).to_have_value("")


@pytest.mark.parametrize("typed", ["", "7"])
def test_undo_and_redo_work_beside_the_field_for_pips_whatever_is_typed(thumb, typed):
    prepare(thumb, "fundex2004.block-draw", FOUR[:3], OUT, hand_size="2")
    thumb.follow("Pips only")
    thumb.press("Enter", pips="3")
    thumb.press("Undo", pips=typed)
    expect(thumb.phone.locator(".turn h2")).not_to_contain_text("Cal")
    thumb.follow("Pips only")
    thumb.press("Redo", pips=typed)

    expect(thumb.phone.locator(".turn h2")).to_contain_text("Cal")


def test_the_hand_that_is_being_shown_is_above_the_tray_however_many_hands_there_are(thumb):
    six = (*FOUR, "Eve", "Fay")
    row = zip((*six, "Ana"), ("6-6", "6-5", "5-4", "4-3", "3-2", "2-1", "1-0"), strict=True)
    laid = [{"by": name, "play": tile} for name, tile in row]
    prepare(thumb, "hasbro2003.block", six, [{"round": 1}, *laid], hand_size="2")

    for name in six[1:]:
        thumb.open(f"{thumb.address}?hand={name}")
        hand = thumb.phone.locator(".hand-row.now")
        expect(hand).to_contain_text(name)
        box, tray = box_of(hand), box_of(thumb.phone.locator(".tray"))
        assert box["y"] + box["height"] <= tray["y"], name
        assert tray["y"] + tray["height"] <= SMALL["height"]


def test_a_hand_too_big_for_the_screen_does_not_cover_the_other_hands(thumb):
    drew = [
        *OUT[:3],
        {"by": "Cal", "draw": 30},
        {"by": "Cal", "play": "6-4"},
        {"by": "Dan", "play": "4-2"},
        OUT[4],
    ]
    prepare(thumb, "fundex2004.block-draw", FOUR, drew, hand_size="2", tiles="9")
    thumb.open(f"{thumb.address}?hand=Cal")
    expect(thumb.phone.locator(".hand-row.now .held-slot")).to_have_count(31)

    for name in ("Dan", "Ben"):
        thumb.phone.locator(".hand-rows").get_by_role("link", name=name).click(timeout=3000)
        expect(thumb.phone.locator(".hand-row.now")).to_contain_text(name)
        thumb.open(f"{thumb.address}?hand=Cal")


def test_why_the_next_round_waits_is_in_sight(thumb):
    result = {"result": {"out": "Ana", "left": {"Ben": 5, "Cal": 7, "Dan": 3}}}
    address = prepare(thumb, "traditional.chickenfoot", FOUR, [{"round": 1}, result], tiles="9")
    thumb.press("A second player confirms each round")
    thumb.open(address)

    expect(thumb.phone.get_by_text("the next one waits for that")).to_be_in_viewport(ratio=1)


def test_the_dealer_opposite_is_named_before_what_he_does(thumb):
    prepare(thumb, "traditional.forty-two", FOUR, [{"round": 1, "opener": "Dan"}])

    dealer = thumb.phone.locator(".at.south")
    name, word = (box_of(dealer.locator(each)) for each in (".who-sits", "small"))
    assert name["x"] < word["x"]


def test_the_doubles_as_trumps_stay_within_their_key(thumb):
    bids = [{"by": "Dan", "bid": 30}, *({"by": name, "bid": "pass"} for name in FOUR[:3])]
    prepare(thumb, "traditional.forty-two", FOUR, [{"round": 1, "opener": "Dan"}, *bids])

    key = box_of(thumb.phone.get_by_role("button", name="Doubles"))
    tile = box_of(thumb.phone.get_by_role("button", name="Doubles").locator("svg"))
    assert key["x"] + 4 <= tile["x"]
    assert tile["x"] + tile["width"] <= key["x"] + key["width"] - 4


@pytest.mark.parametrize("size", [SMALL, {"width": 390, "height": 844}], ids=["360", "390"])
@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("game", ["traditional.partners-venezuelan", "traditional.partners-dominican"])
def test_the_chip_of_what_is_proved_does_not_cover_the_name_of_the_game(open_phone, game, locale, size):
    thumb = Thumb(open_phone(viewport=size, locale=locale))
    laid = [{"by": "Ana", "play": "6-6"}, {"by": "Dan", "pass": True}, {"by": "Cal", "play": "6-1"}]
    passed = [
        {"by": "Ben", "pass": True},
        {"by": "Ana", "pass": True},
        {"by": "Dan", "play": "6-5", "at": "6-6"},
    ]
    address = prepare(thumb, game, FOUR, [{"round": 1}, *laid, *passed])

    for link, parts in ((address, ()), (links_of(thumb.beforehand, address)["seat-0"], (".you .pill",))):
        thumb.open(link)
        for part in (".top h1", ".proved-chip .pill", *parts):
            wide, room = thumb.phone.locator(part).evaluate("each => [each.scrollWidth, each.clientWidth]")
            assert wide <= room, part
            assert not thumb.phone.locator(part).evaluate(BROKEN), part
        assert thumb.phone.locator(".proved-chip .pill").evaluate(LINES) == 1


def test_what_was_just_proved_leaves_the_layout_in_sight(thumb):
    drawn = [{"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Benjamin", "draw": 1}]
    laid = [
        {"by": "Benjamin", "play": "6-5"},
        {"by": "Ana", "play": "5-5"},
        {"by": "Benjamin", "play": "6-4"},
    ]
    prepare(thumb, "fundex2004.block-draw", ("Ana", "Benjamin"), drawn + laid)

    words = thumb.phone.locator(".words")
    assert "Benjamin drew holding 6-5 or 6-4 See proof" in " ".join((words.text_content() or "").split())
    assert words.evaluate("each => each.clientHeight") < 60  # of two lines of words: 46
    assert not thumb.phone.locator(".see-proof").evaluate(BROKEN)


def test_a_name_of_six_letters_stays_whole_at_its_seat_beside_the_chip_of_what_is_proved(open_phone):
    owner, phone = Thumb(open_phone()), open_phone(viewport=SMALL)
    said = [{"by": "Ana", "play": "6-6"}, {"by": "Dan", "pass": True}, {"by": "Carmen", "play": "6-1"}]
    passed = [
        {"by": "Ben", "pass": True},
        {"by": "Ana", "pass": True},
        {"by": "Dan", "play": "6-5", "at": "6-6"},
    ]
    players = ("Carmen", "Dan", "Ana", "Ben")
    address = prepare(owner, "traditional.partners-venezuelan", players, [{"round": 1}, *said, *passed])
    phone.goto(links_of(owner.beforehand, address)["seat-0"])

    expect(phone.locator(".proved-chip")).to_be_visible()
    assert not phone.locator(".you .pill").evaluate(BROKEN)


def test_a_name_of_two_lines_does_not_touch_the_upper_edge_at_a_seat(open_phone):
    owner, phone = Thumb(open_phone()), open_phone(viewport=SMALL, locale="es")
    address = prepare(owner, "traditional.partners-venezuelan", FOUR)
    phone.goto(links_of(owner.beforehand, address)["seat-0"])

    title = phone.locator(".top h1")
    assert title.evaluate(LINES) == 2
    assert box_of(title)["y"] >= 2


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("name", ["Player 4", "Grandma Rosa"])
def test_at_a_seat_the_game_the_round_and_the_player_are_named_in_full(open_phone, name, is_over, locale):
    owner, phone = Thumb(open_phone()), open_phone(viewport=SMALL, locale=locale)
    result = {"result": {"out": "Ana", "left": {"Ben": 5, name: 7}}}
    said = [{"round": 1}, result if is_over else {"by": "Ana", "play": "9-9"}]
    address = prepare(owner, "traditional.chickenfoot", (name, "Ana", "Ben"), said, tiles="9", rounds="1")
    phone.goto(links_of(owner.beforehand, address)["seat-0"])

    for part in (".top h1", ".top-words p span:first-child", ".you .pill"):
        right, bottom, within = phone.locator(part).evaluate(END_OF)
        assert right <= within["right"] + 1, part
        assert bottom <= within["bottom"] + 1, part


def test_the_number_of_tiles_left_stands_on_the_right_below_a_long_name_too(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(thumb, "edge.block", ("Rosa", "Grandma Rosa", "Bo"), [{"round": 1}])
    room = """all => all.map(each =>
      each.closest(".party").getBoundingClientRect().right - each.getBoundingClientRect().right)"""
    left = thumb.phone.eval_on_selector_all(".party .held", room)
    assert len(left) == 3
    assert max(left) - min(left) < 1


def test_redo_and_undo_have_letters_of_one_size_beside_the_picture(open_phone):
    thumb = Thumb(open_phone())
    blocked = [{"by": name, "pass": True} for name in ("Ben", "Ana")]
    prepare(
        thumb,
        "hasbro2003.block",
        FOUR[:2],
        [{"round": 1}, {"by": "Ana", "play": "6-6"}, *blocked],
        tiles="6",
        hand_size="2",
    )
    thumb.press("5-4")
    thumb.press("Undo")
    sizes = thumb.phone.eval_on_selector_all(
        ".tray .actions .button",
        "all => all.filter(each => each.checkVisibility({ visibilityProperty: true }))"
        ".map(each => [each.textContent.trim(), getComputedStyle(each).fontSize])",
    )
    assert {"Redo", "Undo"} < {words for words, _ in sizes}
    assert len({size for _, size in sizes}) == 1


@pytest.mark.parametrize("game", ["hasbro2003.texas", "traditional.forty-two"])
@pytest.mark.parametrize(
    ("large", "size"), [(False, (320, 568)), (True, (360, 640)), (True, (360, 780))], ids=str
)
def test_the_header_and_all_four_seats_are_whole_on_narrow_phones_and_in_large_type(
    open_phone, game, large, size
):
    thumb = Thumb(open_phone(viewport={"width": size[0], "height": size[1]}, locale="es-ES"))
    thumb.open("/phone")
    if large:
        thumb.pick("large", "1")
    thumb.press("Recordar")
    passes = [{"by": name, "bid": "pass"} for name in FOUR[1:]]
    said = [{"round": 1, "opener": "Ana"}, {"by": "Ana", "bid": 35}, *passes, {"by": "Ana", "trump": 6}]
    tricks = ["6-6", "6-4", "6-2", "5-4", "6-3", "6-1", "6-5", "1-1"]
    laid = [{"by": by, "play": tile} for by, tile in zip(FOUR * 2, tricks, strict=True)]
    for events in (said[:2], [*said, *laid]):
        prepare(thumb, game, FOUR, events)
        top, scores, south, tray = map(thumb.phone.locator, (".top-words", ".scores", ".at.south", ".tray"))

        assert top.evaluate(BOTTOM) <= box_of(scores)["y"]
        assert south.evaluate(BOTTOM) <= box_of(tray)["y"]


@pytest.mark.parametrize("entries", [33, 34], ids=["while a tile is turned up", "while a tile is moved"])
def test_the_last_tile_of_a_column_of_eleven_is_whole_and_in_sight(thumb, entries):
    played = lines_of(PLAYTHROUGHS / "fundex2004.solitaire.jsonl")[1 : entries + 1]
    prepare(thumb, "fundex2004.solitaire", ("Ana",), played)

    last = thumb.phone.locator(".column .spot:nth-child(n + 11):last-child svg")
    tray = box_of(thumb.phone.locator(".tray"))
    assert box_of(last)["y"] + box_of(last)["height"] <= tray["y"]
    last.click(trial=True)
