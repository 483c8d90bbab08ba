"""A round entered by its result only: the form, how it is read, and what one family asks in addition."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from referee.engine.games.hands import HandsMatch
from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.engine.tiles import read_tile, tiles_in
from referee.web.parts.family import ResultForm, Told
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import number_in
from referee.web.parts.pictures import tile_key, tile_picture
from referee.web.parts.settlement_views import Settlement
from referee.web.parts.table_views import Choice, Key


class ResultField(NamedTuple):
    """A number to enter, or tiles in its place; `pick` is the value that opens the picker for this hand."""

    name: str
    label: str
    value: str
    note: str = ""
    pick: str = ""
    tiles: tuple[Key, ...] = ()
    number: str = ""
    counted: str = ""


class ResultPage(NamedTuple):
    """The form, and the result so far: `settlement`, or why there cannot be one (`refused`).

    `ways` are how it can have ended, `bids` the bids, `made` whether the bid was made; `picker` the tiles of one
    hand.
    """

    sub: str
    lead: str
    is_hand: bool
    ways: tuple[Choice, ...] = ()
    left: tuple[ResultField, ...] = ()
    points: tuple[ResultField, ...] = ()
    points_title: str = ""
    bids: tuple[Choice, ...] = ()
    made: tuple[Choice, ...] = ()
    picker: tuple[Key, ...] = ()
    picks: str = ""
    settlement: Settlement | None = None
    refused: str = ""


BLOCKED = "blocked"


class AlsoAsked(NamedTuple):
    """What one family asks in addition: a further way in which a round can have ended, points under a title of their
    own, and the number of tiles. `tells_hands`: what is left is asked for, because something depends on it."""

    points: tuple[ResultField, ...] = ()
    title: str = ""
    ways: tuple[Choice, ...] = ()
    counts_tiles: bool = False
    tells_hands: bool = True


def _round_result(table: Table, told: Told, besides: AlsoAsked) -> dict[str, Any]:
    setup, how = table.setup, told.get("how", "")
    found: dict[str, Any] = {}
    if how == BLOCKED:
        found["blocked"] = True
    elif (seat := number_in(how)) is not None and seat < len(setup.players):
        found["out"] = setup.players[seat]
    left = {
        name: _left(text, told.get(f"count-{seat}", ""))
        for seat, name in enumerate(setup.players)
        if (text := told.get(f"left-{seat}", "").strip()) and name != found.get("out")
    }
    points = {
        side: each
        for number, side in enumerate(setup.sides)
        if (each := number_in(told.get(f"points-{number}", ""))) is not None
    }
    last = number_in(told.get("last", ""))
    if left and besides.tells_hands:
        found["left"] = left
    return found | ({"points": points} if points else {}) | ({"last": last} if last else {})


def _left(text: str, count: str) -> object:
    """Pips, pips with the number of tiles, or a list of tiles."""
    pips, number = number_in(text), number_in(count)
    if pips is None:
        return text.split()
    return pips if number is None else {"pips": pips, "tiles": number}


def _is_complete(table: Table, told: Told, besides: AlsoAsked) -> bool:
    how = told.get("how", "")
    seats = [str(seat) for seat in range(len(table.setup.players)) if str(seat) != how]
    return bool(how) and (not besides.tells_hands or all(told.get(f"left-{seat}") for seat in seats))


def _round_fields(table: Table, told: Told, besides: AlsoAsked) -> dict[str, Any]:
    setup, how = table.setup, told.get("how", "")
    ways = [
        Choice(value=str(seat), label=_("{name} out", name=name), chosen=how == str(seat))
        for seat, name in enumerate(setup.players)
    ]
    ways.append(Choice(value=BLOCKED, label=_("Blocked"), chosen=how == BLOCKED))
    left = [
        _left_field(seat, name, told, counts=besides.counts_tiles)
        for seat, name in enumerate(setup.players)
        if str(seat) != how and besides.tells_hands
    ]
    picks = told.get("pick", "")
    return {
        "ways": (*ways, *besides.ways),
        "left": tuple(left),
        "points": besides.points,
        "points_title": besides.title,
        "picks": picks,
        "picker": _picker(cast(HandsMatch, table.state), told) if picks else (),
    }


def _left_field(seat: int, name: str, told: Told, *, counts: bool) -> ResultField:
    value = told.get(f"left-{seat}", "").strip()
    tiles = [each for word in value.split() if (each := read_tile(word)) is not None]
    return ResultField(
        name=f"left-{seat}",
        label=name,
        value=value,
        note=str(sum(each.pips for each in tiles)) if tiles else "",
        pick=str(seat),
        tiles=tuple(map(tile_key, tiles)),
        number=f"count-{seat}" if counts and not tiles else "",
        counted=told.get(f"count-{seat}", ""),
    )


def _picker(match: HandsMatch, told: Told) -> tuple[Key, ...]:
    """The tiles that the hand can have: those not laid, and not entered for another hand."""
    current = match.round
    is_played = current is not None and match.status is Status.PLAYING
    unseen = match.current.unseen if is_played else match.setup.tiles.mask
    seat = told.get("pick", "")
    own = told.get(f"left-{seat}", "").split()
    others = {word for name, text in told.items() if name.startswith("left-") for word in text.split()} - set(
        own
    )
    return tuple(
        Key(
            label=each.name,
            state="on" if each.name in own else "go",
            value=each.name,
            drawing=tile_picture(each),
        )
        for each in reversed(list(tiles_in(unseen)))
        if each.name not in others
    )


def _begun(table: Table) -> bool:
    current = cast(HandsMatch, table.state).round
    if current is None or table.state.status is not Status.PLAYING:
        return False
    return current.hands != (table.setup.hand,) * len(current.hands)


def round_form(besides: Callable[[Table, Told], AlsoAsked]) -> ResultForm:
    """The form for a round of a family that asks `besides` in addition."""
    return ResultForm(
        lambda table, told: _round_result(table, told, besides(table, told)),
        lambda table, told: _round_fields(table, told, besides(table, told)),
        lambda table, told: _is_complete(table, told, besides(table, told)),
        _begun,
    )
