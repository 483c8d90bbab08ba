"""The clock is set, the storage is full, another page was quicker, a step was shown meanwhile: nothing that was tapped is
lost, and nothing is sent without a pause."""

import re

from playwright.sync_api import expect

from tests.web.sitting import write
from tests.web.table.test_outbox import begin, offline, ruling, tap, waits
from tests.web.table.test_outbox_orders import ENTRIES
from tests.web.touching import Held, Thumb, until

AN_HOUR_BACK = "() => { const now = Date.now; Date.now = () => now() - 3_600_000; }"
FILL_THE_STORAGE = """() => {
    for (let size = 1 << 20, n = 0; size; n += 1) {
        try { localStorage.setItem("filling" + n, "x".repeat(size)); } catch { size >>= 1; }
    }
}"""
A_SECOND_OF_FRAMES = """() => new Promise((done) => {
    const until = performance.now() + 1000;
    const next = () => (performance.now() < until ? requestAnimationFrame(next) : done());
    next();
})"""
DRAW = re.compile("^Draw")


def be_busy(phone, seconds, times=1, first=lambda: None):
    """Answer this phone's next posts as a busy server does; returns the times at which they came."""
    came = []

    def answer(route):
        if route.request.method != "POST" or len(came) == times:
            route.fallback()
            return
        came.append(phone.evaluate("performance.now()"))
        first()
        route.fulfill(status=503, headers={"Retry-After": str(seconds)})

    phone.route("**/t/*", answer)
    return came


def test_a_draw_after_the_clock_was_put_back_is_no_repeated_tap(open_phone):
    phone = open_phone()
    begin(Thumb(phone), ("Ana", "6-6"))
    offline(phone)
    tap(phone, DRAW)
    expect(waits(phone, "Not sent yet: Draw")).to_be_attached()
    phone.wait_for_timeout(800)
    phone.evaluate(AN_HOUR_BACK)

    tap(phone, DRAW)

    until(phone, f"{ENTRIES}.length === 2")


def test_what_waits_is_told_though_the_clock_was_put_back(open_phone):
    phone = open_phone()
    begin(Thumb(phone), ("Ana", "6-6"))
    offline(phone)
    tap(phone, "6-4")
    phone.evaluate(AN_HOUR_BACK)

    expect(waits(phone, "Not sent yet: 6-4.")).to_be_attached()


def test_what_a_busy_server_refused_is_sent_again_though_the_clock_was_put_back(open_phone):
    phone = open_phone()
    begin(Thumb(phone), ("Ana", "6-6"))
    be_busy(phone, 1)
    tap(phone, "6-4")
    until(phone, f"{ENTRIES}.some((each) => each.why)")
    phone.evaluate(AN_HOUR_BACK)

    expect(ruling(phone)).to_have_text("Ben lays 6-4")


def test_a_page_that_asks_for_no_news_sends_again_when_the_server_said(open_phone):
    phone = open_phone()
    address = begin(Thumb(phone), ("Ana", "6-6"), ("Ben", "6-4"))
    phone.goto(f"{address}/log/3")
    phone.get_by_role("link", name="Take back to here").click()
    expect(phone.get_by_role("button", name="Take back to here")).to_be_visible()
    be_busy(phone, 3)

    tap(phone, "Take back to here")

    expect(phone).to_have_url(re.compile(f"{address}$"), timeout=10_000)


def test_a_busy_server_is_not_flooded_by_a_phone_with_full_storage(open_phone):
    phone = open_phone()
    begin(Thumb(phone), ("Ana", "6-6"))
    came = be_busy(phone, 30, times=9, first=lambda: phone.evaluate(FILL_THE_STORAGE))
    tap(phone, "6-4")
    until(phone, "performance.now() > 0 && document.querySelector('#outbox') && localStorage.filling0")

    phone.wait_for_timeout(1500)

    assert len(came) == 1


def test_a_question_about_a_tile_is_shown_though_a_step_was_shown_meanwhile(open_phone):
    phone = open_phone()
    begin(Thumb(phone), ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "6-4"))
    held = Held(phone)
    phone.locator('.picker button[value="5-4"]').click()
    until(phone, "document.querySelector('#outbox.htmx-request')")
    phone.wait_for_timeout(500)
    phone.locator("#end-5").click()
    expect(phone.locator("#end-5")).to_have_attribute("aria-current", "true")

    held.next().continue_()

    expect(phone.get_by_text("on which tile?")).to_be_visible()
    until(phone, f"{ENTRIES}.length === 0")


def test_news_do_not_undo_the_tap_on_a_place_whose_answer_takes_long(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"))
    held = []
    phone.route("**/t/*?at=*", lambda route: held.insert(0, route))
    phone.locator("[data-place] .hit").first.click(force=True)
    until(phone, "document.querySelector('#table .htmx-request:not(.live)')")
    write(thumb, address, [{"by": "Ben", "draw": 1}])
    phone.wait_for_timeout(2500)  # longer than the phone waits for news

    held[0].continue_()

    expect(phone.locator("#end-6")).to_have_attribute("aria-current", "true")
    expect(ruling(phone)).to_have_text("Ben draws 1 tile")


def test_a_page_that_comes_back_does_not_show_what_another_page_has_sent(open_phone):
    phone = open_phone()
    address = begin(Thumb(phone), ("Ana", "6-6"))
    phone.goto(f"{address}/log")
    offline(phone)
    phone.evaluate(
        """(to) => {
        const entry = { at: Date.now() - 5000, to, key: "k", fields: [["key", "k"]], label: "6-4", tries: 0 };
        localStorage.setItem("referee:out:k", JSON.stringify(entry));
        document.dispatchEvent(new CustomEvent("referee:waiting"));
    }""",
        address,
    )
    expect(waits(phone, "Not sent yet: 6-4.")).to_be_visible()

    phone.evaluate("localStorage.clear()")
    phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")

    expect(phone.locator("#outbox")).to_be_hidden()


def test_news_come_though_the_clock_was_put_back(open_phone):
    phone = open_phone()
    thumb = Thumb(phone)
    address = begin(thumb, ("Ana", "6-6"))
    until(phone, "document.querySelector('#table .live').classList.contains('htmx-request')")
    phone.evaluate(AN_HOUR_BACK)

    write(thumb, address, [{"by": "Ben", "draw": 1}])
    expect(ruling(phone)).to_have_text("Ben draws 1 tile")
    write(thumb, address, [{"by": "Ben", "play": "6-5"}])
    expect(ruling(phone)).to_have_text("Ben lays 6-5")


def test_a_correction_with_a_preview_waits_behind_a_tile_that_waits(open_phone):
    phone = open_phone()
    address = begin(Thumb(phone), ("Ana", "6-6"), ("Ben", "6-4"))
    phone.route("**/t/*", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    tap(phone, "4-3")
    expect(waits(phone, "Not sent yet: 4-3.")).to_be_attached()
    phone.goto(f"{address}/log/3?step=back")

    tap(phone, "Take back to here")

    expect(waits(phone, "Not sent yet: Take back to here.")).to_contain_text("It goes after the one above.")


def test_a_tile_laid_while_the_layout_zooms_out_keeps_its_view(open_phone):
    phone = open_phone(reduced_motion="no-preference")
    thumb = Thumb(phone)
    begin(thumb, ("Ana", "6-6"))
    phone.evaluate("""() => document.addEventListener("referee:changed", () => {
        window.view = "-60 -40 120 " + (80 + Math.random()); // as a tile typed ahead sets it that needs more room
        document.querySelector(".area .layout").setAttribute("viewBox", window.view);
    })""")

    for tile in ("6-5", "5-4"):
        thumb.choose("play", tile)
        phone.evaluate(A_SECOND_OF_FRAMES)
        assert phone.evaluate(
            "document.querySelector('.area .layout').getAttribute('viewBox') === window.view"
        )
