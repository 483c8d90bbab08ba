"""A player's name as a part of an address."""

from urllib.parse import quote, unquote

from werkzeug.routing import UnicodeConverter

_DOTS = (".", "..")  # which browsers take for the folder itself, and the one above


class PlayerName(UnicodeConverter):
    """A name in which slashes and lone dots are escaped once more, so that no browser or server takes them for
    folders."""

    def to_python(self, value: str) -> str:
        """The name that the part of the address stands for."""
        return unquote(value)

    def to_url(self, value: str) -> str:
        """The part of the address that stands for the name."""
        escaped = value.replace("%", "%25").replace("/", "%2F")
        return quote(escaped.replace(".", "%2E") if value in _DOTS else escaped, safe="")
