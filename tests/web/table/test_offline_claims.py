"""Without a connection points are claimed and muggins is called too: each call goes with the moves, in their order."""

import pytest
from playwright.sync_api import expect

from tests.web.looking import SMALL
from tests.web.sitting import links_of, prepare
from tests.web.table.test_offline import (
    CLICK,
    begin,
    laid_at,
    look,
    offline,
    online,
    provisional,
    row,
    sent,
    tap,
    turn,
)
from tests.web.table.test_outbox_orders import book_of
from tests.web.touching import Held, Thumb, until

FUNDEX, HASBRO = "fundex2004.all-fives", "hasbro2003.muggins"
# What a form shows and asks, without addresses and what tells one form from another.
SHAPE = """form => {
    const named = ["name", "value", "type", "aria-label"];
    const told = (each) => [each.tagName, each.className, ...named.map((name) => each.getAttribute(name))];
    const all = [...form.querySelectorAll("*:not([type=hidden], svg, svg *)")];
    return [form.innerText, ...all.map(told)];
}"""
AMOUNTS = [str(each) for each in range(5, 61, 5)]


def called_at(server, address):
    """What was laid, claimed and called in the book, in order."""
    kinds = ("play", "claim", "muggins")
    said = ((each, body) for body in book_of(server, address).values() for each in kinds if each in body)
    return [(body["by"], kind, body[kind]) for kind, body in said]


def call(phone, label):
    """Follow the link to claim or to call muggins, also right after news, such as that another phone came."""
    expect(phone.locator(".calls").get_by_role("link", name=label)).to_be_visible()
    phone.evaluate(CLICK, f'.calls a[href*="call={label.lower()}"]')


def amount(phone, points):
    phone.get_by_role("button", name=str(points), exact=True).click()


def words(phone):
    return phone.locator(".words .head")


def cut(phone, *, off=True):
    """Cut the connection, or do not, and wait until the phone knows."""
    offline(phone, off)
    until(phone, f"navigator.onLine !== {str(off).lower()}")


def lay(phone, tile):
    """Tap the tile and wait until the phone tells it: the buttons to call are for that tile only then."""
    tap(phone, tile)
    expect(words(phone)).to_contain_text(f"lays {tile}")


def claimed_offline(open_phone):
    """A phone without a connection on which Ben has claimed 10 for 5-0, another with one, and the table's address."""
    phone, other = open_phone(), open_phone()
    address = begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=FUNDEX)
    other.goto(address)
    cut(phone)
    call(phone, "Claim")
    amount(phone, 10)
    expect(words(phone)).to_have_text("Ben claims 10")
    return phone, other, address


def test_a_claim_waits_between_its_tile_and_the_next_and_all_three_arrive_in_order(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "5-5"), game=FUNDEX, claims="fundex")
    cut(phone)
    lay(phone, "5-0")
    expect(provisional(phone)).to_have_count(1)

    call(phone, "Claim")
    expect(words(phone)).to_have_text("Ben claims")
    expect(phone.locator(".words .sub")).to_have_text("for 5-0")
    assert phone.locator(".amounts button").all_text_contents() == AMOUNTS
    expect(phone.locator("#offline")).to_contain_text("1 move waits")
    expect(phone.locator("#outbox")).to_be_hidden()
    amount(phone, 10)
    expect(words(phone)).to_have_text("Ben claims 10")
    expect(phone.locator(".words .sub")).to_have_text("not sent yet")
    expect(turn(phone)).to_have_text("Ana to play")
    lay(phone, "5-4")
    expect(provisional(phone)).to_have_count(2)

    online(phone)

    sent(phone)
    expect(turn(phone)).to_have_text("Ben to play")
    said = called_at(server, address)[1:]
    assert said == [("Ben", "play", "5-0"), ("Ben", "claim", 10), ("Ana", "play", "5-4")]


@pytest.mark.parametrize(
    ("game", "before"), [(FUNDEX, ("5-0", "5-4")), (HASBRO, ("5-0",))], ids=["fundex", "hasbro"]
)
def test_muggins_is_called_on_a_tile_that_waits_when_the_game_allows_it(open_phone, server, game, before):
    phone = open_phone()
    address = begin(phone, ("Ana", "5-5"), game=game, names=("Ana", "Ben", "Cal"), tiles="6")
    cut(phone)
    for number, tile in enumerate(before, 1):
        lay(phone, tile)
        expect(provisional(phone)).to_have_count(number)

    call(phone, "Muggins")
    expect(words(phone)).to_have_text("Muggins on 5-0")
    expect(phone.locator(".words .sub")).to_have_text("Ben laid it")
    expect(phone.locator("fieldset .button")).to_have_text(["Cal calls", "Ana calls"])
    phone.get_by_role("radio", name="Ana calls").check()
    amount(phone, 10)
    expect(words(phone)).to_have_text("Ana calls 10")

    online(phone)

    sent(phone)
    expect(words(phone)).to_contain_text("Muggins! Ana takes the 10 Ben missed")
    assert called_at(server, address)[-1] == ("Ana", "muggins", 10)


def test_muggins_may_be_called_behind_a_claim_that_waits(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=HASBRO, tiles="6")
    cut(phone)
    call(phone, "Claim")
    amount(phone, 5)
    expect(words(phone)).to_have_text("Ben claims 5")
    expect(phone.locator(".calls a")).to_have_count(1)
    call(phone, "Muggins")
    amount(phone, 5)
    expect(words(phone)).to_have_text("Ana calls 5")

    online(phone)

    sent(phone)
    assert called_at(server, address)[-2:] == [("Ben", "claim", 5), ("Ana", "muggins", 5)]
    expect(words(phone)).to_contain_text("Muggins! Ana takes the 5 Ben missed")


def test_a_claim_that_waits_survives_a_reload_and_the_end_of_its_page(open_phone, server):
    phone = open_phone(base_url=server.local_url)
    address = begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=FUNDEX)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.goto(address)
    cut(phone)
    call(phone, "Claim")
    amount(phone, 10)
    lay(phone, "5-4")
    expect(provisional(phone)).to_have_count(1)

    phone.reload()
    expect(provisional(phone)).to_have_count(1)
    call(phone, "Claim")
    expect(words(phone)).to_have_text("Ana claims")
    phone.close()

    page = phone.context.new_page()
    offline(page, off=False)
    page.goto(address)
    sent(page)
    assert called_at(server, address)[-2:] == [("Ben", "claim", 10), ("Ana", "play", "5-4")]


@pytest.mark.parametrize("opened", ["before", "after"])
def test_no_claim_leads_back_to_the_table_without_a_connection(open_phone, opened):
    phone = open_phone()
    begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=FUNDEX)
    if opened == "after":
        cut(phone)
    call(phone, "Claim")
    expect(words(phone)).to_have_text("Ben claims")
    cut(phone)

    phone.get_by_role("link", name="No claim").click()

    expect(turn(phone)).to_have_text("Ana to play")
    expect(words(phone)).to_have_text("Ben lays 5-0")
    lay(phone, "5-4")
    expect(provisional(phone)).to_have_count(1)


def test_no_claim_leads_back_though_news_came_before_the_connection_was_lost(open_phone):
    phone, other = open_phone(), open_phone()
    other.goto(begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=FUNDEX))
    call(phone, "Claim")
    expect(words(phone)).to_have_text("Ben claims")
    Thumb(other).press("Draw")
    until(phone, "document.querySelector('#table').dataset.seq === '4'")
    expect(words(phone)).to_have_text("Ben claims")
    cut(phone)

    Thumb(phone).follow("No claim")  # again, if news came just before

    expect(words(phone)).to_have_text("Ben lays 5-0")
    expect(turn(phone)).to_have_text("Ana to play")
    online(phone)
    expect(words(phone)).to_have_text("Ana draws 1 tile")


def test_an_amount_cannot_be_tapped_twice_on_a_page_that_stays_because_news_came(open_phone, server):
    phone, other = open_phone(), open_phone()
    address = begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=FUNDEX)
    other.goto(address)
    call(phone, "Claim")
    expect(words(phone)).to_have_text("Ben claims")
    Thumb(other).press("Draw")
    expect(phone.locator(".news")).to_contain_text("Ana draws 1 tile")
    cut(phone)

    phone.evaluate(CLICK, '.amounts button[value="10"]')  # counts also right after the news
    expect(row(phone, "claim 10")).to_be_visible()
    expect(phone.locator(".amounts")).to_be_hidden()
    phone.get_by_role("button", name="Take it back").click()
    expect(phone.locator(".amounts")).to_be_visible()

    amount(phone, 15)
    expect(phone.locator(".amounts")).to_be_hidden()
    online(phone)
    sent(phone)
    assert called_at(server, address)[-1] == ("Ben", "claim", 15)


def test_an_amount_is_claimed_although_the_connection_was_lost_on_its_page(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=FUNDEX)
    call(phone, "Claim")
    expect(words(phone)).to_have_text("Ben claims")
    cut(phone)
    amount(phone, 10)
    expect(words(phone)).to_have_text("Ben claims 10")
    lay(phone, "5-4")
    expect(provisional(phone)).to_have_count(1)

    online(phone)

    sent(phone)
    assert called_at(server, address)[-2:] == [("Ben", "claim", 10), ("Ana", "play", "5-4")]


def test_the_amounts_stay_when_the_answer_to_the_tile_comes(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "5-5"), game=HASBRO, names=("Ana", "Ben", "Cal"), tiles="6")
    held_back = Held(phone)
    lay(phone, "5-0")
    expect(words(phone)).to_have_text("Ben lays 5-0")
    call(phone, "Muggins")
    phone.get_by_role("radio", name="Ana calls").check()

    held_back.next().continue_()

    until(phone, "document.querySelector('#table').dataset.seq === '3'")
    phone.unroute_all()
    expect(words(phone)).to_have_text("Muggins on 5-0")
    amount(phone, 10)
    expect(words(phone)).to_contain_text("Muggins! Ana takes the 10 Ben missed")
    assert called_at(server, address)[-1] == ("Ana", "muggins", 10)


def test_a_claim_comes_too_late_if_the_next_tile_was_laid_on_another_phone(open_phone, server):
    phone, other, address = claimed_offline(open_phone)
    tap(other, "5-4")
    expect(turn(other)).to_have_text("Ben to play")

    online(phone)

    fate = row(phone, "“claim 10” was not saved.")
    expect(fate).to_contain_text("Meanwhile: Ana lays 5-4 on 5-5. It is too late to claim.")
    fate.get_by_role("button", name="All right").click()
    sent(phone)
    assert called_at(server, address)[-1] == ("Ana", "play", "5-4")


def test_a_claim_counts_although_another_phone_entered_a_draw_meanwhile(open_phone, server):
    phone, other, address = claimed_offline(open_phone)
    other.get_by_role("button", name="Draw").click()
    expect(words(other)).to_have_text("Ana draws 1 tile")

    online(phone)

    sent(phone)
    assert called_at(server, address)[-1] == ("Ben", "claim", 10)


def test_undo_takes_back_the_claim_that_waits_and_leaves_its_tile(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "5-5"), game=FUNDEX)
    cut(phone)
    lay(phone, "5-0")
    call(phone, "Claim")
    amount(phone, 10)
    expect(words(phone)).to_have_text("Ben claims 10")

    phone.get_by_role("button", name="Undo").click()

    expect(words(phone)).to_have_text("Ben lays 5-0")
    expect(provisional(phone)).to_have_count(1)
    expect(phone.locator(".calls").get_by_role("link", name="Claim")).to_be_visible()
    online(phone)
    sent(phone)
    assert called_at(server, address)[-1] == ("Ben", "play", "5-0")


@pytest.mark.parametrize("waits", [True, False], ids=["waiting", "sent"])
def test_a_player_claims_at_their_own_seat_without_a_connection(open_phone, server, waits):
    owner = Thumb(open_phone())
    address = begin(owner.phone, ("Ana", "5-5"), game=FUNDEX)
    ben = open_phone(viewport=SMALL)
    ben.goto(links_of(owner.beforehand, address)["seat-1"])
    expect(ben.locator(".turn.mine")).to_be_visible()
    if waits:
        cut(ben)
    tap(ben, "5-0")
    expect(words(ben)).to_have_text("Ben lays 5-0")
    expect(turn(ben)).to_contain_text("Ana")
    cut(ben)
    call(ben, "Claim")
    amount(ben, 10)
    expect(words(ben)).to_have_text("Ben claims 10")

    online(ben)

    sent(ben)
    assert called_at(server, address)[-2:] == [("Ben", "play", "5-0"), ("Ben", "claim", 10)]


@pytest.mark.parametrize("waits", [True, False], ids=["waiting", "sent"])
def test_the_last_tile_of_a_round_is_claimed_without_a_connection(open_phone, server, waits):
    phone = open_phone()
    laid = [("Ana", "5-5"), ("Ben", "5-0"), ("Ana", "5-4")]
    events = [{"round": 1}, *({"by": by, "play": tile} for by, tile in laid[: 2 if waits else 3])]
    address = prepare(Thumb(phone), FUNDEX, ("Ana", "Ben"), events, tiles="6", hand_size="2")
    cut(phone)
    if waits:
        lay(phone, "5-4")
        expect(turn(phone)).to_have_text("Waiting for the referee")
    call(phone, "Claim")
    expect(phone.locator(".words .sub")).to_have_text("for 5-4")
    amount(phone, 10)
    expect(words(phone)).to_have_text("Ana claims 10")

    online(phone)

    sent(phone)
    assert called_at(server, address)[-1] == ("Ana", "claim", 10)
    assert laid_at(server, address)[-1] == "5-4"


def test_a_wrong_claim_that_waited_is_answered_and_the_next_tile_goes_after_it(open_phone, server):
    phone = open_phone()
    address = begin(phone, ("Ana", "5-5"), ("Ben", "5-1"), game=FUNDEX)
    cut(phone)
    call(phone, "Claim")
    amount(phone, 10)
    lay(phone, "5-4")
    expect(provisional(phone)).to_have_count(1)

    online(phone)

    sent(phone)
    assert called_at(server, address)[-2:] == [("Ben", "claim", 10), ("Ana", "play", "5-4")]


def test_the_page_of_amounts_is_the_one_that_the_referee_shows(open_phone):
    phone = open_phone()
    begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=HASBRO, names=("Ana", "Ben", "Cal"), tiles="6")
    for label in ("Claim", "Muggins"):
        pages = []
        for off in (False, True):
            cut(phone, off=off)
            call(phone, label)
            expect(phone.locator(".amounts button")).to_have_count(12)
            pages.append(phone.locator("form.tray").evaluate(SHAPE))
            phone.get_by_role("link", name="No claim").click()
            expect(turn(phone)).to_have_text("Cal to play")
        assert pages[0] == pages[1]
        online(phone)
        expect(phone.locator("#offline")).to_be_hidden()


def test_a_call_that_no_longer_fits_is_told_when_the_next_tile_comes(open_phone):
    phone, other = open_phone(), open_phone()
    other.goto(begin(phone, ("Ana", "5-5"), ("Ben", "5-0"), game=FUNDEX))
    cut(phone)
    call(phone, "Claim")
    expect(words(phone)).to_have_text("Ben claims")
    tap(other, "5-4")
    expect(turn(other)).to_have_text("Ben to play")

    online(phone)

    expect(phone.locator(".news")).to_have_text("The entry you had begun no longer fits.")
    expect(words(phone)).to_have_text("Ana lays 5-4")


def test_what_follows_a_claim_that_came_too_late_waits_until_that_is_read(open_phone, server):
    phone, other, address = claimed_offline(open_phone)
    phone.get_by_role("button", name="Draw").click()
    expect(words(phone)).to_have_text("Ana draws a tile")
    tap(other, "5-4")
    expect(turn(other)).to_have_text("Ben to play")

    online(phone)

    fate = row(phone, "“claim 10” was not saved.")
    expect(fate).to_contain_text("Meanwhile: Ana lays 5-4 on 5-5. It is too late to claim.")
    expect(turn(phone)).to_have_text("“claim 10” was not saved.")
    expect(phone.locator(".calls")).to_be_hidden()
    look(phone, "claim-late")
    fate.get_by_role("button", name="Leave it out").click()
    sent(phone)
    expect(phone.locator(".words.refused")).to_contain_text("It is Ben's turn")
    assert called_at(server, address)[-1] == ("Ana", "play", "5-4")


def test_another_player_calls_muggins_at_their_own_seat_without_a_connection(open_phone, server):
    owner = Thumb(open_phone())
    laid = ("Ana", "5-5"), ("Ben", "5-0"), ("Cal", "5-4")
    address = begin(owner.phone, *laid, game=FUNDEX, names=("Ana", "Ben", "Cal", "Dan"))
    cal = open_phone(viewport=SMALL)
    cal.goto(links_of(owner.beforehand, address)["seat-2"])
    expect(turn(cal)).to_contain_text("Dan")
    cut(cal)
    call(cal, "Muggins")
    expect(words(cal)).to_have_text("Muggins on 5-0")
    amount(cal, 10)
    expect(words(cal)).to_have_text("Cal calls 10")

    online(cal)

    sent(cal)
    assert called_at(server, address)[-1] == ("Cal", "muggins", 10)
