"""A finished game: its result, the best possible result, and the results saved so far."""

from collections.abc import Sequence

from referee.engine.games.solitaire.columns import ColumnsRound, moves
from referee.engine.games.solitaire.counting_row import RowRound
from referee.engine.games.solitaire.draw_five import FiveRound
from referee.engine.games.solitaire.knock_out import KnockOutRound
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.rules.solitaires import Columns
from referee.reports.sections import Section
from referee.reports.solitaire_words import games_of, left_words
from referee.reports.told import StepLine
from referee.web.parts.family import LyingView
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, LinkView, Press
from referee.web.table.results import page_of_result, result_of
from referee.web.table.solitaire.columns import columns_ended
from referee.web.table.solitaire.five import five_ended
from referee.web.table.solitaire.row import line_ended, row_ended
from referee.web.table.solitaire.standing import (
    Ended,
    PatienceFace,
    best_on_phone,
    board_of,
    faces_of,
    has_dealt,
)

SAVING = "more"  # value of the query parameter `at`: play on after a win, to save columns
SHOWN = 10  # games in the list of results


def ended_page(table: Table, state: SolitaireMatch, common: TablePage) -> TablePage:
    """The result of the last game, and what comes next."""
    settlement, best = result_of(table), best_on_phone(table)
    on_phone = () if best is None else (StepLine(_("Best ever on this phone: {left}", left=best)),)
    face = Ended(
        ended=_board(state.round, table.log.entries),
        games=_games(state),
        more_href=Asked(at=SAVING).href(table.link) if table.may_write and _saves(state) else "",
    )
    settlement = settlement._replace(
        lies="table/solitaire/_result.html" if state.layout is None else "",
        more="table/solitaire/_games.html",
        steps=(*on_phone, *settlement.steps),
    )
    onward: tuple[Action, ...] = (
        LinkView(
            label=_("Another game"),
            href=Asked(deal=True).href(table.link),
            sub=_("with your tiles"),
            tone="main",
        ),
        Press(label=_("Another game"), name="chance", value="deal", sub=_("shuffled"), tone="wide"),
    )
    return page_of_result(table, common, settlement, onward, face=face)


def printed(section: Section) -> LyingView | None:
    """The tiles as they were dealt and as they were left, on paper; a line and a hand are printed as in any game."""
    state = SolitaireMatch.of(section.end)
    if state.layout is not None:
        return None
    dealt = board_of(faces_of(section.entries).values(), upright=isinstance(state.round, ColumnsRound))
    return LyingView(
        "table/solitaire/_printed.html", Ended(ended=_board(state.round, section.entries), dealt=dealt)
    )


def _board(current: object, entries: Sequence[Entry]) -> PatienceFace:
    """The tiles at the end of the game; `lead` is their title if some are left."""
    match current:
        case RowRound():
            return row_ended(current, faces_of(entries))
        case KnockOutRound():
            return line_ended(current)
        case ColumnsRound():
            return columns_ended(current)
        case FiveRound():
            return five_ended(current)
        case _:
            return PatienceFace()


def lying_tiles(_: Table, entries: Sequence[Entry], __: Sequence[int]) -> LyingView | None:
    """The tiles after these entries; None before the deal."""
    state = SolitaireMatch.of(entries[-1].state)
    if not has_dealt(state):
        return None
    return LyingView("table/solitaire/_lying.html", _board(state.round, entries))


def _games(state: SolitaireMatch) -> tuple[StepLine, ...]:
    """The results of the table's last games, latest first."""
    kind, games = state.setup.variant.solitaire, games_of(state)
    found = [
        StepLine(
            label=_("Game {number}", number=number),
            figure=_("given up") if left is None else left_words(kind, left),
        )
        for number, left in enumerate(games, 1)
    ]
    return tuple(reversed(found[-SHOWN:])) if len(found) > 1 else ()


def _saves(state: SolitaireMatch) -> bool:
    """Whether a won game can go on to save columns."""
    current = state.round
    if state.rounds[-1].how != "out" or not isinstance(current, ColumnsRound):
        return False
    return any(onto is not None for _, onto in moves(state.rules(Columns), current))
