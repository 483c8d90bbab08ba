"""The phone behind a request: its cookie, the links it has opened, its settings and its language.

The session holds the links opened last; the others are stored under a secret. Cookies are limited to HTTPS if it
is in use, and stay valid if the computer's clock is set back.
"""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, NamedTuple

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_babel import Babel
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.engine.messages import _, _n, _p, locale_in_use, use_locale
from referee.storage.rows import RANK, RecentRow, StoreError
from referee.translations.catalogues import ENGLISH, offered, translator_of
from referee.web.context import store
from referee.web.infra.script_words import SPEECH, script_words


class ClockTolerantSigner(TimestampSigner):
    """A signer whose signatures stay valid if the computer's clock is set back.

    A small computer without a battery-backed clock starts in the past each time; phones must not lose their tables.
    """

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """The signed value; SignatureExpired if it is older than `max_age` seconds."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload]
        except SignatureExpired as error:
            if error.date_signed is None or error.date_signed <= datetime.now(UTC):
                raise
            return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class SecureOverHttps(SecureCookieSessionInterface):
    """Sessions whose cookie is limited to HTTPS if it was set over HTTPS; a home network has only HTTP."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The serializer that signs and reads the cookies."""
        found = super().get_signing_serializer(app)
        if found is not None:
            found.signer = ClockTolerantSigner
        return found

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether a browser may send the cookie over HTTPS only."""
        return super().get_cookie_secure(app) or request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002
        """When the cookie expires: a form that waits on a phone must still be accepted after the browser was closed."""
        return datetime.now(UTC) + app.permanent_session_lifetime


REMEMBERED = 40
LATELY = 200  # links, enough to tell what this phone is mostly used for
_KEY = "links"
_OWNER = "owner"
_PHONE = "phone"


def remember(link: str) -> None:
    """Put the link on top of those that the phone knows."""
    if not phone():
        session[_PHONE] = secrets.token_urlsafe(6)
    known = session_links()
    if known[:1] == [link]:
        return
    links = [link, *[each for each in known if each != link]]
    session[_KEY] = links[:REMEMBERED]
    with suppress(StoreError):  # a table can be read even if nothing can be written
        store().phones.remember(new_owner(), [link, *links[REMEMBERED:]])


def phone() -> str:
    """An id that tells this phone from others with the same link; "" before it has opened one."""
    known = session.get(_PHONE, "")
    return known if isinstance(known, str) else ""


def session_links() -> list[str]:
    """The links in the session, the one opened last first."""
    known = session.get(_KEY, [])
    return [each for each in known if isinstance(each, str)] if isinstance(known, list) else []


def known_links(most: int = -1) -> list[str]:
    """All links, the one opened last first; at most `most` of them if that is not negative."""
    kept = store().phones.links(owner(), most) if owner() else []
    links = list(dict.fromkeys([*session_links(), *kept]))
    return links if most < 0 else links[:most]


def tables_known(most: int = -1) -> Iterator[RecentRow]:
    """The tables behind the links, the one used last first, each once, by the link that may do most.

    With `most` only those behind that many of the links opened last: a page then costs no more on a phone that knows
    thousands.
    """
    for _table, rows in groupby(store().recent(known_links(most)), key=lambda row: row.table.id):
        yield min(rows, key=lambda row: RANK[row.role])


def names_known() -> list[str]:
    """The players of the tables opened last, those met last first, without hidden names."""
    names = (name for row in tables_known(LATELY) for name in row.table.players)
    hidden = set(names_hidden())
    return [name for name in dict.fromkeys(names) if name not in hidden]


def names_hidden() -> list[str]:
    """The names hidden from this phone's list."""
    return store().phones.hidden(owner()) if owner() else []


def owner() -> str:
    """The secret under which this phone's data is stored; "" before it has opened a table or saved anything."""
    known = session.get(_OWNER, "")
    return known if isinstance(known, str) else ""


def new_owner() -> str:
    """The same secret, created if the phone has none yet."""
    if not owner():
        session[_OWNER] = secrets.token_urlsafe(18)
    return owner()


CHOICES = "choices"


class PhoneChoices(NamedTuple):
    """The settings of this phone: `name` is its player's, as in the scores; `language` is a code, "" for the
    browser's."""

    vibrate: bool = True
    sound: bool = False
    left: bool = False
    large: bool = False
    coloured: bool = False
    aloud: bool = False
    listens: bool = False
    name: str = ""
    language: str = ""

    @property
    def classes(self) -> str:
        """The CSS classes for these settings."""
        return " ".join(each for each in ("left", "large", "coloured") if getattr(self, each))


_USUAL = PhoneChoices()
_USUAL_BY_NAME = _USUAL._asdict()


def choices() -> PhoneChoices:
    """The settings of this phone, with the defaults for what was not chosen."""
    kept = session.get(CHOICES)
    if not isinstance(kept, dict):
        return _USUAL
    known = {
        name: kept[name] for name, usual in _USUAL_BY_NAME.items() if type(kept.get(name)) is type(usual)
    }
    return PhoneChoices(**known)


def called(old: str, new: str) -> None:
    """Rename the player of this phone, if they were called `old`."""
    kept = session.get(CHOICES)
    if isinstance(kept, dict) and kept.get("name") == old:
        session[CHOICES] = {**kept, "name": new}


def language() -> str:
    """The code of the language for the response to this request."""
    wanted = choices().language
    if wanted in offered():
        return wanted
    return language_of_browser()


def language_of_browser() -> str:
    """The code of the language that the browser asks for."""
    return _best_of(tuple(offered()), request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=200)
def _best_of(offers: tuple[str, ...], asked: str) -> str:
    """The best match among our languages for an Accept-Language header."""
    wanted = parse_accept_header(asked, LanguageAccept)
    return wanted.best_match(offers, default=ENGLISH) or ENGLISH


def _m(template: str, **values: object) -> Markup:
    """A translated sentence that contains HTML; the values put into it are escaped."""
    translator = locale_in_use()
    return Markup(template if translator is None else translator.gettext(template)).format(**values)  # noqa: S704


def register(app: Flask) -> None:
    """Answer each request in the phone's language, errors included, and give templates the words for scripts."""
    app.session_interface = SecureOverHttps()
    Babel(app, default_locale=ENGLISH, default_timezone="UTC", locale_selector=language)
    app.before_request(lambda: use_locale(translator_of(language())))
    app.teardown_request(lambda _error: use_locale(None))
    app.context_processor(lambda: {"this_phone": choices()})
    app.jinja_env.globals.update(_=_, _p=_p, _n=_n, _m=_m, language=language, languages=offered)
    app.jinja_env.globals.update(script_words=script_words, speech_words=partial(script_words, SPEECH))
