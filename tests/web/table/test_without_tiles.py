"""A round told by its end on the pages: by thumb, without scripts, after some tiles, and on every paper."""

import re

import pytest
from playwright.sync_api import Route, expect

from referee.engine.answers import replay_text
from tests.simulating import NAMES
from tests.web.looking import SMALL, faults
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare, say, set_up
from tests.web.touching import Thumb

ALL_FIVES, BLOCK, TEXAS = "fundex2004.all-fives", "edge.block", "hasbro2003.texas"
TRAIN, CHICKENFOOT = "traditional.mexican-train", "traditional.chickenfoot"
WAY = "Score this round without tiles"
FOUR = ("Ana", "Ben", "Cal", "Dan")


@pytest.fixture
def reader(client) -> Reader:
    return Reader(client)


def form(reader: Reader, address: str) -> None:
    reader.open(f"{address}/without-tiles")


def test_a_round_of_block_is_told_by_its_end(thumb):
    prepare(thumb, BLOCK, NAMES[:3])
    thumb.follow(WAY)
    expect(thumb.phone.get_by_role("heading", name=WAY)).to_be_visible()
    assert faults(thumb.phone) == []
    thumb.pick("how", "0")
    expect(thumb.phone.locator("#left-0")).to_have_count(0)
    thumb.phone.locator("#left-1").fill("13")
    thumb.phone.locator("#left-2").fill("33")
    expect(thumb.phone.locator("#told .steps .sum")).to_contain_text("46")
    expect(thumb.phone.locator("button.main small")).to_have_text("Ana takes 46")
    assert faults(thumb.phone) == []
    thumb.phone.locator("button.main").click()
    expect(thumb.phone.get_by_role("heading", name="Ana takes 46")).to_be_visible()
    assert "Entered without tiles" in thumb.text
    thumb.press("Undo")
    expect(thumb.phone.get_by_role("link", name=WAY)).to_be_visible()
    thumb.press("Redo")
    expect(thumb.phone.get_by_role("heading", name="Ana takes 46")).to_be_visible()


def test_where_a_block_pays_nothing_what_is_left_is_not_asked_for(thumb):
    prepare(thumb, "traditional.fives-and-threes", NAMES[:3])
    thumb.follow(WAY)
    thumb.pick("how", "blocked")
    expect(thumb.phone.locator("button.main small")).to_have_text("Nobody scores")
    expect(thumb.phone.locator("#left-0")).to_have_count(0)
    thumb.phone.locator("button.main").click()
    expect(thumb.phone.get_by_role("heading", name="Nobody scores")).to_be_visible()


@pytest.mark.parametrize("variant", [BLOCK, TEXAS])
def test_the_button_is_pale_until_it_says_what_is_scored(thumb, variant):
    prepare(thumb, variant, FOUR)
    thumb.follow(WAY)
    button = thumb.phone.get_by_role("button", name="Score the round")
    expect(button).to_have_class("button pale")

    thumb.pick("how" if variant == BLOCK else "bidders", "0")
    for number in (1, 2, 3) if variant == BLOCK else ():
        thumb.phone.locator(f"#left-{number}").fill("10")
    if variant == TEXAS:
        thumb.phone.locator("#taken").fill("42")
    expect(button).to_have_class("button main")
    expect(button.locator("small")).not_to_be_empty()


def test_what_was_typed_before_a_late_answer_counts_as_soon_as_that_has_come(thumb):
    prepare(thumb, BLOCK, FOUR)
    thumb.follow(WAY)
    late: list[Route] = []
    thumb.phone.route(
        re.compile("without-tiles.*how=0"),
        lambda route: route.fallback() if late else late.append(route),
    )

    thumb.pick("how", "0")
    for number in (1, 2, 3):
        thumb.phone.locator(f"#left-{number}").fill("10")
    late[0].continue_()

    expect(thumb.phone.locator("button.main small")).to_have_text("Ana takes 30")


def test_what_is_missing_is_told_in_sight(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(thumb, BLOCK, ("Ana", "Ben", "Cal", "Dan"))
    thumb.follow(WAY)
    thumb.pick("how", "0")
    thumb.phone.locator("#left-2").fill("10")
    thumb.phone.get_by_role("button", name="Score the round").click()

    expect(thumb.phone.get_by_text("What Ben has left is missing.")).to_be_in_viewport(ratio=1)
    assert faults(thumb.phone) == []


# The words of a button or of a name that are broken in the middle, those that run over the edge of their button, and
# whether the page is wider than the screen.
BROKEN = """() => {
  const page = document.documentElement;
  const found = page.scrollWidth > page.clientWidth ? ["wider than the screen"] : [];
  for (const { firstChild: text, parentElement: box } of document.querySelectorAll("fieldset .button, .line label b")) {
    for (const { index, 0: word } of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) found.push(word);
      if (range.getBoundingClientRect().right > box.getBoundingClientRect().right) found.push(`${word} over the edge`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_no_word_is_broken_where_many_players_may_have_gone_out(open_phone, locale):
    phone = open_phone(locale=locale, viewport=SMALL)
    names = ("Wilhelmina", "Maximilian", "Cristóbal", "Dan", "Eva", "Flora", "Gil", "Hugo")
    address = prepare(Thumb(phone), TRAIN, names)
    phone.goto(f"{address}/without-tiles")
    assert phone.evaluate(BROKEN) == []


def test_nothing_is_broken_or_runs_over_its_button_where_four_may_have_gone_out(open_phone):
    phone = open_phone(viewport=SMALL)
    address = prepare(Thumb(phone), BLOCK, ("Luis", "Rosa", "Grandma Rosa", "Bo"))
    phone.goto(f"{address}/without-tiles")
    assert phone.evaluate(BROKEN) == []


def test_a_name_longer_than_the_screen_stays_inside_it(open_phone):
    phone = open_phone(viewport=SMALL)
    address = prepare(Thumb(phone), BLOCK, ("Ana", "Wolfeschlegelsteinhausenbergerdorff"))
    phone.goto(f"{address}/without-tiles")
    assert "wider than the screen" not in phone.evaluate(BROKEN)


def test_numbers_typed_while_a_way_of_ending_is_on_its_way_stay(thumb):
    prepare(thumb, BLOCK, NAMES[:3])
    thumb.follow(WAY)
    thumb.pick("how", "0")
    expect(thumb.phone.locator("#left-0")).to_have_count(0)
    held = []
    thumb.phone.route("**/without-tiles?*", lambda route: route.continue_() if held else held.append(route))
    with thumb.phone.expect_request("**/without-tiles?*"):
        thumb.pick("how", "1")
    thumb.phone.locator("#left-2").fill("33")

    held[0].continue_()

    expect(thumb.phone.locator("#left-0")).to_be_visible()
    expect(thumb.phone.locator("#left-2")).to_have_value("33")
    thumb.phone.locator("#left-0").fill("10")
    expect(thumb.phone.locator("button.main small")).to_have_text("Ben takes 43")


def test_a_round_of_all_fives_is_finished_without_tiles_after_some_of_them(thumb):
    address = prepare(
        thumb, ALL_FIVES, NAMES[:2], [{"round": 1}, {"by": "Ana", "play": "6-6"}], claims="auto"
    )
    thumb.open(f"{address}/log")
    thumb.follow(WAY)
    expect(thumb.phone.locator(".lead")).to_have_text("What was entered is kept, marked as not finished.")
    expect(thumb.phone.get_by_role("heading", name="Scored during play, not entered yet")).to_be_visible()
    thumb.pick("how", "1")
    expect(thumb.phone.locator("#left-1")).to_have_count(0)
    thumb.phone.locator("#left-0").fill("13")
    thumb.phone.locator("#points-1").fill("12")
    expect(thumb.phone.locator("#told .notice")).to_contain_text("multiples of 5")
    thumb.phone.locator("#points-1").fill("10")
    expect(thumb.phone.locator("button.main small")).to_have_text("Ben takes 15")
    assert faults(thumb.phone) == []
    thumb.phone.locator("button.main").click()
    expect(thumb.phone.locator("td.total")).to_have_text(["0", "25"])
    thumb.phone.wait_for_url(address)
    assert "Finished without tiles, after 1 tile" in thumb.text
    thumb.press("Next round")
    expect(thumb.phone.locator("main")).to_contain_text("Round 2")


def test_a_hand_of_texas_is_told_by_its_bid_and_its_points(thumb):
    prepare(thumb, TEXAS, FOUR)
    thumb.follow(WAY)
    thumb.pick("bidders", "1")
    thumb.phone.locator("#bid").select_option("32")
    thumb.phone.locator("#taken").fill("34")
    expect(thumb.phone.locator("button.main small")).to_have_text("Ben & Dan make 32")
    assert faults(thumb.phone) == []
    thumb.phone.locator("button.main").click()
    expect(thumb.phone.locator("td.total")).to_have_text(["8", "34"])
    assert "Entered without tiles" in thumb.text


def test_a_round_of_chickenfoot_is_told_by_its_end_and_the_double_blank_beside_the_pips(thumb):
    prepare(thumb, CHICKENFOOT, NAMES[:3], tiles="9")
    thumb.follow(WAY)
    thumb.pick("how", "0")
    expect(thumb.phone.locator("#points-0")).to_have_count(0)
    expect(thumb.phone.get_by_role("heading", name="Charged besides the pips")).to_be_visible()
    thumb.phone.locator("#left-1").fill("13")
    thumb.phone.locator("#left-2").fill("33")
    thumb.phone.locator("#points-2").fill("5")
    expect(thumb.phone.locator("#told .notice")).to_contain_text("0 and 50 besides the pips")
    thumb.phone.locator("#points-2").fill("50")
    expect(thumb.phone.locator("button.main small")).to_have_text("Ana wins the round")
    assert faults(thumb.phone) == []
    thumb.phone.locator("button.main").click()
    expect(thumb.phone.get_by_role("heading", name="Ana wins the round")).to_be_visible()
    expect(thumb.phone.locator("td.total")).to_have_text(["0", "13", "83"])
    assert "Entered without tiles" in thumb.text
    thumb.follow("Score the next round without tiles")
    expect(thumb.phone.get_by_role("heading", name=WAY)).to_be_visible()


def test_what_cannot_be_comes_back_with_its_reason_and_keeps_what_was_told(reader):
    address = set_up(reader, BLOCK, NAMES[:2])
    form(reader, address)
    reader.press("Score the round", how="0", **{"left-1": "99"})
    assert "Ben cannot have 99 pips left." in reader.text
    assert 'value="99"' in reader.page.html
    reader.press("Score the round", **{"left-1": "9"})
    assert "Ana takes 9" in reader.text


def test_the_tiles_of_a_hand_are_told_by_taps_without_scripts(reader):
    address = set_up(reader, "hasbro2003.bergen", NAMES[:2])
    reader.open(f"{address}/without-tiles?how=blocked&left-0=5&left-1=8&sent=1")
    assert "Doubles decide this round" in reader.text
    reader.open(f"{address}/without-tiles?how=blocked&left-1=6-2&pick=0&tile=1-1")
    reader.open(f"{address}/without-tiles?how=blocked&left-1=6-2&left-0=1-1&pick=0&tile=2-0")
    assert 'name="left-0" value="1-1 2-0"' in reader.page.html
    reader.open(f"{address}/without-tiles?how=blocked&left-1=6-2&left-0=1-1+2-0&pick=0&tile=1-1")
    reader.press("Score the round")
    assert "Entered without tiles" in reader.text


def test_two_phones_cannot_both_tell_the_same_round(reader, app):
    address = set_up(reader, BLOCK, NAMES[:2])
    form(reader, address)
    other = Reader(app.test_client())
    other.open(links_of(reader, address)["keep"])
    say(other, {"round": 1})
    form_page = f"{address}/without-tiles"
    reader.open(form_page)
    say(other, {"by": "Ben", "play": "6-6"})
    reader.press("Score the round", how="0", **{"left-1": "9"})
    assert "What you tapped was not saved." in reader.text


def test_a_seat_a_watcher_and_a_table_of_poker_are_not_asked_for_a_result(reader, app):
    address = set_up(reader, BLOCK, NAMES[:2])
    links = links_of(reader, address)
    for link in (links["seat-0"], links["watch"]):
        guest = Reader(app.test_client())
        guest.open(f"{link}/without-tiles")
        assert WAY not in guest.text
    poker = set_up(reader, "hasbro2003.poker", FOUR)
    form(reader, poker)
    assert WAY not in reader.text
    page = reader.page.forms[0].fields
    posted = {"csrf_token": page["csrf_token"], "seq": "0", "key": "k" * 12, "result": "1"}
    assert reader.client.post(poker, data=posted).status_code == 422


@pytest.mark.parametrize(
    ("variant", "drawn"), [(ALL_FIVES, "es"), (TEXAS, "en"), (TRAIN, "en"), (CHICKENFOOT, "es")]
)
def test_every_paper_says_that_tiles_were_not_entered(reader, variant, drawn):
    """The words of every paper in both languages; what is drawn, which nobody reads here, in one of them."""
    players = FOUR if variant == TEXAS else NAMES[:2]
    address = set_up(reader, variant, players)
    form(reader, address)
    told = {"bidders": "0", "bid": "30", "taken": "30"} if variant == TEXAS else {"how": "0", "left-1": "13"}
    (sheet,) = (each for each in reader.page.forms if "result" in each.fields)
    for name, value in told.items():
        sheet.fields.setlist(name, [value])
    reader.send(sheet)
    pages = ("", "/log", "/round/1", "/match", "/export/text", "/export/scores", "/export/round/1.txt")
    for language, words in (("en", "without tiles"), ("es", "solo el resultado")):
        for page in pages:
            found = reader.client.get(f"{address}{page}", headers={"Accept-Language": language})
            assert words in found.text, page
    assert ",result," in reader.client.get(f"{address}/export/csv").text
    for file in ("match.pdf", "zip", "round/1.pdf", "round/1.result.png"):
        found = reader.client.get(f"{address}/export/{file}", headers={"Accept-Language": drawn})
        assert found.status_code == 200, file
    record = reader.client.get(f"{address}/export/record").text
    assert replay_text(record)[-1]["result"]["rounds"][0]["without_tiles"]
    assert reader.client.get(f"{address}?entry=2", follow_redirects=True).status_code == 200


@pytest.mark.parametrize(
    "wrong", ["how=x", "left-0=%00", "how=0&left-1=9999999999", "bid=-1", "pick=zz&tile=9-9"]
)
@pytest.mark.parametrize("variant", [ALL_FIVES, TEXAS])
def test_nonsense_in_the_address_shows_the_form(reader, variant, wrong):
    address = set_up(reader, variant, FOUR if variant == TEXAS else NAMES[:2])
    found = reader.client.get(f"{address}/without-tiles?{wrong}&sent=1")
    assert found.status_code == 200
    assert "without tiles" in found.text
