"""Letters that nobody sees: kept out of names and reasons, and never printed raw on a terminal.

They are the control letters and the format letters of Unicode (categories Cc and Cf): ends of lines, escapes, letters
without width, letters that turn the order of the line around.
"""

from __future__ import annotations

import unicodedata


def is_visible(text: str) -> bool:
    """Whether every letter of the text can be seen."""
    return not any(map(_is_unseen, text))


def composed(text: str) -> str:
    """The text with each letter and its accents as one (NFC), as most keyboards write it."""
    return unicodedata.normalize("NFC", text)


def visible(text: str) -> str:
    """The text as it is kept: composed, without the letters that nobody sees."""
    return "".join(each for each in composed(text) if not _is_unseen(each))


def name_key(name: str) -> str:
    """The same for two names that look alike: how it is written down makes no difference, nor do capitals."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(visible(folded).split())


def escaped(text: str) -> str:
    """The text as a terminal may show it: what nobody sees is written \\u202e, ends of lines stay."""
    return "".join(_escape(each) if _is_unseen(each) and each != "\n" else each for each in text)


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cf")


def _escape(letter: str) -> str:
    """The letter as JSON writes it, so that an escaped line of JSON says the same."""
    units = letter.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
