"""The hands at the end of a round, as they are shown one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import url_for

from referee.engine.explain.reconciliation import RECONCILABLE
from referee.engine.games.hands import held_by
from referee.engine.games.line.ending import must_show, waits_for_claims_only
from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.line.turn import is_dead
from referee.engine.games.match import Status
from referee.engine.games.phrases import tiles_word
from referee.engine.messages import _, marked, number_word
from referee.engine.record.events import Hand
from referee.engine.tiles import Tile
from referee.web.parts.actions import correcting
from referee.web.parts.citations import cited
from referee.web.parts.claims import calls_of, claim_words
from referee.web.parts.last_ruling import refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, dumped
from referee.web.parts.permissions import may_say, who_is
from referee.web.parts.pictures import tile_key, tile_picture
from referee.web.parts.table_views import Action, HandRow, Key, LinkView, Press, TablePage, Words
from referee.web.parts.tile_picker import unseen_picker

NOBODY = marked("Nobody can go.")
# What one look at the layout tells, by the number at all its ends.
_ALL_LIE = (
    marked("All {number} blanks lie."), marked("All {number} ones lie."), marked("All {number} twos lie."),
    marked("All {number} threes lie."), marked("All {number} fours lie."), marked("All {number} fives lie."),
    marked("All {number} sixes lie."), marked("All {number} sevens lie."), marked("All {number} eights lie."),
    marked("All {number} nines lie."), marked("All {number} tens lie."), marked("All {number} elevens lie."),
    marked("All {number} twelves lie."), marked("All {number} thirteens lie."),
    marked("All {number} fourteens lie."), marked("All {number} fifteens lie."),
)  # fmt: skip


def hands_page(table: Table, asked: Asked, common: Mapping[str, Any]) -> TablePage:
    """The hands that the settlement waits for; `asked` says whose is being shown and what of it so far."""
    state = table.match
    current = state.round
    assert current is not None
    names = table.match.setup.players
    waiting = waiting_for(state)
    seat = names.index(asked.hand) if asked.hand in names and names.index(asked.hand) in waiting else None
    seat = waiting[0] if seat is None and waiting else seat
    shown = tuple(each for each in asked.shown if each.bit & current.unseen) if seat is not None else ()
    page: dict[str, Any] = {
        **common,
        "screen": "hands",
        "template": "table/line/_hands.html",
        "words": _hands_words(table, asked),
    }
    if _asks_for_claims(table, asked):
        rows = tuple(_hand_row(table, current, each, None, ()) for each in _in_order(current))
        last = current.layout.laid[-1].tile
        return TablePage(
            **page, hands=rows, turn=_("Any claims on {tile}?", tile=last), bar=_claims_bar(table, waiting)
        )
    rows = tuple(_hand_row(table, current, each, seat, shown) for each in _in_order(current))
    if seat is None:
        return TablePage(**page, hands=rows)
    name = names[seat]
    held = current.hands[seat]
    step = Asked(hand=name, shown=shown, half=asked.half)
    if asked.pips:
        turn = _("Pips in {name}'s {tiles}", name=name, tiles=tiles_word(held))
        other: Action = LinkView(label=_("Show the tiles"), href=Asked(hand=name).href(table.link))
        bar = (*_mending(table, asked), other, *correcting(table))
        return TablePage(**page, hands=rows, by=name, turn=turn, pips_for=name, bar=bar)
    return TablePage(
        **page,
        hands=rows,
        by=name,
        turn=_holds(name, held, len(shown)),
        shown=tuple(each.name for each in shown),
        picker=unseen_picker(table, current, step),
        bar=(*_mending(table, asked), *_hands_bar(table, state, name, shown)),
    )


def _asks_for_claims(table: Table, asked: Asked) -> bool:
    """Whether claims on the last tile are asked for before any hand: showing one closes them (S12)."""
    state = table.match
    is_waiting = state.status is Status.REVEAL and state.claims_are_open
    return is_waiting and table.may_write and not asked.hand and asked.tried is None


def _claims_bar(table: Table, waiting: Sequence[int]) -> tuple[Action, ...]:
    """The one way on if nobody claims: the settlement if every hand is certain, else the first hand."""
    state = table.match
    names = state.setup.players
    found: list[Action] = []
    if waits_for_claims_only(state):
        said = next(
            (raw for raw in certain_hands(state) if may_say(who_is(table), raw, table.log) is None), None
        )
        if said is not None:
            found.append(Press(label=_("No claims: settle"), name="say", value=dumped(said), tone="main"))
    elif table.seat is None or table.seat in waiting:
        first = waiting[0] if table.seat is None else table.seat
        href = Asked(hand=names[first]).href(table.link)
        found.append(LinkView(label=_("No claims: show the hands"), href=href, tone="main"))
    return (*found, *correcting(table))


def certain_hands(state: LineMatch) -> list[dict[str, Any]]:
    """Every hand that is certain without being shown, written as it would be shown; those with tiles first."""
    current = state.current
    held = [held_by(state, seat) for seat in range(len(current.hands))]
    known = [each for each in held if each is not None and each.tiles is not None]
    return [
        {"by": state.setup.players[each.seat], "hand": [tile.name for tile in each.tiles or ()]}
        for each in sorted(known, key=lambda each: not each.tiles)
    ]


def _holds(name: str, held: int, shown: int) -> str:
    tiles = tiles_word(held)
    if not shown:
        return _("{name} holds {tiles}, none shown", name=name, tiles=tiles)
    return _("{name} holds {tiles}, {shown} shown", name=name, tiles=tiles, shown=shown)


def _mending(table: Table, asked: Asked) -> tuple[Action, ...]:
    """After a hand that cannot be: the way to what may be wrong."""
    refusal = asked.refusal
    if asked.tried is None or refusal is None or not {"hand", "pips"} & set(asked.tried):
        return ()
    if refusal.code not in RECONCILABLE:
        return ()
    href = url_for("disputes.mend", link=table.link, tried=dumped(asked.tried))
    return (LinkView(label=_("What may be wrong"), href=href, tone="main", away=True),)


def waiting_for(state: LineMatch) -> list[int]:
    """The seats whose hands are shown next: those that the settlement needs, else those that nobody has seen."""
    return list(must_show(state) or hidden_hands(state))


def hidden_hands(state: LineMatch) -> list[int]:
    """The seats whose tiles nobody has seen, in a round that is over: they may still be shown, for the proof."""
    current = state.round
    if current is None or state.status is Status.PLAYING or current.without_tiles:
        return []
    told = [shown is not None and shown.tiles is not None for shown in current.shown]
    return [seat for seat, held in enumerate(current.hands) if held and not told[seat]]


def _in_order(current: LineRound) -> list[int]:
    return [seat for seat, held in enumerate(current.hands) if held]


def _hands_bar(table: Table, state: LineMatch, name: str, shown: Sequence[Tile]) -> tuple[Action, ...]:
    """Undo takes back the tile shown last, else the last entry."""
    found: list[Action] = []
    if not shown and state.status is not Status.REVEAL:
        return (*found, LinkView(label=_("Back"), href=Asked().href(table.link)))
    if not shown:
        found.append(LinkView(label=_("Pips only"), href=Asked(hand=name, pips=True).href(table.link)))
        return (*found, *correcting(table))
    back = Asked(hand=name, shown=tuple(shown[:-1])).href(table.link)
    return (*found, LinkView(label=_("Undo"), href=back))


def _hands_words(table: Table, asked: Asked) -> Words:
    """Why the round is over, or the refusal of what was shown."""
    state = table.match
    if asked.answer is not None and asked.refusal is not None:
        return refused_words(table, asked.refusal, asked.answer.event)
    current = state.round
    all_lie = False
    ending = current.ending if current is not None else None
    if ending is not None and ending.seat is not None:
        head = _("{name} went out.", name=table.match.setup.players[ending.seat])
        rule = table.match.setup.variant.rule("out_pay")
    else:
        head, all_lie = _all_lie(state)
        rule = table.match.setup.variant.rule("block_pay")
    sub = _(NOBODY) if all_lie else _("Show the tiles left in each hand.")
    calls = calls_of(table, state)
    if current is not None and current.claims:
        sub = claim_words(table, state)
    more = _last_words(table)
    return Words(head=head, sub=more or sub, calls=calls, rules=() if calls else (cited(table, rule),))


def _all_lie(state: LineMatch) -> tuple[str, bool]:
    """What blocks the round, and whether one look at the layout tells it."""
    current = state.round
    numbers = {place.half for place in current.layout.places()} if current is not None else set()
    if current is not None and not is_dead(state, current):
        return _("Everybody has passed."), False
    if len(numbers) != 1:
        return _(NOBODY), False
    (number,) = numbers
    return _(_ALL_LIE[number], number=number_word(state.setup.tiles.high + 1)), True


def _last_words(table: Table) -> str:
    """What the referee still needs, where the last hand did not settle the round."""
    entry = table.log.entries[-1]
    said = entry.ruling.said
    return str(said[-1]) if isinstance(entry.event, Hand) and len(said) > 1 else ""


def _hand_row(
    table: Table, current: LineRound, seat: int, now: int | None, shown: tuple[Tile, ...]
) -> HandRow:
    name = table.match.setup.players[seat]
    held = current.hands[seat]
    if seat == now:
        keys = tuple(_held_key(table, name, each, shown) for each in shown)
        return HandRow(name=name, note=_of(len(shown), held), tiles=keys, empty=held - len(shown), now=True)
    told = current.shown[seat]
    if told is None:
        href = Asked(hand=name).href(table.link) if table.may_write else ""
        return HandRow(name=name, note=_of(0, held), empty=held, href=href)
    if told.tiles is None:
        return HandRow(name=name, note=f"{told.pips}", empty=held)
    return HandRow(name=name, note=str(told.pips), tiles=tuple(tile_key(each) for each in told.tiles))


def _of(shown: int, held: int) -> str:
    return _("{shown} of {held}", shown=shown, held=held)


def _held_key(table: Table, name: str, tile: Tile, shown: tuple[Tile, ...]) -> Key:
    left = tuple(each for each in shown if each is not tile)
    return Key(
        label=_("{tile}, not in the hand", tile=tile),
        state="go",
        value=tile.name,
        href=Asked(hand=name, shown=left).href(table.link),
        drawing=tile_picture(tile, label=""),
    )
