"""Where Firefox and WebKit are on this machine."""

import os
import shutil
from pathlib import Path

NO_FIREFOX = (
    "There is no Firefox here, so its tests do NOT run. Install it (Debian: apt install firefox-esr)."
)
NO_WEBKIT = "There is no WebKit here, so its tests do NOT run. Install it (Debian: apt install webkit2gtk-driver xvfb)."
MINI_BROWSERS = ("usr/lib/*/webkit2gtk-4.*/MiniBrowser", "usr/libexec/webkit2gtk-4.*/MiniBrowser")


def find_firefox() -> str | None:
    """The path of Firefox: as REFEREE_FIREFOX names it, else on the PATH; else None."""
    return os.environ.get("REFEREE_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


def find_webkit() -> tuple[str, str, str] | None:
    """The paths of WebKit's driver, of the browser it drives, and of the screen they draw on; None if one is missing."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(str(path) for pattern in MINI_BROWSERS for path in Path("/").glob(pattern))
    return (driver, browsers[-1], screen) if driver and screen and browsers else None


# How each browser is found, its Debian packages, and what is said without it.
BROWSERS = (
    (find_firefox, ("firefox-esr",), NO_FIREFOX),
    (find_webkit, ("webkit2gtk-driver", "xvfb"), NO_WEBKIT),
)
