"""The quick look at a hand finds nothing if the full look would find something."""

import random

import pytest

from referee.engine.audit.flag_words import reneges
from referee.engine.games import hands
from tests.short_logs import TWO, more, table
from tests.simulating import People, seat_people

SEEDS = 25


class Forgetful(People):
    """People who now and then draw though they can go."""

    def act(self) -> None:
        """As honest people do, but for a needless draw in every fourth turn."""
        current = self.log.state.current
        seat = current.turn
        assert seat is not None
        if self.boneyard and not current.going_on and self.chance.random() < 0.25:
            answer, log = self.log.say({"by": self.name(seat), "draw": 1})
            if answer.ruling.verdict != "refused":
                self.log = log
                self.hands[seat].add(self.boneyard.pop())
                return
        super().act()


@pytest.mark.parametrize(("variant", "players"), [("fundex2004.block-draw", 2), ("fundex2004.all-fives", 3)])
def test_no_hand_that_the_quick_look_leaves_alone_would_raise_a_flag(monkeypatch, variant, players):
    quick, seen = hands._may_be_renege, {True: 0, False: 0}

    def both(match, current, seat, tiles):
        may_be = quick(match, current, seat, tiles)
        seen[may_be] += 1
        if not may_be:
            kept = [each for each in match.flags if (each.kind, each.round) == ("renege", current.number)]
            found = reneges(hands.seen_hands(match), match.setup.players, current.number)
            assert sorted(found, key=lambda flag: flag.event) == kept
        return may_be

    monkeypatch.setattr(hands, "_may_be_renege", both)
    flags = 0
    for seed in range(SEEDS):
        chance = random.Random(seed)
        people = Forgetful(seat_people(variant, players, chance).log, chance)
        people.play_round()
        flags += len(people.log.state.flags)

    assert min(seen.values()) > SEEDS
    assert flags > SEEDS


def test_a_hand_shown_after_the_table_agreed_on_smaller_ones_for_the_next_round_proves_nothing_false():
    moves = ("Ana 5-5", "Ben draws 1", "Ben 5-3", "Ana 5-2 on 5-5", "Ben draws 2", "Ben 3-1", "Ana 6-1")
    log = table("fundex2004.block-draw", *moves, "Ben has 23 pips", players=TWO, hand_size=3)
    _, log = log.say({"ruling": {"hand_size": 1}})
    log = more(log, "Ben shows 5-4 4-4 0-0 6-0")  # Ben drew 5-4 when no five was open
    assert log.state.flags == ()
