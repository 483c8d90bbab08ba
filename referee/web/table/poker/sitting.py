"""A table of poker as the pages ask for it: its state, its round, its rules, its chips and its last ruling."""

from __future__ import annotations

from typing import Any

from referee.engine.games.match import State
from referee.engine.games.poker.hand_names import called
from referee.engine.games.poker.state import PokerMatch, PokerRound
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Hand
from referee.engine.rules.poker import Ranks
from referee.engine.rules.poker_game import Showdown
from referee.web.parts.last_ruling import last_words, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import Words


def poker_state(state: State) -> PokerMatch:
    """The state as that of a table of poker."""
    assert isinstance(state, PokerMatch)
    return state


def rules_of(table: Table) -> Showdown:
    """The game as this table plays it."""
    variant = table.setup.variant
    assert isinstance(variant, Showdown)
    return variant


def ranks_of(table: Table) -> Ranks:
    """How hands rank at this table."""
    return rules_of(table).ranks


def round_of(state: State) -> PokerRound | None:
    """The deal in hand, or the last one."""
    found = poker_state(state).round
    assert found is None or isinstance(found, PokerRound)
    return found


def has_stakes(table: Table) -> bool:
    """Whether chips are staked."""
    return rules_of(table).betting.stakes


def has_now(state: State) -> list[int]:
    """What each seat has to show for it now: chips not staked yet, or chips won and lost without a limit."""
    rounds = poker_state(state)
    counted = rounds.chips
    has = list(counted) if counted is not None else [rounds.scores[side] for side in rounds.setup.side_of]
    current = round_of(state)
    if current is None or current.betting is None or len(rounds.rounds) >= current.number:
        return has
    return [each - paid for each, paid in zip(has, current.betting.paid, strict=True)]


def speaks_first(table: Table) -> int | None:
    """Who speaks first in the next deal: the next one round the table who has chips; None in the first."""
    rounds = poker_state(table.state)
    current = round_of(table.state)
    if current is None or current.betting is None or current.betting.first is None:
        return None
    counted = rounds.chips
    seat = rounds.setup.seat_after(current.betting.first)
    while counted is not None and not counted[seat]:
        seat = rounds.setup.seat_after(seat)
    return seat


def words_of(table: Table, asked: Asked) -> Words | None:
    """The refusal of what was tried, else what was taken back just now, else the last ruling."""
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)

    def tell(entry: Entry, _said: list[str]) -> dict[str, Any]:
        if not isinstance(entry.event, Hand):
            return {}
        tiles = [each for each in entry.event.tiles if each is not None]
        rank = called(ranks_of(table).strength(tiles))
        return {"head": _("{name}: {rank}", name=table.setup.players[entry.event.by], rank=rank)}

    return last_words(table, tell)
