"""What a phone is asked to be: its choices, its signs, and the pages it keeps for reading."""

import io
import itertools
from contextlib import suppress

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Error, expect

from referee.paths import STATIC
from referee.storage.store import Store
from tests.web.looking import SMALL, faults_of
from tests.web.reading import Reader
from tests.web.sitting import prepare, say
from tests.web.touching import Thumb, box_of, until

WIDE = {"width": 844, "height": 390}
SIZES = (SMALL, WIDE, {"width": 667, "height": 375})
SIGNS = """
window.signs = [];
navigator.vibrate = (pattern) => { window.signs.push(pattern.length > 1 ? "no" : "turn"); return true; };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.signs.push("tone"); return start.call(this, at); };
"""


def choose(hand, **choices):
    hand.open("/phone")
    for name, value in choices.items():
        if value is True:
            hand.phone.locator(f'input[name="{name}"]').check(force=True)
        elif value is False:
            hand.phone.locator(f'input[name="{name}"]').uncheck(force=True)
        else:
            hand.phone.locator(f'input[name="{name}"]').fill(value)
    hand.phone.get_by_role("button", name="Remember it").click()
    expect(hand.phone.get_by_text("This phone remembers it.")).to_be_visible()


def remember(thumb, *marked, name=""):
    """The same without the screen."""
    reader = thumb.beforehand
    reader.open("/phone")
    for each in marked:
        reader.pick(each, "1")
    reader.press("Remember it", name=name)
    assert "This phone remembers it." in reader.text


def begin(thumb, *tiles):
    events = [{"round": 1}, *({"by": by, "play": tile} for by, tile in tiles)]
    return prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), events)


def settle(thumb):
    """A table whose first round is settled: its address."""
    events = ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]})
    return prepare(thumb, "edge.block", ("Ana", "Ben"), events, hand_size="1")


# Choices


def test_choices_are_kept_by_a_phone_without_scripts(client, app):
    reader = Reader(client)
    reader.open("/")
    reader.follow("This phone")
    reader.pick("left", "1")
    reader.press("Remember it", name="Ana")

    assert "This phone remembers it." in reader.text
    assert '<html lang="en" class="left"' in reader.open("/").html
    assert 'data-name="Ana"' in reader.page.html
    assert "left" not in Reader(app.test_client()).open("/").html.split("<head>")[0]


@pytest.mark.parametrize("typed", ["  Jose\u0301  Luis ", "Jos\u00e9 Luis\u200b"])
def test_the_name_of_the_phone_is_spelt_as_a_table_keeps_it(client, typed):
    reader = Reader(client)
    reader.open("/phone")
    reader.press("Remember it", name=typed)
    reader.open("/new?n=2&variant=edge.block&step=2")
    reader.press("Add", typed=typed.strip("\u200b"))

    assert 'data-name="Jos\u00e9 Luis"' in reader.page.html
    assert '<input type="hidden" name="player" value="Jos\u00e9 Luis">' in reader.page.html


def test_a_name_that_is_too_long_is_told(client):
    reader = Reader(client)
    reader.open("/phone")
    reader.press("Remember it", name="A" * 41)

    assert reader.status == 422
    assert "A name has at most 40 letters." in reader.text


def test_the_language_is_chosen_in_one_tap_and_nothing_else_with_it(client):
    reader = Reader(client)
    reader.open("/phone")
    reader.pick("large", "1")
    reader.press("Remember it", name="Ana")
    reader.open("/")
    reader.press("Español")

    assert reader.address == "/"
    assert '<html lang="es" class="large"' in reader.page.html
    assert 'data-name="Ana"' in reader.page.html
    assert '<html lang="en" class="large"' in reader.press("English").html


def test_a_language_that_nobody_has_written_is_not_taken(client):
    reader = Reader(client)
    reader.open("/phone")
    form = next(form for form in reader.page.forms if form.action == "/phone")
    form.fields.setlist("language", ["xx"])
    reader.send(form)

    assert '<html lang="en"' in reader.page.html
    with client.session_transaction() as session:
        assert session["choices"]["language"] == ""


def test_the_page_of_the_phone_names_the_language_that_it_asks_for_by_itself(client):
    asked = client.get("/phone", headers={"Accept-Language": "es-PR,es;q=0.9"})

    assert '<option value="">' in asked.text
    assert ": Español</option>" in asked.text


def test_what_a_session_holds_of_another_kind_is_left_out(client):
    with client.session_transaction() as session:
        session["choices"] = {"left": "yes", "large": True, "name": 5}

    assert '<html lang="en" class="large"' in client.get("/phone").text


def left_of(phone, selector):
    return box_of(phone.locator(selector).first)["x"]


@pytest.mark.parametrize("is_left", [False, True])
def test_lying_flat_the_tray_is_at_the_side_of_the_hand(open_phone, is_left):
    thumb = Thumb(open_phone(viewport=WIDE))
    remember(thumb, *(["left"] if is_left else []))
    begin(thumb, ("Ana", "6-6"))

    assert (left_of(thumb.phone, ".tray") < left_of(thumb.phone, ".area")) is is_left
    assert (
        left_of(thumb.phone, ".actions > :last-child") < left_of(thumb.phone, ".actions > :first-child")
    ) is is_left


# Where each part of the tray that is seen begins and ends.
PARTS = """[...document.querySelectorAll(".tray > *")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => each.getBoundingClientRect()).filter((box) => box.height > 0).map((box) => [box.top, box.bottom])"""


@pytest.mark.parametrize("choices", [("large",), ("large", "left"), ()], ids="-".join)
def test_large_type_and_a_phone_lying_flat_leave_everything_in_reach(phone, choices):
    thumb = Thumb(phone)
    remember(thumb, *choices)
    begin(thumb, ("Ana", "6-6"), ("Ben", "6-5"))
    for name, viewport in itertools.product(("Draw", "3-2, cannot go"), SIZES):
        phone.set_viewport_size(viewport)
        if viewport is SIZES[0]:
            thumb.press(name)
        else:
            phone.reload()
        actions = box_of(thumb.phone.locator(".tray .actions"))
        assert actions["y"] + actions["height"] <= viewport["height"]
        assert thumb.phone.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        parts = thumb.phone.evaluate(PARTS)  # at one moment: an answer may put others there
        for (_, foot), (head, _) in itertools.pairwise(parts[:-1]):
            assert foot <= head + 1


def test_the_choices_can_be_read_by_everybody(open_phone):
    assert faults_of(open_phone(viewport=SMALL), ["/phone"]) == {}


# Signs


def test_a_refusal_is_felt_and_heard_where_that_was_chosen(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    phone.add_init_script(SIGNS)
    choose(thumb, sound=True)
    begin(thumb, ("Ana", "6-6"))
    assert phone.evaluate("signs") == []

    thumb.press("5-4, cannot go")

    expect(phone.locator(".words.refused")).to_be_visible()
    until(phone, "signs.length >= 3")
    assert phone.evaluate("signs") == ["no", "tone", "tone"]


def test_one_s_turn_is_told_once_to_the_phone_of_that_player_only(open_phone):
    ana, ben = Thumb(open_phone()), open_phone()
    ben.add_init_script(SIGNS)
    choose(Thumb(ben), name="ben", sound=False)
    address = begin(ana)
    ben.goto(address)
    say(ana, {"by": "Ana", "play": "6-6"})
    expect(ben.get_by_role("heading", name="Ben to play")).to_be_visible()
    until(ben, "signs.length > 0")
    say(ana, {"by": "Ben", "draw": 1})
    expect(ben.locator(".words .head")).to_have_text("Ben draws 1 tile")
    say(ana, {"by": "Ben", "play": "6-5"})
    expect(ben.get_by_role("heading", name="Ana to play")).to_be_visible()

    assert ben.evaluate("signs") == ["turn"]


def test_the_screen_stays_awake_while_a_round_runs(open_phone, server):
    phone = open_phone(base_url=server.local_url)
    phone.add_init_script(
        "window.locks = 0; Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {"
        " window.locks += 1; return { released: false, release() { this.released = true; window.locks -= 1; } }; } } });"
    )
    thumb = Thumb(phone)
    prepare(thumb, "edge.block", ("Ana", "Ben"), hand_size="1")
    assert phone.evaluate("locks") == 0

    say(thumb, {"round": 1})
    until(phone, "locks === 1")
    say(thumb, {"by": "Ana", "play": "6-6"})
    say(thumb, {"by": "Ben", "hand": ["5-4"]})

    until(phone, "locks === 0")


def test_two_looks_at_once_keep_the_screen_awake_once(open_phone, server):
    phone = open_phone(base_url=server.local_url)
    phone.add_init_script(
        "window.asked = window.locks = 0; Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {"
        " window.asked += 1; await new Promise((done) => setTimeout(done, 300)); window.locks += 1;"
        " return { released: false, release() { this.released = true; window.locks -= 1; } }; } } });"
    )
    thumb = Thumb(phone)
    prepare(thumb, "edge.block", ("Ana", "Ben"), [{"round": 1}, {"by": "Ana", "play": "6-6"}], hand_size="1")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(phone, "asked > 0 && locks === asked")

    say(thumb, {"by": "Ben", "hand": ["5-4"]})

    until(phone, "locks === 0")


def test_a_summary_is_shared_by_a_link_that_only_reads(open_phone, server):
    phone = open_phone(base_url=server.local_url)
    phone.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    address = settle(Thumb(phone))
    phone.goto(f"{address}/round/1")
    phone.get_by_role("button", name="Share").click()

    until(phone, "window.shared")
    url = phone.evaluate("shared.url")
    assert address not in url
    phone.goto(url)
    expect(phone.get_by_role("heading", name="Ana takes 9")).to_be_visible()


def test_where_nothing_can_be_shared_no_button_offers_it(open_phone):
    phone = open_phone()
    address = settle(Thumb(phone))
    phone.goto(f"{address}/round/1")

    expect(phone.get_by_role("button", name="Print")).to_be_visible()
    expect(phone.locator("[data-share]")).to_be_hidden()


# On the first screen, and without a connection


@pytest.mark.parametrize("size", [192, 512])
def test_an_icon_is_a_picture_of_its_size(client, size):
    answer = client.get(f"/icon-{size}.png")
    picture = Image.open(io.BytesIO(answer.data)).convert("RGBA")

    assert (answer.mimetype, picture.size) == ("image/png", (size, size))
    assert picture.getpixel((0, 0))[3] == 0  # the corner is cut
    assert picture.getpixel((size // 2, size // 2))[3] == 255
    assert client.get("/icon-200.png").status_code == 404


def test_an_icon_that_a_phone_cuts_itself_fills_its_square():
    picture = Image.open(STATIC / "icons" / "full.png").convert("RGBA")

    assert picture.getpixel((0, 0)) == (10, 82, 111, 255)


def test_the_icons_show_the_tile_of_the_svg(open_phone):
    """A browser draws static/icon.svg; the PNG has the same colours in the same places."""
    phone = open_phone(is_mobile=False, device_scale_factor=1)
    style = "<style>* { margin: 0 } svg { display: block; width: 192px; height: 192px }</style>"
    phone.set_content(style + (STATIC / "icon.svg").read_text())
    drawn = Image.open(io.BytesIO(phone.locator("svg").screenshot())).convert("RGB")
    ours = Image.new("RGBA", (192, 192), "white")
    ours.alpha_composite(Image.open(STATIC / "icons" / "192.png").convert("RGBA"))

    apart = (
        ImageChops.difference(drawn, ours.convert("RGB")).convert("L").point(lambda each: 255 * (each > 60))
    )
    assert sum(apart.histogram()[128:]) < 192 * 192 / 100


def test_the_first_screen_of_a_phone_takes_it(open_phone, server):
    phone = open_phone(base_url=server.local_url)
    phone.goto("/")
    session = phone.context.new_cdp_session(phone)

    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in errors} <= {"in-incognito"}  # as every browser of these tests is
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []


def ready_for_offline(phone):
    until(phone, "navigator.serviceWorker.controller !== null")


def wait_until_kept(phone, address, words=""):
    """Wait until the phone keeps that page with these words on it."""
    asked = """async ([address, words]) => {
        const kept = await caches.match(new URL(address, location).href, { ignoreVary: true });
        return !!kept && (await kept.text()).includes(words);
    }"""
    for _ in range(200):
        if phone.evaluate(asked, [address, words]):
            return
        phone.wait_for_timeout(100)
    raise AssertionError(f"{address} is not kept with {words!r}")


# The files of a kept page that are not kept.
MISSING = """
async (address) => {
  const page = await caches.match(new URL(address, location).href, { ignoreVary: true });
  const files = [...(await page.text()).matchAll(/(?:href|src)="([^"]+\\?v=[^"]+)"/g)].map(([, file]) => file);
  const kept = await Promise.all(files.map((each) => caches.match(new URL(each, location).href)));
  return [files.length > 2, ...files.filter((_, place) => !kept[place])];
}
"""


def test_pages_that_were_seen_can_be_read_without_the_server_and_say_so(open_phone, own_server):
    phone = open_phone(base_url=own_server.local_url)
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"))
    ready_for_offline(phone)
    for there in (f"{address}/rules", f"{address}/log", address):
        thumb.open(there)
        wait_until_kept(phone, there)
    say(thumb, {"by": "Ben", "play": "6-5"})
    wait_until_kept(phone, address, "Ben lays 6-5")
    own_server.kill()

    phone.reload()

    expect(phone.locator(".words .head")).to_have_text("Ben lays 6-5")
    expect(phone.get_by_text("As it was at")).to_be_visible()
    thumb.open(f"{address}/rules")
    expect(phone.get_by_text("As it was at")).to_be_visible()
    thumb.open(address)
    phone.get_by_role("button", name="6-4").click()
    expect(phone.locator("#outbox")).to_contain_text("Not sent yet: 6-4.")

    own_server.start()

    expect(phone.locator(".words .head")).to_have_text("Ana lays 6-4")
    expect(phone.locator("#strip")).to_have_text("", use_inner_text=True)


def test_the_page_with_which_a_phone_came_can_be_read_without_the_server(open_phone, own_server):
    phone = open_phone(base_url=own_server.local_url)
    address = begin(Thumb(phone), ("Ana", "6-6"))
    new = open_phone(base_url=own_server.local_url)
    new.goto(address)
    told = new.locator(".words .head").inner_text()
    for there in (address, "/"):
        wait_until_kept(new, there)
        assert new.evaluate(MISSING, there) == [True]
    own_server.kill()

    new.reload()

    expect(new.locator(".words .head")).to_have_text(told)
    expect(new.get_by_text("As it was at")).to_be_visible()
    assert new.evaluate("typeof htmx") == "object"
    unread = new.get_by_text("This phone has never opened that page")
    new.goto(f"{address}/log")
    expect(new.get_by_text("As it was at")).to_be_visible()
    expect(unread).to_be_visible()
    new.goto("/")
    expect(unread).to_be_hidden()


def test_a_phone_whose_storage_is_full_shows_its_pages(open_phone, own_server):
    phone = open_phone(base_url=own_server.local_url)
    phone.goto("/")
    ready_for_offline(phone)
    phone.reload()
    wait_until_kept(phone, "/")
    full = {"origin": own_server.local_url, "quotaSize": 1}
    phone.context.new_cdp_session(phone).send("Storage.overrideQuotaForOrigin", full)

    phone.goto("/rules")

    assert phone.evaluate("getComputedStyle(document.body).margin") == "0px"
    assert phone.evaluate("typeof htmx") == "object"
    phone.goto("/")
    phone.wait_for_timeout(500)
    assert phone.evaluate("caches.match('/', { ignoreVary: true }).then((kept) => !!kept)")


def test_a_withdrawn_link_is_gone_from_what_the_phone_keeps(open_phone, own_server):
    """Guards: no kept page shows the table, its log or its links, or leads to them, once the server has said so."""
    phone = open_phone(base_url=own_server.local_url)
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"))
    ready_for_offline(phone)
    pages = (f"{address}/log", f"{address}/share", address, "/")
    for there in pages:
        thumb.open(there)
        wait_until_kept(phone, there)
    with Store(own_server.database) as store:
        store.links.renew(1, "owner")

    phone.goto(address)

    expect(phone.get_by_role("heading", name="There is no such page")).to_be_visible()
    kept = """async (link) => {
        const cache = await caches.open("pages-1");
        const textOf = async (each) => each.url + await (await cache.match(each, { ignoreVary: true })).text();
        const found = await Promise.all((await cache.keys()).map(textOf));
        return found.filter((each) => each.includes(link)).length;
    }"""
    for _ in range(100):
        if phone.evaluate(kept, address) == 0:
            break
        phone.wait_for_timeout(100)
    assert phone.evaluate(kept, address) == 0
    own_server.kill()
    for there in pages[:3]:
        with suppress(Error):
            phone.goto(there)
        expect(phone.get_by_text("Ana", exact=True)).to_have_count(0)


def test_the_worker_keeps_no_form_and_is_not_kept(client):
    answer = client.get("/sw.js")

    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.mimetype == "text/javascript"
    assert 'request.method !== "GET"' in answer.text
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]


def test_the_first_page_is_small(client):
    page = client.get("/", headers={"Accept-Encoding": "gzip"})
    total = len(page.data)
    for address in {line.split('"')[0] for line in Reader(client).open("/").html.split('"/static/')[1:]}:
        with client.get(
            f"/static/{address}".replace("&amp;", "&"), headers={"Accept-Encoding": "gzip"}
        ) as file:
            assert file.status_code == 200
            total += len(file.data)

    assert total < 60_000
