"""Back from a table to the set-up, and Start again: the table that is there opens, not a second one."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from referee.web.tables import choices
from tests.web.reading import Reader
from tests.web.sitting import links_of, play_again, say
from tests.web.touching import Thumb

BLOCK = "edge.block"
TWO = "&player=Ana&player=Ben"


class Tomorrow(datetime):
    """A clock that is a day ahead."""

    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + timedelta(days=1)


@pytest.fixture
def rules(reader) -> str:
    """The address of the last step of a set-up for Ana and Ben."""
    reader.open(f"/new?step=2&variant={BLOCK}{TWO}&hand_size=1&target=9")
    return reader.press("Next") and reader.address


def start(reader: Reader, rules: str, **filled: str) -> str:
    """The address of the table after Start in the last step."""
    reader.open(rules)
    reader.press("Start", **filled)
    return reader.address.partition("?")[0]


def play_to_the_end(reader: Reader) -> None:
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}):
        say(reader, event)


def takes_charge(reader: Reader, share: str) -> int:
    """The status of the answer to a form that takes charge, though the page of links does not offer it."""
    form = next(
        each for each in reader.open(f"/new?step=3&variant={BLOCK}{TWO}").forms if "csrf_token" in each.fields
    )
    data = {"csrf_token": form.fields["csrf_token"], "do": "charge"}
    return reader.client.post(share, data=data).status_code


def test_starting_the_same_set_up_twice_opens_one_table(reader, rules):
    table = start(reader, rules)
    say(reader, {"round": 1})

    assert start(reader, rules, save_as="Short") == table
    assert reader.open("/").text.count("Resume") == 1


def test_the_same_choices_in_another_set_up_open_another_table(reader, rules):
    table = start(reader, rules)

    reader.open(f"/new?step=2&variant={BLOCK}{TWO}&hand_size=1&target=9")
    reader.press("Next")

    assert start(reader, reader.address) != table
    assert start(reader, rules) == table  # an evening has several tables


def test_a_rule_that_is_changed_after_going_back_opens_another_table(reader, rules):
    table = start(reader, rules)
    reader.open(rules)
    reader.follow("Change a rule")
    reader.press("Done", target="20")
    reader.press("Start")

    assert reader.address.partition("?")[0] != table
    assert "to 20" in reader.text


def test_after_the_match_the_same_set_up_starts_another(reader, rules):
    table = start(reader, rules)
    play_to_the_end(reader)

    assert start(reader, rules) != table


def test_a_table_that_the_link_no_longer_opens_does_not_open_again(reader, rules, app):
    table = start(reader, rules)
    links = app.extensions["referee"].links
    links.renew(1, "owner", None)

    assert start(reader, rules) != table


def test_two_identical_tables_can_be_set_up_by_forms_without_a_key(reader, rules):
    reader.open(rules)
    form = next(each for each in reader.page.forms if each.method == "post")
    form.fields.pop("key")

    assert (reader.send(form) and reader.address) != (reader.send(form) and reader.address)


def test_a_start_whose_answer_was_lost_and_the_next_one_open_one_table(reader, rules, app):
    before = Reader(app.test_client())
    before.client._cookies = dict(reader.client._cookies)  # what the phone knows if the first answer is lost

    assert start(reader, rules) == start(before, rules)


def test_a_rematch_whose_answer_was_lost_is_one_table_after_midnight_too(reader, rules, app, monkeypatch):
    start(reader, rules)
    play_to_the_end(reader)
    reader.open("/")
    form = next(each for each in reader.page.forms if each.action.endswith("/rematch"))
    before = Reader(app.test_client())
    before.client._cookies = dict(reader.client._cookies)
    reader.send(form)
    monkeypatch.setattr(choices, "datetime", Tomorrow)
    before.send(form)

    assert before.address == reader.address
    assert before.page.text == reader.page.text


def test_another_phone_with_the_same_set_up_gets_a_table_of_its_own(reader, rules, app):
    table = start(reader, rules)

    assert start(Reader(app.test_client()), rules) != table


def test_a_rematch_is_one_table_however_often_it_is_asked_for(reader, rules):
    old = start(reader, rules)
    play_to_the_end(reader)
    rematches = {play_again(reader, old) for _ in range(2)}

    assert len(rematches) == 1
    assert old not in rematches


def test_all_phones_at_a_table_go_on_at_one_rematch_each_with_its_own_rights(reader, rules, app):
    old = start(reader, rules)
    play_to_the_end(reader)
    links, ben, keeper = links_of(reader, old), Reader(app.test_client()), Reader(app.test_client())

    new = play_again(reader, old)
    found = play_again(ben, links["seat-1"]), play_again(keeper, links["keep"])

    assert found == tuple(links_of(reader, new)[each] for each in ("seat-1", "keep"))
    assert "You are Ben" in ben.text
    assert play_again(ben, links["seat-1"]) == found[0]  # the seat is taken by now


def test_a_phone_that_missed_a_rematch_goes_on_at_the_one_after_it(reader, rules, app):
    old = start(reader, rules)
    play_to_the_end(reader)
    bens, ben = links_of(reader, old)["seat-1"], Reader(app.test_client())
    missed = play_again(reader, old)
    play_to_the_end(reader)

    new = play_again(reader, missed)

    assert play_again(ben, bens) == links_of(reader, new)["seat-1"]
    assert play_again(reader, old) == new


def test_who_asks_for_a_rematch_first_from_a_seat_keeps_that_seat_and_who_was_in_charge_still_is(
    reader, rules, app
):
    old = start(reader, rules)
    play_to_the_end(reader)
    bens, ben = links_of(reader, old)["seat-1"], Reader(app.test_client())

    bens_new = play_again(ben, bens)
    assert "You are Ben" in ben.text
    new = play_again(reader, old)

    links = links_of(reader, new)
    assert (new, bens_new) == (links["owner"], links["seat-1"])
    assert play_again(ben, bens) == bens_new


def test_at_a_rematch_that_nobody_is_in_charge_of_a_player_takes_charge_beside_who_was_in_charge_before(
    reader, rules, app
):
    old = start(reader, rules)
    play_to_the_end(reader)
    links = links_of(reader, old)
    ben, keeper, watcher = (Reader(app.test_client()) for _ in range(3))
    bens = play_again(ben, links["seat-1"])
    shares = [(each, play_again(each, links[kind])) for each, kind in ((keeper, "keep"), (watcher, "watch"))]

    for phone, table in shares:
        assert ("Take charge" in phone.open(f"{table}/share").text) is (phone is keeper)
    ben.open(f"{bens}/share")
    ben.press("Take charge")

    assert {"Lock it", "Delete it"} <= {*ben.buttons()}
    assert "Take charge" not in ben.buttons()
    assert "Take charge" not in keeper.open(f"{shares[0][1]}/share").text
    assert f"{play_again(reader, old)}/share" == ben.address


@pytest.mark.parametrize("kind", ["seat-1", "keep", "watch"])
def test_nobody_takes_charge_of_a_table_that_somebody_has_opened_as_its_owner(reader, rules, app, kind):
    first = start(reader, rules)
    play_to_the_end(reader)
    for table in (first, play_again(reader, first)):
        phone = Reader(app.test_client())
        share = f"{links_of(reader, table)[kind]}/share"
        assert "Take charge" not in phone.open(share).text
        assert takes_charge(phone, share) == 403


@pytest.mark.parametrize("kind", ["watch", "seat-1"])
def test_who_may_enter_nothing_at_a_rematch_does_not_take_charge_of_it(reader, rules, app, kind):
    old = start(reader, rules)
    play_to_the_end(reader)
    links, phone = links_of(reader, old), Reader(app.test_client())
    play_again(Reader(app.test_client()), links["seat-0"])
    share = f"{play_again(phone, links[kind])}/share"
    app.extensions["referee"].links.lock(2, locked=kind != "watch")

    assert "Take charge" not in phone.open(share).text
    assert takes_charge(phone, share) == 403


def test_a_phone_that_watched_and_was_given_a_seat_at_the_rematch_goes_there(reader, rules, app):
    old = start(reader, rules)
    play_to_the_end(reader)
    watch, ben = links_of(reader, old)["watch"], Reader(app.test_client())
    bens = links_of(reader, play_again(reader, old))["seat-1"]
    ben.open(bens)

    assert play_again(ben, watch) == bens


def test_a_phone_that_only_watched_goes_on_watching_or_plays_at_a_table_of_its_own(reader, rules, app):
    old = start(reader, rules)
    play_to_the_end(reader)
    watch, early, late = links_of(reader, old)["watch"], Reader(app.test_client()), Reader(app.test_client())

    own = play_again(early, watch)
    new = play_again(reader, old)

    assert links_of(early, own)["owner"] not in links_of(reader, new).values()
    assert play_again(late, watch) == links_of(reader, new)["watch"]


def test_phones_that_stay_at_the_finished_table_are_led_to_the_rematch_also_if_they_only_watch(
    reader, rules, app
):
    old = start(reader, rules)
    play_to_the_end(reader)
    links = links_of(reader, old)
    phones = {each: Reader(app.test_client(), htmx=True) for each in ("watch", "seat-1", "keep")}
    for kind, phone in phones.items():
        phone.open(links[kind])
        assert "To the next match" not in phone.buttons()

    new = links_of(reader, play_again(reader, old))

    for kind, phone in phones.items():
        phone.open(phone.page.live)
        assert "Same players again" not in phone.buttons()
        phone.press("To the next match")
        assert phone.address.partition("?")[0] == new[kind]


def test_while_a_table_is_locked_only_its_owner_starts_the_rematch_of_it(reader, rules, app):
    old = start(reader, rules)
    play_to_the_end(reader)
    ben, bens = Reader(app.test_client()), links_of(reader, old)["seat-1"]
    app.extensions["referee"].links.lock(1, locked=True)

    own, new = play_again(ben, bens), play_again(reader, old)

    assert own not in links_of(reader, new).values()
    assert play_again(ben, bens) == links_of(reader, new)["seat-1"]


def test_at_a_rematch_a_withdrawn_link_is_not_given_to_anybody(reader, rules, app):
    old = start(reader, rules)
    play_to_the_end(reader)
    bens = links_of(reader, old)["seat-1"]
    play_again(reader, old)
    app.extensions["referee"].links.revoke(2, "seat", 1)

    assert play_again(Reader(app.test_client()), bens) == bens


@pytest.mark.parametrize("way", ["their last game", "another rule"])
def test_whatever_leads_to_the_rules_is_one_set_up(reader, rules, way):
    table = start(reader, rules)
    play_to_the_end(reader)
    if way == "their last game":
        reader.open("/new")
        reader.follow("Ana, Ben")
    else:
        reader.open(f"{rules}&target=20")
        reader.follow("Change a rule")
        reader.press("Done", target="30")
    again = reader.address

    assert start(reader, again) == start(reader, again) != table


@pytest.mark.parametrize("scripts", [True, False])
def test_back_and_start_lead_to_the_table_in_play(open_phone, scripts):
    thumb = Thumb(open_phone(java_script_enabled=scripts))
    phone = thumb.phone
    phone.goto(f"/new?step=2&variant={BLOCK}{TWO}")
    for name in ("Next", "Play as printed"):
        phone.get_by_role("button", name=name).click()
    expect(phone.get_by_role("button", name="The tiles are dealt")).to_be_visible()
    table = thumb.address
    phone.get_by_role("button", name="The tiles are dealt").click()
    expect(phone.get_by_role("button", name="The tiles are dealt")).to_have_count(0)

    while thumb.address == table:  # without scripts each entry is a page
        phone.go_back()
    phone.get_by_role("button", name="Play as printed").click()

    expect(phone.locator(".tray, .picker").first).to_be_visible()
    assert thumb.address == table
