"""The rules that a proof at a line game is about."""

from __future__ import annotations

from referee.engine.audit.holdings import RENEGE
from referee.engine.explain.proofs import Proof
from referee.engine.record.events import Draw, Play
from referee.engine.rules.game import Game
from referee.web.parts.family import Broken


def broken_by(variant: Game, proof: Proof) -> Broken:
    """The rule of what was done though it could go, or of the opening."""
    if proof.kind != RENEGE:
        return Broken((variant.rule("opening"),))
    name = "optional_draw" if isinstance(proof.did, Draw) else "must_play"
    if isinstance(proof.did, Play):  # it owed a further tile
        name = "multi_play"
    return Broken((variant.rule(name),), variant.rule("false_pass"), variant.doubt("false_pass"))
