"""The words for an event of trains or chickenfoot, and the rows of tiles at the end of a round."""

from collections.abc import Sequence

from referee.engine.games.match import State
from referee.engine.games.trains.state import Laid, TrainMatch, TrainRound, toes_of
from referee.engine.log import Entry
from referee.engine.messages import _, _n
from referee.engine.record.events import Pass, Play
from referee.engine.rulings import Settled
from referee.engine.tiles import Tile
from referee.reports.line_words import words_of
from referee.reports.told import HandLeft, Lane, Telling, Told, hands_left


def _told(entry: Entry, by: str, _hidden: Sequence[Tile]) -> Told:
    """The tile and its place, or what was done without a tile, with notes on doubles and train markers."""
    match event := entry.event:
        case Play():
            assert TrainMatch.of(entry.state).current.laid[-1].tile is event.tile
            return Told(_where(entry, event.by), event.tile, notes=tuple(_asks(entry)))
        case Pass() if not entry.ruling.stops:
            match = TrainMatch.of(entry.state)
            current = match.round
            is_up = match.setup.variant.has_trains and current is not None and current.ends[event.by].is_open
            return Told(_("passes"), notes=(_("marker up"),) if is_up else ())
        case _:
            return Told(words_of(entry, by))


def _where(entry: Entry, seat: int) -> str:
    """The words for the tile's place: on whose train, or on which tile."""
    match = TrainMatch.of(entry.state)
    current, setup, touched = match.current, match.setup, entry.ruling.at
    place = current.laid[-1].on
    if place is None:
        return _("in the middle")
    if not setup.variant.has_trains:
        return _("on {tile}", tile=touched)
    owner = current.ends[place].seat
    covers = setup.variant.doubles.has_to_be_covered and touched is not None and touched.is_double
    if covers and touched is not current.hub:
        if owner is None:
            return _("covers {tile} on the Mexican train", tile=touched)
        if owner == seat:
            return _("covers {tile} on own train", tile=touched)
        return _("covers {tile} on {name}'s train", tile=touched, name=setup.players[owner])
    if owner is None:
        return _("on the Mexican train")
    return _("on own train") if owner == seat else _("on {name}'s train", name=setup.players[owner])


def _asks(entry: Entry) -> list[str]:
    """Notes: that the player's own train is closed again, and what a double requires."""
    match, ruling = TrainMatch.of(entry.state), entry.ruling
    current, found = match.current, []
    if ruling.closes:
        found.append(_("marker down"))
    tile = current.laid[-1].tile
    for place in current.waiting:
        if current.ends[place].tile is not tile or current.ending is not None:
            continue
        if match.setup.variant.has_trains:
            found.append(_("has to be covered"))
        else:
            toes = toes_of(current, place)
            found.append(_n("needs {n} toe", "needs {n} toes", toes))
    return found


def _how(state: State, settled: Settled) -> str:
    match = TrainMatch.of(state)
    current = match.current
    if settled.how == "out" and settled.winner is not None:
        name = match.setup.players[settled.winner]
        if settled.without_tiles:
            return _("{name} went out", name=name)
        last = next(each.tile for each in reversed(current.laid) if each.seat == settled.winner)
        return _("{name} goes out with {tile}", name=name, tile=last)
    if settled.winner is None:
        return _("Blocked, and nobody alone has the lightest hand")
    return _("Blocked, with the lightest hand")


def _title(state: State, settled: Settled) -> str:
    """Who won the round; the hands show what everybody is charged."""
    if settled.how == "void":
        return ""
    if settled.winner is None:
        return _("Nobody wins the round")
    return _("{name} wins the round", name=state.setup.players[settled.winner])


def _hands(state: State, settled: Settled) -> tuple[HandLeft, ...]:
    """The hands left at the end, with their pips and what they cost."""
    charged = dict(settled.points)
    costs = {name: str(charged.get(seat, 0)) for seat, name in enumerate(state.setup.players)}
    return hands_left(TrainMatch.of(state), settled, costs)


# Rows of tiles


def _lanes(state: State) -> tuple[Lane, ...]:
    """The double in the middle, then every train with tiles, or in chickenfoot the rows from each double."""
    match = TrainMatch.of(state)
    current = match.round
    if current is None or current.hub is None:
        return ()
    middle = Lane("", current.laid[:1])
    return (middle, *(_trains(match, current) if match.setup.variant.has_trains else _feet(current)))


def _trains(match: TrainMatch, current: TrainRound) -> list[Lane]:
    found = []
    for place, end in enumerate(current.ends):
        tiles = train_tiles(current, place)
        name = _("Mexican train") if end.seat is None else match.setup.players[end.seat]
        if tiles:
            found.append(Lane(name, tiles, end.half if end.is_open else None))
    return found


def train_tiles(current: TrainRound, place: int) -> tuple[Laid, ...]:
    """The tiles of a train, from the double in the middle outward."""
    return tuple(each for each in current.laid if each.on == place)


def _feet(current: TrainRound) -> list[Lane]:
    """A row for each toe, named after the double where it starts. It ends at the next double, which has its own rows."""
    rows: dict[int, list[int]] = {}  # the tiles of each row, by number; each has the end of that number
    row_of: dict[int, int] = {}
    for number, each in enumerate(current.laid[1:], 1):
        assert each.on is not None
        starts = current.laid[each.on].tile.is_double
        row = number if starts else row_of[each.on]
        row_of[number] = row
        rows.setdefault(row, []).append(number)
    found = []
    for first, numbers in sorted(rows.items(), key=lambda row: (current.laid[row[0]].on, row[0])):
        tiles = tuple(current.laid[number] for number in numbers)
        last = current.ends[numbers[-1]]
        start = current.laid[first].on
        assert start is not None
        found.append(Lane(current.laid[start].tile.name, tiles, last.half if last.room else None))
    return found


TRAINS = Telling(_told, _how, _hands, title=_title, lanes=_lanes)
