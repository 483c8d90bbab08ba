"""Domino solitaire: seven columns whose lowest tiles are seen, moved under one another (DS1-DS3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.games.at_any_table import stands
from referee.engine.games.match import Status
from referee.engine.games.refusals import not_in_set, not_now
from referee.engine.games.solitaire.state import Outcome, SolitaireKind, SolitaireMatch, SolitaireRound
from referee.engine.messages import Message, marked, msg
from referee.engine.record.events import Deal, Shift, Turn
from referee.engine.rules.solitaires import Columns
from referee.engine.rulings import Breach, Code, Settled
from referee.engine.tiles import Face, Tile

SEVEN = 7


class Column(NamedTuple):
    """One column: the number of tiles face down, and below them those that are seen, from the top."""

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


@dataclass(slots=True)
class ColumnsRound(SolitaireRound):
    """The seven columns in play; all face down before the deal, seven tiles in the first and one in the last."""

    columns: tuple[Column, ...]
    is_dealt: bool = False

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles still lie face down."""
        return (sum(each.down for each in self.columns),)

    @property
    def in_use(self) -> int:
        """How many columns have tiles, face down or seen."""
        return sum(each.has_tiles for each in self.columns)

    def where(self, tile: Tile) -> tuple[int, int] | None:
        """The column in which the tile is seen, and its index among the tiles seen there."""
        for number, column in enumerate(self.columns):
            for place, each in enumerate(column.seen):
                if each.tile is tile:
                    return number, place
        return None

    def changed(self, *changes: tuple[int, Column]) -> "ColumnsRound":
        """The round with some columns changed."""
        columns = list(self.columns)
        for number, column in changes:
            columns[number] = column
        return self._replace(columns=tuple(columns))


def tails(part: Columns, column: Column) -> range:
    """The indices of a column's seen tiles from which a tail may move."""
    return range(len(column.seen) if part.moves_part_of_run else min(1, len(column.seen)))


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


def deal(state: SolitaireMatch, current: ColumnsRound, event: Deal) -> Outcome:
    """Rule on the seven tiles that are seen at the start."""
    faces = state.faces_dealt(event, SEVEN)
    if isinstance(faces, Breach):
        return faces
    columns = tuple(
        Column(before.down - 1, (face,)) for before, face in zip(current.columns, faces, strict=True)
    )
    words = msg("There are seven columns, the lowest tile of each face up.")
    return _on(state, current._replace(columns=columns, is_dealt=True), words, "match")


def _on(state: SolitaireMatch, current: ColumnsRound, words: Message, name: str) -> Outcome:
    """The ruling once the columns have changed: the game is won, lost or goes on."""
    state = state._replace(round=current)
    part, variant = state.rules(Columns), state.setup.variant
    if not sum(current.held):
        settled = Settled("out", 0, (), (_columns_in_words(current),))
    elif not any(each.may_turn for each in current.columns) and next(moves(part, current), None) is None:
        down = current.held[0]
        steps = (msg("Nothing can be moved; {down} of the tiles still lie face down.", down=down),)
        settled = Settled("blocked", None, (), steps)
    else:
        return stands(state, words, rule=variant.rule(name))
    return stands(state.settle(settled), words, *settled.steps, rule=variant.rule("won"), settled=settled)


def _columns_in_words(current: ColumnsRound) -> Message:
    if current.in_use == 1:
        return msg("Every tile is in one column.")
    return msg("Every tile lies face up, in {n} columns.", n=current.in_use)


def is_won(state: SolitaireMatch) -> bool:
    """Whether the game is won; columns may still be saved after that."""
    return state.status is Status.ROUND_OVER and bool(state.rounds) and state.rounds[-1].how == "out"


def shift(state: SolitaireMatch, current: ColumnsRound, event: Shift) -> Outcome:
    """Rule on a tile that moves with all tiles below it; after the win, only to save columns."""
    won = is_won(state)
    if won and event.starts_column:
        return not_now("The game is won; all that is left is to use fewer columns.")
    landed = _landed(state, current, event)
    if isinstance(landed, Breach):
        return landed
    words = msg("{tile} goes under {onto}.", tile=event.tile, onto=event.onto)
    if event.starts_column:
        words = msg("{tile} starts a column.", tile=event.tile)
    if not won:
        return _on(state, landed, words, "new_column" if event.starts_column else "match")
    settled = state.rounds[-1]._replace(steps=(_columns_in_words(landed),))
    after = state._replace(round=landed, rounds=(*state.rounds[:-1], settled))
    return stands(after, words, *settled.steps, rule=state.setup.variant.rule("match"))


def _landed(state: SolitaireMatch, current: ColumnsRound, event: Shift) -> ColumnsRound | Breach:
    part, variant = state.rules(Columns), state.setup.variant
    found = _turned_up(state, current, event.tile, event.written)
    if isinstance(found, Breach):
        return found
    number, place = found
    column = current.columns[number]
    if place not in tails(part, column):
        words = msg("{tile} moves only with the whole run in which it lies.", tile=event.tile)
        return Breach(Code.BAD_MOVE, words, variant.rule("move_unit"))
    free = next((number for number, each in enumerate(current.columns) if not each.has_tiles), None)
    if event.starts_column and free is None:
        return Breach(Code.BAD_MOVE, msg("All seven columns have tiles."), variant.rule("new_column"))
    target = _under(state, current, event, number, place) if free is None or not event.starts_column else free
    if isinstance(target, Breach):
        return target
    under = current.columns[target]
    return current.changed(
        (number, column._replace(seen=column.seen[:place])),
        (target, under._replace(seen=(*under.seen, *column.seen[place:]))),
    )


def _turned_up(
    state: SolitaireMatch, current: ColumnsRound, tile: Tile | None, written: str
) -> tuple[int, int] | Breach:
    """The column in which the tile lies, and its place in it; a breach if nobody has seen it yet."""
    named = state.tile_of_set(tile, written)
    if isinstance(named, Breach):
        return named
    return current.where(named) or Breach(Code.BAD_MOVE, msg("{tile} has not been turned up.", tile=named))


def _under(
    state: SolitaireMatch, current: ColumnsRound, event: Shift, number: int, place: int
) -> int | Breach:
    """The column under whose lowest tile the tail goes; a breach if it may not."""
    rule = state.setup.variant.rule("match")
    found = _turned_up(state, current, event.onto, event.onto_written)
    if isinstance(found, Breach):
        return found
    target, below = found
    top, lowest = current.columns[number].seen[place], current.columns[target].seen[below]
    if target == number and below == place:
        return Breach(Code.BAD_MOVE, msg("{tile} cannot go under itself.", tile=top), rule)
    if target == number:
        return Breach(Code.BAD_MOVE, msg("{tile} and {onto} lie in one column.", tile=top, onto=lowest), rule)
    if below != len(current.columns[target].seen) - 1:
        return Breach(Code.BAD_MOVE, msg("{onto} is not the lowest of its column.", onto=lowest), rule)
    if top.first != lowest.second:
        words = msg(
            "The upper half of {tile} is {one}; the lower half of {onto} is {other}.",
            tile=top,
            one=top.first,
            onto=lowest,
            other=lowest.second,
        )
        return Breach(Code.BAD_MOVE, words, rule)
    return target


def turn(state: SolitaireMatch, current: ColumnsRound, event: Turn) -> Outcome:
    """Rule on a tile that is turned up because nothing covers it any more."""
    face = event.face
    if face is None or face.tile not in state.setup.tiles:
        return not_in_set(state.setup, face or event.written)
    rule = state.setup.variant.rule("turning")
    if not 1 <= event.column <= SEVEN:
        return Breach(Code.BAD_MOVE, msg("The columns are numbered from 1 to 7."), rule)
    column = current.columns[event.column - 1]
    if not column.may_turn:
        words = msg("The lowest tile of column {n} does not lie face down.", n=event.column)
        return Breach(Code.BAD_MOVE, words, rule)
    if current.where(face.tile) is not None:
        return Breach(Code.ALREADY_PLAYED, msg("{tile} is seen already.", tile=face.tile))
    after = current.changed((event.column - 1, Column(column.down - 1, (face,))))
    words = msg("{tile} is turned up in column {n}.", tile=face, n=event.column)
    return _on(state, after, words, "turning")


KIND = SolitaireKind(
    lambda _setup, number: ColumnsRound(number, tuple(Column(SEVEN - each) for each in range(SEVEN))),
    {Deal: deal, Shift: shift, Turn: turn},
    undealt=marked("First the seven open tiles are seen."),
    dealt=marked("The columns are open already."),
)
