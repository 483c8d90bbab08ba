"""The table that follows another, with the same players or others: one for all phones, on which each goes on with the
rights that its link has here."""

from hashlib import sha256

from referee.engine.games.match import Status
from referee.web.context import store
from referee.web.infra import visitors
from referee.web.parts.confirmed import confirming_at
from referee.web.parts.open_tables import Table, open_table


def rematch_key(table: Table) -> bytes:
    """The digest under which the score book keeps the table that was started last to follow this one.

    Where others go on with a match that is not over, it is another one: Undo leads from one to the other.
    """
    what = "rematch" if table.state.status is Status.MATCH_OVER else "others"
    return sha256(repr((what, table.row.id)).encode()).digest()


def following(table: Table) -> str:
    """The link of the table that follows this one; "" if none was started, or if it is gone.

    "", too, once both matches are over, if the later one was another game or had other players: then these players may
    still have a rematch.
    """
    started = store().started(rematch_key(table))
    if store().open(started) is None:
        return ""
    if table.state.status is Status.MATCH_OVER:  # else that table need not be read, which takes time
        there = open_table(started)
        is_over = there.state.status is Status.MATCH_OVER
        if is_over and _who_plays_what(there) != _who_plays_what(table):
            return ""
    return started


def _who_plays_what(table: Table) -> tuple[str, tuple[str, ...]]:
    return table.setup.variant.key, table.setup.players


def may_go_on(table: Table) -> bool:
    """Whether this link may now lead all phones to a table with other players: after the match, or between two rounds of
    a match with a running score."""
    setup, state = table.setup, table.state
    if state.status is Status.MATCH_OVER:
        return table.may_correct
    is_between = table.may_rule and state.status is Status.ROUND_OVER and not state.claims_are_open
    return is_between and setup.runs_on and not confirming_at(table).waits


def rematch_link(table: Table) -> str:
    """The link by which this phone goes on at the table that follows; "" if there is none.

    It is the one of the same kind, for the player of the same name; a phone that only watches here may know a better one,
    and the phone of a player who has left watches.
    """
    started = following(table)
    if not started:
        return ""
    there = open_table(started)
    rematch, kind = there.row.id, (table.role, table.seat)
    known = (row.token for row in visitors.tables_known(visitors.LATELY) if row.table.id == rematch)
    if table.role == "watch" and (found := next(known, "")):
        return found
    if table.seat is not None:
        name, players = table.setup.players[table.seat], there.setup.players
        kind = ("seat", players.index(name)) if name in players else ("watch", None)
    if kind[1] is not None:
        store().links.take_seat(rematch, kind[1])
    return next((each.token for each in store().links.of(rematch) if (each.role, each.seat) == kind), "")
