"""Reconciliation: a hand that cannot be, what is wrong with it, and what would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.explain.reconciliation import Proposal, reconcile
from referee.engine.games.phrases import listed
from referee.engine.messages import _
from referee.web.disputes.views import MendPage, MendView
from referee.web.parts.citations import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, dumped
from referee.web.parts.previews import change_of
from referee.web.parts.submit import envelope_of


def mend_page(table: Table, tried: Mapping[str, Any]) -> MendPage | None:
    """What is wrong with a hand or a total that was refused, and the corrections that mend it; None if nothing is."""
    found = reconcile(table.log, tried)
    if not found.wrong:
        return None
    name = str(tried.get("by", ""))
    head, *more = (str(each) for each in found.wrong)
    return MendPage(
        title=_("What may be wrong"),
        sub=f"{table.setup.variant.title} · {_told(tried)}",
        back=Asked(hand=name, pips="pips" in tried).href(table.link),
        form=envelope_of(table),
        verdict=head,
        more=tuple(more),
        rules=(cited(table, found.rule),) if found.rule is not None else (),
        proposals=tuple(_view(table, tried, each) for each in found.proposals),
        may_write=table.may_correct,
    )


def _told(tried: Mapping[str, Any]) -> str:
    if "pips" in tried:
        name = tried.get("by")
        return _("{name} told {pips} pips", name=name, pips=tried["pips"])
    return _("{name} showed {tiles}", name=tried.get("by"), tiles=listed(tried.get("hand", [])))


def _view(table: Table, tried: Mapping[str, Any], proposal: Proposal) -> MendView:
    """A proposal with what it changes, and the events that carry it out in one go."""
    again = proposal.corrects is not None
    return MendView(
        said=str(proposal.said),
        change=change_of(table, proposal.raw, *([tried] if again else [])),
        say=dumped(proposal.raw),
        then=dumped(tried) if again else "",
    )
