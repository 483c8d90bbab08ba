"""Which of a game's rules decided how a round was settled."""

from __future__ import annotations

from referee.engine.rules.line_game import LineGame
from referee.engine.rulings import Rule, Settled


def deciding_rules(variant: LineGame, settled: Settled) -> tuple[Rule, ...]:
    """The rules that made a settlement what it is, the first of them most; none if the table voided the round."""
    match settled.how:
        case "out":
            names = [*settled.by, *_of_going_out(variant)]
        case "blocked":
            names = [*settled.by, *_of_block(variant, settled)]
        case "target":
            return (variant.rule("exact" if variant.target.exact else "end_check"),)
        case _:
            return tuple(variant.rule(name) for name in settled.by)
    pays_pips = settled.points or settled.how == "out"
    if pays_pips and variant.pays_pips and variant.rounding.rounds:
        names.append("round_scope")
    return tuple(variant.rule(name) for name in dict.fromkeys(names))


def shown_rule(variant: LineGame, own: Rule | None, settled: Settled | None) -> Rule | None:
    """The rule shown with an event: the one that settled the round if the event brought that, else the event's own."""
    rules = deciding_rules(variant, settled) if settled is not None else ()
    return rules[0] if rules else own


def _of_going_out(variant: LineGame) -> list[str]:
    pays_nothing = not variant.going_out.pays
    return ["mode", "out_pay"] if pays_nothing and variant.target.is_one_round else ["out_pay"]


def _of_block(variant: LineGame, settled: Settled) -> list[str]:
    blocked = variant.blocked
    if blocked.is_ladder:
        return ["block_pay"]
    if not blocked.pays:
        return ["block_winner"]
    if settled.winner is None:
        return ["block_tie"]
    is_telling = blocked.needs_tiles or blocked.blocker_or_next_wins or blocked.lowest_hand_wins
    return ["block_pay", "block_winner"] if is_telling else ["block_pay"]
