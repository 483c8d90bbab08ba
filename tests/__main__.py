"""`python3 -m tests [pytest's own arguments]`: every check of the project, from a bare checkout."""

from __future__ import annotations

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

import os  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402

from tests.chromium import NO_CHROMIUM, find_chromium  # noqa: E402
from tests.web.other_browsers.programs import BROWSERS  # noqa: E402

# How each browser is found, its Debian packages, and what is said without it. Some systems have no shell of Chromium.
CHROMIUM = (
    (find_chromium, ("chromium-headless-shell",), NO_CHROMIUM),
    (find_chromium, ("chromium",), NO_CHROMIUM),
)
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
)


def get_browsers() -> None:
    """Install the browsers with apt where that is possible and one is missing; say so loudly where it is not."""
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
    """Run every check, then pytest with `arguments`; the exit status is 0 only if all of them are content."""
    get_browsers()
    failed = []
    for check in (
        *CHECKS,
        ("pytest", "-p", "no:benchmark", "-n", "auto", "--dist", "worksteal", *arguments),
    ):
        print(f"\n$ {' '.join(check)}", flush=True)
        if subprocess.run([sys.executable, "-m", *check], cwd=_bootstrap.ROOT, check=False).returncode:
            failed.append(check[0] + (f" {check[1]}" if check[0] == "ruff" else ""))
    print(f"\nFailed: {', '.join(failed)}." if failed else "\nEvery check is content.", flush=True)
    return 1 if failed else 0


raise SystemExit(main(sys.argv[1:]))
