"""Undo takes back the last step with all that was entered together with it, and Redo brings it back."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from referee.engine import open_table
from referee.engine.explain.later_moves import mended, taken_back_from
from referee.engine.explain.put_in import put_in
from referee.engine.log import Log, read_log, together
from referee.engine.rulings import Verdict

HEADER = {"record": 1, "variant": "fundex2008.draw", "players": ["Ana", "Ben"], "options": {"hand_size": 5}}
MOVES: tuple[dict[str, Any], ...] = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-1"},
    {"by": "Ana", "play": "1-2", "at": "6-1"},
    {"by": "Ben", "play": "2-3", "at": "1-2"},
)


class Sitting:
    """A table at which events are said, and read again from what was written down."""

    def __init__(self, *moves: Mapping[str, Any]) -> None:
        self.log: Log = open_table(HEADER)
        self.written: list[dict[str, Any]] = []
        for each in moves:
            self.say(each)

    def say(self, *raws: Mapping[str, Any]) -> None:
        """Say these events; several are corrections of one step."""
        said = together(raws)
        answers, self.log = self.log.say_together(said) if len(said) > 1 else self.log.say_next(said)
        assert {each.ruling.verdict for each in answers} == {Verdict.STANDS}, answers[0].ruling.says
        self.written += said

    def put_in(self, number: int, body: Mapping[str, Any]) -> None:
        """Put an event in that nobody entered."""
        found = put_in(self.log, number, [body], lambda each: self.written[each - 1])
        assert found.refused is None
        self.written += [raw for raw, _answer in found.said]
        self.log = found.log

    def take_back(self, numbers: Sequence[int]) -> None:
        """What a tap on Undo or Redo enters."""
        assert numbers
        self.say(*({"retract": each} for each in numbers))

    def undo(self) -> None:
        """Tap Undo."""
        self.take_back(self.log.steps.undo)

    def redo(self) -> None:
        """Tap Redo."""
        self.take_back(self.log.steps.redo)

    @property
    def tiles(self) -> list[str]:
        """The tiles and draws in force, in their order; the same in the log as read again from the record."""
        again = read_log(self.log.start.setup, self.written)
        assert again.state == self.log.state
        assert (again.steps.undo, again.steps.redo) == (self.log.steps.undo, self.log.steps.redo)
        assert [each.event for each in again.entries] == [each.event for each in self.log.entries]
        words = (
            getattr(each.event, "tile", None) or getattr(each.event, "number", "") for each in again.entries
        )
        return [str(each) for each in words][1:]


def test_undo_takes_back_the_last_tile_and_redo_brings_it_back() -> None:
    table = Sitting(*MOVES)
    table.undo()
    table.undo()
    assert table.tiles == ["6-6", "6-1"]
    table.redo()
    table.redo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2"]
    assert table.log.steps.redo == ()


def test_undo_after_a_correction_takes_the_correction_back_and_not_the_last_tile() -> None:
    table = Sitting(*MOVES)
    table.say({"amend": 5, "with": {"by": "Ben", "play": "2-4", "at": "1-2"}})
    assert table.tiles == ["6-6", "6-1", "2-1", "4-2"]
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2"]
    table.redo()
    assert table.tiles == ["6-6", "6-1", "2-1", "4-2"]
    assert table.log.steps.redo == ()


def test_undo_takes_back_all_that_one_correction_changed() -> None:
    table = Sitting(*MOVES)
    found = mended(table.log, 3, {"by": "Ben", "play": "6-5"})
    assert len(found.raws) > 1
    table.say(*found.raws)
    assert table.tiles == ["6-6", "6-5"]  # 2-1 lay on 6-1
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2"]
    table.redo()
    assert table.tiles == ["6-6", "6-5"]


def test_after_the_correction_undo_takes_back_the_tiles_before_it() -> None:
    table = Sitting(*MOVES)
    table.say({"amend": 5, "with": {"by": "Ben", "play": "2-4", "at": "1-2"}})
    table.undo()
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1"]
    table.redo()
    table.redo()
    assert table.tiles == ["6-6", "6-1", "2-1", "4-2"]


def test_a_tile_after_the_correction_is_taken_back_first() -> None:
    table = Sitting(*MOVES)
    table.say({"amend": 5, "with": {"by": "Ben", "play": "2-4", "at": "1-2"}})
    table.say({"by": "Ana", "play": "4-4"})
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "4-2"]
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2"]


def test_redo_brings_back_all_that_was_taken_back_from_one_entry_on() -> None:
    table = Sitting(*MOVES)
    table.say(*taken_back_from(table.log, 3).raws)
    assert table.tiles == ["6-6"]
    table.redo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2"]


def test_undo_after_a_forgotten_draw_was_put_in_leaves_everything_as_it_was() -> None:
    table = Sitting(*MOVES)
    table.put_in(3, {"by": "Ben", "draw": 1})
    assert table.tiles == ["6-6", "1", "6-1", "2-1", "3-2"]
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2"]
    assert [each.number for each in table.log.entries] == [1, 2, 3, 4, 5]
    table.redo()
    assert table.tiles == ["6-6", "1", "6-1", "2-1", "3-2"]
    assert table.log.steps.redo == ()
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2"]


def test_undo_takes_back_whole_what_was_put_in_before_two_hundred_moves_but_a_thousand_are_too_many() -> None:
    table = Sitting(*MOVES, *[{"adjust": {"Ana": 1}, "why": "agreed"}] * 200)
    before = table.log.state
    table.put_in(3, {"by": "Ben", "draw": 1})
    table.undo()
    assert table.log.state == before

    table = Sitting(*MOVES, *[{"adjust": {"Ana": 1}, "why": "agreed"}] * 1000)
    found = put_in(table.log, 3, [{"by": "Ben", "draw": 1}], lambda each: table.written[each - 1])
    assert str(found.refused) == "Too much was entered after it to enter all of it again in one step."
    assert found.log is table.log


def test_a_tile_of_those_entered_again_can_be_taken_back_alone_and_comes_back_alone() -> None:
    table = Sitting(*MOVES)
    table.put_in(3, {"by": "Ben", "draw": 1})
    table.say({"by": "Ana", "play": "3-3"})
    table.undo()
    assert table.tiles == ["6-6", "1", "6-1", "2-1", "3-2"]
    table.say({"retract": table.log.steps.undo[0]})  # from the list: only the last tile
    assert table.tiles == ["6-6", "1", "6-1", "2-1"]
    table.undo()
    assert table.tiles == ["6-6", "1", "6-1", "2-1", "3-2"]
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2"]


def test_undo_brings_back_a_tile_that_was_taken_back_in_the_list() -> None:
    table = Sitting(*MOVES, {"adjust": {"Ana": 5}, "why": "agreed"}, {"by": "Ana", "play": "3-3"})
    table.say({"retract": 6})
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2", "3-3"]
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2", "", "3-3"]
    table.redo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2", "3-3"]
    table.undo()
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2", ""]


def test_undo_goes_back_through_a_correction_and_a_tile_taken_back_before_it() -> None:
    """Ana's 6-4 becomes Ben's, whose 2-3 goes: it could not be Ana's again as long as his 2-3 is gone."""
    table = Sitting(*MOVES, {"by": "Ana", "play": "6-4", "at": "6-6"})
    before = table.log.state
    table.say({"amend": 6, "with": {"by": "Ben", "play": "6-4", "at": "6-6", "stood": True}})
    table.say({"retract": 5})
    after = table.log.state
    assert table.tiles == ["6-6", "6-1", "2-1", "6-4"]
    table.undo()
    assert table.tiles == ["6-6", "6-1", "2-1", "3-2", "6-4"]
    table.undo()
    assert table.log.state == before
    table.redo()
    table.redo()
    assert table.log.state == after
    assert table.log.steps.redo == ()


def test_a_round_of_which_only_the_result_was_entered_is_taken_back_whole() -> None:
    table = Sitting({"round": 1}, {"result": {"out": "Ana", "left": {"Ben": 12}}})
    table.undo()
    assert table.tiles == []
    assert table.log.steps.undo == ()
    table.redo()
    assert len(table.log.entries) == 2
    assert table.log.steps.redo == ()


@pytest.mark.parametrize("number", [0, 1])
def test_there_is_nothing_to_undo_before_the_first_deal(number: int) -> None:
    table = Sitting(*MOVES[:number])
    assert table.log.steps.undo == ((1,) if number else ())
    assert table.log.steps.redo == ()


@pytest.mark.parametrize(
    "correction",
    [{"amend": 3, "with": {"adjust": {"Ben": 5}}}, {"amend": 2, "with": {"by": "Ana", "play": "5-5"}}],
    ids=["the claim", "its tile"],
)
def test_a_correction_that_does_away_with_a_false_claim_can_be_undone(correction):
    """Entry 3 claims 10 points for 6-6, which scores nothing: it stays in the log."""
    log = open_table({**HEADER, "variant": "fundex2004.all-fives", "options": {"claims": "hasbro"}})
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ana", "claim": 10}):
        _, log = log.say(event)
    before = log

    for event in (correction, {"retract": 4}):
        answer, log = log.say(event)
        assert answer.ruling.verdict is Verdict.STANDS, answer.ruling.says

    assert (log.state, list(log.entries)) == (before.state, list(before.entries))
