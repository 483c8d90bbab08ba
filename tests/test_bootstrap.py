"""Starting from a bare checkout. The installing itself is done for real whenever these tests are started."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from pathlib import Path

import pytest

from referee import _bootstrap


class WentOn(Exception):
    """The program would be running inside .venv now."""


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Path:
    """A checkout with a finished .venv, and this Python being the one in it."""
    venv, python, htmx = tmp_path / ".venv", tmp_path / ".venv" / "python", tmp_path / "htmx.min.js"
    venv.mkdir()
    python.touch()
    htmx.touch()
    (tmp_path / "pyproject.toml").write_text("[dependency-groups]\ndev = ['pytest']\n")
    for name, value in {
        "ROOT": tmp_path,
        "PROJECT": tmp_path / "pyproject.toml",
        "VENV": venv,
        "VENV_PYTHON": python,
        "STAMP": venv / "stamp",
        "HTMX": htmx,
    }.items():
        monkeypatch.setattr(_bootstrap, name, value)
    monkeypatch.setattr(sys, "prefix", str(venv))
    (venv / "stamp").write_text(json.dumps({"project": _bootstrap._fingerprint(), "group": ""}))
    return tmp_path


@pytest.fixture
def commands(monkeypatch) -> list[list[str]]:
    """What would have been run to install."""
    run: list[list[str]] = []

    def go_on(_module: str) -> None:
        raise WentOn

    monkeypatch.setattr(_bootstrap, "_run", lambda command, _sentence: run.append(command))
    monkeypatch.setattr(_bootstrap, "_has_pip", lambda: True)
    monkeypatch.setattr(_bootstrap, "_go_on", go_on)
    return run


@pytest.mark.usefixtures("checkout")
def test_it_runs_at_once_where_everything_is_there(commands):
    _bootstrap.enter("referee")

    assert commands == []


def test_it_installs_again_after_the_project_file_changed(checkout, commands):
    (checkout / "pyproject.toml").write_text("[dependency-groups]\ndev = ['pytest', 'hypothesis']\n")

    with pytest.raises(WentOn):
        _bootstrap.enter("tests", group="dev")

    (install,) = (command for command in commands if "install" in command)
    assert install[-4:] == ["--editable", str(checkout), "pytest", "hypothesis"]
    assert _bootstrap._is_fresh("dev")


def test_it_installs_again_where_htmx_is_gone(checkout, commands):
    (checkout / "htmx.min.js").unlink()

    with pytest.raises(WentOn):
        _bootstrap.enter("referee")

    assert commands


@pytest.mark.usefixtures("checkout")
def test_the_tests_need_more_than_the_program(commands):
    with pytest.raises(WentOn):
        _bootstrap.enter("tests", group="dev", needs=("surely_not_installed",))

    assert any("pytest" in command for command in commands)


@pytest.mark.usefixtures("checkout")
def test_another_python_goes_on_in_the_finished_venv_without_installing(commands, monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/usr")
    monkeypatch.setattr(_bootstrap, "NEEDS", ("surely_not_installed",))

    with pytest.raises(WentOn):
        _bootstrap.enter("referee")

    assert commands == []


def test_a_python_that_has_all_packages_needs_no_venv(checkout, commands, monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/usr")
    (checkout / ".venv" / "stamp").unlink()

    _bootstrap.enter("referee")

    assert commands == []


def test_an_old_python_is_told_so_in_a_sentence(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))

    with pytest.raises(SystemExit, match=r"referee needs Python 3\.11 or newer"):
        _bootstrap.enter("referee")


def test_an_old_python_can_read_what_tells_it_so():
    package = Path(inspect.getfile(_bootstrap)).parent
    for name in ("__init__.py", "__main__.py", "_bootstrap.py"):
        ast.parse((package / name).read_text("utf-8"), feature_version=(3, 7))


@pytest.mark.usefixtures("checkout")
def test_an_install_that_fails_is_told_in_a_sentence():
    with pytest.raises(SystemExit, match="needs the internet"):
        _bootstrap._run([sys.executable, "-c", "raise SystemExit(3)"], "The first start needs the internet.")
