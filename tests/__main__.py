"""`python3 -m tests [pytest's own arguments]`: every check of the project, from a bare checkout."""

from __future__ import annotations

from referee import _bootstrap

_bootstrap.enter(
    "tests",
    group="dev",
    needs=("pytest", "xdist", "hypothesis", "playwright", "axe_playwright_python", "ruff", "mypy"),
)

import os  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402

from tests.chromium import NO_CHROMIUM, find_chromium  # noqa: E402

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
)


def get_chromium() -> None:
    """Install Chromium with apt where that is possible and none is there; say so loudly where it is not."""
    if find_chromium():
        return
    apt = shutil.which("apt-get")
    sudo = [] if not hasattr(os, "geteuid") or os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if apt and (not sudo or shutil.which("sudo")):
        print("Installing Chromium with apt, for the browser tests ...", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["install", "-y", "-qq", "--no-install-recommends"]
        for arguments in (["update", "-qq"], [*install, "chromium-headless-shell"], [*install, "chromium"]):
            if not find_chromium():
                subprocess.run([*sudo, apt, *arguments], env=quiet, stdin=subprocess.DEVNULL, check=False)
    if not find_chromium():
        print(f"\n{'!' * 100}\n{NO_CHROMIUM}\n{'!' * 100}\n", flush=True)


def main(arguments: list[str]) -> int:
    """Run every check, then pytest with `arguments`; the exit status is 0 only if all of them are content."""
    get_chromium()
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
