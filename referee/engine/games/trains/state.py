"""The state of a table of trains: the double in the middle, what starts from it, and which doubles wait."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.engine.games.hands import HandsRound
from referee.engine.games.match import Match
from referee.engine.rulings import Breach, Ruling
from referee.engine.seating import TrainSetup
from referee.engine.tiles import Face, Tile, mask_of

PUBLIC = "mexican"  # how records name the train that belongs to nobody


class Laid(NamedTuple):
    """A tile on the table: who laid it (None: it was there before the deal), the place in `TrainRound.ends` of the end
    that it was laid on (None: it lies in the middle), its half that points away, and whether it broke a rule and the
    table let it stand."""

    tile: Tile
    seat: int | None
    on: int | None
    out: int
    stood: bool = False

    @property
    def face(self) -> Face:
        """The tile as it lies, with the half that points away last."""
        return Face(self.tile.other(self.out), self.out)


class End(NamedTuple):
    """Where tiles can go: the tile that is touched there, its half, and how many more tiles there is room for.

    A train is one end for the whole round. `seat` is whose train it is (None: nobody's), `is_open` whether others may lay
    there, `tiles` how many lie on it.
    """

    tile: Tile
    half: int
    room: int = 1
    seat: int | None = None
    is_open: bool = False
    tiles: int = 0


@dataclass(slots=True)
class TrainRound(HandsRound):
    """A round of trains or chickenfoot.

    `double` is the number of the round's double, `turn` the seat to act (None: before it is laid), `opener` who laid it
    or begins. `ends` are the trains in seating order and the public one, or every end so far (chickenfoot).
    `waiting` are the places in `ends` of the doubles that wait, in the order in which they were laid. `toes` are how many
    tiles the double in the middle and any other double need; the table may change that for the next round.

    `drawn` counts the tiles drawn in this turn since its last double, `passed` is the mask of seats that passed since the
    last tile or marker, `searched` how many tiles each seat drew in search of the double. `own_double`: the player has
    laid a double in this turn. `begun` is the mask of seats whose first turn is over, if first turns are whole trains;
    `goes_on`: such a turn has begun with a tile, so it may be ended; `first_out` is who went out in that lap.
    """

    double: int
    laid: tuple[Laid, ...] = ()
    ends: tuple[End, ...] = ()
    waiting: tuple[int, ...] = ()
    toes: tuple[int, int] = (1, 1)
    drawn: int = 0
    passed: int = 0
    searched: tuple[int, ...] = ()
    own_double: bool = False
    begun: int = 0
    goes_on: bool = False
    first_out: int | None = None

    @property
    def on_table(self) -> int:
        """The mask of the tiles that lie on the table."""
        return mask_of(each.tile for each in self.laid)

    @property
    def hub(self) -> Tile | None:
        """The double in the middle; None until it lies there."""
        return self.laid[0].tile if self.laid else None

    def over(self) -> "TrainRound":
        """The round once it is settled: nobody is to act."""
        return self._replace(turn=None, goes_on=False)


class TrainMatch(Match[TrainSetup, TrainRound]):
    """The match at a table of trains or chickenfoot."""

    __slots__ = ()
    keeps_score = True  # everybody is charged their hand
    lays_in_turn = True  # nobody is to act until the double lies in the middle

    def is_first_lap(self, current: TrainRound) -> bool:
        """Whether players are still laying their whole first trains."""
        return self.setup.variant.has_first_lap and current.begun != (1 << len(self.setup.players)) - 1

    def facts(self) -> dict[str, Any]:
        """What answers contain besides: the trains and the doubles that wait (record/README.md)."""
        current = self.round
        if current is None or not current.laid:
            return {}
        if not self.setup.variant.has_trains:
            feet = [(current.ends[place], toes_of(current, place)) for place in current.waiting]
            return {
                "doubles": [{"tile": str(foot.tile), "toes": of - foot.room, "of": of} for foot, of in feet]
            }
        trains = [
            {
                "train": train_name(self.setup, each),
                "end": each.half,
                "tiles": each.tiles,
                "open": each.is_open,
            }
            for each in current.ends
        ]
        waiting = [
            {"train": train_name(self.setup, current.ends[place]), "tile": str(current.ends[place].tile)}
            for place in in_order(self, current)
        ]
        return {"trains": trains, "doubles": waiting}


Outcome = tuple[Ruling, TrainMatch] | Breach


def train_name(setup: TrainSetup, end: End) -> str:
    """How records name a train."""
    return PUBLIC if end.seat is None else setup.players[end.seat]


def toes_of(current: TrainRound, place: int) -> int:
    """How many toes the double at that end needs."""
    return current.toes[place > 0]


def in_order(match: TrainMatch, current: TrainRound) -> tuple[int, ...]:
    """The places of the doubles that wait, the most urgent first; none in a lap of whole trains."""
    if match.is_first_lap(current):
        return ()
    return current.waiting[::-1] if match.setup.variant.doubles.last_is_first else current.waiting


def due(match: TrainMatch, current: TrainRound) -> int | None:
    """The place of the double that has to be played on now; None if there is none."""
    waiting = in_order(match, current)
    return waiting[0] if waiting else None


def drawable(match: TrainMatch, current: TrainRound) -> int:
    """How many tiles of the boneyard may still be drawn; in a game without drawing only in search of the double (TR2)."""
    variant = match.setup.variant
    is_searching = not current.laid and variant.opening.is_searched
    return current.boneyard if variant.drawing.is_allowed or is_searching else 0
