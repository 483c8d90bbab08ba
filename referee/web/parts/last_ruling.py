"""Rulings in words: the rules they cite, why something was refused, what was said or taken back last."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import url_for

from referee.engine.explain.explanations import rules_behind, what_to_do
from referee.engine.log import Entry
from referee.engine.messages import _, marked
from referee.engine.record.events import Event, Flip, Play
from referee.engine.rulings import Provenance, Rule, Ruling
from referee.web.parts.flags import proved_now
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.submit import last_step
from referee.web.parts.table_views import NOTHING_DRAWN, Cited, Words


def cited(table: Table, rule: Rule) -> Cited:
    """The rule's sentence with its source and a link to it."""
    return Cited(
        sentence=str(rule.sentence),
        source=source_words(rule),
        href=url_for("rulebook.table_rules", link=table.link, _anchor=rule.name),
    )


def printed(table: Table, rules: Iterable[Rule]) -> tuple[str, ...]:
    """The sheet's own version of each rule that the house changed, in words."""
    words = marked("The sheet prints: {rule}")
    if not table.setup.printed.sheet.is_printed:
        words = marked("Usually: {rule}")
    return tuple(_(words, rule=rule.sentence) for rule in table.setup.unchanged(rules))


def source_words(rule: Rule) -> str:
    """Where a rule is printed, or that it is a house rule; the source also says if the sheet is silent."""
    if rule.source.standing is Provenance.HOUSE:
        return _("House rule of this table")
    return str(rule.source)


def last_words(table: Table, tell: Callable[[Entry, list[str]], Mapping[str, Any]]) -> Words:
    """What was corrected or taken back just now, else the last ruling, of a table at which something was said.

    `tell` gets the last entry and its sentences without full stops. It returns the fields of `Words` that the family
    puts in its own way.
    """
    if step := last_step(table):
        return step
    entry = table.log.entries[-1]
    head, *rest = said = sentences_of(entry.ruling)
    rules = tuple(cited(table, each) for each in entry.ruling.rules)
    plain = {"head": head, "sub": ". ".join(rest), "rules": rules, "proof": proved_now(table)}
    return Words(**{**plain, **tell(entry, said)})


def sentences_of(ruling: Ruling) -> list[str]:
    return [str(each).removesuffix(".") for each in ruling.said]


def refused_words(table: Table, ruling: Ruling, event: Event | None = None) -> Words:
    """A refusal: one sentence, the rule with its source, and in a line game, by its `event`, what else is known."""
    head = str(ruling.said[0]) if ruling.said else ""
    if event is None:
        told = tuple(cited(table, rule) for rule in ruling.rules)
        return Words(head=head, refused=True, rules=told, printed=printed(table, ruling.rules))
    tile = event.tile if isinstance(event, Play | Flip) else None
    return Words(
        head=head,
        refused=True,
        drawing=NOTHING_DRAWN if tile is None else tile_picture(tile, state="refused"),
        can_do=str(what_to_do(ruling)),
        **why_of(table, ruling),
    )


def why_of(table: Table, ruling: Ruling) -> dict[str, Any]:
    """The rule behind a ruling of a line game, and what the sheet prints if the house changed it: fields of `Words`."""
    rules = rules_behind(ruling, table.match.setup.variant)
    return {
        "rules": tuple(cited(table, rule) for rule in rules[:1]),
        "printed": printed(table, rules)[:1],
    }
