"""Prepares tables before a phone opens them, with plain HTTP requests that use the phone's cookies.

A tap in Chromium takes ten times as long as posting the same form directly, so this is for everything that a test is
not about.
"""

import http.client
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit
from weakref import WeakKeyDictionary

from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page

from referee.storage.store import Store
from tests.running import databases

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MOVED = (301, 302, 303, 307, 308)

# The address of each phone's server.
servers: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()


@contextmanager
def tables_of(hand: Any) -> Iterator[Store]:
    """The store of the server used by a thumb's phone, by a phone in another browser, or by a reader."""
    client = getattr(hand, "client", hand)
    if isinstance(client, FlaskClient):
        yield client.application.extensions["referee"]
        return
    server = client.server if hasattr(client, "server") else servers[hand.phone.context]
    with Store(databases[urlsplit(server).port]) as store:
        yield store


@dataclass
class Asked:
    """The parts of the request that a reader needs from its response."""

    path: str
    query_string: bytes


@dataclass
class Answer:
    """A response with the interface of Flask's test client."""

    status_code: int
    headers: Mapping[str, str]
    text: str
    request: Asked


class SamePhone:
    """A client for a `Reader` that sends its requests to a phone's server, with the cookies of the phone's browser."""

    def __init__(self, phone: Page) -> None:
        self.context = phone.context
        self.server = servers[phone.context]

    def get(self, address: str, *, query_string: Any = None, follow_redirects: bool = False) -> Answer:
        """Request a page."""
        asked = f"{address}?{_written(query_string)}" if query_string else address
        return self._follow(asked) if follow_redirects else self._ask("GET", asked)

    def post(
        self,
        address: str,
        *,
        data: Any,
        headers: Mapping[str, str] | None = None,
        follow_redirects: bool = False,
    ) -> Answer:
        """Send a form."""
        answer = self._ask("POST", address, _written(data), {**FORM, **(headers or {})})
        if follow_redirects and answer.status_code in MOVED:
            return self._follow(urljoin(address, answer.headers["Location"]))
        return answer

    def _follow(self, address: str) -> Answer:
        for _ in range(5):
            answer = self._ask("GET", address)
            if answer.status_code not in MOVED:
                return answer
            address = urljoin(address, answer.headers["Location"])
        raise AssertionError(f"{address} leads on and on")

    def _ask(
        self, method: str, address: str, body: str | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        server, asked = urlsplit(self.server), urlsplit(address)
        target = asked.path + (f"?{asked.query}" if asked.query else "")
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in self.context.cookies(self.server))
        sent = {"Host": server.netloc, **({"Cookie": cookies} if cookies else {}), **(headers or {})}
        assert server.port is not None
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
            connection.request(method, target, body, sent)
            answer = connection.getresponse()
            text = answer.read().decode()
        self._keep(answer.headers.get_all("Set-Cookie") or [])
        return Answer(answer.status, answer.headers, text, Asked(asked.path, asked.query.encode()))

    def _keep(self, cookies: Iterable[str]) -> None:
        for cookie in cookies:
            for name, each in SimpleCookie(cookie).items():
                self.context.add_cookies(
                    [
                        {
                            "name": name,
                            "value": each.value,
                            "url": self.server,
                            "httpOnly": bool(each["httponly"]),
                        }
                    ]
                )


def _written(fields: Any) -> str:
    pairs = fields.items(multi=True) if hasattr(fields, "getlist") else dict(fields).items()
    return urlencode(list(pairs))
