"""The notation for moves of trick games in the example tables (see `tests.example_tables`).

`Ana bids 30`, `Ben bids pass`, `Ana names 5 trumps`, `Ana names doubles`, `Ana names no trump` are single moves.
So are `Cal claims the rest with 6-0 4-4 3-3` and `Ben concedes`.
Two kinds of line stand for several moves: `Ana takes it with 35 in 6` is a round in which Ana bids first, three passes
and the trump (a number, `doubles` or `none`); `Ana leads 6-6 6-4 6-2 5-4` is a trick in turn. The cells of such a line
check its last move.
"""

import re
from collections.abc import Callable
from typing import Any

Event = dict[str, Any]
_TILE = r"\d+-\d+"
_TRICK = re.compile(rf"(\w+) leads ({_TILE}(?: {_TILE})+)")
_AUCTION = re.compile(r"(\w+) takes it with (\d+) in (\w+)")

TRICK_MOVES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], int], Event]], ...] = (
    (re.compile(r"(\w+) bids pass"), lambda m, _: {"by": m[1], "bid": "pass"}),
    (re.compile(r"(\w+) bids (-?\d+)"), lambda m, _: {"by": m[1], "bid": int(m[2])}),
    (re.compile(r"(\w+) names (-?\d+) trumps"), lambda m, _: {"by": m[1], "trump": int(m[2])}),
    (re.compile(r"(\w+) names doubles"), lambda m, _: {"by": m[1], "trump": "doubles"}),
    (re.compile(r"(\w+) names no trump"), lambda m, _: {"by": m[1], "trump": "none"}),
    (
        re.compile(rf"(\w+) claims the rest with ({_TILE}(?: {_TILE})*)"),
        lambda m, _: {"by": m[1], "rest": m[2].split()},
    ),
    (re.compile(r"(\w+) concedes"), lambda m, _: {"by": m[1], "concede": True}),
)


def several_moves(said: str, players: list[str], round_number: int) -> list[Event]:
    """The events of a line that stands for several moves; empty for a single move."""
    found = _TRICK.fullmatch(said)
    if found:
        first = players.index(found[1])
        return [
            {"by": players[(first + place) % len(players)], "play": each}
            for place, each in enumerate(found[2].split())
        ]
    found = _AUCTION.fullmatch(said)
    if found:
        first = players.index(found[1])
        passes = [{"by": players[(first + n) % len(players)], "bid": "pass"} for n in range(1, len(players))]
        trump = int(found[3]) if found[3].isdigit() else found[3]
        return [
            {"round": round_number, "opener": found[1]},
            {"by": found[1], "bid": int(found[2])},
            *passes,
            {"by": found[1], "trump": trump},
        ]
    return []
