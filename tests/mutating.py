"""`python3 -m tests.mutating [SWITCH ...]`: mutation tests: breaks rules and checks that the positions notice.

For every switch of every part and every two of its values, it swaps their sentences, and it makes the check use one
value instead of the other; the tests do so too. With `checks` as SWITCH, it instead negates each yes-or-no question that
a part answers. A mutation that no position notices survives and is printed, with the reason if `tests.positions` gives
one; the exit status is 1 if one survives without a reason.
"""

import sys
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from itertools import permutations
from typing import Any, cast

from referee.engine.rules.part import Part, Value
from referee.engine.sheets import VARIANTS
from tests.positions import (
    ALIKE,
    ASKED_BY_PAGES,
    NOT_JUDGED,
    Position,
    Ruling,
    positions,
    ruling_in,
    sentence_of,
    switch_of,
    switch_values,
    variant_of,
)

Pinned = tuple[Position, Value, str, Ruling]


def is_same(one: Value, other: Value) -> bool:
    """Whether both are the same value and of the same type: 1 is not true."""
    return type(one) is type(other) and one == other


@contextmanager
def swapped(position: Position, one: Value, other: Value) -> Iterator[None]:
    """Swap the sentences of two values within the block."""
    sentences = cast(MutableMapping[Value, str], switch_of(position, one).sentences)
    before = sentences[one], sentences[other]
    sentences[other], sentences[one] = before
    try:
        yield
    finally:
        sentences[one], sentences[other] = before


def swap_is_noticed(pinned: list[Pinned], one: Value, other: Value) -> bool:
    """Whether a position fails if the sentences of two values are swapped."""
    position = pinned[0][0]
    with swapped(position, one, other):
        return any(sentence_of(each, value) != sentence for each, value, sentence, _ in pinned)


def force_is_noticed(pinned: list[Pinned], one: Value, other: Value) -> bool:
    """Whether a position fails if the check uses `other` at a table that plays by `one`."""
    return any(
        ruling_in(each, other) != ruling
        for each, value, _, ruling in pinned
        if is_same(value, one) and any(is_same(other, kept[0]) for kept in each["values"])
    )


def survivors(name: str) -> Iterator[tuple[str, str]]:
    """Each mutation of the switches of that name that no position notices, with the reason why that is fine, or ""."""
    pinned = [
        (position, value, sentence, ruling)
        for position in positions()
        if position["switch"] == name
        for value, sentence, ruling in position["values"]
    ]
    for kind, one, other in pairs(name):
        here = [each for each in pinned if _is_about(each, kind, one, other)]
        told = f"{kind.__name__}.{name}"
        if not here or not swap_is_noticed(here, one, other):
            yield f"{told}: the sentences of {one!r} and {other!r} swapped", ""
        if not here or not force_is_noticed(here, one, other):
            yield f"{told}: {other!r} checked where the table has {one!r}", reason(name, one, other)


def _is_about(pinned: Pinned, kind: type[Part], one: Value, other: Value) -> bool:
    position, value = pinned[:2]
    part = VARIANTS[variant_of(position, value)].part_of(position["switch"])
    return type(part) is kind and {one, other} <= switch_of(position, value).sentences.keys()


def pairs(name: str) -> list[tuple[type[Part], Value, Value]]:
    """Every two values between which some game has to choose, with the part: families may have a name in common."""
    games = [game for game in VARIANTS.values() if game.has_switch(name)]
    found = ((game, pair) for game in games for pair in permutations(game.worded(name).sentences, 2))
    return [*dict.fromkeys((type(game.part_of(name)), *pair) for game, pair in found)]


def reason(name: str, one: Value, other: Value) -> str:
    """Why two values may rule alike; "" if they may not."""
    groups = (why for (switch, *values), why in ALIKE.items() if switch == name and {one, other} <= {*values})
    return NOT_JUDGED.get(name) or next(groups, "")


def questions() -> Iterator[tuple[type[Part], str, Callable[[Any], bool]]]:
    """Each yes-or-no question that a part answers: its class, name and function."""
    parts = (part for game in VARIANTS.values() for part in game.parts())
    kinds = {kind: part for part in parts for kind in type(part).__mro__}
    for kind, part in sorted(kinds.items(), key=lambda each: each[0].__name__):
        for name, each in vars(kind).items():
            answer = each.fget if isinstance(each, property) else getattr(each, "func", None)
            if answer is not None and isinstance(answer(part), bool):
                yield kind, name, answer


def check_is_noticed(kind: type[Part], name: str, answer: Callable[[Any], bool]) -> bool:
    """Whether a position fails if a part's answer to a question is negated."""
    before = vars(kind)[name]
    setattr(kind, name, property(lambda part: not answer(part)))
    try:
        return any(
            ruling_in(position, value) != ruling
            for position in positions()
            for value, _, ruling in position["values"]
        )
    except Exception:  # noqa: BLE001 - a negated rule may break anything, and that counts as noticed
        return True
    finally:
        setattr(kind, name, before)


def turn_round() -> int:
    """Negate every question, one after another; 1 if one goes unnoticed that the judge asks."""
    asked = list(questions())
    found = [
        f"{kind.__name__}.{name}" for kind, name, answer in asked if not check_is_noticed(kind, name, answer)
    ]
    for each in found:
        why = "(Only pages ask it.)" if each in ASKED_BY_PAGES else "NOTHING NOTICES IT"
        print(f"{each} the other way round: {why}")
    print(f"{len(asked)} questions of the parts, {len(found)} survive.")
    return int(not ASKED_BY_PAGES.issuperset(found))


def main(names: list[str]) -> int:
    """Print the surviving mutations; 1 if one has no reason."""
    if names == ["checks"]:
        return turn_round()
    asked = names or sorted(switch_values())
    found = [each for name in asked for each in survivors(name)]
    tried = sum(2 * len(pairs(name)) for name in asked)
    for change, why in found:
        print(change, f"({why})" if why else "NOTHING NOTICES IT")
    print(f"{tried} changes of {len(asked)} switches, {len(found)} survive.")
    return int(any(not why for _, why in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
