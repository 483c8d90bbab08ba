"""A solitaire in three positions: as dealt, after an early move, and at its end."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from referee.engine.explain.samples import Unplayable, heard, mixed, said
from referee.engine.games.match import Status
from referee.engine.games.solitaire.columns import SEVEN, ColumnsRound, moves
from referee.engine.games.solitaire.counting_row import RowRound
from referee.engine.games.solitaire.draw_five import FIVE, FiveRound
from referee.engine.games.solitaire.knock_out import KnockOutRound, touches
from referee.engine.log import Answer, open_log
from referee.engine.seating import PatienceSetup
from referee.engine.tiles import Face, Tile, tiles_in

DEALS = 300
NEARLY = 8  # tiles that are left
EARLY = 7  # places of a row that are drawn


class SolitaireSample(NamedTuple):
    """The tiles that are `dealt` open, the answer to the deal, to an early move, and to the last."""

    dealt: tuple[Face, ...]
    begun: Answer
    move: Answer
    last: Answer


def solitaire_sample(setup: PatienceSetup) -> SolitaireSample:
    """The first game played to its end whose move is visible among the first tiles; Unplayable if none is found."""
    for deal in range(DEALS):
        tiles = mixed(setup.tiles.tiles, deal)
        faces = [Face(each.high, each.low) for each in tiles]
        turned = [face if place % 2 else Face(face.second, face.first) for place, face in enumerate(faces)]
        found = _played(setup, turned)
        if found is not None:
            return found
    raise Unplayable(setup.variant.key)


def _played(setup: PatienceSetup, faces: list[Face]) -> SolitaireSample | None:
    kind = KINDS[setup.variant.solitaire]
    dealt, rest = tuple(faces[: kind.dealt or len(faces)]), faces[kind.dealt or len(faces) :]
    _, log = said(open_log(setup), {"round": 1})
    begun, log = said(log, {"deal": [str(each) for each in dealt]})
    answers: list[Answer] = []
    while log.state.status is Status.PLAYING:
        event = kind.go_on(log.state.current, setup, rest)
        found = heard(log, event) if event is not None else None
        if found is None:
            return None
        answers.append(found[0])
        log = found[1]
    if len(answers) <= kind.shown or sum(log.state.current.held) > kind.left:
        return None
    move = answers[kind.shown]
    if not kind.can_be_seen(begun.state.current, move.state.current):
        return None
    return SolitaireSample(dealt, begun, move, answers[-1])


class SampleGame(NamedTuple):
    """One kind of solitaire: how many tiles are dealt open (0: all), its next move (None if this strategy finds
    none), whether the move is visible in the picture; which move is `shown`, and how many tiles may be `left`."""

    dealt: int
    go_on: Callable[[Any, PatienceSetup, list[Face]], Mapping[str, Any] | None]
    can_be_seen: Callable[[Any, Any], bool]
    shown: int = 0
    left: int = 0


def _leaves_early(_before: RowRound, after: RowRound) -> bool:
    return after.last is not None and 2 < after.last.place < EARLY and None not in after.last.row


def _in_line(current: KnockOutRound, _setup: PatienceSetup, _rest: list[Face]) -> Mapping[str, Any]:
    pair = next(pair for pair in pairwise(current.line) if touches(*pair))
    return {"knock": [str(each) for each in pair]}


def _in_columns(current: ColumnsRound, setup: PatienceSetup, rest: list[Face]) -> Mapping[str, Any] | None:
    """Move a whole run under another one; else turn up a tile."""
    part = setup.variant.columns
    assert part is not None
    tops = {each.seen[0] for each in current.columns if each.seen}
    for top, onto in moves(part, current):
        if onto is not None and top in tops:
            return {"move": str(top), "onto": str(onto)}
    for number, column in enumerate(current.columns):
        if column.may_turn:
            return {"turn": str(rest.pop()), "column": number + 1}
    return None


def _of_five(current: FiveRound, _setup: PatienceSetup, rest: list[Face]) -> Mapping[str, Any]:
    """Lay a tile of the hand that goes; else draw tiles until one does."""
    hand = sorted(tiles_in(current.known), key=lambda each: -each.pips)
    going: Tile | None = next((each for each in hand if current.goes(each)), None)
    if going is None:
        drawn = [rest.pop().tile]
        while rest and not current.goes(drawn[-1]):
            drawn.append(rest.pop().tile)
        return {"draw": [each.name for each in drawn]}
    ways = current.places(going)
    if not ways:
        return {"play": going.name}
    place = ways[0].place
    assert place is not None
    return {"play": going.name, "at": place.written}


# By the name of the part. A line may begin with any tile, so its second one is shown.
KINDS: Mapping[str, SampleGame] = {
    "counting_row": SampleGame(
        0, lambda row, *_: {"remove": row.coming.tile.name} if row.coming is not None else None, _leaves_early
    ),
    "knock_out": SampleGame(
        0, _in_line, lambda before, after: before.line[: EARLY - 2] != after.line[: EARLY - 2], left=NEARLY
    ),
    "columns": SampleGame(SEVEN, _in_columns, lambda _, after: any(not each.seen for each in after.columns)),
    "draw_five": SampleGame(FIVE, _of_five, lambda _before, _after: True, shown=1),
}
