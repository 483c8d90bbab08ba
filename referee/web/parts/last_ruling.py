"""The last ruling as the tray shows it: what stands, what was refused, what was taken back, and the rules it cites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import url_for

from referee.engine.explain.explanations import because
from referee.engine.games.line.premios import told_premio
from referee.engine.games.line.state import line_match
from referee.engine.log import Entry
from referee.engine.messages import _, _n, tiles_word
from referee.engine.record.events import Draw, Event, Flip, Play
from referee.engine.rules.counting import sum_in_words
from referee.engine.rulings import Provenance, Rule, Ruling, Verdict
from referee.engine.tiles import Tile
from referee.web.parts.claims import calls_of, claim_words
from referee.web.parts.flags import proved_now
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.submit import taken_back
from referee.web.parts.table_views import NOTHING_DRAWN, Cited, Words


def cited(table: Table, rule: Rule) -> Cited:
    """The rule's sentence with its source and a link to it."""
    return Cited(
        sentence=str(rule.sentence),
        source=source_words(rule),
        href=url_for("rulebook.table_rules", link=table.link, _anchor=rule.name),
    )


def printed(table: Table, *rules: Rule | None) -> tuple[Cited, ...]:
    """The sheet's own version of each rule that the house changed."""
    sheet = table.setup.printed
    changed = [each for each in rules if each is not None and each.source.standing is Provenance.HOUSE]
    return tuple(cited(table, sheet.rule(each.name)) for each in changed if sheet.has_switch(each.name))


def source_words(rule: Rule) -> str:
    """Where a rule is printed, or that it is a house rule; the source also says if the sheet is silent."""
    if rule.source.standing is Provenance.HOUSE:
        return _("House rule of this table")
    return str(rule.source)


def last_words(table: Table, tell: Callable[[Entry, list[str]], Mapping[str, Any]]) -> Words | None:
    """What was taken back just now, else the last ruling; None before the first.

    `tell` gets the last entry and its sentences without full stops. It returns the fields of `Words` that the family
    puts in its own way.
    """
    if undone := taken_back(table):
        return Words(head=_("Taken back"), sub=undone)
    if not table.log.entries:
        return None
    entry = table.log.entries[-1]
    head, *rest = said = _sentences(entry.ruling)
    rules = (cited(table, entry.ruling.rule),) if entry.ruling.rule is not None else ()
    plain = {"head": head, "sub": ". ".join(rest), "rules": rules, "proof": proved_now(table)}
    return Words(**{**plain, **tell(entry, said)})


def words_of(table: Table) -> Words | None:
    """The last ruling of a line game, as the tray shows it; None before the first."""
    if undone := taken_back(table):
        return Words(head=_("Taken back"), sub=undone)
    if not table.log.entries:
        return None
    entry = table.log.entries[-1]
    if entry.ruling.premios:
        words = _of_premios(entry)
    elif isinstance(entry.event, Play | Flip) and entry.event.tile is not None:
        words = _of_tile(table, entry, entry.event, entry.event.tile)
        if line_match(entry.state).claims_are_open:
            return words
    else:
        head, *rest = _sentences(entry.ruling)
        if isinstance(entry.event, Draw):
            left = table.match.round.boneyard if table.match.round is not None else 0
            head = _of_draws(table, entry.event)
            rest = [_n("{n} left in the boneyard", "{n} left in the boneyard", left)]
        if calls := calls_of(table, table.match):
            return Words(head=head, sub=". ".join(rest) or claim_words(table, table.match), calls=calls)
        words = Words(head=head, sub=". ".join(rest))
    return words._replace(proof=proved_now(table) if table.state.flags else None, **why_of(table, entry))


def _sentences(ruling: Ruling) -> list[str]:
    return [str(each).removesuffix(".") for each in ruling.said]


def _of_premios(entry: Entry) -> Words:
    """What premios were earned, such as by a pass: a ruling of its own."""
    first, *others = (told_premio(line_match(entry.state), each) for each in entry.ruling.premios)
    told = (first.why, *(words for each in others for words in each[:2]))
    return Words(
        head=str(first.what).removesuffix("."),
        sub=". ".join(str(each).removesuffix(".") for each in told),
        drawing=tile_picture(first.tile),
    )


def _of_tile(table: Table, entry: Entry, event: Play | Flip, laid: Tile) -> Words:
    """A tile just laid: the sum and whose points, or who laid it where."""
    drawing = tile_picture(laid)
    state = line_match(entry.state)
    name = table.match.setup.players[event.by]
    if state.claims_are_open:
        sub = claim_words(table, state)
        if entry.ruling.verdict is Verdict.LET_STAND:
            sub = _("{words}, which the table lets stand", words=sub)
        head = _("{name} lays {tile}", name=name, tile=laid)
        return Words(head=head, sub=sub, drawing=drawing, calls=calls_of(table, state))
    head, *rest = _sentences(entry.ruling)
    if rest and table.match.setup.variant.counting.counts_ends:
        head, rest = str(sum_in_words(state.current.layout.ends())), rest[1:] or [head]
    else:
        place = entry.ruling.at
        if place is not None:
            head, rest = _("{name} lays {tile}", name=name, tile=laid), [_("on {tile}", tile=place), *rest]
        if state.current.hands[event.by] == 1:
            rest.append(_("{name} has one tile left", name=name))
    return Words(head=head, sub=". ".join(rest), drawing=drawing)


def _of_draws(table: Table, last: Draw) -> str:
    """The draws of one tile after the other, told as one draw."""
    number = 0
    for entry in reversed(table.log.entries):
        if not isinstance(entry.event, Draw) or entry.event.by != last.by:
            break
        number += entry.event.number
    name = table.match.setup.players[last.by]
    return _("{name} draws {tiles}", name=name, tiles=tiles_word(number))


def refused_words(table: Table, ruling: Ruling, event: Event | None = None) -> Words:
    """A refusal: one sentence, the rule with its source, and the reasons."""
    head = str(ruling.said[0]) if ruling.said else ""
    if event is None:
        rules = (cited(table, ruling.rule),) if ruling.rule is not None else ()
        return Words(head=head, refused=True, rules=rules, printed=printed(table, ruling.rule))
    why = why_of(table, Entry(table.seq + 1, event, ruling, table.match))
    tile = event.tile if isinstance(event, Play | Flip) else None
    drawing = NOTHING_DRAWN if tile is None else tile_picture(tile, state="refused")
    seen = " ".join(map(str, ruling.said[1:]))
    return Words(head=head, refused=True, drawing=drawing, **{**why, "seen": seen})


def why_of(table: Table, entry: Entry) -> dict[str, Any]:
    """The reasons for a ruling, as fields of `Words`, without anything that a claim could be based on."""
    why = because(entry, table.match)
    return {
        "seen": " ".join(map(str, why.seen)),
        "rules": tuple(cited(table, rule) for rule in why.rules[:1]),
        "printed": tuple(cited(table, rule) for rule in why.printed[:1]),
        "can_do": tuple(map(str, why.can_do)),
    }
