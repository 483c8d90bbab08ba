"""What was agreed before the first tile: the set, the target, and what the house plays otherwise than the sheet."""

from __future__ import annotations

from referee.rules.game import Game
from referee.rules.part import Value
from referee.rules.patience import Patience
from referee.rules.trickgame import TrickVariant
from referee.rules.variant import Variant
from referee.rulings import Rule, Standing
from referee.setup import Seating


def facts_of(setup: Seating) -> str:
    """The sheet, the set and the target in a line."""
    parts = [setup.variant.sheet.title, setup.tiles.name, goal_of(setup.variant)]
    return " · ".join(each for each in parts if each)


def goal_of(variant: Game) -> str:
    """What a match goes to, in a few words; nothing where a table plays as long as it likes."""
    if isinstance(variant, Variant):
        target = variant.target
        if target.mode == "single":
            return "one round"
        return f"{'exactly' if target.exact else 'to'} {target.target}"
    if isinstance(variant, TrickVariant):
        marks = variant.marks is not None and variant.marks.are_counted
        return f"to {variant.to_win} marks" if marks else f"to {variant.to_win}"
    return "solitaire" if isinstance(variant, Patience) else ""


def house_rules(setup: Seating) -> tuple[Rule, ...]:
    """What the table plays otherwise than its sheet, a rule each."""
    found = []
    for name, value in setup.options.items():
        preset = setup.printed.presets.get(name)
        printed = setup.printed.value(name) if preset is None else preset.default
        if _same(printed, value):
            continue
        rule = setup.variant.rule(name) if preset is None else preset.rule(name, value)
        found.append(rule._replace(source=rule.source._replace(standing=Standing.HOUSE)))
    return tuple(found)


def _same(one: Value, other: Value) -> bool:
    return one == other and type(one) is type(other)


def deciding_rule(variant: Game) -> Rule | None:
    """The rule by which a match is won; None where there is nothing but rounds."""
    if isinstance(variant, Variant):
        return variant.rule("mode" if variant.target.mode == "single" else "target")
    if isinstance(variant, TrickVariant):
        marks = variant.marks is not None and variant.marks.are_counted
        return variant.rule("marks_to_win" if marks else "target")
    return None
