"""A table of a line game as a phone shows it: which of its faces, and everything on it."""

from __future__ import annotations

from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.match import Status
from referee.engine.messages import _, _n
from referee.engine.rules.turns import Further
from referee.web.parts.actions import bar_of
from referee.web.parts.claims import Amounts, amounts_of
from referee.web.parts.last_ruling import words_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import layout_picture
from referee.web.parts.scores import ring_of, sides_of, sub_of
from referee.web.parts.table_views import TablePage
from referee.web.parts.tile_picker import picker_of
from referee.web.table.line.ahead import ahead_at
from referee.web.table.line.between import before_page, settled_page
from referee.web.table.line.ends import end_buttons, ends_words, layout_words
from referee.web.table.line.hands import hands_page
from referee.web.table.line.trying import asks_for_double, opening_page, tried_page


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
    page = common._replace(
        turn=_turn_at(table, current, asked),
        beside=_unusual(table, current) if table.seat is not None and table.seat == current.turn else "",
        by=by,
        aside=_boneyard(current),
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


def _boneyard(current: LineRound) -> str:
    left = current.boneyard
    return _n("{n} in the boneyard", "{n} in the boneyard", left) if left else ""


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
