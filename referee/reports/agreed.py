"""What was agreed before the first tile: the set, the target, and what the house plays otherwise than the sheet."""

from __future__ import annotations

from referee.engine.messages import _, _n
from referee.engine.rules.game import Game
from referee.engine.rules.line_game import Variant
from referee.engine.rules.part import Value
from referee.engine.rules.solitaire_game import Patience
from referee.engine.rules.trick_game import TrickVariant
from referee.engine.rulings import Provenance, Rule
from referee.engine.setup import Seating


def facts_of(setup: Seating) -> str:
    """The sheet, the set and the target in a line."""
    parts = [setup.variant.sheet.title, _(setup.tiles.name), goal_of(setup.variant)]
    return " · ".join(each for each in parts if each)


def goal_of(variant: Game) -> str:
    """What a match goes to, in a few words; nothing where a table plays as long as it likes."""
    if isinstance(variant, Variant):
        return _("one round") if variant.target.is_one_round else goal_in_points(variant)
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
        found.append(rule._replace(source=rule.source._replace(standing=Provenance.HOUSE)))
    return tuple(found)


def _same(one: Value, other: Value) -> bool:
    return one == other and type(one) is type(other)


def deciding_rule(variant: Game) -> Rule | None:
    """The rule by which a match is won; None where there is nothing but rounds."""
    if isinstance(variant, Variant):
        return variant.rule("mode" if variant.target.is_one_round else "target")
    if isinstance(variant, TrickVariant):
        marks = variant.marks is not None and variant.marks.are_counted
        return variant.rule("marks_to_win" if marks else "target")
    return None
