"""A finished game: its result, the best possible result, and the results saved so far."""

from collections.abc import Sequence

from referee.engine.games.solitaire.columns import ColumnsRound, moves
from referee.engine.games.solitaire.counting_row import RowRound
from referee.engine.games.solitaire.draw_five import FiveRound
from referee.engine.games.solitaire.knock_out import KnockOutRound
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.log import Entry
from referee.engine.messages import _, _p
from referee.engine.rules.solitaires import Columns
from referee.engine.rulings import Settled
from referee.reports.rounds import RoundSummary, StepLine
from referee.reports.sections import Section
from referee.reports.solitaire_words import game_title, left_words
from referee.web.parts.family import LyingView, RoundPaper
from referee.web.parts.last_ruling import cited
from referee.web.parts.logbook import told_on_paper
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.settlement_views import Settlement
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, Cited, LinkView, Press
from referee.web.table.results import page_of_result
from referee.web.table.solitaire.columns import columns_ended
from referee.web.table.solitaire.five import five_ended
from referee.web.table.solitaire.row import line_ended, row_ended
from referee.web.table.solitaire.standing import (
    Ended,
    PatienceFace,
    best_of,
    best_on_phone,
    board_of,
    faces_of,
    games_of,
    has_dealt,
)

SAVING = "more"  # value of the query parameter `at`: play on after a win, to save columns
SHOWN = 10  # games in the list of results


def ended_page(table: Table, state: SolitaireMatch, common: TablePage) -> TablePage:
    """The result of the last game, and what comes next."""
    face, settlement = ended_of(table, table.log.entries, state, best=best_on_phone(table))
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


def paper_of(table: Table, section: Section, _summary: RoundSummary) -> RoundPaper:
    """The printed game: its deal, its end, its result, and every move."""
    state = SolitaireMatch.of(section.end)
    face, settlement = ended_of(table, section.entries, state)
    dealt = board_of(faces_of(section.entries).values(), upright=isinstance(state.round, ColumnsRound))
    return RoundPaper(
        settlement=settlement._replace(lies="table/solitaire/_printed.html", more="", steps=face.steps),
        lines=told_on_paper(table, section.judged),
        face=face._replace(dealt=dealt),
        facts=f"{_(table.setup.variant.sheet.title)} · {table.setup.tiles.word}",
    )


def ended_of(
    table: Table, entries: Sequence[Entry], state: SolitaireMatch, *, best: int | None = None
) -> tuple[Ended, Settlement]:
    """The last game of `state`: its board, and the settlement that every game has.

    `entries` are those in force up to its end; `best` is the phone's best result.
    """
    settled = state.rounds[-1]
    saves = _saves(state, settled)
    is_told = isinstance(state.round, KnockOutRound) or settled.how == "void"  # the title says it all
    face = Ended(
        steps=_steps(state, best),
        ended=_board(state.round, entries),
        games=_games(state),
        more_href=Asked(at=SAVING).href(table.link) if saves and table.may_write else "",
    )
    return face, Settlement(
        title=game_title(state, settled),
        sub="" if is_told else " ".join(str(each) for each in settled.steps),
        lies="table/solitaire/_result.html",
        more="table/solitaire/_games.html",
        rules=_rules(table, entries, settled),
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


def _steps(state: SolitaireMatch, best: int | None) -> tuple[StepLine, ...]:
    """The result, next to the best for this line, this table and this phone."""
    kind, current = state.setup.variant.solitaire, state.round
    label = _("Face down") if kind == "columns" else _p("tiles", "Left")
    found = [StepLine(label=label, figure=str(state.left[-1]))]
    if isinstance(current, KnockOutRound):
        found.append(StepLine(label=_("The best that this line allowed"), figure=str(current.best)))
    here, games = best_of(state), len(state.rounds)
    if here is not None and games > 1:
        found.append(StepLine(label=_("Best of {n} games here", n=games), figure=str(here)))
    if best is not None:
        found.append(StepLine(label=_("Best ever on this phone"), figure=str(best)))
    if any(state.scores) and games > 1:
        found.append(StepLine(label=_("Points so far: fewer is better"), figure=str(state.scores[0])))
    return tuple(found)


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


def _rules(table: Table, entries: Sequence[Entry], settled: Settled) -> tuple[Cited, ...]:
    """The rule that ended the game, if it was not given up."""
    for each in reversed(entries):
        if each.ruling.settled is not None and each.ruling.rule is not None and settled.how != "void":
            return (cited(table, each.ruling.rule),)
    return ()


def _saves(state: SolitaireMatch, settled: Settled) -> bool:
    """Whether a won game can go on to save columns."""
    current = state.round
    if settled.how != "out" or not isinstance(current, ColumnsRound):
        return False
    return any(onto is not None for _, onto in moves(state.rules(Columns), current))
