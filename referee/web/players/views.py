"""What the players' pages show: plain words, numbers and drawings, with nothing left for a template to decide."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from referee.web.parts.table_views import NOTHING_DRAWN


@dataclass(frozen=True, kw_only=True)
class PlayerLine:
    """One player in the list of all."""

    name: str
    href: str
    sub: str
    fact: str


@dataclass(frozen=True, kw_only=True)
class PlayersPage:
    """All players that this phone has met."""

    players: tuple[PlayerLine, ...]
    asked: str = ""
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PlayerFigure:
    """One number that stands large."""

    number: str
    label: str


@dataclass(frozen=True, kw_only=True)
class GameLine:
    """One game that a player has played: rounds with their average and best, matches with those won."""

    name: str
    sheet: str
    matches: str
    rounds: int
    average: str
    best: str
    bars: Markup = NOTHING_DRAWN
    bars_words: str = ""


@dataclass(frozen=True, kw_only=True)
class OtherLine:
    """Another player that matches were played against: won and lost, and the share as a bar."""

    name: str
    href: str
    won: int
    lost: int
    bar: Markup = NOTHING_DRAWN


@dataclass(frozen=True, kw_only=True)
class PlayerPage:
    """One player: the large numbers, each game, the others, and the ways to change the name.

    `over` says how far a new name goes ("" where it cannot be changed here), `stays` where it does not.
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


@dataclass(frozen=True, kw_only=True)
class SurePage:
    """What is asked before a name is changed for good: what will happen, and the two answers."""

    title: str
    back: str
    action: str
    words: tuple[str, ...]
    do: str
    new: str
    yes: str
    no: str
