"""The switches of a game as the form of a new table shows them, group by group: each value a few words."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.messages import _, _n
from referee.engine.rules.game import Game
from referee.engine.rules.order import AGREED, names_in_order
from referee.engine.rules.part import Switch, Value
from referee.engine.rulings import Provenance
from referee.web.parts.pictures import spinner_picture
from referee.web.parts.setup_views import GroupView, SwitchValue, SwitchView
from referee.web.parts.short_words import short_words
from referee.web.parts.switches import (
    GROUPS,
    UNSET,
    as_chosen,
    implied,
    is_silent,
    printed_rule,
    printed_value,
    read_value,
    slot_of,
    switches_of,
    written,
)
from referee.web.parts.table_views import NOTHING_DRAWN
from referee.web.tables.choices import TableChoices


def group_views(choices: TableChoices, wrong: Mapping[str, str], opened: str) -> tuple[GroupView, ...]:
    """The switches that can change anything, group by group; `opened` is the group that lies open, or a switch in it.

    A switch that was set is always shown, even if it has no effect beside the others. `wrong` has their errors.
    """
    printed = choices.printed
    assert printed is not None
    now = as_chosen(printed, choices.switches, choices.seats)
    found = []
    for key, title, slots in GROUPS:
        names = [name for name in names_in_order(printed) if slot_of(printed, name) in slots]
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
    return _("sheet silent on {n}", n=silent) if silent else _("as printed")


def _view(printed: Game, now: Game, choices: TableChoices, name: str, wrong: Mapping[str, str]) -> SwitchView:
    switch, value = switches_of(now)[name], implied(printed, now, name)
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


def _number_note(printed: Game, choices: TableChoices, name: str) -> str:
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
