"""What tells a line game from its namesakes, and which of its rules a proof is about."""

from __future__ import annotations

from referee.engine.audit.holdings import RENEGE
from referee.engine.explain.proofs import Proof
from referee.engine.games.line.premios import PREMIO_NAMES
from referee.engine.messages import _
from referee.engine.record.events import Draw, Play
from referee.engine.rules.game import Game
from referee.engine.rules.line_game import LineGame
from referee.reports.agreed import goal_of
from referee.web.parts.family import Broken


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
    if variant.partnership is not None:
        words += [_(PREMIO_NAMES[name]) for name in PREMIO_NAMES if getattr(variant.partnership, name, 0)]
    elif not variant.drawing.is_allowed:
        words.append(_("no drawing"))
    elif variant.reserve_by_players or variant.drawing.reserve:
        words.append(_("a reserve stays"))
    if variant.drawing.may_replace_any_tile:
        words.append(_("drawing by choice"))
    if variant.joins.has_wild_blanks:
        words.append(_("blanks go anywhere"))
    return " · ".join(words)


def broken_by(variant: Game, proof: Proof) -> Broken:
    """The rule of what was done though it could go, or of the opening."""
    if proof.kind != RENEGE:
        return Broken((variant.rule("opening"),))
    name = "optional_draw" if isinstance(proof.did, Draw) else "must_play"
    if isinstance(proof.did, Play):  # it owed a further tile
        name = "multi_play"
    return Broken((variant.rule(name),), variant.rule("false_pass"), variant.doubt("false_pass"))
