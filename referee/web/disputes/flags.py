"""A proved breach in a line, and what the table has decided about it."""

from __future__ import annotations

from functools import reduce
from typing import Any

from flask import url_for

from referee.audit import RENEGE, Flag
from referee.events import Adjust, Draw, Pass, Play, Void
from referee.replay import Entry, Log
from referee.web.book import Table
from referee.web.views import Link
from referee.wording import _, marked, said, speaking


def title_of(log: Log, flag: Flag) -> str:
    """What is proved, as it is said at the table; the tile is named only where it is certain."""
    name = log.start.setup.players[flag.seat]
    if flag.kind != RENEGE:
        led = flag.because.values["led"]
        return _("{name} opened with {tile}, and another tile should have", name=name, tile=led)
    if flag.or_at:
        any_of = (said("entry {entry}", entry=each) for each in (*flag.or_at, flag.event))
        entries = reduce(lambda some, last: said("{some} or {last}", some=some, last=last), any_of)
        return _("{name} could have gone at {entries}", name=name, entries=entries)
    could_go, holding = _DID[_did(log, flag)]
    if flag.tile is None or flag.because.values.get("brought", 0):
        return _(could_go, name=name, entry=flag.event)
    return _(holding, name=name, entry=flag.event, tile=flag.tile)


# What was done that was not so: that something could go, and which tile was held.
_DID = {
    "passed": (
        marked("{name} passed at entry {entry} and could have gone"),
        marked("{name} passed at entry {entry} holding {tile}"),
    ),
    "drew": (
        marked("{name} drew at entry {entry} and could have gone"),
        marked("{name} drew at entry {entry} holding {tile}"),
    ),
    "did not follow": (
        marked("{name} did not follow at entry {entry} and could have gone"),
        marked("{name} did not follow at entry {entry} holding {tile}"),
    ),
    "stopped": (
        marked("{name} stopped at entry {entry} and could have gone"),
        marked("{name} stopped at entry {entry} holding {tile}"),
    ),
}


def title_written(log: Log, flag: Flag) -> str:
    """The same as an event's reason begins with it, which is written down in English whoever decides."""
    with speaking(None):
        return title_of(log, flag)


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


def proofs_at(table: Table) -> tuple[Link, ...]:
    """What is proved of the round in hand and not decided yet, each with the way to its proof."""
    current = getattr(table.state, "round", None)
    if current is None:
        return ()
    return tuple(
        Link(label=title_of(table.log, flag), href=address_of(table, flag), away=True)
        for flag in table.state.flags
        if flag.round == current.number and decided(table.log, flag) is None
    )
