"""The end of a round and of a match on a phone: what is told, once, what can be done, and the picture to send."""

import io
import random
import re

import pytest
from PIL import Image

from referee.engine.games.match import Status
from referee.storage.rows import NewEvent
from tests.simulating import seat_people
from tests.web.looking import SMALL, faults
from tests.web.reading import Reader
from tests.web.sitting import prepare
from tests.web.touching import Thumb, box_of, until

SIZES = ({"width": 390, "height": 844}, {"width": 390, "height": 664}, SMALL)
# A phone that can send files: what it sends is kept, and no sheet opens.
CAN_SEND = """
  Object.defineProperty(navigator, "canShare", { value: () => true });
  Object.defineProperty(navigator, "share", { value: async (what) => { window.sent = what.files[0]; } });
"""


def play(rounds: int, players: int = 3):
    """People who have played so many rounds of All Fives, or to the end of the match."""
    people = seat_people("fundex2004.all-fives", players, random.Random(4), options={"claims": "auto"})
    while people.log.state.status is not Status.MATCH_OVER and len(people.log.state.rounds) < rounds:
        people.play_round()
    return people


def kept(app, people):
    """The links of a table at which Moves so far."""
    store = app.extensions["referee"]
    row = store.create_table({"options": {}, **people.log.start.setup.header})
    store.append(row.id, 0, "all", [NewEvent(each) for each in people.said])
    return row.links


@pytest.fixture(scope="module")
def round_over():
    return play(2)


@pytest.fixture(scope="module")
def match_over():
    return play(30)


def opened(thumb: Thumb, people) -> None:
    """Open on the phone a table that was read in from the record."""
    import json

    lines = [people.log.start.setup.header, *people.said]
    thumb.open("/import")
    thumb.phone.set_input_files(
        "input[type=file]",
        {
            "name": "match.jsonl",
            "mimeType": "application/jsonl",
            "buffer": "\n".join(json.dumps(each) for each in lines).encode(),
        },
    )
    thumb.phone.locator("form:has(input[type=file]) button").first.click()
    thumb.phone.wait_for_url(re.compile("/t/"))


def test_a_round_says_who_takes_what_once_and_how_once(client, app, round_over):
    reader = Reader(client)
    page = reader.open(f"/t/{kept(app, round_over)['keep']}")
    winner, points = round_over.log.state.rounds[-1].points[0]
    name = round_over.log.state.setup.sides[winner]

    assert reader.text.count(f"{name} takes {points}") == 1
    assert len(re.findall(f"{name} goes out with [0-6]-[0-6]", reader.text)) == 1
    assert page.html.count('class="tile last"') == 1
    assert re.search(r"[0-9]+ → [0-9]+", reader.text)
    assert re.search(rf"[A-Z]\w+ [0-9]+ \+ \w+ [0-9]+, for {name} {points}", reader.text)


def test_the_tally_has_a_column_for_each_round_and_what_the_winner_s_last_sum_is_made_of(
    client, app, round_over
):
    reader = Reader(client)
    page = reader.open(f"/t/{kept(app, round_over)['keep']}")
    state = round_over.log.state

    totals = [
        int(each)
        for each in re.findall(
            r'<td class="total[^"]*">(-?[0-9]+)</td>', page.html.replace("\N{MINUS SIGN}", "-")
        )
    ]
    rows = re.findall(r"<tr><th scope=.row.>\w+</th>(.*?)</tr>", page.html)
    assert totals == list(state.scores)
    for row, total in zip(rows, totals, strict=True):
        figures = re.findall(r"([0-9]*)</td>", row)
        assert sum(int(each or 0) for each in figures[:-1]) == total
    assert len(re.findall(r"<small>[0-9]+ \+ [0-9]+ =</small>", page.html)) == 1


def test_a_match_says_who_wins_once_and_puts_the_best_first(client, app, match_over):
    reader = Reader(client)
    page = reader.open(f"/t/{kept(app, match_over)['keep']}")
    state = match_over.log.state
    winner = state.setup.sides[state.winner]

    assert reader.text.count(f"{winner} wins") == 1
    assert f"{winner} wins with {state.scores[state.winner]}" in reader.text
    names = re.findall(r'<tr><th scope="row">(\w+)</th>', page.html)
    assert names == sorted(names, key=lambda name: -state.scores[state.setup.sides.index(name)])
    assert page.html.count('<g class="run won">') == 1
    assert page.html.count('class="target-line"') == 1
    assert page.html.count('class="tile last"') == 1


def test_the_tiles_left_in_each_hand_are_named_for_a_screen_reader(client, app, round_over):
    page = client.get(f"/t/{kept(app, round_over)['watch']}").text
    left = page.partition('class="left-hands"')[2].partition("</dl>")[0]

    assert left.count("<svg") == len(re.findall(r'aria-label="\d-\d"', left)) > 1


@pytest.mark.parametrize("role", ["keep", "watch"])
def test_without_scripts_the_picture_is_a_link_for_all_who_see_the_table(client, app, round_over, role):
    reader = Reader(client)
    page = reader.open(f"/t/{kept(app, round_over)[role]}")

    answer = client.get(page.links["Share picture"])

    assert answer.content_type == "image/png"
    assert Image.open(io.BytesIO(answer.data)).width == 1140
    assert page.links["Home"] == "/"
    assert ("Undo" in reader.buttons()) == (role == "keep")
    assert ("Next round" in reader.buttons()) == (role == "keep")


def test_a_round_that_is_not_settled_has_no_picture(client, app, round_over):
    link = kept(app, round_over)["watch"]
    assert client.get(f"/t/{link}/export/round/9.result.png").status_code == 404


def test_the_end_of_a_round_and_of_a_match_stand_on_every_phone(phone, round_over, match_over):
    for people, first in ((round_over, "Next round"), (match_over, "Same players again")):
        opened(Thumb(phone), people)
        # What a busy computer makes the phone say of its connection would push the page down while it is measured.
        phone.evaluate("document.querySelector('#strip').style.position = 'fixed'")
        for size in SIZES:
            phone.set_viewport_size(size)
            stands(phone, people, first, size, is_over=people is match_over)


def stands(phone, people, first, size, *, is_over):
    """Whether the end of a round, or of a match, stands on a phone of that size."""
    lay = box_of(phone.locator(".lay"))
    assert lay["height"] == 190
    tiles = phone.locator(".lay .tile").count()
    assert tiles == len(people.log.state.layout.laid)
    for place in (0, tiles - 1):
        box = box_of(phone.locator(".lay .tile").nth(place))
        assert lay["y"] <= box["y"] <= box["y"] + box["height"] <= lay["y"] + lay["height"]
        assert lay["x"] <= box["x"] <= box["x"] + box["width"] <= lay["x"] + lay["width"]
    buttons = [" ".join(each.split()) for each in phone.locator(".foot .button").all_text_contents()]
    assert buttons == [first, "Share picture", "Undo"]
    assert phone.get_by_role("link", name="Home").count() == 1
    widths = [box_of(each)["width"] for each in phone.locator(".foot .button").all()]
    assert widths[0] == max(widths)
    foot = box_of(phone.locator(".foot"))
    assert foot["y"] + foot["height"] == size["height"]
    if is_over:
        assert box_of(phone.locator(".plot"))["y"] < lay["y"]
    assert faults(phone) == []


def test_a_phone_that_can_send_files_is_handed_the_picture(open_phone, round_over):
    phone = open_phone()
    phone.add_init_script(CAN_SEND)
    thumb = Thumb(phone)
    opened(thumb, round_over)

    phone.get_by_role("link", name="Share picture").click()

    until(phone, "window.sent")
    assert phone.evaluate("[sent.type, sent.name]") == ["image/png", "referee.png"]
    assert phone.evaluate("sent.size") > 10_000
    assert thumb.address.startswith("/t/")


def test_any_other_phone_keeps_the_picture_as_a_file(phone, round_over):
    thumb = Thumb(phone)
    opened(thumb, round_over)

    with phone.expect_download() as kept_file:
        phone.get_by_role("link", name="Share picture").click()

    assert kept_file.value.suggested_filename.endswith(".png")


def test_home_and_the_same_players_are_one_tap_away(phone, match_over):
    thumb = Thumb(phone)
    opened(thumb, match_over)
    address = thumb.address

    phone.get_by_role("link", name="Home").click()
    phone.wait_for_url(re.compile(r"/$"))
    thumb.open(address)
    phone.get_by_role("button", name="Same players again").click()
    phone.wait_for_url(lambda url: "/t/" in url and not url.endswith(address))

    thumb.press("The tiles are dealt")
    assert all(name in (phone.content()) for name in match_over.log.state.setup.players)


def test_a_hand_that_is_certain_does_not_have_to_be_shown(reader):
    fives = ["5-5", "5-4", "5-1", "4-0", "3-1", "5-3", "0-0", "5-2", "6-2", "5-0"]
    laid = [{"play": tile, "by": "Ben" if turn % 2 else "Ana"} for turn, tile in enumerate(fives)]
    blocked = [{"play": "6-5", "by": "Ana", "at": "6-2/6"}, {"draw": 14, "by": "Ben"}]
    prepare(reader, "hasbro2003.draw", ("Ana", "Ben"), [{"round": 1}, *laid, *blocked], tiles="6")

    reader.press("1-1")

    assert "Ana takes 92" in reader.text
    assert not reader.has_link("Show a hand that nobody has seen")
