"""Copies htmx into our static files when the program is built or installed.

A hatchling build hook: it copies the file from the django-htmx package, which is a build requirement, and
accepts it only with the pinned hash. So this repository contains no third-party code, and nothing is loaded
from another host while the program runs.
"""

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "django_htmx"
PINNED = {
    "htmx.min.js": (
        "static/django_htmx/htmx-2.min.js",  # htmx 2.0.10
        "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de",
    ),
}


class AssetsHook(BuildHookInterface):  # type: ignore[misc,type-arg,unused-ignore]
    """Fills static/vendor and adds its files to the build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Copy every pinned file that is missing or differs. Raises RuntimeError if a source has another hash."""
        vendor = Path(self.root, "static", "vendor")
        vendor.mkdir(parents=True, exist_ok=True)
        for name, (source, sha256) in PINNED.items():
            target = vendor / name
            if not target.exists() or _sha256(target.read_bytes()) != sha256:
                data = files(PACKAGE).joinpath(source).read_bytes()
                if _sha256(data) != sha256:
                    raise RuntimeError(f"{source} of {PACKAGE} does not match its pinned hash")
                target.write_bytes(data)
        build_data["artifacts"].append("/static/vendor/*.js")  # git ignores these, so hatchling would too


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
