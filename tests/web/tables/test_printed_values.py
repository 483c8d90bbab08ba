"""A house rule that only repeats what the sheet says for this number of players and this set is no change."""

import json
from typing import Any

import pytest

from referee.engine.setup import read_setup, with_rules
from referee.importing import import_record
from tests.web.sitting import play_again

SAME = (
    ("fundex2004.block-draw", 2, {"hand_size": 5}),
    ("fundex2004.block-draw", 2, {"opening": "holder", "opening_double": 6}),
    ("traditional.mexican-train", 4, {"rounds": 13}),
)


def header(variant: str, number: int, options: dict[str, Any]) -> dict[str, Any]:
    players = ["Ana", "Ben", "Cal", "Dan"][:number]
    return {"record": 1, "variant": variant, "players": players, "options": options}


@pytest.mark.parametrize(("variant", "number", "options"), SAME)
def test_an_imported_rule_that_repeats_the_sheet_is_no_change_for_a_rematch(
    reader, app, variant, number, options
):
    changes = len(options) - 1  # the last one repeats the sheet
    record = json.dumps(header(variant, number, options)).encode()
    row, _ = import_record(app.extensions["referee"], record)

    table = reader.open(f"/t/{row.links['owner']}").text
    assert ("house rule" in table) == bool(changes)

    play_again(reader, f"/t/{row.links['owner']}")
    assert ("house rule" in reader.text) == bool(changes)


def test_a_number_that_is_typed_as_printed_is_no_change(reader):
    reader.open("/new?step=4&variant=fundex2004.block-draw&player=Ana&player=Ben&hand_size=5")
    reader.press("Done")

    assert reader.buttons() == ["Play as printed"]


def test_the_table_may_go_back_to_the_printed_number_in_the_middle_of_a_match():
    setup = read_setup(header("fundex2004.block-draw", 2, {"hand_size": 9}))

    assert with_rules(setup, {"hand_size": 5}).options == {}
    assert with_rules(setup, {"hand_size": 5}).hand == 5
