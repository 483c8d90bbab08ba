"""What the rulebook's pages show: plain words, with nothing left for a template to decide."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.rules.order import Case


@dataclass(frozen=True, kw_only=True)
class RuleLine:
    """One rule; `anchor` is what a citation points to, `mark` how it stands where it is not simply printed.

    `why` is the reason where the sheet is silent, `printed` what the sheet has where the house plays otherwise,
    `others` what a table may choose instead.
    """

    anchor: str
    title: str
    cases: tuple[Case, ...]
    source: str
    mark: str = ""
    why: str = ""
    printed: tuple[Case, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RuleChapter:
    """The rules of one moment of the game."""

    title: str
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, kw_only=True)
class RulebookPage:
    """A variant's rules in order of play; `besides` leads to others of its family, side by side with it.

    `more` leads to further pages of its rules, each by name and address.
    """

    title: str
    sub: str
    back: str
    chapters: tuple[RuleChapter, ...]
    unclear: tuple[str, ...] = ()
    unprinted: tuple[str, ...] = ()
    besides: tuple[tuple[str, str, str], ...] = ()
    play: str = ""
    more: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class IndexLine:
    """One variant in the list of all."""

    key: str
    href: str
    name: str
    facts: str
    sheet: str
    picked: bool = False


@dataclass(frozen=True, kw_only=True)
class IndexPage:
    """All variants, by family or by sheet, to be read one by one or picked to be compared."""

    by_sheet: bool
    groups: tuple[tuple[str, tuple[IndexLine, ...]], ...]
    by_family_href: str
    by_sheet_href: str
    wrong: str = ""


@dataclass(frozen=True, kw_only=True)
class CompareColumn:
    """One of the variants that are compared."""

    name: str
    sheet: str
    href: str


@dataclass(frozen=True, kw_only=True)
class CompareRow:
    """One question, with the answer of each variant in the order of the columns; () where it does not come up."""

    title: str
    answers: tuple[tuple[Case, ...], ...]


@dataclass(frozen=True, kw_only=True)
class ComparePage:
    """Variants side by side."""

    sub: str
    back: str
    columns: tuple[CompareColumn, ...]
    differ: tuple[CompareRow, ...]
    same: tuple[CompareRow, ...]
