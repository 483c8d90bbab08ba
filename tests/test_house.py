"""The architecture: what is pure stays pure, and no layer depends on one above it."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import referee
from referee.engine.games.match import Match, RoundInHand
from referee.engine.rules.game import Game
from referee.engine.seating import Seating
from referee.engine.sheets import VARIANTS
from tests.folders import ROOT, TESTS

PACKAGE = Path(referee.__file__).parent
# Imports that give access to the web, the disk, the clock or randomness.
IMPURE = {
    "asyncio", "click", "datetime", "flask", "flask_htmx", "flask_wtf", "fpdf", "http", "io", "jinja2", "os",
    "pathlib", "PIL", "random", "secrets", "segno", "shutil", "socket", "sqlite3", "sqlite_utils", "subprocess",
    "sys", "tempfile", "threading", "time", "urllib", "uuid", "uvicorn", "werkzeug", "wtforms",
}  # fmt: skip
IMPURE_NAMES = {"open", "print", "input", "exec", "eval", "__import__"}


@cache
def modules() -> dict[str, Path]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        names = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return found


@cache
def read(name: str) -> ast.Module:
    """The syntax tree of a module; parsed by the tests, not at collection."""
    return ast.parse(modules()[name].read_text("utf-8"), str(modules()[name]))


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported anywhere in `tree`, including those for type checking."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in modules() else node.module for name in inner)


def found_in(names: Iterable[str], find: Callable[[ast.Module], Iterable[str]]) -> dict[str, list[str]]:
    """The findings in each of these modules; modules without any are left out."""
    found = {name: [*find(read(name))] for name in names}
    assert len(found) > 100
    return {name: each for name, each in found.items() if each}


def engine() -> list[str]:
    """The modules of the engine."""
    return [name for name in modules() if name.startswith("referee.engine")]


def all_but(*rooms: str) -> list[str]:
    """The modules outside these packages."""
    return [name for name in modules() if not name.startswith(rooms)]


def test_the_engine_knows_no_web_no_disk_no_clock_and_no_chance():
    def impure(tree: ast.Module) -> set[str]:
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        return ({used.split(".")[0] for used in imports(tree)} & IMPURE) | (called & IMPURE_NAMES)

    assert found_in(engine(), impure) == {}


def test_the_engine_imports_nothing_but_itself_and_the_standard_library():
    def foreign(tree: ast.Module) -> set[str]:
        others = {used for used in imports(tree) if used.split(".")[0] not in sys.stdlib_module_names}
        return {used for used in others if not used.startswith("referee.engine")}

    assert found_in(engine(), foreign) == {}


def test_imports_point_one_way():
    """The contracts are in pyproject.toml. import-linter disables the loggers of its process, so it runs in its own."""
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    ended = subprocess.run(
        [sys.executable, "-c", lint], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize("word", ["utils", "helpers", "manager", "misc", "common"])
def test_every_module_has_a_name_that_says_what_is_in_it(word):
    assert [name for name in modules() if word in name] == []


# Names that stand for the same thing in several families of games, or of a rule, its sheet and its page.
SAME_THING = {
    "Laid": "a tile on the table", "Landing": "how a tile will lie", "Lying": "a tile in a drawing",
    "View": "what a drawing shows", "between": "a page", "bidding": "a part of a game", "columns": "a solitaire",
    "ending": "a part of a game", "ending_early": "a part of a game", "entering": "a part of a page",
    "families": "a list of families", "hands": "a part of a game", "laying": "a part of a game", "playing": "a page",
    "poker": "a family", "routes": "a page", "settlement": "a part of a game", "state": "a part of a game",
    "stuck": "a part of a game", "table": "a part of a game", "trains": "a family", "tricks": "a family",
    "views": "a page",
}  # fmt: skip


def test_two_modules_or_public_classes_have_one_name_only_if_they_are_the_same_thing():
    names = Counter(path.stem for path in modules().values() if path.stem != "__init__")
    for name in modules():
        names.update(
            node.name
            for node in read(name).body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        )

    twice = {name for name, number in names.items() if number > 1}
    assert twice == {*SAME_THING}


@cache
def switch_words() -> frozenset[str]:
    """Every string that is a value of a switch."""
    parts = [part for game in VARIANTS.values() for part in game.parts()]
    found = {value for part in parts for switch in part.switches().values() for value in switch.sentences}
    return frozenset(value for value in found if isinstance(value, str))


@cache
def switch_names() -> frozenset[str]:
    """The names of the switches that have strings as values."""
    return frozenset(
        name
        for game in VARIANTS.values()
        for part in game.parts()
        for name, switch in part.switches().items()
        if any(isinstance(value, str) for value in switch.sentences)
    )


def words_in(node: ast.AST) -> set[str]:
    """The switch values in a comparison, alone or in a sequence."""
    return {
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value in switch_words()
    }


def switches_compared(tree: ast.AST) -> Iterator[str]:
    """Each place that reads a switch and compares it with one of its values, by a comparison or `match`."""
    held = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and reads_switch(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        sides: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            sides = [node.subject, *(case.pattern for case in node.cases)]
        is_switch = any(
            reads_switch(each) or (isinstance(each, ast.Name) and each.id in held) for each in sides
        )
        if is_switch and any(words_in(each) for each in sides):
            yield f"line {node.lineno}: {ast.unparse(sides[0])}"  # type: ignore[attr-defined]


def reads_switch(node: ast.AST) -> bool:
    """Whether it is an attribute with the name of a switch, or a call that asks a game for a switch by name."""
    if isinstance(node, ast.Attribute):
        return node.attr in switch_names()
    is_asked = (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "value"
    )
    return (
        is_asked and isinstance(node, ast.Call) and any(isinstance(each, ast.Constant) for each in node.args)
    )


OWNERS = ("referee.engine.rules", "referee.engine.sheets")


def test_a_switch_is_compared_with_its_values_only_in_the_part_that_owns_it():
    assert found_in(all_but(*OWNERS), switches_compared) == {}


@pytest.mark.parametrize(
    "code",
    [
        "if rules.blocked.block_winner == 'fewest_tiles': pass",
        "how = rules.blocked.block_pay\nif how in ('none', 'point'): pass",
        "match rules.drawing.draw:\n    case 'one': pass",
        "if game.value('draw') != 'none': pass",
    ],
)
def test_each_way_to_compare_a_switch_elsewhere_is_found(code):
    assert list(switches_compared(ast.parse(code)))


# The packages that may use a family's own types: in the engine, the reports and the pages.
FAMILIES = {"line": "line", "tricks": "trick", "poker": "poker", "solitaire": "solitaire", "trains": "train"}
ROOMS = tuple(
    room
    for family, words in FAMILIES.items()
    for room in (
        f"referee.engine.games.{family}",
        f"referee.reports.{words}_words",
        f"referee.web.table.{family}",
    )
)


@cache
def family_types() -> frozenset[str]:
    """The names of the types that are specific to a family of games: its rules, setup, match and rounds."""
    found, left = set(), [Game, Seating, Match, RoundInHand]
    while left:
        own = left.pop().__subclasses__()
        found.update(each.__name__ for each in own)
        left += own
    return frozenset(found)


def families_told_apart(tree: ast.AST) -> Iterator[str]:
    """Each place that checks which family something belongs to, by `isinstance`, `match` or its `machine`."""
    for node in ast.walk(tree):
        asked: list[ast.AST] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            asked = node.args[1:]
        elif isinstance(node, ast.MatchClass):
            asked = [node.cls]
        elif isinstance(node, ast.Compare) and ast.unparse(node).split(" == ")[0].endswith(".machine"):
            asked = [ast.Name("machine")]
        names = {each.id for part in asked for each in ast.walk(part) if isinstance(each, ast.Name)}
        if names & {*family_types(), "machine"}:
            yield f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}"


def test_families_of_games_are_told_apart_by_one_dispatch():
    assert found_in(all_but(*ROOMS), families_told_apart) == {}


@pytest.mark.parametrize(
    "code",
    [
        "if isinstance(state, LineMatch): pass",
        "if isinstance(game, Showdown | Patience): pass",
        "match state:\n    case TrickMatch(): pass",
        "if game.machine == 'line': pass",
    ],
)
def test_each_way_to_tell_families_apart_is_found(code):
    assert list(families_told_apart(ast.parse(code)))


def test_where_a_part_of_a_page_is_seen_is_asked_until_it_answers():
    # Playwright answers None if news replaces the part just then: `box_of` asks again.
    asking = [path.name for path in TESTS.rglob("*.py") if ".bounding_box()" in path.read_text("utf-8")]

    assert sorted(asking) == ["test_house.py", "touching.py"]
