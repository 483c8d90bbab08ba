"""What is proved of a round, and whether the table has decided about it."""

from collections.abc import Iterator

from flask import url_for

from referee.engine.audit.holdings import RENEGE
from referee.engine.explain.incidents import Incident, incidents_of
from referee.engine.log import Entry, Log, entries_of_round
from referee.engine.messages import _
from referee.engine.rulings import Settled
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import LinkView

# The switches by which a settlement counts what is proved.
COUNTING = {"false_pass", "false_pass_breaks", "renege"}


def is_charged(log: Log, incident: Incident) -> bool:
    """Whether the settlement of its round has counted it as the house does."""
    counted = {
        flag.of
        for entry, settled in _counting(log, incident.flag.round, COUNTING)
        for flag in entry.state.flags
        if flag.seat is not None or settled.how == "void"
    }
    return any(flag.of in counted for flag in incident.flags)


def costs_nothing_more(log: Log, incident: Incident) -> bool:
    """Whether its round was broken by a false pass, which costs once, and the settlement took that for another one."""
    number = incident.flag.round
    for entry, _settled in _counting(log, number, {"false_pass_breaks"}):
        by_tile = (each for each in entry.state.flags if each.tile is not None and each.kind == RENEGE)
        paid = next((each.of for each in by_tile if each.round == number), None)
        return paid is not None and all(each.of != paid for each in incident.flags)
    return False


def _counting(log: Log, number: int, switches: set[str]) -> Iterator[tuple[Entry, Settled]]:
    """The entries that settled a round and counted what was proved, by one of these switches; the deal of the next round
    may be one."""
    for entry in (*entries_of_round(log, number)[1:], *entries_of_round(log, number + 1)[:1]):
        settled = entry.ruling.settled
        if settled is not None and switches & {*settled.by}:
            yield entry, settled


def incidents_at(table: Table, number: int | None = None) -> tuple[Incident, ...]:
    """What is proved of the round with that number, by default the current one."""
    number = table.state.round_number if number is None else number
    return incidents_of(table.log, number) if any(flag.round == number for flag in table.state.flags) else ()


def proved_in(table: Table, number: int) -> tuple[str, ...]:
    """What is proved of a round, in words."""
    return tuple(str(each.words) for each in incidents_at(table, number))


def undecided(table: Table) -> int:
    """How many incidents of the current round the table has not decided about."""
    return sum(each.decision is None and not is_charged(table.log, each) for each in incidents_at(table))


def address_of_proofs(table: Table, number: int) -> str:
    """The address of the proved cases of the round with that number; "" if there are none."""
    if not any(flag.round == number for flag in table.state.flags):
        return ""
    named = number if number != table.state.round_number else None
    return url_for("disputes.proofs", link=table.link, round=named)


def proved_chip(table: Table) -> LinkView | None:
    """The only trace of proofs on the table's page: how many are undecided, with a link to them; None if none are."""
    number = undecided(table)
    if not number:
        return None
    href = address_of_proofs(table, table.state.round_number)
    return LinkView(label=_("Proved"), fact=str(number), href=href, away=True)


def proved_now(table: Table) -> LinkView | None:
    """What the last event has proved, in a few words, with a link to the proof; None if it proved nothing."""
    if not table.state.flags:
        return None
    known = {each.of for each in table.log.state_before(table.log.entries[-1].number).flags}
    fresh = [each for each in table.state.flags if each.of not in known]
    found = next((each for each in incidents_at(table) if any(flag in fresh for flag in each.flags)), None)
    if found is None:
        return None
    href = address_of_proofs(table, table.state.round_number)
    return LinkView(label=str(found.headline), href=href, away=True)
