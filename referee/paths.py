"""The paths of the program's own files and of its data."""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
# Templates and static files are next to the package in a checkout, and inside it once installed.
ROOT = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
LANGUAGES = PACKAGE / "translations"
DATABASE = "referee.db"  # the name of the score book in its folder
HTMX = STATIC / "vendor" / "htmx.min.js"


def data_dir() -> Path:
    """The default folder of the database and the secret key.

    REFEREE_DATA if the environment sets it; otherwise `instance` in a checkout; otherwise the user's data
    folder, because an upgrade replaces the program's own folder.
    """
    if named := os.environ.get("REFEREE_DATA"):
        return Path(named)
    if (ROOT / "pyproject.toml").exists():
        return ROOT / "instance"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "referee"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "referee"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "referee"


def missing_files() -> str:
    """If htmx is missing, a sentence with the command that installs it; else "".

    Pages work without it, with full page loads, but do not update by themselves when another phone enters something.
    """
    if HTMX.exists():
        return ""
    return (
        f"{HTMX} is missing, so pages will not update themselves. To fix it: "
        f"python3 -m pip install --editable {ROOT} (with uv: uv sync --reinstall-package referee)"
    )
