"""What this phone is known by: the links it has opened, kept in its own session, and a secret for its house rules."""

from __future__ import annotations

import secrets

from flask import session

from referee.links import RANK
from referee.store import RecentRow
from referee.web.app import store

REMEMBERED = 40
_KEY = "links"
_OWNER = "owner"
_PHONE = "phone"


def remember(link: str) -> None:
    """Put the link on top of those that the phone knows."""
    if not phone():
        session[_PHONE] = secrets.token_urlsafe(6)
    known = known_links()
    if known[:1] != [link]:
        session[_KEY] = [link, *[each for each in known if each != link]][:REMEMBERED]


def phone() -> str:
    """What tells this phone from another that has the same link; "" while nothing was kept on it."""
    known = session.get(_PHONE, "")
    return known if isinstance(known, str) else ""


def known_links() -> list[str]:
    """The links, the one opened last first."""
    known = session.get(_KEY, [])
    return [each for each in known if isinstance(each, str)] if isinstance(known, list) else []


def tables_known() -> list[RecentRow]:
    """The tables behind the links, the one used last first, each once: the link that may do more counts."""
    found: dict[int, RecentRow] = {}
    for row in store().recent(known_links()):
        best = found.get(row.table.id)
        if best is None or RANK[row.role] < RANK[best.role]:
            found[row.table.id] = row
    return list(found.values())


def names_known() -> list[str]:
    """The players of those tables, those met last first."""
    names = (name for row in tables_known() for name in row.table.header.get("players", []))
    return list(dict.fromkeys(names))


def owner() -> str:
    """The secret under which this phone's house rules are kept; "" while it has saved none."""
    known = session.get(_OWNER, "")
    return known if isinstance(known, str) else ""


def new_owner() -> str:
    """The same, made for a phone that has none yet."""
    if not owner():
        session[_OWNER] = secrets.token_urlsafe(18)
    return owner()
