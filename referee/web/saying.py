"""An event on its way into the log: judged, and written down if it stands."""

from __future__ import annotations

from typing import Any

from referee.replay import Answer, answer_json
from referee.rulings import Verdict
from referee.store import Entry
from referee.web.asked import NOTHING, Asked
from referee.web.book import Table
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
    return [entry_of(raw, answer)], NOTHING


def entry_of(raw: dict[str, Any], answer: Answer) -> Entry:
    """What is written down of an event that stands, with the settlement that was announced with it."""
    return Entry(raw, answer_json(answer).get("settled"))
