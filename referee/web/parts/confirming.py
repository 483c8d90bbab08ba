"""A settled round confirmed by somebody else, where the table asks for that, before the next one is dealt."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.engine.games.match import Status
from referee.engine.messages import _, marked
from referee.storage.annotations import CONFIRMED, CONFIRMING, COUNT
from referee.web.context import store
from referee.web.parts.forms import EntryForm
from referee.web.parts.open_tables import Table
from referee.web.parts.submit import MayNot

WAITS = marked(
    "The next round waits: somebody who did not enter the last of this one confirms it on another phone."
)
NOT_BOTH = marked(
    "Whoever entered the last of the round does not confirm it; somebody else does, on another phone."
)
FOR_KEEPER = marked("Whether rounds are confirmed is chosen by whoever keeps score.")


class Confirming(NamedTuple):
    """How a table stands to confirming: whether it asks for it, whether the round is confirmed, and whether this
    link is one that may confirm it."""

    asked: bool
    done: bool
    may: bool

    @property
    def waits(self) -> bool:
        """Whether the next round has to wait."""
        return self.asked and not self.done


def confirming_at(table: Table) -> Confirming:
    """Whether the round that was settled last is confirmed, as far as the table asks for it."""
    notes = store().notes
    asked = (
        table.state.status is Status.ROUND_OVER
        and bool(table.state.rounds)
        and notes.is_confirming(table.row.id)
    )
    if not asked:
        return Confirming(asked=False, done=False, may=False)
    last = _entered_last(table)
    done = any(link != last for link in notes.confirmed_by(table.row.id, table.seq))
    return Confirming(asked=True, done=done, may=table.role != "watch" and table.opened.id != last)


def _entered_last(table: Table) -> int | None:
    link = store().links.entered_by(table.row.id, table.seq)
    return link.id if link is not None else None


def note_of(table: Table, form: EntryForm) -> dict[str, Any] | None:
    """What a form says that is no event: a confirmation, or that the table asks for them; None for neither.

    MayNot where it is not for this link to say.
    """
    if form.confirm.data:
        if not confirming_at(table).may:
            raise MayNot(_(NOT_BOTH))
        return {CONFIRMED: table.seq}
    if form.confirming.data:
        if not table.may_correct:
            raise MayNot(_(FOR_KEEPER))
        return {CONFIRMING: form.confirming.data == "on", COUNT: store().notes.times_chosen(table.row.id) + 1}
    return None
