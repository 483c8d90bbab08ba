"""The view models of a poker table, and what its pages read from its state."""

from __future__ import annotations

from typing import Any, NamedTuple

from markupsafe import Markup

from referee.engine.games.poker.betting import Betting
from referee.engine.games.poker.hand_names import called
from referee.engine.games.poker.state import PokerMatch
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Hand, Round
from referee.web.parts.last_ruling import last_words, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.table_views import Action, Cited, Words


class Purse(NamedTuple):
    """One player during the betting: what they said last, what they paid, and what they have."""

    name: str
    said: str
    paid: str
    has: str
    now: bool
    is_out: bool


class Staking(NamedTuple):
    """The betting round: everybody's chips, the pot, and the action buttons, always in the same places."""

    column: str
    purses: tuple[Purse, ...]
    pot: str
    pots: tuple[str, ...]
    moves: tuple[Action, ...] = ()
    heading: str = ""
    amounts: tuple[Action, ...] = ()
    is_heap: bool = False


class ShownHand(NamedTuple):
    """One hand at the showdown: what it is called, its tiles, and why it beats the one below."""

    name: str
    called: str
    tiles: tuple[Markup, ...]
    won: bool
    why: str
    note: str


class ShowdownView(NamedTuple):
    """The hands of a finished deal, by rank, and those that were not in the showdown."""

    hands: tuple[ShownHand, ...]
    others: tuple[ShownHand, ...]


class RankLine(NamedTuple):
    """One rank of the list: its name, its meaning, and example hands."""

    name: str
    meaning: str
    hands: tuple[tuple[Markup, ...], ...]
    words: tuple[str, ...]


class RanksPage(NamedTuple):
    """All ranks, highest first, and what decides between equal ones."""

    title: str
    sub: str
    back: str
    lines: tuple[RankLine, ...]
    rules: tuple[Cited, ...]
    reading: Cited


def match_of(table: Table) -> PokerMatch:
    """The current match at a table of poker."""
    return PokerMatch.of(table.state)


def has_now(match: PokerMatch, betting: Betting) -> list[int]:
    """What each seat has now: its chips not yet staked, or its net result if chips are not counted."""
    has = [match.amounts[side] for side in match.setup.side_of]
    return [each - paid for each, paid in zip(has, betting.paid, strict=True)]


def speaks_first(table: Table) -> int | None:
    """Who acts first in the next deal: the next player clockwise with chips; None in the first deal."""
    match = match_of(table)
    current = match.round
    if current is None or current.betting is None or current.betting.first is None:
        return None
    counted = match.chips
    seat = match.setup.after[current.betting.first]
    while counted is not None and not counted[seat]:
        seat = match.setup.after[seat]
    return seat


def words_of(table: Table, asked: Asked) -> Words:
    """The refusal of the last try, else what was just undone, else the last ruling."""
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)

    def tell(entry: Entry, said: list[str]) -> dict[str, Any]:
        if isinstance(entry.event, Round) and match_of(table).setup.variant.betting.stakes:
            return {"sub": ". ".join(said[1:-1])}  # the turn says that everybody antes
        if not isinstance(entry.event, Hand):
            return {}
        tiles = [each for each in entry.event.tiles if each is not None]
        rank = called(match_of(table).setup.variant.ranks.strength(tiles))
        return {"head": _("{name}: {rank}", name=table.setup.players[entry.event.by], rank=rank)}

    return last_words(table, tell)
