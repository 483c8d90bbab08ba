"""The solitaires laid out in rows: Elimination and Bingo, which are counted, and Knock-out."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from referee.engine.games.solitaire.counting_row import Leaving, RowRound
from referee.engine.games.solitaire.knock_out import KnockOutRound, touches
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.messages import Listed, _, _n, _p, tiles_word
from referee.engine.record.events import Event, Knock
from referee.engine.rules.solitaires import CountingRow, Knocking
from referee.engine.tiles import Face, Tile
from referee.web.parts.actions import back_link, correcting, said_button, says
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, dumped
from referee.web.parts.pictures import face_picture
from referee.web.parts.table_page import Asking, TablePage
from referee.web.parts.table_views import Action, Press
from referee.web.table.solitaire.standing import (
    Board,
    BoardSpot,
    PatienceFace,
    ResultFigure,
    best_figure,
    board_of,
    faces_of,
)


def row_page(table: Table, state: SolitaireMatch, asked: Asked, common: TablePage) -> TablePage:  # noqa: ARG001
    """The row at the pass in which the next tile leaves."""
    current: RowRound = state.current
    coming = current.coming
    assert coming is not None
    last_number = state.rules(CountingRow).last_number
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
) -> tuple[BoardSpot, ...]:
    """Each place of the row with the number counted there; places that are empty stay empty."""
    found = []
    for place, tile in enumerate(coming.row, 1):
        number = str((coming.number + place - coming.place) % (last_number + 1))
        if tile is None:
            found.append(BoardSpot(note=number, tone="gap"))
            continue
        now = place == coming.place
        found.append(
            BoardSpot(
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
    sub = _("at {number}, place {place}", number=coming.number, place=coming.place)
    take = says(_("Take {tile} out", tile=coming.tile), {"remove": coming.tile.name}, sub, "main")
    end = Press(label=_("To the end"), name="forced", value="1")
    return [take, end, *correcting(table)]


def row_ended(current: RowRound, faces: Mapping[Tile, Face]) -> PatienceFace:
    """The tiles left in the row."""
    left = [each for each in current.dealt if not each.bit & current.out]
    title = _("{tiles} left in the row", tiles=tiles_word(len(left))) if left else ""
    board = board_of(faces.get(each, Face(each.high, each.low)) for each in left)
    return PatienceFace(lead=title, board=board)


PER_LINE = 5


def line_page(table: Table, state: SolitaireMatch, asked: Asked, common: TablePage) -> TablePage:
    """The line, with a frame around every two equal halves that touch."""
    current: KnockOutRound = state.current
    line = current.line
    pairs = _pairs(line)
    runs = state.rules(Knocking).takes_runs
    sub = _n("{n} pair touches", "{n} pairs touch", len(pairs))
    figures = (ResultFigure(label=_p("tiles", "Left"), value=str(len(line)), sub=sub), best_figure(state))
    spots = tuple(_tile(table, line, pairs, place, runs=runs) for place in range(len(line)))
    chosen = _chosen(line, asked) if runs and table.may_write else None
    return common._replace(
        face=PatienceFace(figures=figures, board=Board(shape="by5", spots=spots)),
        turn=_("Tap a pair to knock it out") if table.may_write else "",
        asking=None if chosen is None else _asking(table, line, chosen),
        bar=tuple(correcting(table)),
    )


def _stretches(line: Sequence[Face], place: int) -> list[tuple[int, int]]:
    """Every run of matching neighbours that contains `place` and the next, shortest first, as (start, end)."""
    first, end = place, place + 2
    while first and touches(line[first - 1], line[first]):
        first -= 1
    while end < len(line) and touches(line[end - 1], line[end]):
        end += 1
    found = [(a, b) for a in range(first, place + 1) for b in range(place + 2, end + 1)]
    return sorted(found, key=lambda each: (each[1] - each[0], each[0]))


def _pairs(line: Sequence[Face]) -> list[int]:
    """The places of the tiles that touch the next with an equal half."""
    return [place for place in range(len(line) - 1) if touches(line[place], line[place + 1])]


def knocked_instead(table: Table, event: Event) -> tuple[Press, ...]:
    """Buttons for the tiles that could be knocked out at this table; none for anything but knocked-out tiles."""
    if not isinstance(event, Knock):
        return ()
    line = SolitaireMatch.of(table.state).current.line
    found = {each for place in _pairs(line) for each in _stretches(line, place)}
    names = (_names(line, each) for each in sorted(found))
    return tuple(said_button(table, {"knock": each}, " ".join(each)) for each in names)


def _chosen(line: Sequence[Face], asked: Asked) -> int | None:
    """The place of the tile whose frame was tapped; None if no frame was."""
    for place in range(len(line) - 1):
        if str(line[place]) == asked.at and touches(line[place], line[place + 1]):
            return place
    return None


def _names(line: Sequence[Face], stretch: tuple[int, int]) -> list[str]:
    return [str(each) for each in line[stretch[0] : stretch[1]]]


def _asking(table: Table, line: Sequence[Face], place: int) -> Asking:
    """Asks which tiles leave together."""
    choices = []
    for stretch in _stretches(line, place):
        names = _names(line, stretch)
        tiles = Markup("").join(face_picture(each) for each in line[stretch[0] : stretch[1]])
        choices.append(says(" ".join(names), {"knock": names}, drawing=tiles))
    return Asking(
        title=_("How many leave?"),
        sub=_("All that touch with equal halves may leave together."),
        drawing=face_picture(line[place]),
        choices=tuple(choices),
        back=back_link(table, _("None of these")),
    )


def _tile(table: Table, line: Sequence[Face], pairs: Sequence[int], place: int, *, runs: bool) -> BoardSpot:
    """A tile, framed together with the next if they touch. If it touches no equal half, a tap says why it cannot
    leave."""
    alone = table.may_write and place not in pairs and place - 1 not in pairs
    other = place + 1 if place + 1 < len(line) else place - 1
    names = [str(line[each]) for each in sorted((place, other))]
    frames = []
    if place - 1 in pairs and place % PER_LINE == 0:
        frames.append(_frame(table, line, place - 1, "comes", runs=runs))
    if place in pairs:
        goes_on = "goes-on" if (place + 1) % PER_LINE == 0 else ""
        frames.append(_frame(table, line, place, goes_on, runs=runs))
    return BoardSpot(
        label=str(line[place]),
        drawing=face_picture(line[place], label=None if not alone else ""),
        name="say" if alone else "",
        value=dumped({"knock": names}),
        frames=tuple(frames),
    )


def _frame(table: Table, line: Sequence[Face], place: int, part: str, *, runs: bool) -> BoardSpot:
    """The frame around two touching halves; if the line wraps between them, one `part` of it: "goes-on" or "comes"."""
    several = runs and len(_stretches(line, place)) > 1
    names = _names(line, (place, place + 2))
    tiles = Listed(names)
    label = _("Knock out from {tiles}", tiles=tiles) if several else _("Knock out {tiles}", tiles=tiles)
    writes = table.may_write
    return BoardSpot(
        label=label,
        name="say" if writes and not several else "",
        value=dumped({"knock": names}),
        href=Asked(at=str(line[place])).href(table.link) if writes and several else "",
        tone=f"frame {part}",
        twin=part == "comes",
    )


def line_ended(current: KnockOutRound) -> PatienceFace:
    """The tiles left in the line."""
    left = current.line
    title = _("{tiles} left in the line", tiles=tiles_word(len(left))) if left else ""
    return PatienceFace(lead=title, board=board_of(left))
