"""Invisible characters: kept out of names and reasons, and never printed raw on a terminal.

They are the control and format characters of Unicode (categories Cc and Cf): line ends, escapes, zero-width and
bidirectional characters. One of them is added where a name that runs from right to left is shown.
"""

import re
import unicodedata
from functools import cache
from typing import Literal

MOST_ACCENTS = 30  # that one letter keeps, as in Unicode's Stream-Safe Text Format


def is_visible(text: str) -> bool:
    """Whether the text has no invisible characters."""
    return not any(map(_is_unseen, text))


def composed(text: str) -> str:
    """The text with each letter and its accents as one (NFC), as most keyboards write it."""
    return _normal("NFC", text)


def tidy_name(typed: str) -> str:
    """A name as it is kept: composed, with one space between its words. It may still have invisible characters."""
    return composed(" ".join(typed.split()))


def visible(text: str) -> str:
    """The text as it is stored: composed, without invisible characters."""
    return "".join(each for each in composed(text) if not _is_unseen(each))


def name_key(name: str) -> str:
    """A key that is equal for two names that look alike: Unicode forms and capitals make no difference."""
    folded = _normal("NFKC", _normal("NFKC", name).casefold())
    return " ".join(visible(folded).split())


def escaped(text: str) -> str:
    """The text as a terminal may show it: invisible characters are written like \\u202e, line ends stay."""
    return "".join(_escape(each) if _is_unseen(each) and each != "\n" else each for each in text)


# The last letter of a name in Hebrew, Arabic or another script that runs from right to left: what comes after it is a
# figure, a sign between names, or nothing.
_END_OF_NAME = re.compile(
    r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]['\u2019\"]?(?=[^\w]*[0-9]|\s*[,;:·&+=]|\s*$)"
)


# A hyphen that may be a minus: that of a tile or a date touches two numbers, and one after a slash belongs to a link.
LOOSE_HYPHEN = r"(?<![\w/-])-"
# A sign before a number or between two
_MINUS = re.compile(LOOSE_HYPHEN + r"(?=\d)|(?<=\d )-(?= \d)")


def as_read(text: str) -> str:
    """The text as people read it on screen and paper: with a real minus sign, and with a mark after each name that runs
    from right to left; without it, what follows such a name would be shown before it."""
    return _END_OF_NAME.sub("\\g<0>\N{LEFT-TO-RIGHT MARK}", with_minus(text))


def with_minus(text: str) -> str:
    """The text with a real minus sign, which is as wide as a plus and never ends a line, before a negative number."""
    return _MINUS.sub("\N{MINUS SIGN}", text)


def _normal(form: Literal["NFC", "NFKC"], text: str) -> str:
    """The normal form, without the accents beyond MOST_ACCENTS: to sort a million on one letter takes Python half an
    hour, in which nothing else runs."""
    return text if text.isascii() else unicodedata.normalize(form, _too_many_accents().sub(r"\1", text))


@cache
def _too_many_accents() -> re.Pattern[str]:
    """Finds accents, in Unicode's words characters that do not begin a letter, beyond the first MOST_ACCENTS."""
    letters = (chr(each) for each in range(0x300, 0x20000) if not 0xD800 <= each <= 0xDFFF)
    accents = "".join(
        each for each in letters if unicodedata.combining(unicodedata.normalize("NFD", each)[0])
    )
    return re.compile(f"([{accents}]{{{MOST_ACCENTS}}})[{accents}]+")


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cf")


def _escape(letter: str) -> str:
    """The character as JSON escapes it, so that an escaped line of JSON keeps its meaning."""
    units = letter.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
