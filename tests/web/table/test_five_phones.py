"""Everybody around one table: the keeper, a seat, a watcher, the television, and a phone that goes away and comes back.

At chosen moments all five show what the engine says: whose turn it is, scores, open ends, the last ruling, the end.
"""

import json
import random
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from referee.engine.games.match import Status
from referee.engine.log import open_log
from referee.engine.setup import read_setup
from tests.folders import PLAYTHROUGHS
from tests.simulating import NAMES, seat_people
from tests.web.sitting import links_of, prepare, say, write
from tests.web.table.test_offline import laid_at, offline, online, provisional, row, sent, tap, turn
from tests.web.touching import Thumb, until
from tests.web.tv.test_television import television

Said = Sequence[Mapping[str, Any]]
Leave = Callable[
    ["Five", Said, Sequence[Any]], int
]  # what the phone says without a connection; gives how much

FIVES, TEXAS = "fundex2004.all-fives", "hasbro2003.texas"
SEAT = "Ben"
# When news came last: a tap in the moment after it is not taken.
NEWS = "addEventListener('referee:news', () => { window.newsAt = performance.now(); }, true)"
CALM = "performance.now() - (window.newsAt || -Infinity) > 400"
SETTLED = (Status.ROUND_OVER, Status.MATCH_OVER)
FACTS = """() => {
  const words = (each) => (each ? each.textContent.replace(/\\s+/g, " ").trim() : "");
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const first = (what, within) => words(all(what, within)[0]);
  const named = (party) => all(".name", party).map((each) => each.getAttribute("aria-label") || words(each)).join(" & ");
  const scores = all("#table .scores .party").map((each) => [named(each), first(".score", each)]);
  const totals = all("#table .totals tbody tr").map((each) => [first("th", each), first(".total", each)]);
  return {
    number: document.getElementById("table").dataset.seq,
    turn: first("#table .turn h2"),
    ruling: first("#table .words .head"),
    verdict: first("#table h2.verdict"),
    scores: Object.fromEntries(scores.length ? scores : totals),
    held: all("#table .scores .held").map(words),
    ends: [...new Set(all(".area .layout [data-place]").map((each) => each.dataset.place))].sort(),
    tiles: all(".area .layout .tile").length,
    trick: first(".felt-round .unseen"),
  };
}"""
BUTTONS = "() => [...document.querySelectorAll('#table form button')].map((each) => each.name)"
ALIKE = ("number", "ruling", "verdict", "trick")
TURN = re.compile(r"Your turn, (\w+)|(\w+) (?:to|leads|bids|names)\b")


def tiles(said: Said) -> list[str]:
    """The tiles that are laid, in order."""
    return [each["play"] for each in said if "play" in each]


def truth(state: Any) -> dict[str, Any]:
    """What every screen is to show, by the engine."""
    if state.status is Status.REVEAL or (state.round is None and not state.rounds):
        return {}
    found = {"scores": dict(zip(map(str, state.setup.sides), map(str, state.scores), strict=True))}
    if state.status is not Status.PLAYING or state.current.turn is None:
        return found
    found["turn"] = state.setup.players[state.current.turn]
    if layout := getattr(state.current, "layout", None):
        found["ends"] = sorted({f"{each.tile}/{each.half}" for each in layout.places()})
        found["tiles"] = len(layout.laid)
        found["held"] = [str(each) for each in state.current.hands]
    return found


class Five:
    """Five contexts at one table; `away` keeps score like `keeper`."""

    def __init__(self, open_phone, server, variant: str, players: Sequence[str], **switches: str) -> None:
        self.server = server
        self.keeper, self.seat, self.away = (Thumb(open_phone()) for _ in range(3))
        self.keeper.table = self.table = prepare(self.keeper, variant, players, **switches)
        links = links_of(self.keeper.beforehand, self.table)
        self.watcher = open_phone()
        self.screen: Page = television(open_phone, self.keeper)
        self.posted: list[Request] = []
        for page in (self.watcher, self.screen):
            page.on("request", self._note)
        for thumb in (self.keeper, self.seat, self.away):
            thumb.phone.add_init_script(NEWS)
        self.keeper.open(self.table)
        self.seat.open(links[f"seat-{players.index(SEAT)}"])
        self.away.open(links["keep"])
        self.watcher.goto(links["watch"])
        self.pages = {
            "keeper": self.keeper.phone,
            "seat": self.seat.phone,
            "away": self.away.phone,
            "watcher": self.watcher,
            "television": self.screen,
        }

    def _note(self, request: Request) -> None:
        if request.method != "GET":
            self.posted.append(request)

    def shown(self, page: Page) -> dict[str, Any]:
        """The facts that stand on a screen, with the name alone of whose turn it is."""
        found: dict[str, Any] = page.evaluate(FACTS)
        named = TURN.search(found["turn"])
        return {**found, "turn": next(filter(None, named.groups())) if named else found["turn"]}

    def until_shown(self, state: Any, pages: Sequence[str]) -> None:
        """Wait until each of these screens shows that state, and all the same ruling and the same end."""
        wanted, seen = truth(state), []
        for _ in range(400):
            seen = [self.shown(self.pages[name]) for name in pages]
            alike = [{name: each[name] for name in ALIKE} for each in seen]
            if alike.count(alike[0]) == len(alike) and all(wanted.items() <= each.items() for each in seen):
                return
            self.screen.wait_for_timeout(50)
        raise AssertionError((wanted, dict(zip(pages, seen, strict=True))))

    def go_away(self, before: Any) -> Page:
        """The fifth phone loses its connection, once it shows what the others show."""
        self.until_shown(before, ["keeper", "away"])
        until(self.away.phone, CALM)
        offline(self.away.phone)
        return self.away.phone

    def come_back(self, before: Any) -> None:
        """It is back, and nothing waits on it; until then nobody else has seen anything of what it was told."""
        self.until_shown(before, [name for name in self.pages if name != "away"])
        online(self.away.phone)
        sent(self.away.phone)

    def agree(self, state: Any) -> None:
        """All five show the same; only who may act is offered anything."""
        self.until_shown(state, list(self.pages))
        assert self.screen.locator("main").locator("a, button, form, input, select, summary").count() == 0
        assert self.watcher.locator("main").locator("button, select, input:not([type=hidden])").count() == 0
        for page in (self.watcher, self.screen):
            for place in page.locator(".area .layout [data-place]").all()[:1]:
                place.dispatch_event("click")
        if "turn" in truth(state):
            names = set(self.seat.phone.evaluate(BUTTONS))
            assert names - {"undo", "redo"} if truth(state)["turn"] == SEAT else names <= {"undo", "redo"}
        assert self.posted == []

    def play(
        self, said: Said, states: Sequence[Any], by_seat: Collection[int], away: int, leave: Leave
    ) -> None:
        """Say all of it: some on the seat's phone, what begins at `away` as `leave` does, deals and the ends of
        rounds on the keeper's; the rest is written down, as if one more phone had said it.

        All five agree after each deal, after what the seat says, when the phone is back, and at each settlement.
        """
        number = 0
        while number < len(said):
            is_told = "round" in said[number] or number in (*by_seat, away)
            if number == away:
                number += leave(self, said[number:], states[number:])
                assert laid_at(self.server, self.table) == tiles(said[:number])
            elif is_told or states[number + 1].status is not Status.PLAYING:
                self._say("seat" if number in by_seat else "keeper", said[number], states[number])
                number += 1
            else:
                write(self.keeper, self.table, [said[number]])
                number += 1
            if is_told or states[number].status in SETTLED:
                self.agree(states[number])
        assert laid_at(self.server, self.table) == tiles(said)

    def _say(self, name: str, event: Mapping[str, Any], before: Any) -> None:
        """Say it on that phone, once it shows what is to be answered."""
        self.until_shown(before, ["keeper", name])
        until(self.pages[name], CALM)
        say({"seat": self.seat, "keeper": self.keeper}[name], event)


def lay_away(five: Five, said: Said, states: Sequence[Any]) -> int:
    """Five tiles lie provisionally on the phone without a connection; nobody else sees anything of them."""
    phone = five.go_away(states[0])
    for number, (event, state) in enumerate(zip(said[:5], states[1:], strict=False), 1):
        tap(phone, event["play"])
        for where in phone.locator(f'.choices.here button[data-at="{event["at"]}"]').all():
            where.click()
        expect(provisional(phone)).to_have_count(number)
        expect(turn(phone)).to_have_text(f"{truth(state)['turn']} to play")
    expect(phone.locator(".words")).to_contain_text("not sent yet")
    five.come_back(states[0])
    expect(provisional(phone)).to_have_count(0)
    return 5


def wait_away(five: Five, said: Said, states: Sequence[Any]) -> int:
    """Three tiles to a trick wait on the phone without a connection."""
    phone = five.go_away(states[0])
    for event in said[:3]:
        tap(phone, event["play"])
        expect(row(phone, event["play"])).to_be_attached()
    five.come_back(states[0])
    return 3


@pytest.fixture
def match() -> tuple[Said, list[Any]]:
    """A match of All Fives by honest people: what they say, and the states before and after each."""
    people = seat_people(FIVES, 3, random.Random(14), options={"claims": "auto", "target": 100})
    while people.log.state.status is not Status.MATCH_OVER:
        people.play_round()
    return people.said, [people.log.start, *(each.state for each in people.log.entries)]


def test_five_phones_play_a_match_of_all_fives(open_phone, server, match):
    said, states = match
    rounds = [n for n, event in enumerate(said) if "round" in event]
    assert len(rounds) == 2
    own = [n for n, event in enumerate(said) if event.get("by") == SEAT and "play" in event]
    by_seat = {n for start in rounds for n in [each for each in own if each > start][:2]}
    away = next(n for n in range(4, len(said)) if len(tiles(said[n : n + 5])) == 5)
    five = Five(open_phone, server, FIVES, NAMES[:3], claims="auto", target="100")

    five.play(said, states, by_seat, away, lay_away)

    over = states[-1]
    for page in five.pages.values():
        won = f"{over.setup.sides[over.winner]} wins with {over.scores[over.winner]}"
        expect(page.locator("h2.verdict")).to_contain_text(won)


def test_five_phones_play_a_hand_of_texas(open_phone, server):
    lines = (PLAYTHROUGHS / f"{TEXAS}.jsonl").read_text("utf-8").splitlines()
    header, *said = map(json.loads, lines)
    log = open_log(read_setup(header))
    for event in said:
        _, log = log.say(event)
    states = [log.start, *(each.state for each in log.entries)]
    own = [n for n, event in enumerate(said) if event.get("by") == SEAT]
    away = next(n for n, event in enumerate(said) if event.get("play") == "6-3") + 1
    five = Five(open_phone, server, TEXAS, header["players"])

    five.play(said, states, {*own[:2], own[-1]}, away, wait_away)

    for page in five.pages.values():
        expect(page.locator("h2.verdict")).to_have_text("Ana & Cal make 35")
