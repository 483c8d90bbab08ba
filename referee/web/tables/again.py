"""What was chosen before, offered again: the last set-up of the same players, and house rules kept under a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.engine.messages import _
from referee.engine.seating import HeaderError, Seating
from referee.engine.setup import read_setup
from referee.reports.agreed import house_rules
from referee.storage.house_rules import HouseRules
from referee.web import families
from referee.web.context import store
from referee.web.infra import visitors
from referee.web.parts.page_views import Again
from referee.web.parts.switches import written
from referee.web.tables.new_table import TableChoices, choices_of, house_words, options_of

OFFERED = 3  # sets of players, where nobody has sat down yet


def last_setups(choices: TableChoices) -> tuple[Again, ...]:
    """What each set of players played last, the latest first; once players sit, theirs alone."""
    if choices.players:
        return last_of_these(choices)
    return tuple(_offer_of(setup, choices_of(setup)) for setup in _latest())[:OFFERED]


def last_of_these(choices: TableChoices) -> tuple[Again, ...]:
    """What the players who sit here played last, in the order in which they sit now."""
    for setup in _latest():
        if set(setup.players) == set(choices.players):
            return (_offer_of(setup, replace(choices_of(setup), players=choices.players)),)
    return ()


def _latest() -> Iterator[Seating]:
    """The last set-up of every set of players that this phone knows, the latest first."""
    met: set[frozenset[str]] = set()
    for row in visitors.tables_known():
        try:
            setup = read_setup(row.table.header)
        except HeaderError:  # a rule that it was played by is no more
            continue
        if setup.variant.key in families.OFFERED and frozenset(setup.players) not in met:
            met.add(frozenset(setup.players))
            yield setup


def _offer_of(setup: Seating, chosen: TableChoices) -> Again:
    rules = house_words(len(house_rules(setup)))
    return Again(
        title=", ".join(chosen.players),
        sub=f"{', '.join(filter(None, (str(setup.variant.title), rules)))} · {setup.variant.sheet.title}",
        href=chosen.href(3),
    )


# House rules kept under a name


def save(choices: TableChoices) -> HouseRules:
    """Keep the house rules as they are chosen, for this phone."""
    options = options_of(choices)
    return store().house.save(visitors.new_owner(), choices.variant, choices.save_as, choices.high, options)


def kept() -> list[HouseRules]:
    """Every set that this phone has kept of games that the referee knows."""
    owner = visitors.owner()
    return [each for each in store().house.of(owner) if each.variant in families.OFFERED] if owner else []


def with_rules(choices: TableChoices, rules: HouseRules) -> TableChoices:
    """The same players with a game and house rules that were kept."""
    switches = {name: written(value) for name, value in rules.options.items()}
    return replace(choices, variant=rules.variant, tiles=rules.tiles, switches=switches, save_as="")


def saved_games(choices: TableChoices) -> tuple[Again, ...]:
    """The kept house rules, each leading to its players."""
    return tuple(
        Again(title=each.name, sub=_about(each), href=with_rules(choices, each).href(2)) for each in kept()
    )


def _about(rules: HouseRules) -> str:
    variant = families.OFFERED[rules.variant]
    words = ", ".join(filter(None, (str(variant.title), house_words(len(rules.options)))))
    return f"{words} · {variant.sheet.title}"


def saved_rules(choices: TableChoices) -> tuple[Again, ...]:
    """What can be taken for the game at hand: as printed, as these players had it last, and what was kept."""
    played = [
        chosen
        for setup in _latest()
        if set(setup.players) == set(choices.players) and setup.variant.key == choices.variant
        for chosen in (choices_of(setup),)
    ]
    found = [(_("As last time"), replace(choices, switches=each.switches)) for each in played]
    found += [(each.name, with_rules(choices, each)) for each in kept() if each.variant == choices.variant]
    if not found:
        return ()
    found.insert(0, (_("As printed"), replace(choices, switches={})))
    return tuple(
        Again(
            title=title,
            sub=house_words(len(chosen.switches)),
            href=chosen.href(3),
            chosen=_options(chosen) == _options(choices),
        )
        for title, chosen in found
    )


def _options(choices: TableChoices) -> dict[str, object] | None:
    try:
        return dict(options_of(choices))
    except HeaderError:
        return None
