"""A table of a line game as a phone shows it: which of its faces, and everything on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.play.state import Match, RoundState, Status
from referee.summaries.house import goal_of
from referee.web.asked import Asked
from referee.web.book import Table
from referee.web.line.actions import bar_of
from referee.web.line.claims import amounts_of
from referee.web.line.ends import ends_words, layout_words
from referee.web.line.hands import hands_page
from referee.web.line.picker import picker_of
from referee.web.line.settled import settled_page
from referee.web.line.spoken import words_of
from referee.web.line.start import before_page
from referee.web.line.trying import tried_page
from referee.web.pictures import layout_picture
from referee.web.switches import house_rules
from referee.web.views import Amounts, Seat, Side, TablePage
from referee.wording import _, _n, _p


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
    house = len(house_rules(table.match.setup))
    number = state.round.number if state.round is not None else 1
    round_words = _("Round {number}", number=number)
    if state.status is Status.REVEAL and state.round is not None and state.round.ending is not None:
        how = _p("the round", "out") if state.round.ending.how == "out" else _p("the round", "blocked")
        return f"{round_words} · {how}"
    if state.status is Status.ROUND_OVER and state.round is not None:
        settled = _p("the round", "settled")
        return f"{round_words} · {settled}"
    if state.status is Status.MATCH_OVER:
        return _("The match is over")
    words = [round_words, goal_of(table.match.setup.variant)]
    if house:
        words.append(_n("{n} house rule", "{n} house rules", house))
    return " · ".join(words)


def sides_of(table: Table) -> tuple[Side, ...]:
    """The scores, with the tiles that everybody holds."""
    state = table.match
    setup = table.match.setup
    current = state.round
    in_play = state.status is Status.PLAYING
    found = []
    for number in range(len(setup.sides)):
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
    return _n("{n} to go", "{n} to go", missing) if missing > 0 else ""


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
        "ends_words": ends_words(state, current),
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
        words = _("{name} laid out of turn", name=asked.who)
    if not asked.at:
        return words
    return _("{words} on {tile}", words=words, tile=asked.at.partition("/")[0])


def turn_words(table: Table, current: RoundState) -> str:
    """Whose turn it is, or who is asked for before the first tile."""
    opening = table.match.setup.variant.opening
    if current.turn is None:
        if opening.opening_tile == "forced" and opening.opening == "highest_double":
            return _("Who holds the highest double?")
        if opening.opening_tile == "forced" and opening.opening == "lowest_double":
            return _("Who holds the lowest double?")
        return _("Who opens?")
    name = table.match.setup.players[current.turn]
    if not current.layout.laid:
        return _("{name} opens", name=name)
    if table.match.setup.variant.rows is not None:
        return _("{name} turns up a tile", name=name)
    if current.going_on == "optional":
        return _("{name} may lay another", name=name)
    return _("{name} goes again", name=name) if current.going_on else _("{name} to play", name=name)
