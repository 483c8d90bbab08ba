"""`python3 -m tests [--times N] [pytest's own arguments]`: every check of the project, from a bare checkout."""

from referee import _bootstrap

_bootstrap.enter(
    "tests",
    group="dev",
    needs=(
        "pytest",
        "xdist",
        "hypothesis",
        "playwright",
        "axe_playwright_python",
        "selenium",
        "ruff",
        "mypy",
    ),
)

import argparse  # noqa: E402
import os  # noqa: E402
import secrets  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from typing import Any  # noqa: E402

from tests.chromium import NO_CHROMIUM, find_chromium  # noqa: E402
from tests.web.other_browsers.programs import BROWSERS  # noqa: E402

# For each browser: how to find it, its Debian packages, the message if it is missing. Not all systems have the shell.
CHROMIUM = (
    (find_chromium, ("chromium-headless-shell",), NO_CHROMIUM),
    (find_chromium, ("chromium",), NO_CHROMIUM),
)
STYLE = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
)
# One more than there are processors: while one process waits for a browser or the clock, another works.
PROCESSES = (os.cpu_count() or 1) + 1
PYTEST = ("pytest", "-n", str(PROCESSES), "--dist", "worksteal")

# If no byte code exists yet, every test process would compile all tests; so one process does it first. mypy is single-
# threaded: it runs alongside the tests, and its output is printed after them.
COMPILING = ("pytest", "--collect-only", "-q")


def get_browsers() -> None:
    """Install missing browsers with apt if possible; print a loud warning for each that is still missing."""
    apt = shutil.which("apt-get")
    sudo = [] if not hasattr(os, "geteuid") or os.geteuid() == 0 else ["sudo", "--non-interactive"]
    may_install = apt is not None and (not sudo or shutil.which("sudo") is not None)
    missing = [each for each in (*CHROMIUM, *BROWSERS) if not each[0]()]
    if missing and may_install:
        print("Installing browsers with apt, for the browser tests ...", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["install", "-y", "-qq", "--no-install-recommends"]
        steps = [["update", "-qq"], *([*install, *packages] for find, packages, _ in missing)]
        for find, arguments in zip((None, *(each[0] for each in missing)), steps, strict=True):
            if find is None or not find():
                subprocess.run(
                    [*sudo, str(apt), *arguments], env=quiet, stdin=subprocess.DEVNULL, check=False
                )
    for words in dict.fromkeys(words for find, _, words in missing if not find()):
        print(f"\n{'!' * 100}\n{words}\n{'!' * 100}\n", flush=True)


def main(arguments: list[str]) -> int:
    """Run every check, then pytest with `arguments`; the exit status is 0 only if all of them pass.

    With `--times N` pytest runs N times, each in a different order, until a run fails.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--times", type=int, default=0)
    asked, given = parser.parse_known_args(arguments)
    get_browsers()
    types = _begin("mypy", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with _begin(*COMPILING, *given, stdout=subprocess.DEVNULL):
        failed = [" ".join(check[:2]) for check in STYLE if not _run(*check)]
    if not (_run_again_and_again(asked.times, given) if asked.times else _run(*PYTEST, *given)):
        failed.append("pytest")
    print(f"\n$ mypy\n{types.communicate()[0]}", end="")
    if types.returncode:
        failed.append("mypy")
    print(f"\nFailed: {', '.join(failed)}." if failed else "\nEvery check passed.", flush=True)
    return 1 if failed else 0


def _begin(*command: str, **how: Any) -> subprocess.Popen[str]:
    """Start a Python module in the background."""
    return subprocess.Popen([sys.executable, "-m", *command], cwd=_bootstrap.ROOT, **how)


def _run(*command: str) -> bool:
    """Run a Python module; returns whether it passed."""
    print(f"\n$ {' '.join(command)}", flush=True)
    return not subprocess.run([sys.executable, "-m", *command], cwd=_bootstrap.ROOT, check=False).returncode


def _run_again_and_again(times: int, given: list[str]) -> bool:
    """Run the tests up to `times` times, in a different order each time; False, with the seed printed, if a run fails."""
    for number in range(1, times + 1):
        seed, began = secrets.randbelow(2**32), time.monotonic()
        if not _run(*PYTEST, f"--randomly-seed={seed}", *given):
            print(f"\nRun {number} of {times} was red: --randomly-seed={seed}", flush=True)
            return False
        took = time.monotonic() - began
        print(f"\nRun {number} of {times} was green: --randomly-seed={seed}, {took:.0f} s", flush=True)
    return True


raise SystemExit(main(sys.argv[1:]))
