"""A phone that waits for news gets it as soon as something is entered at its table."""

import gzip
import html
import http.client
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from referee.server import serving, waiting_phones
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from referee.web.infra.responses import KeptParts

HEADER = {"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben"]}
LAID = ({"round": 1}, {"by": "Ana", "play": "6-6"})
LONG = 60  # seconds: longer than any test takes


class Waiting(waiting_phones.WaitingPhones):
    """The same; it tells when as many phones wait as a test expects."""

    made: list["Waiting"]

    def __init__(self, *given, **named) -> None:
        super().__init__(*given, **named)
        self.made.append(self)

    def are(self, number: int) -> None:
        """Return once so many phones wait."""
        until = time.monotonic() + LONG
        while len(self._waiting) != number:
            assert time.monotonic() < until
            time.sleep(0.01)


@pytest.fixture
def waiting(monkeypatch):
    """Gives what keeps the phones that wait, of the server that was started last."""
    monkeypatch.setattr(Waiting, "made", [], raising=False)
    monkeypatch.setattr(serving, "WaitingPhones", Waiting)
    monkeypatch.setattr(waiting_phones, "LONGEST", float(LONG))
    return lambda: Waiting.made[-1]


@pytest.fixture
def table(app):
    return app.extensions["referee"].import_table(HEADER, [NewEvent(each) for each in LAID])


class Phone:
    """A phone at a table, which asks for news as its page does."""

    def __init__(self, port: int, link: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
        self.status, self._live, self.mark = 0, "", ""
        self.mark = re.search(r'data-phone="([^"]+)"', self._get(f"/t/{link}"))[1]

    @property
    def live(self) -> str:
        """The address that gives the phone its news."""
        return f"{self._live}&me={self.mark}&lang=en"

    def ask(self, prefer: str = "") -> str:
        """The answer to its question for news, and its status."""
        self.send_question(prefer)
        return self.answer()

    def send_question(self, prefer: str) -> None:
        """Ask for news without waiting for the answer."""
        headers = {"HX-Request": "true", "Accept-Encoding": "gzip", "Prefer": prefer}
        self.line.request("GET", self.live, headers=headers)

    def _get(self, path: str) -> str:
        self.line.request("GET", path)
        return self.answer()

    def answer(self) -> str:
        """The answer to what was asked last, and its status."""
        answer = self.line.getresponse()
        self.status, came = answer.status, answer.read()
        text = (gzip.decompress(came) if answer.headers["Content-Encoding"] else came).decode()
        if found := re.search(r'hx-get="([^"]*/live[^"]*)"', text):
            self._live = html.unescape(found[1])
        return text


def know_of_each_other(*phones: Phone) -> None:
    """Have them ask until each knows who else is here."""
    while {each.ask() for each in phones} != {""}:
        pass


@pytest.fixture
def come():
    """Has a phone come to a table: `come(port, link)`."""
    came = []
    yield lambda port, link: came.append(Phone(port, link)) or came[-1]
    for each in came:
        each.line.close()


@pytest.fixture
def later():
    """Does something in a thread: `later(work, ...)` gives its `Future`."""
    with ThreadPoolExecutor(8) as pool:
        yield pool.submit


@pytest.fixture
def lay(tmp_path):
    """Ben lays 6-5 at a table, by way of another program that has the book open."""

    def say(table) -> None:
        with Store(tmp_path / "data" / "referee.db") as book:
            book.append(table.id, book.head(table.id), "a key", [NewEvent({"by": "Ben", "play": "6-5"})])

    return say


def test_a_phone_that_would_wait_is_answered_when_somebody_lays_a_tile(
    app, serve, come, table, lay, waiting, later
):
    phone = come(serve(app), table.links["owner"])
    news = later(phone.ask, "wait=30")
    waiting().are(1)
    assert not news.done()
    lay(table)

    assert 'data-seq="3"' in news.result(LONG)
    assert phone.status == 200


def test_without_news_it_is_told_so_in_the_end(app, serve, come, table, waiting):
    phone = come(serve(app), table.links["owner"])

    assert phone.ask("wait=1") == ""
    assert phone.status == 204
    waiting().are(0)


def test_a_phone_that_does_not_say_that_it_would_wait_is_answered_at_once(
    app, serve, come, table, waiting, monkeypatch
):
    phone = come(serve(app), table.links["owner"])
    monkeypatch.setattr(waiting(), "is_news", None)  # is not asked

    assert phone.ask() == ""
    assert phone.status == 204


def test_news_of_another_table_wakes_nobody(app, serve, come, table, lay, waiting, later):
    other = app.extensions["referee"].import_table(HEADER, [NewEvent(each) for each in LAID])
    port = serve(app)
    one, two = come(port, table.links["owner"]), come(port, other.links["owner"])
    news = [later(each.ask, "wait=30") for each in (one, two)]
    waiting().are(2)
    lay(other)

    assert 'data-seq="3"' in news[1].result(LONG)
    waiting().are(1)
    lay(table)
    assert 'data-seq="3"' in news[0].result(LONG)


def test_of_three_phones_with_one_link_the_page_is_made_once(
    app, serve, come, table, lay, waiting, later, monkeypatch
):
    """Guards: the turn at each table; else all three make it at the same moment."""
    made = []
    keep = KeptParts.keep
    monkeypatch.setattr(KeptParts, "keep", lambda *given: made.append(given) or keep(*given))
    port = serve(app)
    phones = [come(port, table.links["owner"]) for _ in range(3)]
    know_of_each_other(*phones)
    news = [later(each.ask, "wait=30") for each in phones]
    waiting().are(3)
    made.clear()
    lay(table)

    assert len({each.result(LONG) for each in news}) == 1
    assert len(made) == 1


def test_phones_with_the_same_link_are_sent_the_page_that_was_made_for_who_entered_the_news(
    app, serve, come, table, waiting, later, monkeypatch
):
    """Guards: an entry has the turn while it is answered; else the first phone that is told of it makes the page, too."""
    made = []
    keep = KeptParts.keep

    def keep_late(*given):
        made.append(given)
        waiting().are(0)  # all have been told that there is news
        time.sleep(0.2)
        return keep(*given)

    port = serve(app)
    phones = [come(port, table.links["owner"]) for _ in range(3)]
    enter(
        port, table.links["owner"], 2, {"by": "Ben", "play": "6-5"}
    )  # from now on the link is known as used
    know_of_each_other(*phones)
    news = [later(each.ask, "wait=30") for each in phones]
    waiting().are(3)
    monkeypatch.setattr(KeptParts, "keep", keep_late)
    enter(port, table.links["owner"], 3, {"by": "Ana", "play": "5-4"})

    assert all('data-seq="4"' in each.result(LONG) for each in news)
    assert len(made) == 1


def enter(port: int, link: str, seq: int, said: dict[str, str]) -> None:
    """A phone that does not wait enters what comes after so many events."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)) as line:
        line.request("GET", f"/t/{link}")
        page = line.getresponse()
        cookie = page.headers["Set-Cookie"].partition(";")[0]
        token = re.search(r'name="csrf_token" value="([^"]+)"', page.read().decode())[1]
        form = {"csrf_token": token, "seq": str(seq), "key": f"the-key-of-{seq}", "say": json.dumps(said)}
        headers = {
            "Cookie": cookie,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        line.request("POST", f"/t/{link}", urlencode(form), headers)
        assert line.getresponse().status == 200


def test_no_more_phones_wait_than_may(app, serve, come, table, lay, waiting, later, monkeypatch):
    monkeypatch.setattr(serving, "places", lambda: 2)
    port = serve(app)
    one, two = (come(port, table.links[role]) for role in ("owner", "watch"))
    know_of_each_other(one, two)
    news = later(one.ask, "wait=30")
    waiting().are(1)

    assert two.ask("wait=30") == ""
    assert two.status == 204
    lay(table)
    assert 'data-seq="3"' in news.result(LONG)


def test_a_phone_that_hangs_up_is_not_waited_for(app, serve, come, table, waiting):
    phone = come(serve(app), table.links["owner"])
    phone.line.request("GET", phone.live, headers={"Prefer": "wait=30"})
    waiting().are(1)
    phone.line.close()

    waiting().are(0)


def test_a_phone_that_enters_something_waits_for_no_news_of_its_own(
    app, serve, come, table, lay, waiting, later
):
    port = serve(app)
    phone, other = (come(port, table.links["owner"]) for _ in range(2))
    know_of_each_other(phone, other)
    answers = [later(each.ask, "wait=30") for each in (phone, other)]
    waiting().are(2)
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)) as line:
        line.request("POST", f"/t/{table.links['owner']}", headers={"Referee-Phone": phone.mark})

        assert answers[0].result(LONG) == ""
    assert phone.status == 204
    waiting().are(1)
    lay(table)
    assert 'data-seq="3"' in answers[1].result(LONG)


def test_phones_that_wait_do_not_keep_the_server_from_stopping(own_server, come):
    with Store(own_server.database) as book:
        table = book.import_table(HEADER, [NewEvent(each) for each in LAID])
    phone = come(own_server.port, table.links["owner"])
    phone.send_question("wait=5")
    urlopen(f"{own_server.local_url}/healthz").close()  # once it has answered, the question has been read
    own_server.stop()

    assert phone.answer() == ""
    assert phone.status == 204
