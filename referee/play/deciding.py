"""Which of a game's rules decided how a round was settled."""

from __future__ import annotations

from referee.rules.variant import Variant
from referee.rulings import Rule, Settled


def deciding_rules(variant: Variant, settled: Settled) -> tuple[Rule, ...]:
    """The rules that made a settlement what it is, the first of them most; none where the table voided it."""
    match settled.how:
        case "out":
            names = ["out_pay"]
        case "blocked":
            names = _of_block(variant, settled)
        case "target":
            return (variant.rule("exact" if variant.target.exact else "end_check"),)
        case _:
            return ()
    pays_pips = settled.points or settled.how == "out"
    if pays_pips and variant.pays_pips and variant.rounding.round_scope != "none":
        names.append("round_scope")
    return tuple(variant.rule(name) for name in names)


def _of_block(variant: Variant, settled: Settled) -> list[str]:
    blocked = variant.blocked
    if blocked.is_ladder:
        return ["block_pay"]
    if blocked.block_pay == "none":
        return ["block_winner"]
    if settled.winner is None:
        return ["block_tie"]
    return ["block_pay", "block_winner"] if blocked.needs_tiles else ["block_pay"]
