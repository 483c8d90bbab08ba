"""The table as a phone shows it: what every game has; the rest is its family's."""

from __future__ import annotations

import secrets
from typing import Any

from flask import url_for

from referee.web.families import family_of
from referee.web.parts.flags import proved_chip
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.table_views import TablePage


def table_page(table: Table, asked: Asked = NOTHING, notice: str = "") -> TablePage:
    """Everything that the table's page shows, in the middle of what the phone asks."""
    return family_of(table).page(table, asked, common_of(table, asked, notice))


def common_of(table: Table, asked: Asked, notice: str = "") -> dict[str, Any]:
    """What the page of every game shows."""
    return {
        "link": table.link,
        "seq": table.seq,
        "key": secrets.token_urlsafe(12),
        "title": str(table.setup.variant.title),
        "may_write": table.may_write,
        "notice": notice,
        "ask": url_for("disputes.ask", link=table.link) if table.setup.lays_in_line else "",
        "proved": proved_chip(table),
        "step": asked.args(),
    }
