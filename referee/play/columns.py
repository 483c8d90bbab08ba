"""Domino solitaire: seven columns whose lowest tiles are seen, moved under one another (DS1-DS3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.moves import Deal, Shift, Turn
from referee.play.dealing import faces_dealt, not_in_set, tile_of_set
from referee.play.rounds import Outcome, Rounds, Rulings, not_now, refused, settle, stands, why_not_playing
from referee.play.state import Status
from referee.rules.solitaires import Columns
from referee.rulings import Breach, Code, Settled, refusal
from referee.setup import PatienceSetup
from referee.tiles import Face, Tile
from referee.wording import Said, marked, said

SEVEN = 7


class Column(NamedTuple):
    """One column: the tiles face down, and below them those that are seen, from the top."""

    down: int
    seen: tuple[Face, ...] = ()

    @property
    def has_tiles(self) -> bool:
        """Whether anything lies in the column."""
        return bool(self.down or self.seen)

    @property
    def may_turn(self) -> bool:
        """Whether its lowest tile lies face down."""
        return bool(self.down and not self.seen)


class ColumnsRound(NamedTuple):
    """The seven columns in play; all face down before the deal."""

    number: int
    columns: tuple[Column, ...]
    is_dealt: bool = False

    @property
    def to_act(self) -> int:
        """Whoever plays alone is always to act."""
        return 0

    @property
    def held(self) -> tuple[int, ...]:
        """The tiles that lie face down still."""
        return (sum(each.down for each in self.columns),)

    @property
    def sleeping(self) -> int:
        """No tile is left over."""
        return 0

    @property
    def counted(self) -> dict[str, Any] | None:
        """Nothing is counted in this game."""
        return None

    @property
    def in_use(self) -> int:
        """How many columns have tiles, face down or seen."""
        return sum(each.has_tiles for each in self.columns)

    def where(self, tile: Tile) -> tuple[int, int] | None:
        """The column in which the tile is seen, and its place among the tiles seen there."""
        for number, column in enumerate(self.columns):
            for place, each in enumerate(column.seen):
                if each.tile is tile:
                    return number, place
        return None

    def changed(self, *changes: tuple[int, Column]) -> ColumnsRound:
        """The round with some columns changed."""
        columns = list(self.columns)
        for number, column in changes:
            columns[number] = column
        return self._replace(columns=tuple(columns))


def fresh(setup: PatienceSetup, number: int) -> ColumnsRound:
    """The round before its seven open tiles are seen; the first column has seven tiles."""
    assert len(setup.tiles) == SEVEN * (SEVEN + 1) // 2
    return ColumnsRound(number, tuple(Column(SEVEN - each) for each in range(SEVEN)))


def _part(state: Rounds) -> Columns:
    found = state.setup.variant.part_of("move_unit")
    assert isinstance(found, Columns)
    return found


def tails(part: Columns, column: Column) -> range:
    """The places of a column's seen tiles from which a tail may move."""
    return range(len(column.seen) if part.move_unit == "tail" else min(1, len(column.seen)))


def moves(part: Columns, current: ColumnsRound) -> Iterator[tuple[Face, Face | None]]:
    """Every move that may be made now: the top tile of the tail, and the tile that it goes under; None: a new
    column."""
    lowest = [(number, each.seen[-1]) for number, each in enumerate(current.columns) if each.seen]
    for number, column in enumerate(current.columns):
        for place in tails(part, column):
            top = column.seen[place]
            yield from ((top, each) for other, each in lowest if other != number and each.second == top.first)
            if current.in_use < SEVEN:
                yield top, None


def is_stuck(part: Columns, current: ColumnsRound) -> bool:
    """Whether nothing can be moved and nothing turned up."""
    return not any(each.may_turn for each in current.columns) and next(moves(part, current), None) is None


def deal(state: Rounds, event: Deal) -> Outcome:
    """Rule on the seven tiles that are seen at the start."""
    why = why_not_playing(state)
    if why is not None:
        return why
    current: ColumnsRound = state.round
    if current.is_dealt:
        return not_now(state, marked("The columns are open already."))
    faces = faces_dealt(state, event, SEVEN)
    if isinstance(faces, Breach):
        return refusal(faces), state
    columns = tuple(
        Column(before.down - 1, (face,)) for before, face in zip(current.columns, faces, strict=True)
    )
    after = state._replace(round=current._replace(columns=columns, is_dealt=True))
    return _on(after, said("Seven columns lie, the lowest tile of each face up."), "match")


def _on(state: Rounds, words: Said, name: str) -> Outcome:
    """The table with the columns as they are now; won, lost, or going on."""
    current: ColumnsRound = state.round
    part = _part(state)
    if not sum(current.held):
        settled = Settled("out", 0, (), (_columns_in_words(current),))
    elif is_stuck(part, current):
        down = current.held[0]
        steps = (said("Nothing can be moved; {down} of the tiles still lie face down.", down=down),)
        settled = Settled("blocked", None, (), steps)
    else:
        return stands(state, words, rule=part.rule(name))
    return stands(settle(state, settled), words, *settled.steps, rule=part.rule("won"), settled=settled)


def _columns_in_words(current: ColumnsRound) -> Said:
    if current.in_use == 1:
        return said("Every tile is in one column.")
    return said("Every tile lies face up, in {n} columns.", n=current.in_use)


def shift(state: Rounds, event: Shift) -> Outcome:
    """Rule on a tile that moves with all that hangs below it; after the win, to save columns."""
    won = state.status is Status.ROUND_OVER and bool(state.rounds) and state.rounds[-1].how == "out"
    if not won:
        why = why_not_playing(state)
        if why is not None:
            return why
    current: ColumnsRound = state.round
    if not current.is_dealt:
        return not_now(state, marked("First the seven open tiles are seen."))
    if won and event.starts_column:
        return not_now(state, marked("The game is won; only a move that saves a column is left."))
    landed = _landed(state, current, event)
    if isinstance(landed, Breach):
        return refusal(landed), state
    words = said("{tile} goes under {onto}.", tile=event.tile, onto=event.onto)
    if event.starts_column:
        words = said("{tile} starts a column.", tile=event.tile)
    if not won:
        return _on(state._replace(round=landed), words, "new_column" if event.starts_column else "match")
    settled = state.rounds[-1]._replace(steps=(_columns_in_words(landed),))
    after = state._replace(round=landed, rounds=(*state.rounds[:-1], settled))
    return stands(after, words, *settled.steps, rule=_part(state).rule("match"))


def _landed(state: Rounds, current: ColumnsRound, event: Shift) -> ColumnsRound | Breach:
    """The columns after the move; a breach where it may not be."""
    part = _part(state)
    tile = tile_of_set(state, event.tile, event.written)
    if isinstance(tile, Breach):
        return tile
    found = current.where(tile)
    if found is None:
        return Breach(Code.BAD_MOVE, said("{tile} has not been turned up.", tile=tile))
    number, place = found
    column = current.columns[number]
    if place not in tails(part, column):
        words = said("{tile} moves only with the whole run in which it lies.", tile=tile)
        return Breach(Code.BAD_MOVE, words, part.rule("move_unit"))
    target = (
        _new_column(part, current) if event.starts_column else _under(state, current, event, number, place)
    )
    if isinstance(target, Breach):
        return target
    under = current.columns[target]
    return current.changed(
        (number, column._replace(seen=column.seen[:place])),
        (target, under._replace(seen=(*under.seen, *column.seen[place:]))),
    )


def _new_column(part: Columns, current: ColumnsRound) -> int | Breach:
    """The leftmost number without tiles; a breach where all seven have some."""
    for number, column in enumerate(current.columns):
        if not column.has_tiles:
            return number
    return Breach(Code.BAD_MOVE, said("All seven columns have tiles."), part.rule("new_column"))


def _under(state: Rounds, current: ColumnsRound, event: Shift, number: int, place: int) -> int | Breach:
    """The column under whose lowest tile the tail goes; a breach where it may not."""
    rule = _part(state).rule("match")
    onto = tile_of_set(state, event.onto, event.onto_written)
    if isinstance(onto, Breach):
        return onto
    found = current.where(onto)
    if found is None:
        return Breach(Code.BAD_MOVE, said("{onto} has not been turned up.", onto=onto))
    target, below = found
    top, lowest = current.columns[number].seen[place], current.columns[target].seen[below]
    if target == number:
        return Breach(
            Code.BAD_MOVE, said("{tile} and {onto} lie in one column.", tile=top, onto=lowest), rule
        )
    if below != len(current.columns[target].seen) - 1:
        return Breach(Code.BAD_MOVE, said("{onto} is not the lowest of its column.", onto=lowest), rule)
    if top.first != lowest.second:
        words = said(
            "The upper half of {tile} is {one}, the lower half of {onto} is {other}.",
            tile=top,
            one=top.first,
            onto=lowest,
            other=lowest.second,
        )
        return Breach(Code.BAD_MOVE, words, rule)
    return target


def turn(state: Rounds, event: Turn) -> Outcome:
    """Rule on a tile that is turned up because nothing covers it any more."""
    why = why_not_playing(state)
    if why is not None:
        return why
    current: ColumnsRound = state.round
    if not current.is_dealt:
        return not_now(state, marked("First the seven open tiles are seen."))
    face = event.face
    if face is None or face.tile not in state.setup.tiles:
        return refusal(not_in_set(state, face or event.written)), state
    rule = _part(state).rule("turning")
    if not 1 <= event.column <= SEVEN:
        return refused(state, Code.BAD_MOVE, said("The columns are numbered from 1 to 7."), rule)
    column = current.columns[event.column - 1]
    if not column.may_turn:
        words = said("The lowest tile of column {n} does not lie face down.", n=event.column)
        return refused(state, Code.BAD_MOVE, words, rule)
    if current.where(face.tile) is not None:
        return refused(state, Code.ALREADY_PLAYED, said("{tile} is seen already.", tile=face.tile))
    after = current.changed((event.column - 1, Column(column.down - 1, (face,))))
    words = said("{tile} is turned up in column {n}.", tile=face, n=event.column)
    return _on(state._replace(round=after), words, "turning")


RULINGS: Rulings = {Deal: deal, Shift: shift, Turn: turn}
