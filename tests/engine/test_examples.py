"""The worked examples in `tests/examples`, each of them a test, and what keeps the collection whole."""

from pathlib import Path

import pytest

from tests.example_tables import Example, NotATable, Replay, check, read_examples, read_move
from tests.folders import EXAMPLES

FILES = sorted(EXAMPLES.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_referee_answers_as_each_example_says(path: Path) -> None:
    from referee.engine.answers import replay_text

    told = []
    for example in read_examples(path):
        if wrong := check(example, replay_text):
            told += [f"{example.path}:{example.line}: {example.name} [{example.source}]", *wrong]
    if told:
        pytest.fail("\n".join(told), pytrace=False)


def test_every_variant_has_its_examples() -> None:
    from referee.engine.sheets import VARIANTS

    missing = sorted(set(VARIANTS) - {path.stem for path in FILES})
    assert not missing, f"no examples in tests/examples for {', '.join(missing)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_of_examples_can_be_read_and_names_each_example_once(path: Path) -> None:
    examples = read_examples(path)
    names = [each.name for each in examples]
    assert examples
    assert len(names) == len(set(names)), sorted(each for each in names if names.count(each) > 1)
    for each in examples:
        assert any(row.cells or row.kind == "move" for row in each.rows), each.name


def replay_of_one_move(answer: dict[str, object]) -> Replay:
    """A referee that gives `answer` to everything."""
    return lambda record: [*({**answer} for _ in record.splitlines()[1:]), {"result": {"flags": []}}]


def example_of(folder: Path, table: str) -> Example:
    """The one example of a table."""
    path = folder / "fundex2004.all-fives.txt"
    path.write_text(f"## It is a sentence.  [here]\n{table}", encoding="utf-8")
    return read_examples(path)[0]


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("10      10     Ben", True),
        ("10      Ana 10", True),
        (".       .      Ben", True),
        ("15      10", False),
        ("10      5", False),
        ("10      Ben 10", False),
        ("-", False),
        ("10      10     Ana", False),
        ("refused does-not-match", False),
        ("stands wrong-claim", False),
        ("any", True),
        ("scores: 10 0", True),
        ("scores: Ben 0", True),
        ("scores: 0 10", False),
        ("hands: 6 7  boneyard: 14", True),
        ("boneyard: 13", False),
        ("status: playing", True),
        ("settled: -", True),
        ("settled: out Ana 10", False),
        ("missed: Ben 5", True),
        ("missed: -", False),
        ("trains: Ana 5 (1), mexican 3 (0) open", True),
        ("trains: Ana 5 (1) open, mexican 3 (0) open", False),
        ("trains: Ana 5 (1)", False),
        ("trains: -", False),
        ("doubles: 5-5 on Ana, 9-9 2 of 6", True),
        ("doubles: 9-9 2 of 6, 5-5 on Ana", False),
        ("doubles: -", False),
    ],
)
def test_a_row_of_a_table_is_held_against_the_answer(tmp_path: Path, asked: str, holds: bool) -> None:
    answer: dict[str, object] = {
        "verdict": "stands",
        "code": None,
        "points": {"Ana": 10, "Ben": 0},
        "count": {"ends": [5, 5], "sum": 10},
        "next": "Ben",
        "hands": {"Ana": 6, "Ben": 7},
        "boneyard": 14,
        "scores": {"Ana": 10, "Ben": 0},
        "status": "playing",
        "missed": {"by": "Ben", "points": 5},
        "trains": [
            {"train": "Ana", "end": 5, "tiles": 1, "open": False},
            {"train": "mexican", "end": 3, "tiles": 0, "open": True},
        ],
        "doubles": [{"train": "Ana", "tile": "5-5"}, {"tile": "9-9", "toes": 2, "of": 6}],
    }
    example = example_of(tmp_path, f"players Ana Ben\nmove  count  points  next\n? Ana 5-5  {asked}\n")
    assert (check(example, replay_of_one_move(answer)) == []) is holds


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("blocked", True),
        ("out", False),
        ("blocked Ana", True),
        ("blocked Ana; Ana 27, Ben 12", True),
        ("blocked Ana; Ana 27", False),
        ("blocked Ana 27", False),
        ("blocked Ben; Ana 27, Ben 12", False),
        ("blocked -", False),
        ("-", False),
    ],
)
def test_a_settlement_in_a_table_is_held_against_the_answer(tmp_path: Path, asked: str, holds: bool) -> None:
    settled = {"how": "blocked", "winner": "Ana", "points": {"Ana": 27, "Ben": 12, "Cal": 0}}
    example = example_of(tmp_path, f"players Ana Ben Cal\n? Ana has 3 pips  settled: {asked}\n")
    referee = replay_of_one_move({"verdict": "stands", "code": None, "settled": settled})
    assert (check(example, referee) == []) is holds


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("blocked -; Ana 9, Ben 9", True),
        ("blocked -; Ana 9", False),
        ("blocked -", False),
        ("blocked Ana", False),
    ],
)
def test_a_round_that_nobody_won_may_be_paid(tmp_path: Path, asked: str, holds: bool) -> None:
    settled = {"how": "blocked", "winner": None, "points": {"Ana": 9, "Ben": 9}}
    example = example_of(tmp_path, f"players Ana Ben\n? Ana passes  settled: {asked}\n")
    referee = replay_of_one_move({"verdict": "stands", "code": None, "settled": settled})
    assert (check(example, referee) == []) is holds


def test_a_tile_may_name_its_train() -> None:
    assert read_move("Ana 12-5 to Ben", 1) == {"by": "Ana", "play": "12-5", "train": "Ben"}
    assert read_move("Ana 9-4 on 9-9", 1) == {"by": "Ana", "play": "9-4", "at": "9-9"}


@pytest.mark.parametrize(
    "table",
    [
        "Ana 5-5  10",
        "Ana flies",
        "move  colour",
        "2. round",
        "round  colour: red",
        "players Ana Ben  weather fine",
    ],
)
def test_a_table_that_cannot_be_read_says_where(tmp_path: Path, table: str) -> None:
    with pytest.raises(NotATable, match=r"fundex2004\.all-fives\.txt, line 2: "):
        example_of(tmp_path, f"{table}\n")
