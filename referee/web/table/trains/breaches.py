"""The rules that a proof at a table of trains is about."""

from __future__ import annotations

from referee.engine.audit.holdings import RENEGE
from referee.engine.explain.proofs import Proof
from referee.engine.rules.game import Game
from referee.web.parts.family import Broken


def broken_by(variant: Game, proof: Proof) -> Broken:
    """The rule of a pass or a draw though a tile could go, or of the opening; the sheet names no penalty."""
    return Broken((variant.rule("must_play" if proof.kind == RENEGE else "opening"),))
