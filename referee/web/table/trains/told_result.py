"""What a round of trains is told by besides the hands: the double blank, and markers that are up."""

from __future__ import annotations

from referee.engine.messages import _
from referee.web.parts.open_tables import Table
from referee.web.parts.telling_result import ResultField, Told
from referee.web.parts.told_round import Besides, round_form
from referee.web.table.trains.facts import match_of


def _besides(table: Table, told: Told) -> Besides:
    """Only what costs more than its pips is asked for; of a hand told by its tiles the double blank is seen."""
    variant = match_of(table).setup.variant
    blank, marker = variant.charges.double_blank, variant.trains.open_marker if variant.trains else 0
    how = told.get("how", "")
    points = []
    for seat, name in enumerate(table.setup.players):
        is_seen = str(seat) == how or "-" in told.get(f"left-{seat}", "")
        notes = [_("{n} for the double blank", n=blank)] if blank and not is_seen else []
        notes += [_("{n} for a marker that is up", n=marker)] if marker else []
        if notes:
            value = told.get(f"points-{seat}", "")
            points.append(ResultField(name=f"points-{seat}", label=name, value=value, note=" · ".join(notes)))
    return Besides(tuple(points), _("Charged besides the pips"))


ROUND = round_form(_besides)
