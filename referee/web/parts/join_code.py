"""A table's short code: checked when it is typed, shown in two halves and as a QR code."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import segno
from flask import session, url_for
from markupsafe import Markup

from referee.engine.messages import _, _n, _p, marked
from referee.storage.links import ShortCode, read_code
from referee.storage.rows import NoSuchTable, TableRow
from referee.web.context import store
from referee.web.infra import security
from referee.web.infra.network import reachable
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import drawn

NO_TABLE = marked(
    "No table has that code. Codes have six characters and last 12 hours. "
    "The person who opened the table can show the current one."
)
LOCKED = marked("This table is locked. Nobody can join until the person who opened it unlocks it.")
_TYPED = "code"


class ShareCode(NamedTuple):
    """The short code of a table, in two halves, how long it is still valid, and the address of the TV screen."""

    text: str
    url: str
    left: str
    screen: str

    @property
    def picture(self) -> Markup:
        """Its QR code."""
        return address_picture(self.url, _p("a table", "Join"))


def table_by_code(typed: str) -> tuple[TableRow | None, str, int]:
    """The table with that code; or None, why nobody can join it, and the HTTP status. Only wrong codes count against
    the limit. The session keeps a valid code, so that the phone can show it to others and take a seat with it later."""
    counted = security.try_code()
    number = store().links.by_code(typed)
    if number is None:
        return None, _(NO_TABLE), 404
    security.uncount(*counted)
    session[_TYPED] = read_code(typed)
    try:
        table = store().table(number)
    except NoSuchTable:
        return None, _(NO_TABLE), 404
    return (None, _(LOCKED), 403) if table.locked else (table, "", 200)


def brought_code(table: Table) -> ShortCode | None:
    """The table's code, if this phone came by it, it is still valid and the table is not locked; else None."""
    brought = session.get(_TYPED)
    if not brought or table.row.locked:
        return None
    code = store().links.code(table.row.id)
    return code if code is not None and code.text == brought else None


def shown_code(code: ShortCode) -> ShareCode:
    """The code as it is shown."""
    half = len(code.text) // 2
    return ShareCode(
        text=f"{code.text[:half]} {code.text[half:]}",
        url=reachable() + url_for("joining.ask", code=code.text),
        left=_left(code.ends_at - datetime.now(UTC)),
        screen=url_for("tv.ask", code=code.text),
    )


def address_picture(url: str, title: str) -> Markup:
    """An address as a QR code."""
    return qr_picture(segno.make(url, error="m"), _("Code for: {title}", title=title))


def qr_picture(squares: segno.QRCode, title: str) -> Markup:
    """The drawing of a QR code."""
    return drawn(squares.svg_inline(omitsize=True, border=0, title=title, svgclass="code", lineclass=None))


def _left(time: timedelta) -> str:
    """How long a code is still valid, in a sentence."""
    hours = round(time.total_seconds() / 3600)
    if hours < 1:
        return _("The code expires in less than an hour.")
    return _n("The code expires in 1 hour.", "The code expires in {n} hours.", hours)
