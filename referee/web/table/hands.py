"""The hands at the end of a round of any game with hidden hands, as they are shown one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for

from referee.engine.explain.reconciliation import RECONCILABLE
from referee.engine.games.hands import HandsMatch, HandsRound
from referee.engine.games.match import Status
from referee.engine.games.shown_hands import held_by
from referee.engine.messages import _, tiles_word
from referee.engine.record.events import Pips
from referee.engine.tiles import Tile, mask_of
from referee.web.parts.actions import correcting, tiles_picker
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, dumped
from referee.web.parts.pictures import tile_key, tile_picture
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, HandRow, Key, LinkView, Words
from referee.web.parts.taking_pictures import take_picture

TEMPLATE = "table/_hands.html"


def shown_page(
    table: Table,
    match: HandsMatch,
    asked: Asked,
    common: TablePage,
    waiting: Sequence[int],
    words: Words,
) -> TablePage:
    """The page on which the `waiting` seats show their hands, one after the other; `asked` says whose turn it is, and
    which tiles are shown so far."""
    current = match.current
    names = match.setup.players
    seat = whose_turn(names, asked.hand, waiting)
    shown = tuple(each for each in asked.shown if each.bit & current.unseen) if seat is not None else ()
    rows = hand_rows(table, current, seat, shown)
    page = common._replace(screen="hands", template=TEMPLATE, words=words, hands=rows)
    if seat is None:
        return page
    name = names[seat]
    held = current.hands[seat]
    step = Asked(hand=name, shown=shown, half=asked.half)
    left = current.unseen & ~mask_of(shown)
    others = [(names[each], current.hands[each]) for each in waiting if each != seat]
    if asked.pips or (not asked.hand and _last_by_pips(table)):
        turn = _("Pips in {name}'s {tiles}", name=name, tiles=tiles_word(held))
        other: Action = LinkView(label=_("Show the tiles"), href=Asked(hand=name).href(table.link))
        bar = (*_mending(table, asked), other, *correcting(table))
        return page._replace(by=name, turn=turn, pips_for=name, bar=bar)
    pips = LinkView(label=_("Pips only"), href=Asked(hand=name, pips=True).href(table.link))
    return page._replace(
        by=name,
        turn=holds_words(name, held, len(shown)),
        shown=tuple(each.name for each in shown),
        picker=tiles_picker(table, step, left, left, "tile"),
        bar=(
            *_mending(table, asked),
            *take_picture(table, held, current.unseen, name, others, is_counted=True),
            *bar_of_shown(table, name, shown, pips),
        ),
    )


def whose_turn(names: Sequence[str], hand: str, waiting: Sequence[int]) -> int | None:
    """The seat that shows its hand now: the one asked for by name if it is waiting, else the first of those; None for
    none."""
    asked = names.index(hand) if hand in names else None
    return asked if asked in waiting else next(iter(waiting), None)


def hand_rows(
    table: Table, current: HandsRound, now: int | None = None, shown: tuple[Tile, ...] = ()
) -> tuple[HandRow, ...]:
    """Every hand with tiles; `shown` are those of the seat whose turn it is `now` to show."""
    return tuple(
        _hand_row(table, current, seat, now, shown) for seat, held in enumerate(current.hands) if held
    )


def hidden_hands(state: HandsMatch) -> list[int]:
    """The seats whose tiles nobody knows, in a round that is over: they may still be shown, for the proof."""
    current = state.round
    if current is None or state.status is Status.PLAYING or current.without_tiles:
        return []
    known = (held_by(state, seat) for seat in range(len(current.hands)))
    return [seat for seat, held in enumerate(known) if held is None or held.tiles is None]


def holds_words(name: str, held: int, shown: int) -> str:
    """How many tiles a player holds, and how many of them are shown so far."""
    tiles = tiles_word(held)
    if not shown:
        return _("{name} holds {tiles}", name=name, tiles=tiles)
    return _("{name} holds {tiles}, {shown} shown", name=name, tiles=tiles, shown=shown)


def _last_by_pips(table: Table) -> bool:
    """Whether this phone, which keeps score for all, has just entered a hand by its pips: the next one follows suit."""
    return table.seat is None and isinstance(table.log.entries[-1].event, Pips)


def _mending(table: Table, asked: Asked) -> tuple[Action, ...]:
    """After a hand that cannot be right: a link to what may be wrong."""
    refusal = asked.refusal
    if asked.tried is None or refusal is None or not {"hand", "pips"} & set(asked.tried):
        return ()
    if refusal.code not in RECONCILABLE:
        return ()
    href = url_for("disputes.mend", link=table.link, tried=dumped(asked.tried))
    return (LinkView(label=_("What may be wrong"), href=href, tone="main", away=True),)


def bar_of_shown(table: Table, name: str, shown: tuple[Tile, ...], *instead: LinkView) -> tuple[Action, ...]:
    """Undo takes back the tile shown last, else the last entry; `instead` is what else the first step offers."""
    if shown:
        return (undo_shown(table, Asked(hand=name, shown=shown)),)
    if table.state.status is not Status.REVEAL:
        return (LinkView(label=_("Back"), href=Asked().href(table.link)),)
    return (*instead, *correcting(table))


def _hand_row(
    table: Table, current: HandsRound, seat: int, now: int | None, shown: tuple[Tile, ...]
) -> HandRow:
    name = table.setup.players[seat]
    held = current.hands[seat]
    if seat == now:
        return row_being_shown(table, Asked(hand=name, shown=shown), held)
    told = current.shown[seat]
    if told is None:
        href = Asked(hand=name).href(table.link) if table.may_write else ""
        return HandRow(name=name, note=shown_of(0, held), empty=held, href=href)
    if told.tiles is None:
        return HandRow(name=name, note=f"{told.pips}", empty=held)
    return HandRow(name=name, note=str(told.pips), tiles=tuple(tile_key(each) for each in told.tiles))


def shown_of(shown: int, held: int) -> str:
    """How many tiles of a hand are shown, beside its name."""
    return _("{shown} of {held}", shown=shown, held=held)


def row_being_shown(table: Table, step: Asked, held: int) -> HandRow:
    """The hand of `step.hand`, who holds `held` tiles; a tap on a tile takes it out again."""
    keys = tuple(
        Key(
            label=_("{tile}, not in the hand", tile=tile),
            state="go",
            value=tile.name,
            href=step.href(table.link, shown=tuple(each for each in step.shown if each is not tile)),
            drawing=tile_picture(tile),
        )
        for tile in step.shown
    )
    shown = len(keys)
    return HandRow(name=step.hand, note=shown_of(shown, held), tiles=keys, empty=held - shown, now=True)


def undo_shown(table: Table, step: Asked) -> LinkView:
    """A link to the step without the tile that was shown last."""
    return LinkView(label=_("Undo"), href=step.href(table.link, shown=step.shown[:-1]))
