"""The form for a round that is entered by its result only, where it asks what is left in each hand."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from referee.engine.games.hands import HandsMatch
from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.engine.tiles import read_tile, tiles_in
from referee.web.parts.family import ResultField, ResultFields, ResultForm, Told
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import number_in
from referee.web.parts.pictures import picker_key, tile_key
from referee.web.parts.table_views import Key, choices_among

BLOCKED = "blocked"
TARGET = "target"  # reached in the middle of the round, which ends it


def _round_result(table: Table, told: Told, asks: ResultFields) -> dict[str, Any]:
    setup, how = table.setup, told.get("how", "")
    found: dict[str, Any] = {}
    if how == BLOCKED:
        found["blocked"] = True
    elif (seat := number_in(how)) is not None and seat < len(setup.players):
        found["out"] = setup.players[seat]
    left = {each.label: _left(each) for each in asks.left if each.value}
    points = {
        side: each
        for number, side in enumerate(setup.sides)
        if (each := number_in(told.get(f"points-{number}", ""))) is not None
    }
    more = {"left": left, "points": points, "last": number_in(told.get("last", ""))}
    return found | {name: each for name, each in more.items() if each}


def _filled(table: Table, result: Mapping[str, Any]) -> dict[str, Any]:
    seats, sides = table.setup.players.index, table.setup.sides.index
    found = {
        "how": BLOCKED if BLOCKED in result else str(seats(result["out"])) if "out" in result else TARGET
    }
    for name, left in result.get("left", {}).items():
        pips = left["pips"] if isinstance(left, dict) else left
        found[f"left-{seats(name)}"] = " ".join(pips) if isinstance(pips, list) else str(pips)
        if isinstance(left, dict):
            found[f"count-{seats(name)}"] = str(left["tiles"])
    found |= {f"points-{sides(side)}": str(each) for side, each in result.get("points", {}).items()}
    return found | ({"last": str(result["last"])} if "last" in result else {})


def _left(field: ResultField) -> object:
    """Pips, pips with the number of tiles, or a list of tiles."""
    pips, number = number_in(field.value), number_in(field.counted)
    if pips is None:
        return field.value.split()
    return pips if number is None else {"pips": pips, "tiles": number}


def round_fields(table: Table, told: Told, *, counts_tiles: bool = False) -> ResultFields:
    """How it ended and what is left in each hand; with `counts_tiles` also how many tiles that are."""
    setup, how, picks = table.setup, told.get("how", ""), told.get("pick", "")
    ways = [(str(seat), _("{name} out", name=name)) for seat, name in enumerate(setup.players)]
    return ResultFields(
        ways=choices_among([*ways, (BLOCKED, _("Blocked"))], how),
        left=tuple(
            _left_field(seat, name, told, counts=counts_tiles)
            for seat, name in enumerate(setup.players)
            if str(seat) != how
        ),
        picks=picks,
        picker=_picker(cast(HandsMatch, table.state), told) if picks else (),
    )


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
    entered = {word for name, text in told.items() if name.startswith("left-") for word in text.split()}
    return tuple(
        picker_key(each)._replace(state="on" if each.name in own else "go")
        for each in reversed(list(tiles_in(unseen)))
        if each.name in own or each.name not in entered
    )


def _begun(table: Table) -> bool:
    current = cast(HandsMatch, table.state).round
    if current is None or table.state.status is not Status.PLAYING:
        return False
    return current.hands != (table.setup.hand,) * len(current.hands)


def round_form(fields: Callable[[Table, Told], ResultFields]) -> ResultForm:
    """The form for a round of a family that asks for these `fields`."""
    return ResultForm(
        lambda table, told: _round_result(table, told, fields(table, told)),
        _filled,
        fields,
        lambda table, told: bool(told.get("how")) and all(each.value for each in fields(table, told).left),
        _begun,
    )
