"""What was agreed before the first tile: the set, the target, and what the house plays otherwise than the sheet."""

from __future__ import annotations

from referee.rules.game import Game
from referee.rules.part import Value
from referee.rules.patience import Patience
from referee.rules.trickgame import TrickVariant
from referee.rules.variant import Variant
from referee.rulings import Rule, Standing
from referee.setup import Seating
from referee.wording import _, _n


def facts_of(setup: Seating) -> str:
    """The sheet, the set and the target in a line."""
    parts = [setup.variant.sheet.title, _(setup.tiles.name), goal_of(setup.variant)]
    return " · ".join(each for each in parts if each)


def goal_of(variant: Game) -> str:
    """What a match goes to, in a few words; nothing where a table plays as long as it likes."""
    if isinstance(variant, Variant):
        return _("one round") if variant.target.mode == "single" else goal_in_points(variant)
    if isinstance(variant, TrickVariant):
        marks = variant.marks is not None and variant.marks.are_counted
        if marks:
            return _n("to {n} marks", "to {n} marks", variant.to_win)
        return _("to {points}", points=variant.to_win)
    return _("solitaire") if isinstance(variant, Patience) else ""


def goal_in_points(variant: Variant) -> str:
    """The points that a match goes to: "to 100", "exactly 61"."""
    target = variant.target
    if target.exact:
        return _("exactly {points}", points=target.target)
    return _("to {points}", points=target.target)


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
