"""Who is answered, how often, and what a browser may do with the answer.

Things are counted by address, by link and in all, for all processes that serve one book. A home shares one address, so
entries are counted generously there; what is guarded is that short codes cannot be tried out and that no script floods
the score book.

What is counted takes one number under a key of fixed size, and there are at most REMEMBERED of a kind: nobody who
asks fills the memory. Flask-Limiter was looked at instead. Its storage in memory (limits 5.8) keeps each key as it
came, and as many as come: 48 MB after 100,000 addresses, 12 MB after fifty names of 240 kB; this keeps less than
1 MB of either.

How safe a short code is: there are 23 ** 6, 148 million. Of one address ten wrong ones are looked at, then one a
minute. As soon as many are wrong in all, of each address two more are looked at, then one in fifteen minutes: at most
50 in the twelve hours that a code holds. A hundred addresses that guess all that time find the code of a given table
once in 30,000 evenings, ten thousand addresses once in 300. All the same nobody with the right code is refused whose
own address has not guessed.
"""

from __future__ import annotations

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
# What a style sheet, a script or a picture is told: the rest is about documents.
OF_FILES = {name: HEADERS[name] for name in ("Cross-Origin-Resource-Policy", "X-Content-Type-Options")}
# What a page is told on a phone that is asked to listen, and only there.
_HEARS = HEADERS["Permissions-Policy"].replace("microphone=()", "microphone=(self)")
# Nobody can own such a name on the internet, so no page from there can take its place (DNS rebinding).
_HOME = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test")
# What the same address answers differently by: the part of a page or all of it, packed or not, in a language.
VARY = "HX-Request, Accept-Encoding, Accept-Language"
_FOREVER = "public, max-age=31536000, immutable"


LIMIT = 64 * 1024  # bytes; the longest form is far shorter
_LONGEST = LARGEST + LIMIT  # a record, and what its form adds: its fields, two letters to end a line
# Where more may be sent. Both limits of a request are raised: the second holds for text fields, and for each piece that
# is read of a file.
LONGER = {
    "downloads.read_in": _LONGEST,
    "second_book.give": _LONGEST,
    "camera.look": camera.MOST_BYTES + LIMIT,
    "disputes.hold_against": camera.MOST_BYTES + LIMIT,
}


def guard() -> ResponseReturnValue | None:
    """Before each request is read: answer only to an address, a name of the home network or one in TRUSTED_NAMES; count
    what is posted; let a record be longer than a form."""
    # A name that no server can have (a part of more than 63 letters) leads to no page at all.
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
    """After each request: the security headers, and what may be kept for how long."""
    told = {name.lower() for name, _ in response.headers}
    is_file = request.endpoint == "static" or response.mimetype == "image/png"
    is_document = not is_file or response.mimetype in ("text/html", "image/svg+xml")
    for name, value in (HEADERS if is_document else OF_FILES).items():
        if name.lower() not in told:
            response.headers.add(name, value)
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
    """The address of a static file names its contents: a phone may keep it and never shows an old one."""
    if endpoint == "static" and "filename" in values:
        values["v"] = version(values["filename"])


def version(filename: str) -> str:
    """A short name for what is in the static file now; empty if there is no such file."""
    try:
        return _fingerprint(filename, tuple(each.stat().st_mtime_ns for each in files_of(filename)))
    except OSError:
        return ""


@cache
def _fingerprint(filename: str, changed: tuple[int, ...]) -> str:  # noqa: ARG001 - a changed file is read again
    return hashlib.sha256(b"".join(each.read_bytes() for each in files_of(filename))).hexdigest()[:12]


REMEMBERED = 5000  # addresses or links of each kind at a time; those that have done least are forgotten first


class Limit(NamedTuple):
    """At most `most` times at once, and as many again in `seconds`."""

    most: int
    seconds: float


WRONG_CODES = Limit(10, 600)  # by one address
ALL_WRONG_CODES = Limit(120, 600)  # by all together; above it,
FURTHER_WRONG_CODES = Limit(2, 1800)  # by one address, or by a whole site of the newer addresses
ENTRIES_OF_LINK = Limit(200, 20)
ENTRIES_OF_ADDRESS = Limit(1200, 20)
HOUR = 3600.0

Counted = tuple[str, str, Limit]  # what is done, by whom ("" for all together), how often it may be


# Counted if half a step at most is missing, for what is lost in adding. If the clock was put back, nobody waits for
# longer than the limit lasts.
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
    """How much of each limit is used up, as the time at which none of it will be."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def take(self, what: str, whom: str, limit: Limit) -> float:
        """Count it if it may be done: 0; else the seconds to wait, and it is not counted."""
        at, key, step = now(), _digest(whom), limit.seconds / limit.most
        given = {"what": what, "whom": key, "at": at, "step": step, "seconds": limit.seconds}
        taken = self._moment.rows(_TAKE, **given)
        if taken and taken[0][0] == at + step:  # perhaps a new one
            self._forget(what, at)
        known = [] if taken else self._moment.rows(_FREE_AT, what=what, whom=key)
        # Less than nothing if it could not be counted, on a full disk: the book then says what is wrong.
        return max(0.0, float(known[0][0]) + step - at - limit.seconds) if known else 0.0

    def give_back(self, what: str, whom: str, limit: Limit) -> None:
        """What was counted last does not count after all."""
        self._moment.rows(_GIVE_BACK, what=what, whom=_digest(whom), step=limit.seconds / limit.most)

    def _forget(self, what: str, at: float) -> None:
        """Of too many keep those that still count, three quarters at most, so that this is done seldom."""
        counted = self._moment.rows(_NUMBER, what=what)
        if counted and counted[0][0] > REMEMBERED:
            self._moment.rows(_FORGET, what=what, at=at, most=REMEMBERED * 3 // 4)


def _digest(whom: str) -> bytes:
    return hashlib.blake2b(whom.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def open_a_table() -> None:
    """Count a new table, imported or not; 429 if one address, or all together, open too many."""
    hourly = current_app.config["TABLES_PER_HOUR"]
    hold_back(("table", address(), Limit(hourly, HOUR)), ("table of all", "", Limit(4 * hourly, HOUR)))


def try_code() -> tuple[Counted, ...]:
    """Count a short code as wrong before it is looked at; 429 if it may not be looked at. If it is right: `let_go`."""
    everybody = ("code of all", "", ALL_WRONG_CODES)
    mine = ("code", address(), WRONG_CODES)
    hold_back(mine)
    try:
        hold_back(everybody)
    except TooManyRequests:
        let_go(mine)
        further = ("further code", address(48), FURTHER_WRONG_CODES)
        hold_back(mine, further)
        return mine, further
    return mine, everybody


def hold_back(*counted: Counted) -> None:
    """Count something against each of the limits; 429 if it would be too often for one of them."""
    if not current_app.config["PACED"]:
        return
    for place, each in enumerate(counted):
        if wait := _pace().take(*each):
            let_go(*counted[:place])
            raise TooManyRequests(retry_after=int(wait) + 1)


def let_go(*counted: Counted) -> None:
    """What was counted last did no harm."""
    for each in counted:
        _pace().give_back(*each)


def address(network: int = 64) -> str:
    """Where the request comes from; of the newer addresses the part that one household (64) or one site has."""
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
    """Count a post; by its link too, if that opens a table."""
    counted: list[Counted] = [("entry", address(), ENTRIES_OF_ADDRESS)]
    link = (request.view_args or {}).get("link")
    if link and current_app.extensions["referee"].links.glance(link):
        counted.insert(0, ("entry by link", link, ENTRIES_OF_LINK))
    try:
        hold_back(*counted)
    except TooManyRequests:
        say_once(f"From {address()} come more entries than anybody makes; they are held back.")
        raise
