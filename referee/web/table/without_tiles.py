"""A round told by its end: how it ended and what is left, or bid and points, for a table that did not enter its tiles."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.drawing import symbols
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.log import Log
from referee.engine.messages import _
from referee.engine.rulings import Ruling, Verdict
from referee.engine.tiles import read_tile, tiles_in
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pictures import drawn, tile_picture
from referee.web.parts.results import result_of
from referee.web.parts.table_views import Key, Settlement
from referee.web.parts.telling_result import may_tell_result

without = Blueprint("without", __name__)
BLOCKED, TARGET = "blocked", "target"
SENT = "sent"  # in the address of a result that was refused


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One of the ways that a round can have ended, or one of the sides."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class FieldView:
    """A number that is asked for, or the tiles instead of it; `pick` is sent to name the tiles of this hand."""

    name: str
    label: str
    value: str
    note: str = ""
    pick: str = ""
    tiles: tuple[Key, ...] = ()
    count: str = ""
    counted: str = ""


@dataclass(frozen=True, kw_only=True)
class ResultPage:
    """The form, and what the round comes to by what is told so far: `settlement`, or why it cannot be (`refused`).

    `ways` are how it can have ended, `bids` and `sides` who can have bid what; `picker` the tiles of one hand.
    """

    title: str
    sub: str
    back: str
    heading: str
    lead: str
    link: str
    seq: int
    key: str
    is_hand: bool
    ways: tuple[Choice, ...] = ()
    left: tuple[FieldView, ...] = ()
    points: tuple[FieldView, ...] = ()
    bids: tuple[Choice, ...] = ()
    made: tuple[Choice, ...] = ()
    picker: tuple[Key, ...] = ()
    picks: str = ""
    settlement: Settlement | None = None
    refused: str = ""


@without.get("/t/<link>/without-tiles")
def page(link: str) -> ResponseReturnValue:
    """The form, with what is told so far in the address; the table itself if no round can be told now."""
    table = open_table(link)
    if not may_tell_result(table):
        return redirect(url_for("rounds.show", link=link), 303)
    drawing = drawn(symbols(table.setup.tiles.high))
    return render_template("table/without_tiles.html", page=result_page(table, request.args), symbols=drawing)


def result_events(table: Table, told: Mapping[str, str]) -> list[dict[str, Any]]:
    """What a form says: the result, and before it the deal of a round that was not dealt on the phone."""
    match = table.state
    raw = _hand_result(match, told) if isinstance(match, TrickMatch) else _round_result(match, told)
    deal = [] if match.status is Status.PLAYING else [{"round": len(match.rounds) + 1}]
    return [*deal, {"result": raw}]


def _round_result(match: Any, told: Mapping[str, str]) -> dict[str, Any]:
    setup, how = match.setup, told.get("how", "")
    found: dict[str, Any] = {}
    if how == BLOCKED:
        found["blocked"] = True
    elif how.isascii() and how.isdigit() and int(how) < len(setup.players):
        found["out"] = setup.players[int(how)]
    left = {
        name: _left(text, told.get(f"count-{seat}", ""))
        for seat, name in enumerate(setup.players)
        if (text := told.get(f"left-{seat}", "").strip()) and name != found.get("out")
    }
    points = {
        side: each
        for number, side in enumerate(setup.sides)
        if (each := _number(told.get(f"points-{number}", ""))) is not None
    }
    last = _number(told.get("last", ""))
    if left and how != TARGET:
        found["left"] = left
    return found | ({"points": points} if points else {}) | ({"last": last} if last else {})


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _left(text: str, count: str) -> object:
    """Pips, pips and the number of tiles, or tiles one after the other."""
    pips, number = _number(text), _number(count)
    if pips is None:
        return text.split()
    return pips if number is None else {"pips": pips, "tiles": number}


def _hand_result(match: TrickMatch, told: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    side, bid, taken = (_number(told.get(name, "")) for name in ("bidders", "bid", "taken"))
    if side is not None and side < len(match.setup.sides):
        found["bidders"] = match.setup.sides[side]
    found |= {name: value for name, value in (("bid", bid), ("taken", taken)) if value is not None}
    return found | ({"made": told["made"] == "1"} if told.get("made") else {})


# The page


def result_page(table: Table, told: Mapping[str, str]) -> ResultPage:
    """The form as it stands, and what the round comes to."""
    told = _with_picked(told)
    match, is_hand = table.state, isinstance(table.state, TrickMatch)
    ruling, after = _judged(table, told)
    stands = ruling is not None and ruling.verdict is not Verdict.REFUSED
    number = len(match.rounds) + 1
    refused = (
        "" if ruling is None or stands or not (told.get(SENT) or _is_complete(match, told)) else ruling.says
    )
    fields = _hand_fields(match, told) if isinstance(match, TrickMatch) else _round_fields(table, told)
    return ResultPage(
        title=str(table.setup.variant.title),
        sub=_("Round {number}", number=number),
        back=url_for("rounds.show", link=table.link),
        heading=_("Score this hand without tiles") if is_hand else _("Score this round without tiles"),
        lead=_lead(match),
        link=table.link,
        seq=table.seq,
        key=secrets.token_urlsafe(12),
        is_hand=is_hand,
        settlement=result_of(table._replace(log=after), number) if stands else None,
        refused=refused,
        **fields,
    )


def _lead(match: Any) -> str:
    current = match.round
    laid = current.laid if isinstance(match, TrickMatch) and current is not None else match.layout
    if match.status is Status.PLAYING and laid:
        return _("What was entered is kept, marked as not finished.")
    if isinstance(match, TrickMatch):
        return _("For a hand you played without the phone.")
    return _("For a round you played without the phone.")


def _judged(table: Table, told: Mapping[str, str]) -> tuple[Ruling | None, Log]:
    """The referee's answer to what is told, and the log with it; None where nothing is told yet."""
    if not any(told.get(name) for name in told if name not in ("pick", SENT)):
        return None, table.log
    ruling, log = None, table.log
    for raw in result_events(table, told):
        answer, log = log.say(raw)
        ruling = answer.ruling
        if ruling.verdict is Verdict.REFUSED:
            break
    return ruling, log


def _is_complete(match: Any, told: Mapping[str, str]) -> bool:
    """Whether everything is told that the form asks for, so that a refusal is not only about what is still to come."""
    if isinstance(match, TrickMatch):
        return bool(told.get("taken"))
    how = told.get("how", "")
    seats = [str(seat) for seat in range(len(match.setup.players)) if str(seat) != how]
    return how == TARGET or (bool(how) and all(told.get(f"left-{seat}") for seat in seats))


def _with_picked(told: Mapping[str, str]) -> dict[str, str]:
    """What is told, with the tile that was tapped last put into its hand or taken out of it."""
    found = dict(told.items())
    tile, seat = read_tile(found.pop("tile", "")), found.get("pick", "")
    if tile is not None and seat:
        held = [each for each in found.get(f"left-{seat}", "").split() if read_tile(each) is not None]
        held = [each for each in held if each != tile.name] if tile.name in held else [*held, tile.name]
        found[f"left-{seat}"] = " ".join(held)
    return found


def _round_fields(table: Table, told: Mapping[str, str]) -> dict[str, Any]:
    match: LineMatch = table.match
    setup, variant = match.setup, match.setup.variant
    how = told.get("how", "")
    ways = [
        Choice(value=str(seat), label=_("{name} out", name=name), chosen=how == str(seat))
        for seat, name in enumerate(setup.players)
    ]
    ways.append(Choice(value=BLOCKED, label=_("Blocked"), chosen=how == BLOCKED))
    scores = variant.counting.tiles_score
    if scores and variant.target.ends_at_once:
        label = _("{target} in play", target=variant.target.target)
        ways.append(Choice(value=TARGET, label=label, chosen=how == TARGET))
    left = [
        _left_field(seat, name, told, counts=variant.blocked.by_number_of_tiles and how == BLOCKED)
        for seat, name in enumerate(setup.players)
        if str(seat) != how and how != TARGET
    ]
    points = [
        FieldView(name=f"points-{number}", label=side, value=told.get(f"points-{number}", ""))
        for number, side in enumerate(setup.sides)
        if scores
    ]
    if scores and variant.going_out.is_one_award and how not in (BLOCKED, TARGET):
        points.append(FieldView(name="last", label=_("The last tile"), value=told.get("last", "")))
    picks = told.get("pick", "")
    return {
        "ways": tuple(ways),
        "left": tuple(left),
        "points": tuple(points),
        "picks": picks,
        "picker": _picker(match, told) if picks else (),
    }


def _left_field(seat: int, name: str, told: Mapping[str, str], *, counts: bool) -> FieldView:
    value = told.get(f"left-{seat}", "").strip()
    tiles = [each for word in value.split() if (each := read_tile(word)) is not None]
    return FieldView(
        name=f"left-{seat}",
        label=name,
        value=value,
        note=str(sum(each.pips for each in tiles)) if tiles else "",
        pick=str(seat),
        tiles=tuple(Key(label=each.name, state="go", drawing=tile_picture(each)) for each in tiles),
        count=f"count-{seat}" if counts and not tiles else "",
        counted=told.get(f"count-{seat}", ""),
    )


def _picker(match: LineMatch, told: Mapping[str, str]) -> tuple[Key, ...]:
    """The tiles that the hand can have: those not laid, and not told of another."""
    unseen = match.current.unseen if match.status is Status.PLAYING else match.setup.tiles.mask
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


def _hand_fields(match: TrickMatch, told: Mapping[str, str]) -> dict[str, Any]:
    current, setup = match.round, match.setup
    playing = match.status is Status.PLAYING and current is not None and not current.bidding
    in_marks = setup.variant.aim.in_marks
    found: dict[str, Any] = {}
    if not playing:
        side, bid = told.get("bidders", ""), told.get("bid", "")
        found["ways"] = tuple(
            Choice(value=str(number), label=name, chosen=side == str(number))
            for number, name in enumerate(setup.sides)
        )
        found["bids"] = tuple(
            Choice(value=str(each), label=str(each), chosen=bid == str(each))
            for each in sorted(setup.variant.all_bids)
        )
    if not in_marks:
        note = _("points in all seven tricks")
        field = FieldView(name="taken", label=_("The bidders took"), value=told.get("taken", ""), note=note)
        found["points"] = (field,)
    made = told.get("made", "")
    choices = [] if in_marks else [("", _("By the points"))]
    choices += [("1", _("Made")), ("0", _("Set"))]
    found["made"] = tuple(Choice(value=value, label=label, chosen=made == value) for value, label in choices)
    return found
