"""Whether a settled round has to be confirmed by a second player before the next one is dealt."""

from typing import NamedTuple

from referee.engine.games.match import Status
from referee.engine.record.events import Concede, Rest
from referee.web.context import store
from referee.web.infra import presence
from referee.web.parts.open_tables import Table


class Confirming(NamedTuple):
    """Whether the table asks for confirming, whether the next round waits for that, and whether this link may confirm;
    `always` if it asks after each round."""

    asked: bool = False
    waits: bool = False
    may: bool = False
    always: bool = False


def confirming_at(table: Table) -> Confirming:
    """Whether the last settled round is confirmed, if the table asks for that."""
    notes = store().notes
    if table.state.status is not Status.ROUND_OVER or not table.state.rounds:
        return Confirming()
    entered = store().links.entered_by(table.row.id, table.seq)
    always, last = notes.is_confirming(table.row.id), None if entered is None else entered.id
    if not always:
        # A claim to the rest, or a concession, needs consent if another phone that may enter something is at the table.
        is_claim = bool(table.log.entries) and isinstance(table.log.entries[-1].event, Rest | Concede)
        here = presence.presence().phones(table.row.id)
        if not is_claim or not any(each.role != "watch" and each.id != last for each in here):
            return Confirming()
    waits = not any(link != last for link in notes.confirmed_by(table.row.id, table.seq))
    may = table.role != "watch" and table.opened.id != last
    return Confirming(asked=True, waits=waits, may=may, always=always)
