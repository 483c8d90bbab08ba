"""The solitaires by chance, and against the same games worked out another way."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.answers import answer_json, replay_text
from referee.engine.games.match import Status
from referee.engine.games.solitaire.columns import SEVEN
from referee.engine.games.solitaire.counting_row import Leaving, after_leaving, next_to_leave
from referee.engine.games.solitaire.knock_out import fewest_left
from referee.engine.log import Log, open_log
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES, VARIANTS
from referee.engine.tiles import Face, Tile, read_face, tile_set

OTHERS = sorted(set(VARIANTS) - set(LINE_GAMES))
ALONE = [key for key in OTHERS if VARIANTS[key].players == (1, 1)]


def faces(chance: random.Random, number: int = 28) -> tuple[Face, ...]:
    """Tiles of a double-six set by chance, each either way round."""
    tiles = chance.sample(tile_set(6).tiles, number)
    return tuple(Face(*chance.choice([(each.high, each.low), (each.low, each.high)])) for each in tiles)


def row(text: str) -> list[Tile]:
    """The tiles of a row."""
    return [face.tile for each in text.split() if (face := read_face(each)) is not None]


def table(key: str, **options: Any) -> Log:
    """A solitaire after its round was said."""
    header = {"record": 1, "variant": key, "players": ["Ana"], "options": options}
    return open_log(read_setup(header)).say({"round": 1})[1]


def must(log: Log, **event: Any) -> Log:
    """The log after an event that has to stand."""
    answer, log = log.say(event)
    assert answer.ruling.verdict == "stands", (event, answer.ruling.says)
    return log


# Elimination and Bingo


def walk(tiles: list[Tile], last_number: int) -> Iterator[Leaving]:
    """Every tile of a row that leaves, in order."""
    leaving = next_to_leave(tiles, 0, 0, last_number)
    while leaving is not None:
        yield leaving
        leaving = after_leaving(leaving, last_number)


def passes_of(tiles: list[Tile], last_number: int) -> tuple[list[tuple[Tile, int]], list[Tile]]:
    """The game as the sheet tells it, pass by pass: what leaves at which number, and what stays for ever."""
    number, empty, gone = 0, 0, []
    while tiles and empty <= last_number:
        kept = []
        for each in tiles:
            if each.pips == number:
                gone.append((each, number))
            else:
                kept.append(each)
            number = (number + 1) % (last_number + 1)
        empty = empty + 1 if len(kept) == len(tiles) else 0
        tiles = kept
    return gone, tiles


def test_a_lone_tile_is_counted_until_its_number_comes() -> None:
    left = list(walk(row("0-0 1-2 0-2 0-5"), 12))
    assert [(str(each.tile), each.number, each.place) for each in left] == [
        ("0-0", 0, 1),
        ("2-0", 2, 3),
        ("5-0", 5, 2),
        ("2-1", 3, 1),
    ]


@pytest.mark.parametrize(("highest", "last_number"), [(6, 12), (9, 18), (9, 12)])
def test_the_walk_is_the_game_pass_by_pass(highest: int, last_number: int) -> None:
    tiles = list(tile_set(highest).tiles)
    chance = random.Random(highest + last_number)
    for _ in range(60):
        chance.shuffle(tiles)
        gone, _ = passes_of(tiles, last_number)
        assert [(each.tile, each.number) for each in walk(tiles, last_number)] == gone


def test_two_rows_of_three_are_cleared_and_the_rest_stop_at_thirteen_or_twenty_six() -> None:
    chance = random.Random(64)
    tiles = list(tile_set(6).tiles)
    left: Counter[int] = Counter()
    for _ in range(1500):
        chance.shuffle(tiles)
        left[28 - sum(1 for _ in walk(tiles, 12))] += 1
    assert set(left) == {0, 13, 26}
    assert 0.60 < left[0] / 1500 < 0.68


def test_twelve_of_the_fifty_five_can_never_leave() -> None:
    tiles = list(tile_set(9).tiles)
    heavy = {each for each in tiles if each.pips > 12}
    assert len(heavy) == 12
    random.Random(1).shuffle(tiles)
    assert not heavy & {each.tile for each in walk(tiles, 12)}


# Knock-out


def knocks(line: tuple[Face, ...], *, runs: bool) -> Iterator[tuple[tuple[Face, ...], tuple[Face, ...]]]:
    """Every knock that a line allows, and the line after it."""
    for start in range(len(line)):
        end = start + 1
        while end < len(line) and line[end - 1].second == line[end].first:
            end += 1
            if runs or end == start + 2:
                yield line[start:end], line[:start] + line[end:]


def best_by_trying(line: tuple[Face, ...], known: dict[tuple[Face, ...], int], *, runs: bool) -> int:
    """The fewest tiles left, found by trying every order of knocks."""
    if line not in known:
        further = [best_by_trying(after, known, runs=runs) for _, after in knocks(line, runs=runs)]
        known[line] = min(further, default=len(line))
    return known[line]


@pytest.mark.parametrize("runs", [False, True])
def test_the_best_of_a_line_is_what_trying_everything_finds(runs: bool) -> None:
    chance = random.Random(12)
    better = 0
    for number in (*range(1, 13), *[28] * 40):
        for _ in range(4):
            line = faces(chance, number)
            found = fewest_left(line, runs=runs)
            assert found == best_by_trying(line, {}, runs=runs)
            better += found < number
    assert better > 100


def test_the_best_is_found_where_everything_touches_everything() -> None:
    line = tuple(Face(1, 1) for _ in range(28))
    assert fewest_left(line, runs=False) == fewest_left(line, runs=True) == 0
    assert fewest_left(line[1:], runs=False) == 1
    assert fewest_left(line[1:], runs=True) == 0


def test_five_in_a_line_may_be_brought_to_one() -> None:
    line = tuple(
        face for each in ("1-2", "2-5", "5-5", "5-0", "3-0") if (face := read_face(each)) is not None
    )
    assert fewest_left(line, runs=False) == 1


@pytest.mark.parametrize("key", ["fundex2004.knock-out", "fundex2008.knock-out"])
def test_any_way_of_knocking_leaves_an_even_number_and_never_less_than_the_best(key: str) -> None:
    chance = random.Random(28)
    for _ in range(25):
        line = faces(chance)
        log = must(table(key), deal=[str(each) for each in line])
        while log.state.status is Status.PLAYING:
            pair, line = chance.choice(list(knocks(line, runs=False)))
            log = must(log, knock=[str(each) for each in pair])
        assert not list(knocks(line, runs=False))
        assert len(line) % 2 == 0
        assert log.state.hands_held == (len(line),)
        assert len(line) >= fewest_left(log.state.round.line, runs=False)
        assert log.state.scores == ((len(line),) if key.startswith("fundex2004") else (0,))


# Domino solitaire


def test_a_tile_that_is_to_go_under_itself_is_refused_in_a_sentence_that_says_so() -> None:
    log = must(table("fundex2004.solitaire"), deal=["3-5", "5-2", "0-0", "1-1", "4-4", "6-6", "6-4"])
    answer, _ = log.say({"move": "5-2", "onto": "5-2"})
    assert (answer.ruling.code, answer.ruling.says) == ("bad-move", "5-2 cannot go under itself.")


def test_the_columns_left_when_every_tile_is_seen_are_counted_to_the_last_one() -> None:
    """All 28 tiles can hang in one column: each begins with the half with which the one above it ends."""
    chain = [
        *(f"{half}-{half} {half}-{(half + 1) % 7}" for half in range(7)),
        *(f"{2 * step % 7}-{2 * (step + 1) % 7}" for step in range(7)),
        *(f"{3 * step % 7}-{3 * (step + 1) % 7}" for step in range(7)),
    ]
    first, *others = " ".join(chain).split()
    log = must(table("fundex2004.solitaire"), deal=[*others[:6], first])
    lies_in = {tile: number for number, tile in enumerate(others[:6], 1)}
    face_down = iter(others[6:])
    for above, tile in pairwise([first, *others]):
        if tile == others[-1]:
            assert str(log.state.rounds[-1].steps[0]) == "Every tile lies face up, in 2 columns."
        log = must(log, move=tile, onto=above)
        column = lies_in[tile]
        if log.state.round.columns[column - 1].may_turn:
            turned = next(face_down)
            lies_in[turned] = column
            log = must(log, turn=turned, column=column)
    assert str(log.state.rounds[-1].steps[0]) == "Every tile is in one column."


def test_columns_are_played_by_chance_and_every_tile_is_in_one_of_them() -> None:
    chance = random.Random(7)
    ends: Counter[str] = Counter()
    for _ in range(40):
        tiles = list(faces(chance))
        log = must(table("fundex2004.solitaire"), deal=[str(tiles.pop()) for _ in range(SEVEN)])
        for _ in range(90):
            current = log.state.round
            seen = [each.tile for column in current.columns for each in column.seen]
            assert len(seen) == len(set(seen)) == 28 - len(tiles)
            assert sum(column.down for column in current.columns) == len(tiles)
            if log.state.status is not Status.PLAYING:
                break
            down = [number for number, column in enumerate(current.columns, 1) if column.may_turn]
            if down:
                log = must(log, turn=str(tiles.pop()), column=down[0])
                continue
            log = _some_move(log, chance)
        ends[log.state.rounds[-1].how if log.state.rounds else "going on"] += 1
    assert ends["out"]
    assert ends["blocked"]


def _some_move(log: Log, chance: random.Random) -> Log:
    """A move by chance, one that frees a tile if there is one; those that cannot be are refused."""
    current = log.state.round
    lowest = [column.seen[-1] for column in current.columns if column.seen]
    freeing, others = [], []
    for column in current.columns:
        for place, top in enumerate(column.seen):
            onto = [str(each) for each in lowest if each.second == top.first and each not in column.seen]
            onto += ["column"] if current.in_use < SEVEN else []
            (freeing if column.down and not place else others).extend((str(top), each) for each in onto)
    assert freeing or others, "the game goes on, and nothing can be moved"
    tile, onto = chance.choice(freeing or others)
    if current.in_use == SEVEN:
        assert log.say({"move": tile, "onto": "column"})[0].ruling.code == "bad-move"
    assert log.say({"move": tile, "onto": tile})[0].ruling.code == "bad-move"
    return must(log, move=tile, onto=onto)


# Draw five


@pytest.mark.parametrize("goal", ["empty_hand", "whole_set"])
def test_a_hand_is_played_out_by_chance(goal: str) -> None:
    chance = random.Random(5)
    ends: Counter[str] = Counter()
    for _ in range(80):
        tiles = [str(each) for each in chance.sample(tile_set(6).tiles, 28)]
        hand, boneyard = tiles[:5], tiles[5:]
        log = must(table("fundex2008.solitaire", goal=goal), deal=hand)
        while log.state.status is Status.PLAYING:
            places = [f"{each.tile}/{each.half}" for each in log.state.round.layout.places()]
            said = [{"play": each, "at": at} for each in hand for at in places] or [
                {"play": each} for each in hand
            ]
            able = [event for event in said if log.say(event)[0].ruling.verdict == "stands"]
            if able:
                event = chance.choice(able)
                hand.remove(str(event["play"]))
                log = must(log, **event)
            else:
                hand.append(boneyard.pop())
                log = must(log, draw=[hand[-1]])
            assert log.state.hands_held == (len(hand),)
            assert log.state.sleeping == len(boneyard)
        ends[log.state.rounds[-1].how] += 1
        assert (log.state.rounds[-1].how == "out") == (not hand)
    assert ends["blocked"]
    assert ends["out"] or goal == "whole_set"


# All of them


@pytest.mark.parametrize(
    ("variant", "header"),
    [
        ("fundex2004.elimination", {"players": ["Ana", "Ben"]}),
        ("fundex2004.elimination", {"options": {"bingo": "d9_0_18"}}),
        ("fundex2004.elimination", {"options": {"count": "printed"}}),
        ("fundex2004.elimination", {"options": {"target": 100}}),
        ("fundex2004.elimination", {"teams": [["Ana"]]}),
        ("hasbro2003.bingo", {"options": {"bingo": "d9_0_12"}}),
        ("hasbro2003.bingo", {"options": {"bingo": "d9_0_18"}, "tiles": 6}),
        ("fundex2008.knock-out", {"options": {"rest": "scores"}}),
        ("fundex2004.knock-out", {"options": {"knock": True}}),
        ("fundex2004.solitaire", {"players": []}),
        ("fundex2008.solitaire", {"tiles": 7}),
        ("fundex2008.solitaire", {"options": {"move_unit": "tail"}}),
        ("hasbro2003.poker", {"players": ["Ana", "Ben", "Cal"]}),
        ("hasbro2003.poker", {"players": ["Ana", "Ben", "Cal", "Dan", "Eli"]}),
        ("hasbro2003.poker", {"players": ["Ana", "Ben", "Cal", "Dan"], "options": {"stakes": "yes"}}),
        ("hasbro2003.poker", {"players": ["Ana", "Ben", "Cal", "Dan"], "options": {"stakes": 1}}),
    ],
    ids=json.dumps,
)
def test_a_table_that_cannot_be_played_is_refused_with_a_sentence(
    variant: str, header: dict[str, Any]
) -> None:
    with pytest.raises(HeaderError) as refused:
        read_setup({"record": 1, "variant": variant, "players": ["Ana"], **header})
    assert str(refused.value).endswith(".")


TILE = st.one_of(
    st.sampled_from([str(each) for each in tile_set(6).tiles]), st.text(max_size=4), st.integers()
)
VALUE = st.one_of(TILE, st.booleans(), st.none(), st.lists(TILE, max_size=6), st.integers(-3, 30))
VERBS = ["deal", "remove", "knock", "move", "turn", "play", "draw", "pass", "hand", "pips", "round", "void"]
VERBS += [
    "ante",
    "bet",
    "call",
    "raise",
    "check",
    "fold",
    "adjust",
    "retract",
    "amend",
    "claim",
    "flip",
    "bid",
]
EVENT = st.builds(
    lambda verb, value, by, more: {verb: value, **({"by": by} if by else {}), **more},
    st.sampled_from(VERBS),
    VALUE,
    st.sampled_from(["", "Ana", "Dan", "Eve"]),
    st.dictionaries(st.sampled_from(["onto", "column", "at", "stood", "with", "opener"]), VALUE, max_size=1),
)


@settings(max_examples=150, deadline=None)
@given(key=st.sampled_from(OTHERS), number=st.integers(0, 30), events=st.lists(EVENT, max_size=12))
def test_nothing_that_can_be_said_makes_the_judge_fall_over(
    key: str, number: int, events: list[dict[str, Any]]
) -> None:
    header, *known = _playthrough(key)
    log = open_log(read_setup(header))
    for event in known[:number]:
        _, log = log.say(event)
    for event in events:
        before = log.state
        answer, log = log.say(event)
        assert isinstance(answer_json(answer)["says"], str)
        if answer.ruling.verdict == "refused":
            assert log.state is before or log.state == before


def _playthrough(key: str) -> list[dict[str, Any]]:
    from tests.folders import PLAYTHROUGHS
    from tests.pinning import lines_of

    return lines_of(PLAYTHROUGHS / f"{key}.jsonl")


@pytest.mark.parametrize("key", OTHERS)
def test_undo_is_the_log_without_its_last_and_redo_brings_it_back(key: str) -> None:
    header, *known = _playthrough(key)
    log = open_log(read_setup(header))
    for event in known:
        before = log.state
        _, log = log.say(event)
        _, undone = log.say({"retract": log.said})
        assert undone.state == before
        _, redone = undone.say({"retract": undone.said})
        assert redone.state == log.state


@pytest.mark.parametrize("key", ALONE)
def test_the_player_of_a_solitaire_need_not_be_named(key: str) -> None:
    header, *known = _playthrough(key)
    plain = replay_text("".join(json.dumps(each) + "\n" for each in [header, *known]))
    named = replay_text(
        "".join(json.dumps(each) + "\n" for each in [header, *({**e, "by": "Ana"} for e in known)])
    )
    assert plain == named


@pytest.mark.parametrize("key", OTHERS)
def test_every_rule_of_a_game_is_a_sentence_with_its_source(key: str) -> None:
    for part in VARIANTS[key].parts():
        for name, switch in part.switches().items():
            rule = VARIANTS[key].rule(name)
            assert str(rule.sentence).endswith(".")
            assert rule.source.sheet == VARIANTS[key].sheet.title
            assert (VARIANTS[key].switch(name) is switch) == switch.is_open
