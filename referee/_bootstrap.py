"""Starts from a bare checkout with nothing but Python: creates .venv, installs into it, and continues there.

Uses only the standard library, and syntax that an old Python can parse, so that it can say that Python is too old.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "referee-installed.json"
LOCKS = ROOT / ".lock"
HTMX = ROOT / "static" / "vendor" / "htmx.min.js"
OLDEST = (3, 11)
NEEDS = (
    "flask", "flask_htmx", "flask_wtf", "flask_babel", "wtforms", "sqlite_utils", "uvicorn", "segno", "fpdf",
)  # fmt: skip


def enter(module: str, *, group: str = "", needs: tuple[str, ...] = ()) -> None:
    """Return if the packages of the program, and the modules `needs`, can be imported here.

    Otherwise install the program, with the dependency group `group` if one is given, into .venv, and run
    `python -m module` with the same arguments there; then this does not return. If that is not possible,
    exits with a sentence.
    """
    if sys.version_info < OLDEST:
        _stop(f"referee needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.")
    inside = Path(sys.prefix).resolve() == VENV.resolve()
    missing = [name for name in (*NEEDS, *needs) if importlib.util.find_spec(name) is None]
    if not missing and not _is_outdated(group, inside=inside):
        return
    if not PROJECT.exists():
        _stop(f"These packages are missing: {', '.join(missing)}. Install referee again.")
    if inside or not _is_fresh(group):
        _install(group)
        _run(
            [str(VENV_PYTHON), "-c", f"import {', '.join((*NEEDS, *needs))}"],
            f"The packages were installed, but do not work. Remove {VENV} and start again.",
        )
    _go_on(module)


def _is_outdated(group: str, *, inside: bool) -> bool:
    """Whether this Python has all packages but should not be used."""
    if inside:  # a .venv without our stamp is managed by another tool, such as uv
        return STAMP.exists() and not _is_fresh(group)
    return PROJECT.exists() and not HTMX.exists()


def _is_fresh(group: str) -> bool:
    """Whether .venv has what pyproject.toml requires now, including `group`."""
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return False
    enough = stamp.get("project") == _fingerprint() and group in ("", stamp.get("group"))
    return enough and VENV_PYTHON.exists() and HTMX.exists()


def _fingerprint() -> str:
    read = [path.read_bytes() for path in (PROJECT, *sorted(LOCKS.glob("*.txt")))]
    return hashlib.sha256(b"\0".join(read)).hexdigest()


def _install(group: str) -> None:
    """Create .venv if it is missing, and install the program (editable) and the packages of `group` into it.

    Installs the exact releases that were tested, by hash (.lock). If they are not available for this computer,
    installs what pyproject.toml allows.
    """
    print(f"Installing into {VENV} (once, and after pyproject.toml changes) ...", file=sys.stderr, flush=True)
    STAMP.unlink(missing_ok=True)
    if not _has_pip():
        # If the Python that created a venv is gone, nothing in it is usable.
        anew = [] if VENV_PYTHON.exists() else ["--clear"]
        _run(
            [sys.executable, "-m", "venv", *anew, str(VENV)],
            "The folder .venv could not be made. On Debian and Ubuntu: apt install python3-venv",
        )
    if not _install_locked(group):
        print(
            "Some of the tested packages are not available here; installing others.",
            file=sys.stderr,
            flush=True,
        )
        _run(
            [
                *_pip(),
                "--quiet",
                "--editable",
                str(ROOT),
                *(_asked("dependency-groups", group) if group else ()),
            ],
            "The packages could not be installed. The first start needs the internet; later ones do not.",
        )
    if not group:
        _install_camera()
    STAMP.write_text(json.dumps({"project": _fingerprint(), "group": group}), "utf-8")


def _install_locked(group: str) -> bool:
    """Install the releases in .lock, by hash; False if that fails."""
    packages, builders = LOCKS / f"{group or 'program'}.txt", LOCKS / "build.txt"
    if not (packages.exists() and builders.exists()):
        return False
    hashed = ["--quiet", "--require-hashes", "--no-deps", "-r"]
    with tempfile.TemporaryDirectory() as build:
        return (
            any(_ran([*installer, *hashed, str(packages)]) for installer in _installers())
            and _ran([*_pip(), "--target", build, *hashed, str(builders)])
            and _ran(
                [*_pip(), "--quiet", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)],
                PYTHONPATH=build,
            )
        )


def _install_camera() -> None:
    """Install what reading tiles from pictures needs, if there is a wheel for this computer. It is optional."""
    lock = LOCKS / "camera.txt"
    wheel = ["--quiet", "--no-deps", "--only-binary", ":all:"]
    locked = ["--require-hashes", "-r", str(lock)]
    if lock.exists() and any(_ran([*each, *wheel, *locked], quietly=True) for each in _installers()):
        return
    if not _ran([*_pip(), *wheel, *_asked("project", "optional-dependencies", "camera")], quietly=True):
        print("numpy is not available here, so no tiles are read from pictures.", file=sys.stderr, flush=True)


def _asked(*where: str) -> list[str]:
    """The requirements of an extra or a dependency group in pyproject.toml."""
    import tomllib

    found = tomllib.loads(PROJECT.read_text("utf-8"))
    for each in where:
        found = found[each]
    return list(found)


def _installers() -> list[list[str]]:
    """The commands that can install packages: uv if available, because it is faster, then pip."""
    uv = shutil.which("uv")
    return [*([[uv, "pip", "install", "--python", str(VENV_PYTHON)]] if uv else []), _pip()]


def _pip() -> list[str]:
    return [str(VENV_PYTHON), "-m", "pip", "install"]


def _has_pip() -> bool:
    """Whether .venv exists, with a Python that still runs and has pip."""
    if not VENV_PYTHON.exists():
        return False
    found = subprocess.run(  # noqa: S603 - our own interpreter
        [str(VENV_PYTHON), "-c", "import pip"], capture_output=True, check=False
    )
    return found.returncode == 0


def _go_on(module: str) -> NoReturn:
    command = [str(VENV_PYTHON), "-m", module, *sys.argv[1:]]
    if os.name == "nt":  # on Windows, exec would return to the shell before the program has ended
        raise SystemExit(subprocess.run(command, check=False).returncode)  # noqa: S603
    os.execv(command[0], command)  # noqa: S606


def _ran(command: list[str], *, quietly: bool = False, **more: str) -> bool:
    """Run the command; False if it fails. `more` is added to its environment; `quietly` hides its error output."""
    told = subprocess.DEVNULL if quietly else None
    try:
        subprocess.run(  # noqa: S603 - commands are our own
            command, check=True, stdin=subprocess.DEVNULL, stderr=told, env={**os.environ, **more}
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _run(command: list[str], sentence: str) -> None:
    if not _ran(command):
        _stop(sentence)


def _stop(sentence: str) -> NoReturn:
    raise SystemExit(sentence)
