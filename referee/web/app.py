"""The web application: its store, its settings and its blueprints put together."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask import Flask, current_app, request, session
from flask.sessions import SecureCookieSessionInterface
from flask_htmx import HTMX
from flask_wtf import CSRFProtect
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import places
from referee.store import Store, StoreError
from referee.web import guard, mishaps, pace, squeeze

DATABASE = "referee.db"
SECRET_KEY = "secret-key"  # noqa: S105 - the name of its file
LIMIT = 64 * 1024  # bytes; the longest form is far shorter

htmx = HTMX()
csrf = CSRFProtect()


def create_app(data_dir: str | Path | None = None, config: Mapping[str, Any] | None = None) -> Flask:
    """The application, with its database and secret key in `data_dir` (made where there is none).

    Without `data_dir`: `places.data_dir()`. `config` goes over the settings below. Raises StoreError where
    the database cannot be used or the secret key can be neither read nor made.
    """
    folder = Path(data_dir) if data_dir is not None else places.data_dir()
    app = Flask("referee", template_folder=str(places.TEMPLATES), static_folder=str(places.STATIC))
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
    )
    app.config.update(config or {})
    opened = app.extensions["referee"] = Store(app.config["DATABASE_FILE"] or folder / DATABASE)
    try:
        app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or _secret_key(folder / SECRET_KEY)
    except StoreError:
        opened.close()
        raise
    answer_quickly(app)
    if app.config["BEHIND_PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_host=1, x_prefix=1)  # type: ignore[method-assign]
    app.session_interface = Sessions()
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
        downloads,
        health,
        works,
    ):
        app.register_blueprint(blueprint)


def answer_quickly(app: Flask) -> None:
    """Let what phones ask each second be answered before anything else is looked at."""
    from referee.web.quick import QuickNews

    app.wsgi_app = QuickNews(app, app.wsgi_app)  # type: ignore[method-assign]


def _allow_files() -> None:
    """A record may be longer than a form; asked before anybody looks into what was sent."""
    from referee.web.downloads import allow_files

    allow_files()


class OfAnyClock(TimestampSigner):
    """Believes what it has signed, though the computer's clock has been put back since.

    A small computer without a clock of its own begins in the past each time; phones must not lose their tables.
    """

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """What was signed; SignatureExpired where that is longer ago than `max_age` seconds."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload]
        except SignatureExpired as error:
            if error.date_signed is None or error.date_signed <= datetime.now(UTC):
                raise
            return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class Sessions(SecureCookieSessionInterface):
    """What came over HTTPS is kept for HTTPS; over a home network there is none."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs the cookies and reads them again."""
        found = super().get_signing_serializer(app)
        if found is not None:
            found.signer = OfAnyClock
        return found

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether a browser may send the cookie over HTTPS only."""
        return super().get_cookie_secure(app) or request.is_secure


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
