"""Starting from a bare checkout. The installation itself is exercised whenever the tests are started."""

import ast
import inspect
import json
import sys
from pathlib import Path

import pytest

from referee import _bootstrap

EXTRA = "[project.optional-dependencies]\ncamera = ['numpy>=2']\n"


class WentOn(Exception):
    """The program would be running inside .venv now."""


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Path:
    """A checkout with a finished .venv, which this Python seems to be in."""
    venv, python, htmx = tmp_path / ".venv", tmp_path / ".venv" / "python", tmp_path / "htmx.min.js"
    venv.mkdir()
    python.touch()
    htmx.touch()
    (tmp_path / "pyproject.toml").write_text(f"{EXTRA}[dependency-groups]\ndev = ['pytest']\n")
    for name, value in {
        "ROOT": tmp_path,
        "PROJECT": tmp_path / "pyproject.toml",
        "VENV": venv,
        "VENV_PYTHON": python,
        "STAMP": venv / "stamp",
        "HTMX": htmx,
        "LOCKS": tmp_path / ".lock",
    }.items():
        monkeypatch.setattr(_bootstrap, name, value)
    monkeypatch.setattr(sys, "prefix", str(venv))
    (venv / "stamp").write_text(json.dumps({"project": _bootstrap._fingerprint(), "group": ""}))
    return tmp_path


@pytest.fixture
def commands(monkeypatch) -> list[list[str]]:
    """The install commands that would have been run."""
    run: list[list[str]] = []

    def go_on(_module: str) -> None:
        raise WentOn

    monkeypatch.setattr(_bootstrap, "_run", lambda command, _sentence: run.append(command))
    monkeypatch.setattr(_bootstrap, "_has_pip", lambda: True)
    monkeypatch.setattr(_bootstrap, "_go_on", go_on)
    return run


class Ran(list[list[str]]):
    """The commands that were run; a command with the argument `refuses` fails."""

    refuses = ""


@pytest.fixture
def ran(monkeypatch) -> Ran:
    """The commands that would have been run to install the locked releases."""
    run = Ran()

    def _ran(command: list[str], **_more: str) -> bool:
        run.append(command)
        return run.refuses not in command

    monkeypatch.setattr(_bootstrap, "_ran", _ran)
    monkeypatch.setattr(_bootstrap.shutil, "which", lambda _name: None)
    return run


def lock(checkout: Path, *names: str) -> None:
    """Create empty lock files with these names."""
    (checkout / ".lock").mkdir()
    for name in names:
        (checkout / ".lock" / name).touch()


@pytest.mark.usefixtures("checkout")
def test_it_runs_at_once_where_everything_is_there(commands):
    _bootstrap.enter("referee")

    assert commands == []


def test_it_installs_again_after_the_project_file_changed(checkout, commands):
    (checkout / "pyproject.toml").write_text(f"{EXTRA}[dependency-groups]\ndev = ['pytest', 'hypothesis']\n")

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


def test_it_installs_exactly_what_was_tested(checkout, commands, ran):
    lock(checkout, "program.txt", "build.txt")
    (checkout / "htmx.min.js").unlink()

    with pytest.raises(WentOn):
        _bootstrap.enter("referee")

    assert commands == [
        [str(_bootstrap.VENV_PYTHON), "-c", commands[0][-1]]
    ]  # only the check that all can be imported
    packages, builders, program, camera = ran
    assert packages[-5:] == [
        "--quiet",
        "--require-hashes",
        "--no-deps",
        "-r",
        str(checkout / ".lock" / "program.txt"),
    ]
    assert builders[-1] == str(checkout / ".lock" / "build.txt")
    assert "--require-hashes" in builders
    assert {"--no-deps", "--no-build-isolation"} <= set(program)
    assert "numpy>=2" in camera


def test_the_camera_comes_as_a_wheel_as_it_was_tested_and_the_program_starts_without(
    checkout, commands, ran, capsys
):
    lock(checkout, "program.txt", "build.txt", "camera.txt")
    for refuses, tries in (("", 1), ("--only-binary", 2)):
        ran.clear()
        ran.refuses = refuses
        (checkout / "htmx.min.js").unlink(missing_ok=True)
        with pytest.raises(WentOn):
            _bootstrap.enter("referee")
        camera = [each for each in ran if "--only-binary" in each]
        assert len(camera) == tries
        assert camera[0][-3:] == ["--require-hashes", "-r", str(checkout / ".lock" / "camera.txt")]
    assert (
        capsys.readouterr().err.count("numpy is not available here, so no tiles are read from pictures.") == 1
    )


def test_it_takes_other_releases_if_the_tested_ones_are_not_to_be_had(checkout, commands, ran, capsys):
    lock(checkout, "program.txt", "build.txt")
    (checkout / "htmx.min.js").unlink()
    ran.refuses = "--require-hashes"

    with pytest.raises(WentOn):
        _bootstrap.enter("referee")

    assert commands[0][-2:] == ["--editable", str(checkout)]
    assert "Some of the tested packages are not available" in capsys.readouterr().err


def test_it_installs_again_after_a_lock_file_changed(checkout, commands, ran):
    lock(checkout, "program.txt", "build.txt")

    with pytest.raises(WentOn):
        _bootstrap.enter("referee")

    assert ran


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
