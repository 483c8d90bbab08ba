"""A second player confirms a settled round before the next one is dealt, if the table asks for that."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from referee.engine.games.match import Status
from referee.engine.messages import _, marked
from referee.engine.record.family_events import Concede, Rest
from referee.storage.annotations import CONFIRMED, CONFIRMING, COUNT
from referee.web.context import store
from referee.web.infra import presence
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import EntryForm
from referee.web.parts.results import Settlement
from referee.web.parts.submit import MayNot
from referee.web.parts.table_views import Press, TablePage

WAITS = marked("The next round waits until another player confirms this one on another phone.")
NOT_BOTH = marked(
    "You made the last entry of this round, so another player has to confirm it on another phone."
)
FOR_KEEPER = marked("Only the scorekeeper can choose whether rounds are confirmed.")


class Confirming(NamedTuple):
    """Whether the table asks for confirming, whether the round is confirmed, and whether this link may confirm it;
    `always` if it asks after each round."""

    asked: bool
    done: bool
    may: bool
    always: bool = False

    @property
    def waits(self) -> bool:
        """Whether the next round has to wait."""
        return self.asked and not self.done


def confirming_at(table: Table) -> Confirming:
    """Whether the last settled round is confirmed, if the table asks for that."""
    notes = store().notes
    if table.state.status is not Status.ROUND_OVER or not table.state.rounds:
        return Confirming(asked=False, done=False, may=False)
    always, last = notes.is_confirming(table.row.id), _entered_last(table)
    if not always and not (_was_agreed(table) and _is_second_here(table, last)):
        return Confirming(asked=False, done=False, may=False)
    done = any(link != last for link in notes.confirmed_by(table.row.id, table.seq))
    return Confirming(
        asked=True, always=always, done=done, may=table.role != "watch" and table.opened.id != last
    )


def _was_agreed(table: Table) -> bool:
    """Whether the round ended by a claim or a concession, to which the table has to agree."""
    last = table.log.entries[-1].event if table.log.entries else None
    return isinstance(last, Rest | Concede)


def _is_second_here(table: Table, last: int | None) -> bool:
    """Whether another phone that may enter something has the table open."""
    links = presence.presence().phones(table.row.id)
    return any(each.role != "watch" and each.id != last for each in links)


def waiting_words(asks: Confirming) -> str:
    """What the next round waits for, or that it waits no longer; "" if nobody is asked."""
    if not asks.asked:
        return ""
    if asks.waits and asks.may:
        return _("Somebody else entered this round. If it is right, confirm it; the next one waits for that.")
    return _(WAITS) if asks.waits else _("The round is confirmed.")


def choice_of(table: Table, asks: Confirming) -> Press | None:
    """The choice that a second player confirms each round, for the scorekeeper; None once the match is over."""
    if not table.may_correct or table.state.status is Status.MATCH_OVER:
        return None
    if asks.always:
        return Press(label=_("No longer wait for a second player"), name="confirming", value="off")
    return Press(label=_("A second player confirms each round"), name="confirming", value="on")


def confirm_of(asks: Confirming) -> tuple[Press, ...]:
    """The button that confirms the round; none if this phone has nothing to confirm."""
    if not asks.waits or not asks.may:
        return ()
    return (Press(label=_("Confirm the round"), name="confirm", value="1", tone="main"),)


def ask_for_confirming(table_id: int) -> None:
    """A new table asks for it from the start."""
    store().append(table_id, 0, secrets.token_urlsafe(12), (), {CONFIRMING: True, COUNT: 1})


def with_confirming(table: Table, page: TablePage, settlement: Settlement) -> TablePage:
    """The page of a settled round with its confirmation: until it is given, no phone is offered the next round."""
    asks = confirming_at(table)
    bar = page.bar
    if asks.waits:
        bar = (*confirm_of(asks), *(each for each in bar if each.tone != "main"))
    settled = settlement._replace(waits=waiting_words(asks), choice=choice_of(table, asks))
    return page._replace(bar=bar, settlement=settled)


def _entered_last(table: Table) -> int | None:
    link = store().links.entered_by(table.row.id, table.seq)
    return link.id if link is not None else None


def note_of(table: Table, form: EntryForm) -> dict[str, Any]:
    """What a form says besides events: a confirmation, or whether the table asks for them.

    MayNot if it is not for this link to say.
    """
    if form.confirm.data:
        if not confirming_at(table).may:
            raise MayNot(_(NOT_BOTH))
        return {CONFIRMED: table.seq}
    if not table.may_correct:
        raise MayNot(_(FOR_KEEPER))
    return {CONFIRMING: form.confirming.data == "on", COUNT: store().notes.times_chosen(table.row.id) + 1}
