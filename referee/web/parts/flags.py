"""Proved breaches in a line game, and what the table has decided about them."""

from __future__ import annotations

from typing import Any

from flask import url_for

from referee.engine.audit.holdings import RENEGE, Flag
from referee.engine.explain.incidents import Incident, incidents_of
from referee.engine.log import Entry, Log
from referee.engine.messages import OR, Listed, _, in_locale
from referee.engine.record.events import Adjust, Draw, Pass, Play, Void
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import LinkView

# What a player did although something could go; which tile was held is added to it.
_DID = {
    "passed": "{name} passed at entry {entry}",
    "drew": "{name} drew at entry {entry}",
    "did not follow": "{name} did not follow at entry {entry}",
    "stopped": "{name} stopped at entry {entry}",
}


def decision_on(log: Log, incident: Incident, words: str = "") -> dict[str, Any]:
    """The fields of an event that decides about an incident: its entry, and its reason, what is proved and then
    `words`."""
    why = f"{_title_written(log, incident.flag)}. {words}".strip()
    return {"why": why, "about": incident.flag.event}


def _title_written(log: Log, flag: Flag) -> str:
    """What is proved, as the record's reason says it: always in English, and naming the tile only if it is certain."""
    with in_locale(None):
        entries = Listed([*flag.or_at, flag.event], OR)
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


def address_of(table: Table, incident: Incident, **more: Any) -> str:
    """The address of the page on which the table decides about an incident."""
    flag = incident.flag
    return url_for("disputes.proof", link=table.link, kind=flag.kind, number=flag.event, **more)


def decided(log: Log, incident: Incident) -> Entry | None:
    """The table's last decision about an incident; None if there is none."""
    numbers = {flag.event for flag in incident.flags}
    decisions = (each for each in reversed(log.entries) if isinstance(each.event, Adjust | Void))
    return next((each for each in decisions if each.event.about in numbers), None)


def is_charged(log: Log, incident: Incident) -> bool:
    """Whether the settlement of its round has deducted the house's penalty for it."""
    number, known = incident.flag.round, set()
    for each in log.entries:
        settled = each.ruling.settled
        if settled is not None and "false_pass" in settled.by:
            sure = [flag for flag in each.state.flags if flag.seat is not None or settled.how == "void"]
            known |= {flag.of for flag in sure if flag.round == number}
    return any(flag.of in known for flag in incident.flags)


def incidents_at(table: Table) -> tuple[Incident, ...]:
    """What is proved of the current round."""
    number = table.state.round_number
    if not any(flag.round == number for flag in table.state.flags):
        return ()
    return incidents_of(table.log, number)


def proved_in(table: Table, number: int) -> tuple[str, ...]:
    """What is proved of a round, in words, for the printed page."""
    if not any(flag.round == number for flag in table.state.flags):
        return ()
    return tuple(str(each.words) for each in incidents_of(table.log, number))


def undecided(table: Table) -> int:
    """How many incidents of the current round the table has not decided about."""
    return sum(
        decided(table.log, each) is None and not is_charged(table.log, each) for each in incidents_at(table)
    )


def proved_chip(table: Table) -> LinkView | None:
    """The only trace of proofs on the table's page: how many are undecided, with a link to them; None if none are."""
    number = undecided(table)
    if not number:
        return None
    href = url_for("disputes.proofs", link=table.link)
    return LinkView(label=_("Proved · {n}", n=number), href=href, away=True)


def proved_now(table: Table) -> LinkView | None:
    """What the last event has proved, in a few words, with a link to the proof; None if it proved nothing."""
    entries = table.log.entries
    if not entries or len(entries) < 2 or not table.state.flags:
        return None
    known = {each.of for each in entries[-2].state.flags}
    fresh = [each for each in table.state.flags if each.of not in known]
    found = next((each for each in incidents_at(table) if any(flag in fresh for flag in each.flags)), None)
    if found is None:
        return None
    return LinkView(label=str(found.headline), href=url_for("disputes.proofs", link=table.link), away=True)
