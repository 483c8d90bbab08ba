"""One entry of the log: take it back or correct it, after a preview of what would change."""

from typing import Any, NamedTuple

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.engine.explain.later_moves import mended
from referee.engine.messages import _, tiles_word
from referee.engine.rulings import Code
from referee.web.families import family_of
from referee.web.history.amending import OWN_FIELDS, Amending
from referee.web.history.correcting import correct_page
from referee.web.history.previewing import missed_preview, preview_of, take_back_preview
from referee.web.history.routes import line_of
from referee.web.history.tiles_and_places import listed_tiles, picker_of
from referee.web.parts.beside import page_beside
from referee.web.parts.logbook import LogLine, way_to
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import TRIED, dumped, number_in, read_chosen
from referee.web.parts.previews import Change, change_if_put_in, change_of
from referee.web.parts.submit import body_of

entries = Blueprint("entries", __name__)


class ForgottenView(NamedTuple):
    """What a draw that was forgotten would change, and the event that puts it in."""

    said: str
    change: Change
    draw: str


# What an address may give of an entry, as in record/README.md; a result has a form of its own.
_FIELDS = ("by", "at", "out", "train", "column", *(each for each in TRIED if each != "result"))
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
        picker=picker_of(taps) if taps.on_table is None else None,
        listed=listed_tiles(taps),
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
    asked = _said_in(request.args)
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


def _corrected(table: Table, number: int, body: dict[str, Any]) -> dict[str, Any]:
    """The entry as it is corrected in the query string."""
    form = family_of(table).result_form
    if "result" in body and form is not None:
        return {**body, "result": form.read(table.before(number), request.args)}
    return _said_in(request.args)


def _said_in(args: MultiDict[str, str]) -> dict[str, Any]:
    """The event that an address gives, without empty fields; a move of some `kind` may still lack its tile or number."""
    texts = {name: args.get(name, "").strip()[:_LONGEST] for name in _FIELDS}
    found = {name: _read(name, text) for name, text in texts.items() if text}
    kind = args.get("kind", "")
    if kind not in OWN_FIELDS:
        return found
    own = {name: found[name] for name in ("by", *OWN_FIELDS[kind]) if name in found}
    own.setdefault(kind, {"draw": 1, "pass": True}.get(kind, ""))
    return own


def _read(name: str, text: str) -> Any:
    """The value of a field in record form: a name, a list of tiles, true, a number, or a word."""
    if name in ("by", "train"):
        return text
    if name in ("hand", "rest", "knock") or (name == "draw" and "-" in text):
        return text.split()
    number = number_in(text, 4)
    return text == "true" or (text if number is None else number)
