"""How much processor time a page may take: one that would keep the others waiting stops and says so.

Nothing is kept of a page that stops. Whatever loops over a log for a page calls `spend` as it goes.
"""

from __future__ import annotations

import time

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException


class TakesTooLong(HTTPException):
    """The page has used up its time; the answer is 503."""

    code = 503


def register(app: Flask) -> None:
    """Have `app` count, from now on, what each page takes."""
    app.before_request(_begin)


def _begin() -> None:
    g.began = time.thread_time()


def spend(_done: int = 0, _total: int = 0) -> None:
    """Go on if this page has time left; raises TakesTooLong if it is a GET and has not."""
    if request.method in ("GET", "HEAD") and is_spent():
        raise TakesTooLong


def is_spent() -> bool:
    """Whether this request has used up its time."""
    seconds: float = current_app.config["PAGE_SECONDS"]
    began: float = g.began
    return time.thread_time() - began > seconds
