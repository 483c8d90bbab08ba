"""Builds the web application: its store, settings, middleware and blueprints."""

import os
import secrets
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import paths
from referee.storage.database import keep_private
from referee.storage.rows import StoreError
from referee.storage.store import Store
from referee.web.context import cache_urls, csrf, htmx, share_macros
from referee.web.disputes.routes import disputes
from referee.web.history.entry import entries
from referee.web.history.routes import history, matchsheet
from referee.web.infra import errors, giving_way, presence, responses, security, typesetting, visitors
from referee.web.infra.files import Application, InMemory
from referee.web.infra.health import health
from referee.web.phone.routes import phones
from referee.web.players.addresses import PlayerName
from referee.web.players.naming import naming
from referee.web.players.routes import players
from referee.web.rulebook.routes import rulebook
from referee.web.table.camera.routes import cameras
from referee.web.table.poker.ranks import ranks
from referee.web.table.practice import practice
from referee.web.table.routes import rounds
from referee.web.table.without_tiles import without
from referee.web.tables.changing import changing
from referee.web.tables.home import finding
from referee.web.tables.house_rules import house
from referee.web.tables.routes import tables
from referee.web.tables.sharing import joining, sharing
from referee.web.transfer.routes import downloads
from referee.web.transfer.second_book import second_book
from referee.web.transfer.work import works
from referee.web.tv.routes import tv

SECRET_KEY = "secret-key"  # noqa: S105 - the name of its file


def create_app(data_dir: str | Path | None = None, config: Mapping[str, Any] | None = None) -> Flask:
    """Build the application; its database and secret key are in `data_dir` and are created if missing.

    `data_dir` is `paths.data_dir()` by default; `config` overrides the settings below. Raises StoreError if the
    database cannot be used or the secret key can be neither read nor created.
    """
    folder = Path(data_dir) if data_dir is not None else paths.data_dir()
    app = Application("referee", template_folder=str(paths.TEMPLATES), static_folder=str(paths.STATIC))
    app.request_class = InMemory
    app.config.update(
        MAX_CONTENT_LENGTH=security.LIMIT,
        MAX_FORM_MEMORY_SIZE=security.LIMIT,
        MAX_FORM_PARTS=200,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="referee",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        BEHIND_PROXY=False,
        DATABASE_FILE=None,  # its path, if not the default one
        NAME_IN_HOUSE="",  # such as referee.local, once it is announced on the network
        ONLY_HERE=False,  # listens on this computer's loopback address only
        PACED=True,
        PAGE_SECONDS=2.0,  # of CPU time that a GET may take; also how long one waits for long work
        TABLES_PER_HOUR=60,  # per address; in total four times as many
        TRUSTED_NAMES=(),
        WTF_CSRF_TIME_LIMIT=None,  # a game may outlast any limit
        WTF_I18N_ENABLED=False,  # no page shows WTForms' messages; loading its catalogue costs time
    )
    app.config.update(config or {})
    app.jinja_options = Flask.jinja_options | {"cache_size": -1}  # unlimited: one page uses a dozen templates
    opened = app.extensions["referee"] = Store(app.config["DATABASE_FILE"] or folder / paths.DATABASE)
    app.extensions["referee-pace"] = security.Pace(opened.moment)
    app.extensions["referee-presence"] = presence.Presence(opened.moment)
    app.extensions["referee-turns"] = giving_way.WorkPlaces(app.config["PAGE_SECONDS"])
    try:
        app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or _secret_key(folder / SECRET_KEY)
        opened.tightened += keep_private(folder / SECRET_KEY) if (folder / SECRET_KEY).exists() else []
    except StoreError:
        opened.close()
        raise
    app.wsgi_app = responses.FastPolls(app, app.wsgi_app)  # type: ignore[method-assign]
    app.wsgi_app = giving_way.TrackRequests(app.wsgi_app)  # type: ignore[method-assign]
    if app.config["BEHIND_PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_host=1, x_prefix=1)  # type: ignore[method-assign]
    typesetting.register(app)
    visitors.register(app)
    app.before_request(security.guard)
    csrf.init_app(app)
    htmx.init_app(app)
    app.after_request(responses.pack)
    app.after_request(security.add_headers)
    app.url_defaults(security.add_version)
    errors.register(app)
    app.url_map.converters["player"] = PlayerName
    register_blueprints(app)
    cache_urls(app)
    share_macros(app)
    return app


def register_blueprints(app: Flask) -> None:
    """Register every blueprint; no other module lists them."""
    for blueprint in (
        tables,
        finding,
        rounds,
        without,
        cameras,
        history,
        matchsheet,
        entries,
        disputes,
        joining,
        sharing,
        changing,
        tv,
        rulebook,
        ranks,
        house,
        players,
        naming,
        phones,
        practice,
        downloads,
        second_book,
        health,
        works,
    ):
        app.register_blueprint(blueprint)


def _secret_key(path: Path) -> bytes:
    """The key that signs the cookies: created once, readable only by its owner."""
    try:
        if not path.exists():
            _make_secret(path)
        key = path.read_bytes().strip()
    except OSError as error:
        raise StoreError(f"The secret key {path} can be neither read nor made: {error.strerror}.") from error
    if not key:
        raise StoreError(f"The secret key {path} is empty. Remove it; a new one will be made.")
    return key


def _make_secret(path: Path) -> None:
    """Create the key file, unless another process is faster.

    The file gets its name once it is on disk, so a power cut or a full disk leaves no partial key.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        made = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(unfinished)
        except FileExistsError:
            pass  # another process was faster
        except OSError:  # this file system has no hard links
            unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)
