"""An event on its way into the log: judged, and written down if it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.games.line.state import LineMatch
from referee.engine.log import Answer
from referee.engine.messages import _, marked
from referee.engine.rulings import Verdict
from referee.engine.spelling import visible
from referee.storage.store import NewEvent
from referee.web.parts.corrections import body_of
from referee.web.parts.forms import is_call
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.permissions import may_say, who_is

BY_ITSELF = marked("While claims are open, a call is entered by itself: not together with something else.")


class MayNot(Exception):
    """What was to be said is not for this link; the text is the sentence that tells why."""


def said_at(table: Table, raw: dict[str, Any]) -> tuple[list[NewEvent], Asked]:
    """An event as it will be written down; a refused one is shown and leaves no trace, unless it changed something.

    MayNot where it is not for this link to say, whatever the referee would answer.
    """
    raw = _without_unseen(raw)
    if why := may_say(who_is(table), raw, table.log):
        raise MayNot(why)
    if _makes_a_call_of_another_entry(table, raw):
        raise MayNot(_(BY_ITSELF))
    answer, after = table.log.say(raw)
    if answer.ruling.verdict is Verdict.REFUSED and after.state is table.state:
        hand = str(raw.get("by", "")) if {"hand", "pips"} & set(raw) else ""
        return [], Asked(tried=raw, hand=hand, pips="pips" in raw)
    open_book().foresee(table.row.id, table.log, raw, after)
    return [entry_of(raw, answer)], NOTHING


def said_in_one_go(table: Table, raws: Sequence[dict[str, Any]]) -> tuple[list[NewEvent], Asked]:
    """Events that are written down together or not at all: where one is refused, it is shown and none stays."""
    if len(raws) == 1:
        return said_at(table, raws[0])
    if any(is_call(raw) or _makes_a_call_of_another_entry(table, raw) for raw in raws):
        raise MayNot(_(BY_ITSELF))
    log, found = table.log, []
    who = who_is(table)
    for raw in map(_without_unseen, raws):
        if why := may_say(who, raw, log):
            raise MayNot(why)
        answer, log = log.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED:
            return [], Asked(tried=raw, hand=str(raw.get("by", "")), pips="pips" in raw)
        found.append(entry_of(raw, answer))
    return found, NOTHING


def _without_unseen(raw: dict[str, Any]) -> dict[str, Any]:
    """The event with a reason in which every letter can be seen."""
    found = dict(raw)
    if isinstance(raw.get("why"), str):
        found["why"] = visible(raw["why"])
    if isinstance(raw.get("with"), dict):
        found["with"] = _without_unseen(raw["with"])
    return found


def _makes_a_call_of_another_entry(table: Table, raw: Mapping[str, Any]) -> bool:
    """Whether a correction would make a call while claims are open: refused, it would tell a score and leave no trace."""
    said, number = raw.get("with"), raw.get("amend")
    if not isinstance(said, dict) or not is_call(said) or "play" in said:
        return False
    if not isinstance(table.state, LineMatch) or not table.state.claims_are_open:
        return False
    if type(number) is not int or not 0 < number <= table.seq:
        return False  # the referee says that there is no such entry
    before = body_of(table, number)
    return _call_of(before) != _call_of(said)


def _call_of(body: Mapping[str, Any]) -> tuple[object, set[str]]:
    """Whose call it is, and of which kind."""
    return body.get("by"), {"claim", "muggins"} & set(body)


def with_reason(raw: dict[str, Any], why: str) -> dict[str, Any]:
    """The event with what was typed as its reason, after the reason that it has already."""
    why = why.strip()
    if not why or not {"adjust", "void", "ruling"} & set(raw):
        return raw
    return {**raw, "why": f"{raw.get('why', '')} {why}".strip()}


def entry_of(raw: dict[str, Any], answer: Answer) -> NewEvent:
    """What is written down of an event that stands, with the settlement that was announced with it."""
    return NewEvent(raw, answer.settled_json())
