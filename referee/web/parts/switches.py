"""House rules as a form shows and reads them: each value a sentence, and how it stands to the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from referee.engine.messages import _, _n, marked
from referee.engine.rules.game import Game
from referee.engine.rules.order import AGREED, RuleTable, names_in_order
from referee.engine.rules.part import Switch, Value
from referee.engine.rulings import Provenance, Rule
from referee.engine.seating import Seating
from referee.web.parts.pictures import spinner_picture
from referee.web.parts.setup_views import GroupView, SwitchValue, SwitchView
from referee.web.parts.short_words import short_words
from referee.web.parts.table_views import NOTHING_DRAWN

# The groups of a form: a key, its title, and the parts of a game whose switches stand in it.
GROUPS = (
    ("bids", marked("Bids and calls"), ("auction", "trumps", "specials")),
    ("points", marked("Points and claims"), ("counting", "claims", "contract", "marks")),
    ("stakes", marked("Hands and stakes"), ("ranks", "betting")),
    ("doubles", marked("Tiles and spinners"), ("joins", "doubles")),
    ("drawing", marked("Dealing and drawing"), ("deal", "opening", "next", "drawing", "rows")),
    ("board", marked("The tiles on the table"), ("counting_row", "knock_out", "columns", "draw_five")),
    ("turns", marked("Turns and mistakes"), ("turns", "tricks", "reneges")),
    ("trains", marked("The trains"), ("trains",)),
    ("end", marked("End and target"), ("going_out", "blocked", "charges", "rounding", "partnership", "target", "goal")),
)  # fmt: skip
UNSET = {"hand_size": 0, "opening_double": -1, "rounds": 0}  # the value that stands for "as printed"


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
    """The value of a switch that a form wrote; None if the switch has no such value."""
    switch = switches_of(variant)[name]
    for value in switch.sentences:
        if written(value) == text:
            return value
    if switch.template is not None and text.isascii() and text.lstrip("-").isdigit():
        return int(text)
    return None


def changed(printed: Game, choices: Chosen) -> dict[str, str]:
    """The switches that the form sets to another value than they would have anyway, and those it cannot read."""
    said = {name: text for name, text in choices.switches.items() if not _is_printed(printed, name, text)}
    found = {}
    for name, text in said.items():
        others = {other: each for other, each in said.items() if other != name}
        if text != written(_implied(printed, _as_chosen(printed, others, choices.seats), name)):
            found[name] = text
    return found


def _is_printed(printed: Game, name: str, text: str) -> bool:
    return text == written(printed_value(printed, name))


def group_views(
    printed: Game, choices: Chosen, wrong: Mapping[str, str], opened: str
) -> tuple[GroupView, ...]:
    """The switches that can change anything, group by group; `opened` is the group that lies open, or a switch in it.

    What was set stays in sight, though it may change nothing as the others stand. `wrong` says what is wrong with which.
    """
    now = _as_chosen(printed, choices.switches, choices.seats)
    found = []
    for key, title, slots in GROUPS:
        names = [name for name in names_in_order(printed) if _slot_of(printed, name) in slots]
        asked = [
            _view(printed, now, choices, name, wrong)
            for name in names
            if name in choices.switches or name in wrong or now.matters(name, partners=choices.paired)
        ]
        if asked:
            changes = sum(view.is_house for view in asked)
            silent = sum(
                now.matters(name, partners=choices.paired) and is_silent(printed, name) for name in names
            )
            is_open = opened == key or opened in names or any(name in wrong for name in names)
            found.append(
                GroupView(
                    key=key,
                    title=_(title),
                    standing=_group_words(changes, silent),
                    changes=changes,
                    switches=tuple(asked),
                    is_open=is_open,
                )
            )
    return tuple(found)


def _group_words(changes: int, silent: int) -> str:
    if changes:
        return _n("1 change", "{n} changes", changes)
    return _("leaflet silent on {n}", n=silent) if silent else _("as printed")


def group_of(printed: Game, name: str) -> str:
    """The key of the group that a switch stands in."""
    return next(key for key, _title, slots in GROUPS if _slot_of(printed, name) in slots)


def _slot_of(printed: Game, name: str) -> str:
    preset = printed.presets.get(name)
    return "next" if name == "next_opener" else printed.slot_of(preset.about if preset is not None else name)


def is_silent(printed: Game, name: str) -> bool:
    """Whether the leaflet says nothing of the switch, so that it stands as the referee reads it."""
    return printed_rule(printed, name).source.standing is Provenance.SILENT


def _as_chosen(printed: Game, said: Mapping[str, str], seats: int) -> Game:
    """The variant as the form has it so far, without what cannot be read."""
    read = {name: read_value(printed, name, text) for name, text in said.items()}
    switches = switches_of(printed)
    options = {
        name: value for name, value in read.items() if value is not None and switches[name].takes(value)
    }
    return printed.with_options(options, seats)


def _implied(printed: Game, now: Game, name: str) -> Value:
    """The value of a switch that nobody has set: as printed, or as another house rule implies."""
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
        return view._replace(number=number, note=_number_note(printed, choices, name))
    values = tuple(
        SwitchValue(
            value=written(each),
            words=short_words(name, switch, each),
            note=_standing(printed, name) if written(each) == written(printed_value(printed, name)) else "",
            chosen=value_now is not None and written(each) == written(value_now),
            drawing=spinner_picture(str(each)) if name == "spinner" else NOTHING_DRAWN,
        )
        for each in _values(switch, value, choices.high if name == "opening_double" else None)
    )
    return view._replace(values=values)


def _has_choices(switch: Switch) -> bool:
    return switch.template is None or any(isinstance(each, str) for each in switch.sentences)


def _values(switch: Switch, value: Value, highest: int | None) -> list[Value]:
    """The values to choose from; of a switch that also takes any number, a few, or all doubles up to `highest`."""
    found = list(switch.sentences)
    if highest is not None:
        found += range(highest, -1, -1)
    elif switch.template is not None:
        found += [number for number in (5, 10, 20, 50) if number >= switch.least]
    if not any(written(each) == written(value) for each in found):
        found.append(value)
    return found


def _standing(printed: Game, name: str) -> str:
    """How firmly a rule stands on the sheet; "" if it does not come up there."""
    if not printed.matters(name, partners=printed.may_have_partners):
        return ""
    standing = printed_rule(printed, name).source.standing if name not in UNSET else Provenance.PRINTED
    return str(standing.words)


def _number_note(printed: Game, choices: Chosen, name: str) -> str:
    if name == "hand_size":
        return _("as printed: {number}", number=printed.tiles_each(choices.seats, choices.high))
    if name == "opening_double":
        return _("unless set: {number}", number=choices.high)
    if name == "rounds":
        return _("unless set: {number}", number=printed.rounds_with(choices.high))
    if name == "target" and printed.asks_target:
        return str(AGREED)
    standing = _standing(printed, name)
    return f"{standing}: {written(printed_value(printed, name))}" if standing else ""
