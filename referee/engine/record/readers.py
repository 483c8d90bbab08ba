"""How each entry of a record is read, by its verb; errors are sentences.

An event that cannot be read becomes an `Unreadable`, which is refused when it is judged, so that the rest of a record
can still be judged.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.engine.messages import marked
from referee.engine.record import events
from referee.engine.record.events import Event
from referee.engine.record.parsing import (
    LARGEST_NUMBER,
    Field,
    MisreadError,
    face_in,
    is_said,
    number_in,
    place_in,
    quoted,
    reason_in,
    seat_of,
    shown,
    text_in,
    tile_in,
    tiles_in,
    whole_number,
)
from referee.engine.tiles import Tile

TRUMP_WORDS = ("doubles", "none", "nel-o", "sevens")
CALLS = ("plunge", "splash")
NEW_COLUMN = "column"
ROUND_KEYS = ("out", "blocked", "left", "points", "last")
HAND_KEYS = ("bidders", "bid", "taken", "made")
MOST_TOGETHER = 1000  # events of one step: all of a long match, taken back and entered again
# What a number stands for.
A_HALF = marked("a half of a tile")
OF_AN_ENTRY = marked("the number of an entry")
OF_PIPS = marked("a number of pips")
OF_POINTS = marked("a number of points")
OF_TILES = marked("a number of tiles")
A_HAND = marked("A hand is a list of tiles.")
KNOCKED_OUT = marked("What is knocked out is a list of tiles, the left one first.")


Reader = Callable[[Field], Event]


def read_event(raw: Mapping[str, Any], players: Sequence[str]) -> Event:
    """The event in a JSON object; `Unreadable` if it is not written as record/README.md says.

    `players` are the header's names in seating order; the events name seats by number.
    """
    try:
        return _read(raw, players)
    except MisreadError as wrong:
        return events.Unreadable(wrong.said)


def _read(raw: Mapping[str, Any], players: Sequence[str]) -> Event:
    verb, needs_player, reader = _kind(tuple(raw))
    by = 0 if len(players) == 1 else -1  # the player of a solitaire need not be named
    if "by" in raw or (needs_player and by < 0):
        if raw.get("by") is None:
            raise MisreadError("The entry does not say who did it.")
        by = seat_of(raw["by"], players)
    stood = "stood" in raw and is_said(raw["stood"], "stood")
    return reader(Field(raw, verb, raw[verb], by, players, stood))


@lru_cache(maxsize=1024)  # more than there are orders of keys in use
def _kind(keys: tuple[str, ...]) -> tuple[str, bool, Reader]:
    """The verb of an entry with these keys, whether it needs a player, and its reader."""
    verbs = [key for key in keys if key in READERS and not (key == "claim" and "play" in keys)]
    if not verbs:
        raise MisreadError(
            "An entry says what was done: play, draw, pass, hand and so on. This one does not."
        )
    if len(verbs) > 1:
        raise MisreadError(
            "An entry says one thing. This one says {first} and {second}.", first=verbs[0], second=verbs[1]
        )
    allowed, needs_player, reader = READERS[verbs[0]]
    for key in keys:
        if key not in allowed and key not in (verbs[0], "by"):
            raise MisreadError("{key} is not a field of this entry.", key=shown(key))
    return verbs[0], needs_player, reader


def _a_number(made: Callable[[int, int], Event], least: int, what: str) -> Reader:
    """A reader for an entry with a player and a number, `least` or more."""
    return lambda said: made(said.by, whole_number(said.value, least, what))


def _only_said(made: Reader) -> Reader:
    """A reader for an entry whose verb carries no value but true."""

    def read(said: Field) -> Event:
        is_said(said.value, said.verb)
        return made(said)

    return read


# Line games and trains


def _play(said: Field) -> Event:
    raw = said.raw
    tile = tile_in(said.value)
    at, half, at_written = place_in(raw)
    out = _half_outward(raw, tile)
    claim = number_in(raw, "claim", 1, OF_POINTS)
    train = raw.get("train", "")
    if not isinstance(train, str) or ("train" in raw and not train):
        raise MisreadError("{value} is not the name of a train.", value=quoted(train))
    return events.Play(said.by, tile, at, half, out, claim, said.stood, said.value, at_written, train)


def _flip(said: Field) -> Event:
    tile = tile_in(said.value)
    at, half, at_written = place_in(said.raw)
    return events.Flip(said.by, tile, at, half, _half_outward(said.raw, tile), said.value, at_written)


def _half_outward(raw: Mapping[str, Any], tile: Tile | None) -> int | None:
    out = number_in(raw, "out", 0, A_HALF)
    if out is not None and tile is not None and out not in tile.halves:
        raise MisreadError("{out} is not a half of {tile}.", out=out, tile=tile)
    return out


def _draw(said: Field) -> Event:
    if isinstance(said.value, list):
        otherwise = marked("What is drawn is a number of tiles, or the tiles in the order drawn.")
        return events.DrawSeen(said.by, tiles_in(said.value, otherwise, 1), said.stood)
    return events.Draw(said.by, whole_number(said.value, 1, OF_TILES), said.stood)


def _round(said: Field) -> Event:
    opener = seat_of(said.raw["opener"], said.players) if "opener" in said.raw else None
    return events.Round(whole_number(said.value, 1, marked("the number of a round")), opener)


# Trick games and poker


def _bid(said: Field) -> Event:
    """A whole number, a pass, or a call; whether the game has it is checked when it is ruled on."""
    bid = said.value
    if bid == "pass":
        return events.Bid(said.by, None)
    if bid in CALLS:
        return events.Bid(said.by, None, bid)
    if type(bid) is not int:
        raise MisreadError("{value} is not a bid: it is a whole number, or pass.", value=quoted(bid))
    return events.Bid(said.by, bid)


def _trump(said: Field) -> Event:
    """A whole number, doubles or none, or a contract; whether the game has it is checked when it is ruled on."""
    trump = said.value
    if type(trump) is not int and trump not in TRUMP_WORDS:
        raise MisreadError("{value} is not a trump: it is a number, doubles or none.", value=quoted(trump))
    return events.Trump(said.by, trump)


def _stake(said: Field) -> Event:
    chips = said.value
    if type(chips) is not int or abs(chips) > LARGEST_NUMBER:
        raise MisreadError("{value} is not a number of chips.", value=quoted(chips))
    return events.Stake(said.by, said.verb, chips)


# Solitaires


def _deal(said: Field) -> Event:
    if not isinstance(said.value, list):
        raise MisreadError("A deal is a list of tiles, in the order in which they lie.")
    return events.Deal(tuple(face_in(each) for each in said.value))


def _move(said: Field) -> Event:
    tile = tile_in(said.value)
    if "onto" not in said.raw:
        raise MisreadError("A move says what the tile goes onto: another tile, or column.")
    onto = said.raw["onto"]
    starts = onto == NEW_COLUMN
    below = None if starts else tile_in(onto)
    return events.Shift(tile, below, starts, text_in(said.value), text_in(onto))


def _turn(said: Field) -> Event:
    face = face_in(said.value)
    if "column" not in said.raw:
        raise MisreadError("A tile that is turned up says in which column it lies.")
    column = whole_number(said.raw["column"], -LARGEST_NUMBER, marked("the number of a column"))
    return events.Turn(face, column, text_in(said.value))


# A round that is not entered tile by tile


def _result(said: Field) -> events.Result:
    """A result of either kind; whether it is possible is checked when it is ruled on."""
    told = said.value
    if not isinstance(told, dict) or not told:
        raise MisreadError("A result says how the round ended.")
    is_hand = any(key in told for key in HAND_KEYS)
    for known in ((*ROUND_KEYS, *HAND_KEYS), HAND_KEYS if is_hand else ROUND_KEYS):
        for key in told:
            if key not in known:
                raise MisreadError("{key} is not a field of this entry.", key=shown(key))
    return _of_hand(told) if is_hand else _of_round(told, said)


def _of_hand(told: Mapping[str, Any]) -> events.HandResult:
    bidders, made = told.get("bidders"), told.get("made")
    if "bidders" in told and not isinstance(bidders, str):
        raise MisreadError("The side that bid is given by its name.")
    if "made" in told and type(made) is not bool:
        raise MisreadError("Made is either true or false.")
    bid = number_in(told, "bid", 1, marked("a bid"))
    return events.HandResult(bidders, bid, number_in(told, "taken", 0, OF_POINTS), made)


def _of_round(told: Mapping[str, Any], said: Field) -> events.RoundResult:
    if "out" in told and "blocked" in told:
        raise MisreadError("A round ends one way: somebody goes out, or it is blocked.")
    how = "out" if "out" in told else "blocked" if "blocked" in told else "target"
    if how == "blocked":
        is_said(told["blocked"], "blocked")
    left = told.get("left", {})
    if not isinstance(left, dict):
        raise MisreadError("What is left is given by player.")
    return events.RoundResult(
        how,
        seat_of(told["out"], said.players) if how == "out" else None,
        tuple(_left(seat_of(name, said.players), value) for name, value in left.items()),
        _points(told.get("points", {})),
        whole_number(told.get("last", 0), 0, OF_POINTS),
    )


def _points(value: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict):
        raise MisreadError("The points made in play are given by side.")
    return tuple((name, whole_number(points, 0, OF_POINTS)) for name, points in value.items())


def _left(seat: int, value: object) -> events.Left:
    if isinstance(value, list):
        tiles = tiles_in(value, A_HAND)
        return events.Left(seat, sum(each.pips for each in tiles if each is not None), len(tiles), tiles)
    if isinstance(value, dict):
        if set(value) != {"pips", "tiles"}:
            raise MisreadError("What is left is a list of tiles, their pips, or pips and tiles by number.")
        number = whole_number(value["tiles"], 0, OF_TILES)
        return events.Left(seat, whole_number(value["pips"], 0, OF_PIPS), number)
    return events.Left(seat, whole_number(value, 0, OF_PIPS))


# What the table decides, and corrections


def _adjust(said: Field) -> Event:
    points = said.value
    if not isinstance(points, dict) or not points:
        raise MisreadError("Give a number for at least one side.")
    for value in points.values():
        whole_number(value, -LARGEST_NUMBER, OF_POINTS)
    return events.Adjust(
        tuple(points.items()), reason_in(said.raw), number_in(said.raw, "about", 1, OF_AN_ENTRY)
    )


def _void(said: Field) -> Event:
    return events.Void(reason_in(said.raw), number_in(said.raw, "about", 1, OF_AN_ENTRY))


def _ruling(said: Field) -> Event:
    options = said.value
    if not isinstance(options, dict) or not options:
        raise MisreadError("A ruling of the table gives house rules by name and value.")
    for value in options.values():
        if not isinstance(value, str) and type(value) is not bool:
            whole_number(value, -LARGEST_NUMBER, marked("a value of a house rule"))
    return events.TableRuling(tuple(options.items()), reason_in(said.raw))


def _with_next(said: Field) -> int:
    number = number_in(said.raw, "with_next", 1, marked("the number of corrections judged together")) or 0
    if number > MOST_TOGETHER:
        raise MisreadError("At most {n} corrections are judged together.", n=MOST_TOGETHER)
    return number


def _retract(said: Field) -> Event:
    with_next = _with_next(said)
    return events.Retract(whole_number(said.value, 1, OF_AN_ENTRY), with_next)


def _amend(said: Field) -> Event:
    with_next = _with_next(said)
    correct = said.raw.get("with")
    if not isinstance(correct, dict):
        raise MisreadError("A correction says, under with, how the entry should read.")
    event = whole_number(said.value, 1, OF_AN_ENTRY)
    # Checked first: corrections of corrections could nest without end.
    if "retract" in correct or "amend" in correct:
        raise MisreadError("A correction cannot itself be a correction of another entry.")
    return events.Amend(event, _read(correct, said.players), with_next)


# For each verb: its optional keys, whether it needs a player, and its reader.
READERS: dict[str, tuple[tuple[str, ...], bool, Reader]] = {
    "play": (("at", "out", "claim", "stood", "train"), True, _play),
    "flip": (("at", "out"), True, _flip),
    "draw": (("stood",), True, _draw),
    "pass": (("stood",), True, _only_said(lambda said: events.Pass(said.by, said.stood))),
    "claim": ((), True, _a_number(events.Claim, 1, OF_POINTS)),
    "muggins": ((), True, _a_number(events.Muggins, 1, OF_POINTS)),
    "hand": ((), True, lambda said: events.Hand(said.by, tiles_in(said.value, A_HAND))),
    "pips": ((), True, _a_number(events.Pips, 0, OF_PIPS)),
    "round": (("opener",), False, _round),
    "retract": (("with_next", "why"), False, _retract),
    "amend": (("with", "with_next", "why"), False, _amend),
    "adjust": (("about", "why"), False, _adjust),
    "ruling": (("why",), False, _ruling),
    "void": (("about", "why"), False, _only_said(_void)),
    **dict.fromkeys(("ante", "bet", "raise"), ((), True, _stake)),
    **dict.fromkeys(
        ("call", "check", "fold"), ((), True, _only_said(lambda said: events.Stake(said.by, said.verb)))
    ),
    "deal": ((), False, _deal),
    "remove": ((), False, lambda said: events.Remove(tile_in(said.value), text_in(said.value))),
    "knock": ((), False, lambda said: events.Knock(tiles_in(said.value, KNOCKED_OUT, 1))),
    "move": (("onto",), False, _move),
    "turn": (("column",), False, _turn),
    "bid": ((), True, _bid),
    "trump": ((), True, _trump),
    "rest": ((), True, lambda said: events.Rest(said.by, tiles_in(said.value, A_HAND))),
    "concede": ((), True, _only_said(lambda said: events.Concede(said.by))),
    "result": ((), False, _result),
}
