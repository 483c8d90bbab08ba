"""The last ruling as the tray shows it: what stands, what was refused, what was taken back."""

from __future__ import annotations

from referee.events import Draw, Flip, Play
from referee.play.state import Match
from referee.play.words import sum_in_words, tiles_word
from referee.replay import Entry
from referee.rulings import Ruling, Verdict
from referee.tiles import Tile
from referee.web.book import Table, line_state
from referee.web.cite import cited
from referee.web.corrections import taken_back
from referee.web.line.claims import claim_link
from referee.web.pictures import tile_picture
from referee.web.views import Cited, Words


def words_of(table: Table) -> Words | None:
    """The last ruling, as the tray shows it."""
    if undone := taken_back(table):
        return Words(head="Taken back", sub=undone)
    if not table.log.entries:
        return None
    entry = table.log.entries[-1]
    if isinstance(entry.event, Play | Flip) and entry.event.tile is not None:
        return _of_tile(table, entry, entry.event, entry.event.tile)
    head, *rest = _sentences(entry.ruling)
    if isinstance(entry.event, Draw):
        head, rest = _of_draws(table, entry.event), [f"{_left(table.match)} left in the boneyard"]
    claim, words = claim_link(table, table.match) if table.match.claims_are_open else (None, "")
    if claim is not None:
        return Words(head=head, sub=f"{words} for {table.match.current.layout.laid[-1].tile}", claim=claim)
    return Words(head=head, sub=". ".join(rest), rules=_rules(table, entry.ruling), seen=entry.ruling.says)


def _sentences(ruling: Ruling) -> list[str]:
    return [str(each).removesuffix(".") for each in ruling.said]


def _of_tile(table: Table, entry: Entry, event: Play | Flip, laid: Tile) -> Words:
    """A tile just laid: its sum and whose points, or who laid it on what."""
    drawing = tile_picture(laid)
    state = line_state(entry.state)
    name = table.match.setup.players[event.by]
    if state.claims_are_open:
        stood = ", which the table lets stand" if entry.ruling.verdict is Verdict.STOOD else ""
        claim, sub = claim_link(table, state)
        return Words(head=f"{name} lays {laid}", sub=sub + stood, drawing=drawing, claim=claim)
    head, *rest = _sentences(entry.ruling)
    if rest and table.match.setup.variant.counting.counts_ends:
        head, rest = sum_in_words(state.current.layout.ends()), rest[1:] or [head]
    else:
        head, on, place = head.partition(" on ")
        rest = [f"on {place}", *rest] if on else rest
        if state.current.hands[event.by] == 1:
            rest.append(f"{name} has one tile left")
    rules = _rules(table, entry.ruling)
    return Words(head=head, sub=". ".join(rest), drawing=drawing, rules=rules, seen=entry.ruling.says)


def _of_draws(table: Table, last: Draw) -> str:
    """Tiles drawn one by one are one draw to whoever reads them."""
    number = 0
    for entry in reversed(table.log.entries):
        if not isinstance(entry.event, Draw) or entry.event.by != last.by:
            break
        number += entry.event.number
    return f"{table.match.setup.players[last.by]} draws {tiles_word(number)}"


def _left(state: Match) -> int:
    return state.round.boneyard if state.round is not None else 0


def _rules(table: Table, ruling: Ruling) -> tuple[Cited, ...]:
    return (cited(table, ruling.rule),) if ruling.rule is not None else ()


def refused_words(table: Table, ruling: Ruling) -> Words:
    """A refusal: one sentence, the rule, and its source."""
    return Words(head=str(ruling.said[0]) if ruling.said else "", refused=True, rules=_rules(table, ruling))
