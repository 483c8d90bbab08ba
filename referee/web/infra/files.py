"""Files that go together are sent together, and those that a form sends stay in memory.

On a slow network one answer more costs as much as 20 kB. A picture of somebody's table is written to no disk.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from flask import Flask, Request, Response
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from referee import paths


@lru_cache(maxsize=200)  # every page names the same few; a request may name any
def files_of(filename: str) -> tuple[Path, ...]:
    """The files behind a name in the static folder, in order: `js/app+live.js` is `js/app.js` and `js/live.js`.

    Raises NotFound where a name leads out of that folder or stands there twice.
    """
    folder, _, name = filename.rpartition("/")
    stem, _, kind = name.rpartition(".")
    stems = stem.split("+")
    found = [safe_join(str(paths.STATIC), folder, f"{each}.{kind}") for each in stems]
    if None in found or len(set(stems)) < len(stems):
        raise NotFound
    return tuple(Path(each) for each in found if each is not None)


# Of each kind that stands there.
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class Application(Flask):
    """Flask that joins static files."""

    def send_static_file(self, filename: str) -> Response:
        """Answer with a static file, or with several as one; 404 unless all of them are there.

        The address says what version it is, so nothing of what Flask sends to tell an old copy from a new one is
        needed: 200 bytes for each file.
        """
        files = files_of(filename)
        if not all(each.is_file() for each in files):
            raise NotFound
        kind = KINDS.get(files[0].suffix, "application/octet-stream")
        return Response(b"".join(each.read_bytes() for each in files), mimetype=kind)


class InMemory(Request):
    """A request whose files are kept in memory; how long they may be is bounded for each form."""

    def _get_file_stream(self, *_told: Any, **_more: Any) -> IO[bytes]:
        return BytesIO()
