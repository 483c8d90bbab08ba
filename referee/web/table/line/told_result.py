"""What a round of a line game is told by besides the hands: the points made in play."""

from __future__ import annotations

from referee.engine.messages import _
from referee.web.parts.open_tables import Table
from referee.web.parts.telling_result import Choice, ResultField, Told
from referee.web.parts.told_round import BLOCKED, TARGET, Besides, round_form


def _besides(table: Table, told: Told) -> Besides:
    variant, how = table.match.setup.variant, told.get("how", "")
    counts_tiles = variant.blocked.by_number_of_tiles and how == BLOCKED
    if not variant.counting.tiles_score:
        return Besides(counts_tiles=counts_tiles)
    ways = []
    if variant.target.ends_at_once:
        label = _("{target} in play", target=variant.target.target)
        ways.append(Choice(value=TARGET, label=label, chosen=how == TARGET))
    points = [
        ResultField(name=f"points-{number}", label=side, value=told.get(f"points-{number}", ""))
        for number, side in enumerate(table.setup.sides)
    ]
    if variant.going_out.is_one_award and how not in (BLOCKED, TARGET):
        points.append(ResultField(name="last", label=_("The last tile"), value=told.get("last", "")))
    return Besides(tuple(points), _("Scored during play"), tuple(ways), counts_tiles)


ROUND = round_form(_besides)
