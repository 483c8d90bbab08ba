"""Who is answered and what a browser may do with the answer."""

from __future__ import annotations

import hashlib
import ipaddress
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Response, current_app, request
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue

from referee.web.infra.errors import FOREIGN_NAME, tell
from referee.web.infra.phone_choices import choices
from referee.web.infra.static_files import files_of

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


def refuse_foreign_names() -> ResponseReturnValue | None:
    """Before each request: answer only to an address, a name of the home network or one in TRUSTED_NAMES."""
    # A name that no server can have (a part of more than 63 letters) leads to no page at all.
    if request_ctx.url_adapter is None or not is_trusted(request.host, current_app.config["TRUSTED_NAMES"]):
        return tell(FOREIGN_NAME, 400)
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
    is_document = request.endpoint != "static" or response.mimetype in ("text/html", "image/svg+xml")
    for name, value in (HEADERS if is_document else OF_FILES).items():
        if name.lower() not in told:
            response.headers.add(name, value)
    if response.mimetype == "text/html" and choices().listens:
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
