"""The catalogues: which languages there are, and where their words come from.

A language is one file, `referee/translations/<code>.po`, as every translator's tool reads it: put one there and it is
offered.
"""

import io
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from referee import paths
from referee.engine.messages import Translator, locale_in_use

ENGLISH = "en"  # what the templates of all sentences are written in


@cache
def offered() -> dict[str, str]:
    """The languages there are, by code, each by its own name: "Español"."""
    codes = [ENGLISH, *sorted(path.stem for path in paths.LANGUAGES.glob("*.po"))]
    return {code: _own_name(code) for code in codes}


def _own_name(code: str) -> str:
    name = Locale.parse(code).get_display_name(code) or code
    return name[0].upper() + name[1:]


@cache
def translator_of(code: str) -> Translator | None:
    """The translations into a language; None for English, because the sentences are English already."""
    return None if code == ENGLISH else read_translator(paths.LANGUAGES / f"{code}.po")


def language_in_use() -> str:
    """The code of the language that sentences are shown in now."""
    return next((code for code in offered() if translator_of(code) is locale_in_use()), ENGLISH)


def read_translator(path: Path) -> Translator:
    """The translations in one catalogue. A sentence without one is said in English."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return cast(Translator, (Spanish if path.stem == "es" else Translations)(compiled))


class Spanish(Translations):
    """Spanish says "u" for "o" before the sound of an o, and "e" for "y" before that of an i."""

    def gettext(self, message: str) -> str:
        """The message, which fits such words to what comes after them."""
        found = str(super().gettext(message))
        return Fitting(found) if BEFORE.search(found) else found


BEFORE = re.compile(r" ([oy]) \{(\w+)\}")
LIST, AND = "{some} y {last}", re.compile(r" [ye] ")
SOUNDS = {
    "o": ("u", re.compile(r"h?[oó]|8|11\b", re.IGNORECASE)),  # ocho, once
    "y": ("e", re.compile(r"[ií]|h[ií](?![aeéo])", re.IGNORECASE)),  # but "y hielo"
}


class Fitting(str):
    """A template with "o" or "y" before what fills it."""

    __slots__ = ()

    def format_map(self, values: Mapping[str, object]) -> str:  # type: ignore[override]
        """The sentence: "7 u 8", "Ana e Ida", and "Ana y Cal, y Ben y Dan" for a list of pairs."""

        def fitted(found: re.Match[str]) -> str:
            other, sound = SOUNDS[found[1]]
            word = other if sound.match(str(values[found[2]])) else found[1]
            return f" {word} {{{found[2]}}}"

        template = BEFORE.sub(fitted, self)
        if self == LIST and any(AND.search(str(each)) for each in values.values()):
            template = template.replace("{some}", "{some},")
        return template.format_map(values)

    def format(self, **values: object) -> str:  # type: ignore[override]
        """The same."""
        return self.format_map(values)
