"""What was chosen on this phone: it lives in the phone's own session."""

from __future__ import annotations

from typing import NamedTuple

from flask import session

KEY = "choices"


class PhoneChoices(NamedTuple):
    """How this phone behaves: `name` is who plays with it, as the scores have it, `language`
    the code of the one its pages are in, "" for the phone's own."""

    vibrate: bool = True
    sound: bool = False
    left: bool = False
    large: bool = False
    coloured: bool = False
    aloud: bool = False
    listens: bool = False
    name: str = ""
    language: str = ""

    @property
    def classes(self) -> str:
        """What the style sheet goes by."""
        return " ".join(each for each in ("left", "large", "coloured") if getattr(self, each))


_USUAL = PhoneChoices()
_USUAL_BY_NAME = _USUAL._asdict()


def choices() -> PhoneChoices:
    """What was chosen on the phone that asks; the usual if nothing was."""
    kept = session.get(KEY)
    if not isinstance(kept, dict):
        return _USUAL
    known = {
        name: kept[name] for name, usual in _USUAL_BY_NAME.items() if type(kept.get(name)) is type(usual)
    }
    return PhoneChoices(**known)


def called(old: str, new: str) -> None:
    """The player of this phone has another name now, if they were called `old`."""
    kept = session.get(KEY)
    if isinstance(kept, dict) and kept.get("name") == old:
        session[KEY] = {**kept, "name": new}
