"""The cookies of phones: over HTTPS if there is one, and believed though the computer's clock was put back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer


class OfAnyClock(TimestampSigner):
    """Believes what it has signed, though the computer's clock has been put back since.

    A small computer without a clock of its own begins in the past each time; phones must not lose their tables.
    """

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """What was signed; SignatureExpired if that is longer ago than `max_age` seconds."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload]
        except SignatureExpired as error:
            if error.date_signed is None or error.date_signed <= datetime.now(UTC):
                raise
            return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class SecureWhereItCan(SecureCookieSessionInterface):
    """What came over HTTPS is kept for HTTPS; over a home network there is none."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs the cookies and reads them again."""
        found = super().get_signing_serializer(app)
        if found is not None:
            found.signer = OfAnyClock
        return found

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether a browser may send the cookie over HTTPS only."""
        return super().get_cookie_secure(app) or request.is_secure
