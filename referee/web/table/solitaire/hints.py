"""A hint for the columns, from face-up tiles only: a move that frees a tile, or that lets the next move free one."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.engine.games.solitaire.columns import ColumnsRound, moves
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.messages import _, marked
from referee.engine.rules.solitaires import Columns
from referee.engine.rulings import Verdict
from referee.engine.tiles import Face
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import Words

Move = tuple[Face, Face | None]


class Hint(NamedTuple):
    """A hint: its words, and if it is a move, the tile to tap and its event."""

    words: Words
    tile: str = ""
    said: Mapping[str, Any] = MappingProxyType({})


def hint_of(table: Table, state: SolitaireMatch, part: Columns) -> Hint:
    """The best next move, judged by the face-up tiles."""
    current: ColumnsRound = state.current
    for number, column in enumerate(current.columns, 1):
        if column.may_turn:
            words = Words(
                head=_("Turn up the tile of column {number}", number=number),
                sub=_("Nothing covers it any more."),
            )
            return Hint(words)
    found = list(moves(part, current))
    for worth, why in _WORTH:
        for move in found:
            if worth(current, move):
                return _hint(move, _(why, number=_column(current, move) + 1))
    for move in found:
        answer, after = table.log.say(said_of(move))
        if answer.ruling.verdict is not Verdict.STANDS:
            continue
        then: ColumnsRound = SolitaireMatch.of(after.state).current
        if any(_frees(then, each) and each[1] is not None for each in moves(part, then)):
            return _hint(move, _("After it another move frees a tile."))
    return Hint(Words(head=_("Nothing seen frees a tile"), sub=_("What moves now only changes the ends.")))


def said_of(move: Move) -> dict[str, str]:
    """The move as a raw event."""
    return {"move": str(move[0]), "onto": "column" if move[1] is None else str(move[1])}


def _hint(move: Move, why: str) -> Hint:
    head = _("{tile} can start a column", tile=move[0])
    if move[1] is not None:
        head = _("{tile} can go under {other}", tile=move[0], other=move[1])
    return Hint(Words(head=head, sub=why), str(move[0]), said_of(move))


def _column(current: ColumnsRound, move: Move) -> int:
    """The column from which the tile moves."""
    found = current.where(move[0].tile)
    assert found is not None
    return found[0]


def _is_whole(current: ColumnsRound, move: Move) -> bool:
    """Whether all face-up tiles of its column move."""
    return current.columns[_column(current, move)].seen[0] == move[0]


def _frees(current: ColumnsRound, move: Move) -> bool:
    """Whether the move frees a face-down tile."""
    return _is_whole(current, move) and current.columns[_column(current, move)].down > 0


FREES = marked("It frees a tile of column {number}.")
# Kinds of move from best to worst, each with the reason to give.
_WORTH: tuple[tuple[Callable[[ColumnsRound, Move], bool], str], ...] = (
    (lambda now, move: move[1] is not None and _frees(now, move), FREES),
    (
        lambda now, move: move[1] is not None and _is_whole(now, move) and sum(now.held) > 0,
        marked("It empties column {number}, where another tile can start."),
    ),
    (lambda now, move: move[1] is None and _frees(now, move), FREES),
)
