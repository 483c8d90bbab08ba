"""Logs of a few moves, written as in the example tables."""

from typing import Any

from referee.engine.games.line.state import LineMatch
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from tests.example_tables import read_move

THREE, TWO = ("Ana", "Ben", "Cal"), ("Ana", "Ben")


def table(
    variant: str,
    *moves: str,
    players: tuple[str, ...] = THREE,
    tiles: int | None = None,
    teams: list[list[str]] | None = None,
    **options: Any,
) -> Log:
    """A log of the first round after these moves, all of which must be accepted."""
    header: dict[str, Any] = {
        "record": 1, "variant": variant, "players": list(players), "teams": teams, "options": options
    }  # fmt: skip
    log = open_log(read_setup(header if tiles is None else {**header, "tiles": tiles}))
    return more(log, "round", *moves)


def more(log: Log, *moves: str) -> Log:
    """The log after further moves, all of which must be accepted."""
    for move in moves:
        answer, log = log.say(read_move(move, len(log.state.rounds) + 1))
        assert answer.ruling.verdict != "refused", f"{move}: {answer.ruling.says}"
    return log


def match_of(log: Log) -> LineMatch:
    """The state of the match at the end of the log."""
    assert isinstance(log.state, LineMatch)
    return log.state


def blocked(variant: str, hands: tuple[int, ...], **options: Any) -> Log:
    """A round with three small hands that is blocked after one tile, with these pips left."""
    passes = [f"{name} passes" for name in (*THREE[1:], THREE[0])]
    told = [f"{name} has {pips} pips" for name, pips in zip(THREE, hands, strict=True)]
    return table(variant, "Ana 6-6", *passes, *told, hand_size=3, draw="none", **options)
