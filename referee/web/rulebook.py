"""The rules of a variant in order of play, each sentence with its source."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from referee.rules.part import Switch
from referee.rules.variant import Variant
from referee.rulings import Rule
from referee.sheets import VARIANTS
from referee.web.book import open_table
from referee.web.cite import source_words
from referee.web.pages import RulebookPage, RuleLine
from referee.web.switches import UNSET, printed_rule, printed_value, switches_of

rulebook = Blueprint("rulebook", __name__)


@rulebook.get("/rules/<key>")
def show(key: str) -> ResponseReturnValue:
    """A variant as its sheet prints it."""
    variant = VARIANTS.get(key)
    if variant is None:
        abort(404)
    page = RulebookPage(
        title=variant.name,
        sub=variant.sheet.title,
        lines=_lines(variant, None),
        unclear=variant.unclear,
        back=url_for("tables.home"),
    )
    return render_template("rulebook.html", page=page)


@rulebook.get("/t/<link>/rules")
def table_rules(link: str) -> ResponseReturnValue:
    """The rules of one table, its own among them."""
    table = open_table(link)
    setup = table.setup
    deal = setup.variant.deal.rule_for(len(setup.players), setup.tiles.high)
    page = RulebookPage(
        title=setup.variant.name,
        sub=f"{setup.variant.sheet.title} · {setup.tiles.name}",
        lines=_lines(setup.variant, deal),
        unclear=setup.variant.unclear,
        back=url_for("rounds.show", link=link),
    )
    return render_template("rulebook.html", page=page)


def _lines(variant: Variant, deal: Rule | None) -> tuple[RuleLine, ...]:
    """Every rule of the variant; how many tiles are dealt is told for the table, if there is one."""
    found = []
    for name, switch in switches_of(variant).items():
        if name == "hand_size":
            found += [_line(deal, switch)] if deal is not None else _deal_lines(variant)
        elif not (name in UNSET and printed_value(variant, name) == UNSET[name]):
            found.append(_line(printed_rule(variant, name), switch))
    return tuple(found)


def _line(rule: Rule, switch: Switch) -> RuleLine:
    others = tuple(words for words in switch.sentences.values() if words != rule.sentence)
    return RuleLine(
        anchor=rule.name, title=switch.title, sentence=rule.sentence, source=source_words(rule), others=others
    )


def _deal_lines(variant: Variant) -> list[RuleLine]:
    """How many tiles are dealt, by number of players or by set."""
    switch = switches_of(variant)["hand_size"]
    deal = variant.deal
    by_set = [f"With a set up to double {high}: {number} tiles each." for high, number in deal.by_set.items()]
    by_players = [
        f"From {players} players on: {number} tiles each." for players, number in deal.printed.items()
    ]
    sentence = "All tiles are dealt, as many to each." if deal.all_dealt else " ".join(by_set or by_players)
    rule = Rule("hand_size", sentence, deal.cited("hand_size"))
    return [RuleLine(anchor="hand_size", title=switch.title, sentence=sentence, source=source_words(rule))]
