"""Joining a table: by its short code or a link; the owner hands links out, withdraws them and locks the table."""

import random
import re

import pytest
from playwright.sync_api import expect

from referee.engine.games.match import Status
from referee.storage.rows import NewEvent
from referee.web.infra import presence
from tests.simulating import seat_people
from tests.web.reading import Reader
from tests.web.sitting import links_of, prepare, say, set_up_by_steps
from tests.web.touching import Thumb, box_of

PLAYERS = ("Ana", "Ben", "Cal")


@pytest.fixture
def owner(app) -> Reader:
    reader = Reader(app.test_client())
    reader.table = set_up_by_steps(reader, "fundex2004.all-fives", PLAYERS)
    return reader


def other_phone(app, **options) -> Reader:
    return Reader(app.test_client(), **options)


def code_of(owner) -> str:
    page = owner.open(f"{owner.table}/share")
    return re.search(r'class="short-code">([^<]*)<', page.html)[1]


def sit_down(app, owner, name) -> Reader:
    reader = other_phone(app)
    reader.open("/join")
    reader.press("Next", code=code_of(owner))
    reader.press(name)
    reader.table = reader.address
    return reader


def press_of(owner, which, label):
    """The owner presses a button beside one link."""
    page = owner.open(f"{owner.table}/share")
    for form in page.forms:
        if form.fields.get("which") == which:
            for button in form.buttons:
                if button.label == label:
                    form.fields.add(button.name, button.value)
                    return owner.send(form)
    raise AssertionError(f"no {label} for {which}")


def test_the_name_in_the_house_stands_beside_the_code_once_there_is_one(app, owner):
    assert "by name" not in owner.open(f"{owner.table}/share").text
    app.config["NAME_IN_HOUSE"] = "referee.local"
    assert (
        "Most phones also open it by name: http://referee.local/join"
        in owner.open(f"{owner.table}/share").text
    )


def test_who_joins_types_the_code_and_chooses_a_seat(app, owner):
    ben = sit_down(app, owner, "Ben")

    assert ben.address.startswith("/t/")
    assert ben.table not in (owner.table, *[links_of(owner, owner.table)["keep"]])
    say(ben, {"round": 1})
    assert "Who opens?" in ben.text or "Whose double" in ben.text or "to play" in ben.text


def test_a_scanned_code_leads_to_the_seats_at_once(app, owner):
    page = owner.open(f"{owner.table}/share")
    address = next(each for each in page.links if "/join?code=" in each)

    guest = other_phone(app)
    guest.open(address.removeprefix("http://localhost"))

    assert "Who are you?" in guest.text
    assert {"Ana", "Ben", "Cal", "I only watch"} <= set(guest.buttons())


def test_who_only_watches_gets_no_way_to_enter_anything(app, owner):
    guest = sit_down(app, owner, "I only watch")

    assert guest.table == links_of(owner, owner.table)["watch"]
    assert guest.buttons() == []


def test_a_seat_that_somebody_took_is_not_offered_again_but_to_the_same_phone(app, owner):
    ben = sit_down(app, owner, "Ben")
    code = code_of(owner)
    late = other_phone(app)
    late.open(f"/join?code={code}")
    again = ben.open(f"/join?code={code}")

    assert "Ben" not in late.buttons()
    assert "Ben on another phone" in late.text
    assert "Ben this phone" in [button.label for form in again.forms for button in form.buttons]
    ben.press("Ben")
    assert ben.address == ben.table


def test_of_two_who_choose_the_same_seat_one_is_told(app, owner):
    code = code_of(owner)
    one, two = other_phone(app), other_phone(app)
    one.open(f"/join?code={code}")
    two.open(f"/join?code={code}")
    one.press("Ben")
    two.press("Ben")

    assert two.status == 409
    assert "Somebody else has just sat down there." in two.text
    two.press("Cal")
    assert two.address.startswith("/t/")


def test_the_owner_frees_a_seat_by_a_new_link(app, owner):
    ben = sit_down(app, owner, "Ben")
    press_of(owner, "seat-1", "New link")

    assert ben.client.get(ben.table).status_code == 404
    assert sit_down(app, owner, "Ben").address.startswith("/t/")


def test_the_new_link_of_a_seat_is_in_sight_to_be_scanned(open_phone):
    thumb = Thumb(open_phone())
    table = prepare(thumb, "fundex2004.all-fives", PLAYERS)
    before = links_of(thumb.beforehand, table)["seat-1"]
    thumb.open(f"{table}/share")
    thumb.phone.locator("#link-seat-1 summary").click()
    thumb.press("New link")

    seat = thumb.phone.locator("#link-seat-1")
    expect(seat.locator(".url")).to_be_in_viewport()
    expect(seat.locator(".url")).not_to_contain_text(before)


@pytest.mark.parametrize("code", ["ZZZZZZ", "nonsense", "'; DROP", "A" * 40])
def test_a_code_that_nobody_has_is_told_in_a_sentence(app, owner, code):
    guest = other_phone(app)
    guest.open(f"/join?code={code}")

    assert guest.status == 404
    assert "No table has that code." in guest.text


def test_the_owner_ends_the_code_and_shows_another(app, owner):
    before = code_of(owner)
    owner.press("No code")
    assert "There is none at the moment." in owner.text
    assert other_phone(app).client.get(f"/join?code={before}").status_code == 404

    owner.press("Show a code")
    assert code_of(owner) != before
    assert "expires in 12 hours" in owner.text


def test_the_owner_sees_every_link_with_its_code_to_scan(owner):
    page = owner.open(f"{owner.table}/share")

    assert page.html.count('class="code"') == 7
    assert set(links_of(owner, owner.table)) == {"keep", "seat-0", "seat-1", "seat-2", "watch", "owner"}
    assert links_of(owner, owner.table)["owner"] == owner.table


@pytest.mark.parametrize(
    ("which", "shown"),
    [
        ("keep", ["Join this table", "Keep score", "Watch"]),
        ("seat-1", ["Ben", "Watch"]),
        ("watch", ["Watch"]),
    ],
)
def test_others_pass_on_no_more_than_they_may_do_themselves(app, owner, which, shown):
    links = links_of(owner, owner.table)
    guest = other_phone(app)
    page = guest.open(f"{links[which]}/share")

    assert re.findall(r"<h2>([^<]*)</h2>", page.html) == shown
    assert links["owner"] not in page.html
    assert not guest.buttons() or guest.buttons() == ["Send this link"] * len(guest.buttons())


def test_the_owner_gets_a_new_link_for_himself_and_goes_on(owner):
    before = owner.table
    press_of(owner, "owner", "New link")

    assert owner.status == 200
    assert owner.address.endswith("/share")
    assert owner.client.get(before).status_code == 404
    assert owner.client.get(owner.address.removesuffix("/share")).status_code == 200


def test_an_owner_cannot_be_withdrawn(owner):
    form = owner.open(f"{owner.table}/share").forms[-1]
    form.fields.add("do", "revoke")
    form.fields.add("which", "owner")
    owner.send(form)

    assert owner.status == 422


def test_a_locked_table_says_so_and_takes_entries_from_its_owner_only(app, owner):
    links = links_of(owner, owner.table)
    keeper = other_phone(app)
    keeper.open(links["keep"])
    code = code_of(owner)
    owner.press("Lock it")
    assert "The table is locked: only your own link enters anything." in owner.text
    assert "Join this table" not in owner.text

    keeper.press("The tiles are dealt")

    assert keeper.status == 409
    assert "The table is locked" in keeper.text
    assert keeper.buttons() == []
    guest = other_phone(app)
    guest.open(f"/join?code={code}")
    assert (guest.status, "Nobody can join" in guest.text) == (403, True)
    owner.open(owner.table)
    owner.press("The tiles are dealt")
    assert "Whose double is highest?" in owner.text
    owner.open(f"{owner.table}/share")
    owner.press("Unlock it")
    assert code_of(owner) == code
    keeper.open(links["keep"])
    assert "The table is locked" not in keeper.text
    assert keeper.buttons()


def test_a_table_is_deleted_by_its_owner_once_it_was_asked_twice(app, owner):
    keeper = other_phone(app)
    keeper.open(links_of(owner, owner.table)["keep"])
    owner.press("Delete it")
    assert "Delete this table?" in owner.text
    assert "Ana, Ben, Cal" in owner.text
    owner.follow("Keep the table")
    assert owner.client.get(owner.table).status_code == 200

    owner.press("Delete it")
    owner.press("Delete the table")

    assert "This phone has no tables." in owner.text
    keeper.press("The tiles are dealt")
    assert keeper.status == 404
    assert owner.client.get(owner.table).status_code == 404


def test_only_the_owner_deletes_a_table(app, owner):
    guest, keep = other_phone(app), links_of(owner, owner.table)["keep"]
    assert "Delete it" not in guest.open(f"{keep}/share").text
    form = guest.open(keep).forms[-1]
    form.action = f"{keep}/share"
    form.fields.add("do", "delete")
    form.fields.add("sure", "1")
    guest.send(form)
    assert guest.status == 403
    assert owner.client.get(owner.table).status_code == 200


# A seat at the table


def started(app, owner):
    """Ana has opened with 6-6; Ben and Cal have phones of their own."""
    ana, ben, cal = (sit_down(app, owner, name) for name in PLAYERS)
    ana.open(ana.table)
    ana.press("The tiles are dealt")
    say(ana, {"by": "Ana", "play": "6-6"})
    for each in (ben, cal):
        each.open(each.table)
    return ana, ben, cal


def test_a_seat_lays_its_own_tiles_and_waits_while_others_lay(app, owner):
    ana, ben, cal = started(app, owner)

    assert "Ben to play" in ana.text
    assert not list(ana.buttons("key"))
    assert not list(cal.buttons("key"))
    assert len(ben.buttons("key")) == 27
    say(ben, {"by": "Ben", "play": "6-3"})
    assert "Cal to play" in ben.text


def test_who_opens_is_the_seat_that_lays_and_nobody_is_asked(app, owner):
    ben = sit_down(app, owner, "Ben")
    ben.press("The tiles are dealt")

    ben.press("6-6")

    assert "Cal to play" in ben.text
    assert "Who laid it?" not in ben.text


def test_a_seat_takes_back_its_own_last_tile_only(app, owner):
    ana, ben, _ = started(app, owner)
    assert "Undo" in ana.buttons()
    assert "Undo" not in ben.buttons()

    ana.press("Undo")
    assert "Whose double is highest?" in ana.text
    assert "Redo" in ana.buttons()
    ben.open(ben.table)
    assert "Redo" not in ben.buttons()
    ana.press("Redo")
    assert "Ben to play" in ana.text


def test_the_layer_claims_and_the_others_call_each_for_themselves(app, owner):
    ana, ben, cal = started(app, owner)
    say(ben, {"by": "Ben", "play": "6-3"})
    assert ben.has_link("Claim")
    cal.open(cal.table)
    assert not cal.has_link("Claim")
    say(cal, {"by": "Cal", "play": "6-1"})
    for each in (ana, ben):
        each.open(each.table)
        assert not each.has_link("Claim")
    assert not ben.has_link("Muggins"), "nobody calls muggins on a tile of their own"

    ana.follow("Muggins on 6-3")
    assert "Ana calls" in ana.text
    assert "Cal calls" not in ana.text
    ana.press("15")

    assert app.extensions["referee"].events(1)[-1].body == {"by": "Ana", "muggins": 15}


def test_an_address_made_up_for_another_seat_offers_nothing(app, owner):
    _, _, cal = started(app, owner)

    cal.open(f"{cal.table}?hand=Ben&who=Ben&call=claim&tried=%7B%22by%22:%22Ben%22,%22play%22:%226-4%22%7D")

    assert "Ben to play" in cal.text
    assert cal.buttons("key") == []


def test_each_seat_shows_its_own_hand(app):
    owner = Reader(app.test_client())
    owner.table = set_up_by_steps(owner, "edge.block", ("Ana", "Ben"))
    ana, ben = (sit_down(app, owner, name) for name in ("Ana", "Ben"))
    store = app.extensions["referee"]
    people = seat_people("edge.block", 2, random.Random(6))
    people.deal()
    while people.log.state.status is Status.PLAYING:
        people.act()
    store.append(1, 0, "played before", [NewEvent(each) for each in people.said])
    waiting = [("Ana", ana), ("Ben", ben)]
    assert people.log.state.status is Status.REVEAL
    assert all(people.hands)
    for name, each in waiting:
        each.open(each.table)
        other = next(word for word, _ in waiting if word != name)
        assert f"{name} holds" in each.text
        assert f"{other} holds" not in each.text
        assert other not in each.page.links
    tiles = sorted(people.hands[0], key=lambda each: each.name)
    say(ana, {"by": "Ana", "hand": [each.name for each in tiles]})
    assert store.events(1)[-1].body["by"] == "Ana"


def test_the_log_says_who_entered_what_where_it_was_not_the_player(app, owner):
    started(app, owner)
    keeper = other_phone(app)
    keeper.open(links_of(owner, owner.table)["keep"])
    say(keeper, {"by": "Ben", "play": "6-3"})

    text = re.sub(r"\d\d:\d\d ", "", keeper.open(f"{keeper.address}/log").text)

    assert "entered by the keeper" in text
    assert "entered by Ana 2 Ana opens 3 Ben on 6-6 entered by the keeper" in text


def test_what_is_entered_for_a_player_without_a_phone_is_nothing_to_tell(app, owner):
    ana = sit_down(app, owner, "Ana")
    say(ana, {"round": 1})
    say(ana, {"by": "Ana", "play": "6-6"})
    owner.open(owner.table)
    say(owner, {"by": "Ben", "play": "6-3"})
    say(owner, {"by": "Cal", "play": "3-2"})

    assert "entered by the owner" not in owner.open(f"{owner.table}/log").text
    owner.open(owner.table)
    say(owner, {"by": "Ana", "play": "2-1"})
    assert owner.open(f"{owner.table}/log").text.count("entered by the owner") == 1


def test_where_one_phone_enters_everything_the_log_says_nothing_of_it(owner):
    owner.open(owner.table)
    say(owner, {"round": 1})

    assert "entered by" not in owner.open(f"{owner.table}/log").text


# Who is here


def test_who_is_at_the_table_is_told_when_there_are_more_than_one(app, owner):
    owner.open(owner.table)
    assert "phones here" not in owner.page.html

    sit_down(app, owner, "Ben")
    sit_down(app, owner, "I only watch")
    owner.open(owner.table)

    assert "3 phones here: Ben, 1 keeps score and 1 watches" in owner.page.html


def test_a_poll_tells_who_came_without_touching_the_rest_of_the_page(app, owner):
    owner.open(owner.table)
    address = re.search(r'hx-get="([^"]*/live[^"]*)"', owner.page.html)[1].replace("&amp;", "&")
    assert owner.client.get(address).status_code == 204

    sit_down(app, owner, "Ben")
    answer = owner.client.get(address, headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert answer.headers["HX-Retarget"] == "#live"
    assert answer.text.strip().startswith('<div id="live"')
    assert "2 phones here" in answer.text


def test_a_phone_that_asks_no_more_is_gone(app, owner, monkeypatch):
    sit_down(app, owner, "Ben")
    clock = presence.now() + presence.LASTS + 1
    monkeypatch.setattr(presence, "now", lambda: clock)
    owner.open(owner.table)

    assert "phones here" not in owner.page.html


def test_the_ring_around_the_code_does_not_touch_the_words_above_it(phone):
    phone.goto("/join")
    lowest = """each => {
        const words = document.createRange();
        words.selectNodeContents(each);
        return words.getBoundingClientRect().bottom;
    }"""
    words = phone.get_by_text("The code that the table shows").evaluate(lowest)
    assert words + 5 <= box_of(phone.get_by_role("textbox"))["y"]
