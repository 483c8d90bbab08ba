"""Before the first tile, if a double opens: who holds it, and what follows if nobody has one."""

from __future__ import annotations

from typing import Any

from referee.engine.games.line.state import LineRound
from referee.engine.messages import _
from referee.engine.rules.opening import Opening
from referee.web.parts.actions import bar_of
from referee.web.parts.citations import cited
from referee.web.parts.last_ruling import words_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.pictures import layout_picture
from referee.web.parts.table_views import Action, LinkView, TablePage, Words
from referee.web.parts.tile_picker import picker_of


def asks_for_double(current: LineRound, opening: Opening) -> bool:
    """Whether the round waits for the player who has the double that opens it."""
    return current.turn is None and not current.layout.laid and opening.asks_for_double


def opening_page(table: Table, current: LineRound, asked: Asked, page: dict[str, Any]) -> TablePage:
    """The doubles are lit; once nobody has one, what the game does then."""
    opening = table.match.setup.variant.opening
    layout = layout_picture(table, current.layout)
    picker = picker_of(table, current, asked)
    if not asked.no_double:
        nobody = LinkView(label=_("Nobody has a double"), href=asked.href(table.link, no_double=True))
        bar: tuple[Action, ...] = (nobody, *bar_of(table, current))
        return TablePage(**page, layout=layout, words=words_of(table), picker=picker, bar=bar)
    single, again = opening.single_opens, opening.deals_again
    head = _("The highest single opens") if single else _("Mix the tiles and deal again")
    words = Words(head=head, rules=(cited(table, opening.rule("no_double")),), opened=True)
    back = (LinkView(label=_("Somebody has a double"), href=NOTHING.href(table.link)),)
    dealt = (LinkView(label=_("The tiles are dealt again"), href=NOTHING.href(table.link), tone="main"),)
    if single:
        page["turn"] = _("Who holds the highest single?")
    return TablePage(
        **page, layout=layout, words=words, picker=picker, bar=(*back, *(dealt if again else ()))
    )
