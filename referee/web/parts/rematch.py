"""The rematch of a table, or the one where other players go on with its match: one for all its phones, on which each
goes on with the rights that its link has here."""

from hashlib import sha256

from referee.engine.games.match import Status
from referee.web.context import store
from referee.web.infra import visitors
from referee.web.parts.confirmed import confirming_at
from referee.web.parts.open_tables import Table, open_table


def rematch_key(table: Table) -> bytes:
    """The digest under which the score book keeps the rematch that was started last.

    While the match is not over, it is that of the table where others go on with it: Undo leads from one to the other.
    """
    what = "rematch" if table.state.status is Status.MATCH_OVER else "others"
    return sha256(repr((what, table.row.id)).encode()).digest()


def has_rematch(table: Table) -> bool:
    """Whether a rematch was started and is still there."""
    started = store().started(rematch_key(table))
    return bool(started) and store().open(started) is not None


def may_go_on(table: Table) -> bool:
    """Whether this link may now lead all phones to a table where others go on with the match: between two rounds, of a
    match with a running score."""
    setup, state = table.setup, table.state
    is_between = table.may_rule and state.status is Status.ROUND_OVER and not state.claims_are_open
    return is_between and setup.runs_on and not confirming_at(table).waits


def rematch_link(table: Table) -> str:
    """The link by which this phone goes on at the rematch; "" if none was started, or if it has none there.

    It is the one of the same kind, for the same seat; a phone that only watches here may know a better one. Where others
    go on, a player's seat is the one with the same name; a player who has left watches.
    """
    started = store().started(rematch_key(table))
    if store().open(started) is None:
        return ""
    there = open_table(started)
    rematch, kind = there.row.id, (table.role, table.seat)
    known = (row.token for row in visitors.tables_known(visitors.LATELY) if row.table.id == rematch)
    if table.role == "watch" and (found := next(known, "")):
        return found
    if table.seat is not None and table.state.status is not Status.MATCH_OVER:
        name, players = table.setup.players[table.seat], there.setup.players
        kind = ("seat", players.index(name)) if name in players else ("watch", None)
    if kind[1] is not None:
        store().links.take_seat(rematch, kind[1])
    return next((each.token for each in store().links.of(rematch) if (each.role, each.seat) == kind), "")
