"""The fonts of the pages: FiraGO, which comes with the program, and for other scripts what this computer has.

Every font is embedded, with the letters that are used. REFEREE_FONTS may name a folder that is looked into first.
"""

import atexit
import importlib.util
import os
import sys
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pymupdf_fonts
from fontTools.ttLib import TTFont, TTLibError

_PACKAGED = {"": "figo", "B": "figbo"}
_FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts",
    "/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts", "C:/Windows/Fonts",
)  # fmt: skip
# What fonts with many letters are called, the better ones first.
_LIKELY = (
    "notosanscjk", "sourcehansans", "droidsansfallbackfull", "droidsansfallback", "wqy", "pingfang", "hiragino",
    "stheiti", "msyh", "yugoth", "malgun", "applesdgothic", "notosans", "arialunicode", "dejavusans",
    "notocoloremoji", "notoemoji", "seguiemj", "applecoloremoji", "symbola", "freesans", "unifont",
)  # fmt: skip
_CJK_PACKAGE = "noto_cjk_sans_otc"
_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
UNKNOWN = "?"  # for a letter that no font here has; FiraGO has no empty box
_MOST_FILES = 20_000  # of a computer with very many fonts only the first are looked at


@cache
def packaged(style: str) -> Path:
    """The file of FiraGO, plain ("") or bold ("B"); it is there until the program ends."""
    path = _folder() / f"{_PACKAGED[style]}.ttf"
    with tempfile.NamedTemporaryFile(dir=_folder(), delete=False) as fresh:
        fresh.write(pymupdf_fonts.myfont(_PACKAGED[style]))
    Path(fresh.name).replace(path)  # whole at once: another thread may be reading it
    return path


@cache
def _folder() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="referee-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def others_for(texts: Iterable[str]) -> tuple[Path, ...]:
    """Fonts of this computer for letters that FiraGO lacks; a letter that none has is written "?"."""
    missing = {ord(each) for text in texts for each in text if not _is_blank(each)} - _letters(packaged(""))
    return _covering(frozenset(missing))


def unknown_in(texts: Iterable[str], others: Sequence[Path]) -> dict[int, str]:
    """The letters that none of these fonts has, each with the sign that is written in its place."""
    known = _letters(packaged("")).union(*(_letters(path) for path in others))
    found = {ord(each) for text in texts for each in text if not _is_blank(each)} - known
    return dict.fromkeys(found, UNKNOWN)


@cache
def _covering(missing: frozenset[int]) -> tuple[Path, ...]:
    found, left = [], set(missing)
    for path in _candidates() if left else ():
        has = left & _letters(path)
        if has:
            found.append(path)
            left -= has
        if not left:
            break
    return tuple(found)


def has_only(path: Path, letter: str, own: Path) -> bool:
    """Whether a letter has to be taken from this font, because the own one lacks it."""
    return ord(letter) not in _letters(own) and ord(letter) in _letters(path)


def needs_shaping(text: str) -> bool:
    """Whether letters join or run from right to left, so that they have to be set by HarfBuzz."""
    runs_left = any(unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in text)
    return runs_left or "\u200d" in text or any(unicodedata.category(each) in ("Mn", "Mc") for each in text)


def _is_blank(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cf", "Cc", "Zs", "Mn")


@cache
def _letters(path: Path) -> frozenset[int]:
    """The letters of a font; none if it cannot be read or cannot be used on paper."""
    try:
        with TTFont(path, fontNumber=0, lazy=True) as font:
            has_outlines = any(table in font for table in ("glyf", "CFF ", "CBDT", "COLR", "SVG "))
            return frozenset(font.getBestCmap() or ()) if has_outlines else frozenset()
    except (OSError, TTLibError, ValueError, KeyError, AssertionError):
        return frozenset()


@cache
def _candidates() -> tuple[Path, ...]:
    """The fonts of this computer that may have many letters, the better ones first."""
    named = os.environ.get("REFEREE_FONTS")
    own = sorted(_files(Path(named))) if named else []
    package = importlib.util.find_spec(_CJK_PACKAGE)
    places = package.submodule_search_locations if package is not None else None
    own += [path for place in places or () for path in _files(Path(place))]
    here = [each for each in _FOLDERS if (each[1:2] == ":") == (sys.platform == "win32")]
    system = [path for folder in here for path in _files(Path(folder).expanduser())]
    ranked = sorted((rank, path) for path in system if (rank := _rank(path)) is not None)
    return (*own, *(path for _, path in ranked))


def _files(folder: Path) -> Iterator[Path]:
    number = 0
    for where, _, names in os.walk(folder):
        for name in names:
            number += 1
            if number > _MOST_FILES:
                return
            if name.lower().endswith(_SUFFIXES):
                yield Path(where, name)


def _rank(path: Path) -> tuple[int, int] | None:
    """How good a font is for letters that are missing: its family, and plain styles before others."""
    name = path.stem.lower().replace(" ", "").replace("-", "").replace("_", "")
    styles = ("bold", "italic", "oblique", "mono", "condensed", "light", "thin", "black")
    if any(style in name for style in styles):
        return None
    return next(((place, len(name)) for place, start in enumerate(_LIKELY) if name.startswith(start)), None)
