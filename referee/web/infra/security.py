"""Trusted host names, rate limits, and the headers that tell browsers what they may do with a response.

Requests are counted by address, by link and in total, across all processes that serve one book. All phones in a home
share one address, so the limit for entries is generous: it only has to stop people from guessing short codes, and
scripts from flooding the score book.

Each counter is one number under a key of fixed size, with at most REMEMBERED of a kind, so that no client can fill
the memory. Flask-Limiter was considered. Its memory storage (limits 5.8) keeps each key in full, and any number of
them: 48 MB after 100,000 addresses, 12 MB after fifty names of 240 kB; this keeps less than 1 MB of either.

How safe a short code is: there are 23 ** 6, or 148 million. An address may try ten wrong ones, then one a minute.
Once there are many wrong ones in total, each address may try two more, then one every fifteen minutes: at most 50 in
the twelve hours that a code is valid. A hundred addresses guessing all that time find the code of a given table once
in 30,000 evenings, ten thousand addresses once in 300. Even then nobody with the right code is refused, unless their
own address has been guessing.
"""

import hashlib
import ipaddress
from functools import cache, lru_cache
from time import time as now
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Response, current_app, request
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests

from referee import camera
from referee.importing import LARGEST
from referee.storage.database import Moment
from referee.web.infra.errors import FOREIGN_NAME, say_once, tell
from referee.web.infra.files import files_of
from referee.web.infra.visitors import choices, language

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# The headers for style sheets, scripts and pictures: the others concern documents only.
OF_FILES = {name: HEADERS[name] for name in ("Cross-Origin-Resource-Policy", "X-Content-Type-Options")}
# The policy of pages on a phone where voice input is on, and only there.
_HEARS = HEADERS["Permissions-Policy"].replace("microphone=()", "microphone=(self)")
# Nobody can register such a name on the internet, so no site can point one at this server (DNS rebinding).
_HOME = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test")
# The response of one URL depends on these: partial or whole page, compressed or not, and the language.
VARY = "HX-Request, Accept-Encoding, Accept-Language"
_FOREVER = "public, max-age=31536000, immutable"


LIMIT = 64 * 1024  # bytes; the longest form is far shorter
_LONGEST = LARGEST + LIMIT  # a record, and what its form adds: other fields, and CRLF line ends
# Endpoints that accept more. Both limits of a request are raised: the second applies to text fields, and to each chunk
# read from a file.
LONGER = {
    "downloads.read_in": _LONGEST,
    "second_book.give": _LONGEST,
    "camera.look": camera.MOST_BYTES + LIMIT,
    "disputes.hold_against": camera.MOST_BYTES + LIMIT,
}


def guard() -> ResponseReturnValue | None:
    """Before each request is read: refuse a host name that is not trusted, count posts, and let a record or a picture
    be longer than a form."""
    # Without a URL adapter the host name is impossible (a label of more than 63 letters).
    if request_ctx.url_adapter is None or not is_trusted(request.host, current_app.config["TRUSTED_NAMES"]):
        return tell(FOREIGN_NAME, 400)
    if request.method == "POST" and current_app.config["PACED"]:
        _count_entries()
    longest = LONGER.get(request.endpoint or "")
    if longest is not None:
        request.max_content_length = request.max_form_memory_size = longest
    return None


@lru_cache(maxsize=200)
def is_trusted(host: str, names: tuple[str, ...] = ()) -> bool:
    """Whether `host` may be the name of this server.

    It may be, with or without a port: a numeric address, a name without a dot, a name that only a home
    network has, or one of `names`.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name in names or (name and "." not in name and ":" not in name):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.endswith(_HOME)
    return True


def add_headers(response: Response) -> Response:
    """After each request: add the security headers, and how long the response may be cached."""
    is_file = request.endpoint == "static" or response.mimetype == "image/png"
    is_document = not is_file or response.mimetype in ("text/html", "image/svg+xml")
    for name, value in (HEADERS if is_document else OF_FILES).items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers["Content-Language"] = language()
        if choices().listens:
            response.headers["Permissions-Policy"] = _HEARS
    if request.endpoint == "static" and response.status_code < 400:
        known = request.view_args and request.args.get("v") == version(request.view_args["filename"])
        response.headers["Cache-Control"] = _FOREVER if known else "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
    else:
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Vary"] = VARY
    return response


def add_version(endpoint: str, values: dict[str, Any]) -> None:
    """Put the version of a static file in its URL: a browser may cache it forever and never shows an old one."""
    if endpoint == "static" and "filename" in values:
        values["v"] = version(values["filename"])


def version(filename: str) -> str:
    """A short hash of the static file's contents; empty if there is no such file."""
    try:
        return _fingerprint(filename, tuple(each.stat().st_mtime_ns for each in files_of(filename)))
    except OSError:
        return ""


@cache
def _fingerprint(filename: str, changed: tuple[int, ...]) -> str:  # noqa: ARG001 - a changed file is read again
    return hashlib.sha256(b"".join(each.read_bytes() for each in files_of(filename))).hexdigest()[:12]


REMEMBERED = 5000  # addresses or links of each kind at a time; the least active are dropped first


class Limit(NamedTuple):
    """At most `most` times at once, then as many again every `seconds`."""

    most: int
    seconds: float


WRONG_CODES = Limit(10, 600)  # per address
ALL_WRONG_CODES = Limit(120, 600)  # in total; beyond that,
FURTHER_WRONG_CODES = Limit(2, 1800)  # per address, or per IPv6 site
ENTRIES_OF_LINK = Limit(200, 20)
ENTRIES_OF_ADDRESS = Limit(1200, 20)
HOUR = 3600.0

Counted = tuple[str, str, Limit]  # what is done, by whom ("" for the total), and how often it may be


# Half a step of tolerance allows for rounding errors. If the clock was set back, nobody waits for longer than the limit
# lasts.
_TAKE = """
    INSERT INTO pace VALUES (:what, :whom, :at + :step) ON CONFLICT DO UPDATE
    SET free_at = max(min(free_at, :at + :seconds), :at) + :step
    WHERE free_at <= :at + :seconds - :step / 2 OR free_at > :at + :seconds + :step
    RETURNING free_at
"""
_GIVE_BACK = "UPDATE pace SET free_at = free_at - :step WHERE what = :what AND whom = :whom"
_FREE_AT = "SELECT free_at FROM pace WHERE what = :what AND whom = :whom"
_NUMBER = "SELECT count(*) FROM pace WHERE what = :what"
_FORGET = """
    DELETE FROM pace WHERE what = :what AND (free_at <= :at OR whom NOT IN (
        SELECT whom FROM pace WHERE what = :what ORDER BY free_at DESC LIMIT :most))
"""


class Pace:
    """How much of each limit is used up, stored as the time when all of it will be free again."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def take(self, what: str, whom: str, limit: Limit) -> float:
        """Count it and return 0 if it is allowed; else return the seconds to wait, without counting it."""
        at, key, step = now(), _digest(whom), limit.seconds / limit.most
        given = {"what": what, "whom": key, "at": at, "step": step, "seconds": limit.seconds}
        taken = self._moment.rows(_TAKE, **given)
        if taken and taken[0][0] == at + step:  # perhaps a new row
            self._forget(what, at)
        known = [] if taken else self._moment.rows(_FREE_AT, what=what, whom=key)
        # Negative if it could not be counted because the disk is full: the score book then says what is wrong.
        return max(0.0, float(known[0][0]) + step - at - limit.seconds) if known else 0.0

    def give_back(self, what: str, whom: str, limit: Limit) -> None:
        """Take back what was counted last."""
        self._moment.rows(_GIVE_BACK, what=what, whom=_digest(whom), step=limit.seconds / limit.most)

    def _forget(self, what: str, at: float) -> None:
        """If there are too many rows, keep those that still count, at most three quarters, so that this runs rarely."""
        counted = self._moment.rows(_NUMBER, what=what)
        if counted and counted[0][0] > REMEMBERED:
            self._moment.rows(_FORGET, what=what, at=at, most=REMEMBERED * 3 // 4)


def _digest(whom: str) -> bytes:
    return hashlib.blake2b(whom.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def open_a_table() -> None:
    """Count a new table, imported or not; 429 if this address, or all together, have opened too many."""
    hourly = current_app.config["TABLES_PER_HOUR"]
    count(("table", address(), Limit(hourly, HOUR)), ("table of all", "", Limit(4 * hourly, HOUR)))


def try_code() -> tuple[Counted, ...]:
    """Count a short code as wrong before it is checked; 429 if it may not be. If it is right, `uncount` it."""
    everybody = ("code of all", "", ALL_WRONG_CODES)
    mine = ("code", address(), WRONG_CODES)
    count(mine)
    try:
        count(everybody)
    except TooManyRequests:
        uncount(mine)
        further = ("further code", address(48), FURTHER_WRONG_CODES)
        count(mine, further)
        return mine, further
    return mine, everybody


def count(*counted: Counted) -> None:
    """Count something against each of the limits; 429, and nothing counted, if one of them is reached."""
    if not current_app.config["PACED"]:
        return
    for place, each in enumerate(counted):
        if wait := _pace().take(*each):
            uncount(*counted[:place])
            raise TooManyRequests(retry_after=int(wait) + 1)


def uncount(*counted: Counted) -> None:
    """Take back what was counted last: it did no harm."""
    for each in counted:
        _pace().give_back(*each)


def address(network: int = 64) -> str:
    """The client's address; of an IPv6 address the network of one household (64 bits) or of one site (48)."""
    text = request.remote_addr or ""
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return text
    if parsed.version == 4 or parsed.ipv4_mapped:
        return text
    return str(ipaddress.ip_network(f"{text.partition('%')[0]}/{network}", strict=False))


def _pace() -> Pace:
    found: Pace = current_app.extensions["referee-pace"]
    return found


def _count_entries() -> None:
    """Count a post by its address, and by its link if that opens a table."""
    counted: list[Counted] = [("entry", address(), ENTRIES_OF_ADDRESS)]
    link = (request.view_args or {}).get("link")
    if link and current_app.extensions["referee"].links.glance(link):
        counted.insert(0, ("entry by link", link, ENTRIES_OF_LINK))
    try:
        count(*counted)
    except TooManyRequests:
        say_once(f"From {address()} come more entries than anybody makes; they are held back.")
        raise
