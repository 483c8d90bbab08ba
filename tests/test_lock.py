"""The lock files: exact releases with hashes, within the ranges of pyproject.toml, and no index URL."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.lock import LOCKS, PROJECT

PROJECT_FILE = tomllib.loads(PROJECT.read_text("utf-8"))
WANTED = {
    "program.txt": PROJECT_FILE["project"]["dependencies"],
    "camera.txt": PROJECT_FILE["project"]["optional-dependencies"]["camera"],
    "dev.txt": PROJECT_FILE["project"]["dependencies"] + PROJECT_FILE["dependency-groups"]["dev"],
    "build.txt": PROJECT_FILE["build-system"]["requires"],
}
PINNED = re.compile(
    r"([\w.-]+)==([^\s;]+)(?: ; [^\\\n]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)"
)


def pinned(name: str) -> dict[str, set[str]]:
    """The releases pinned in a lock file, by package."""
    found: dict[str, set[str]] = {}
    for package, release, _hashes in PINNED.findall(text(name)):
        found.setdefault(canonicalize_name(package), set()).add(release)
    return found


def text(name: str) -> str:
    return (LOCKS / name).read_text("utf-8")


@pytest.mark.parametrize("name", WANTED)
def test_a_lock_file_holds_releases_and_hashes_and_nothing_else(name):
    assert PINNED.sub("", text(name)) == ""


@pytest.mark.parametrize("name", WANTED)
def test_a_lock_file_answers_every_requirement_of_the_project_file(name):
    releases = pinned(name)

    for wanted in map(Requirement, WANTED[name]):
        found = releases.get(canonicalize_name(wanted.name), set())
        assert found, wanted
        assert all(wanted.specifier.contains(each) for each in found), (wanted, found)


def test_the_program_is_tested_with_the_releases_that_it_is_installed_with():
    tested = pinned("dev.txt")

    for name in ("program.txt", "camera.txt"):
        assert {package: tested[package] for package in pinned(name)} == pinned(name)
