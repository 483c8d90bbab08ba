"""Domino solitaire: seven columns with their lowest tiles face up. Tap a tile, then the column it goes under."""

from collections.abc import Iterable

from referee.engine.games.match import Status
from referee.engine.games.solitaire.columns import SEVEN, Column, ColumnsRound, moves, tails
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.messages import _
from referee.engine.record.events import Event, Turn
from referee.engine.rules.solitaires import Columns
from referee.engine.tiles import Face, Tile, tiles_in
from referee.web.parts.actions import back_link, correcting, says, tiles_picker
from referee.web.parts.last_ruling import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked, dumped
from referee.web.parts.pictures import face_picture, tile_picture
from referee.web.parts.table_page import Asking, TablePage
from referee.web.parts.table_views import Action, LinkView, Press, Words
from referee.web.table.solitaire.entering import column_asked, is_shuffled, unseen_of
from referee.web.table.solitaire.hints import Hint, hint_of, said_of
from referee.web.table.solitaire.standing import (
    BoardSpot,
    ColumnFace,
    PatienceFace,
    ResultFigure,
    best_figure,
    spots_of,
)

HINT = "hint"


class _Reading:
    """What rendering a page needs to know of the columns: the legal moves, and which tile was tapped."""

    def __init__(self, table: Table, state: SolitaireMatch, asked: Asked) -> None:
        self.table, self.variant = table, state.setup.variant
        self.current: ColumnsRound = state.current
        self.part = part = state.rules(Columns)
        self.won = state.status is Status.ROUND_OVER
        found = list(moves(part, self.current))
        self.moves = [each for each in found if each[1] is not None] if self.won else found
        self.hint: Hint | None = hint_of(table, state, part) if asked.at == HINT else None
        wanted = self.hint.tile if self.hint is not None else asked.at
        self.chosen = next((face for face in self.movable() if str(face) == wanted), None)

    def movable(self) -> Iterable[Face]:
        """The tiles that may be picked up, whether or not they have a place to go."""
        for column in self.current.columns:
            yield from (column.seen[place] for place in tails(self.part, column))

    def onto(self, top: Face) -> list[Face | None]:
        """The tiles it may go under; None stands for a column of its own."""
        return [onto for each, onto in self.moves if each == top]


def columns_page(table: Table, state: SolitaireMatch, asked: Asked, common: TablePage) -> TablePage:
    """The columns, with the tapped tile and the places where it may go."""
    reading = _Reading(table, state, asked)
    current = reading.current
    freed = None if reading.won else column_asked(current, asked.at)
    down = current.held[0]
    figures = (
        ResultFigure(
            label=_("Face down"), value=str(down), sub=_("{n} seen", n=len(state.setup.tiles) - down)
        ),
        best_figure(state),
    )
    turning = freed if table.may_write else None
    page = common._replace(
        face=PatienceFace(
            figures=figures,
            columns=tuple(_column(reading, number, freed) for number in range(SEVEN)),
            fields=(("at", f"c{freed}"),) if freed is not None else (),
        ),
    )
    if reading.hint is not None:
        said = reading.hint.said
        do_it = (says(_("Do that"), said, tone="main"),) if said else ()
        return page._replace(words=reading.hint.words, bar=(*do_it, back_link(table, _("I'll look myself"))))
    if reading.chosen is not None:
        words = _chosen_words(reading, reading.chosen)
        return page._replace(words=words, bar=(back_link(table, _("Another tile")), *correcting(table)))
    if turning is not None:
        return _turning(table, state, asked, turning, page)
    turn = _("Tap a tile to use fewer columns") if reading.won else _("Tap a tile to move it")
    return page._replace(turn=turn if table.may_write else "", bar=tuple(_bar(reading)))


def _bar(reading: _Reading) -> list[Action]:
    if reading.won:
        return [back_link(reading.table, _("Done"), "main"), *correcting(reading.table)]
    give_up = says(_("Give up"), {"void": True, "why": "given up"})
    return [
        LinkView(label=_("Hint"), href=Asked(at=HINT).href(reading.table.link)),
        *([give_up] if reading.table.may_correct else ()),
        *correcting(reading.table),
    ]


# The tile that was tapped


def _chosen_words(reading: _Reading, top: Face) -> Words:
    rule = cited(reading.table, reading.variant.rule("match"))
    if reading.onto(top):
        return Words(head=_("{tile} moves", tile=top), sub=_("Tap where it goes."), rules=(rule,))
    head = _("Nothing open ends in a {number}, so {tile} stays", number=top.first, tile=top)
    if reading.current.in_use == SEVEN:
        return Words(head=head, sub=_("All seven columns have tiles."), rules=(rule,))
    return Words(head=head, rules=(rule,))


# The columns


def _column(reading: _Reading, number: int, freed: int | None) -> ColumnFace:
    column = reading.current.columns[number]
    if not column.has_tiles:
        return ColumnFace(
            label=_("Column {number}, empty", number=number + 1), new=_new_column(reading, number)
        )
    lowest = None
    if column.may_turn:
        tone = "now" if freed == number + 1 else ""
        lowest = BoardSpot(
            label=_("Turn up the tile of column {number}", number=number + 1),
            href=Asked(at=f"c{number + 1}").href(reading.table.link) if reading.table.may_write else "",
            tone=tone,
        )
    seen = spots_of(column.seen, upright=True)
    if reading.table.may_write:
        seen = tuple(_seen(reading, column, place) for place in range(len(column.seen)))
    label = _column_words(number + 1, column.down)
    return ColumnFace(label=label, down=column.down - (lowest is not None), lowest=lowest, seen=seen)


def _column_words(number: int, down: int) -> str:
    """The column's label for a screen reader, with its number of face-down tiles."""
    if down:
        return _("Column {number}, {n} face down", number=number, n=down)
    return _("Column {number}", number=number)


def _new_column(reading: _Reading, number: int) -> BoardSpot:
    """The place of an empty column; a new column starts at the leftmost of these."""
    first = next(each for each, column in enumerate(reading.current.columns) if not column.has_tiles)
    chosen = reading.chosen
    if chosen is None or None not in reading.onto(chosen) or number != first:
        return BoardSpot(label=_("Empty"))
    label = _("{tile} starts column {number}", tile=chosen, number=number + 1)
    return BoardSpot(label, name="say", value=dumped(said_of((chosen, None))), tone="lit")


def _seen(reading: _Reading, column: Column, place: int) -> BoardSpot:
    """A face-up tile: the one to tap first, or the place where the tapped one goes."""
    face = column.seen[place]
    is_lowest = place == len(column.seen) - 1
    chosen = reading.chosen
    if chosen is None:
        return _to_be_tapped(reading, face)
    own = chosen in column.seen
    if own and column.seen.index(chosen) <= place:
        label, drawing = _("{tile}, not this one", tile=face), face_picture(face, upright=True, state="last")
        return BoardSpot(label, drawing, href=NOTHING.href(reading.table.link), tone="chosen")
    if is_lowest and not own:
        return _under(chosen, face, face, tone="lit" if face in reading.onto(chosen) else "")
    return _link(reading, face)


def _under(tile: Face, other: Face, shown: Face, tone: str = "") -> BoardSpot:
    """The place that shows one of the two tiles; a tap lays `tile` under the `other`."""
    drawing = face_picture(shown, upright=True, state="cand" if tone else "")
    label, said = _("{tile} under {other}", tile=tile, other=other), said_of((tile, other))
    return BoardSpot(label, drawing, name="say", value=dumped(said), tone=tone)


def _to_be_tapped(reading: _Reading, face: Face) -> BoardSpot:
    """A tile with exactly one place to go moves at once; any other is chosen first."""
    onto = reading.onto(face)
    if len(onto) == 1 and onto[0] is not None:
        return _under(face, onto[0], face)
    return _link(reading, face)


def _link(reading: _Reading, face: Face) -> BoardSpot:
    spot = BoardSpot(label=str(face), drawing=face_picture(face, upright=True))
    if face in reading.movable():
        return spot._replace(href=Asked(at=str(face)).href(reading.table.link))
    # only the whole run can move, and the refusal says so
    return spot._replace(name="say", value=dumped(said_of((face, None))))


# Turning up


def _turning(table: Table, state: SolitaireMatch, asked: Asked, column: int, page: TablePage) -> TablePage:
    """Asks which tile was turned up, or offers a random one."""
    if asked.shown:
        return page._replace(asking=_which_way(table, asked.shown[0], column))
    unseen = unseen_of(state)
    tone = "main" if is_shuffled(table) else ""
    bar = (Press(label=_("Turn it for me"), name="chance", value="turn", tone=tone), *correcting(table))
    steps = Asked(half=asked.half)
    return page._replace(
        turn=_("Column {number}: which tile is it?", number=column),
        picker=tiles_picker(table, steps, unseen, unseen, "tile"),
        bar=bar,
    )


def _which_way(table: Table, tile: Tile, column: int) -> Asking:
    return Asking(
        title=_("{tile} in column {number}", tile=tile, number=column),
        sub=_("How does it lie?"),
        drawing=tile_picture(tile),
        choices=tuple(
            says(
                _("{number} below", number=face.second),
                {"turn": str(face), "column": column},
                drawing=face_picture(face, upright=True),
            )
            for face in _both_ways(tile)
        ),
        back=back_link(table, _("Another tile"), to=Asked(at=f"c{column}")),
    )


def turned_instead(table: Table, event: Event) -> tuple[Press, ...]:
    """Buttons for the tiles that may have been turned up at this table, either way round; none for anything else."""
    if not isinstance(event, Turn):
        return ()
    unseen = tiles_in(unseen_of(SolitaireMatch.of(table.state)))
    faces = (face for each in unseen for face in _both_ways(each))
    return tuple(says(str(each), {"turn": str(each), "column": event.column}) for each in faces)


def _both_ways(tile: Tile) -> tuple[Face, ...]:
    """A tile as it may lie: a double one way."""
    return tuple(dict.fromkeys((Face(tile.high, tile.low), Face(tile.low, tile.high))))


def columns_ended(current: ColumnsRound) -> PatienceFace:
    """The columns at the end of a game."""
    columns = tuple(
        ColumnFace(_column_words(number, each.down), each.down, seen=spots_of(each.seen, upright=True))
        for number, each in enumerate(current.columns, 1)
        if each.has_tiles
    )
    return PatienceFace(lead=_("The columns"), columns=columns)
