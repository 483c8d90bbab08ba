"""`python3 -m tests.lock`: updates the lock files to the newest releases within the ranges in pyproject.toml.

Each file pins exact releases with their hashes, for every platform, and no index URL. `program.txt` is what the program
needs, `camera.txt` what reading pictures needs, `dev.txt` all that and what the tests need, `build.txt` what building
the package needs.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.folders import ROOT

LOCKS = ROOT / ".lock"
PROJECT = ROOT / "pyproject.toml"


def main() -> int:
    """Write all lock files; returns the exit status of the first command that fails, or 0."""
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    wanted = tomllib.loads(PROJECT.read_text("utf-8"))
    build, camera = wanted["build-system"]["requires"], wanted["project"]["optional-dependencies"]["camera"]
    project = str(PROJECT.relative_to(ROOT))
    LOCKS.mkdir(exist_ok=True)
    dev, program = str(LOCKS / "dev.txt"), str(LOCKS / "program.txt")
    for to, arguments, given in (
        ("dev.txt", [project, "--group", "dev"], ""),
        ("program.txt", [project, "--constraint", dev], ""),
        ("camera.txt", ["-", "--constraint", dev], "\n".join(camera)),
        # django-htmx would bring Django, but only one of its files is used.
        (
            "build.txt",
            ["-", "--no-emit-package=django", "--no-emit-package=asgiref", "--no-emit-package=sqlparse"],
            "\n".join((*build, "editables")),
        ),
    ):
        command = [
            uv,
            "pip",
            "compile",
            *arguments,
            "--quiet",
            "--upgrade",
            "--universal",
            "--generate-hashes",
        ]
        command += [
            "--no-annotate",
            "--no-header",
            "--python-version",
            "3.11",
            "--output-file",
            str(LOCKS / to),
        ]
        done = subprocess.run(command, cwd=ROOT, input=given, text=True, check=False)
        if done.returncode:
            return done.returncode
    print(f"Wrote {dev}, {program}, and camera.txt and build.txt beside them.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
