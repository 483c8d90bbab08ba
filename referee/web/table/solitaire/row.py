"""Elimination and Bingo: the row as it is counted, the number said at each tile, and the tile that leaves next."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.games.phrases import tiles_word
from referee.engine.games.solitaire.counting_row import Leaving, RowRound
from referee.engine.games.solitaire.state import SolitaireMatch, rules_of
from referee.engine.messages import _, _p
from referee.engine.rules.solitaires import CountingRow
from referee.engine.tiles import Face, Tile
from referee.web.parts.actions import correcting
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, dumped
from referee.web.parts.pictures import face_picture
from referee.web.parts.table_views import Action, Press, TablePage
from referee.web.table.solitaire.standing import best_figure, faces_of
from referee.web.table.solitaire.views import Board, PatienceFace, ResultFigure, Spot


def row_page(table: Table, state: SolitaireMatch, asked: Asked, common: TablePage) -> TablePage:  # noqa: ARG001
    """The row in the pass in which the next tile leaves."""
    current: RowRound = state.current
    coming = current.coming
    assert coming is not None
    last_number = rules_of(state, CountingRow).last_number
    figures = (ResultFigure(label=_p("tiles", "Left"), value=str(current.left)), best_figure(state))
    faces = faces_of(table.log.entries)
    face = PatienceFace(
        figures=figures,
        board=Board(shape="by7 counted", spots=_spots(coming, faces, last_number, writes=table.may_write)),
    )
    return common._replace(
        face=face,
        turn=_("{tile} is next, at {number}", tile=coming.tile, number=coming.number),
        layout_words=_("Place {n} of {all}.", n=coming.place, all=len(coming.row)),
        bar=tuple(_bar(table, coming)),
    )


def _spots(
    coming: Leaving, faces: Mapping[Tile, Face], last_number: int, *, writes: bool
) -> tuple[Spot, ...]:
    """Each place of the row with the number that is said there; places left empty in this pass stay empty."""
    found = []
    for place, tile in enumerate(coming.row, 1):
        number = str((coming.number + place - coming.place) % (last_number + 1))
        if tile is None:
            found.append(Spot(note=number, tone="gap"))
            continue
        now = place == coming.place
        found.append(
            Spot(
                label=_("{tile} leaves at {number}", tile=tile, number=number)
                if now
                else _("{tile} at {number}", tile=tile, number=number),
                drawing=face_picture(faces.get(tile, Face(tile.high, tile.low)), state="last" if now else ""),
                name="say" if writes else "",
                value=dumped({"remove": tile.name}),
                note=number,
                tone="now" if now else "",
            )
        )
    return tuple(found)


def _bar(table: Table, coming: Leaving) -> list[Action]:
    take = Press(
        label=_("Take {tile} out", tile=coming.tile),
        name="say",
        value=dumped({"remove": coming.tile.name}),
        sub=_("at {number}, place {place}", number=coming.number, place=coming.place),
        tone="main",
    )
    end = Press(label=_("To the end"), name="forced", value="1")
    return [take, end, *correcting(table)]


def row_ended(current: RowRound, faces: Mapping[Tile, Face]) -> tuple[str, PatienceFace]:
    """The tiles that stayed in the row."""
    left = [each for each in current.dealt if not each.bit & current.out]
    spots = tuple(
        Spot(label=str(each), drawing=face_picture(faces.get(each, Face(each.high, each.low)), label=None))
        for each in left
    )
    title = _("{tiles} left in the row", tiles=tiles_word(len(left))) if left else ""
    return title, PatienceFace(board=Board(shape="by7", spots=spots) if spots else None, closed=True)
