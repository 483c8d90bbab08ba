"""Who may say what: keepers everything, a seat its own, watchers nothing; decided before the referee is asked."""

from typing import NamedTuple, Self

import pytest

from referee.engine.log import open_log
from referee.engine.setup import read_setup
from referee.web.parts.submit import LOCKED, WATCHES, may_say


class Who(NamedTuple):
    """A phone at a table, as far as it matters what it may say."""

    role: str
    seat: int | None = None
    locked: bool = False
    mine: frozenset[int] = frozenset()

    @property
    def row(self) -> Self:
        """The table's row, which says whether it is locked."""
        return self

    def has_entered(self, number: int) -> bool:
        """Whether it is one of its own entries."""
        return number in self.mine


PLAYERS = ["Ana", "Ben", "Cal"]
ANA, BEN = Who("seat", 0), Who("seat", 1)
OWNER, KEEP, WATCH = Who("owner"), Who("keep"), Who("watch")


def log_of(*events, variant="fundex2004.all-fives", players=PLAYERS):
    log = open_log(read_setup({"record": 1, "variant": variant, "players": players}))
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return log


STARTED = log_of({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"})
OWN = [
    {"by": "Ana", "play": "3-2"},
    {"by": "Ana", "play": "3-2", "at": "6-3", "claim": 5},
    {"by": "Ana", "draw": 1},
    {"by": "Ana", "pass": True},
    {"by": "Ana", "claim": 15},
    {"by": "Ana", "muggins": 15},
    {"by": "Ana", "hand": ["3-2", "1-1"]},
    {"by": "Ana", "pips": 7},
    {"by": "Ana", "flip": "3-2"},
    {"by": "Ana", "bid": 30},
    {"by": "Ana", "trump": 5},
    {"by": "Ana", "ante": 1},
    {"by": "Ana", "raise": 2},
    {"by": "Ana", "fold": True},
]
FOR_THE_TABLE = [
    {"adjust": {"Ana": 5}, "why": "agreed"},
    {"void": True},
    {"amend": 3, "with": {"by": "Ana", "play": "6-4"}},
    {"amend": 2, "with": {"by": "Ana", "play": "6-4"}},
    {"by": "Ana", "play": "3-2", "stood": True},
    {"by": "Ana", "draw": 1, "stood": True},
    {"by": "Ana", "pass": True, "stood": True},
]


@pytest.mark.parametrize("event", [*OWN, {"round": 2}, {"round": 2, "opener": "Ben"}])
def test_a_seat_says_what_its_player_does_and_may_deal(event):
    assert may_say(ANA, event, STARTED) is None


@pytest.mark.parametrize("event", OWN)
def test_a_seat_does_not_act_for_another(event):
    refused = may_say(BEN, event, STARTED)

    assert refused == "This is Ben's seat: only Ana or the scorekeeper can enter what Ana does."


@pytest.mark.parametrize("event", FOR_THE_TABLE)
def test_what_the_table_decides_is_not_for_one_seat(event):
    assert "scorekeeper" in may_say(ANA, event, STARTED)


@pytest.mark.parametrize("event", [*OWN, *FOR_THE_TABLE, {"retract": 2}, {"round": 2}])
def test_who_keeps_score_says_everything_and_a_watcher_nothing(event):
    assert may_say(KEEP, event, STARTED) is None
    assert may_say(OWNER, event, STARTED) is None
    assert may_say(WATCH, event, STARTED) == WATCHES


@pytest.mark.parametrize("event", [*OWN, {"retract": 2}, {"round": 2}])
def test_at_a_locked_table_the_owner_says_everything_and_nobody_else_anything(event):
    assert may_say(KEEP._replace(locked=True), event, STARTED) == LOCKED
    assert may_say(ANA._replace(locked=True), event, STARTED) == LOCKED
    assert may_say(OWNER._replace(locked=True), event, STARTED) is None


@pytest.mark.parametrize("who", [Who("seat", 3), Who("seat"), Who("guest"), Who("")])
def test_a_role_that_nobody_knows_says_nothing(who):
    assert may_say(who, {"by": "Ana", "play": "3-2"}, STARTED) == WATCHES


@pytest.mark.parametrize("event", [{}, {"by": "Ana"}, {"by": "Ana", "play": 5}, {"play": "3-2", "draw": 1}])
def test_what_cannot_be_read_is_left_to_the_referee(event):
    assert may_say(ANA, event, STARTED) is None


@pytest.mark.parametrize("by", ["Ben", "Nobody", 7, None, ["Ana"]])
def test_what_cannot_be_read_is_not_said_for_another_either(by):
    assert "This is Ana's seat" in may_say(ANA, {"by": by, "play": 5}, STARTED)


def test_a_seat_takes_back_its_own_last_entry_while_nothing_came_after_it():
    assert may_say(BEN, {"retract": 3}, STARTED) is None
    assert "only that seat's last entry" in may_say(ANA, {"retract": 3}, STARTED)
    assert "only that seat's last entry" in may_say(ANA, {"retract": 2}, STARTED)
    assert "only that seat's last entry" in may_say(BEN, {"retract": 9}, STARTED)


def test_what_one_seat_took_back_only_that_seat_brings_back():
    undone = log_of({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"}, {"retract": 3})

    assert may_say(BEN, {"retract": 4}, undone) is None
    assert "only that seat's last entry" in may_say(ANA, {"retract": 4}, undone)


def test_a_correction_is_taken_back_and_brought_back_by_the_scorekeeper_alone():
    corrected = {"amend": 3, "with": {"by": "Ben", "play": "6-4"}}
    log = log_of({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"}, corrected)
    _answer, undone = log.say({"retract": 4})

    for number, at in ((4, log), (3, log), (5, undone)):
        assert "only that seat's last entry" in may_say(BEN, {"retract": number}, at)
        assert may_say(KEEP, {"retract": number}, at) is None
    assert may_say(BEN, {"retract": 3}, undone) is None


def test_a_deal_is_taken_back_by_the_seat_that_entered_it():
    dealt = log_of({"round": 1})

    assert may_say(ANA._replace(mine=frozenset({1})), {"retract": 1}, dealt) is None
    assert "only that seat's last entry" in may_say(BEN, {"retract": 1}, dealt)


def test_who_plays_alone_need_not_be_named():
    game = log_of(variant="fundex2004.knock-out", players=["Ana"])

    assert may_say(ANA, {"knock": ["1-2", "2-5"]}, game) is None
    assert may_say(ANA, {"deal": ["1-2", "2-5"]}, game) is None
    assert may_say(BEN, {"deal": ["1-2", "2-5"]}, game) == WATCHES
