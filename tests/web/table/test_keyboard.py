"""A table by keyboard and by ear: every key reaches what a thumb does, and a screen reader is told what an eye sees."""

import json
import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.folders import PLAYTHROUGHS
from tests.web.sitting import prepare, write
from tests.web.table.test_tricks_page import FIRST, NAMES, SIXES
from tests.web.touching import Held, Thumb, answer_late, until

NAME = """(document.activeElement.ariaLabel || (document.activeElement.labels || [])[0]?.textContent
    || document.activeElement.textContent || "").trim().replace(/\\s+/g, " ")"""
IS_SEEN = """() => {
    const each = document.activeElement;
    const shown = each.matches("input") ? each.nextElementSibling || each : each;
    const box = shown.getBoundingClientRect();
    return getComputedStyle(shown).outlineStyle !== "none" && box.width > 0
        && box.bottom > 0 && box.top < window.innerHeight;
}"""
LINES = """heading => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return new Set([...words.getClientRects()].map(each => Math.round(each.top))).size;
}"""
FURTHEST = 60  # keys from one thing to any other


class Keys:
    """A player with a keyboard, who never touches the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def at(self) -> str:
        """The name of what has the focus."""
        return str(self.page.evaluate(NAME))

    def reach(self, name: str, key: str = "Tab") -> None:
        """Press the key until what has that name, or begins with it, has the focus and shows it."""
        for _ in range(FURTHEST):
            self.page.keyboard.press(key)
            if self.at == name or self.at.startswith(f"{name} "):
                assert self.page.evaluate(IS_SEEN), f"{name} does not show that it has the focus"
                return
        raise AssertionError(f"{key} does not lead to {name}, but at last to {self.at}")

    def enter(self, key: str = "Enter") -> None:
        """Press what has the focus, and wait for the page that follows; the focus stays on the table."""
        self.page.locator("main").evaluate("main => main.setAttribute('data-before', '')")
        self.page.keyboard.press(key)
        self.page.locator("main:not([data-before])").wait_for()
        until(self.page, "document.activeElement.closest('#table')")

    def press(self, name: str, key: str = "Enter") -> None:
        self.reach(name)
        self.enter(key)


def at_a_table(phone, variant="fundex2004.block-draw", laid=(), **switches):
    events = [{"round": 1}, *({"by": by, "play": tile} for by, tile in laid)] if laid else []
    prepare(Thumb(phone), variant, ("Ana", "Ben"), events, **switches)
    return Keys(phone)


@pytest.mark.parametrize("late", [0, 0.2], ids=lambda late: f"{late:g}s")
def test_a_round_is_played_by_keyboard_alone(phone, late):
    """What is drawn ahead of a late answer hides what had the focus."""
    keys = at_a_table(phone, hand_size="3")
    answer_late(phone, late)
    keys.press("The tiles are dealt")
    keys.press("6-6")
    assert keys.at == "6-6 opens"
    keys.press("Ana", "Space")
    assert keys.at == "Ben to play"
    keys.press("6-5", "Space")
    assert keys.at == "Ana to play"
    keys.press("6-1")
    keys.press("5-1")
    assert keys.at == "Ben lays 5-1"
    keys.press("on 6-1")
    assert keys.at == "Ana to play"
    keys.press("5-3")
    keys.press("on 6-5")
    assert keys.at == "Ben holds 1 tile"
    keys.press("4-4")
    assert keys.at == "Ana takes 8"
    expect(phone.locator("#said")).to_have_text("Ana takes 8. Ana goes out with 5-3.")
    keys.press("Next round")


def test_a_call_is_the_next_key_after_a_tile_that_may_score(phone):
    keys = at_a_table(phone, "fundex2004.all-fives", [("Ana", "6-6")])
    keys.press("6-3")
    assert keys.at == "Ben lays 6-3"

    for name in ("Claim Ben", "Muggins on 6-6"):
        phone.keyboard.press("Tab")
        assert keys.at == name


def test_the_focus_stays_where_it_was_pressed_as_long_as_that_is_there(phone):
    keys = at_a_table(phone, laid=(("Ana", "6-6"),))
    keys.press("Draw")
    assert keys.at.startswith("Draw")
    keys.press("5-4, cannot go")
    assert keys.at == "5-4, cannot go"
    expect(phone.get_by_role("heading", name="5-4 fits none of the open ends: 6.")).to_be_visible()
    expect(phone.locator("#said")).to_contain_text("5-4 fits none")
    keys.press("Take it back")
    assert keys.at == "Ben to play"
    keys.press("Undo")
    assert keys.at == "Undo"


def test_an_answer_does_not_have_the_table_laid_out_that_it_replaces(phone):
    keys = at_a_table(phone, laid=(("Ana", "6-6"),))
    phone.evaluate("""() => {
        const remove = Element.prototype.remove;
        window.hadFocus = [];
        Element.prototype.remove = function() {
            if (this.id === "table") window.hadFocus.push(this.contains(document.activeElement));
            remove.call(this);
        };
    }""")

    keys.press("5-4, cannot go")
    assert keys.at == "5-4, cannot go"
    assert phone.evaluate("window.hadFocus") == [False]


def test_arrows_go_from_tile_to_tile_as_they_stand(phone):
    keys = at_a_table(phone, laid=(("Ana", "6-6"),))
    keys.reach("6-4")
    for key, there in (
        ("ArrowRight", "6-3"), ("ArrowDown", "5-2, cannot go"), ("ArrowLeft", "5-3, cannot go"),
        ("ArrowUp", "6-4"), ("ArrowUp", "6-4"), ("ArrowLeft", "6-5"),
    ):  # fmt: skip
        phone.keyboard.press(key)
        assert keys.at == there
        assert phone.evaluate(IS_SEEN)
    keys.enter()
    expect(phone.locator(".words .head")).to_have_text("Ben lays 6-5")


def test_a_tile_of_a_large_set_is_laid_by_keys_and_arrows_however_late_the_answer_comes(phone):
    keys = at_a_table(phone, "classic.draw", laid=(("Ana", "9-9"), ("Ben", "9-8")), tiles="9")
    keys.press("9, 8 left")
    assert keys.at == "Ana to play"
    keys.reach("9-7")
    phone.keyboard.press("ArrowRight")
    answer_late(phone, 0.3)
    keys.enter()
    expect(phone.locator(".words .head")).to_have_text("Ana lays 9-6")


def test_news_from_another_phone_leaves_the_focus_where_it_is(phone, open_phone):
    keys = at_a_table(phone, laid=(("Ana", "6-6"),))
    keys.reach("6-4")
    other = open_phone(storage_state=phone.context.storage_state())
    other.goto(phone.url)
    other.get_by_role("button", name="6-5").click()

    expect(phone.get_by_role("heading", name="Ana to play")).to_be_visible()
    assert keys.at == "6-4"
    other.get_by_role("button", name="6-4").click()
    expect(phone.get_by_role("heading", name="Ben to play")).to_be_visible()
    assert keys.at == "Ben to play"


def test_news_leave_the_focus_on_a_reason_that_is_read(phone):
    keys = at_a_table(phone, laid=(("Ana", "6-6"),))
    keys.reach("Why?Close")
    write(Thumb(phone), urlsplit(phone.url).path, [{"by": "Ben", "draw": 1}])

    expect(phone.locator(".words .head")).to_have_text("Ben draws 1 tile")
    assert phone.evaluate("document.activeElement.matches('.why summary')")


def test_who_takes_back_what_waits_goes_on_at_the_table(phone):
    at_a_table(phone, laid=(("Ana", "6-6"),))
    phone.context.set_offline(True)
    phone.locator('.picker button[value="6-4"]').click()
    phone.locator("#offline:enabled").click()
    phone.get_by_role("button", name="Take it back").focus()
    phone.keyboard.press("Enter")

    expect(phone.locator("#outbox")).to_contain_text("Taking back: 6-4.")
    assert Keys(phone).at == "Ben to play"


# Typed


TWO_ENDS = (("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "6-1"))  # the ends are 5 and 1


def typed(page, *keys):
    """Press these keys, wherever the focus is, and wait for the page that follows the last of them."""
    page.locator("main").evaluate("main => main.setAttribute('data-before', '')")
    for key in keys:
        page.keyboard.press(key)
    page.locator("main:not([data-before])").wait_for()


def on_a_computer(open_phone, variant="fundex2004.block-draw", laid=TWO_ENDS, **switches):
    page = open_phone(viewport={"width": 1440, "height": 900}, has_touch=False, is_mobile=False)
    at_a_table(page, variant, laid, **switches)
    return page


def test_two_numbers_lay_a_tile_in_either_order(open_phone):
    page = on_a_computer(open_phone)
    expect(page.locator(".typing")).to_have_text("or type 5 5", use_inner_text=True)
    typed(page, "4", "5")
    expect(page.locator(".words .head")).to_have_text("Ben lays 5-4")
    typed(page, "4", "4")
    expect(page.locator(".words .head")).to_have_text("Ana lays 4-4")


def test_where_a_tile_lies_is_chosen_by_its_number_or_by_arrows_and_enter(open_phone):
    page = on_a_computer(open_phone)
    typed(page, "5", "1")
    expect(page.get_by_text("on which tile?")).to_be_visible()
    first = page.locator(".choice b").first.inner_text()
    typed(page, "1")
    expect(page.locator(".words .sub")).to_contain_text(first)
    typed(page, "u")
    typed(page, "5", "1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    second = page.locator(".choice b").nth(1).inner_text()
    typed(page, "Enter")
    expect(page.locator(".words .sub")).to_contain_text(second)


def test_letters_press_the_buttons_that_show_them_and_escape_goes_back(open_phone):
    page = on_a_computer(open_phone)
    typed(page, "d")
    expect(page.locator(".words .head")).to_have_text("Ben draws 1 tile")
    typed(page, "u")
    expect(page.locator(".words .head")).to_have_text("Taken back")
    typed(page, "4", "3")
    expect(page.locator(".words.refused")).to_be_visible()
    typed(page, "Escape")
    expect(page.locator(".words.refused")).to_have_count(0)
    page.keyboard.press("5")
    expect(page.locator(".typing")).to_have_text("5 …", use_inner_text=True)
    page.keyboard.press("Escape")
    expect(page.locator(".typing")).to_have_text("or type 5 5", use_inner_text=True)


def test_back_on_a_phone_leaves_a_step_and_not_the_table(open_phone):
    page = on_a_computer(open_phone)
    # Esc, too, asks the browser to close what is open; without the keys of the page it is as Back on a phone.
    page.evaluate("addEventListener('keydown', (event) => event.stopImmediatePropagation(), true)")
    page.locator("#k-5-1").click()
    expect(page.get_by_text("on which tile?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".picker")).to_be_visible()
    page.locator("#k-4-3").click()
    expect(page.locator(".words.refused")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".words.refused")).to_have_count(0)


def test_a_page_loaded_again_shows_the_step_that_was_shown(open_phone):
    page = on_a_computer(open_phone)
    page.locator("#k-5-1").click()
    asks = page.get_by_text("on which tile?")
    expect(asks).to_be_visible()
    page.reload()
    expect(asks).to_be_visible()
    page.get_by_role("link", name="Another tile").click()
    expect(page.locator(".picker")).to_be_visible()
    page.reload()
    expect(page.locator(".picker")).to_be_visible()


def test_a_tile_of_a_large_set_is_typed_half_by_half(open_phone):
    page = on_a_computer(open_phone, "classic.draw", (("Ana", "12-12"),), tiles="12")
    for keys, tile in (
        (("1", "2", "1", "0"), "12-10"),
        (("1", "Enter", "1", "0"), "10-1"),
        (("1", "5"), "5-1"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(".words .head")).to_contain_text(f"lays {tile}")
        # While its answer is late, the page still asks for the other number.
        expect(page.locator(".typing")).to_have_text("or type both numbers", use_inner_text=True)


@pytest.mark.parametrize("typed_early", ["75", "7"])
def test_what_is_typed_while_the_answer_to_a_tile_is_late_is_for_the_next(open_phone, typed_early):
    page = on_a_computer(open_phone, "classic.draw", (("Ana", "9-9"),), tiles="9")
    page.keyboard.press("9")
    expect(page.locator(".picker.row")).to_be_visible()
    held = Held(page)
    page.keyboard.press("7")
    until(page, "document.querySelector('form.tray[data-ahead]')")
    for key in typed_early:
        page.keyboard.press(key)
    told = "7 …" if typed_early == "7" else "or type both numbers"
    expect(page.locator(".typing")).to_have_text(told, use_inner_text=True)

    held.next().continue_()
    if rest := "75".removeprefix(typed_early):  # else the tile is laid at once, and it is Ben's turn again
        expect(page.get_by_role("heading", name="Ana to play")).to_be_visible()
        page.keyboard.press(rest)
    held.next().continue_()

    expect(page.locator(".words .head")).to_have_text("Ana lays 7-5")
    expect(page.locator(".typing")).to_have_text("or type both numbers", use_inner_text=True)


def test_the_first_digit_of_a_number_typed_while_an_answer_is_late_is_not_forgotten(open_phone):
    page = on_a_computer(open_phone, "classic.draw", (("Ana", "12-12"),), tiles="12")
    for key in "121":
        page.keyboard.press(key)
    held = Held(page)
    page.keyboard.press("0")
    until(page, "document.querySelector('form.tray[data-ahead]')")
    page.keyboard.press("1")  # it may be 10, 11 or 12 yet
    held.next().continue_()
    expect(page.get_by_role("heading", name="Ana to play")).to_be_visible()
    expect(page.locator(".typing")).to_have_text("1 …", use_inner_text=True)

    for key in ("Enter", "1", "0"):
        page.keyboard.press(key)
    held.next().continue_()
    expect(page.locator(".words .head")).to_have_text("Ana lays 10-1")


def test_where_only_one_number_is_open_a_tile_is_typed_by_both_and_any_other_is_refused(open_phone):
    page = on_a_computer(open_phone, "classic.draw", (("Ana", "9-9"),), tiles="9")
    expect(page.locator(".typing")).to_have_text("or type both numbers", use_inner_text=True)
    for key in "87":
        page.keyboard.press(key)
    expect(page.locator(".words.refused")).to_be_visible()

    page = on_a_computer(open_phone, "classic.draw", (("Ana", "9-9"),), tiles="9")
    for key in "49":
        page.keyboard.press(key)
    expect(page.locator(".words .head")).to_have_text("Ben lays 9-4")


@pytest.mark.parametrize("after_a_tile", [False, True])
def test_offline_any_tile_is_typed_where_only_one_number_is_open(open_phone, after_a_tile):
    more = (("Ben", "9-4"), ("Ana", "6-4")) if after_a_tile else ()
    page = on_a_computer(open_phone, laid=(("Ana", "9-9"), *more), tiles="9")
    page.context.set_offline(True)
    if after_a_tile:
        page.keyboard.press("9")
        page.keyboard.press("6")
        page.get_by_role("button", name="On 9-9").click()  # both ends are 6
        expect(page.get_by_role("heading", name="Ana to play")).to_be_visible()
    expect(page.locator(".turn .begun")).to_be_visible()
    expect(page.locator(".typing")).to_have_text("or type both numbers", use_inner_text=True)

    for key in "53":
        page.keyboard.press(key)

    expect(page.locator("#outbox li").filter(has_text="Not sent yet: 5-3.")).to_be_visible()
    expect(page.get_by_role("heading", name="Waiting for the referee")).to_be_visible()


def test_offline_a_tile_that_is_gone_is_told_and_escape_forgets_a_number(open_phone):
    page = on_a_computer(open_phone, "classic.draw", (("Ana", "9-9"), ("Ben", "9-4")), tiles="9")
    page.context.set_offline(True)
    typing = page.locator(".typing")
    for key in "64":
        page.keyboard.press(key)
    expect(page.locator(".words.waits .head")).to_have_text("Ana lays 6-4")
    expect(typing).to_have_text("or type both numbers", use_inner_text=True)
    for key in "64":
        page.keyboard.press(key)
    expect(typing).to_have_text("6-4 is gone", use_inner_text=True)
    page.keyboard.press("Escape")
    expect(page.locator(".picker.pad")).to_be_visible()
    for key in "95":
        page.keyboard.press(key)
    expect(page.locator(".words.waits .head")).to_have_text("Ben lays 9-5")


def test_at_trains_too_a_tile_is_typed_by_both_numbers_where_only_one_is_open(open_phone):
    page = on_a_computer(open_phone, "traditional.mexican-train", (("Ana", "9-9"),), tiles="9")
    expect(page.locator(".typing")).to_have_text("or type both numbers", use_inner_text=True)
    for key in "49":
        page.keyboard.press(key)
    expect(page.locator(".words .head")).to_contain_text("9-4")


def test_what_was_typed_for_the_next_player_is_not_laid_if_the_tile_before_is_refused(open_phone):
    page = on_a_computer(open_phone, "classic.draw", (("Ana", "9-9"),), tiles="9")
    page.keyboard.press("8")
    expect(page.locator(".picker.row")).to_be_visible()
    held = Held(page)
    page.keyboard.press("7")
    expect(page.locator("#outbox li")).to_be_attached()
    for key in "75":
        page.keyboard.press(key)

    held.next().continue_()

    expect(page.locator(".words.refused")).to_be_visible()
    assert held.routes == []
    expect(page.locator("#outbox")).to_be_hidden()


def test_a_tile_that_is_not_there_is_told(open_phone):
    page = on_a_computer(open_phone)
    page.keyboard.press("6")
    page.keyboard.press("6")
    expect(page.locator(".typing")).to_have_text("6-6 is gone", use_inner_text=True)


def test_tricks_are_typed_too(open_phone):
    page = open_phone(viewport={"width": 1440, "height": 900}, has_touch=False, is_mobile=False)
    prepare(Thumb(page), "hasbro2003.texas", NAMES, [*SIXES, *FIRST])
    expect(page.locator(".typing")).to_have_text("or type 6 5")
    typed(page, "5", "5")
    expect(page.locator(".turn h2")).to_have_text("Ben to follow: fives")


def test_nothing_is_laid_while_somebody_types_in_a_field(open_phone):
    page = on_a_computer(open_phone, laid=(("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "6-1")), hand_size="3")
    page.keyboard.press("5")
    page.keyboard.press("4")
    expect(page.locator(".words .head")).to_have_text("Ben lays 5-4")
    typed(page, "4", "4")
    Thumb(page).follow("Pips only")
    seq = page.locator("#table").get_attribute("data-seq")
    page.locator("#pips").press_sequentially("12du")
    assert page.locator("#pips").input_value() == "12"
    assert page.locator("#table").get_attribute("data-seq") == seq


def test_the_hint_stands_only_where_there_is_a_keyboard(phone, open_phone):
    at_a_table(phone, laid=TWO_ENDS)
    expect(phone.locator(".typing")).to_be_hidden()
    tablet = open_phone(viewport={"width": 1180, "height": 820})
    at_a_table(tablet, laid=TWO_ENDS)
    expect(tablet.locator(".typing")).to_be_hidden()
    computer = on_a_computer(open_phone)
    expect(computer.locator(".typing")).to_be_visible()
    assert computer.get_by_role("button", name="Undo").get_attribute("aria-keyshortcuts") == "U"


def test_the_hint_leaves_the_name_of_the_player_whole_beside_five_open_ends(open_phone):
    page = open_phone(viewport={"width": 1024, "height": 600}, has_touch=False, is_mobile=False)
    record = (PLAYTHROUGHS / "fundex2004.five-up.jsonl").read_text(encoding="utf-8").splitlines()
    prepare(Thumb(page), "fundex2004.five-up", ("Ana", "Ben", "Cal"), map(json.loads, record[1:13]))

    assert page.locator(".end-button").count() == 5
    assert page.locator(".turn h2").evaluate(LINES) == 1
    page.keyboard.press("6")
    expect(page.locator(".typing")).to_have_text("6 …", use_inner_text=True)
    assert page.locator(".turn h2").evaluate(LINES) == 1


LEFT_BY_ESCAPE = (
    ("fundex2004.five-up", 25, "?hand=Ana", "Back"),
    ("classic.draw", 38, "?deal=1", "Back"),
    ("classic.draw", 1, "?no_double=1", "The tiles are dealt again"),
    ("classic.matador", 1, "?no_double=1", "Somebody has a double"),
    ("traditional.forty-two", 17, "?at=concede", "Back"),
    ("fundex2004.solitaire", 27, "?at=5-5", "Another tile"),
    ("fundex2004.solitaire", 52, "?at=hint", "I'll look myself"),
    ("fundex2004.solitaire", 54, "?at=more", "Done"),
)


@pytest.mark.parametrize(
    ("key", "last", "step", "label"), LEFT_BY_ESCAPE, ids=[each[2] for each in LEFT_BY_ESCAPE]
)
def test_escape_leaves_a_step_of_any_family(reader, key, last, step, label):
    record = (PLAYTHROUGHS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
    header, *said = map(json.loads, record[: last + 1])
    reader.open(prepare(reader, key, header["players"], said) + step)

    assert re.findall(r'aria-keyshortcuts="Escape"[^>]*>([^<]+)', unescape(reader.page.html)) == [label]


# By ear


def tree(phone, where="body"):
    return phone.locator(where).aria_snapshot()


def test_turn_tiles_and_layout_can_be_read_by_a_screen_reader(phone):
    at_a_table(phone, laid=(("Ana", "6-6"), ("Ben", "6-5")))
    told = tree(phone)

    assert 'heading "Ana to play"' in told
    assert 'button "6-4"' in told
    assert 'button "4-3, cannot go"' in told
    assert "2 tiles: 6-6 and 6-5. Open: 6 on 6-6 and 5 on 6-5." in told
    assert "Ben lays 6-5" in told
    expect(phone.locator('[aria-current="true"]')).to_contain_text("Ana")
    phone.get_by_role("button", name="5-1").click()
    expect(phone.locator("#said")).to_have_text("Ana lays 5-1 on 6-5. Ben to play.")
    expect(phone.locator("#said")).to_have_attribute("role", "status")


def test_the_ends_are_told_in_words_with_their_sum(phone):
    at_a_table(phone, "fundex2004.all-fives", (("Ana", "6-6"), ("Ben", "6-5")), claims="auto")

    assert "Ends: double six and five, 17 in all." in tree(phone, ".area")


def test_the_ends_are_not_told_while_a_claim_is_open(phone):
    at_a_table(phone, "fundex2004.all-fives", (("Ana", "6-6"), ("Ben", "6-5")))
    told = tree(phone)

    assert "2 tiles: 6-6 and 6-5. Open: 6-6 and 6-5." in told
    assert "17" not in told
    assert "Ends" not in told
    assert "Ends" not in phone.content()
