"""Which language a page is in: the phone's own, or the one chosen on it."""

from __future__ import annotations

import re
from functools import lru_cache

from flask import Flask, Response, request
from flask_babel import Babel
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.engine.messages import _, _n, _p, locale_in_use, use_locale
from referee.translations.catalogues import ENGLISH, offered, translator_of
from referee.web.infra.phone_choices import choices


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
    """Answer each request in the phone's language."""
    Babel(app, default_locale=ENGLISH, default_timezone="UTC", locale_selector=language)
    app.before_request(_speak)
    app.teardown_request(_be_silent)
    app.after_request(_name_it)
    app.jinja_env.filters["unbroken"] = unbroken
    app.jinja_env.globals.update(_=_, _p=_p, _n=_n, _m=_m, language=language, languages=offered)


def _speak() -> None:
    use_locale(translator_of(language()))


def _be_silent(_error: BaseException | None) -> None:
    use_locale(None)


def _name_it(response: Response) -> Response:
    """The same address answers in several languages."""
    if response.mimetype == "text/html":
        response.headers["Content-Language"] = language()
    return response
