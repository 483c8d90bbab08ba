"""Elimination and Bingo: the player counts along a row, and a tile leaves at its own number (EL1-EL3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.engine.games.at_any_table import stands
from referee.engine.games.solitaire.state import Outcome, SolitaireKind, SolitaireMatch, SolitaireRound
from referee.engine.messages import Message, marked, msg, tiles_word
from referee.engine.record.events import Deal, Remove
from referee.engine.rules.solitaires import CountingRow
from referee.engine.rulings import Breach, Code, Settled
from referee.engine.tiles import Tile


class Leaving(NamedTuple):
    """A tile that leaves: at which number, and from which place (from 1) of the row as it lies in that pass.

    `row` is the row in that pass, with its gaps so far.
    """

    tile: Tile
    number: int
    place: int
    row: tuple[Tile | None, ...]


@dataclass(slots=True)
class RowRound(SolitaireRound):
    """A row in play: how many tiles are left, which leaves next, and which left last; no tiles before the deal."""

    dealt: tuple[Tile, ...] = ()
    left: int = 0
    coming: Leaving | None = None
    last: Leaving | None = None
    out: int = 0

    @property
    def is_dealt(self) -> bool:
        """Whether the row lies open."""
        return bool(self.dealt)

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles are still in the row."""
        return (self.left,)

    @property
    def counted(self) -> dict[str, Any] | None:
        """The number at which the last tile left, and its place in the row."""
        return None if self.last is None else {"number": self.last.number, "place": self.last.place}


def next_to_leave(row: Sequence[Tile | None], place: int, number: int, last_number: int) -> Leaving | None:
    """The next tile that leaves when `number` is counted at `place` of the row; None if none ever will.

    The walk ends after (tiles left) x (numbers in the count) steps: by then every tile has met every number that it
    ever will (EL2).
    """
    lying = tuple(row)
    steps = sum(each is not None for each in lying) * (last_number + 1)
    while steps:
        if place == len(lying):
            lying, place = tuple(each for each in lying if each is not None), 0
        touched = lying[place]
        place += 1
        assert touched is not None  # the gaps of this pass lie behind
        if touched.pips == number:
            return Leaving(touched, number, place, lying)
        number = 0 if number == last_number else number + 1
        steps -= 1
    return None


def after_leaving(leaving: Leaving, last_number: int) -> Leaving | None:
    """The tile that leaves after this one; None if none does."""
    row = (*leaving.row[: leaving.place - 1], None, *leaving.row[leaving.place :])
    number = 0 if leaving.number == last_number else leaving.number + 1
    return next_to_leave(row, leaving.place, number, last_number)


def deal(state: SolitaireMatch, current: RowRound, event: Deal) -> Outcome:
    """Rule on the row as it is turned up."""
    faces = state.faces_dealt(event, len(state.setup.tiles))
    if isinstance(faces, Breach):
        return faces
    row = tuple(each.tile for each in faces)
    coming = next_to_leave(row, 0, 0, state.rules(CountingRow).last_number)
    current = current._replace(dealt=row, coming=coming)
    return _on(state, current, msg("{tiles} lie in the row.", tiles=tiles_word(len(row))))


def _on(state: SolitaireMatch, current: RowRound, words: Message) -> Outcome:
    """The ruling once the row has changed; if nothing leaves any more, the game is over."""
    state = state._replace(round=current)
    rule = state.setup.variant.rule("count")
    if current.coming is not None:
        return stands(state, words, rule=rule)
    if current.left:
        end = msg("No tile can leave any more: {tiles} left.", tiles=tiles_word(current.left))
        settled = Settled("blocked", None, (), (end,))
        rule = state.setup.variant.rule("lost")
    else:
        settled = Settled("out", 0, (), (msg("Every tile has left the row."),))
    return stands(state.settle(settled), words, *settled.steps, rule=rule, settled=settled)


def remove(state: SolitaireMatch, current: RowRound, event: Remove) -> Outcome:
    """Rule on a tile that is taken out at its number."""
    tile = state.tile_of_set(event.tile, event.written)
    if isinstance(tile, Breach):
        return tile
    if tile.bit & current.out:
        return Breach(Code.ALREADY_PLAYED, msg("{tile} has left the row already.", tile=tile))
    coming = current.coming
    assert coming is not None
    if tile is not coming.tile:
        words = msg(
            "{tile} does not leave now: {next} does, at {n}.", tile=tile, next=coming.tile, n=coming.number
        )
        return Breach(Code.BAD_MOVE, words, state.setup.variant.rule("count"))
    words = msg("{tile} leaves at {n}, from place {place}.", tile=tile, n=coming.number, place=coming.place)
    current = current._replace(
        left=current.left - 1,
        coming=after_leaving(coming, state.rules(CountingRow).last_number),
        last=coming,
        out=current.out | tile.bit,
    )
    return _on(state, current, words)


KIND = SolitaireKind(
    lambda setup, number: RowRound(number, left=len(setup.tiles)),
    {Deal: deal, Remove: remove},
    undealt=marked("First the row is turned up."),
    dealt=marked("The row is face up already."),
)
