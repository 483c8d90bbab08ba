"""One game of a solitaire on one page of paper."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from referee.engine.games.solitaire.columns import ColumnsRound
from referee.engine.messages import _
from referee.engine.tiles import Face, Tile
from referee.reports.agreed import house_rules
from referee.web.parts.family import Paper
from referee.web.parts.logbook import entries_to, round_of, settled_in, when_of
from referee.web.parts.margin import lines_of
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import LogLine
from referee.web.parts.pictures import face_picture
from referee.web.table.solitaire.ended import ended_of
from referee.web.table.solitaire.standing import faces_of, patience_state
from referee.web.table.solitaire.views import Board, Ended, Spot


@dataclass(frozen=True, kw_only=True)
class GameOnPaper:
    """A game as it is printed: how it was dealt and how it ended, what came of it, and every move."""

    title: str
    facts: str
    round_title: str
    when: str
    dealt: Board
    ended: Ended
    house_rules: tuple[str, ...]
    lines: tuple[LogLine, ...]
    signatures: tuple[str, ...]
    paper: str
    back: str


def paper_of(table: Table, number: int, size: str) -> Paper | None:
    """The game on one page; None where no such game has ended."""
    judged = round_of(table, number)
    if judged is None or not settled_in(judged):
        return None
    entries = entries_to(table.log, judged)
    state = patience_state(entries[-1].state)
    setup = table.setup
    faces = faces_of([each.entry for each in judged if each.entry is not None])
    upright = isinstance(state.round, ColumnsRound)
    page = GameOnPaper(
        title=str(setup.variant.title),
        facts=f"{setup.variant.sheet.title} · {_(setup.tiles.name)}",
        round_title=_("Game {number}", number=number),
        when=f"{when_of(table)} · {setup.players[0]}",
        dealt=_dealt(faces, upright=upright),
        ended=ended_of(table, entries, state),
        house_rules=tuple(str(rule.sentence) for rule in house_rules(setup)),
        lines=lines_of(table, judged),
        signatures=setup.players,
        paper=size,
        back=url_for("rounds.show", link=table.link),
    )
    return Paper("table/solitaire/summary.html", page)


def _dealt(faces: dict[Tile, Face], *, upright: bool) -> Board:
    spots = tuple(
        Spot(label=str(each), drawing=face_picture(each, upright=upright, label=None))
        for each in faces.values()
    )
    return Board(shape="seven upright" if upright else "by7", spots=spots)
