"""A health check, for programs that monitor this one."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from referee.storage.rows import StoreError
from referee.web.context import store

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 if the score book can be read, 503 if it cannot."""
    try:
        store().check()
    except StoreError:
        return "The score book cannot be read.\n", 503, {"Content-Type": "text/plain; charset=utf-8"}
    return "ok\n", 200, {"Content-Type": "text/plain; charset=utf-8"}
