"""What is worked out for every request and comes out the same for thousands of them: addresses, and who is who."""

from __future__ import annotations

from collections.abc import Container, Mapping
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlencode

from flask import Flask, current_app, g, has_request_context, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.wrappers import Request
from flask_wtf import CSRFProtect
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

MOST = 4000  # addresses, and as many cookies
_PLAIN = "!$'()*,/:;?@"  # what Werkzeug leaves as it is behind a question mark
_EVERYTHING: Container[str] = frozenset()


class RefereeApp(Flask):
    """Flask, which remembers the addresses within a page that it has built. They depend on nothing but what is named."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._built: dict[tuple[object, ...], str] = {}
        self._named_by: dict[str, Container[str]] = {}

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """The address of an endpoint, as Flask builds it."""
        is_plain = has_request_context() and endpoint != "static" and endpoint[:1] != "."
        if not is_plain or values.get("_external") or values.get("_scheme"):
            return super().url_for(endpoint, **values)
        asks = self._asked_of(endpoint, values) if len(values) > 1 else {}
        for name in asks:
            del values[name]
        key = (request.script_root, endpoint, *((name, type(value), value) for name, value in values.items()))
        try:
            built = self._built.get(key)
        except TypeError:  # a value that is a list
            return super().url_for(endpoint, **{**values, **asks})
        if built is None:
            if len(self._built) >= MOST:
                self._built.clear()
            built = self._built[key] = super().url_for(endpoint, **values)
        return f"{built}?{urlencode(asks, safe=_PLAIN)}" if asks else built

    def _asked_of(self, endpoint: str, values: Mapping[str, Any]) -> dict[str, str | int]:
        """What differs from page to page, such as the number of an event: put behind the address once that is built.

        Nothing where an address has more than a path and a question.
        """
        named = self._named_by.get(endpoint)
        if named is None:
            rules = list(self.url_map.iter_rules(endpoint))
            named = rules[0].arguments if len(rules) == 1 and not rules[0].defaults else _EVERYTHING
            self._named_by[endpoint] = named
        if named is _EVERYTHING or "_anchor" in values or "_method" in values:
            return {}
        asks = {name: value for name, value in values.items() if name not in named and value is not None}
        return asks if all(type(value) in (str, int) for value in asks.values()) else {}


class KnownTokens(CSRFProtect):  # type: ignore[misc]  # Flask-WTF has no types
    """The check that a form is from a page of ours. A phone sends the same token a thousand times: that we signed it for
    this very session is looked at once, where tokens do not grow old."""

    def __init__(self) -> None:
        super().__init__()
        self._good: set[tuple[object, ...]] = set()

    def protect(self, apply_exemptions: bool = False) -> None:
        """Refuse what was posted without a good token."""
        config = current_app.config
        if request.method not in config["WTF_CSRF_METHODS"] or request.is_secure or not request.endpoint:
            super().protect(apply_exemptions)
            return
        name = config["WTF_CSRF_FIELD_NAME"]
        secret = config.get("WTF_CSRF_SECRET_KEY") or current_app.secret_key
        shown = (secret, session.get(name), request.form.get(name))
        if all(shown) and shown in self._good:
            g.csrf_valid = True
            return
        super().protect(apply_exemptions)
        if all(shown) and g.get("csrf_valid") and config["WTF_CSRF_TIME_LIMIT"] is None:
            if len(self._good) >= MOST:
                self._good.clear()
            self._good.add(shown)


class OfAnyClock(TimestampSigner):
    """Believes what it has signed, though the computer's clock has been put back since.

    A small computer without a clock of its own begins in the past each time; phones must not lose their tables.
    """

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """What was signed; SignatureExpired where that is longer ago than `max_age` seconds."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload]
        except SignatureExpired as error:
            if error.date_signed is None or error.date_signed <= datetime.now(UTC):
                raise
            return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class SecureWhereItCan(SecureCookieSessionInterface):
    """What came over HTTPS is kept for HTTPS; over a home network there is none.

    A phone sends the same cookie a thousand times: that we signed it is looked at once.
    """

    def __init__(self) -> None:
        self._ours: dict[str, str] = {}
        self._day = date.min

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs the cookies and reads them again."""
        found = super().get_signing_serializer(app)
        if found is not None:
            found.signer = OfAnyClock
        return found

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether a browser may send the cookie over HTTPS only."""
        return super().get_cookie_secure(app) or request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the phone's cookie says; nothing where it is not ours."""
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        today = datetime.now(UTC).date()
        if today != self._day:  # one may have grown too old
            self._ours.clear()
            self._day = today
        known = self._ours.get(cookie)
        if known is not None:
            return self.session_class(self.serializer.loads(known))
        found = super().open_session(app, request)
        if found:
            if len(self._ours) >= MOST:
                self._ours.clear()
            self._ours[cookie] = self.serializer.dumps(dict(found))
        return found
