"""The pages as a person uses them: Chromium on a phone, with and without scripts, in daylight and at night."""

import io
import random
import re

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from referee.engine.games.match import Status
from referee.engine.sheets import LINE_GAMES
from referee.export.paper.sizes import PAPERS, SHEETS
from tests.simulating import NAMES, seat_people
from tests.web.looking import SMALL
from tests.web.sitting import prepare, say, set_up, set_up_by_steps
from tests.web.touching import Thumb, box_of, until

# rules/README.md, X180: a round of All Fives for two.
ALL_FIVES = """
Ben 3-3 | Ana 5-3 | Ben 5-4 | Ben claims 10 | Ana 4-0 | Ben 3-2 3-3/3 | Ana 6-2 | Ben 6-1 | Ana 3-0 4-0/0 |
Ben 1-1 6-1/1 | Ana draws 2 | Ana 1-0 1-1/1 | Ana calls 5 | Ben 4-3 | Ana 4-2 | Ben 5-2 | Ben claims 5
"""


def play(hand, record):
    """Say what stands in a line: `Ben 3-2 3-3/3 | Ana draws 2 | Ana calls 5`."""
    for event in events(record)[1:]:
        say(hand, event)


def events(record):
    """A round in which that is said."""
    found = [{"round": 1}]
    for said in record.replace("\n", " ").split("|"):
        by, what, *more = said.split()
        if what in ("draws", "claims", "calls"):
            verb = {"draws": "draw", "claims": "claim", "calls": "muggins"}[what]
            found.append({"by": by, verb: int(more[0])})
        else:
            found.append({"by": by, "play": what, **({"at": more[0]} if more else {})})
    return found


def test_a_round_of_all_fives_with_a_muggins_call_from_the_deal_to_the_settlement(thumb):
    set_up_by_steps(thumb, "fundex2004.all-fives", ("Ana", "Ben"))
    say(thumb, {"round": 1})
    play(thumb, ALL_FIVES)
    expect(thumb.phone.locator("main")).to_contain_text("Any claims on 5-2?")
    expect(thumb.phone.locator(".area svg")).to_be_visible()
    thumb.phone.get_by_text("No claims: show the hands").click()
    expect(thumb.phone.get_by_role("heading", name="Ana holds 3 tiles", exact=True)).to_be_visible()
    say(thumb, {"by": "Ana", "hand": ["0-0", "6-4", "6-6"]})

    # X180 gives Ben 20 for his tiles and 20 for Ana's hand; here Ana has taken 5 of them by her call.
    expect(thumb.phone.get_by_role("heading", name="Ben takes 20", exact=True)).to_be_visible()
    expect(thumb.phone.locator(".left-hands dt")).to_have_text(["Ana"])
    expect(thumb.phone.locator(".left-hands .pips")).to_have_text(["22 → 20"])
    expect(thumb.phone.locator("table.totals tbody th")).to_have_text(["Ana", "Ben"])
    expect(thumb.phone.locator("td.total")).to_have_text(["5", "35"])


def test_a_match_of_five_up_ends_on_exactly_61(thumb):
    people = seat_people("fundex2004.five-up", 2, random.Random(236))
    while people.log.state.status is not Status.MATCH_OVER:
        people.play_round()
    state = people.log.state
    assert max(state.scores) == 61

    set_up(thumb, "fundex2004.five-up", NAMES[:2])
    for event in people.said:
        say(thumb, event)

    page = thumb.phone.locator("main")
    expect(page).to_contain_text(f"{state.setup.sides[state.winner]} wins")
    ranked = sorted(zip(state.setup.sides, state.scores, strict=True), key=lambda each: -each[1])
    expect(thumb.phone.locator("table.totals tbody th")).to_have_text([side for side, _ in ranked])
    expect(thumb.phone.locator("td.total")).to_have_text([str(score) for _, score in ranked])
    thumb.press("Undo")
    expect(page).not_to_contain_text("The match is over")
    thumb.press("Redo")
    expect(page).to_contain_text("The match is over")


def test_a_blocked_round_is_seen_and_settled_by_the_hands(thumb):
    reader = thumb.beforehand
    address = set_up(reader, "fundex2004.block-draw", ("Ana", "Ben"), hand_size="7")
    say(reader, {"round": 1})
    play(
        reader,
        "Ana 6-6 | Ben 6-5 | Ana 5-4 | Ben 6-4 5-4/4 | Ana 6-3 6-4/6 | Ben 3-2 | Ana 6-2 3-2/2 | Ben 6-1 6-6/6 |"
        "Ana 1-0",
    )
    thumb.open(address)
    play(thumb, "Ben 6-0 1-0/0")
    thumb.press("Draw the last 14")
    assert "All seven sixes are played." in thumb.text
    thumb.follow("Ben")
    say(thumb, {"by": "Ben", "hand": ["5-5", "0-0"]})

    assert "Ben takes" in thumb.text
    assert "Blocked, with the lightest hand" in thumb.text
    thumb.press("Next round")
    assert "Round 2" in thumb.text


# The players, and the chance that lets them finish soon: the shortest of sixty rounds.
THUMBED = {
    "fundex2004.matador": (2, 37),
    "fundex2004.cross": (2, 22),
    "hasbro2003.bergen": (3, 41),
    "fundex2008.blind": (5, 28),
    "hasbro2003.tiddle-a-wink": (10, 39),
}


@pytest.mark.parametrize("key", sorted(THUMBED))
def test_a_round_of_the_other_line_games_is_played_by_thumb(thumb, key):
    players, chance = THUMBED[key]
    people = seat_people(key, players, random.Random(chance))
    people.play_round()
    set_up(thumb, key, NAMES[:players])
    for event in people.said:
        say(thumb, event, LINE_GAMES[key].tiles)

    state = people.log.state
    winner = state.rounds[-1].winner
    if state.status is Status.MATCH_OVER:
        assert winner is None or f"{state.setup.sides[winner]} wins" in thumb.text
    else:
        assert "Round 1 · settled" in thumb.text
        expect(thumb.phone.locator("td.total")).to_have_text([str(score) for score in state.scores])


def test_a_round_is_started_and_played_without_scripts(open_phone):
    plain = open_phone(java_script_enabled=False)
    prepare(Thumb(plain), "fundex2004.block-draw", ("Ana", "Ben"))

    plain.get_by_role("button", name="The tiles are dealt").click()
    plain.get_by_role("button", name="6-6", exact=True).click()
    expect(plain.get_by_text("Who laid it?")).to_be_visible()
    plain.get_by_role("button", name="Ben").click()
    expect(plain.get_by_role("heading", name="Ana to play")).to_be_visible()
    plain.get_by_role("button", name="Draw").click()
    plain.get_by_role("button", name="5-4, cannot go").click()

    expect(plain.get_by_role("heading", name="5-4 fits none of the open ends: 6.")).to_be_visible()
    plain.get_by_role("link", name="Take it back").click()
    plain.get_by_role("button", name="Undo").click()
    expect(plain.get_by_text("Taken back")).to_be_visible()


def test_a_table_is_set_up_without_scripts(open_phone):
    plain = open_phone(java_script_enabled=False)
    plain.goto("/")
    plain.get_by_role("link", name="All games", exact=True).click()
    plain.get_by_role("link", name="Five Up").click()
    for name in ("Ana", "Ben"):
        plain.get_by_role("textbox", name="Name").fill(name)
        plain.get_by_role("textbox", name="Name").press("Enter")
    plain.get_by_role("button", name="Next").click()
    plain.get_by_role("button", name="Play as printed").click()

    expect(plain.get_by_role("heading", name="Seven tiles each")).to_be_visible()
    plain.get_by_role("button", name="Ana").click()
    expect(plain.get_by_role("heading", name="Ana opens")).to_be_visible()


def test_another_phone_sees_what_was_laid_without_being_touched(thumb, open_phone):
    address = prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), [{"round": 1}])
    other = open_phone()
    other.goto(address)
    say(thumb, {"by": "Ana", "play": "6-6"})

    expect(other.get_by_role("heading", name="Ben to play")).to_be_visible()
    expect(other.locator("#said")).to_contain_text("Ana opens with 6-6")


def test_an_open_place_can_be_tapped_first(thumb):
    prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), events("Ana 6-6 | Ben 6-5"))

    thumb.phone.locator('.place[data-place="6-5/5"] .hit').click()
    expect(thumb.phone.get_by_role("heading", name="Ana to play on 6-5")).to_be_visible()
    expect(thumb.phone.locator("button.go")).to_have_count(6)
    thumb.press("5-4")

    thumb.wait_for("Ana lays 5-4 on 6-5")  # the answer to the tap before may come first


def test_a_place_in_the_drawing_is_the_same_answer_as_its_button(thumb):
    prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), events("Ana 6-6 | Ben 6-5 | Ana 5-4 | Ben 4-1"))
    thumb.press("6-1")
    assert "on which tile?" in thumb.text

    thumb.phone.locator('.area .cand[data-place="4-1/1"] .hit').click()

    expect(thumb.phone.locator(".sub")).to_have_text("on 4-1")


def test_what_lies_does_not_move_when_a_tile_is_added(thumb):
    prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), events("Ana 6-6"), hand_size="7")
    before = middle_of_the_first(thumb.phone)

    play(thumb, "Ben 6-5 | Ana 6-4 6-6/6 | Ben 5-1 | Ana 4-2 | Ben 1-1 | Ana 2-2")

    expect(thumb.phone.locator(".area .layout g.tile")).to_have_count(7)
    assert middle_of_the_first(thumb.phone) == pytest.approx(before, abs=1)


def middle_of_the_first(page: Page) -> tuple[float, float]:
    """The middle of the first tile on the screen; its outline may change."""
    # In one step: news may draw the layout anew between finding the tile and measuring it.
    box = page.evaluate("document.querySelector('.area .layout g.tile').getBoundingClientRect().toJSON()")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Every phone


def pages(reader) -> list[str]:
    """A page of every kind, by its address."""
    address = set_up(reader, "fundex2004.all-fives", ("Ana", "Ben"), claims="auto", hand_size="3")
    say(reader, {"round": 1})
    play(reader, "Ana 6-6 | Ben 6-3 | Ana 6-1 6-6/6 | Ben 3-1 6-3/3")
    settled = set_up(reader, "edge.block", ("Ana", "Ben"), hand_size="1")
    say(reader, {"round": 1})
    play(reader, "Ana 6-6")
    hands = set_up(reader, "edge.block", ("Ana", "Ben"), hand_size="1")
    say(reader, {"round": 1})
    play(reader, "Ana 6-6")
    reader.open(settled)
    say(reader, {"by": "Ben", "hand": ["5-4"]})
    return [
        "/", "/new", "/new?step=2&variant=fundex2004.five-up&player=Ana&player=Ben",
        "/new?step=3&variant=fundex2004.five-up&player=Ana&player=Ben", address,
        f"{address}/log", f"{address}/log/3", f"{address}/share",
        f"{address}/rules",
        f'{address}?tried={{"by":"Ana","play":"2-2"}}', f'{address}?tried={{"by":"Ana","play":"1-1"}}',
        hands, f"{hands}?hand=Ben&pips=1", settled, f"{settled}/round/1", "/t/nothing",
    ]  # fmt: skip


def test_the_tray_stays_on_a_small_screen(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(thumb, "fundex2004.all-fives", ("Ana", "Ben", "Cal", "Dee"), events("Ana 6-6 | Ben 6-3"))

    assert bottom_of(thumb.phone, ".actions") <= SMALL["height"]
    assert thumb.phone.evaluate("document.documentElement.scrollHeight") <= SMALL["height"]


def test_the_keys_of_the_halves_keep_clear_of_the_buttons_on_a_small_screen(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(thumb, "hasbro2003.draw", ("Ana", "Ben"), events("Ana 9-9 | Ben 9-3"), tiles="9")

    lowest = thumb.phone.evaluate(
        "Math.max(...[...document.querySelectorAll('.pad .key')].map(each => each.getBoundingClientRect().bottom))"
    )
    actions = box_of(thumb.phone.locator(".actions"))
    assert actions is not None
    assert lowest + 6 <= actions["y"]
    assert bottom_of(thumb.phone, ".actions") <= SMALL["height"]


def test_the_longest_names_of_games_stand_whole_in_the_head(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    longest = sorted(LINE_GAMES, key=lambda key: len(LINE_GAMES[key].name))[-4:]
    for key in longest:
        prepare(thumb, key, ("Ana", "Ben", "Cal", "Dee")[: max(LINE_GAMES[key].players)], [{"round": 1}])

        title = thumb.phone.locator(".top h1")
        expect(title).to_have_text(LINE_GAMES[key].name)
        assert title.evaluate("each => each.scrollWidth <= each.clientWidth"), key
        assert bottom_of(thumb.phone, ".top-words") <= bottom_of(thumb.phone, ".top"), key
        assert box_of(title)["y"] >= 0, key


def bottom_of(page: Page, selector: str) -> float:
    box = box_of(page.locator(selector).first)
    assert box is not None
    return box["y"] + box["height"]


def test_the_last_tile_is_in_sight_though_the_layout_is_high(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    people = seat_people("classic.draw", 2, random.Random(3), tiles=9)
    people.deal()
    while people.log.state.status is Status.PLAYING and len(people.log.state.current.layout.laid) < 24:
        people.act()
    assert people.log.state.status is Status.PLAYING
    prepare(thumb, "classic.draw", NAMES[:2], people.said, tiles="9")

    last = box_of(thumb.phone.locator(".layout .last"))
    tray = box_of(thumb.phone.locator(".tray"))
    area = box_of(thumb.phone.locator(".area"))
    assert last is not None
    assert tray is not None
    assert area is not None
    assert last["y"] + last["height"] <= tray["y"]
    assert last["y"] >= area["y"]


def test_a_lost_connection_is_told_and_passes(thumb):
    prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), [{"round": 1}])
    thumb.phone.context.set_offline(True)
    expect(thumb.phone.get_by_text("No connection")).to_be_visible()

    thumb.phone.context.set_offline(False)
    say(thumb, {"by": "Ana", "play": "6-6"})

    expect(thumb.phone.get_by_text("No connection")).to_be_hidden()


def test_a_round_fits_one_page_of_paper(thumb):
    reader = thumb.beforehand
    address = set_up(reader, "fundex2004.all-fives", ("Ana", "Ben"), claims="auto")
    say(reader, {"round": 1})
    play(reader, re.sub(r"\| (Ben claims|Ana calls) [0-9]+ *", "", ALL_FIVES))
    say(reader, {"by": "Ana", "hand": ["0-0", "6-4", "6-6"]})
    for name, paper in PAPERS.items():
        thumb.open(f"{address}/round/1?paper={name}")

        pages = PdfReader(io.BytesIO(thumb.phone.pdf(prefer_css_page_size=True))).pages

        assert name not in SHEETS or len(pages) == 1
        points = pages[0].mediabox
        assert (points.width * 25.4 / 72, points.height * 25.4 / 72) == pytest.approx(paper.size, abs=0.3)


# Whether the whole of the last tile is between the scores and the tray.
LAST_IN_SIGHT = """() => {
  const [area, tray, tile] = [".area", ".tray", ".area .last, .area .layout .waits"].map(each =>
    document.querySelector(each).getBoundingClientRect());
  return tile.top >= area.top && tile.bottom <= tray.top;
}"""


def test_the_last_tile_stays_in_sight_when_a_call_is_refused_on_a_small_phone(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    said = [
        {"round": 1},
        {"by": "Ana", "play": "5-5"},
        {"by": "Ben", "play": "5-0"},
        {"by": "Ana", "muggins": 10},
    ]
    prepare(thumb, "hasbro2003.muggins", ("Ana", "Ben"), said, tiles="6", hand_size="2")

    thumb.follow("Muggins")
    thumb.press("10")

    thumb.wait_for("5-0 has no more points to take")
    expect(thumb.phone.locator("#strip > :visible")).to_have_count(0)
    until(thumb.phone, f"({LAST_IN_SIGHT})()")


def test_the_last_tile_stays_in_sight_when_the_connection_is_lost_on_a_small_phone(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), [{"round": 1}, {"by": "Ana", "play": "6-6"}])

    thumb.phone.context.set_offline(True)
    thumb.phone.get_by_role("button", name="6-5", exact=True).click()

    expect(thumb.phone.get_by_role("button", name="No connection")).to_be_visible()
    until(thumb.phone, f"({LAST_IN_SIGHT})()")
