"""A phone that holds a seat: whose it is, whose turn it is, and only what its player may do, in every family of games."""

import json

import pytest
from playwright.sync_api import expect

from tests.folders import PLAYTHROUGHS
from tests.web.looking import faults
from tests.web.phone.test_phone import SIGNS
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare, say, set_up
from tests.web.touching import Thumb, box_of, until

SCREENS = [(390, 844), (820, 1180), (1440, 900), (1920, 1080)]
FIVES, TEXAS, POKER = "fundex2004.all-fives", "hasbro2003.texas", "hasbro2003.poker"
THREE = ("Ana", "Ben", "Cal")
OPENED = [
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-3"},
    {"by": "Cal", "play": "6-2"},
]
NOT_FOR_THIS_SEAT = ("'s seat: ", "From a seat you", "the scorekeeper")


def played(reader: Reader, variant: str, number: int) -> str:
    """A table at which so many events of the playthrough were said; its address."""
    lines = [json.loads(each) for each in (PLAYTHROUGHS / f"{variant}.jsonl").read_text("utf-8").splitlines()]
    address = set_up(reader, variant, lines[0]["players"], **lines[0].get("options", {}))
    for event in lines[1 : number + 1]:
        _say(reader, event)
    return address


def _say(reader: Reader, event: dict[str, object]) -> None:
    """Like `say`, and what is staked at poker as its buttons write it."""
    written = {"by": event.get("by"), **{key: event[key] for key in event if key != "by"}}
    for button in (b for form in reader.page.forms for b in form.buttons if b.name == "say"):
        if json.loads(button.value) == written:
            reader.choose("say", button.value)
            return
    say(reader, event)


STATES = [(FIVES, 1), (FIVES, 4), (TEXAS, 2), (TEXAS, 6), (TEXAS, 9), (TEXAS, 34)]


@pytest.mark.parametrize(("variant", "number"), STATES)
def test_no_button_of_a_seat_is_refused_because_it_is_that_seat(client, app, variant, number):
    owner = Reader(client, htmx=True)
    address = played(owner, variant, number)
    for name, link in links_of(owner, address).items():
        if not name.startswith("seat-"):
            continue
        seat = Reader(app.test_client(), htmx=True)
        seat.open(link)
        pressed = {button.name: button for form in seat.page.forms for button in form.buttons}
        for button in pressed.values():
            before = owner.open(address)
            seat.open(link)
            seat.choose(button.name, button.value)
            assert not [each for each in NOT_FOR_THIS_SEAT if each in seat.text], (name, button)
            if owner.open(address).text != before.text and "Undo" in owner.buttons():
                owner.press("Undo")


@pytest.mark.parametrize(("variant", "number"), [(FIVES, 4), (TEXAS, 9)])
def test_a_seat_waits_for_its_turn_and_keeps_its_own_undo(client, app, variant, number):
    owner = Reader(client, htmx=True)
    address = played(owner, variant, number)
    links = links_of(owner, address)
    waiting, acting, undoing = 0, 0, 0
    for each in (link for name, link in links.items() if name.startswith("seat-")):
        seat = Reader(app.test_client()).open(each)
        names = {button.name for form in seat.forms for button in form.buttons}
        assert "You are " in seat.text
        if "Your turn, " in seat.text:
            acting += 1
            assert "play" in names
        else:
            waiting += 1
            assert names <= {"undo", "redo"}
        undoing += "undo" in names
    assert (acting, waiting) == (1, len(links) - 4)
    assert undoing == 1  # nobody but the player who acted last takes it back


def test_who_comes_next_is_told_only_where_it_is_certain(client, app):
    owner = Reader(client, htmx=True)

    def told(address):
        return [
            name
            for name, link in links_of(owner, address).items()
            if name.startswith("seat-") and "You are next" in Reader(app.test_client()).open(link).text
        ]

    table = played(owner, TEXAS, 7)  # Ana has led: Cal follows Ben
    assert told(table) == ["seat-2"]
    owner.open(table)
    for tile in ("6-4", "6-2"):
        owner.press(tile)
    assert told(table) == []  # the trick decides who leads


@pytest.mark.parametrize("locale", ["en-GB", "es-MX"])
@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_one_s_name_is_whole_beside_the_words_that_one_goes_again(open_phone, size, locale):
    ben = open_phone(locale=locale, viewport={"width": size[0], "height": size[1]})
    said = [
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-4"},
        {"by": "Ana", "pass": True},
    ]
    address = prepare(Thumb(ben), "edge.block", THREE[:2], said)
    ben.goto(links_of(Thumb(ben).beforehand, address)["seat-1"])

    turn = ben.locator(".turn.mine h2")
    expect(turn).to_contain_text("Ben")
    assert turn.evaluate(
        "each => { const all = document.createRange(); all.selectNodeContents(each);"
        " return all.getBoundingClientRect().bottom <= each.getBoundingClientRect().bottom + 6; }"
    )


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_one_s_own_turn_cannot_be_missed(open_phone, size):
    width, height = size
    ana = Thumb(open_phone())
    address = prepare(ana, FIVES, THREE, OPENED, claims="auto")
    ben = open_phone(viewport={"width": width, "height": height})
    ben.add_init_script(SIGNS)
    ben.goto(links_of(ana.beforehand, address)["seat-1"])

    expect(ben.get_by_role("link", name="You are Ben")).to_be_visible()
    expect(ben.get_by_text("You are next, Ben")).to_be_visible()
    expect(ben.locator(".picker")).to_have_count(0)
    expect(ben).to_have_title("All Fives: Ana to play")
    assert faults(ben) == []

    ana.press("4-2")
    expect(ben.get_by_role("heading", name="Your turn, Ben")).to_be_visible()
    expect(ben).to_have_title("Your turn")
    until(ben, "signs.length > 0")
    assert ben.evaluate("signs") == ["turn"]
    band = box_of(ben.locator(".turn.mine"))
    tray = box_of(ben.locator(".tray"))
    assert band is not None
    assert tray is not None
    assert band["height"] >= 72
    assert tray["width"] - 2 <= band["width"] <= tray["width"]
    assert (
        ben.locator(".turn.mine").evaluate("each => getComputedStyle(each).backgroundColor")
        == "rgb(10, 82, 111)"
    )
    assert faults(ben) == []

    Thumb(ben).press("3-1")
    expect(ben.locator(".turn h2")).to_have_text("Cal to play")
    expect(ben).to_have_title("All Fives: Cal to play")


SEEN = """() => [...document.querySelectorAll(".tray .moves li")].filter(each => {
    const { left, bottom } = each.getBoundingClientRect(), list = each.parentElement.getBoundingClientRect();
    return left < list.right && bottom <= list.bottom + 1;
}).length"""


@pytest.mark.parametrize(("size", "lines", "highest"), [((360, 640), 3, 323), ((390, 844), 0, 140)])
def test_the_tray_of_a_seat_that_waits_lists_moves_where_it_has_room(open_phone, size, lines, highest):
    ana = Thumb(open_phone())
    laid = [*OPENED, {"by": "Ana", "play": "4-2"}, {"by": "Ben", "play": "3-1"}]
    address = prepare(ana, FIVES, THREE, laid, claims="auto")
    ben = open_phone(viewport={"width": size[0], "height": size[1]})
    ben.goto(links_of(ana.beforehand, address)["seat-1"])

    assert box_of(ben.locator(".tray"))["height"] <= highest + 50  # his own Undo
    assert ben.evaluate(SEEN) == lines


def test_the_name_leads_to_where_another_seat_is_taken(open_phone, phone):
    owner = Thumb(phone)
    address = prepare(owner, FIVES, THREE, OPENED)
    ben = Thumb(open_phone())
    ben.open(links_of(owner.beforehand, address)["seat-1"])

    ben.phone.get_by_role("link", name="You are Ben").click()
    ben.phone.get_by_role("link", name="Take another seat").click()

    expect(ben.phone.get_by_label("Code")).to_be_visible()


def test_a_seat_is_not_offered_tiles_for_a_hand_that_is_not_its_own(client, app):
    owner = Reader(client)
    out = ({"round": 1}, {"by": "Ana", "play": "6-6"})
    address = prepare(owner, "edge.block", ("Ana", "Ben", "Cal"), out, hand_size="1")
    links = links_of(owner, address)
    for number, holder in ((0, "Ben"), (1, "Ben"), (2, "Cal")):  # Ana has no tile left, and watches
        seat = Reader(app.test_client())
        seat.open(links[f"seat-{number}"])
        assert f"{holder} holds 1 tile" in seat.text
        assert ("5-5" in seat.buttons()) == (number > 0)


def test_a_phone_on_which_a_hand_was_being_shown_that_is_known_by_now_leads_back(client):
    reader = Reader(client)
    out = ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]})
    address = prepare(reader, "edge.block", ("Ana", "Ben"), out, hand_size="1")
    reader.open(f"{address}?hand=Ben")
    reader.follow("Back")
    assert "Ana takes 9" in reader.text
