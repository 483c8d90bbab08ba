"""The page of a proved case, where the table agrees on points or voids the round, and the page of an impossible hand."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import url_for

from referee.engine.explain.incidents import Incident, incidents_of
from referee.engine.explain.reconciliation import Proposal, reconcile, recount
from referee.engine.games.match import ON, Status
from referee.engine.messages import Listed, _, _p, pips_word
from referee.reports.told import gain_words
from referee.web.disputes.cases import address_of, card_of, cost_of, decision_on, seat_in
from referee.web.disputes.views import MendPage, ProofPage, Remedy
from referee.web.parts.flags import address_of_proofs, is_charged
from referee.web.parts.last_ruling import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, dumped, points_in
from referee.web.parts.previews import change_if_put_in, change_of
from referee.web.parts.submit import body_of
from referee.web.parts.table_views import LinkView

MOST = 999  # points that a table may agree on at once
USUAL = (5, 10)
FEWER, MORE = 3, 7  # numbers of tiles on either side of the one in the log


def closed(table: Table) -> str:
    """Why nothing can be decided any more; "" if it can, or if this link may not decide anyway."""
    if not table.may_correct or table.state.status is not Status.MATCH_OVER:
        return ""
    return _("The match is over. To change points, take back its last entry first.")


def incident_at(table: Table, kind: str, number: int, by: str | None) -> Incident | None:
    """The case named in the address, of seat `by` if two share the entry; None if there is none, or not any more."""
    if not any((flag.kind, flag.event) == (kind, number) for flag in table.state.flags):
        return None
    found = (each for each in incidents_of(table.log) if by is None or by == seat_in(each))
    named = ((each, {(flag.kind, flag.event) for flag in each.flags}) for each in found)
    return next((each for each, names in named if (kind, number) in names), None)


def proof_page(table: Table, incident: Incident, args: Mapping[str, str]) -> ProofPage:
    """One case, and the remedy about to be confirmed."""
    page = ProofPage(
        address=address_of(table, incident),
        others=address_of_proofs(table, incident.flag.round),
        by=seat_in(incident),
        card=card_of(table, incident)._replace(actions=()),
        followed=_followed(table, incident),
        closed=closed(table),
    )
    if not table.may_correct or page.closed or incident.decision is not None:
        return page
    charged = _side(table, incident)
    void = LinkView(_p("button", "Void"), address_of(table, incident, remedy="void"), sub=_("the round"))
    return page._replace(
        void=void if _may_void(table, incident) else None,
        amounts=_amounts(table, incident, charged) if charged is not None else (),
        custom="" if charged is None else table.setup.sides[charged],
        remedy=_remedy(table, incident, args),
    )


def _followed(table: Table, incident: Incident) -> str:
    """The points that each side made after it, in words."""
    pairs = zip(table.setup.sides, incident.followed, strict=True)
    made = [f"{side} {points}" for side, points in pairs if points]
    if not made:
        return _("No points were made since then.")
    return _("Points made in the round since then: {points}.", points=Listed(made))


def _side(table: Table, incident: Incident) -> int | None:
    """The side that a breach is charged to; None if it is not certain who did it."""
    seat = incident.flag.seat
    return None if seat is None else table.setup.side_of[seat]


def _amounts(table: Table, incident: Incident, side: int) -> tuple[LinkView, ...]:
    """The amounts to offer: the house rules' penalty unless it was taken, the points made since, and the usual ones.

    If the lowest total wins, points are added instead, and those made since are not offered: they were no gain.
    """
    lowest_wins = table.setup.variant.lowest_wins
    followed = 0 if lowest_wins else incident.followed[side]
    sign, factor = ("+", 1) if lowest_wins else ("-", -1)
    named = [] if is_charged(table.log, incident) else [cost_of(table, incident)]
    amounts = [*named, followed if 0 < followed <= MOST else 0, *USUAL]
    return tuple(
        LinkView(
            label=f"{sign}{each}",
            sub=_("made since") if each == followed else _("as agreed") if each in named else "",
            href=address_of(table, incident, remedy="points", amount=factor * each),
        )
        for each in dict.fromkeys(amounts)
        if each
    )


def _may_void(table: Table, incident: Incident) -> bool:
    """Whether its round is still in play."""
    in_play = table.state.status in ON
    return in_play and table.state.round_number == incident.flag.round


def _remedy(table: Table, incident: Incident, args: Mapping[str, str]) -> Remedy | None:
    """The remedy that was tapped, to be confirmed; None if there is none."""
    raw = _event(table, incident, args)
    if raw is None:
        return None
    title, label = _("The round does not count"), _("Void the round")
    if "adjust" in raw:
        ((side, points),) = raw["adjust"].items()
        title, label = gain_words(table.setup, side, points), _("Enter it")
    return Remedy(title=title, change=change_of(table, raw), label=label, say=dumped(raw))


def _event(table: Table, incident: Incident, args: Mapping[str, str]) -> dict[str, Any] | None:
    """The raw event of the remedy in the query string; None if it is not a valid one."""
    decision = decision_on(incident)
    charged = _side(table, incident)
    remedy = args.get("remedy", "")
    if remedy == "void" and _may_void(table, incident):
        return {"void": True, **decision}
    amount = points_in(args.get("amount", ""), 3)
    if remedy != "points" or charged is None or amount is None:
        return None
    return {"adjust": {table.setup.sides[charged]: amount}, **decision}


def mend_page(table: Table, tried: Mapping[str, Any]) -> MendPage | None:
    """Why a refused hand or total cannot be right, and the corrections that fix it; None if nothing is wrong."""
    found = reconcile(table.log, tried, partial(body_of, table))
    if not found.wrong:
        return None
    name, is_total = tried.get("by"), "pips" in tried
    told = _("{name} showed {tiles}", name=name, tiles=Listed(tried.get("hand", [])))
    if is_total:
        told = _("{name} said {pips}", name=name, pips=pips_word(tried["pips"]))
    head, *more = (str(each) for each in found.wrong)
    none = _("No single slip explains it. Check the hand again, then the list of moves.")
    return MendPage(
        sub=f"{table.setup.variant.title} · {told}",
        back=Asked(hand=str(name or ""), pips=is_total).href(table.link),
        verdict=head,
        more=tuple(more),
        rules=(cited(table, found.rule),) if found.rule is not None else (),
        proposals=tuple(_view(table, each, tried) for each in found.proposals),
        leave=_("Enter the hand again"),
        told="" if found.proposals else none,
    )


def count_page(table: Table, seat: int, held: int | None) -> MendPage:
    """How many tiles the seat holds by the log; if it is asked about as `held`, what would explain that.

    If no single one does, those that lead to one tile more or fewer, from where the page can be asked again.
    """
    name, now = table.setup.players[seat], table.state.hands_held[seat]
    told, bodies = "", partial(body_of, table)
    found = recount(table.log, seat, now if held is None else held, bodies)
    if held not in (None, now) and not found.proposals:
        told = _(
            "No single slip explains it. Look at the list of moves: a tile may be missing there, or there may be one "
            "too many."
        )
        found = recount(table.log, seat, now + (1 if held > now else -1), bodies)
        if found.proposals:
            told = _("No single slip explains it. Make one of these corrections, then look again.")
    numbers = [each for each in range(max(1, now - FEWER), now + MORE + 1) if each != now]
    here = partial(url_for, "disputes.count", link=table.link, by=seat)
    return MendPage(
        sub=str(table.setup.variant.title),
        back=Asked(hand=name).href(table.link),
        verdict=str(*found.wrong),
        proposals=tuple(_view(table, each) for each in found.proposals),
        leave=_("Back"),
        question=_("How many tiles does {name} really hold?", name=name),
        numbers=tuple(LinkView(str(each), here(held=each), chosen=each == held) for each in numbers),
        told=told,
    )


def _view(table: Table, proposal: Proposal, *tried: Mapping[str, Any]) -> Remedy:
    """A proposed correction, what it changes, and the events that carry it out in one go: `tried` is said again."""
    entry, raw = proposal.corrects, proposal.raw
    then = tried if entry is not None else ()
    if entry is not None and proposal.puts_in:
        before, change = entry, change_if_put_in(table, entry, [raw], *then)
    else:
        before, change = 0, change_of(table, raw, *then)
    return Remedy(
        title=str(proposal.said),
        change=change,
        label=_("Make this correction"),
        say=dumped(raw),
        then="".join(map(dumped, then)),
        before=before,
    )
