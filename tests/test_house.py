"""The house is built one way: what is pure stays pure, and nothing leans on what stands above it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import referee

PACKAGE = Path(referee.__file__).parent
# Each may use only what comes before it.
ORDER = [
    "wording",
    "tiles",
    "layout",
    "drawing",
    "rulings",
    "rules",
    "sheets",
    "reading",
    "moves",
    "events",
    "setup",
    "matching",
    "audit",
    "flagging",
    "play",
    "judge",
    "growing",
    "replay",
    "renaming",
    "asking",
    "whys",
    "side_by_side",
    "elsewhere",
    "left_open",
    "proofs",
    "reconciling",
    "summaries",
    "store",
    "importing",
    "exporting",
    "web",
    "serving",
    "bench",
    "cli",
]
PURE = {*ORDER[: ORDER.index("store")], "sayings_tricks"}
# What would bring in the web, the disk, the clock or chance.
IMPURE = {
    "asyncio", "click", "datetime", "flask", "flask_htmx", "flask_wtf", "fpdf", "http", "io", "jinja2", "os",
    "pathlib", "PIL", "random", "secrets", "segno", "shutil", "socket", "sqlite3", "sqlite_utils", "subprocess",
    "sys", "tempfile", "threading", "time", "urllib", "uuid", "waitress", "werkzeug", "wtforms",
}  # fmt: skip
IMPURE_NAMES = {"open", "print", "input", "exec", "eval", "__import__"}


def part(module: str) -> str:
    """The part of the house that holds `module`: `referee.rules.joins` is in `rules`."""
    return module.split(".")[1] if "." in module else ""


@cache
def modules() -> dict[str, ast.Module]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        names = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(names[:-1] if names[-1] == "__init__" else names)
        found[name] = ast.parse(path.read_text("utf-8"), str(path))
    return found


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported anywhere in `tree`, for types too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in modules() else node.module for name in inner)


def uses() -> dict[str, set[str]]:
    """For each part the other parts of the house that it imports."""
    found: dict[str, set[str]] = {}
    for name, tree in modules().items():
        if part(name):
            used = {part(used) for used in imports(tree) if used.startswith("referee.")}
            found.setdefault(part(name), set()).update(used - {part(name), ""})
    return found


@pytest.mark.parametrize("name", [name for name in modules() if part(name) in PURE])
def test_what_is_pure_knows_no_web_no_disk_no_clock_and_no_chance(name):
    tree = modules()[name]

    assert {used.split(".")[0] for used in imports(tree)} & IMPURE == set()
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & IMPURE_NAMES == set()


def test_what_is_pure_leans_on_nothing_else():
    leaning = {name: used - PURE for name, used in uses().items() if name in PURE and used - PURE}

    assert leaning == {}


def test_imports_point_one_way():
    rank = {name: place for place, name in enumerate(ORDER)}
    backwards = [
        (name, other)
        for name, used in uses().items()
        for other in used
        if name in rank and other in rank and rank[other] > rank[name]
    ]

    assert backwards == []


def test_no_part_of_the_house_leans_on_itself_by_a_detour():
    try:
        TopologicalSorter(uses()).prepare()
    except CycleError as error:
        pytest.fail(f"These import each other in a circle: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("word", ["utils", "helpers", "manager", "misc", "common"])
def test_every_module_has_a_name_that_says_what_is_in_it(word):
    assert [name for name in modules() if word in name] == []
