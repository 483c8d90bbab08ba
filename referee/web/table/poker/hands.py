"""The page for showing the hands of poker: five tiles each, tapped among the twenty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.engine.games.poker.state import PokerRound
from referee.engine.messages import _, _n
from referee.engine.rules.poker import HAND, TILES
from referee.engine.tiles import Tile, mask_of
from referee.web.parts.actions import hand_picker
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import HandRow, Key
from referee.web.parts.taking_pictures import take_picture
from referee.web.table.hands import bar_of_shown, row_being_shown, whose_turn
from referee.web.table.poker.sitting import match_of, words_of

# The doubles first, because most ranks are made of them; then by the higher half.
IN_BOX = sorted(TILES, key=lambda each: (not each.is_double, -each.high, -each.low))


def hands_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The hands still to be shown; `asked` says whose is being shown, and its tiles so far."""
    current = match_of(table).current
    names = table.setup.players
    hidden = hidden_hands(current)
    seat = whose_turn(names, asked.hand, _in_order(current, hidden))
    seen = {tile for hand in current.hands if hand is not None for tile in hand}
    shown = tuple(each for each in asked.shown if each in TILES and each not in seen)[: HAND - 1]
    page = common._replace(
        screen="hands",
        template="table/poker/_hands.html",
        words=words_of(table, asked),
        hands=tuple(_row(table, current, each, seat, shown) for each in _in_order(current, current.seated)),
        aside=_("Pot {n}", n=current.betting.pot) if current.betting is not None else "",
    )
    if seat is None or not table.may_write:
        return page._replace(turn=_("The hands are shown"))
    name = names[seat]
    others = [(names[each], HAND) for each in hidden if each != seat]
    possible = mask_of(each for each in TILES if each not in seen)
    return page._replace(
        by=name,
        turn=_tiles_left(name, HAND - len(shown)),
        shown=tuple(each.name for each in shown),
        picker=hand_picker("twenty", IN_BOX, possible & ~mask_of(shown)),
        bar=(*take_picture(table, HAND, possible, name, others), *bar_of_shown(table, name, shown)),
    )


def hidden_hands(current: PokerRound) -> list[int]:
    """The seats in this deal whose tiles nobody has shown yet."""
    return [seat for seat in current.seated if current.hands[seat] is None]


def _in_order(current: PokerRound, seats: Iterable[int]) -> list[int]:
    """These seats: first those who stayed, then those who folded."""
    return sorted(seats, key=lambda seat: seat not in current.staying)


def _tiles_left(name: str, number: int) -> str:
    if number == HAND:
        return _("{name}: five tiles", name=name)
    return _n("{name}: one more tile", "{name}: {n} more tiles", number, name=name)


def _row(table: Table, current: PokerRound, seat: int, now: int | None, shown: tuple[Tile, ...]) -> HandRow:
    name = table.setup.players[seat]
    hand = current.hands[seat]
    if seat == now and table.may_write:
        return row_being_shown(table, Asked(hand=name, shown=shown), HAND)
    if hand is None:
        note = "" if seat in current.staying else _("folded")
        href = Asked(hand=name).href(table.link) if table.may_write else ""
        return HandRow(name=name, note=note, empty=HAND, href=href)
    strength = match_of(table).setup.variant.ranks.strength(hand)
    keys = tuple(
        Key(
            label=each.name,
            state="go",
            drawing=tile_picture(each, state=_state(each, strength.tiles), label=None),
        )
        for each in best_first(hand, strength.tiles)
    )
    return HandRow(name=name, note=str(strength.rank.title), tiles=keys)


def best_first(hand: tuple[Tile, ...], made_of: tuple[Tile, ...]) -> list[Tile]:
    """The tiles of a hand, those that make its rank first."""
    rest = sorted((each for each in hand if each not in made_of), key=lambda each: (-each.high, -each.low))
    return [*made_of, *rest]


def _state(tile: Tile, made_of: tuple[Tile, ...]) -> str:
    return "" if tile in made_of else "cannot"


def drawn_hand(hand: tuple[Tile, ...], made_of: tuple[Tile, ...]) -> tuple[Any, ...]:
    """The drawings of a hand: the tiles that make its rank lit, the others pale."""
    return tuple(
        tile_picture(each, state=_state(each, made_of), label=None) for each in best_first(hand, made_of)
    )
