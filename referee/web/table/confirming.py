"""A second player confirms a settled round before the next one is dealt, if the table asks for that."""

from typing import Any

from referee.engine.games.match import Status
from referee.engine.messages import _, marked
from referee.storage.annotations import CONFIRMED, CONFIRMING, COUNT
from referee.web.context import store
from referee.web.parts.confirmed import confirming_at
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import EntryForm
from referee.web.parts.settlement_views import Settlement
from referee.web.parts.submit import MayNot
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Press

WAITS = marked("The next round waits until another player confirms this one on another phone.")
NOT_BOTH = marked(
    "You made the last entry of this round, so another player has to confirm it on another phone."
)
FOR_KEEPER = marked("Only the scorekeeper can choose whether rounds are confirmed.")


def with_confirming(table: Table, page: TablePage, settlement: Settlement) -> TablePage:
    """The page of a settled round with its confirmation: until it is given, no phone is offered the next round."""
    asks, waits = confirming_at(table), ""
    if asks.waits:
        waits = _(WAITS)
        page = page._replace(bar=tuple(each for each in page.bar if each.tone != "main"))
        if asks.may:
            waits = _(
                "Somebody else entered this round. If it is right, confirm it; the next one waits for that."
            )
            confirm = Press(label=_("Confirm the round"), name="confirm", value="1", tone="main")
            page = page._replace(bar=(confirm, *page.bar))
    elif asks.asked:
        waits = _("The round is confirmed.")
    choice = None  # whether a second player confirms each round, for the scorekeeper
    if table.may_correct and table.state.status is not Status.MATCH_OVER:
        label = _("A second player confirms each round")
        if asks.always:
            label = _("No longer wait for a second player")
        choice = Press(label=label, name="confirming", value="off" if asks.always else "on")
    return page._replace(settlement=settlement._replace(waits=waits, choice=choice))


def note_of(table: Table, form: EntryForm) -> dict[str, Any]:
    """What a form says besides events: a confirmation, or whether the table asks for them.

    Raises MayNot if this link may not say it.
    """
    if form.confirm.data:
        if not confirming_at(table).may:
            raise MayNot(_(NOT_BOTH))
        return {CONFIRMED: table.seq}
    if not table.may_correct:
        raise MayNot(_(FOR_KEEPER))
    return {CONFIRMING: form.confirming.data == "on", COUNT: store().notes.times_chosen(table.row.id) + 1}
