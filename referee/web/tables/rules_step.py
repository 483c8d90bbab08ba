"""The rules of a new table: the printed ones in short, what the sheet leaves open, and all switches in groups."""

from collections.abc import Callable, Mapping

from referee.engine.messages import _, _n, marked
from referee.engine.rules.game import Game
from referee.engine.rules.order import AGREED, RuleEntry, RuleTable, chapters, entries, names_in_order
from referee.engine.rules.part import Switch, Value
from referee.engine.rulings import Provenance
from referee.reports.agreed import deciding_rule
from referee.web.parts.short_words import BRIEFLY, briefly, has_short_words, short_words
from referee.web.parts.table_views import NOTHING_DRAWN, Choice, LinkView
from referee.web.tables import house_rules
from referee.web.tables.choices import TableChoices
from referee.web.tables.small_pictures import spinner_picture
from referee.web.tables.switches import (
    GROUPS,
    UNSET,
    as_chosen,
    changed,
    implied,
    is_silent,
    read_value,
    switch_of,
    switches_of,
    unchanged,
    written,
)
from referee.web.tables.views import GroupView, RulesStep, SwitchView

AS_PRINTED = marked("as printed"), marked("as usual")


def group_views(
    choices: TableChoices,
    wrong: Mapping[str, str],
    opened: str,
    may_set: Callable[[str], bool] = lambda _: True,
) -> tuple[GroupView, ...]:
    """The switches that have an effect, by group; `opened` is the group to show unfolded, or a switch in it.

    A switch that was set is always shown, even if others make it ineffective, but none that may not be set now. `wrong`
    has the errors by switch.
    """
    printed = choices.printed
    assert printed is not None
    now = as_chosen(printed, choices.switches, choices.seats)
    found = []
    for key, title, slots in GROUPS:
        names = [name for name in names_in_order(printed) if printed.slot_of(name) in slots and may_set(name)]
        matter = [
            name
            for name in names
            if now.matters(name, partners=choices.paired) and now.concerns(name, choices.seats)
        ]
        asked = [
            _view(printed, now, choices, name, wrong)
            for name in names
            if name in choices.switches or name in wrong or name in matter
        ]
        if asked:
            changes = sum(view.is_house for view in asked)
            silent = sum(is_silent(printed, name) for name in matter)
            # On how many switches of an unchanged group the sheet is silent
            standing = _("not on the sheet: {n}", n=silent) if silent else unchanged(printed, *AS_PRINTED)
            is_open = opened == key or opened in names or any(name in wrong for name in names)
            found.append(
                GroupView(
                    key=key,
                    title=_(title),
                    standing=changes_words(changes) or standing,
                    switches=tuple(asked),
                    is_open=is_open,
                )
            )
    return tuple(found)


def changes_words(changes: int) -> str:
    """How many changes there are; "" for none."""
    return _n("1 change", "{n} changes", changes) if changes else ""


def _view(printed: Game, now: Game, choices: TableChoices, name: str, wrong: Mapping[str, str]) -> SwitchView:
    switch, value = switch_of(now, name), implied(printed, now, name)
    text = choices.switches.get(name, "")
    if text == written(printed.value(name)):
        text = ""  # the printed value is not a house rule
    value_now = read_value(printed, name, text) if text else value
    is_house = value_now is None or written(value_now) != written(value)
    view = SwitchView(name=name, title=str(switch.heading), is_house=is_house, error=wrong.get(name, ""))
    if switch.template is not None and not any(isinstance(each, str) for each in switch.sentences):
        number = text or ("" if UNSET.get(name) == value else written(value))
        return view._replace(number=number, note=_number_note(printed, choices, name))
    values = tuple(
        Choice(
            value=written(each),
            label=short_words(name, switch, each),
            note=_standing(printed, name) if written(each) == written(printed.value(name)) else "",
            chosen=value_now is not None and written(each) == written(value_now),
            drawing=spinner_picture(str(each)) if name == "spinner" else NOTHING_DRAWN,
        )
        for each in _values(switch, value, choices.high if name == "opening_double" else None)
        if name not in printed.with_options({name: each}, choices.seats).rules_of_others
    )
    return view._replace(values=values)


def _values(switch: Switch, value: Value, highest: int | None) -> list[Value]:
    """The values to choose from. For a switch that takes any number: a few, or all doubles up to `highest`."""
    found = list(switch.sentences)
    if highest is not None:
        found += range(highest, -1, -1)
    elif switch.template is not None:
        found += [number for number in (5, 10, 20, 50) if number >= switch.least]
    if not any(written(each) == written(value) for each in found):
        found.append(value)
    return found


def _standing(printed: Game, name: str) -> str:
    """How clearly the sheet states a rule; "" if the rule does not come up there."""
    if not printed.matters(name, partners=printed.may_have_partners):
        return ""
    if name not in UNSET and is_silent(printed, name):
        return str(Provenance.SILENT.words)
    return unchanged(printed, *AS_PRINTED)


def _number_note(printed: Game, choices: TableChoices, name: str) -> str:
    if name == "hand_size":
        return f"{unchanged(printed, *AS_PRINTED)}: {printed.tiles_each(choices.seats, choices.high)}"
    if name == "opening_double":
        return _("if left empty: {number}", number=choices.high)
    if name == "rounds":
        return _("if left empty: {number}", number=printed.rounds_with(choices.high))
    if name == "target" and printed.asks_target:
        return str(AGREED)
    switch, standing = switch_of(printed, name), _standing(printed, name)
    told = [f"{standing}: {written(printed.value(name))}"] if standing else []
    named = [each for each in switch.sentences if has_short_words(name, each)]
    return " · ".join((*told, *(f"{each} = {_in_line(short_words(name, switch, each))}" for each in named)))


def rules_step(choices: TableChoices) -> RulesStep:
    """Step three: one tap starts the match, by the printed rules or by the table's own."""
    printed = choices.printed
    assert printed is not None
    switches = choices.switches
    last = house_rules.last_rules(choices)
    is_last = last is not None and changed(printed, last.switches, last.seats, last.high) == switches
    table = RuleTable(choices.seats, choices.high, choices.paired or printed.always_partners)
    return RulesStep(
        sentences=in_short(as_chosen(printed, switches, choices.seats), table),
        heading=_("Your table last time") if is_last else _("Your changes"),
        differences=tuple(_difference(printed, choices, name) for name in switches),
        reading=_reading(printed, choices, table),
        kept=house_rules.rules_to_take(choices),
        change=choices.href(4) if switches_of(printed) else "",
        start=_n("with your change", "with your {n} changes", len(switches)) if switches else "",
        is_printed=printed.sheet.is_printed,
    )


def _difference(printed: Game, choices: TableChoices, name: str) -> LinkView:
    switch = switch_of(printed, name)
    text = choices.switches[name]
    value = read_value(printed, name, text)
    words = text if value is None else short_words(name, switch, value)
    rule = _in_line(short_words(name, switch, printed.worked_out(name, choices.seats, choices.high)))
    left = {other: each for other, each in choices.switches.items() if other != name}
    before = unchanged(printed, marked("printed"), marked("usual"))
    return LinkView(
        label=f"{switch.heading}: {_in_line(words)}",
        sub=_("our reading: {rule}", rule=rule) if is_silent(printed, name) else f"{before}: {rule}",
        href=choices.with_switches(left).href(3),
    )


def _in_line(words: str) -> str:
    """A button's words, lowercased for use within a line."""
    return words[:1].lower() + words[1:]


def _reading(printed: Game, choices: TableChoices, table: RuleTable) -> LinkView | None:
    """The referee's reading of the most disputed rule that the sheet leaves open, and how many others there are."""
    told = entries(printed, table)
    unset = [(name, switch) for name, switch in switches_of(printed).items() if name not in choices.switches]
    silent = [
        name for name, switch in unset if name in told and told[name].is_silent and len(switch.sentences) != 1
    ]
    if not silent:
        return None
    disputed = printed.disputed or ()
    first = min(silent, key=lambda name: disputed.index(name) if name in disputed else len(disputed))
    switch = switch_of(printed, first)
    more = len(silent) - 1
    words = short_words(first, switch, printed.value(first))
    return LinkView(
        label=f"{switch.heading}: {_in_line(words)}",
        sub=_n("our reading, and 1 more", "our reading, and {n} more", more) if more else _("our reading"),
        href=f"{choices.href(4, open=first)}#{first}",
    )


SENTENCES = 4
LONGEST = 120  # characters in a sentence that counts as short
# What describes a game of trains or of a line best, in order: the switch, and its plain value, not worth a sentence.
TELLING: tuple[tuple[str, Value | None], ...] = (
    ("public_train", None), ("double_rule", "toes"), ("toes", None), ("double_blank", 0),
    ("joins", "equal"), ("blanks", "match_only"), ("rows", None),
    ("score", "none"), ("exact", False), ("claims", "auto"), ("cross_first", False),
    ("hand_scale", "pips"), ("hand_bonus", "none"), ("capicua", 0), ("pase_corrido", 0), ("first_pass", 0),
    ("arms", 0), ("spinner", "none"), ("bonus_trigger", "none"), ("multi_play", "none"), ("draw", ""),
    ("out_pay", "none"),
)  # fmt: skip


def in_short(printed: Game, table: RuleTable) -> tuple[str, ...]:
    """The rules that say most about a game, in order of play; the rule on winning comes last."""
    last = deciding_rule(printed)
    known = entries(printed, table)
    names = [name for name, plain in TELLING if name in known and known[name].value != plain]
    if not names:
        found = _of_others(printed, table)
    else:  # what sets it apart
        chosen = {"hand_size", *names[: SENTENCES - 2]}
        found = [entry for name, entry in known.items() if name in chosen]
    room = SENTENCES - (last is not None)
    sentences = [briefly(entry) for entry in found if last is None or entry.name != last.name][:room]
    return (*sentences, str(last.sentence)) if last is not None else tuple(sentences)


def _of_others(printed: Game, table: RuleTable) -> list[RuleEntry]:
    """Short printed rules: the first of every chapter, and more if there is room."""
    short = [[each for each in chapter.entries if _is_short(each)] for chapter in chapters(printed, table)]
    first = [each for group in short for each in group[:1]]
    more = [each for group in short for each in group[1:]]
    chosen = [*first, *more][:SENTENCES]
    return [each for group in short for each in group if each in chosen]


def _is_short(entry: RuleEntry) -> bool:
    if entry.is_silent:
        return False
    return entry.value in BRIEFLY.get(entry.name, {}) or len(str(entry.cases[0].sentence)) <= LONGEST
