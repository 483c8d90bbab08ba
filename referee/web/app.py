"""The web application: its store, its settings and its blueprints put together."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Flask, current_app, request, session
from flask_htmx import HTMX
from markupsafe import Markup
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import places
from referee.store import Store, StoreError
from referee.web import guard, mishaps, pace, squeeze
from referee.web.kept import KnownTokens, RefereeApp, SecureWhereItCan
from referee.wording import spoken

DATABASE = "referee.db"
# What every part of the table's page is made of, by its file. Those in ALIKE come out the same wherever they are asked
# for the same.
PARTS = {
    "_parts.html": (
        "icon",
        "key",
        "cited",
        "action",
        "table_links",
        "top",
        "entry",
        "local",
        "bar",
        "picker",
    ),
    "_live.html": ("live",),
    "_scores.html": ("scores", "party"),
    "_words.html": ("words",),
}
ALIKE = ("icon", "key", "cited", "action", "table_links", "party")
SECRET_KEY = "secret-key"  # noqa: S105 - the name of its file
_LINE = Markup("\n")
LIMIT = 64 * 1024  # bytes; the longest form is far shorter

htmx = HTMX()
csrf = KnownTokens()


def create_app(data_dir: str | Path | None = None, config: Mapping[str, Any] | None = None) -> Flask:
    """The application, with its database and secret key in `data_dir` (made where there is none).

    Without `data_dir`: `places.data_dir()`. `config` goes over the settings below. Raises StoreError where
    the database cannot be used or the secret key can be neither read nor made.
    """
    folder = Path(data_dir) if data_dir is not None else places.data_dir()
    app = RefereeApp("referee", template_folder=str(places.TEMPLATES), static_folder=str(places.STATIC))
    app.config.update(
        MAX_CONTENT_LENGTH=LIMIT,
        MAX_FORM_MEMORY_SIZE=LIMIT,
        MAX_FORM_PARTS=200,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="referee",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        BEHIND_PROXY=False,
        DATABASE_FILE=None,  # its name, where it is not the usual one
        PACED=True,
        TABLES_PER_HOUR=60,  # by one address; all together four times as many
        TRUSTED_NAMES=(),
        WTF_CSRF_TIME_LIMIT=None,  # a game may last for longer than any hour
        WTF_I18N_ENABLED=False,  # no page shows the words of WTForms, and it would read their catalogue each time
    )
    app.config.update(config or {})
    app.jinja_options = {"cache_size": -1}  # a dozen templates make one page: all are kept, none is counted
    opened = app.extensions["referee"] = Store(app.config["DATABASE_FILE"] or folder / DATABASE)
    try:
        app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or _secret_key(folder / SECRET_KEY)
    except StoreError:
        opened.close()
        raise
    answer_quickly(app)
    if app.config["BEHIND_PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_host=1, x_prefix=1)  # type: ignore[method-assign]
    app.session_interface = SecureWhereItCan()
    speak_languages(app)
    app.before_request(guard.refuse_foreign_names)
    pace.register(app)
    app.before_request(_allow_files)
    csrf.init_app(app)
    htmx.init_app(app)
    app.before_request(_keep_the_session)
    app.after_request(squeeze.pack)
    app.after_request(guard.add_headers)
    app.url_defaults(guard.add_version)
    mishaps.register(app)
    register_blueprints(app)
    _share_parts(app)
    return app


def register_blueprints(app: Flask) -> None:
    """Every page, by the noun that it is about: the one place that names the blueprints."""
    from referee.web.disputes import disputes
    from referee.web.downloads import downloads
    from referee.web.entries import entries
    from referee.web.finding import finding
    from referee.web.health import health
    from referee.web.house import house
    from referee.web.joining import joining
    from referee.web.matchsheet import matchsheet
    from referee.web.naming import naming
    from referee.web.phones import phones
    from referee.web.players import players
    from referee.web.practice import practice
    from referee.web.rounds import rounds
    from referee.web.rulebook import rulebook
    from referee.web.sharing import sharing
    from referee.web.showdown.ranks import ranks
    from referee.web.tables import tables
    from referee.web.work import works

    for blueprint in (
        tables,
        finding,
        rounds,
        matchsheet,
        entries,
        disputes,
        joining,
        sharing,
        rulebook,
        ranks,
        house,
        players,
        naming,
        phones,
        practice,
        downloads,
        health,
        works,
    ):
        app.register_blueprint(blueprint)


def _share_parts(app: Flask) -> None:
    """What every part of the table's page is made of is there without asking: importing it costs more than using it.

    Whatever the parts themselves use (words of other languages too) has to be among the globals before.
    """
    known = app.jinja_env.globals
    known["alike"] = alike = SimpleNamespace()
    known["all_of"] = _all_of
    for file, names in PARTS.items():
        parts: Any = app.jinja_env.get_template(file).module
        for name in names:
            part = getattr(parts, name)
            known[name] = _kept_by_language(part) if name in ALIKE else part
            if name in ALIKE:
                setattr(alike, name, known[name])


def _all_of(part: Callable[[object], str], things: Iterable[object]) -> Markup:
    """The part for each of the things, one below the other."""
    return _LINE.join(map(part, things))


def _kept_by_language(part: Callable[..., str]) -> Callable[..., str]:
    def made(_tongue: Hashable, *given: object) -> str:
        return part(*given)

    kept: Any = lru_cache(maxsize=4096)(made)
    return lambda *given: kept(spoken(), *given)


def answer_quickly(app: Flask) -> None:
    """Let what phones ask each second be answered before anything else is looked at."""
    from referee.web.quick import QuickNews

    app.wsgi_app = QuickNews(app, app.wsgi_app)  # type: ignore[method-assign]


def speak_languages(app: Flask) -> None:
    """Everything after this, refusals too, is said in the language of whoever asks."""
    from referee.web import languages, scripts

    languages.register(app)
    scripts.register(app)


def _allow_files() -> None:
    """A record may be longer than a form; asked before anybody looks into what was sent."""
    from referee.web.downloads import allow_files

    allow_files()


def store() -> Store:
    """The store of the application that answers the present request."""
    found: Store = current_app.extensions["referee"]
    return found


def _keep_the_session() -> None:
    """A form that waits on a phone must still be welcome after the browser was closed."""
    if request.endpoint not in ("static", "health.healthz") and not session.permanent:
        session.permanent = True


def _secret_key(path: Path) -> str:
    """The key that signs the cookies: made once, readable by its owner only.

    Where two processes start at the same time, one makes it and the other waits until it has been written.
    """
    try:
        return _make_secret(path) or _read_secret(path)
    except OSError as error:
        raise StoreError(f"The secret key {path} can be neither read nor made: {error.strerror}.") from error


def _make_secret(path: Path) -> str:
    """A new key, written down; empty where there is one already.

    It gets its name when all of it is on the disk: a power cut or a full disk leaves no half of it behind.
    """
    if path.exists():
        return ""
    key = secrets.token_urlsafe(32)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        made = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="ascii") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        _name(unfinished, path)
    except FileExistsError:
        return ""
    finally:
        unfinished.unlink(missing_ok=True)
    return key


def _name(unfinished: Path, path: Path) -> None:
    """Give the file its name; FileExistsError where another process has been faster."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except OSError:  # a disk of a kind that gives a file one name only
        unfinished.rename(path)


def _read_secret(path: Path) -> str:
    for _ in range(50):
        if key := path.read_text("ascii").strip():
            return key
        time.sleep(0.02)
    raise StoreError(f"The secret key {path} is empty. Remove it; a new one will be made.")
