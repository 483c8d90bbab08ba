"""House rules as a form shows and reads them: each value a sentence, and how it stands to the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from referee.engine.messages import _
from referee.engine.rules.game import Game
from referee.engine.rules.order import AGREED, RuleTable, names_in_order
from referee.engine.rules.part import Switch, Value
from referee.engine.rulings import Provenance, Rule
from referee.engine.seating import Seating
from referee.web.parts.page_views import SwitchValue, SwitchView

UNSET = {"hand_size": 0, "opening_double": -1}  # the value that stands for "as printed"


class Chosen(Protocol):
    """What the form says so far."""

    @property
    def switches(self) -> Mapping[str, str]:
        """The values as they were written, by switch."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def high(self) -> int:
        """The highest double of the set."""

    @property
    def paired(self) -> bool:
        """Whether partners play."""


def written(value: Value) -> str:
    """A value as a form writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def switches_of(variant: Game) -> dict[str, Switch]:
    """Every switch that a table of this variant may set, in the order in which a player meets them."""
    found = {name: variant.switch(name) for name in names_in_order(variant)}
    return {name: switch for name, switch in found.items() if switch is not None}


def printed_value(variant: Game, name: str) -> Value:
    """How a switch stands on the sheet."""
    preset = variant.presets.get(name)
    return variant.value(name) if preset is None else preset.default


def printed_rule(variant: Game, name: str) -> Rule:
    """The rule that a switch makes as the sheet has it."""
    preset = variant.presets.get(name)
    return variant.rule(name) if preset is None else preset.rule(name, preset.default)


def table_of(setup: Seating) -> RuleTable:
    """For whom the rules of a table are told."""
    return RuleTable(len(setup.players), setup.tiles.high, setup.teams is not None, setup.options)


def read_value(variant: Game, name: str, text: str) -> Value | None:
    """The value of a switch that a form wrote; None where the switch has no such value."""
    switch = switches_of(variant)[name]
    for value in switch.sentences:
        if written(value) == text:
            return value
    if switch.template is not None and text.isascii() and text.lstrip("-").isdigit():
        return int(text)
    return None


def switch_views(
    printed: Game, choices: Chosen, wrong: Mapping[str, str]
) -> tuple[tuple[SwitchView, ...], tuple[SwitchView, ...]]:
    """The switches that are asked first, and all the others."""
    names = names_in_order(printed)
    first = [name for name in printed.disputed or names if printed.switch(name) is not None]
    others = [name for name in names if name not in first]
    now = _as_chosen(printed, choices)
    views = {
        name: replace(
            _view(printed, now, choices, name, wrong),
            asked=now.matters(name, partners=choices.paired),
        )
        for name in (*first, *others)
    }
    # What was set stays in sight, though it may change nothing as the others stand.
    views = {
        name: replace(view, asked=view.asked or view.is_house or bool(view.error))
        for name, view in views.items()
    }
    return tuple(views[name] for name in first), tuple(views[name] for name in others)


def _as_chosen(printed: Game, choices: Chosen) -> Game:
    """The variant as the form has it so far, without what cannot be read."""
    read = {name: read_value(printed, name, text) for name, text in choices.switches.items()}
    switches = switches_of(printed)
    options = {
        name: value for name, value in read.items() if value is not None and switches[name].takes(value)
    }
    return printed.with_options(options, choices.seats)


def _implied(printed: Game, now: Game, name: str) -> Value:
    """How a switch stands while nobody sets it: as printed, or as another house rule brings it along."""
    value = printed_value(printed, name)
    if name in printed.presets or now.part_of(name).cited(name).standing is Provenance.HOUSE:
        return value
    return now.value(name)


def _view(printed: Game, now: Game, choices: Chosen, name: str, wrong: Mapping[str, str]) -> SwitchView:
    switch, value = switches_of(now)[name], _implied(printed, now, name)
    text = choices.switches.get(name, "")
    if text == written(printed_value(printed, name)):
        text = ""  # as printed, so nobody set it
    value_now = read_value(printed, name, text) if text else value
    is_house = value_now is None or written(value_now) != written(value)
    view = SwitchView(name=name, title=str(switch.heading), is_house=is_house, error=wrong.get(name, ""))
    if not _has_choices(switch):
        number = text or ("" if UNSET.get(name) == value else written(value))
        return replace(view, number=number, note=_number_note(printed, choices, name))
    values = [
        SwitchValue(
            value=written(each),
            sentence=str(switch.sentence(each)),
            note=_standing(printed, name) if written(each) == written(printed_value(printed, name)) else "",
            chosen=written(each) == written(value_now) if value_now is not None else False,
        )
        for each in _values(switch, value)
    ]
    return replace(view, values=tuple(values))


def _has_choices(switch: Switch) -> bool:
    return switch.template is None or any(isinstance(each, str) for each in switch.sentences)


def _values(switch: Switch, value: Value) -> list[Value]:
    """The values to choose from; of a switch that also takes any number, a few."""
    found = list(switch.sentences)
    if switch.template is not None:
        found += [number for number in (5, 10, 20, 50) if number >= switch.least]
    if not any(written(each) == written(value) for each in found):
        found.append(value)
    return found


def _standing(printed: Game, name: str) -> str:
    """How firmly a rule stands on the sheet; "" where it does not come up there."""
    if not printed.matters(name, partners=printed.may_have_partners):
        return ""
    standing = printed_rule(printed, name).source.standing if name not in UNSET else Provenance.PRINTED
    return str(standing.words)


def _number_note(printed: Game, choices: Chosen, name: str) -> str:
    if name == "hand_size":
        return _("as printed: {number}", number=printed.tiles_each(choices.seats, choices.high))
    if name == "opening_double":
        return _("unless set: {number}", number=choices.high)
    if name == "target" and printed.asks_target:
        return str(AGREED)
    standing = _standing(printed, name)
    return f"{standing}: {written(printed_value(printed, name))}" if standing else ""
