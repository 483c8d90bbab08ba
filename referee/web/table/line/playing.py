"""A table of a line game as a phone shows it: which of its faces, its open ends, and everything on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.engine.games.line.legal_moves import fitting
from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.match import Status
from referee.engine.games.phrases import listed, tiles_word
from referee.engine.layout import Layout, Place
from referee.engine.messages import Message, _, _n, msg, msg_as
from referee.engine.rules.turns import Further
from referee.engine.tiles import Tile
from referee.web.parts.actions import BOXED, bar_of, picker_of
from referee.web.parts.claims import Amounts, amounts_of
from referee.web.parts.last_ruling import words_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import layout_picture
from referee.web.parts.scores import ring_of, sides_of, sub_of
from referee.web.parts.table_views import EndButton, TablePage
from referee.web.table.line.between import before_page, settled_page
from referee.web.table.line.hands import hands_page
from referee.web.table.line.trying import ahead_at, asks_for_double, opening_page, tried_page

# A half as it is spoken.
_HALVES = (
    msg_as("half", "blank"), msg_as("half", "one"), msg_as("half", "two"), msg_as("half", "three"),
    msg_as("half", "four"), msg_as("half", "five"), msg_as("half", "six"), msg_as("half", "seven"),
    msg_as("half", "eight"), msg_as("half", "nine"), msg_as("half", "ten"), msg_as("half", "eleven"),
    msg_as("half", "twelve"), msg_as("half", "thirteen"), msg_as("half", "fourteen"),
    msg_as("half", "fifteen"),
)  # fmt: skip


def layout_words(state: LineMatch, current: LineRound) -> str:
    """The layout for a screen reader: its tiles in order, the open ends, and the count where it may be told."""
    layout = current.layout
    if not layout.laid:
        return _("No tile has been laid yet.")
    tiles = listed(each.tile for each in layout.laid)
    if state.claims_are_open:
        ends = listed(place.tile for place in layout.places())
    else:
        ends = listed(
            msg("{number} on {tile}", number=place.half, tile=place.tile) for place in layout.places()
        )
    number = tiles_word(len(layout.laid))
    words = _("{number}: {tiles}. Open: {ends}.", number=number, tiles=tiles, ends=ends)
    if not state.setup.variant.counting.counts_ends:
        return words
    return f"{words} {ends_words(state, current)}".rstrip()


def ends_words(state: LineMatch, current: LineRound) -> str:
    """The ends as they are spoken, with their sum where the game counts it: "Ends: five and double six, 17 in all."

    "" while a claim is open, and where no tile lies or no end is left.
    """
    layout = current.layout
    if state.claims_are_open or not layout.laid:
        return ""
    if state.setup.variant.counting.counts_ends:
        ends = listed(_counted(layout))
        return _("Ends: {ends}, {sum} in all.", ends=ends, sum=sum(layout.ends()))
    halves = [_HALVES[place.half] for place in layout.places()]
    return _("Ends: {ends}.", ends=listed(halves)) if halves else ""


def _counted(layout: Layout) -> Iterator[Message]:
    for each in layout.frontier:
        if layout.counted(each):
            half = _HALVES[each.half]
            yield msg("double {half}", half=half) if each.tile.is_double else half


def end_buttons(table: Table, current: LineRound, asked: Asked) -> tuple[EndButton, ...]:
    """A button for each open number, the highest first.

    None while a claim is open, because the numbers side by side are the sum; none if the picker is a pad of numbers.
    """
    match = table.match
    if match.claims_are_open or match.setup.tiles.high > BOXED or match.setup.variant.rows is not None:
        return ()
    if not current.layout.laid or current.turn is None:
        return ()
    numbers = Counter(place.half for place in current.layout.places_now())
    chosen = asked.at.rpartition("/")[2]
    return tuple(
        EndButton(
            number=number,
            times=times,
            label=_n("Open end {end}", "{n} open ends {end}", times, end=number),
            href=asked.href(table.link, at="" if chosen == str(number) else str(number)),
            chosen=chosen == str(number),
        )
        for number, times in sorted(numbers.items(), reverse=True)
    )


def places_at(table: Table, current: LineRound, number: int, tile: Tile) -> list[Place]:
    """The open places with this number where the tile fits."""
    places = [each for each in current.layout.places_now() if each.half == number]
    found = (way.place for way in fitting(table.match, places, tile) if way.place is not None)
    return list(dict.fromkeys(found))


def page_of(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The table of a line game at the phone's step."""
    state = table.match
    common = common._replace(sub=sub_of(state), sides=sides_of(state))
    if state.round is None or (state.status is Status.ROUND_OVER and asked.deal):
        return before_page(table, common)
    if state.status in (Status.PLAYING, Status.REVEAL) and asked.call and table.may_write:
        amounts = amounts_of(table, asked)
        if amounts is not None:
            return _claiming(table, state.round, amounts, common)
    if state.status is Status.REVEAL or (state.status is not Status.PLAYING and asked.hand):
        return hands_page(table, asked, common)
    if state.status is not Status.PLAYING:
        return settled_page(table, common)
    return _playing(table, state, state.round, asked, common)


def _claiming(table: Table, current: LineRound, amounts: Amounts, common: TablePage) -> TablePage:
    return common._replace(
        turn=turn_words(table, current) if current.ending is None else "",
        layout=layout_picture(table, current.layout),
        layout_words=layout_words(table.match, current),
        amounts=amounts,
    )


def _playing(
    table: Table, state: LineMatch, current: LineRound, asked: Asked, common: TablePage
) -> TablePage:
    by = table.match.setup.players[current.turn] if current.turn is not None else ""
    by = asked.who if by and asked.who in table.match.setup.players else by
    left = current.boneyard
    page = common._replace(
        turn=_turn_at(table, current, asked),
        beside=_unusual(table, current) if table.seat is not None and table.seat == current.turn else "",
        by=by,
        aside=_n("{n} in the boneyard", "{n} in the boneyard", left) if left else "",
        ring=ring_of(state, table.seat),
        layout_words=layout_words(state, current),
        ends_words=ends_words(state, current),
        at=asked.at,
    )
    if asked.tried is not None and table.may_write:
        tried = tried_page(table, current, asked, page)
        if tried is not None:
            return tried
    if not table.may_write:
        return page._replace(layout=layout_picture(table, current.layout), words=words_of(table))
    if asks_for_double(current, table.match.setup.variant.opening):
        return opening_page(table, current, asked, page)
    return page._replace(
        layout=layout_picture(table, current.layout),
        words=words_of(table),
        ends=end_buttons(table, current, asked),
        picker=picker_of(table, current, asked),
        bar=bar_of(table, current),
        ahead=ahead_at(table),
    )


def _turn_at(table: Table, current: LineRound, asked: Asked) -> str:
    words = turn_words(table, current)
    if current.turn is not None and asked.who in table.match.setup.players:
        words = _("{name} laid out of turn", name=asked.who)
    if "/" not in asked.at:
        return words
    return _("{words} on {tile}", words=words, tile=asked.at.partition("/")[0])


def turn_words(table: Table, current: LineRound) -> str:
    """Whose turn it is, or who is asked for before the first tile."""
    words = _unusual(table, current)
    if words or current.turn is None:
        return words
    return _("{name} to play", name=table.match.setup.players[current.turn])


def _unusual(table: Table, current: LineRound) -> str:
    """What is asked besides the next tile of the player in turn; "" for that."""
    opening = table.match.setup.variant.opening
    if current.turn is None:
        if opening.by_named_double and opening.is_forced and not current.free_lead:
            half = opening.named_double(table.match.setup.tiles.high)
            return _("Who holds {tile}?", tile=f"{half}-{half}")
        if not opening.asks_for_double:
            return _("Who opens?")
        return (
            _("Who holds the lowest double?") if opening.lowest_first else _("Who holds the highest double?")
        )
    name = table.match.setup.players[current.turn]
    if not current.layout.laid:
        return _("{name} opens", name=name)
    if table.match.setup.variant.rows is not None:
        return _("{name} turns up a tile", name=name)
    if current.going_on is Further.MAY_LAY:
        return _("{name} may lay another", name=name)
    if current.going_on or (current.passed and current.last_layer == current.turn):
        return _("{name} goes again", name=name)
    return ""
