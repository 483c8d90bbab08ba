"""Where a tile may go: on which train, or on which open end of a chickenfoot."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from referee.engine.games.refusals import no_trains
from referee.engine.games.trains.state import PUBLIC, End, TrainMatch, TrainRound, due, train_name
from referee.engine.layout import Place
from referee.engine.messages import OR, Counted, Listed, Message, counted, marked, msg, with_article
from referee.engine.record.events import Play
from referee.engine.rulings import Breach, Code
from referee.engine.tiles import Tile, mask_of


class Landing(NamedTuple):
    """How a tile will lie: the place in `ends` that it is laid on, and the half that points away."""

    place: int
    out: int


def fits(current: TrainRound, tile: Tile, place: int) -> bool:
    """Whether the tile can touch that end."""
    end = current.ends[place]
    return end.room > 0 and end.half in tile.halves


def outward(end: End, tile: Tile) -> int:
    """The half that points away once the tile lies on that end."""
    return tile.high if tile.is_double else tile.other(end.half)


def open_to(match: TrainMatch, current: TrainRound, seat: int) -> tuple[int, ...]:
    """The places where the seat may lay if no double waits."""
    if not match.setup.variant.has_trains:
        return tuple(place for place, end in enumerate(current.ends) if end.room)
    if match.is_first_lap(current) or _begins_own_first(match, current, seat):
        return (seat,)
    return tuple(place for place, end in enumerate(current.ends) if end.is_open or end.seat == seat)


def _begins_own_first(match: TrainMatch, current: TrainRound, seat: int) -> bool:
    trains = match.setup.variant.trains
    return trains is not None and trains.own_train_first and not current.ends[seat].tiles


def may_lay_more_doubles(match: TrainMatch, current: TrainRound) -> bool:
    """Whether the player has laid a double in this turn and may lay others before it is covered."""
    return current.own_double and match.setup.variant.doubles.allows_several


def may_lay_on(match: TrainMatch, current: TrainRound, seat: int, tile: Tile) -> tuple[int, ...]:
    """The places where the rules let the seat lay that tile, whether it fits or not."""
    place = due(match, current)
    if place is None:
        return open_to(match, current, seat)
    if tile.is_double and may_lay_more_doubles(match, current):
        return tuple(dict.fromkeys((place, *open_to(match, current, seat))))
    return (place,)


def where(match: TrainMatch, current: TrainRound, seat: int, tile: Tile) -> tuple[int, ...]:
    """The places where the seat may lay that tile and it fits."""
    return tuple(place for place in may_lay_on(match, current, seat, tile) if fits(current, tile, place))


def halves_for(match: TrainMatch, current: TrainRound, seat: int) -> tuple[int, ...]:
    """The numbers that the seat may lay on: that of the waiting double, else those of all ends open to the seat."""
    place = due(match, current)
    places = open_to(match, current, seat) if place is None else (place,)
    return tuple(current.ends[each].half for each in places if current.ends[each].room)


def playable(match: TrainMatch, current: TrainRound, seat: int) -> int:
    """The mask of tiles that the seat could lay now, if it had them."""
    found, having = 0, match.setup.tiles.having
    for half in halves_for(match, current, seat):
        found |= having[half]
    if may_lay_more_doubles(match, current):
        places = open_to(match, current, seat)
        found |= mask_of(match.setup.double(current.ends[each].half) for each in places)
    return found


def ways_to_lay(
    match: TrainMatch, current: TrainRound, seat: int, hand: Collection[Tile]
) -> list[tuple[Tile, int]]:
    """The tiles of a hand that fit and where, best first: doubles, the seat's train, more tiles to follow, more pips."""

    def worth(way: tuple[Tile, int]) -> tuple[bool, bool, int, int]:
        tile, end = way[0], current.ends[way[1]]
        more = sum(outward(end, tile) in each.halves for each in hand)
        return tile.is_double, end.seat == seat, more, tile.pips

    ways = [(tile, place) for tile in hand for place in where(match, current, seat, tile)]
    return sorted(ways, key=worth, reverse=True)


def place_said(match: TrainMatch, current: TrainRound, place: int) -> dict[str, str]:
    """A place as a record names it: the train, or the tile and half of an open end; {} if there is none."""
    if not 0 <= place < len(current.ends):
        return {}
    end = current.ends[place]
    if match.setup.variant.has_trains:
        return {"train": train_name(match.setup, end)}
    return {"at": f"{end.tile}/{end.half}"}


def find_landing(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> Landing | Breach:
    """How the tile will lie by the rules; else what has to be chosen, or the rule that is in the way."""
    return _one_way(match, current, tile, _allowed(match, current, event, tile)) or _why_not(
        match, current, event, tile
    )


def find_misplay(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> Landing | Breach | None:
    """How a tile that breaks a rule will lie, if the table lets it stand; else what has to be chosen; None if there is
    no room for it where the event says."""
    return _one_way(match, current, tile, _against_rules(match, current, event, tile))


def ways_to_lie(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> list[Landing]:
    """Every way in which the event may lay the tile: by the rules, or if there is none, against them."""
    return _allowed(match, current, event, tile) or _against_rules(match, current, event, tile)


def _allowed(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> list[Landing]:
    return _meant(match, current, event, tile, where(match, current, event.by, tile))


def _against_rules(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> list[Landing]:
    """Where the tile fits, whether it may go there or not; if it fits nowhere, either half against any end."""
    room = [place for place, end in enumerate(current.ends) if end.room]
    fitting = [place for place in room if fits(current, tile, place)]
    return _meant(match, current, event, tile, fitting) or [
        Landing(place, out)
        for place in room
        for out in tile.halves
        if _means(match, event, current.ends[place], out)
    ]


def _meant(
    match: TrainMatch, current: TrainRound, event: Play, tile: Tile, places: Iterable[int]
) -> list[Landing]:
    """The tile on those of the places, which it fits, that the event may mean."""
    ways = [Landing(place, outward(current.ends[place], tile)) for place in places]
    return [each for each in ways if _means(match, event, current.ends[each.place], each.out)]


def _means(match: TrainMatch, event: Play, end: End, out: int) -> bool:
    """Whether the event may mean that end, with that half outward: it names none, or these."""
    if event.out not in (None, out):
        return False
    if event.train:
        return event.train == train_name(match.setup, end)
    return not event.at_written or (end.tile is event.at and event.half in (None, end.half))


def _one_way(
    match: TrainMatch, current: TrainRound, tile: Tile, ways: list[Landing]
) -> Landing | Breach | None:
    """The only way in which the tile can lie, or the breach that says what has to be chosen; None if there is no way."""
    if len(ways) < 2:
        return ways[0] if ways else None
    ends = [current.ends[each.place] for each in ways]
    if len({each.place for each in ways}) > 1:
        code = Code.CHOOSE_END
        words = msg("There is more than one place for {tile}. Say where it goes.", tile=tile)
    else:
        code = Code.CHOOSE_OUT
        words = msg(
            "{tile} may lie either way round on {at}. Say which half stays open: {outs}.",
            tile=tile,
            at=ends[0].tile,
            outs=Listed([each.out for each in ways], OR),
        )
    touching = [tile.high if tile.is_double else tile.other(each.out) for each in ways]
    found = tuple((Place(end.tile, end.half), half) for end, half in zip(ends, touching, strict=True))
    return Breach(code, words, match.setup.variant.rule("places"), ways=found)


def unreadable(match: TrainMatch, event: Play) -> Breach | None:
    """Why a play has fields that this game has no use for; None if it has none."""
    if event.claim is not None:
        return Breach(Code.UNREADABLE, msg("Nothing is claimed in this game."))
    if match.setup.variant.has_trains:
        if event.at_written or (event.out is not None and not event.stood):
            return Breach(Code.UNREADABLE, msg("A tile goes on a train here: say only whose."))
    elif event.train:
        return no_trains()
    return None


# Why a tile may not lie as the event says


def _why_not(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> Breach:
    if event.train:
        return _why_not_on_train(match, current, event, tile)
    if event.at_written:
        return _why_not_at(match, current, event, tile)
    return _why_nowhere(match, current, event, tile)


def _why_not_on_train(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> Breach:
    variant, names = match.setup.variant, match.setup.players
    place = next(
        (place for place, end in enumerate(current.ends) if train_name(match.setup, end) == event.train), None
    )
    if place is None:
        if event.train == PUBLIC:
            words = msg("There is no Mexican train in this game.")
            return Breach(Code.NO_SUCH_END, words, variant.rule("public_train"))
        return Breach(Code.UNREADABLE, msg("{name} has no train at this table.", name=repr(event.train)))
    allowed = may_lay_on(match, current, event.by, tile)
    if place in allowed:
        return _no_fit(match, current, event, tile, place)
    is_free = tile.is_double and may_lay_more_doubles(match, current)
    if due(match, current) is not None and not is_free:
        return double_open(match, current, event.by)
    if match.is_first_lap(current) or _begins_own_first(match, current, event.by):
        return _own_train_first(match, current, event.by)
    words = msg("{owner}'s train is closed to {name}.", owner=event.train, name=names[event.by])
    return Breach(Code.TRAIN_CLOSED, words, variant.rule("places"), forgivable=True)


def train_words(match: TrainMatch, current: TrainRound, place: int) -> Message:
    """A train as players name it within a sentence."""
    seat = current.ends[place].seat
    if seat is None:
        return msg("the Mexican train")
    return msg("{name}'s train", name=match.setup.players[seat])


def _own_train_first(match: TrainMatch, current: TrainRound, seat: int) -> Breach:
    name = "first_turn" if match.is_first_lap(current) else "own_train_first"
    words = msg("{name} has to lay on their own train first.", name=match.setup.players[seat])
    return Breach(Code.OWN_TRAIN_FIRST, words, match.setup.variant.rule(name), forgivable=True)


def _why_not_at(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> Breach:
    place = next(
        (
            place
            for place, end in enumerate(current.ends)
            if end.room and end.tile == event.at and event.half in (None, end.half)
        ),
        None,
    )
    if place is None:
        words = msg("Nothing can be laid on {at}.", at=event.at_written)
        return Breach(Code.NO_SUCH_END, words, match.setup.variant.rule("places"))
    if due(match, current) not in (None, place):
        return double_open(match, current, event.by)
    return _no_fit(match, current, event, tile, place)


def _why_nowhere(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> Breach:
    seat = event.by
    if where(match, current, seat, tile):
        return _not_outward(match, event, tile)
    if due(match, current) is not None:
        return double_open(match, current, seat)
    closed = [place for place in range(len(current.ends)) if fits(current, tile, place)]
    if not closed:
        words = msg("{tile} fits nowhere.", tile=tile)
        return Breach(Code.DOES_NOT_MATCH, words, match.setup.variant.rule("places"), forgivable=True)
    if match.is_first_lap(current) or _begins_own_first(match, current, seat):
        return _own_train_first(match, current, seat)
    trains = Listed([train_words(match, current, place) for place in closed])
    template = marked("{tile} fits only on {train}, which is closed to {name}.")
    if len(closed) > 1:
        template = marked("{tile} fits only on {train}, which are closed to {name}.")
    words = msg(template, tile=tile, train=trains, name=match.setup.players[seat])
    return Breach(Code.TRAIN_CLOSED, words, match.setup.variant.rule("places"), forgivable=True)


def _no_fit(match: TrainMatch, current: TrainRound, event: Play, tile: Tile, place: int) -> Breach:
    """The refusal of a tile at a place that is open to the player: it lacks the number, or lies the wrong way round."""
    if fits(current, tile, place):
        return _not_outward(match, event, tile)
    end = current.ends[place]
    words = msg("{tile} has no {half} to set against {at}.", tile=tile, half=end.half, at=end.tile)
    return Breach(Code.DOES_NOT_MATCH, words, match.setup.variant.rule("places"), forgivable=True)


def _not_outward(match: TrainMatch, event: Play, tile: Tile) -> Breach:
    words = msg("{tile} cannot lie with its {out} outward there.", tile=tile, out=event.out)
    return Breach(Code.DOES_NOT_MATCH, words, match.setup.variant.rule("places"), forgivable=True)


def double_open(match: TrainMatch, current: TrainRound, seat: int) -> Breach:
    """The refusal of a tile because a double has to be played on first."""
    place = due(match, current)
    assert place is not None
    end = current.ends[place]
    name = match.setup.players[seat]
    if not match.setup.variant.has_trains:
        a = marked("{name} has to play a {number}: {needs}.")
        an = marked("{name} has to play an {number}: {needs}.")
        words = with_article(a, an, end.half, name=name, needs=toes_needed(end))
        rule = "toes" if place else "lead_toes"
        return Breach(Code.DOUBLE_OPEN, words, match.setup.variant.rule(rule), forgivable=True)
    words = msg("{name} has to cover {double} first.", name=name, double=end.tile)
    return Breach(Code.DOUBLE_OPEN, words, match.setup.variant.rule("double_rule"), forgivable=True)


def toes_needed(end: End) -> Counted:
    """How many more toes the double at that end needs: "6-6 still needs 2 toes"."""
    return counted("{double} still needs 1 toe", "{double} still needs {n} toes", end.room, double=end.tile)
