"""Which language a page is in: the phone's own, or the one chosen on it; and where its words come from.

A language is one file, `referee/languages/<code>.po`, as every translator's tool reads it: a file put there is offered.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import cast

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, Response, request
from flask_babel import Babel
from markupsafe import Markup

from referee import places
from referee.web.phones import choices
from referee.wording import Tongue, _, _n, _p, speak, spoken

ENGLISH = "en"  # what the templates of all sentences are written in


@cache
def offered() -> dict[str, str]:
    """The languages there are, by code, each by its own name: "Español"."""
    codes = [ENGLISH, *sorted(path.stem for path in places.LANGUAGES.glob("*.po"))]
    return {code: _own_name(code) for code in codes}


def _own_name(code: str) -> str:
    name = Locale.parse(code).get_display_name(code) or code
    return name[0].upper() + name[1:]


@cache
def tongue_of(code: str) -> Tongue | None:
    """The words of a language; None for English, which the sentences are written in."""
    return None if code == ENGLISH else read_tongue(places.LANGUAGES / f"{code}.po")


def read_tongue(path: Path) -> Tongue:
    """The words in one catalogue. Where it has none for a sentence, the sentence is said in English."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return cast(Tongue, Translations(compiled))


def language() -> str:
    """The code of the language in which the present request is answered."""
    wanted = choices().language
    if wanted in offered():
        return wanted
    return request.accept_languages.best_match(offered(), default=ENGLISH) or ENGLISH


def _m(template: str, **values: object) -> Markup:
    """A sentence that has marks of HTML in itself; what fills it is escaped."""
    tongue = spoken()
    return Markup(template if tongue is None else tongue.gettext(template)).format(**values)  # noqa: S704


def register(app: Flask) -> None:
    """Answer each request in the language of whoever asks."""
    Babel(app, default_locale=ENGLISH, default_timezone="UTC", locale_selector=language)
    app.before_request(_speak)
    app.teardown_request(_be_silent)
    app.after_request(_name_it)
    app.jinja_env.globals.update(_=_, _p=_p, _n=_n, _m=_m, language=language, languages=offered)


def _speak() -> None:
    speak(tongue_of(language()))


def _be_silent(_error: BaseException | None) -> None:
    speak(None)


def _name_it(response: Response) -> Response:
    """The same address answers in several languages."""
    if response.mimetype == "text/html":
        response.headers["Content-Language"] = language()
        response.vary.add("Accept-Language")
    return response
