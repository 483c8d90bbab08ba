"""The rematch of a table: one for all its phones, on which each goes on with the rights that its link has here."""

from hashlib import sha256

from referee.web.context import store
from referee.web.infra import visitors
from referee.web.parts.open_tables import Table, open_table


def rematch_key(table: Table) -> bytes:
    """The digest under which the score book keeps the rematch that was started last."""
    return sha256(repr(("rematch", table.row.id)).encode()).digest()


def has_rematch(table: Table) -> bool:
    """Whether a rematch was started."""
    return bool(store().started(rematch_key(table)))


def rematch_link(table: Table) -> str:
    """The link by which this phone goes on at the rematch; "" if none was started, or if it has none there.

    It is the one of the same kind, for the same seat; a phone that only watches here may know a better one.
    """
    started = store().started(rematch_key(table))
    if store().open(started) is None:
        return ""
    rematch = open_table(started).row.id
    known = (row.token for row in visitors.tables_known(visitors.LATELY) if row.table.id == rematch)
    if table.role == "watch" and (found := next(known, "")):
        return found
    if table.seat is not None:
        store().links.take_seat(rematch, table.seat)
    kind = table.role, table.seat
    return next((each.token for each in store().links.of(rematch) if (each.role, each.seat) == kind), "")
