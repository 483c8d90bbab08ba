"""When something goes wrong: what happened and what one can do, in a player's words."""

import logging
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from flask import Flask, current_app, render_template, request, session
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.exceptions import HTTPException, TooManyRequests

from referee.engine.messages import _, _n, marked
from referee.engine.spelling import escaped
from referee.storage.rows import StoreError, Trouble
from referee.web.infra.giving_way import OUT_OF_MEMORY, Crowded, TakesTooLong


class Mishap(NamedTuple):
    """A heading, what happened, and what one can do."""

    title: str
    what: str
    now: str


MISHAPS = {
    400: Mishap(
        marked("That was not understood"),
        marked("The referee could not read what this page sent."),
        marked("Go back, load the page again and try once more."),
    ),
    403: Mishap(
        marked("This link cannot do that"),
        marked("The link that you opened does not allow this."),
        marked("Ask the scorekeeper for another link."),
    ),
    404: Mishap(
        marked("There is no such page"),
        marked("The link may be mistyped, cut off or withdrawn, or its table may have been deleted."),
        marked("Ask at the table for the link, or scan its code again."),
    ),
    405: Mishap(
        marked("That page only takes a form"),
        marked("It was opened as a page, and there is nothing to see."),
        marked("Go back to the table."),
    ),
    409: Mishap(
        marked("Somebody was faster"),
        marked("Another entry was made at the table in the meantime."),
        marked("Look at the table as it is now, then choose again."),
    ),
    410: Mishap(
        marked("This link was withdrawn"),
        marked("This link no longer works, so nothing can be given back with it."),
        marked("Ask at the table for the link, or scan its code again."),
    ),
    413: Mishap(
        marked("That is too long"),
        marked("The page sent more than the referee takes at once."),
        marked("Go back: what you typed is still there. Shorten it and send it again."),
    ),
    422: Mishap(
        marked("Something is missing"),
        marked("Something in the form is missing or not right."),
        marked("Go back and look at what is marked."),
    ),
    429: Mishap(
        marked("A moment, please"),
        marked("This phone is sending too many requests."),
        marked("Wait a few seconds, then load the page again."),
    ),
    500: Mishap(
        marked("The referee made a mistake"),
        marked("It is not your fault. Nothing entered at the table is lost."),
        marked("Load the page again."),
    ),
    503: Mishap(
        marked("The score book cannot be opened"),
        marked("What you just sent was not saved. Nothing entered at the table is lost."),
        marked("Try again in a moment. If it goes on, look at the computer where the referee runs."),
    ),
}
_DAMAGED = Mishap(
    marked("The score book is damaged"),
    marked(
        "The computer where the referee runs cannot read all of it any more, so nothing more is written down."
    ),
    marked(
        "Look there: it says what to do, and what can still be read is saved. "
        "Until then, keep score on paper."
    ),
)
TROUBLES = {
    Trouble.BUSY: Mishap(
        marked("The score book is in use"),
        marked(
            "Another program is using it. What you just sent was not saved. "
            "Nothing entered at the table is lost."
        ),
        marked("Send it again in a moment."),
    ),
    Trouble.FULL: Mishap(
        marked("The disk is full"),
        marked(
            "The computer where the referee runs has no room left. What you just sent was not saved. "
            "Nothing entered at the table is lost."
        ),
        marked("Make room there, then send it again."),
    ),
    Trouble.READ_ONLY: Mishap(
        marked("The score book is read-only"),
        marked(
            "The computer where the referee runs does not allow anything to be written. "
            "What you just sent was not saved. Nothing entered at the table is lost."
        ),
        marked("Ask somebody to look there, then send it again."),
    ),
    Trouble.DAMAGED: _DAMAGED,
    Trouble.FAILING: _DAMAGED,
    Trouble.GONE: _DAMAGED,
    Trouble.OTHER: MISHAPS[503],
}
CROWDED = Mishap(
    marked("One moment"),
    marked("The referee is loading a long game. Nothing entered there is lost."),
    marked("The page loads itself again in a second. If you sent something, send it again then."),
)
NO_MEMORY = Mishap(
    marked("That was too much at once"),
    marked(
        "The computer where the referee runs had no memory left for this. "
        "Nothing entered at the table is lost."
    ),
    marked("Load the page again in a moment. If you sent something, look first whether it is there."),
)
TOO_OFTEN = Mishap(
    marked("Not so often, please"),
    marked("This was done very often from here in a short time."),
    "",  # says how many minutes to wait
)
SOON = 10  # seconds; for a longer wait the page says how many minutes
WAIT = 5  # seconds until a phone may retry by itself
AGAIN = (429, 500, 503)  # worth a retry
TOLD = 10.0  # seconds until the terminal may repeat a line: every phone keeps polling
OLD_PAGE = Mishap(
    marked("This page is too old"),
    marked("It was opened before the referee was reinstalled, so what it sent was not accepted."),
    marked("Load the page again and repeat what you did."),
)
NO_COOKIE = Mishap(
    marked("This phone sent no cookie"),
    marked("The referee recognizes a phone by one cookie. Without it, what you sent was not accepted."),
    marked("Allow cookies for this address. Then load the page again and repeat what you did."),
)
TOO_LONG = Mishap(
    marked("This match is too long for that page"),
    marked("The referee stopped making it, so that nobody else has to wait. Nothing is lost."),
    marked("Go back and take the whole game as one file instead: that is made in the background."),
)
FOREIGN_NAME = Mishap(
    marked("The referee does not answer to that name"),
    marked("It answers to its numeric address and to names of the home network only."),
    marked("Open the address that it showed when it was started."),
)


def register(app: Flask) -> None:
    """Make `app` answer every error with a page that explains it."""
    app.logger.addFilter(_escape)
    app.register_error_handler(CSRFError, _old_page)
    app.register_error_handler(TakesTooLong, lambda _error: tell(TOO_LONG, 503))
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(StoreError, _store)
    app.register_error_handler(Crowded, _crowded)
    for each in OUT_OF_MEMORY:
        app.register_error_handler(each, _no_memory)


def _escape(line: logging.LogRecord) -> bool:
    """Make a line of the log safe to print: what a request contains may be invisible."""
    line.msg, line.args = escaped(line.getMessage()), ()
    return True


def tell(
    mishap: Mishap, status: int, headers: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, int, dict[str, str]]:
    """The response with that HTTP status: a page, or only its partial for htmx. It never fails."""
    told = Mishap(*map(_, mishap))
    template = "infra/_error.html" if request.headers.get("HX-Request") else "infra/error.html"
    if request_ctx.url_adapter is not None:  # else an impossible host name: no URL can be built
        try:
            page = render_template(template, mishap=told, status=status, again=_sent(status))
        except Exception:  # whatever is wrong with the page, its words must still arrive
            current_app.logger.exception("The page of a mishap could not be drawn")
        else:
            return page, status, dict(headers)
    return "\n\n".join(told), status, {**headers, "Content-Type": "text/plain; charset=utf-8"}


def _old_page(_error: CSRFError) -> ResponseReturnValue:
    """Send a new token, so that an entry kept on a phone can be sent again; only pages of ours can read the header."""
    lacks_cookie = (
        "csrf_token" in request.form and current_app.config["SESSION_COOKIE_NAME"] not in request.cookies
    )
    return tell(NO_COOKIE if lacks_cookie else OLD_PAGE, 400, {"Referee-Token": str(generate_csrf())})


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error
    if isinstance(getattr(error, "original_exception", None), OUT_OF_MEMORY):  # the view had returned
        return _no_memory(MemoryError())
    mishap = MISHAPS.get(error.code, MISHAPS[400 if error.code < 500 else 500])
    if isinstance(error, TooManyRequests) and isinstance(wait := error.retry_after, int) and wait > SOON:
        again = _n("Try again in {n} minute.", "Try again in {n} minutes.", -(-wait // 60))
        mishap = TOO_OFTEN._replace(now=again)
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return tell(mishap, error.code, kept)


def _sent(status: int) -> list[tuple[str, str]]:
    """The posted fields, if sending them again may help, so that nobody has to type them again."""
    if (
        request.method != "POST"
        or status not in AGAIN
        or any(each.filename for each in request.files.values())
    ):
        return []
    return list(request.form.items(multi=True))


def _store(error: StoreError) -> ResponseReturnValue:
    say_once(str(error))
    return tell(TROUBLES[error.trouble], 503, {"Retry-After": str(WAIT)})


def _crowded(_error: Crowded) -> ResponseReturnValue:
    is_page = request.method == "GET" and not request.headers.get("HX-Request")
    return tell(CROWDED, 503, {"Retry-After": "1", **({"Refresh": "1"} if is_page else {})})


def _no_memory(_error: Exception) -> ResponseReturnValue:
    """Drop the caches to free memory for the next request."""
    for each in ("referee-book", "referee-rendered"):
        current_app.extensions.pop(each, None)
    session.modified = False  # writing the cookie takes memory, too
    say_once(
        "There is no memory left. What pages need is read again; if this comes back, give the referee more."
    )
    return tell(NO_MEMORY, 503, {"Retry-After": str(WAIT)})


def say_once(sentence: str) -> None:
    """Log the sentence on the server's terminal, but repeat it only after a while."""
    said: dict[str, float] = current_app.extensions.setdefault("referee-said", {})
    now = time.monotonic()
    if now - said.get(sentence, -TOLD) >= TOLD:
        if len(said) > 100:
            said.clear()
        said[sentence] = now
        current_app.logger.error("%s", sentence)
