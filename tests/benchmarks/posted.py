"""HTTP benchmarks: requests go alternately to the real server and the bare one, over one persistent connection each."""

import json
import re
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.benchmarks.calling import Caller, Reply, cookies_of, read, request, sent
from tests.benchmarks.engine import long_game
from tests.benchmarks.figures import RUNS, Figure, Target, Timed, beside, in_turn
from tests.benchmarks.floor import COMMIT, CONSTANT
from tests.benchmarks.playing import Game
from tests.benchmarks.served import Served, serve_floor, serve_referee

_BARE_COMMIT = "a bare Flask route that commits what was posted as one row, the same SQLite settings"
_BARE = "a bare Flask route that answers a constant"
LATE = (10, 1_000, 10_000)
WARM = 12  # moves to warm up, not counted
ROUNDS = 3  # complete rounds whose moves are posted, after one that is not counted
Used = tuple[list[float], list[float]]  # seconds of processor time of the referee and of the floor, by run


class Phone:
    """A phone at a table: its cookie, and the token of its forms."""

    def __init__(self, line: Caller, link: str) -> None:
        self.line, self.link = line, link
        self.page = read(line.call(request("GET", f"/t/{link}")))
        self.cookie = sent(cookies_of(self.page))
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.page.text)
        self.token = found[1] if found else ""
        found = re.search(r'data-phone="([^"]+)"', self.page.text)
        self.mark = f"&me={found[1] if found else ''}&lang=en"
        self.live = self.live_of(self.page)

    def get(self, path: str) -> bytes:
        """The request for a page."""
        return request("GET", path, Cookie=self.cookie)

    def part(self, path: str) -> bytes:
        """The htmx request for a part of it."""
        return request("GET", path, Cookie=self.cookie, HX_Request="true")

    def move(self, seq: int, said: dict[str, Any]) -> bytes:
        """The request that enters an event at the table."""
        form = {
            "csrf_token": self.token,
            "seq": str(seq),
            "key": secrets.token_urlsafe(12),
            "say": json.dumps(said),
        }
        return request("POST", f"/t/{self.link}", form, Cookie=self.cookie, HX_Request="true")

    def live_of(self, page: Reply) -> str:
        """The address that the page's scripts poll for news."""
        found = re.search(r'hx-get="([^"]*/live[^"]*)"', page.text)
        assert found is not None, page.head
        return unescape(found[1]) + self.mark


class Seated(NamedTuple):
    """A table in the database, with a game that continues at event `at`."""

    link: str
    game: Game
    at: int


class Both(NamedTuple):
    """The two servers, and a connection to each."""

    referee: Served
    floor: Served
    line: Caller
    bare: Caller


def measure(*, quick: bool) -> Iterator[Figure]:
    """Measure moves, polls and pages, each against its floor."""
    moves = 12 if quick else 120
    rounds = 1 if quick else ROUNDS
    places = LATE[:1] if quick else LATE
    with tempfile.TemporaryDirectory() as folder:
        mine, floors = Path(folder, "referee"), Path(folder, "floor")
        game = long_game(max(places[-1] + moves + WARM, 40 * (rounds + 2)))
        with Store(mine / "referee.db") as store:
            tables = [_seat(store, game, place) for place in (1, *places)]
        floors.mkdir()
        with (
            serve_referee(mine) as referee,
            serve_floor(floors) as floor,
            Caller(referee.port) as line,
            Caller(floor.port) as bare,
        ):
            both = Both(referee, floor, line, bare)
            yield from _moves(both, tables[0], rounds)
            if not quick:
                yield from _late(both, tables[1:], moves)
            yield from _asked(both, tables[0].link, 20 if quick else 300)


def _seat(store: Store, game: Game, at: int) -> Seated:
    row = store.import_table(game.header, [NewEvent(each) for each in game.said[:at]])
    return Seated(row.links["owner"], game, at)


def _post_moves(
    both: Both, tables: Sequence[Seated], moves: int, warm: int = WARM
) -> tuple[dict[str, list[float]], Used]:
    """Post moves at each table, alternating with as many bare commits; also returns the processor time of one each."""
    asked: dict[str, Iterator[bytes]] = {}
    for number, table in enumerate(tables):
        phone = Phone(both.line, table.link)
        said = enumerate(table.game.said[table.at : table.at + moves + warm], table.at)
        asked[str(number)] = iter([phone.move(seq, each) for seq, each in said])
    say = json.dumps(tables[0].game.said[1])
    commit = request("POST", COMMIT, {"csrf_token": "x" * 91, "seq": "100", "key": "x" * 16, "say": say})

    def post(number: str) -> None:
        came = both.line.call(next(asked[number]))
        if not came.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"The move was not taken: {read(came).text[:500]}")

    things: dict[str, Timed] = {number: partial(post, number) for number in asked}
    things["floor"] = partial(both.bare.call, commit)
    in_turn(things, warm)
    return _with_cpu(both, things, moves, len(tables))


def _moves(both: Both, table: Seated, rounds: int) -> Iterator[Figure]:
    """Complete rounds, so that the moves include shown hands and the settlement."""
    deals = [seq for seq, said in enumerate(table.game.said) if "round" in said]
    warm = deals[1] + 1 - table.at
    took, used = _post_moves(both, [table], deals[1 + rounds] - deals[1], warm)
    yield beside("http.post", "a move posted", took["0"], took["floor"], _BARE_COMMIT)
    yield _cpu("http.post.cpu", "a move posted, processor time", used, _BARE_COMMIT, 3.0)


def _late(both: Both, tables: Sequence[Seated], moves: int) -> Iterator[Figure]:
    took, _ = _post_moves(both, tables, moves)
    for number, table in enumerate(tables[1:], 1):
        title = f"a move posted at event {table.at:,}"
        floor_is = f"a move posted at event {tables[0].at}, in turn with it"
        yield beside(
            f"http.post.{table.at}",
            title,
            took[str(number)],
            took["0"],
            floor_is,
            target=Target(of="ratio", bound=1.1),
        )


def _asked(both: Both, link: str, times: int) -> Iterator[Figure]:
    """The other requests of a phone: a poll without news, one with news, the table's page, the home page."""
    phone = Phone(both.line, link)
    part = read(both.line.call(phone.part(phone.live)))
    live = phone.live_of(part) if part.status == 200 else phone.live
    news = re.sub(r"since=(\d+)", lambda found: f"since={int(found[1]) - 1}", live)
    constant = request("GET", CONSTANT)
    asks = (
        ("http.poll", "a poll with nothing new", phone.part(live), 1.3),
        ("http.news", "a poll with news that another phone has had", phone.part(news), 1.5),
        ("http.page", "the table's page", phone.get(f"/t/{link}"), 0),
        ("http.first", "the home page, on a phone that was never here", request("GET", "/"), 0),
    )
    for name, title, asked, bound in asks:
        things: dict[str, Timed] = {
            "referee": partial(both.line.call, asked),
            "floor": partial(both.bare.call, constant),
        }
        in_turn(things, 5)
        took, used = _with_cpu(both, things, times)
        yield beside(name, title, took["referee"], took["floor"], _BARE)
        yield _cpu(f"{name}.cpu", f"{title}, processor time", used, _BARE, bound)


def _with_cpu(
    both: Both, things: Mapping[str, Timed], turns: int, tables: int = 1
) -> tuple[dict[str, list[float]], Used]:
    """Run things alternately; returns their times, and the processor time of one at each server, by run."""
    took: dict[str, list[float]] = {name: [] for name in things}
    used: Used = ([], [])
    each = max(1, turns // RUNS)
    for _ in range(RUNS):
        began = both.referee.cpu(), both.floor.cpu()
        for name, found in in_turn(things, each).items():
            took[name] += found
        used[0].append((both.referee.cpu() - began[0]) / each / tables)
        used[1].append((both.floor.cpu() - began[1]) / each)
    return took, used


def _cpu(name: str, title: str, used: Used, floor_is: str, bound: float = 0) -> Figure:
    target = Target(of="ratio", bound=bound) if bound else None
    return beside(name, title, *used, floor_is, target=target)
