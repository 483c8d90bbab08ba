"""View models of the rulebook pages."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from referee.engine.rules.game import Game
from referee.engine.rules.order import Case
from referee.reports.rounds import StepLine
from referee.web.parts.rules import RuleChapter
from referee.web.parts.setup_views import Way
from referee.web.parts.table_views import HandRow


class Drawn(NamedTuple):
    """A drawing of an overview: tiles side by side or a layout, with what it shows in a few words."""

    drawings: tuple[Markup, ...]
    caption: str = ""
    tone: str = ""


class OverviewCard(NamedTuple):
    """One moment of a game: what is drawn, what it comes to, and what a player does, in three sentences at most.

    Without a title it has the usual one of its place: "Set up.", "Your turn.", "End of a round."
    """

    sentences: tuple[str, ...]
    title: str = ""
    drawn: tuple[Drawn, ...] = ()
    figure: str = ""
    more: str = ""
    hands: tuple[HandRow, ...] = ()
    steps: tuple[StepLine, ...] = ()


class Overview(NamedTuple):
    """A game in a minute."""

    aim: str
    facts: str
    cards: tuple[OverviewCard, ...]


class RulebookPage(NamedTuple):
    """A variant in a minute, and its rules in order of play; `besides` leads to others of its family, side by side with
    it, `compare` to its namesakes. `practised` is the key of a game that can be practised without tiles.

    `more` leads to further pages of its rules, each by name and address. `highest` is the highest half drawn.
    """

    title: str
    sub: str
    back: str
    overview: Overview
    highest: int
    chapters: tuple[RuleChapter, ...]
    compare: str = ""
    unclear: tuple[str, ...] = ()
    unprinted: tuple[str, ...] = ()
    besides: tuple[tuple[str, str, str], ...] = ()
    play: str = ""
    practised: str = ""
    more: tuple[tuple[str, str], ...] = ()


class IndexLine(NamedTuple):
    """One variant in the list of all, its facts in a few words, and whether it is ticked."""

    variant: Game
    facts: str
    picked: bool


class CompareAnswer(NamedTuple):
    """What one variant answers: () if it does not come up there; `note` if its sheet is silent or unclear."""

    cases: tuple[Case, ...] = ()
    note: str = ""


class CompareRow(NamedTuple):
    """One question, with the answer of each variant in the order of the columns."""

    title: str
    answers: tuple[CompareAnswer, ...]


class CompareFold(NamedTuple):
    """Questions that are told folded: those answered alike, or those of which a sheet says nothing."""

    title: str
    sub: str
    rows: tuple[tuple[str, tuple[Case, ...]], ...]


class ComparePage(NamedTuple):
    """Variants side by side: `title` counts the differences."""

    title: str
    sub: str
    back: str
    columns: tuple[Way, ...]
    differ: tuple[CompareRow, ...]
    folds: tuple[CompareFold, ...]
