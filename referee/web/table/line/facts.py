"""What tells a line game from its namesakes."""

from __future__ import annotations

from referee.engine.messages import _
from referee.engine.rules.game import Game
from referee.engine.rules.line_game import LineGame
from referee.reports.agreed import goal_of


def facts_of(variant: Game) -> str:
    """What tells a variant from its namesakes, in a few words."""
    assert isinstance(variant, LineGame)
    words = [_("to 100 or 200")] if variant.asks_target else [goal_of(variant)]
    if variant.claims.has_muggins:
        words.append(_("muggins"))
    if variant.doubles.all_are_spinners:
        words.append(_("every double a spinner"))
    elif variant.doubles.has_spinners:
        words.append(_("one spinner"))
    if not variant.drawing.is_allowed:
        words.append(_("no drawing"))
    elif variant.reserve_by_players or variant.drawing.reserve:
        words.append(_("a reserve stays"))
    if variant.drawing.may_replace_any_tile:
        words.append(_("drawing by choice"))
    if variant.joins.has_wild_blanks:
        words.append(_("blanks go anywhere"))
    return " · ".join(words)
