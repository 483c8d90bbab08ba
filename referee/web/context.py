"""What all pages share: the store, htmx, CSRF protection, cached URLs and cached template macros.

Without the macros cached by language a posted move costs 4 to 11 % more, the table's page about 20 %. Caching URLs
saves 4 to 5 % of a move. Other optimisations are in `infra/responses.py`. All figures are CPU time by
`python3 -m tests.benchmarks --only http`. A cache for cookies saved only 54 microseconds and was removed.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from flask import Flask, current_app, has_request_context, request
from flask_htmx import HTMX
from flask_wtf import CSRFProtect
from jinja2.runtime import Macro
from markupsafe import Markup

from referee.engine.messages import locale_in_use
from referee.storage.store import Store

htmx = HTMX()
csrf = CSRFProtect()


def store() -> Store:
    """The current application's store."""
    found: Store = current_app.extensions["referee"]
    return found


# The templates whose macros all pages call without importing them. The output of those in ALIKE depends only on their
# arguments and the language, so it can be cached.
PARTS = ("parts/_parts.html", "table/_live.html", "table/_scores.html", "table/_words.html")
ALIKE = ("icon", "key", "cited", "action", "end_button", "table_links", "party", "ring", "move")


def cache_urls(app: Flask) -> None:
    """Cache the URLs that `url_for` builds: a page has a dozen, nearly all of them the same each time."""
    made = app.url_for

    @lru_cache(maxsize=4096, typed=True)
    def made_before(_root: str, endpoint: str, names: tuple[str, ...], *values: Any) -> str:
        return made(endpoint, **dict(zip(names, values, strict=True)))

    def url_for(endpoint: str, **values: Any) -> str:
        if not has_request_context() or endpoint == "static" or values.get("_external"):
            return made(endpoint, **values)
        try:
            return made_before(request.script_root, endpoint, tuple(values), *values.values())
        except TypeError:  # a list among the values
            return made(endpoint, **values)

    app.url_for = app.jinja_env.globals["url_for"] = url_for  # type: ignore[method-assign]


def share_macros(app: Flask) -> None:
    """Make the macros of PARTS template globals: importing them in each template costs more than calling them.

    Whatever the macros use themselves (translation functions too) must be a global before this is called.
    """
    known = app.jinja_env.globals
    known["alike"] = alike = SimpleNamespace()
    known["all_of"] = _all_of
    for file in PARTS:
        for name, part in vars(app.jinja_env.get_template(file).module).items():
            if isinstance(part, Macro):
                known[name] = _kept_by_language(part) if name in ALIKE else part
                if name in ALIKE:
                    setattr(alike, name, known[name])


def _all_of(part: Callable[[object], str], things: Iterable[object]) -> Markup:
    """The macro's output for each of the things, one below the other."""
    return Markup("\n".join(map(part, things)))  # noqa: S704 - each part is markup


def _kept_by_language(part: Callable[..., str]) -> Callable[..., str]:
    def made(_translator: Hashable, *given: object) -> str:
        return part(*given)

    kept: Any = lru_cache(maxsize=4096)(made)
    return lambda *given: kept(locale_in_use(), *given)
