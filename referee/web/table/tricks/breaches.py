"""The rules that a proof at a trick game is about."""

from __future__ import annotations

from referee.engine.explain.proofs import Proof
from referee.engine.rules.game import Game
from referee.web.parts.family import Broken
from referee.web.table.tricks.facts import trick_game


def broken_by(variant: Game, _proof: Proof) -> Broken:
    """The rule of following suit."""
    follow = trick_game(variant).tricks.rule("follow")
    return Broken((follow,), variant.rule("renege"), variant.doubt("renege"))
