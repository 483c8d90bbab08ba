"""The state of a solitaire's table and what its pages show: the deal, the board, and the results so far."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from referee.engine.games.match import State, Status
from referee.engine.games.solitaire.columns import SEVEN
from referee.engine.games.solitaire.draw_five import FIVE
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.log import Entry
from referee.engine.messages import _, _n, marked
from referee.engine.record.events import Deal
from referee.engine.rules.game import Game
from referee.engine.rules.solitaires import Patience
from referee.engine.tiles import Face, Tile
from referee.reports.solitaire_words import fewest_left, games_of, left_words
from referee.reports.told import StepLine
from referee.web.infra.visitors import tables_known
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pictures import face_picture
from referee.web.parts.table_views import NOTHING_DRAWN, Key


class ResultFigure(NamedTuple):
    """One number at the top of the page: its label, its value, and a note."""

    label: str
    value: str
    sub: str = ""


class BoardSpot(NamedTuple):
    """One tile or place of a board. It submits `name` with `value`, links to `href`, or is not tappable.

    `note` is written under it; `tone` is a CSS class: how it looks. `frames` lie over it and its neighbours; a `twin`
    is the second part of one that goes on in the next row.
    """

    label: str = ""
    drawing: Markup = NOTHING_DRAWN
    name: str = ""
    value: str = ""
    href: str = ""
    note: str = ""
    tone: str = ""
    frames: tuple["BoardSpot", ...] = ()
    twin: bool = False


class Board(NamedTuple):
    """Tiles in a grid; `shape` is the grid's CSS class."""

    shape: str
    spots: tuple[BoardSpot, ...]


def spots_of(faces: Iterable[Face], *, upright: bool) -> tuple[BoardSpot, ...]:
    """Tiles that are only shown."""
    return tuple(BoardSpot(str(each), face_picture(each, upright=upright, label=None)) for each in faces)


def board_of(faces: Iterable[Face], *, upright: bool = False) -> Board | None:
    """A board of tiles that are only shown; None if there are none."""
    spots = spots_of(faces, upright=upright)
    return Board(shape="upright" if upright else "by7", spots=spots) if spots else None


class ColumnFace(NamedTuple):
    """One column: how many tiles are face down, the one that may be turned up, and the face-up ones from the top."""

    label: str
    down: int = 0
    lowest: BoardSpot | None = None
    seen: tuple[BoardSpot, ...] = ()
    new: BoardSpot | None = None


class PatienceFace(NamedTuple):
    """A solitaire in play or being dealt; only the fields that this game uses are set."""

    figures: tuple[ResultFigure, ...] = ()
    lead: str = ""
    more: str = ""
    board: Board | None = None
    columns: tuple[ColumnFace, ...] = ()
    layout: Markup = NOTHING_DRAWN
    hand: tuple[Key, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


class Ended(NamedTuple):
    """A finished game: the tiles at its end, and as they were dealt on paper; the results so far on the table's page."""

    ended: PatienceFace
    games: tuple[StepLine, ...] = ()
    more_href: str = ""
    dealt: Board | None = None


def has_dealt(state: SolitaireMatch) -> bool:
    """Whether a game has been dealt, including a finished one."""
    return state.round is not None and state.round.is_dealt


def awaits_deal(state: SolitaireMatch) -> bool:
    """Whether a game can be dealt now; its round event may still be missing."""
    return state.status is Status.ROUND_OVER or not has_dealt(state)


def deal_size(state: SolitaireMatch) -> int:
    """How many tiles are entered at the start."""
    return {"columns": SEVEN, "draw_five": FIVE}.get(state.setup.variant.solitaire, len(state.setup.tiles))


def faces_of(entries: Sequence[Entry]) -> dict[Tile, Face]:
    """How each tile lay in the last deal among these entries."""
    for each in reversed(entries):
        if isinstance(each.event, Deal):
            return {face.tile: face for face in each.event.faces if face is not None}
    return {}


def best_on_phone(table: Table) -> int | None:
    """The fewest left over all the tables of this game that the phone knows; None before the first."""
    key = table.setup.variant.key
    others = (each for each in tables_known() if each.table.id != table.row.id)
    tables = [open_table(each.token) for each in others if each.table.header.get("variant") == key]
    found = [fewest_left(SolitaireMatch.of(each.state)) for each in (table, *tables)]
    return min((each for each in found if each is not None), default=None)


def best_figure(state: SolitaireMatch) -> ResultFigure:
    """The best so far at this table, as a figure for the top of the page."""
    best, games = fewest_left(state), len(state.rounds)
    sub = _n("of {n} game", "of {n} games", games) if games else ""
    return ResultFigure(label=_("Best"), value="\N{EN DASH}" if best is None else str(best), sub=sub)


def result_line(state: State) -> str:
    """A table in one line, for the list of tables: "3 games, best 4 left"."""
    found = SolitaireMatch.of(state)
    kind, games = found.setup.variant.solitaire, len(found.rounds)
    if not games:
        return _("first game") if found.round is not None else _("not begun")
    best = fewest_left(found)
    count = _n("{n} game", "{n} games", games)
    if best is None:
        return count
    if games == 1:
        return f"{count}, {left_words(kind, best)}"
    if not best:
        return _("{games}, {n} won", games=count, n=sum(each == 0 for each in games_of(found)))
    return _("{games}, best {left}", games=count, left=left_words(kind, best))


_FACTS = {
    "counting_row": marked("a row that is counted"),
    "knock_out": marked("a line in which pairs leave"),
    "columns": marked("seven columns to uncover"),
    "draw_five": marked("a hand of five, a line with two ends"),
}


def facts_of(game: Game) -> str:
    """What sets a solitaire apart from its namesakes, in a few words."""
    assert isinstance(game, Patience)
    words = _(_FACTS[game.solitaire])
    if game.knock_out is not None and game.knock_out.counts_rest:
        return _("{facts}; tiles left are added up", facts=words)
    return words
