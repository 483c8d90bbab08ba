"""A proved breach in a line, and what the table has decided about it."""

from __future__ import annotations

from typing import Any

from flask import url_for

from referee.engine.audit.flag_words import listed_or
from referee.engine.audit.holdings import RENEGE, Flag
from referee.engine.log import Entry, Log
from referee.engine.messages import in_locale
from referee.engine.record.events import Adjust, Draw, Pass, Play, Void
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import LinkView

# What was done that was not so: that something could go, and which tile was held.
_DID = {
    "passed": "{name} passed at entry {entry}",
    "drew": "{name} drew at entry {entry}",
    "did not follow": "{name} did not follow at entry {entry}",
    "stopped": "{name} stopped at entry {entry}",
}


def title_written(log: Log, flag: Flag) -> str:
    """What is proved, as the reason of an event begins with it: that is written down in English whoever decides. The
    tile is named only if it is certain."""
    with in_locale(None):
        entries = listed_or([*flag.or_at, flag.event])
        if flag.seat is None:
            return f"{flag.headline}, at entry {entries}"
        if flag.kind != RENEGE:
            return str(flag.headline)
        name = log.start.setup.players[flag.seat]
        if flag.or_at:
            return f"{name} could have gone at entry {entries}"
        did = _DID[_did(log, flag)].format(name=name, entry=flag.event)
        return f"{did} holding {flag.among[0]}" if len(flag.among) == 1 else f"{did} and could have gone"


def _did(log: Log, flag: Flag) -> str:
    event = next(each.event for each in reversed(log.entries) if each.number == flag.event)
    match event:
        case Pass(by=seat) if seat == flag.seat:
            return "passed"
        case Draw(by=seat) if seat == flag.seat:
            return "drew"
        case Play(by=seat) if seat == flag.seat:
            return "did not follow"
    return "stopped"


def address_of(table: Table, flag: Flag, **more: Any) -> str:
    """The page that shows the proof."""
    return url_for("disputes.proof", link=table.link, kind=flag.kind, number=flag.event, **more)


def decided(log: Log, flag: Flag) -> Entry | None:
    """What the table has decided about it: the last entry whose reason begins with what is proved."""
    title = title_written(log, flag)
    entry: Entry
    for entry in reversed(log.entries):
        if entry.number <= flag.event:
            break
        event = entry.event
        if isinstance(event, Adjust | Void) and event.why.startswith(title):
            return entry
    return None


def proofs_at(table: Table) -> tuple[LinkView, ...]:
    """What is proved of the round in hand and not decided yet, each with the way to its proof."""
    current = getattr(table.state, "round", None)
    if current is None:
        return ()
    return tuple(
        LinkView(label=str(flag.headline), href=address_of(table, flag), away=True)
        for flag in table.state.flags
        if flag.round == current.number and decided(table.log, flag) is None
    )
