"""What tells a line game from its namesakes."""

from __future__ import annotations

from referee.rules.game import Game
from referee.rules.variant import Variant


def facts_of(variant: Game) -> str:
    """What tells a variant from its namesakes, in a few words."""
    assert isinstance(variant, Variant)
    target = variant.target
    words = [f"exactly {target.target}" if target.exact else f"to {target.target}"]
    if variant.asks_target:
        words = ["to 100 or 200"]
    if variant.claims.has_muggins:
        words.append("muggins")
    if variant.doubles.spinner == "all":
        words.append("every double a spinner")
    elif variant.doubles.spinner != "none":
        words.append("one spinner")
    if variant.drawing.draw == "none":
        words.append("no drawing")
    elif variant.reserve_by_players or variant.drawing.reserve:
        words.append("a reserve stays")
    if variant.drawing.optional_draw == "any":
        words.append("drawing by choice")
    if variant.joins.blanks != "match_only":
        words.append("blanks go anywhere")
    return " · ".join(words)
