"""A table of poker as a phone shows it: which of its faces, and everything on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.games.match import Status
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import TablePage
from referee.web.table.poker.hands import hands_page, hidden_hands
from referee.web.table.poker.settled import settled_page
from referee.web.table.poker.sitting import poker_state, round_of
from referee.web.table.poker.staking import deal_words, staking_page
from referee.web.table.poker.start import before_page


def page_of(table: Table, asked: Asked, common: Mapping[str, Any]) -> TablePage:
    """The table of poker, in the middle of what the phone asks."""
    state = poker_state(table.state)
    current = round_of(state)
    common = {**common, "sub": deal_words(table)}
    if current is None or (state.status is Status.ROUND_OVER and asked.deal):
        return before_page(table, common)
    if state.status is Status.PLAYING:
        return staking_page(table, asked, common)
    wants = asked.hand in table.setup.players and table.may_write
    if state.status is Status.REVEAL or (wants and hidden_hands(current)):
        return hands_page(table, asked, common)
    return settled_page(table, common)
