"""Values that records name after a sheet have a second name that says what they do; both are read."""

import pytest

from referee.engine.rules.part import Value
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES
from tests.switches import switch_slots

SPELLINGS = [
    (name, plain, old)
    for name, (_, switch) in switch_slots().items()
    for plain, old in switch.spellings.items()
]


@pytest.mark.parametrize(("name", "plain", "old"), SPELLINGS, ids=[each[1] for each in SPELLINGS])
def test_a_house_rule_may_be_spelt_either_way_and_is_kept_as_records_write_it(
    name: str, plain: str, old: Value
) -> None:
    for said in (plain, old):
        header = {"record": 1, "variant": "edge.muggins", "players": ["Ana", "Ben"], "options": {name: said}}
        setup = read_setup(header)
        assert setup.variant.value(name) == old
        assert setup.options[name] == old


def test_no_value_is_named_after_a_sheet_without_a_name_that_says_what_it_does() -> None:
    makers = ("fundex", "hasbro", "edge")
    spelt = {old for _, _, old in SPELLINGS}
    named = {
        value
        for _, switch in switch_slots().values()
        for value in switch.sentences
        if isinstance(value, str) and any(maker in value.split("_") for maker in makers)
    }
    assert named
    assert named <= spelt


def test_sheets_spelt_the_plain_way_stand_as_records_write_them() -> None:
    assert LINE_GAMES["fundex2004.all-fives"].value("claims") == "fundex"
    assert LINE_GAMES["hasbro2003.bergen"].value("block_winner") == "bergen_hasbro"
