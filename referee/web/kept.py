"""What is worked out for every request and comes out the same for thousands of them: addresses, and who is who."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from flask import Flask, has_request_context, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.wrappers import Request
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer

MOST = 4000  # addresses, and as many cookies


class RefereeApp(Flask):
    """Flask, which remembers the addresses within a page that it has built. They depend on nothing but what is named."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._built: dict[tuple[object, ...], str] = {}

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """The address of an endpoint, as Flask builds it."""
        is_plain = has_request_context() and endpoint != "static" and endpoint[:1] != "."
        if not is_plain or values.get("_external") or values.get("_scheme"):
            return super().url_for(endpoint, **values)
        named = tuple((name, type(value), value) for name, value in values.items())
        key = (request.script_root, endpoint, named)
        try:
            built = self._built.get(key)
        except TypeError:  # a value that is a list
            return super().url_for(endpoint, **values)
        if built is None:
            if len(self._built) >= MOST:
                self._built.clear()
            built = self._built[key] = super().url_for(endpoint, **values)
        return built


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
