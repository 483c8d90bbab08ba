"""View models of the players' pages."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from referee.web.parts.setup_views import Way
from referee.web.parts.table_views import NOTHING_DRAWN


class PlayersPage(NamedTuple):
    """All players that this phone has met."""

    players: tuple[Way, ...]
    asked: str = ""
    hidden: tuple[str, ...] = ()


class PlayerFigure(NamedTuple):
    """One number that stands large."""

    number: str
    label: str


class GameLine(NamedTuple):
    """One game that a player has played: rounds with their average and best, matches with those won."""

    name: str
    sheet: str
    matches: str
    rounds: int
    average: str
    best: str
    bars: Markup = NOTHING_DRAWN


class OtherLine(NamedTuple):
    """Another player that matches were played against: won and lost, and the share as a bar."""

    name: str
    href: str
    won: int
    lost: int
    bar: Markup = NOTHING_DRAWN


class PlayerPage(NamedTuple):
    """One player: the large numbers, each game, the others, and the ways to change the name.

    `over` says how far a new name goes ("" if it cannot be changed here), `stays` where it does not.
    """

    name: str
    back: str
    sub: str
    figures: tuple[PlayerFigure, ...]
    games: tuple[GameLine, ...]
    others: tuple[OtherLine, ...]
    habits: tuple[tuple[str, str], ...]
    opening: Markup = NOTHING_DRAWN
    opening_words: str = ""
    tables: str = ""
    change: str = ""
    over: str = ""
    stays: str = ""
    wrong: str = ""
    typed: str = ""
    is_hidden: bool = False


class SurePage(NamedTuple):
    """What is asked before a name is changed for good: what will happen, and the two answers."""

    title: str
    back: str
    action: str
    words: tuple[str, ...]
    do: str
    new: str
    yes: str
    no: str
