"""One entry of the log: taking it back or correcting it, with what would change before anybody confirms."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.drawing import symbols
from referee.play.state import State, Status
from referee.rulings import Verdict
from referee.tiles import read_tile
from referee.web.asked import dumped
from referee.web.book import Table, open_table
from referee.web.may import may_say, who_is
from referee.web.pages import Change, EntryPage, FieldView
from referee.web.paper import line_of
from referee.web.pictures import drawn

entries = Blueprint("entries", __name__)

_WORDS = {"play": "Tile", "flip": "Tile", "at": "On", "draw": "Tiles drawn", "claim": "Points", "muggins": "Points",
          "pips": "Pips", "hand": "Tiles", "bid": "Bid", "trump": "Trump", "ante": "Chips", "bet": "Chips",
          "raise": "Chips", "deal": "Tiles as they lie", "remove": "Tile", "knock": "Tiles", "move": "Tile",
          "onto": "Onto", "turn": "Tile as it lies", "column": "Column"}  # fmt: skip
_NUMBERS = ("draw", "claim", "muggins", "pips", "bid", "trump", "ante", "bet", "raise", "column")
_LISTS = ("hand", "deal", "knock")
_AS_WRITTEN = (
    "by",
    "at",
    "move",
    "onto",
    "turn",
    "deal",
    "knock",
)  # names, and tiles whose halves have an order
_LONGEST = 300


@entries.get("/t/<link>/log/<int:number>")
def show(link: str, number: int) -> ResponseReturnValue:
    """An entry in force, and what taking it back or correcting it would change."""
    table = open_table(link)
    line = line_of(table, number)
    if line is None or not table.may_correct:
        abort(404)
    body = table.rows[number - 1].body
    correct = _corrected(body, request.args) if request.args.get("correct") else None
    page = EntryPage(
        title=f"Entry {number}",
        sub=table.setup.variant.name,
        back=url_for("rounds.log", link=link),
        say=url_for("rounds.say", link=link),
        address=url_for("entries.show", link=link, number=number),
        seq=table.seq,
        key=secrets.token_urlsafe(12),
        number=number,
        line=line,
        fields=_fields(table, correct or body),
        retract=_change(table, {"retract": number}),
        amend=_change(table, {"amend": number, "with": correct}) if correct is not None else None,
        correct=dumped(correct) if correct is not None else "",
    )
    return render_template("entry.html", page=page, symbols=drawn(symbols(table.setup.tiles.high)))


def _fields(table: Table, body: dict[str, Any]) -> tuple[FieldView, ...]:
    """What of an entry may have been entered wrong."""
    found = []
    if "by" in body:
        names = table.setup.players
        found.append(FieldView(name="by", label="Who", value=str(body["by"]), choices=names))
    for name, label in _WORDS.items():
        if name in body or (name == "at" and {"play", "flip"} & set(body)):
            value = body.get(name, "")
            text = " ".join(value) if isinstance(value, list) else str(value)
            found.append(FieldView(name=name, label=label, value=text))
    return tuple(found)


def _corrected(body: dict[str, Any], args: MultiDict[str, str]) -> dict[str, Any]:
    """The entry as the form has it; what is left empty is left out."""
    found: dict[str, Any] = {name: value for name, value in body.items() if name not in ("by", *_WORDS)}
    for name in ("by", *_WORDS):
        text = args.get(name, "").strip()[:_LONGEST]
        if not text:
            continue
        if name in _LISTS or (name == "draw" and "-" in text):
            found[name] = [word if name in _AS_WRITTEN else _tile_name(word) for word in text.split()]
        elif name in _NUMBERS:
            is_number = text.isascii() and text.isdigit() and len(text) < 5
            found[name] = int(text) if is_number else text.lower()
        else:
            found[name] = text if name in _AS_WRITTEN else _tile_name(text)
    return found


def _tile_name(text: str) -> str:
    tile = read_tile(text)
    return tile.name if tile is not None else text


def _change(table: Table, raw: dict[str, Any]) -> Change:
    """What a correction would change: scores, the turn, the end of a round; or why it cannot be."""
    if refused := may_say(who_is(table), raw, table.log):
        return Change(refused=refused)
    answer, after = table.log.say(raw)
    if answer.ruling.verdict is Verdict.REFUSED:
        return Change(refused=answer.ruling.says)
    before, now = table.state, after.state
    lines = [
        f"{side}: {old} becomes {new}"
        for side, old, new in zip(table.setup.sides, before.scores, now.scores, strict=True)
        if old != new
    ]
    if _where(before) != _where(now):
        lines.append(f"{_where(before)} becomes {_where(now)}")
    return Change(lines=tuple(lines) or ("No score and no turn changes.",))


def _where(state: State) -> str:
    """Where the match stands, in a few words."""
    settled = len(state.rounds)
    if state.status is Status.PLAYING:
        name = state.setup.players[state.to_act] if state.to_act is not None else "somebody"
        return f"Round {settled + 1}, {name} to play"
    return {
        Status.REVEAL: f"Round {settled + 1}, hands to show",
        Status.ROUND_OVER: f"Round {settled} settled" if settled else "Before the first round",
        Status.MATCH_OVER: "The end of the match",
    }[state.status]
