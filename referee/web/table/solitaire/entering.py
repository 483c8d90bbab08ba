"""Solitaire entries that take more than a plain event: dealing tile by tile, random tiles, playing to the end."""

import secrets
from typing import Any

from referee.engine.games.match import Status
from referee.engine.games.solitaire.columns import ColumnsRound
from referee.engine.games.solitaire.counting_row import RowRound
from referee.engine.games.solitaire.draw_five import FiveRound
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.log import Log
from referee.engine.record.events import Deal
from referee.engine.tiles import Face, Tile, mask_of, read_tile, tiles_in
from referee.storage.annotations import CHANCE
from referee.storage.rows import NewEvent
from referee.web.context import store
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, EntryForm, number_in, read_faces, read_object
from referee.web.parts.submit import Entered, said_at
from referee.web.table.before_round import next_number
from referee.web.table.solitaire.standing import awaits_deal, deal_size

_CHANCE = secrets.SystemRandom()


def enter(table: Table, form: EntryForm) -> Entered | None:
    """Enter one more tile, a random one, or a row to its end; None for anything else."""
    state = SolitaireMatch.of(table.state)
    if form.chance.data:
        return _by_chance(table, state, form)
    if form.forced.data:
        return _to_the_end(table)
    if form.tile.data and awaits_deal(state):
        faces, at = read_faces(form.shown.data or ""), form.at.data or ""
        changed = _changed(state, faces, at, form.tile.data) if at else None
        return Entered(asked=Asked(faces=changed or _drafted(state, faces, form.tile.data), deal=True))
    if form.tile.data:
        return _one_tile(table, state, form)
    said = read_object(form.say.data) if form.say.data else None
    if said is not None and "deal" in said and awaits_deal(state):
        return _dealt(table, state, said)
    if said is not None and "move" in said and is_shuffled(table):
        return _moved(table, said)
    return None


def is_shuffled(table: Table) -> bool:
    """Whether the referee shuffled this game, so only it can tell which tile is under a column."""
    deal = next((each for each in reversed(table.log.entries) if isinstance(each.event, Deal)), None)
    return deal is not None and deal.number in store().notes.noted(table.row.id, CHANCE)


def _moved(table: Table, said: dict[str, Any]) -> Entered:
    """A move, plus the turn-up of the tile that it uncovers."""
    moved = said_at(table, said)
    if moved.log is None:
        return moved
    state = SolitaireMatch.of(moved.log.state)  # of columns: no other solitaire has moves
    column = column_asked(state.current, "") if state.status is Status.PLAYING else None
    if column is None:
        return moved
    turned = _turned_by_chance(state, column)
    answer, after = moved.log.say(turned)
    return Entered([*moved.events, NewEvent.judged(turned, answer)], log=after)


def _drafted(state: SolitaireMatch, faces: tuple[Face, ...], step: str) -> tuple[Face, ...]:
    """The draft of a deal after one step: a tile added, one turned round, the last removed, or all removed.

    If the whole set is dealt, the last tile is filled in: it is the only one left.
    """
    if step == "none":
        return ()
    if step == "back":
        return faces[:-1]
    place = number_in(step.removeprefix("turn-")) if step.startswith("turn-") else None
    if place is not None and place < len(faces):
        face = Face(faces[place].second, faces[place].first)
        return (*faces[:place], face, *faces[place + 1 :])
    tile = read_tile(step)
    known = {each.tile for each in faces}
    size = deal_size(state)
    if tile is None or tile not in state.setup.tiles or tile in known or len(faces) >= size:
        return faces
    faces = (*faces, Face(tile.high, tile.low))
    if len(faces) == size - 1 == len(state.setup.tiles) - 1:
        left = next(each for each in state.setup.tiles.tiles if each not in {*known, tile})
        faces = (*faces, Face(left.high, left.low))
    return faces


def _changed(state: SolitaireMatch, faces: tuple[Face, ...], at: str, step: str) -> tuple[Face, ...] | None:
    """The draft of a deal with the tile named `at` removed, replaced, or swapped with another of its tiles.

    None if that tile is not in the draft, or the step is none of these.
    """
    place = next((number for number, each in enumerate(faces) if str(each) == at), None)
    if place is None:
        return None
    if step == "out":
        return faces[:place] + faces[place + 1 :]
    tile = read_tile(step)
    if tile is None or tile not in state.setup.tiles:
        return None
    found = list(faces)
    other = next((number for number, each in enumerate(faces) if each.tile is tile), None)
    if other is None:
        found[place] = Face(tile.high, tile.low)
    else:
        found[place], found[other] = found[other], found[place]
    return tuple(found)


def _dealt(table: Table, state: SolitaireMatch, deal: dict[str, Any]) -> Entered:
    """The deal of a game, preceded by its round event if that is missing."""
    start = [{"round": next_number(state)}] if state.status is Status.ROUND_OVER else []
    return said_at(table, *start, deal)


def _to_the_end(table: Table) -> Entered:
    """Remove every tile of a counted row that still leaves; the player has no choice to make."""
    log: Log = table.log
    found: list[NewEvent] = []
    while True:
        state = SolitaireMatch.of(log.state)
        current = state.round
        if state.status is not Status.PLAYING or not isinstance(current, RowRound) or current.coming is None:
            return Entered(found, log=log)
        raw = {"remove": current.coming.tile.name}
        answer, log = log.say(raw)
        found.append(NewEvent.judged(raw, answer))


def _one_tile(table: Table, state: SolitaireMatch, form: EntryForm) -> Entered:
    """Enter the tile that was drawn, or turned up in a column."""
    tile = read_tile(form.tile.data or "")
    current = state.round
    if tile is None:
        return Entered()
    if isinstance(current, FiveRound):
        return said_at(table, {"draw": [tile.name]})
    if not isinstance(current, ColumnsRound):
        return Entered()
    column = column_asked(current, form.at.data or "")
    if tile.is_double and column is not None:
        return said_at(table, {"turn": tile.name, "column": column})
    return Entered(asked=Asked(at=form.at.data or "", shown=(tile,)))


def column_asked(current: ColumnsRound, at: str) -> int | None:
    """The column to turn up: the one asked for, else the first that may be turned; None if none may."""
    freed = [number for number, each in enumerate(current.columns, 1) if each.may_turn]
    asked = number_in(at[1:]) if at[:1] == "c" else None
    return asked if asked in freed else next(iter(freed), None)


def unseen_of(state: SolitaireMatch) -> int:
    """The tiles that could be turned up next in a column, as a mask."""
    current: ColumnsRound = state.current
    return state.setup.tiles.mask & ~mask_of(face.tile for each in current.columns for face in each.seen)


def _by_chance(table: Table, state: SolitaireMatch, form: EntryForm) -> Entered:
    """Random tiles: a whole deal, the tile under a column, or draws until one fits."""
    if form.chance.data == "deal":
        if not awaits_deal(state):
            return Entered()
        faces = [_any_way(each) for each in _CHANCE.sample(state.setup.tiles.tiles, deal_size(state))]
        return _dealt(table, state, {"deal": [str(each) for each in faces]})
    current = state.round
    if current is None or state.status is not Status.PLAYING or not current.is_dealt:
        return Entered()
    if isinstance(current, ColumnsRound):
        column = column_asked(current, form.at.data or "")
        if column is not None:
            return said_at(table, _turned_by_chance(state, column))
    if isinstance(current, FiveRound) and current.sleeping:
        return said_at(table, {"draw": [each.name for each in _drawn(current)]})
    return Entered()


def _turned_by_chance(state: SolitaireMatch, column: int) -> dict[str, Any]:
    face = _any_way(_CHANCE.choice(list(tiles_in(unseen_of(state)))))
    return {"turn": str(face), "column": column}


def _drawn(current: FiveRound) -> list[Tile]:
    """Tiles drawn at random until one fits or none is left."""
    found: list[Tile] = []
    for each in _CHANCE.sample(list(tiles_in(current.unseen)), current.sleeping):
        found.append(each)
        if current.goes(each):
            break
    return found


def _any_way(tile: Tile) -> Face:
    """The tile, a random way round."""
    first = _CHANCE.choice((tile.high, tile.low))
    return Face(first, tile.other(first))
