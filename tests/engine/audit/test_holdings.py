"""Proofs that a pass, a draw or an opening was not honest: never one too many, and never one that could be given.

REFEREE_AUDIT_ROUNDS sets how many honest rounds are played (some hundreds without it).
"""

import os
import random
import re
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from referee.engine.audit.flag_words import reneges
from referee.engine.audit.histories import SeenHand, breaches, lacking
from referee.engine.audit.holdings import Drew, LaidBy, Passed, Witness
from referee.engine.log import Answer
from referee.engine.seating import HeaderError
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import Tile, mask_of, tile, tiles_in
from tests.short_logs import table
from tests.simulating import NAMES, People, seat_people

ROUNDS = int(os.environ.get("REFEREE_AUDIT_ROUNDS", "280"))
KEYS = sorted(LINE_GAMES)

# --- Brute force: every way in which one hand can have been dealt and drawn -------------------------------

SMALL = [tile(high, low) for high in range(4) for low in range(high + 1)]
Happened = LaidBy | Drew | Passed


class Small(NamedTuple):
    """One seat's round with few tiles: what happened, what was dealt, shown at the end, and seen nowhere."""

    dealt: int
    happened: tuple[Happened, ...]
    shown: tuple[Tile, ...]
    unseen: tuple[Tile, ...]

    @property
    def denials(self) -> list[Drew | Passed]:
        return [each for each in self.happened if isinstance(each, Drew | Passed) and each.could_go]

    @property
    def hand(self) -> SeenHand:
        witness = Witness(doubts=(0,))
        for each in self.happened:
            witness = witness.saw(each)
        return SeenHand(witness, 0, self.dealt, self.shown, mask_of(self.unseen))

    def is_possible(self, believed: Sequence[Happened]) -> bool:
        """Whether any deal and any draws at all lead here with these passes and draws honest."""
        own = [each.tile for each in self.happened if isinstance(each, LaidBy)] + list(self.shown)
        pool = frozenset([*own, *self.unseen])
        starts = (frozenset(each) for each in combinations(sorted(pool, key=str), self.dealt))
        return any(self._goes_on(hand, pool - hand, 0, believed) for hand in starts)

    def _goes_on(self, hand: frozenset[Any], rest: frozenset[Any], at: int, believed: Any) -> bool:
        if at == len(self.happened):
            return not self.shown or hand == frozenset(self.shown)
        now = self.happened[at]
        if isinstance(now, LaidBy):
            return now.tile in hand and self._goes_on(hand - {now.tile}, rest, at + 1, believed)
        honest = any(each is now for each in believed)
        if honest and _able(hand, now.could_go):
            return False
        if isinstance(now, Passed):
            return self._goes_on(hand, rest, at + 1, believed)
        return any(
            self._goes_on(hand | taken, rest - taken, at + 1, believed)
            for taken in _draws(rest, now.number, now.could_go if honest else 0)
        )


def _able(hand: frozenset[Any], could_go: int) -> bool:
    return any(isinstance(each, Tile) and each.bit & could_go for each in hand)


def _draws(rest: frozenset[Any], number: int, could_go: int) -> Iterator[frozenset[Any]]:
    """The tiles that may come with one draw, all but one of which may not go."""
    for taken in combinations(sorted(rest, key=str), number):
        if sum(_able(frozenset([each]), could_go) for each in taken) <= 1:
            yield frozenset(taken)


def small_round(chance: random.Random) -> Small:
    """A round of one seat, made by chance and not necessarily honest, though tiles are never laid twice."""
    tiles = chance.sample(SMALL, chance.randint(5, 8))
    dealt = chance.randint(1, 3)
    held, sleeping = tiles[:dealt], tiles[dealt:]
    happened: list[Happened] = []
    for event in range(2, 2 + chance.randint(2, 6)):
        could_go = mask_of(chance.sample(tiles, chance.randint(1, len(tiles) - 1)))
        act = chance.choice(("lay", "lay", "pass", "draw"))
        if act == "lay" and held:
            happened.append(LaidBy(0, event, held.pop(chance.randrange(len(held)))))
        elif act == "draw" and sleeping:
            number = min(len(sleeping), chance.choice((1, 1, 2)))
            held += [sleeping.pop() for _ in range(number)]
            happened.append(Drew(0, event, number, could_go if chance.random() < 0.8 else 0))
        else:
            happened.append(Passed(0, event, could_go))
    if held and chance.random() < 0.5:
        return Small(dealt, tuple(happened), tuple(held), tuple(sleeping))
    out = chance.randint(0, len(sleeping))  # others may have shown some of those that this seat does not hold
    return Small(dealt, tuple(happened), (), (*held, *sleeping[out:]))


@pytest.mark.parametrize("seed", range(24))
def test_the_proof_is_there_exactly_when_no_honest_history_is(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(120):
        case = small_round(chance)
        hand, said = case.hand, case.denials
        assert (lacking([hand], hand.denials) is None) == case.is_possible(said), case
        found = [[each.what for each in breach.denials] for breach in breaches([hand])]
        alone = [each for each in said if not case.is_possible([each])]
        assert [each for each in found if len(each) == 1] == [[each] for each in alone], case
        together = [each for each in found if len(each) > 1]
        for each in together:
            assert not case.is_possible(each), case
            assert all(case.is_possible([one for one in each if one is not spared]) for spared in each), case
        named = [each for group in found for each in group]
        assert len(named) == len(set(map(id, named)))
        assert case.is_possible([each for each in said if each not in named]), case


@pytest.mark.parametrize("seed", range(20))
def test_a_flag_names_a_tile_that_can_be_the_one_and_the_event(seed: int) -> None:
    chance = random.Random(f"told {seed}")
    for _ in range(60):
        case = small_round(chance)
        for flag in reneges([case.hand], ["Ana"], 1):
            could_go = 0
            for each in case.denials:
                could_go |= each.could_go if each.event in (flag.event, *flag.or_at) else 0
            text = str(flag.because)
            assert re.search(rf"move .*\b{flag.event}\b", text)
            assert "{" not in text
            assert text.startswith("Ana ")
            assert text.endswith(".")
            if flag.tile is not None:
                assert flag.tile.bit & could_go, (case, flag)
                assert str(flag.tile) in text
                assert "no draw" not in text or not flag.told_at or f"laid on move {flag.told_at}" in text


# --- Honest rounds: no flag, at no time ----------------------------------------------------------------


class Watched(People):
    """Honest people at whose table every event is looked at for flags."""

    def say(self, **event: Any) -> Answer:
        answer = super().say(**event)
        assert not self.log.state.flags, (self.said, self.log.state.flags)
        return answer


def honest_table(key: str, chance: random.Random) -> Watched | None:
    least, most = LINE_GAMES[key].player_range(LINE_GAMES[key].tiles)
    options: dict[str, Any] = {}
    if chance.random() < 0.3:
        options["reserve"] = chance.randint(0, 3)
    try:
        table = seat_people(
            key,
            chance.randint(least, max(least, min(4, most))),
            chance,
            tiles=_set(key, chance),
            options=options,
        )
    except HeaderError:
        return None
    return Watched(table.log, chance)


def _set(key: str, chance: random.Random) -> int:
    return 9 if chance.random() < 0.1 else LINE_GAMES[key].tiles


def test_honest_rounds_raise_no_flag_at_any_event() -> None:
    played, seed, began = 0, 0, time.monotonic()
    longest = float(os.environ.get("REFEREE_AUDIT_SECONDS", "inf"))
    while played < ROUNDS and time.monotonic() - began < longest:
        seed += 1
        people = honest_table(KEYS[seed % len(KEYS)], random.Random(f"honest {seed}"))
        if people is None:
            continue
        people.play_round()
        if people.log.state.current.layout.laid:
            people.show_everything()
        played += 1
    print(f"{played} honest rounds, no flag")
    assert played >= min(ROUNDS, 100)


# --- Openings ------------------------------------------------------------------------------------------


class WrongOpener(People):
    """People of whom somebody opens though a higher double was dealt."""

    made: list[tuple[int, int, int]]

    def _opening(self, hands: Sequence[set[Tile]]) -> tuple[int, Tile] | None:
        doubles = sorted(
            (each.high, seat, each) for seat, hand in enumerate(hands) for each in hand if each.is_double
        )
        return doubles[-2][1:] if len(doubles) > 1 else None

    def say(self, **event: Any) -> Answer:
        answer = super().say(**event)
        if "draw" in event:
            self.made.append((NAMES.index(event["by"]), answer.number, event["draw"]))
        self.check()
        return answer

    def check(self) -> None:
        """The opening is flagged when a higher double is seen that no draw can have brought, or must be in a hand."""
        state = self.log.state
        flags = [each for each in state.flags if each.kind == "wrong-opening"]
        assert not [each for each in state.flags if each.kind == "renege"]
        if not state.current.layout.laid:
            return
        led = state.current.layout.laid[0].tile
        higher = [tile(n, n) for n in range(led.high + 1, state.setup.tiles.high + 1)]
        certain = any(self.is_certain(seat, higher) for seat in range(len(self.hands)))
        hiding = [each for each in higher if each.bit & state.current.unseen]
        if hiding and not state.current.boneyard and not self.made:
            certain = certain or len(hiding) == 1
        if certain:
            assert len(flags) == 1, self.said
            assert flags[0].event == 2
            assert str(flags[0].tile) in str(flags[0].because)
            assert str(led) in str(flags[0].because)
        elif not self.made:
            assert not flags, (self.said, flags)

    def is_certain(self, seat: int, higher: Sequence[Tile]) -> bool:
        """Whether more of the higher doubles left this hand, at some time, than draws can have brought until then."""
        current = self.log.state.current
        seen = [
            (answer.number, str(event["play"]))
            for answer, event in zip(self.answers, self.said, strict=True)
            if event.get("by") == NAMES[seat] and "play" in event
        ]
        shown = current.shown[seat]
        left = shown.tiles if shown is not None else None
        if left is None and current.unseen.bit_count() == current.hands[seat]:
            left = tuple(tiles_in(current.unseen))
        seen += [(10**6, str(each)) for each in left or ()]
        names = {str(each) for each in higher}
        return any(
            sum(name in names for when, name in seen if when <= until)
            > sum(number for who, when, number in self.made if who == seat and when < until)
            for until, _ in seen
        )


BY_DOUBLES = [
    key
    for key in KEYS
    if LINE_GAMES[key].rows is None
    and LINE_GAMES[key].opening.opening == "highest_double"
    and LINE_GAMES[key].opening.opening_tile == "forced"
]


@pytest.mark.parametrize("key", BY_DOUBLES)
def test_a_wrong_opening_is_flagged_exactly_when_it_is_certain(key: str) -> None:
    flagged = 0
    for seed in range(12):
        chance = random.Random(f"opening {seed}")
        least, most = LINE_GAMES[key].player_range(LINE_GAMES[key].tiles)
        people = WrongOpener(
            seat_people(key, chance.randint(least, max(least, min(4, most))), chance).log, chance
        )
        people.made = []
        people.play_round()
        people.show_everything()
        flagged += bool(people.log.state.flags)
    assert flagged


# --- Told at the table ---------------------------------------------------------------------------------


def flags_after(key: str, players: int, *events: dict[str, Any], **options: Any) -> list[str]:
    """What the flags say after these events, all of which stand; a round is dealt first."""
    people = seat_people(key, players, random.Random(0), options=options)
    people.say(round=1)
    for event in events:
        people.say(**event)
    return [f"{each.kind} {each.event} {each.tile}: {each.because}" for each in people.log.state.flags]


def test_a_tile_laid_after_the_pass_tells_while_the_round_goes_on() -> None:
    told = flags_after(
        "edge.block",
        2,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "pass": True},
        {"by": "Ana", "play": "6-1"},
        {"by": "Ben", "play": "6-4", "at": "6-6"},
        hand_size=4,
    )
    assert told == [
        (
            "renege 3 6-4: Ben passed on move 3 holding 6-4: Ben laid 6-4 on move 5 "
            "and cannot have drawn it in between."
        )
    ]


def test_the_ruling_on_a_tile_says_what_the_tile_proves() -> None:
    log = table("edge.block", "Ana 6-6", "Ben passes", "Ana 6-1", players=("Ana", "Ben"), hand_size=4)

    answer, _ = log.say({"by": "Ben", "play": "6-4", "at": "6-6"})

    assert answer.ruling.says == (
        "Ben lays 6-4 on 6-6. Ben passed on move 3 holding 6-4: Ben laid 6-4 on move 5 "
        "and cannot have drawn it in between."
    )


def test_the_ruling_on_a_tile_says_what_it_proves_once_if_that_ends_the_round() -> None:
    moves = ("Ana 6-6", "Dan passes", "Cal 6-1", "Ben passes", "Ana passes")
    log = table("traditional.partners-femundo", *moves, players=("Ana", "Ben", "Cal", "Dan"))

    answer, _ = log.say({"by": "Dan", "play": "6-5", "at": "6-6"})

    assert answer.ruling.says == (
        "Dan lays 6-5 on 6-6. The round does not count. Ben & Dan lose 80 points: Dan passed on move 3 "
        "holding 6-5: Dan laid 6-5 on move 7 and cannot have drawn it in between."
    )


def test_with_one_draw_and_two_tiles_nobody_says_which_of_them_was_held() -> None:
    told = flags_after(
        "edge.draw",
        2,
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "draw": 1},
        {"by": "Ben", "play": "6-4"},
        {"by": "Ana", "play": "4-1"},
        {"by": "Ben", "play": "6-3", "at": "6-6"},
    )
    because = (
        "Ben drew on move 3 holding 6-4 or 6-3: Ben laid or showed 6-4 and 6-3 later, "
        "and only one of them can have been drawn."
    )
    assert told == [f"renege 3 6-3: {because}"]
