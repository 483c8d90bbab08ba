"""The tiles that lie open at the start of a solitaire: whether they can be the ones that were dealt."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.games.match import State, not_in_set, not_now, why_not_playing
from referee.engine.games.phrases import tiles_word
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.messages import msg
from referee.engine.record.family_events import Deal
from referee.engine.rulings import Breach, Code
from referee.engine.tiles import Face, Tile


def faces_dealt(state: SolitaireMatch, event: Deal, number: int, already: str) -> tuple[Face, ...] | Breach:
    """The tiles of a deal as they lie; a breach if there are not `number` different ones of the set, or if the
    tiles are dealt already (`already` is the sentence for that)."""
    why = why_not_playing(state)
    if why is not None:
        return why
    if state.current.is_dealt:
        return not_now(already)
    if len(event.faces) != number:
        words = msg("{tiles} are turned up, not {n}.", tiles=tiles_word(number), n=len(event.faces))
        return Breach(Code.HAND_MISMATCH, words)
    faces = []
    for each in event.faces:
        if each is None or each.tile not in state.setup.tiles:
            return not_in_set(state.setup, each)
        faces.append(each)
    twice = first_twice([each.tile for each in faces])
    if twice is not None:
        return Breach(Code.IMPOSSIBLE_HAND, msg("{tile} is there twice.", tile=twice))
    return tuple(faces)


def first_twice(tiles: Sequence[Tile]) -> Tile | None:
    """The first tile that comes a second time; None if all are different."""
    seen: set[Tile] = set()
    for each in tiles:
        if each in seen:
            return each
        seen.add(each)
    return None


def tile_of_set(state: State, tile: Tile | None, written: str = "") -> Tile | Breach:
    """The tile; a breach if the set does not have it."""
    if tile is None or tile not in state.setup.tiles:
        return not_in_set(state.setup, tile or written)
    return tile
