"""View models of the poker pages."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from referee.web.parts.table_views import Action, Cited


class Purse(NamedTuple):
    """One player while chips are staked: what they said last, what they paid, and what they have."""

    name: str
    said: str
    paid: str
    has: str
    now: bool = False
    is_out: bool = False


class Staking(NamedTuple):
    """The round of betting: everybody's chips, the pot, and the ways to speak, always in the same places."""

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
    won: bool = False
    why: str = ""
    note: str = ""


class ShowdownView(NamedTuple):
    """The hands of a deal that is over, by rank, and those that were not in the showdown."""

    hands: tuple[ShownHand, ...]
    others: tuple[ShownHand, ...]


class RankLine(NamedTuple):
    """One rank of the list: its name, what makes it, and hands that have it."""

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
