"""Static files that belong together are sent as one response, and uploads stay in memory.

On a slow network one more response costs as much as 20 kB. A picture of somebody's table is never written to disk.
"""

from functools import lru_cache
from io import BytesIO
from os.path import isfile
from pathlib import Path
from typing import IO, Any

from flask import Flask, Request, Response
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from referee import paths


@lru_cache(maxsize=200)  # pages name the same few, but a request may name any
def files_of(filename: str) -> tuple[Path, ...]:
    """The files behind a name in the static folder, in order: `js/app+live.js` is `js/app.js` and `js/live.js`.

    Raises NotFound if a name leads out of that folder or is there twice.
    """
    folder, _, name = filename.rpartition("/")
    stem, _, kind = name.rpartition(".")
    stems = stem.split("+")
    found = [safe_join(str(paths.STATIC), folder, f"{each}.{kind}") for each in stems]
    if None in found or len(set(stems)) < len(stems):
        raise NotFound
    return tuple(Path(each) for each in found if each is not None)


# The content types of the static files, by suffix.
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class Application(Flask):
    """Flask that joins static files."""

    def send_static_file(self, filename: str) -> Response:
        """Send a static file, or several as one; 404 unless all of them exist.

        The URL names the version, so the headers that Flask adds to revalidate a file are not needed: 200 bytes a
        file.
        """
        files = files_of(filename)
        if not all(map(isfile, files)):  # `Path.is_file` raises an OSError for a name that is too long
            raise NotFound
        kind = KINDS.get(files[0].suffix, "application/octet-stream")
        return Response(b"".join(each.read_bytes() for each in files), mimetype=kind)


class InMemory(Request):
    """A request whose uploads are kept in memory; `security.py` limits their size."""

    def _get_file_stream(self, *_told: Any, **_more: Any) -> IO[bytes]:
        return BytesIO()
