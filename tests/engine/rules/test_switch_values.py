"""Each value of each switch decides somewhere: in a position both its sentence and the ruling are asked for.

The positions and how to add one: `tests/positions.py`. `python3 -m tests.mutating checks` also negates the rules.
"""

import re
from itertools import combinations

import pytest

from referee.engine.rules.part import Value
from referee.engine.sheets import VARIANTS
from tests.mutating import survivors
from tests.positions import ALIKE, NOT_JUDGED, positions, ruling_in, sentence_of, switch_values

REASONS = [*NOT_JUDGED.items(), *((switch, why) for (switch, *_), why in ALIKE.items())]
POSITIONS = positions()
SWITCHES = sorted({position["switch"] for position in POSITIONS})


@pytest.mark.parametrize("name", SWITCHES)
def test_a_value_says_what_it_does_and_does_what_it_says(name: str) -> None:
    for position in POSITIONS:
        if position["switch"] == name:
            for value, sentence, ruling in position["values"]:
                told = f"{name}={value}: {position['said'][-1]}"
                assert sentence_of(position, value) == sentence, told
                assert ruling_in(position, value) == ruling, told


@pytest.mark.parametrize("name", sorted(switch_values()))
def test_each_value_of_a_switch_has_a_position_where_another_value_rules_otherwise(name: str) -> None:
    decided: set[Value] = set()
    for position in POSITIONS:
        if position["switch"] == name:
            for one, other in combinations(position["values"], 2):
                if one[2] != other[2]:
                    decided |= {one[0], other[0]}
    missing = [value for value in switch_values()[name] if value not in decided]
    assert (name in NOT_JUDGED) == bool(missing), missing


@pytest.mark.parametrize("name", sorted(switch_values()))
def test_a_position_tells_every_two_values_of_a_switch_apart_or_there_is_a_reason(name: str) -> None:
    found = list(survivors(name))
    assert [change for change, why in found if not why] == []
    reasons = {why for switch, why in REASONS if switch == name}
    assert {why for _, why in found} == reasons


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_number_of_one_is_told_in_the_singular(key: str) -> None:
    switches = [switch for part in VARIANTS[key].parts() for switch in part.switches().values()]
    told = [str(switch.sentence(1)) for switch in switches if switch.template is not None and switch.takes(1)]
    assert [words for words in told if re.search(r"\b1 \w+s\b", words)] == []
