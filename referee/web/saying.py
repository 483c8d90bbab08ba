"""An event on its way into the log: judged, and written down if it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.replay import Answer, answer_json
from referee.rulings import Verdict
from referee.store import Entry
from referee.web.asked import NOTHING, Asked
from referee.web.book import Table, open_book
from referee.web.may import may_say, who_is


class MayNot(Exception):
    """What was to be said is not for this link; the text is the sentence that tells why."""


def said_at(table: Table, raw: dict[str, Any]) -> tuple[list[Entry], Asked]:
    """An event as it will be written down; a refused one is shown and leaves no trace, unless it changed something.

    MayNot where it is not for this link to say, whatever the referee would answer.
    """
    if why := may_say(who_is(table), raw, table.log):
        raise MayNot(why)
    answer, after = table.log.say(raw)
    if answer.ruling.verdict is Verdict.REFUSED and after.state is table.state:
        hand = str(raw.get("by", "")) if {"hand", "pips"} & set(raw) else ""
        return [], Asked(tried=raw, hand=hand, pips="pips" in raw)
    open_book().foresee(table.row.id, table.log, raw, after)
    return [entry_of(raw, answer)], NOTHING


def said_in_one_go(table: Table, raws: Sequence[dict[str, Any]]) -> tuple[list[Entry], Asked]:
    """Events that are written down together or not at all: where one is refused, it is shown and none stays."""
    if len(raws) == 1:
        return said_at(table, raws[0])
    log, found = table.log, []
    who = who_is(table)
    for raw in raws:
        if why := may_say(who, raw, log):
            raise MayNot(why)
        answer, log = log.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED:
            return [], Asked(tried=raw, hand=str(raw.get("by", "")), pips="pips" in raw)
        found.append(entry_of(raw, answer))
    return found, NOTHING


def with_reason(raw: dict[str, Any], why: str) -> dict[str, Any]:
    """The event with what was typed as its reason, after the reason that it has already."""
    why = why.strip()
    if not why or not {"adjust", "void", "ruling"} & set(raw):
        return raw
    return {**raw, "why": f"{raw.get('why', '')} {why}".strip()}


def entry_of(raw: dict[str, Any], answer: Answer) -> Entry:
    """What is written down of an event that stands, with the settlement that was announced with it."""
    return Entry(raw, answer_json(answer).get("settled"))
