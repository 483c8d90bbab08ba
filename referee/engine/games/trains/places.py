"""Where a tile may go: on which train, or on which open end of a chickenfoot."""

from collections.abc import Collection

from referee.engine.games.refusals import no_trains
from referee.engine.games.trains.state import PUBLIC, End, TrainMatch, TrainRound, due, train_name
from referee.engine.layout import Place
from referee.engine.messages import Counted, Message, counted, marked, msg, with_article
from referee.engine.record.events import Play
from referee.engine.rulings import Breach, Code
from referee.engine.tiles import Tile, mask_of


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


def may_lay_on(match: TrainMatch, current: TrainRound, seat: int, tile: Tile) -> tuple[int, ...]:
    """The places where the rules let the seat lay that tile, whether it fits or not."""
    place = due(match, current)
    if place is None:
        return open_to(match, current, seat)
    if tile.is_double and current.own_double and match.setup.variant.doubles.allows_several:
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
    if current.own_double and match.setup.variant.doubles.allows_several:
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


def find_place(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> int | Breach:
    """The place in `ends` where the tile goes, or why it has none."""
    if event.train:
        return _named_train(match, current, event, tile)
    if event.at_written:
        return _named_end(match, current, event, tile)
    return _only_place(match, current, event, tile)


def unreadable(match: TrainMatch, event: Play) -> Breach | None:
    """Why a play has fields that this game has no use for; None if it has none."""
    if event.claim is not None:
        return Breach(Code.UNREADABLE, msg("Nothing is claimed in this game."))
    if match.setup.variant.has_trains:
        if event.at_written or event.out is not None:
            return Breach(Code.UNREADABLE, msg("A tile goes on a train here: say whose."))
    elif event.train:
        return no_trains()
    return None


# Trains


def _named_train(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> int | Breach:
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
        return place if fits(current, tile, place) else no_fit(match, current, tile, place)
    if due(match, current) is not None and not _is_open_double(match, current, tile):
        return double_open(match, current, event.by)
    if match.is_first_lap(current) or _begins_own_first(match, current, event.by):
        return _own_train_first(match, current, event.by)
    words = msg("{owner}'s train is closed to {name}.", owner=event.train, name=names[event.by])
    return Breach(Code.TRAIN_CLOSED, words, variant.rule("places"), forgivable=fits(current, tile, place))


def _is_open_double(match: TrainMatch, current: TrainRound, tile: Tile) -> bool:
    """Whether the tile is one of several doubles that a player may lay in this turn."""
    return tile.is_double and current.own_double and match.setup.variant.doubles.allows_several


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


# Chickenfoot


def _named_end(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> int | Breach:
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
    if not fits(current, tile, place):
        return no_fit(match, current, tile, place)
    return place if _lies_as_said(current, event, tile, place) else _not_outward(match, event, tile)


def _lies_as_said(current: TrainRound, event: Play, tile: Tile, place: int) -> bool:
    """Whether the half that would point away is the one that the event names, if it names one."""
    return event.out in (None, outward(current.ends[place], tile))


def _not_outward(match: TrainMatch, event: Play, tile: Tile) -> Breach:
    words = msg("{tile} cannot lie with its {out} outward there.", tile=tile, out=event.out)
    return Breach(Code.DOES_NOT_MATCH, words, match.setup.variant.rule("places"))


# Both


def _only_place(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> int | Breach:
    """The one place where the tile may go and fits; else the choice to make or the rule that is in the way."""
    seat = event.by
    fitting = where(match, current, seat, tile)
    found = [place for place in fitting if _lies_as_said(current, event, tile, place)]
    if fitting and not found:
        return _not_outward(match, event, tile)
    if len(found) == 1:
        return found[0]
    if found:
        words = msg("{tile} fits in more than one place. Say where it goes.", tile=tile)
        ends = [current.ends[place] for place in found]
        ways = tuple((Place(end.tile, end.half), end.half) for end in ends)
        return Breach(Code.CHOOSE_END, words, match.setup.variant.rule("places"), ways=ways)
    if due(match, current) is not None:
        return double_open(match, current, seat)
    closed = [place for place in range(len(current.ends)) if fits(current, tile, place)]
    if not closed:
        return no_fit(match, current, tile, None)
    if match.is_first_lap(current) or _begins_own_first(match, current, seat):
        return _own_train_first(match, current, seat)
    words = msg(
        "{tile} fits only on {train}, which is closed to {name}.",
        tile=tile,
        train=train_words(match, current, closed[0]),
        name=match.setup.players[seat],
    )
    return Breach(Code.TRAIN_CLOSED, words, match.setup.variant.rule("places"))


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


def no_fit(match: TrainMatch, current: TrainRound, tile: Tile, place: int | None) -> Breach:
    """The refusal of a tile that does not have the number needed there."""
    rule = match.setup.variant.rule("places")
    if place is None:
        return Breach(Code.DOES_NOT_MATCH, msg("{tile} fits nowhere.", tile=tile), rule)
    end = current.ends[place]
    words = msg("{tile} has no {half} to set against {at}.", tile=tile, half=end.half, at=end.tile)
    return Breach(Code.DOES_NOT_MATCH, words, rule)


def forgiven_place(match: TrainMatch, current: TrainRound, event: Play, tile: Tile) -> int | None:
    """Where a tile goes that the table lets stand; None unless exactly one place can be meant and it fits there."""
    found = [
        place
        for place in range(len(current.ends))
        if fits(current, tile, place) and _lies_as_said(current, event, tile, place)
    ]
    if event.train:
        found = [each for each in found if train_name(match.setup, current.ends[each]) == event.train]
    elif event.at_written:
        found = [each for each in found if current.ends[each].tile == event.at]
    return found[0] if len(found) == 1 else None
