"""An entry that a phone shows as sent is in the book; one that is not in the book is still on the phone.

Ben taps 6-4, and the network fails as it is sent. What then happens comes in every order: he takes it back, he taps
6-5, another phone enters something, the network returns. The same is asked at the end of each.
"""

import itertools
import json
import os
import sqlite3
from contextlib import closing
from urllib.parse import unquote

import pytest

from tests.web.sitting import prepare
from tests.web.touching import Thumb

BLOCK = "fundex2004.block-draw"
FIRST, CHANGED = "6-4", "6-5"

# How the network fails as the first form is sent. It is down from then on, until it returns.
FAILURES = {
    "unsent": "the form does not reach the server",
    "cut": "the server writes it down, and its answer is cut off",
    "late": "the form lies somewhere on the way, and arrives when all is over",
    "deaf": "the answer to each form is cut off once, also after the network has returned",
}
OTHERS = ("Draw", "Undo")  # what the other phone does

STEPS = [
    (*steps[:place], "online", *steps[place:])
    for steps in itertools.permutations(("back", "change", "other"))
    for place in (1, 2, 3)
]
ORDERS = [
    (failure, other, steps)
    for number, steps in enumerate(STEPS)
    for turn, (failure, other) in enumerate(itertools.product(FAILURES, OTHERS))
    if (number + turn) % 4 == 0 or os.environ.get("REFEREE_LONG") == "1"
]

ENTRIES = """Object.keys(localStorage).filter((name) => name.startsWith("referee:out:"))
    .map((name) => JSON.parse(localStorage.getItem(name)))"""
# What follows an entry that came too late waits until the player decides what happens to that.
SETTLED = f"""() => {{
    const entries = {ENTRIES};
    const isDecided = (each) => each.fate || entries.some((one) => one.key === each.after && isDecided(one));
    return entries.every(isDecided);
}}"""
TOLD = f"""(rows) => {ENTRIES}.filter((each) => each.fate || !each.isQuiet).length <= rows"""
TAKE_BACK = """(tile) => {
    const rows = [...document.querySelectorAll("#outbox li")];
    const row = rows.find((each) => each.textContent.startsWith("Not sent yet: " + tile));
    if (row) row.querySelector("button").click();
    return !!row;
}"""
# Whether the phone has taken the tap: one in the moment in which another table comes may meet no button.
TAP = f"""(tile) => {{
    const button = document.querySelector('#table button[value="' + tile + '"]:enabled');
    if (button) button.click();
    return {ENTRIES}.some((each) => each.fields.some((field) => field[1] === tile));
}}"""
ONLINE = "window.dispatchEvent(new Event('online'))"


class Network:
    """What lies between one phone and the server; it works until it should fail."""

    def __init__(self, phone) -> None:
        self.phone = phone
        self.failure = ""
        self.is_up = True
        self.late: list[dict[str, object]] = []
        self.met: list[str] = []
        phone.route("**/t/*", self._carry)
        phone.route("**/t/*/live*", self._carry)

    def fail(self, failure: str) -> None:
        """From now on it is down, and fails in this way with what was on its way."""
        self.failure, self.is_up = failure, False

    def _carry(self, route) -> None:
        asked = route.request
        form = f"{asked.method} {asked.post_data}"
        is_new, is_first = form not in self.met, not self.met
        if self.failure and asked.method == "POST":
            self.met.append(form)
            if (is_first and self.failure == "cut") or (
                is_new and self.failure == "deaf" and (is_first or self.is_up)
            ):
                route.fetch()
                route.abort()
                return
            if is_first and self.failure == "late":
                self.late.append({"url": asked.url, "headers": asked.headers, "data": asked.post_data})
        if self.is_up:
            route.fallback()
        else:
            route.abort()

    def until(self, what) -> None:
        """Let the phone and the server go on until that is so."""
        for _ in range(1200):
            if what():
                return
            self.phone.wait_for_timeout(50)
        raise AssertionError("that never came")


def book_of(server, address):
    """What is written down at the table, and the numbers of what is in force."""
    with closing(sqlite3.connect(server.database)) as db:
        rows = db.execute(
            "SELECT seq, body FROM event WHERE table_id = (SELECT table_id FROM link WHERE token = ?) ORDER BY seq",
            (address.rsplit("/", 1)[1],),
        ).fetchall()
    return {seq: json.loads(body) for seq, body in rows}


def fault(book, rows, page, tile, *, was_taken_back):
    """What is wrong with what the phone shows of a tile that was tapped on it; "" if nothing is.

    `page` is the address of its page: it holds the tile that the referee asks about or refuses.
    """
    numbers = [seq for seq, body in book.items() if body.get("play") == tile]
    undone = {body["retract"] for body in book.values() if "retract" in body}
    told = [row for row in rows if row.startswith((f"“{tile}”", f"Not sent yet: {tile}"))]
    if len(numbers) > 1:
        return f"{tile} is in the book {len(numbers)} times"
    if numbers and any("was not saved" in row for row in told):
        return f"{tile} is in the book, and the phone says that it is not"
    if numbers and was_taken_back and not told and not undone.intersection(numbers):
        return f"{tile} is in the book, and the phone says that it was taken back"
    if not numbers and any("is in the game" in row for row in told):
        return f"{tile} is not in the book, and the phone says that it is"
    if not numbers and not told and not was_taken_back and tile not in page:
        return f"{tile} is not in the book, and the phone has lost it"
    return ""


def play(phone, server, failure, other, steps):
    """Everything that happens, in that order; gives the table's address and what was tapped and taken back."""
    thumb = Thumb(phone)
    address = prepare(thumb, BLOCK, ("Ana", "Ben"), [{"round": 1}, {"by": "Ana", "play": "6-6"}])
    network, second = Network(phone), thumb.beforehand
    network.fail(failure)
    assert phone.evaluate(TAP, FIRST)
    tapped, taken_back = [FIRST], []
    network.until(lambda: network.met and phone.locator("#outbox li").count())
    for step in steps:
        if step == "back" and phone.evaluate(TAKE_BACK, FIRST):
            taken_back.append(FIRST)
        elif step == "change" and phone.evaluate(TAP, CHANGED):
            tapped.append(CHANGED)
        elif step == "other":
            second.open(address)
            second.press(other)
        elif step == "online":
            network.is_up = True
            phone.evaluate(ONLINE)

    def is_settled():
        phone.evaluate(ONLINE)
        return phone.evaluate(SETTLED)

    network.until(is_settled)
    # What still waits has its row when it has waited a moment.
    network.until(lambda: phone.evaluate(TOLD, phone.locator("#outbox li").count()))
    for form in network.late:
        phone.context.request.post(form["url"], headers=form["headers"], data=form["data"])
    return address, tapped, taken_back


@pytest.mark.parametrize(
    ("failure", "other", "steps"), ORDERS, ids=lambda each: each if isinstance(each, str) else "-".join(each)
)
def test_nothing_is_lost_and_nothing_is_told_wrong(open_phone, server, failure, other, steps):
    phone = open_phone(base_url=server.local_url, service_workers="block")  # a worker might send in its place

    address, tapped, taken_back = play(phone, server, failure, other, steps)

    rows = phone.locator("#outbox li").all_text_contents()
    book = book_of(server, address)
    page = unquote(phone.url)
    faults = [fault(book, rows, page, tile, was_taken_back=tile in taken_back) for tile in tapped]
    assert [each for each in faults if each] == [], (book, rows, page)
