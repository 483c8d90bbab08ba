"""One game of a solitaire on one page of paper: how it was dealt, how it ended, what came of it, and every move."""

from __future__ import annotations

from referee.engine.games.solitaire.columns import ColumnsRound
from referee.engine.messages import _
from referee.engine.tiles import Face, Tile
from referee.reports.agreed import house_rules
from referee.web.parts.logbook import entries_to, round_of, settled_in, when_of
from referee.web.parts.margin import lines_of
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import RoundPaper
from referee.web.parts.pictures import face_picture
from referee.web.table.solitaire.ended import ended_of
from referee.web.table.solitaire.standing import faces_of, patience_state
from referee.web.table.solitaire.views import Board, Spot


def paper_of(table: Table, number: int, size: str) -> RoundPaper | None:
    """The game on one page; None if no such game has ended."""
    judged = round_of(table, number)
    if judged is None or not settled_in(judged):
        return None
    entries = entries_to(table.log, judged)
    state = patience_state(entries[-1].state)
    setup = table.setup
    faces = faces_of([each.entry for each in judged if each.entry is not None])
    ended, settlement = ended_of(table, entries, state)
    return RoundPaper(
        title=str(setup.variant.title),
        facts=f"{setup.variant.sheet.title} · {_(setup.tiles.name)}",
        round_title=_("Game {number}", number=number),
        when=f"{when_of(table)} · {setup.players[0]}",
        settlement=settlement._replace(lies="table/solitaire/_printed.html", more="", steps=ended.steps),
        face=ended._replace(dealt=_dealt(faces, upright=isinstance(state.round, ColumnsRound))),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        lines=lines_of(table, judged),
        signatures=setup.players,
        paper=size,
        is_dense=True,
    )


def _dealt(faces: dict[Tile, Face], *, upright: bool) -> Board:
    spots = tuple(
        Spot(label=str(each), drawing=face_picture(each, upright=upright, label=None))
        for each in faces.values()
    )
    return Board(shape="seven upright" if upright else "by7", spots=spots)
