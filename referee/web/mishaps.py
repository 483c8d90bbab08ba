"""When something goes wrong: what happened and what one can do, in a player's words."""

from __future__ import annotations

from typing import NamedTuple

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from referee.store import StoreError


class Mishap(NamedTuple):
    """A heading, what happened, and what one can do."""

    title: str
    what: str
    now: str


SAFE = "Nothing of what was said at the table is lost."
MISHAPS = {
    400: Mishap(
        "That was not understood",
        "The referee could not read what this page sent.",
        "Go back, load the page again and try once more.",
    ),
    403: Mishap(
        "That is not for this link",
        "The link that you opened does not allow this.",
        "Ask whoever keeps score for another link.",
    ),
    404: Mishap(
        "There is no such page",
        "The link may be mistyped or cut off, or it was withdrawn.",
        "Ask at the table for the link, or scan its code again.",
    ),
    405: Mishap(
        "That page only takes a form",
        "It was opened as a page, and there is nothing to see.",
        "Go back to the table.",
    ),
    409: Mishap(
        "Somebody was faster",
        "Something else was said at the table in the meantime.",
        "Look at the table as it is now, then choose again.",
    ),
    413: Mishap(
        "That is too long",
        "The page sent more than the referee takes at once.",
        "Shorten it and send it again.",
    ),
    422: Mishap(
        "Something is missing",
        "Not everything that the form asks for was filled in as it should be.",
        "Go back and look at what is marked.",
    ),
    429: Mishap(
        "A moment, please",
        "This phone asks more often than the referee can answer.",
        "Wait a few seconds, then load the page again.",
    ),
    500: Mishap(
        "The referee made a mistake", f"It is the program's, not yours. {SAFE}", "Load the page again."
    ),
    503: Mishap(
        "The score book cannot be opened",
        f"What you just sent was not written down. {SAFE}",
        "Try again in a moment. If it stays so, look at the computer where the referee runs.",
    ),
}
OLD_PAGE = Mishap(
    "This page is too old",
    "It was opened before the referee was set up anew, so what it sent was not taken.",
    "Load the page again and repeat what you did.",
)
FOREIGN_NAME = Mishap(
    "The referee does not go by that name",
    "It answers to its numeric address and to names of the home network only.",
    "Open the address that it showed when it was started.",
)


def register(app: Flask) -> None:
    """Have `app` answer every error with the page of its mishap."""
    app.register_error_handler(CSRFError, lambda _: tell(OLD_PAGE, 400))
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(StoreError, _store)


def tell(mishap: Mishap, status: int) -> tuple[str, int, dict[str, str]]:
    """The answer with that HTTP status: a page, for htmx only the part of it that tells. It never fails."""
    template = "_mishap.html" if request.headers.get("HX-Request") else "error.html"
    try:
        return render_template(template, mishap=mishap, status=status), status, {}
    except Exception:  # whatever is wrong with the page, its words must still arrive
        current_app.logger.exception("The page of a mishap could not be drawn")
        return "\n\n".join(mishap), status, {"Content-Type": "text/plain; charset=utf-8"}


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error
    body, status, headers = tell(
        MISHAPS.get(error.code, MISHAPS[400 if error.code < 500 else 500]), error.code
    )
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return body, status, {**headers, **kept}


def _store(error: StoreError) -> ResponseReturnValue:
    current_app.logger.error("%s", error)
    return tell(MISHAPS[503], 503)
