"""The families that are counted, by name."""

import random
from collections.abc import Callable

from tests.recount import blind, chickenfoot, claims, pairs, poker, solitaires, standing, trains, tricks
from tests.recount.keeping import check
from tests.recount.table import Table, Unclear

__all__ = ("FAMILIES", "Unclear", "recount")

# So many of the matches are told again with other names and on other seats, which takes time.
KEEPS = 0.25

FAMILIES: dict[str, Callable[[random.Random], Table]] = {
    "line": standing.recount,
    "pairs": pairs.recount,
    "claims": claims.recount,
    "blind": blind.recount,
    "trains": trains.recount,
    "chickenfoot": chickenfoot.recount,
    "tricks": tricks.recount,
    "poker": poker.recount,
    "solitaires": solitaires.recount,
}


def recount(family: str, seed: int) -> None:
    """Play and count the match of that seed; Disagreement if the referee says otherwise, Unclear if no rule says."""
    chance = random.Random(f"{family} {seed}")
    try:
        table = FAMILIES[family](chance)
        if chance.random() < KEEPS:
            check(table, chance)
    except Exception as error:
        error.add_note(f"python3 -m tests.recount --family {family} --first {seed} --matches 1")
        raise
