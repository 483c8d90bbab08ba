"""The page of a solitaire: picks the screen by the kind of game and its state."""

from collections.abc import Callable

from referee.engine.games.match import Status
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.messages import _
from referee.engine.record.events import Deal
from referee.reports.agreed import house_words
from referee.web.parts.last_ruling import last_words, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.submit import last_step
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Words
from referee.web.table.before_round import next_number
from referee.web.table.solitaire.columns import columns_page
from referee.web.table.solitaire.dealing import deal_page
from referee.web.table.solitaire.ended import SAVING, ended_page
from referee.web.table.solitaire.five import five_page
from referee.web.table.solitaire.row import line_page, row_page
from referee.web.table.solitaire.standing import PatienceFace, awaits_deal

Page = Callable[[Table, SolitaireMatch, Asked, TablePage], TablePage]
_PLAYED: dict[str, Page] = {
    "counting_row": row_page,
    "knock_out": line_page,
    "columns": columns_page,
    "draw_five": five_page,
}


def page_of(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The page of a solitaire at the phone's step."""
    state = SolitaireMatch.of(table.state)
    is_over = state.status is Status.ROUND_OVER and state.round is not None and not asked.deal
    number = len(state.rounds) if is_over else next_number(state)
    common = common._replace(sub=_sub(table, number), template="table/solitaire/_play.html")
    if is_over:
        if asked.at != SAVING or not table.may_write:
            return ended_page(table, state, common)
    elif awaits_deal(state):
        if not table.may_write:
            face = PatienceFace(lead=_("The tiles are being laid out."))
            return common._replace(face=face, turn=_("A new game"))
        return deal_page(table, state, asked, common)
    common = common._replace(words=_words(table, asked))
    return _PLAYED[state.setup.variant.solitaire](table, state, asked, common)


def _words(table: Table, asked: Asked) -> Words | None:
    """The refusal of the last entry, else the last ruling; None right after a deal."""
    if asked.refusal is not None and table.may_write:
        return refused_words(table, asked.refusal)
    if isinstance(table.log.entries[-1].event, Deal) and not last_step(table):
        return None
    return last_words(table, lambda _entry, _said: {})


def _sub(table: Table, number: int) -> str:
    house = house_words(len(table.setup.house_rules))
    words = (_(table.setup.variant.sheet.title), _("game {number}", number=number), house)
    return " · ".join(filter(None, words))
