"""Finds Chromium on this machine."""

import os
import shutil

# The shell is Chromium without windows: it renders the same pages in half the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
NO_CHROMIUM = (
    "There is no Chromium here, so the browser tests do NOT run. Install it "
    "(Debian: apt install chromium) or name one: REFEREE_CHROMIUM=/path/to/chromium"
)


def find_chromium() -> str | None:
    """The path of Chromium or Chrome: REFEREE_CHROMIUM if set, otherwise the first found on the PATH, or None."""
    named = os.environ.get("REFEREE_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)
