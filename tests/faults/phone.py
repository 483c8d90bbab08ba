"""A phone that speaks plain HTTP: it reads a page, sends a form as the page has it, and remembers what was answered."""

import html
import http.client
import json
import re
import urllib.parse
from typing import NamedTuple

from referee.storage.rows import NewEvent
from referee.storage.store import Store

HEADER = {"record": 1, "variant": "fundex2004.block-draw", "players": ["Ana", "Ben"]}


class Answer(NamedTuple):
    """An answer: its status, its headers, and what it says."""

    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def words(self) -> str:
        """What can be read, without the marks around it."""
        return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", self.text).split()))


class Phone:
    """One phone at the server on `port`, with the table at `address`."""

    def __init__(self, port: int, address: str = "/", timeout: float = 30) -> None:
        self.port, self.address, self.timeout = port, address, timeout
        self.cookie = ""
        self.answered: list[str] = []
        self._token = ""
        self._seq = 0

    def ask(self, method: str, address: str, body: str | bytes = "", **headers: str) -> Answer:
        """Send one request, on a connection of its own."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            found = {"Cookie": self.cookie, **headers} if self.cookie else headers
            line.request(method, address, body or None, found)
            answer = line.getresponse()
            if cookie := answer.headers.get("Set-Cookie"):
                self.cookie = cookie.split(";")[0]
            return Answer(answer.status, answer.headers, answer.read().decode(errors="replace"))
        finally:
            line.close()

    def look(self) -> Answer:
        """The table as it is."""
        answer = self.ask("GET", self.address)
        if answer.status == 200:
            self._seq, self._token = int(self._field(answer, "seq")), self._field(answer, "csrf_token")
        return answer

    def form(self, why: str, key: str = "") -> str:
        """The form of an agreement at the table, with a reason typed into it."""
        said = {"adjust": {"Ana": 1}}
        fields = {
            "csrf_token": self._token,
            "seq": self._seq,
            "key": key or why.replace(" ", "-").rjust(12, "x"),
        }
        return urllib.parse.urlencode({**fields, "say": json.dumps(said), "why": why})

    def say(self, why: str, key: str = "", **headers: str) -> Answer:
        """Look at the table, then say something; it counts as answered if the answer is that it was taken."""
        self.look()
        return self.send(self.form(why, key), why, **headers)

    def send(self, form: str, why: str = "", **headers: str) -> Answer:
        """Send a form as it is."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self.ask("POST", self.address, form, **kind, **headers)
        if answer.status in (200, 303) and why:
            self.answered.append(why)
        return answer

    @staticmethod
    def _field(answer: Answer, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', answer.text)
        assert found is not None, answer.words
        return found[1]


def opened_table(path) -> tuple[int, str]:
    """A table with its tiles dealt in the file at `path`: its number, and the scorekeeper's address."""
    with Store(path) as store:
        row = store.create_table(HEADER)
        store.append(row.id, 0, "the-deal-", [NewEvent({"round": 1})])
        return row.id, f"/t/{row.links['owner']}"


def reasons(path, number: int) -> list[str]:
    """The reasons of all that is written down at the table, in order."""
    with Store(path) as store:
        return [each.body["why"] for each in store.events(number) if "why" in each.body]
