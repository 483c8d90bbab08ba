"""What tells a line game from its namesakes."""

from __future__ import annotations

from referee.rules.game import Game
from referee.rules.variant import Variant
from referee.summaries.house import goal_in_points
from referee.wording import _


def facts_of(variant: Game) -> str:
    """What tells a variant from its namesakes, in a few words."""
    assert isinstance(variant, Variant)
    words = [_("to 100 or 200")] if variant.asks_target else [goal_in_points(variant)]
    if variant.claims.has_muggins:
        words.append(_("muggins"))
    if variant.doubles.spinner == "all":
        words.append(_("every double a spinner"))
    elif variant.doubles.spinner != "none":
        words.append(_("one spinner"))
    if variant.drawing.draw == "none":
        words.append(_("no drawing"))
    elif variant.reserve_by_players or variant.drawing.reserve:
        words.append(_("a reserve stays"))
    if variant.drawing.optional_draw == "any":
        words.append(_("drawing by choice"))
    if variant.joins.blanks != "match_only":
        words.append(_("blanks go anywhere"))
    return " · ".join(words)
