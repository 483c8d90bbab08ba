"""`python3 -m tests.positions`: positions in which each value of each switch decides, with the referee's ruling there.

A position is a line of `tests/engine/rules/positions.jsonl`: the variant, the players, the other house rules, the
events, and for each value of the switch its sentence and the ruling on the last event. With `"shows": "places"` it also
has the number of tiles that can go on each open half. To add one, write the line with `"values": [[VALUE], [VALUE]]`
and run the command, which fills in sentences and rulings. Also run it after an intended change, and read the diff.
"""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.engine.answers import answer_json
from referee.engine.games.line.state import LineMatch
from referee.engine.log import open_log
from referee.engine.rules.game import Game
from referee.engine.rules.part import Switch, Value
from referee.engine.setup import read_setup
from referee.engine.sheets import VARIANTS
from tests.folders import TESTS

FILE = TESTS / "engine" / "rules" / "positions.jsonl"
# The parts of an answer that make up the ruling; its sentences are compared separately.
RULING = (
    "verdict", "code", "points", "count", "next", "hands", "boneyard", "scores", "status", "settled", "trick", "missed",
)  # fmt: skip
# Switches that the referee only quotes and does not judge; and values of others that lead to the same ruling.
NOT_JUDGED = {
    "lot_tie": "The table draws lots itself and says who opens.",
    "misplay": "The table decides whether a tile is taken back; the referee only quotes the rule.",
}
ALIKE = {
    ("opening", "lot", "youngest", "agreed"): "The table says who opens, however it found out.",
    (
        "no_double",
        "highest_single",
        "ask",
    ): "The table may deal again before anything is laid; a single stands.",
}
# Questions of the parts that only pages ask, or that only say whether a switch matters: no ruling depends on them.
ASKED_BY_PAGES = frozenset(
    {
        "Doubles.all_are_spinners",
        "Opening.by_double",
        "Opening.by_lot",
        "Opening.deals_again",
        "Opening.winner_leads",
        "Turns.gives_bonus",
        "Turns.one_tile",
    }
)
Position = dict[str, Any]
Ruling = dict[str, Any]


def positions() -> list[Position]:
    """Every position of the file."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def variant_of(position: Position, value: Value) -> str:
    """The variant; if no table can set the switch, there is one for each value."""
    named: str | dict[str, str] = position["variant"]
    return named if isinstance(named, str) else named[str(value)]


def switch_of(position: Position, value: Value) -> Switch:
    """The switch, worded for the variant."""
    return VARIANTS[variant_of(position, value)].worded(position["switch"])


def ruling_in(position: Position, value: Value) -> Ruling:
    """The referee's ruling in the position if the switch has this value, without the sentences."""
    options = dict(position.get("options", {}))
    if isinstance(position["variant"], str):
        options[position["switch"]] = value
    header = {
        "record": 1,
        "variant": variant_of(position, value),
        "players": position["players"],
        "options": options,
    }
    header |= {name: position[name] for name in ("tiles", "teams") if name in position}
    log = open_log(read_setup(header))
    answer = None
    for event in position["said"]:
        answer, log = log.say(event)
    assert answer is not None
    found = answer_json(answer)
    ruling = {name: found[name] for name in RULING if found.get(name) not in (None, {})}
    if answer.ruling.rule is not None:
        ruling["quotes"] = answer.ruling.rule.name
    if position.get("shows") == "places" and isinstance(log.state, LineMatch):
        layout = log.state.current.layout
        ruling["places"] = {
            f"{each.tile}/{each.half}": layout.capacity(each.tile, each.links) - each.links
            if each.tile.is_double
            else 1
            for each in layout.frontier
        }
    if log.state.winner is not None:
        ruling["winner"] = log.state.setup.sides[log.state.winner]
    flags = [each.kind for each in log.state.flags]
    return {**ruling, **({"flags": flags} if flags else {})}


def sentence_of(position: Position, value: Value) -> str:
    """The sentence that a player reads about the value."""
    return str(switch_of(position, value).sentence(value))


@cache
def switch_values() -> dict[str, tuple[Value, ...]]:
    """The values that have a sentence, for every switch that has several values or takes a number."""
    found: dict[str, dict[Value, None]] = {}
    for game in VARIANTS.values():
        for name, switch in _switches(game):
            values = found.setdefault(name, {})
            values.update(dict.fromkeys(switch.sentences))
    return {name: tuple(values) for name, values in found.items() if len(values) != 1 or _has_numbers(name)}


def _switches(game: Game) -> Iterator[tuple[str, Switch]]:
    for part in game.parts():
        yield from part.switches().items()


def _has_numbers(name: str) -> bool:
    return any(
        name == each and switch.template for game in VARIANTS.values() for each, switch in _switches(game)
    )


def filled(position: Position) -> Position:
    """The position with the sentence and the ruling of each value."""
    values = [
        [value, sentence_of(position, value), ruling_in(position, value)] for value, *_ in position["values"]
    ]
    return {**position, "values": values}


def main() -> None:
    """Fill in every position of the file."""
    lines = (json.dumps(filled(each), ensure_ascii=False) + "\n" for each in positions())
    FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
