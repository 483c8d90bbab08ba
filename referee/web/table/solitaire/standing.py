"""The state of a solitaire's table and what its pages show: how the tiles lay, what came of it, the results kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from referee.engine.games.match import State, Status
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.log import Entry
from referee.engine.messages import _, _n, marked, msg, msg_as
from referee.engine.record.family_events import Deal
from referee.engine.rules.game import Game
from referee.engine.rules.solitaires import Patience
from referee.engine.tiles import Face, Tile
from referee.reports.rounds import StepLine
from referee.web.infra.visitors import tables_known
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.table_views import NOTHING_DRAWN, Key


class ResultFigure(NamedTuple):
    """One number on top of the page: what it counts, and what else is known of it."""

    label: str
    value: str
    sub: str = ""


class Spot(NamedTuple):
    """One tile or place of a board. It sends `name` with `value`, leads to `href`, or only lies there.

    `note` is written under it; `tone` and `place` are classes: how it looks, and where in the grid it stands.
    """

    label: str = ""
    drawing: Markup = NOTHING_DRAWN
    name: str = ""
    value: str = ""
    href: str = ""
    note: str = ""
    tone: str = ""
    place: str = ""
    twin: bool = False


class Board(NamedTuple):
    """Tiles side by side in lines; `shape` names the grid."""

    shape: str
    spots: tuple[Spot, ...]


class ColumnFace(NamedTuple):
    """One column: the tiles face down, what may be tapped of them, and those that are seen, from the top."""

    label: str
    down: int = 0
    lowest: Spot | None = None
    seen: tuple[Spot, ...] = ()
    new: Spot | None = None


class PatienceFace(NamedTuple):
    """A solitaire in play, or being dealt: only what this one has is set."""

    figures: tuple[ResultFigure, ...] = ()
    lead: str = ""
    more: str = ""
    rules_href: str = ""
    board: Board | None = None
    columns: tuple[ColumnFace, ...] = ()
    columns_tone: str = ""
    layout: Markup = NOTHING_DRAWN
    hand: tuple[Key, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    closed: bool = False


class Ended(NamedTuple):
    """A game that is over: what was reached, the tiles as they lie now, and the results so far."""

    steps: tuple[StepLine, ...]
    ended: PatienceFace
    ended_title: str = ""
    games: tuple[StepLine, ...] = ()
    more_href: str = ""
    more_label: str = ""
    dealt: Board | None = None


SEVEN = 7
FIVE = 5


def patience_state(state: State) -> SolitaireMatch:
    """The state as that of a solitaire, whose pages alone may ask for it."""
    assert isinstance(state, SolitaireMatch)
    return state


def standing_of(table: Table) -> SolitaireMatch:
    """The table as it is now."""
    return patience_state(table.state)


def kind_of(state: SolitaireMatch) -> str:
    """Which of the solitaires is played: the name of its part."""
    return state.setup.variant.solitaire


def has_dealt(state: SolitaireMatch) -> bool:
    """Whether the tiles of a game lie turned up, also when it is over."""
    return state.round is not None and state.round.is_dealt


def awaits_deal(state: SolitaireMatch) -> bool:
    """Whether the tiles of a game can be turned up now, with its round entered first if it is not yet."""
    return state.status is Status.ROUND_OVER or not has_dealt(state)


def deal_size(state: SolitaireMatch) -> int:
    """How many tiles are turned up at the start."""
    return {"columns": SEVEN, "draw_five": FIVE}.get(kind_of(state), len(state.setup.tiles))


def faces_of(entries: Sequence[Entry]) -> dict[Tile, Face]:
    """How the tiles of the last deal among these entries lay."""
    for each in reversed(entries):
        if isinstance(each.event, Deal):
            return {face.tile: face for face in each.event.faces if face is not None}
    return {}


# What is counted when a game is over: what is left, in this game's own words.
_WON = msg_as("solitaire", "won")
_NONE_LEFT = {
    "counting_row": msg_as("row", "cleared"), "knock_out": msg("none left"), "columns": _WON, "draw_five": _WON,
}  # fmt: skip


def left_words(kind: str, left: int) -> str:
    """What was left of a game, in a few words."""
    if not left:
        return str(_NONE_LEFT[kind])
    return _("{n} face down", n=left) if kind == "columns" else _n("{n} left", "{n} left", left)


def games_of(state: SolitaireMatch) -> list[int | None]:
    """What was left after each game, None if it was given up."""
    return [
        None if settled.how == "void" else left
        for settled, left in zip(state.rounds, state.left, strict=True)
    ]


def best_of(state: SolitaireMatch) -> int | None:
    """The fewest left after any game of the table; None before the first."""
    return min((each for each in games_of(state) if each is not None), default=None)


def best_on_phone(table: Table) -> int | None:
    """The same over all tables of this game that the phone knows."""
    key = table.setup.variant.key
    others = (each for each in tables_known() if each.table.id != table.row.id)
    tables = [open_table(each.token) for each in others if each.table.header.get("variant") == key]
    found = [best_of(patience_state(each.state)) for each in (table, *tables)]
    return min((each for each in found if each is not None), default=None)


def best_figure(state: SolitaireMatch) -> ResultFigure:
    """The best so far at this table, as a number on top of the page."""
    best, games = best_of(state), len(state.rounds)
    sub = _n("of {n} game", "of {n} games", games) if games else ""
    return ResultFigure(label=_("Best"), value="\N{EN DASH}" if best is None else str(best), sub=sub)


def result_line(state: State) -> str:
    """A table in one line, for the list of tables: "3 games, best 4 left"."""
    found = patience_state(state)
    kind, games = kind_of(found), len(found.rounds)
    if not games:
        return _("first game") if found.round is not None else _("not begun")
    best = best_of(found)
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
    """What tells a solitaire from its namesakes, in a few words."""
    assert isinstance(game, Patience)
    words = _(_FACTS[game.solitaire])
    if game.knock_out is not None and game.knock_out.counts_rest:
        return _("{facts}; tiles left are added up", facts=words)
    return words
