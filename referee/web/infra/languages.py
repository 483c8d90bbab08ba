"""Which language a page is in, the phone's own or the one chosen on it, and what its scripts say in that language."""

from __future__ import annotations

import re
from functools import lru_cache

from flask import Flask, Response, request
from flask_babel import Babel
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.engine.messages import _, _n, _p, locale_in_use, marked, use_locale
from referee.translations.catalogues import ENGLISH, offered, translator_of
from referee.web.infra.visitors import choices


def language() -> str:
    """The code of the language in which the present request is answered."""
    wanted = choices().language
    if wanted in offered():
        return wanted
    return language_of_browser()


def language_of_browser() -> str:
    """The code of the language that the phone asks for by itself."""
    return _best_of(tuple(offered()), request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=200)
def _best_of(offers: tuple[str, ...], asked: str) -> str:
    """The best of ours for what a browser asks in its header."""
    wanted = parse_accept_header(asked, LanguageAccept)
    return wanted.best_match(offers, default=ENGLISH) or ENGLISH


def _m(template: str, **values: object) -> Markup:
    """A sentence that has marks of HTML in itself; what fills it is escaped."""
    translator = locale_in_use()
    return Markup(template if translator is None else translator.gettext(template)).format(**values)  # noqa: S704


_TILE = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])")


def unbroken(words: object) -> Markup:
    """Words in which no tile is broken at the end of a line, as its hyphen allows."""
    text = str(escape(words))
    return Markup(_TILE.sub(r'<span class="unbroken">\g<0></span>', text))  # noqa: S704 - escaped above


def register(app: Flask) -> None:
    """Answer each request in the phone's language, refusals too; every page hands its scripts their words."""
    Babel(app, default_locale=ENGLISH, default_timezone="UTC", locale_selector=language)
    app.before_request(lambda: use_locale(translator_of(language())))
    app.teardown_request(lambda _error: use_locale(None))
    app.after_request(_name_it)
    app.jinja_env.filters["unbroken"] = unbroken
    app.jinja_env.globals.update(_=_, _p=_p, _n=_n, _m=_m, language=language, languages=offered)
    app.jinja_env.globals.update(script_words=script_words, speech_words=speech_words)


def _name_it(response: Response) -> Response:
    """The same address answers in several languages."""
    if response.mimetype == "text/html":
        response.headers["Content-Language"] = language()
    return response


# Each by the name that a script asks for; `{what}` is filled in on the phone.
WORDS = {
    "lost": marked("No connection"),
    "as": marked("As it was at {what}"),
    "one": marked("1 move waits"),
    "moves": marked("{what} moves wait"),
    "behind": marked("No news since {what}"),
    "entered": marked("what you entered"),
    "muggins": marked("muggins {what}"),
    "claim": marked("claim {what}"),
    "waits": marked("Not sent yet: {what}."),
    "after": marked("It goes after the one above."),
    "again": marked("Trying again."),
    "back": marked("Take it back"),
    "backing": marked("Taking back: {what}."),
    "asking": marked("It may have arrived already. The referee is asked first."),
    "stays": marked("{what} is in the game already."),
    "undo": marked("If it should not count, undo it at the table."),
    "unknown": marked("{what} may be in the game."),
    "fate": marked("{what} was not written down."),
    "read": marked("All right"),
    "keep": marked("Enter it now"),
    "drop": marked("Leave it out"),
    "turn": marked("{name} to play"),
    "lays": marked("{name} lays {tile}"),
    "draws": marked("{name} draws a tile"),
    "passes": marked("{name} passes"),
    "unsent": marked("not sent yet"),
    "points": marked("points later"),
    "later": marked("Waiting for the referee"),
    "where": marked("{what}: where?"),
    "end": marked("On {what}"),
    "why": marked("The table shows why."),
    "closed": marked("The link does not open the table now."),
    "refused": marked("This link may not enter it."),
    "busy": marked("The referee cannot take it just now."),
    "not": marked("The referee did not take it."),
    "gone": marked("{what} is gone"),
    "copy": marked("Copy the link"),
    "text": marked("Copy as text"),
    "copied": marked("Copied"),
}

# The same for a phone that speaks or listens; only such a phone is given them. What is listened for are ways to say
# a thing, with commas between them; `numbers` are those of 0 to 15, with semicolons between two numbers. `train` are the
# words around the name of a train, letters by themselves included ("Ana's train" is heard as "ana s train").
SPEECH = {
    "speak": marked("Enter by voice"),
    "stop": marked("Stop listening"),
    "listening": marked("Listening: say a tile, or “draw”, “pass”, “undo”."),
    "heard": marked("Heard: {what}."),
    "unclear": marked("Heard “{what}”, and did not understand it. Try “six four on double six”."),
    "missing": marked("Heard “{what}”. That cannot be entered now."),
    "nothing": marked("Nothing was heard."),
    "forbidden": marked("This phone does not let the page listen."),
    "place": marked("{tile} on {place}"),
    "numbers": marked(
        "zero, blank, oh; one, won; two, to, too; three; four, for; five; six; seven; eight, ate; nine; ten; eleven;"
        " twelve; thirteen; fourteen; fifteen"
    ),
    "double": marked("double"),
    "on": marked("on, onto, against"),
    "train": marked("train, trains, the, of, s"),
    "my": marked("my, mine, my own"),
    "fillers": marked("the, a, and, lay, lays, play, plays, tile"),
    "draw": marked("draw, draw a tile, i draw"),
    "pass": marked("pass, i pass, knock"),
    "undo": marked("undo, take it back"),
}


def speech_words() -> dict[str, str]:
    """What a phone says that speaks or listens, and what it listens for, in the language of the present request."""
    return {name: _(words, what="{what}", tile="{tile}", place="{place}") for name, words in SPEECH.items()}


def script_words() -> dict[str, str]:
    """What the scripts say, by name, in the language of the present request."""
    return {name: _(words, what="{what}", name="{name}", tile="{tile}") for name, words in WORDS.items()}
