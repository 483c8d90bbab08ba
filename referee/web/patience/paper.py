"""One game of a solitaire on one page of paper."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from referee.play.columns import ColumnsRound
from referee.tiles import Face, Tile
from referee.web.book import Table
from referee.web.family import Paper
from referee.web.logbook import round_of, settled_in, when_of
from referee.web.pages import LogLine
from referee.web.patience.ended import ended_of
from referee.web.patience.faces import Board, Ended, Spot
from referee.web.patience.standing import faces_of, patience_state
from referee.web.patience.telling import lines_of
from referee.web.pictures import face_picture
from referee.web.switches import house_rules
from referee.wording import _


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
    force = {each.number for each in judged if each.entry is not None}
    last = max(place for place, entry in enumerate(table.log.entries) if entry.number in force)
    entries = table.log.entries[: last + 1]
    state = patience_state(entries[-1].state)
    setup = table.setup
    faces = faces_of([each for each in entries if each.number in force])
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
    return Paper("patience/summary.html", page)


def _dealt(faces: dict[Tile, Face], *, upright: bool) -> Board:
    spots = tuple(
        Spot(label=str(each), drawing=face_picture(each, upright=upright, label=None))
        for each in faces.values()
    )
    return Board(shape="seven upright" if upright else "by7", spots=spots)
