"""The end of a round: the hands as they are shown, the settlement line by line, the running totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import url_for
from markupsafe import Markup

from referee.drawing import tile_svg
from referee.events import Adjust, Claim, Hand, Muggins, Play, Round, Void
from referee.play.ending import held_by, must_show
from referee.play.state import Match, RoundState, Status
from referee.play.words import listed, points_word, tiles_word
from referee.replay import Entry
from referee.rulings import Ruling, Settled, Verdict
from referee.tiles import Tile
from referee.web.asked import NOTHING, Asked
from referee.web.book import Table
from referee.web.cite import cited
from referee.web.start import names_opener, next_number
from referee.web.tray import claim_link, correcting, muggins_action, refused_words, unseen_picker
from referee.web.views import (
    Action,
    Cited,
    HandRow,
    Key,
    Link,
    Press,
    Settlement,
    Step,
    TablePage,
    Totals,
    TotalsRow,
    Words,
)

# Hands


def hands_page(table: Table, asked: Asked, common: Mapping[str, Any]) -> TablePage:
    """The hands that the settlement waits for; `asked` says whose is being shown and what of it so far."""
    state = table.log.state
    current = state.round
    assert current is not None
    names = table.setup.players
    waiting = must_show(state)
    seat = names.index(asked.hand) if asked.hand in names and names.index(asked.hand) in waiting else None
    seat = waiting[0] if seat is None and waiting else seat
    shown = tuple(each for each in asked.shown if each.bit & current.unseen) if seat is not None else ()
    page: dict[str, Any] = {**common, "screen": "hands", "words": _hands_words(table, asked)}
    rows = tuple(_hand_row(table, current, each, seat, shown) for each in _in_order(current))
    if seat is None:
        return TablePage(**page, hands=rows)
    name = names[seat]
    held = current.hands[seat]
    step = Asked(hand=name, shown=shown, half=asked.half)
    if asked.pips:
        turn = f"Pips in {name}’s {tiles_word(held)}"
        other: Action = Link(label="Show the tiles", href=Asked(hand=name).href(table.link))
        return TablePage(**page, hands=rows, by=name, turn=turn, pips_for=name, bar=(other, *correcting(table)))
    return TablePage(
        **page,
        hands=rows,
        by=name,
        turn=f"{name} holds {tiles_word(held)}, {len(shown) or 'none'} shown",
        shown=tuple(each.name for each in shown),
        picker=unseen_picker(table, current, step),
        bar=_hands_bar(table, state, name, shown),
    )


def _in_order(current: RoundState) -> list[int]:
    return [seat for seat, held in enumerate(current.hands) if held]


def _hands_bar(table: Table, state: Match, name: str, shown: Sequence[Tile]) -> tuple[Action, ...]:
    """Undo takes back the tile shown last, else the last entry."""
    found: list[Action] = []
    muggins = muggins_action(table, state)
    if muggins is not None and not shown:
        found.append(muggins)
    if not shown:
        found.append(Link(label="Pips only", href=Asked(hand=name, pips=True).href(table.link)))
        return (*found, *correcting(table))
    back = Asked(hand=name, shown=tuple(shown[:-1])).href(table.link)
    return (*found, Link(label="Undo", href=back))


def _hands_words(table: Table, asked: Asked) -> Words:
    """Why the round is over, or the refusal of what was shown."""
    state = table.log.state
    if asked.tried is not None:
        answer, _ = table.log.say(asked.tried)
        if answer.ruling.verdict is Verdict.REFUSED:
            return refused_words(table, answer.ruling)
    current = state.round
    ending = current.ending if current is not None else None
    if ending is not None and ending.seat is not None:
        head = f"{table.setup.players[ending.seat]} is out."
        rule = table.setup.variant.rule("out_pay")
    else:
        head = "Nobody can go."
        rule = table.setup.variant.rule("block_pay")
    sub = "The hands decide."
    claim = None
    if current is not None and current.claims:
        claim, sub = claim_link(table, state)
    more = _last_words(table)
    return Words(head=head, sub=more or sub, claim=claim, rules=() if claim else (cited(table, rule),))


def _last_words(table: Table) -> str:
    """What the referee still needs, where the last hand did not settle the round."""
    entry = table.log.entries[-1]
    said = entry.ruling.said
    return str(said[-1]) if isinstance(entry.event, Hand) and len(said) > 1 else ""


def _hand_row(
    table: Table, current: RoundState, seat: int, now: int | None, shown: tuple[Tile, ...]
) -> HandRow:
    name = table.setup.players[seat]
    held = current.hands[seat]
    if seat == now:
        keys = tuple(_held_key(table, name, each, shown) for each in shown)
        return HandRow(name=name, note=f"{len(shown)} of {held}", tiles=keys, empty=held - len(shown), now=True)
    told = current.shown[seat]
    if told is None:
        href = Asked(hand=name).href(table.link) if table.may_write else ""
        return HandRow(name=name, note=f"0 of {held}", empty=held, href=href)
    if told.tiles is None:
        return HandRow(name=name, note=f"{told.pips}", empty=held)
    return HandRow(name=name, note=str(told.pips), tiles=tuple(_tile_key(each) for each in told.tiles))


def _held_key(table: Table, name: str, tile: Tile, shown: tuple[Tile, ...]) -> Key:
    left = tuple(each for each in shown if each is not tile)
    return Key(
        label=f"{tile}, not in the hand",
        state="go",
        value=tile.name,
        href=Asked(hand=name, shown=left).href(table.link),
        drawing=Markup(tile_svg(tile, label="")),
    )


def _tile_key(tile: Tile) -> Key:
    return Key(label=tile.name, state="go", value=tile.name, drawing=Markup(tile_svg(tile)))


# The settlement


def settled_page(table: Table, common: Mapping[str, Any]) -> TablePage:
    """The round as it was settled, and what comes next."""
    state = table.log.state
    current = state.round
    assert current is not None and current.settled is not None
    over = state.status is Status.MATCH_OVER
    page = {**common, "screen": "over" if over else "settled"}
    settlement = settlement_of(table, table.log.entries, state, match_over=over)
    return TablePage(**page, settlement=settlement, words=None, turn=settlement.title, bar=_next(table, state))


def _next(table: Table, state: Match) -> tuple[Action, ...]:
    number = state.round.number if state.round is not None else 1
    printed = Link(
        label="Print", href=url_for("rounds.summary", link=table.link, number=number), away=True
    )
    if state.status is Status.MATCH_OVER:
        again: Action = Link(
            label="Rematch", href=url_for("tables.rematch", link=table.link), tone="main", away=True
        )
    elif names_opener(state):
        again = Link(label="Next round", href=Asked(deal=True).href(table.link), tone="main")
    else:
        again = Press(label="Next round", name="round", value=str(next_number(state)), tone="main")
    return (again, printed, *correcting(table))


def settlement_of(
    table: Table, entries: Sequence[Entry], state: Match, *, match_over: bool = False
) -> Settlement:
    """How the round of `state` was settled; `entries` are everything in force up to there."""
    current = state.round
    assert current is not None and current.settled is not None
    settled = current.settled
    steps = tuple(step_of(str(each)) for each in settled.steps)
    return Settlement(
        title=_title(table, settled, state, match_over=match_over),
        sub=_how(table, settled, state),
        hands=_left_over(table, current, settled),
        steps=steps,
        rules=_rules(table, settled),
        totals=totals_of(table, entries, state),
        notes=tuple(_flags(table, state, current.number)),
    )


def step_of(words: str) -> Step:
    """One line of the settlement, its result set apart where it ends in one."""
    words = words.removesuffix(".")
    for mark in (" = ", ": "):
        head, found, tail = words.rpartition(mark)
        if found and tail.lstrip("-").isdigit():
            return Step(label=head, figure=tail)
    head, found, tail = words.rpartition(" five ")
    if found and tail.isdigit():
        return Step(label=f"{head} five", figure=tail)
    return Step(label=words)


def _title(table: Table, settled: Settled, state: Match, *, match_over: bool) -> str:
    sides = table.setup.sides
    if match_over:
        return f"{sides[state.winner]} wins" if state.winner is not None else "Nobody wins"
    if settled.how == "void":
        return "The round does not count"
    if not settled.points:
        return "Nobody scores" if settled.winner is None else f"{sides[settled.winner]} wins the round"
    return listed(f"{sides[side]} takes {gained}" for side, gained in settled.points)


def _how(table: Table, settled: Settled, state: Match) -> str:
    current = state.round
    ending = current.ending if current is not None else None
    if settled.how == "target":
        return str(settled.steps[0]) if settled.steps else ""
    if settled.how == "void":
        return "Its points are taken back."
    if ending is not None and ending.seat is not None:
        return f"{table.setup.players[ending.seat]} is out"
    if settled.winner is None:
        return "Blocked, and nobody alone has the lightest hand"
    return "Blocked, with the lightest hand" if table.setup.teams is None else "Blocked, with the lightest hands"


def _left_over(table: Table, current: RoundState, settled: Settled) -> tuple[HandRow, ...]:
    """The hands that were left, each with its pips."""
    if settled.how in ("target", "void"):
        return ()
    state = table.log.state._replace(round=current)
    rows = []
    for seat, name in enumerate(table.setup.players):
        held = held_by(state, seat)
        if held is None:
            continue
        tiles = sorted(held.tiles or (), key=lambda each: (-each.pips, -each.high))
        rows.append(HandRow(name=name, note=str(held.pips), tiles=tuple(_tile_key(each) for each in tiles)))
    return tuple(rows)


def _rules(table: Table, settled: Settled) -> tuple[Cited, ...]:
    variant = table.setup.variant
    match settled.how:
        case "out":
            names = ["out_pay", *(["round_scope"] if variant.rounding.round_scope != "none" else [])]
        case "blocked":
            names = ["block_pay" if settled.winner is not None else "block_tie"]
            names += ["round_scope"] if variant.rounding.round_scope != "none" and settled.points else []
        case "target":
            names = ["exact" if variant.target.exact else "end_check"]
        case _:
            return ()
    return tuple(cited(table, variant.rule(name)) for name in names)


def _flags(table: Table, state: Match, number: int) -> list[str]:
    return [str(flag.because) for flag in state.flags if flag.round == number]


# The running totals


def totals_of(table: Table, entries: Sequence[Entry], state: Match) -> Totals:
    """Each side's points before this round and in it, by where they came from; empty columns are left out."""
    setup = table.setup
    number = state.round.number if state.round is not None else 1
    columns = ["Before" if number > 2 else "Round 1"] if number > 1 else []
    kinds = ("Laid", "Called", "Agreed", "Void", "Settled")
    made = {kind: [0] * len(setup.sides) for kind in ("Before", *kinds)}
    in_round = 0
    for entry in entries:
        if isinstance(entry.event, Round):
            in_round = entry.event.number
        _add(made, entry, before=in_round < number)
    used = [kind for kind in kinds if any(made[kind])]
    rows = tuple(
        TotalsRow(
            name=name,
            figures=tuple(_figure(made[kind][side]) for kind in (["Before"] if columns else []) + used),
            total=state.scores[side],
            won=state.winner == side
            or (state.winner is None and _settled_by(state) == side),
        )
        for side, name in enumerate(setup.sides)
    )
    return Totals(columns=(*columns, *used), rows=rows)


def _settled_by(state: Match) -> int | None:
    return state.round.settled.winner if state.round is not None and state.round.settled is not None else None


def _figure(points: int) -> str:
    return str(points) if points else ""


def _add(made: dict[str, list[int]], entry: Entry, *, before: bool) -> None:
    settled = entry.ruling.settled
    kind = "Laid" if isinstance(entry.event, Play) else "Called" if isinstance(entry.event, Claim | Muggins) else ""
    kind = "Agreed" if isinstance(entry.event, Adjust) else "Void" if isinstance(entry.event, Void) else kind
    paid = dict.fromkeys(range(len(made["Before"])), 0)
    for side, gained in settled.points if settled is not None else ():
        paid[side] += gained
        made["Before" if before else "Settled"][side] += gained
    for side, gained in _own_points(entry.ruling, entry.event, paid):
        made["Before" if before else kind or "Settled"][side] += gained


def _own_points(ruling: Ruling, event: object, paid: dict[int, int]) -> list[tuple[int, int]]:
    """What an entry itself added, without the settlement that it brought about."""
    if isinstance(event, Play | Claim | Muggins | Adjust | Void):
        return list(ruling.points)
    return [(side, gained - paid[side]) for side, gained in ruling.points if gained != paid[side]]


def result_line(state: Match) -> str:
    """A table in one line, for the list of tables."""
    setup = state.setup
    if state.status is Status.MATCH_OVER:
        return f"{setup.sides[state.winner]} won" if state.winner is not None else "Nobody won"
    return " · ".join(str(each) for each in state.scores)


