"""One entry of the log: take it back or correct it, after a preview of what would change."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.engine.explain.later_moves import mended
from referee.engine.messages import _, marked, tiles_word
from referee.engine.rulings import Code
from referee.engine.tiles import read_tile
from referee.web.families import family_of
from referee.web.history.amending import Amending
from referee.web.history.correcting import correct_page
from referee.web.history.previewing import missed_preview, preview_of, take_back_preview
from referee.web.history.routes import line_of
from referee.web.parts.beside import page_beside
from referee.web.parts.logbook import LogLine, way_to
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import dumped, number_in, read_chosen
from referee.web.parts.previews import Change, change_if_put_in, change_of
from referee.web.parts.submit import body_of

entries = Blueprint("entries", __name__)


class FieldView(NamedTuple):
    """One field of an entry to correct; with `choices`, its value is one of them."""

    name: str
    label: str
    value: str
    choices: tuple[str, ...] = ()


class ForgottenView(NamedTuple):
    """What a draw that was forgotten would change, and the event that puts it in."""

    said: str
    change: Change
    draw: str


def _tile_name(text: str) -> str:
    tile = read_tile(text)
    return tile.name if tile is not None else text


def _tiles(text: str) -> list[str]:
    return [_tile_name(word) for word in text.split()]


def _number(text: str) -> int | str:
    number = number_in(text, 4)
    return text.lower() if number is None else number


# For each field of an entry that is typed: its label, and how it is read. Names, and tiles whose halves are ordered, stay
# as they are written.
_TYPED: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "by": (marked("Who"), str), "play": (marked("Tile"), _tile_name), "flip": (marked("Tile"), _tile_name),
    "at": (marked("On"), str), "train": (marked("Whose train"), str),
    "draw": (marked("Tiles drawn"), lambda text: _tiles(text) if "-" in text else _number(text)),
    "claim": (marked("Points"), _number), "muggins": (marked("Points"), _number),
    "pips": (marked("Pips"), _number), "hand": (marked("Tiles"), _tiles), "bid": (marked("Bid"), _number),
    "trump": (marked("Trump"), _number), "ante": (marked("Chips"), _number), "bet": (marked("Chips"), _number),
    "raise": (marked("Chips"), _number), "deal": (marked("Tiles as they lie"), str.split),
    "remove": (marked("Tile"), _tile_name), "knock": (marked("Tiles"), str.split), "move": (marked("Tile"), str),
    "onto": (marked("Onto"), str), "turn": (marked("Tile as it lies"), str), "column": (marked("Column"), _number),
}  # fmt: skip
_LONGEST = 300


@entries.get("/t/<link>/log/<int:number>")
def show(link: str, number: int) -> ResponseReturnValue:
    """The page of an entry in force, with a preview of taking it back or correcting it."""
    table = open_table(link)
    line = line_of(table, number)
    if line is None or not table.may_correct:
        abort(404)
    body = body_of(table, number)
    correct = _corrected(table, number, body) if request.args.get("correct") else None
    half = request.args.get("half", type=int)
    taps = Amending(table, number, correct or body, half if half is not None and half >= 0 else None)
    step, drew = request.args.get("step", ""), number_in(request.args.get("drew", ""), 1) or 0
    if step == "back":
        return _shown(taps, "preview", take_back_preview(taps))
    if step == "missed" and taps.after_another():
        return _missed(taps, line, drew)
    if correct not in (None, body) and taps.is_whole:
        preview = preview_of(_let_stand(taps), read_chosen(request.args.get("put", "")))
        return _shown(taps, "preview", preview)
    if taps.on_table is not None and step != "other":
        return _shown(taps, "correct", correct_page(taps, step, line))
    draws = taps.forgotten(drew)
    return _shown(
        taps,
        "entry",
        None,
        away=way_to(table, number),
        line=line,
        fields=() if taps.is_tapped else _fields(table, correct or body),
        back=_taken_back(taps),
        forgotten=_forgotten(taps, drew) if drew and draws else None,
        draws=draws,
        is_last=table.log.entries[-1].number == number,
    )


def _shown(taps: Amending, template: str, page: object, **more: Any) -> str:
    return page_beside(taps.table, f"history/{template}.html", page, taps=taps, **more)


def _taken_back(taps: Amending) -> tuple[str, Change]:
    """What taking back this move alone would change, and the field that does it. If later moves could not stand then,
    they are the players' whose turn it was."""
    table, number = taps.table, taps.number
    alone = change_of(table, {"retract": number})
    if alone.refused and taps.kind:
        left_out = change_if_put_in(table, number, ())
        if not left_out.refused:
            return "without", left_out
    return "retract", alone


def _missed(taps: Amending, line: LogLine, drew: int) -> str:
    """A move of the entry's player before it, after drawing `drew` tiles, that nobody entered: which tile it was, then
    what it would change."""
    asked = _typed({}, request.args)
    body: dict[str, Any] = {"by": taps.by}
    body |= {name: asked[name] for name in ("pass", "play", "at", "out", "train") if name in asked}
    missed = Amending(taps.table, taps.number, body, taps.half, was_missed=True, drew=drew)
    if missed.is_whole:
        return _shown(missed, "preview", missed_preview(missed))
    return _shown(missed, "correct", correct_page(missed, "missed", line))


def _let_stand(taps: Amending) -> Amending:
    """The same correction; if it breaks a rule, marked as let stand, if the move was or if it only was another player's
    turn."""
    body, was_let = taps.body, taps.entry is not None and getattr(taps.entry.event, "stood", False)
    refused = mended(taps.table.log, taps.number, body).refused
    may_stand = refused is not None and (was_let or refused.code is Code.NOT_YOUR_TURN)
    if not may_stand or not {"play", "draw", "pass"} & set(body):
        return taps
    return Amending(taps.table, taps.number, {**body, "stood": True}, taps.half)


def _forgotten(taps: Amending, drew: int) -> ForgottenView:
    """A draw by the player of the entry, just before it."""
    draw = {"by": taps.by, "draw": drew}
    said = _("{name} drew {tiles}", name=taps.by, tiles=tiles_word(drew))
    return ForgottenView(said, change_if_put_in(taps.table, taps.number, [draw]), dumped(draw))


def _fields(table: Table, body: dict[str, Any]) -> tuple[FieldView, ...]:
    """The form fields for the parts of an entry that may be wrong."""
    found = []
    for name, (label, _read) in _TYPED.items():
        if name in body or (name == "at" and {"play", "flip"} & set(body)):
            value = body.get(name, "")
            text = " ".join(value) if isinstance(value, list) else str(value)
            choices = table.setup.players if name == "by" else ()
            found.append(FieldView(name=name, label=_(label), value=text, choices=choices))
    return tuple(found)


def _corrected(table: Table, number: int, body: dict[str, Any]) -> dict[str, Any]:
    """The entry as it is corrected in the query string."""
    form = family_of(table).result_form
    if "result" in body and form is not None:
        return {**body, "result": form.read(table.before(number), request.args)}
    return _typed(body, request.args)


def _typed(body: dict[str, Any], args: MultiDict[str, str]) -> dict[str, Any]:
    """The event as the form gives it, without empty fields. `kind` turns it into another kind of move."""
    kind = args.get("kind", "")
    if kind in ("play", "draw", "pass"):
        made: dict[str, Any] = {"by": args.get("by", str(body.get("by", "")))[:40]}
        if kind == "pass":
            return {**made, "pass": True}
        body = {**made, "play": ""} if kind == "play" else {**made, "draw": 1}
    found = {name: value for name, value in body.items() if name not in ("out", *_TYPED)}
    for name, (_label, read) in _TYPED.items():
        if text := args.get(name, "").strip()[:_LONGEST]:
            found[name] = read(text)
    out = number_in(args.get("out", ""), 2)
    if "play" in found and out is not None:
        found["out"] = out
    elif "play" in found and found["play"] == body.get("play") and "out" in body:
        found["out"] = body["out"]
    if kind in ("play", "draw"):
        found.setdefault(kind, body[kind])
    return found
