"""A table of a line game as a phone shows it: which of its faces, and everything on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.play.state import Match, RoundState, Status
from referee.play.words import listed, tiles_word
from referee.web.asked import Asked
from referee.web.book import Table
from referee.web.line.actions import bar_of
from referee.web.line.claims import amounts_of
from referee.web.line.hands import hands_page
from referee.web.line.picker import picker_of
from referee.web.line.settled import settled_page
from referee.web.line.spoken import words_of
from referee.web.line.start import before_page
from referee.web.line.trying import tried_page
from referee.web.pictures import layout_picture
from referee.web.switches import house_rules
from referee.web.views import Amounts, Seat, Side, TablePage


def page_of(table: Table, asked: Asked, common: Mapping[str, Any]) -> TablePage:
    """The table of a line game, in the middle of what the phone asks."""
    state = table.match
    common = {**common, "sub": _sub(table), "sides": sides_of(table)}
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


def _sub(table: Table) -> str:
    state = table.match
    target = table.match.setup.variant.target
    house = len(house_rules(table.match.setup))
    number = state.round.number if state.round is not None else 1
    if state.status is Status.REVEAL and state.round is not None and state.round.ending is not None:
        return f"Round {number} · {state.round.ending.how}"
    if state.status is Status.ROUND_OVER and state.round is not None:
        return f"Round {number} · settled"
    if state.status is Status.MATCH_OVER:
        return "The match is over"
    goal = (
        "one round" if target.mode == "single" else f"{'exactly' if target.exact else 'to'} {target.target}"
    )
    words = [f"Round {number}", goal]
    if house:
        words.append("1 house rule" if house == 1 else f"{house} house rules")
    return " · ".join(words)


def sides_of(table: Table) -> tuple[Side, ...]:
    """The scores, with the tiles that everybody holds."""
    state = table.match
    setup = table.match.setup
    current = state.round
    in_play = state.status is Status.PLAYING
    found = []
    for number, _ in enumerate(setup.sides):
        seats = tuple(
            Seat(
                name=name,
                held=current.hands[seat] if current is not None else None,
                now=in_play and current is not None and current.turn == seat,
            )
            for seat, name in enumerate(setup.players)
            if setup.side_of[seat] == number
        )
        found.append(Side(seats=seats, score=state.scores[number], to_go=_to_go(state, number)))
    return tuple(found)


def _to_go(state: Match, side: int) -> str:
    target = state.setup.variant.target
    if target.mode == "single":
        return ""
    missing = target.target - state.scores[side]
    return f"{missing} to go" if missing > 0 else ""


def _claiming(table: Table, current: RoundState, amounts: Amounts, common: Mapping[str, Any]) -> TablePage:
    return TablePage(
        **common,
        screen="play",
        turn=turn_words(table, current) if current.ending is None else "",
        layout=layout_picture(table, current.layout),
        layout_words=layout_words(table.match, current),
        amounts=amounts,
    )


def _playing(
    table: Table, state: Match, current: RoundState, asked: Asked, common: Mapping[str, Any]
) -> TablePage:
    by = table.match.setup.players[current.turn] if current.turn is not None else ""
    by = asked.who if by and asked.who in table.match.setup.players else by
    page: dict[str, Any] = {
        **common,
        "screen": "play",
        "turn": _turn_at(table, current, asked),
        "by": by,
        "layout_words": layout_words(state, current),
        "at": asked.at,
    }
    if asked.tried is not None and table.may_write:
        tried = tried_page(table, current, asked.tried, page)
        if tried is not None:
            return tried
    if not table.may_write:
        return TablePage(**page, layout=layout_picture(table, current.layout), words=words_of(table))
    return TablePage(
        **page,
        layout=layout_picture(table, current.layout),
        words=words_of(table),
        who=() if by else table.match.setup.players,
        picker=picker_of(table, current, asked),
        bar=bar_of(table, current),
    )


def _turn_at(table: Table, current: RoundState, asked: Asked) -> str:
    words = turn_words(table, current)
    if current.turn is not None and asked.who in table.match.setup.players:
        words = f"{asked.who} laid out of turn"
    return f"{words} on {asked.at.partition('/')[0]}" if asked.at else words


def turn_words(table: Table, current: RoundState) -> str:
    """Whose turn it is, or who is asked for before the first tile."""
    opening = table.match.setup.variant.opening
    if current.turn is None:
        if opening.opening_tile == "forced" and opening.opening in ("highest_double", "lowest_double"):
            return f"Who holds the {opening.opening.replace('_', ' ')}?"
        return "Who opens?"
    name = table.match.setup.players[current.turn]
    if not current.layout.laid:
        return f"{name} opens"
    if table.match.setup.variant.rows is not None:
        return f"{name} turns up a tile"
    if current.going_on == "optional":
        return f"{name} may lay another"
    return f"{name} goes again" if current.going_on else f"{name} to play"


def layout_words(state: Match, current: RoundState) -> str:
    """The layout for a screen reader: its tiles in order, the open ends, and the count where it may be told."""
    layout = current.layout
    if not layout.laid:
        return "No tile lies yet."
    tiles = listed(each.tile for each in layout.laid)
    if state.claims_are_open:
        return f"{tiles_word(len(layout.laid))}: {tiles}. Open: {listed(place.tile for place in layout.places())}."
    ends = listed(f"{place.half} on {place.tile}" for place in layout.places())
    words = f"{tiles_word(len(layout.laid))}: {tiles}. Open: {ends}."
    if state.setup.variant.counting.counts_ends:
        words += f" The ends count {sum(layout.ends())}."
    return words
