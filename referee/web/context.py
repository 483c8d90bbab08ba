"""What the pages share: the store, htmx and the check of forms. Pages import it; it imports no page."""

from __future__ import annotations

from typing import Any

from flask import current_app, g, request, session
from flask_htmx import HTMX
from flask_wtf import CSRFProtect

from referee.storage.store import Store

KNOWN = 2000  # tokens


class CheckedOnce(CSRFProtect):  # type: ignore[misc]  # Flask-WTF has no types
    """A token that was good is good in the same session as long as the server runs: phones send one all evening.

    It saves 4 parts in a hundred of a posted move. Over HTTPS more is looked at, so there each request is checked.
    """

    def __init__(self) -> None:
        super().__init__()
        self._good: set[tuple[Any, str]] = set()

    def protect(self, apply_exemptions: bool = False) -> None:
        """Refuse a request that is posted without the token of its session."""
        if request.method != "POST":
            super().protect(apply_exemptions)
            return
        pair = session.get("csrf_token"), request.form.get("csrf_token", "")
        if pair in self._good and not request.is_secure:
            g.csrf_valid = True
            return
        super().protect(apply_exemptions)
        if g.get("csrf_valid") and pair[1]:
            self._good = self._good if len(self._good) < KNOWN else set()
            self._good.add(pair)


htmx = HTMX()
csrf = CheckedOnce()


def store() -> Store:
    """The store of the application that answers the present request."""
    found: Store = current_app.extensions["referee"]
    return found
