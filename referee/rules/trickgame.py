"""The record of a trick game: an auction, trumps, tricks, a contract and a target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from referee.rules.auction import Auction
from referee.rules.contract import Contract, Goal
from referee.rules.game import Game
from referee.rules.part import Part
from referee.rules.tricks import Reneges, Tricks
from referee.rules.trump import Trumps


@dataclass(frozen=True, kw_only=True)
class TrickVariant(Game):
    """The rules of a trick game for two partnerships; `hand` is the number of tiles each player takes."""

    machine: ClassVar[str] = "tricks"
    PARTS: ClassVar[Mapping[str, type[Part]]] = {
        "auction": Auction,
        "trumps": Trumps,
        "tricks": Tricks,
        "contract": Contract,
        "reneges": Reneges,
        "goal": Goal,
    }

    auction: Auction
    trumps: Trumps
    tricks: Tricks
    contract: Contract
    reneges: Reneges
    goal: Goal
    hand: int = 7
