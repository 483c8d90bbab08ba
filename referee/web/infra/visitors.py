"""What this phone is known by: the links it has opened, and a secret for what is kept for it here.

The session has the links opened last; the others are kept under the secret.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby

from flask import session

from referee.storage.rows import RANK
from referee.storage.store import RecentRow, StoreError
from referee.web.context import store

REMEMBERED = 40
LATELY = 200  # links, from which a page may tell what this phone mostly does
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
    with suppress(StoreError):  # a table can still be read where nothing can be written
        store().phones.remember(new_owner(), [link, *links[REMEMBERED:]])


def phone() -> str:
    """What tells this phone from another that has the same link; "" while nothing was kept on it."""
    known = session.get(_PHONE, "")
    return known if isinstance(known, str) else ""


def session_links() -> list[str]:
    """The links that the session has, the one opened last first."""
    known = session.get(_KEY, [])
    return [each for each in known if isinstance(each, str)] if isinstance(known, list) else []


def known_links(most: int = -1) -> list[str]:
    """All links, the one opened last first; with `most` no more than that."""
    kept = store().phones.links(owner(), most) if owner() else []
    links = list(dict.fromkeys([*session_links(), *kept]))
    return links if most < 0 else links[:most]


def tables_known(most: int = -1) -> Iterator[RecentRow]:
    """The tables behind the links, the one used last first, each once: the link that may do more counts.

    With `most` only those behind so many links that were opened last: what a page shows then costs no more on a phone
    that knows thousands.
    """
    for _table, rows in groupby(store().recent(known_links(most)), key=lambda row: row.table.id):
        yield min(rows, key=lambda row: RANK[row.role])


def names_known() -> list[str]:
    """The players of the tables opened last, those met last first, without the hidden ones."""
    names = (name for row in tables_known(LATELY) for name in row.table.players)
    hidden = set(names_hidden())
    return [name for name in dict.fromkeys(names) if name not in hidden]


def names_hidden() -> list[str]:
    """The names that this phone does not list."""
    return store().phones.hidden(owner()) if owner() else []


def owner() -> str:
    """The secret under which things are kept for this phone; "" before it has opened a table or saved anything."""
    known = session.get(_OWNER, "")
    return known if isinstance(known, str) else ""


def new_owner() -> str:
    """The same, made for a phone that has none yet."""
    if not owner():
        session[_OWNER] = secrets.token_urlsafe(18)
    return owner()
