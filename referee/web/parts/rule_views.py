"""View models of rules."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.rules.order import Case


class RuleLine(NamedTuple):
    """One rule; `anchor` is what a citation points to, `mark` how it stands if it is not simply printed.

    `why` is the reason where the sheet is silent, `printed` what the sheet has where the house plays otherwise,
    `others` what a table may choose instead. `doubt` is what the sheet leaves open here, `is_silent` if it says nothing.
    """

    anchor: str
    title: str
    cases: tuple[Case, ...]
    source: str
    mark: str = ""
    why: str = ""
    printed: tuple[Case, ...] = ()
    others: tuple[str, ...] = ()
    doubt: str = ""
    is_silent: bool = False


class RuleChapter(NamedTuple):
    """The rules of one moment of the game: the first of them in a few words, and how many the sheet leaves open."""

    title: str
    lines: tuple[RuleLine, ...]
    gist: str = ""
    pills: tuple[str, ...] = ()
