"""A very cheap HTTP client: one persistent connection, requests built as bytes, responses read completely."""

import gzip
import socket
from collections.abc import Mapping
from typing import NamedTuple, Self
from urllib.parse import urlencode

HOST = "127.0.0.1"
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Reply(NamedTuple):
    """A response: `size` is all its bytes on the wire, including the headers; `body` is decompressed."""

    status: int
    head: str
    body: bytes
    size: int

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8")


def request(method: str, path: str, form: dict[str, str] | None = None, **headers: str) -> bytes:
    """The bytes of a request; underscores in header names stand for dashes."""
    body = urlencode(form).encode() if form is not None else b""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    if form is not None:
        told |= {**_FORM, "Content-Length": str(len(body))}
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", "Accept-Encoding: gzip"]
    lines += [f"{name}: {value}" for name, value in told.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Caller:
    """One persistent connection to a server on this machine."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def call(self, asked: bytes) -> bytes:
        """Send a request and return the raw response."""
        self._socket.sendall(asked)
        came = self._socket.recv(262144)
        while True:
            end = came.find(b"\r\n\r\n")
            if end >= 0:
                break
            came += self._more()
        left = end + 4 + _length(came[:end]) - len(came)
        while left > 0:
            more = self._more()
            came += more
            left -= len(more)
        return came

    def _more(self) -> bytes:
        more = self._socket.recv(262144)
        if not more:
            raise ConnectionError("The server closed the connection in the middle of an answer.")
        return more


def _length(head: bytes) -> int:
    at = head.lower().find(b"\r\ncontent-length:")
    return int(head[at + 17 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


def read(came: bytes) -> Reply:
    """Parse a raw response."""
    head, _, body = came.partition(b"\r\n\r\n")
    text = head.decode("latin-1")
    if "content-encoding: gzip" in text.lower():
        body = gzip.decompress(body)
    return Reply(int(text.split()[1]), text, body, len(came))


def cookies_of(reply: Reply) -> dict[str, str]:
    """The cookies that the response sets."""
    found = {}
    for line in reply.head.split("\r\n"):
        name, _, value = line.partition(": ")
        if name.lower() == "set-cookie":
            key, _, text = value.partition(";")[0].partition("=")
            found[key] = text
    return found


def sent(cookies: Mapping[str, str]) -> str:
    """The value of a Cookie header."""
    return "; ".join("=".join(each) for each in cookies.items())
