"""What the pages share: the store, htmx and the check of forms. Pages import it; it imports no page."""

from __future__ import annotations

from flask import current_app
from flask_htmx import HTMX
from flask_wtf import CSRFProtect

from referee.storage.store import Store

htmx = HTMX()
csrf = CSRFProtect()


def store() -> Store:
    """The store of the application that answers the present request."""
    found: Store = current_app.extensions["referee"]
    return found
