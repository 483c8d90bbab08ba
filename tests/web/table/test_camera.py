"""A picture instead of taps: what was read is looked at, put right and counted, and the picture is gone."""

import asyncio
import random
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import camera
from referee.camera import FoundTile, Seen
from referee.engine.tiles import tile
from referee.server.connections import OpenConnections
from referee.server.gateway import Gateway
from referee.web.app import create_app
from referee.web.infra import security
from referee.web.table.camera.readings import Readings, TileReading, read_readings, readings_of, split_by_size
from tests.camera.eyes import PICTURE, tile_of
from tests.simulating import NAMES, seat_people
from tests.train_players import seat_train_people
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare, say, set_up

FIVES = "fundex2004.all-fives"


@pytest.fixture
def reader(client) -> Reader:
    return Reader(client, htmx=True)


def at_the_end(reader: Reader, seed: int = 3) -> tuple[str, list[dict[str, Any]]]:
    """A round of All Fives that is over, two hands still hidden: the table's address, and what the hands hold."""
    while True:
        people = seat_people(FIVES, 3, random.Random(seed))
        people.play_round()
        hands = [each for each in people.said if "hand" in each]
        if len(hands) == 2 and min(len(each["hand"]) for each in hands) > 2:
            break
        seed += 1
    address = set_up(reader, FIVES, NAMES[:3])
    for event in people.said[: people.said.index(hands[0])]:
        say(reader, event)
    if reader.has_link("No claims"):
        reader.follow("No claims")
    return address, hands


def written(reader: Reader) -> list[dict[str, Any]]:
    return [each.body for each in reader.client.application.extensions["referee"].events(1)]


def named(tiles: Iterable[str]) -> list[str]:
    return [tile_of(each).name for each in tiles]


def test_a_hand_is_counted_with_one_tap_and_nothing_is_written_before(reader, eyes):
    address, (first, _) = at_the_end(reader)
    eyes.sees = first["hand"]
    before = written(reader)
    page = reader.photograph(PICTURE)
    assert f"{first['by']}'s tiles" in page.text
    assert f"{len(first['hand'])} tiles found" in page.text
    assert written(reader) == before
    pips = [tile_of(each).pips for each in first["hand"]]
    reader.press(f"Count {sum(pips)} pips {' + '.join(map(str, pips))}")
    assert written(reader) == [*before, {"by": first["by"], "hand": named(first["hand"])}]
    assert reader.open(address).text.count(str(sum(pips))) >= 1


def test_the_eyes_are_told_which_tiles_can_be_there_and_how_many(reader, eyes):
    _, (first, second) = at_the_end(reader)
    eyes.sees = first["hand"]
    reader.photograph(PICTURE)
    laid = {tile_of(each["play"]) for each in written(reader) if "play" in each}
    assert not laid & set(eyes.asked["possible"])
    assert {tile_of(each) for each in first["hand"]} <= set(eyes.asked["possible"])
    assert (eyes.asked["highest"], eyes.asked["count"]) == (6, None)  # the other hand may lie there too
    reader.press("Count")
    eyes.sees = second["hand"]
    reader.photograph(PICTURE)
    assert eyes.asked["count"] == len(second["hand"])


def test_a_doubtful_tile_is_asked_about_first_and_put_right_with_one_tap(reader, eyes):
    _, (first, second) = at_the_end(reader)
    true, other = named(first["hand"])[1], named(second["hand"])[0]
    eyes.sees = [first["hand"][0], f"{other}?{true}", *first["hand"][2:]]
    page = reader.photograph(PICTURE)
    assert f"Is this {other} or {true}?" in page.text
    assert page.html.count(f'<span class="unbroken">{true}') == 1  # no tile is broken at the end of a line
    assert "1 to check" in page.text
    page = reader.choose("tile", true)
    assert "to check" not in page.text
    reader.press("Count")
    assert written(reader)[-1]["hand"] == named(first["hand"])


def test_a_picture_of_one_tile_says_one_tile_and_a_picture_too_early_why_it_is_not_read(reader, eyes):
    said = [{"round": 1}, {"by": NAMES[0], "play": "6-6"}, {"by": NAMES[1], "play": "6-5"}]
    address = prepare(reader, FIVES, NAMES[:2], said, hand_size="2", draw="none", claims="auto")
    secret = reader.page.html.partition('name="csrf_token" value="')[2].partition('"')[0]
    early = reader.client.post(f"{address}/picture", data={"csrf_token": secret, "hand": NAMES[1]})
    assert early.status_code == 409
    assert "There is no hand to show now." in early.text
    say(reader, {"by": NAMES[0], "play": "6-4"})
    eyes.sees = ["3-2?3-1"]
    assert "1 tile found, 1 to check" in reader.photograph(PICTURE).text


def test_any_tile_is_put_right_among_those_that_can_be_there_and_changes_places_with_its_double(reader, eyes):
    _, (first, _) = at_the_end(reader)
    eyes.sees = first["hand"]
    reader.photograph(PICTURE)
    page = reader.choose("at", "0")
    assert "Which tile is this?" in page.text
    offered = {button.value for form in page.forms for button in form.buttons if button.name == "tile"}
    laid = {tile_of(each["play"]).name for each in written(reader) if "play" in each}
    assert not offered & laid
    page = reader.choose("tile", named(first["hand"])[1])  # then the second is not that one
    assert f"{named(first['hand'])[0]}?" in page.text
    reader.press("Count")
    assert sorted(written(reader)[-1]["hand"]) == sorted(named(first["hand"]))


def test_a_missing_tile_is_told_and_tapped_and_what_is_no_tile_is_left_out(reader, eyes):
    _, (first, second) = at_the_end(reader)
    eyes.sees = first["hand"][:-1]
    page = reader.photograph(PICTURE)
    assert f"{len(first['hand']) - 1} of {len(first['hand'])} tiles found" in page.text
    assert reader.buttons("main") == []
    reader.follow("Choose the missing tile")
    eyes.sees = [*first["hand"], second["hand"][0]]
    page = reader.photograph(PICTURE)
    assert f"{len(first['hand']) + 1} tiles found, {first['by']} holds {len(first['hand'])}" in page.text
    assert reader.buttons("main") == []
    reader.choose("at", str(len(first["hand"])))
    reader.press("Not a tile")
    reader.press("Count")
    assert written(reader)[-1] == {"by": first["by"], "hand": named(first["hand"])}


def test_two_hands_in_one_picture_are_split_and_each_is_confirmed(reader, eyes):
    address, (first, second) = at_the_end(reader)
    eyes.sees = [*first["hand"], *second["hand"]]
    eyes.gaps = {len(first["hand"]): 150}
    page = reader.photograph(PICTURE)
    assert f"{first['by']}'s tiles" in page.text
    reader.press("Count")
    assert written(reader)[-1] == {"by": first["by"], "hand": named(first["hand"])}
    assert f"{second['by']}'s tiles" in reader.text  # read from the same picture
    reader.press("Count")
    assert written(reader)[-1] == {"by": second["by"], "hand": named(second["hand"])}
    assert "Next round" in reader.open(address).text


def test_a_picture_is_taken_by_those_who_may_enter_the_hand(reader, eyes, app):
    address, (first, second) = at_the_end(reader)
    links = links_of(reader, address)
    eyes.sees = [first["hand"][0]]
    for each in (first, second):  # a seat takes one of its own hand, whatever it asks for
        guest = Reader(app.test_client(), htmx=True)
        own = links[f"seat-{NAMES.index(each['by'])}"]
        guest.open(f"{own}?hand={first['by']}")
        assert f"{each['by']}'s tiles" in guest.photograph(PICTURE).text
    guest = Reader(app.test_client())
    eyes.asked = {}
    assert "Take a picture" not in guest.open(links["watch"]).text
    html = guest.client.get("/new?step=3&variant=edge.block&player=Ana&player=Ben&n=2").text
    secret = html.partition('name="csrf_token" value="')[2].partition('"')[0]
    sent = {"csrf_token": secret, "hand": first["by"]}
    assert guest.client.post(f"{links['watch']}/picture", data=sent).status_code == 403
    seen = f"9x9 {first['hand'][0]},9,1,1,2,1,2,2,1,2"
    assert guest.client.get(f"{links['watch']}/picture", query_string={"seen": seen}).status_code == 303
    assert eyes.asked == {}


@pytest.mark.parametrize(
    ("reason", "status", "words"),
    [
        ("too-large", 413, "The picture is too large."),
        ("not-a-picture", 415, "The referee cannot read that as a picture."),
        ("busy", 503, "The referee is looking at another picture."),
        ("took-too-long", 503, "Reading the picture took too long."),
        ("", 422, "No tile was found."),
    ],
)
def test_a_picture_that_cannot_be_read_is_refused_with_what_to_do_now(reader, eyes, reason, status, words):
    at_the_end(reader)
    before = written(reader)
    eyes.refuses = reason
    page = reader.photograph(PICTURE)
    assert reader.status == status
    assert words in page.text
    assert "holds" in page.text  # the tiles can be tapped
    assert written(reader) == before


def test_a_picture_of_more_than_six_megabytes_is_refused_in_the_same_words(reader, eyes):
    at_the_end(reader)
    headers = {"Content-Length": "6200000", "Content-Type": "multipart/form-data; boundary=pip"}
    form = next(each for each in reader.page.forms if each.name == "picture")
    answer = reader.client.post(form.action, input_stream=BytesIO(bytes(6_200_000)), headers=headers)
    assert answer.status_code == 413
    assert "The picture is too large." in answer.text
    assert eyes.asked == {}


def test_pictures_are_dear_so_one_phone_can_send_a_few_a_minute(tmp_path, eyes, monkeypatch):
    monkeypatch.setattr(security, "now", lambda: 4e9)  # all in one moment, however slow the machine is
    app = create_app(tmp_path, {"TESTING": True})
    reader = Reader(app.test_client(), htmx=True)
    address, (first, _) = at_the_end(reader)
    eyes.sees = first["hand"]
    found = []
    for _ in range(13):
        reader.open(f"{address}?hand={first['by']}")
        reader.photograph(PICTURE)
        found.append(reader.status)
    assert found == [200] * 12 + [429]
    app.extensions["referee"].close()


def test_without_a_camera_there_is_no_button(reader, eyes, monkeypatch):
    at_the_end(reader)
    assert "Take a picture" in reader.text
    monkeypatch.setattr(camera, "is_available", lambda: False)
    assert "Take a picture" not in reader.open(reader.address).text


def test_a_picture_is_written_to_no_disk_on_its_way(app, eyes):
    reader = Reader(app.test_client(), htmx=True)
    address, (first, _) = at_the_end(reader)
    eyes.sees = first["hand"]
    cookie = reader.client.get_cookie("referee")
    form = next(each for each in reader.page.forms if each.name == "picture")
    picture = bytes(range(256)) * 20_000  # five megabytes
    body = b"".join(
        b'--pip\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value.encode())
        for name, value in form.fields.items()
        if name != "picture"
    )
    body += b'--pip\r\nContent-Disposition: form-data; name="picture"; filename="p.jpg"\r\n\r\n'
    body += picture + b"\r\n--pip--\r\n"
    with Watching() as opened:
        sending = _sent(app, f"{address}/picture", body, f"referee={cookie.value}")
        with ThreadPoolExecutor() as thread:  # a browser test may have left a loop running in this one
            status = thread.submit(asyncio.run, sending).result()
    assert status == 303
    assert eyes.asked["picture"] == picture
    assert opened == []


async def _sent(app: Any, path: str, body: bytes, cookie: str) -> int:
    """The status with which the server answers a form."""
    gateway = Gateway(app, OpenConnections(4), 2, is_behind_proxy=False)
    headers = [
        (b"host", b"localhost"), (b"cookie", cookie.encode()), (b"content-length", b"%d" % len(body)),
        (b"content-type", b"multipart/form-data; boundary=pip"),
    ]  # fmt: skip
    scope = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2), "http_version": "1.1",
    }  # fmt: skip
    pieces = [body[start : start + 65536] for start in range(0, len(body), 65536)]
    told: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    async def send(message: Any) -> None:
        told.append(message)

    await gateway(scope, receive, send)
    gateway.close()
    return int(told[0]["status"])


class Watching:
    """The files that are opened to be written while this is entered."""

    now: list[str] | None = None
    is_hooked = False

    def __enter__(self) -> list[str]:
        if not Watching.is_hooked:
            sys.addaudithook(Watching.note)
            Watching.is_hooked = True
        Watching.now = []
        return Watching.now

    def __exit__(self, *_: object) -> None:
        Watching.now = None

    @staticmethod
    def note(event: str, given: tuple[Any, ...]) -> None:
        if Watching.now is not None and event == "open" and isinstance(given[2], int) and given[2] & 3:
            Watching.now.append(str(given[0]))


# Trains, poker, solitaires


@pytest.mark.parametrize("highest", [9, 12, 15])
def test_a_hand_of_a_larger_set_is_counted_from_a_picture(reader, eyes, highest):
    people = seat_train_people("traditional.mexican-train", 3, random.Random(5), highest, {})
    people.play_round()
    hands = [each for each in people.said if "hand" in each]
    played = people.said[: people.said.index(hands[0])]
    prepare(reader, "traditional.mexican-train", NAMES[:3], played, tiles=str(highest))

    first = next(each for each in hands if f"{each['by']} holds" in reader.text)
    eyes.sees = first["hand"]
    reader.photograph(PICTURE)
    assert eyes.asked["highest"] == highest
    reader.press("Count")
    assert written(reader)[-1] == {"by": first["by"], "hand": named(first["hand"])}


def test_a_hand_of_poker_is_shown_from_a_picture(reader, eyes):
    set_up(reader, "hasbro2003.poker", NAMES[:4])
    reader.press("The tiles are dealt")
    eyes.sees = ["6-6", "5-5", "4-3", "2-1", "3-1"]
    page = reader.photograph(PICTURE)
    assert "pips" not in page.text
    reader.press("Show this hand")
    assert written(reader)[-1]["hand"] == ["6-6", "5-5", "4-3", "2-1", "3-1"]


def test_a_deal_is_read_from_a_picture_and_can_still_be_turned_round_before_it_counts(reader, eyes):
    set_up(reader, "fundex2004.solitaire", NAMES[:1])
    eyes.sees = ["6-5", "5-4", "3-3", "2-1", "3-0", "4-4", "2-0"]
    before = written(reader)
    reader.photograph(PICTURE)
    reader.follow("Use these 7 tiles")
    assert written(reader) == before
    reader.press("5-4, turn it round")
    reader.press("Play these columns")
    assert written(reader)[-1] == {"deal": ["6-5", "4-5", "3-3", "2-1", "3-0", "4-4", "2-0"]}


def test_a_deal_read_from_a_picture_lies_as_it_lay_there(reader, eyes):
    set_up(reader, "fundex2004.knock-out", NAMES[:1])
    eyes.sees = ["6-5", "5-4", "3-3", "2-1"]
    eyes.turned = {1: 180, 2: 90, 3: 270}
    reader.photograph(PICTURE)
    reader.follow("Choose the 24 missing tiles")
    turned = [each.removesuffix(", turn it round") for each in reader.buttons() if "turn it round" in each]
    assert turned == ["6-5", "4-5", "3-3", "1-2"]


# Splitting, and what a page carries


def square(x: int, y: int) -> tuple[tuple[int, int], ...]:
    return ((x, y), (x + 40, y), (x + 40, y + 20), (x, y + 20))


def test_hands_are_cut_apart_where_the_gap_is_widest():
    lying = [square(0, 0), square(0, 30), square(50, 0), square(200, 0), square(200, 30)]
    assert split_by_size(lying, (2, 3)) == ((3, 4), (0, 1, 2))
    assert split_by_size(lying, (3, 2)) == ((0, 1, 2), (3, 4))
    assert split_by_size(lying, (4, 2)) == ()


def test_two_hands_of_the_same_size_come_in_the_order_in_which_they_were_found():
    lying = [square(0, 0), square(300, 5), square(0, 30), square(300, 30)]
    assert split_by_size(lying, (2, 2)) == ((0, 2), (1, 3))


@given(
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), min_size=2, max_size=12, unique=True),
    st.data(),
)
def test_whatever_is_split_every_tile_is_in_one_hand(places, data):
    first = data.draw(st.integers(1, len(places) - 1))
    sizes = (first, len(places) - first)
    groups = split_by_size([square(*each) for each in places], sizes)
    if groups:
        assert tuple(map(len, groups)) == sizes
        assert sorted(each for group in groups for each in group) == list(range(len(places)))


def test_readings_come_back_as_they_were_carried_and_nothing_else_is_taken_for_them():
    reading = TileReading(tile(12, 3), 62, ((1, 2), (3, 4), (5, 6), (7, 8)), (tile(12, 2), tile(3, 3)))
    carried = Readings((720, 960), (reading, TileReading(tile(0, 0), 97, reading.corners)))
    assert read_readings(str(carried)) == carried
    word = str(reading)
    for wrong in ("", "0x9", "9", f"9x9 {word} {word}", f"9x9 {word},x", "9x9 6-5", "9x9 99-1,3" + ",1" * 8):
        assert read_readings(wrong) is None


@given(st.text(alphabet="0123456789x-, \N{SUPERSCRIPT TWO}", max_size=60))
def test_no_text_in_the_address_upsets_the_page(text):
    found = read_readings(text)
    assert found is None or read_readings(str(found)) == found


def test_corners_outside_the_picture_are_drawn_at_its_edge():
    seen = Seen((FoundTile(tile(1, 1), 1.0, ((-3.2, 5), (900, 5), (900, 7.9), (0, 7)), ()),), (720, 960))
    (only,) = readings_of(seen).tiles
    assert only.corners == ((0, 5), (720, 5), (720, 7), (0, 7))
    assert only.sure == 99  # a person is surer
