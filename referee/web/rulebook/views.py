"""View models of the rulebook pages."""

from typing import NamedTuple

from markupsafe import Markup

from referee.engine.rules.game import Game
from referee.engine.rules.order import Case
from referee.reports.told import StepLine
from referee.web.parts.rules import RuleChapter
from referee.web.parts.table_views import HandRow, LinkView


class Drawn(NamedTuple):
    """A drawing of an overview: tiles side by side or a layout, with a short caption."""

    drawings: tuple[Markup, ...]
    caption: str = ""
    tone: str = ""


class OverviewCard(NamedTuple):
    """One moment of a game: the drawings, the result, and what a player does, in three sentences at most.

    The default title depends on its place: "Set up.", "Your turn.", "End of a round."
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
    """A game in a minute, and its rules in order of play. `besides` links to comparisons with others of its family,
    `compare` to one with its namesakes. `practised` is the key of a game that can be practised without tiles.

    `more` leads to a further page of its rules, `change` to the switches of a table in play. `highest` is the highest
    half drawn.
    """

    game: Game
    sub: str
    back: str
    overview: Overview
    highest: int
    chapters: tuple[RuleChapter, ...]
    compare: str = ""
    unprinted: tuple[str, ...] = ()
    besides: tuple[LinkView, ...] = ()
    play: str = ""
    practised: str = ""
    more: LinkView | None = None
    change: str = ""


class CompareAnswer(NamedTuple):
    """The answer of one variant: () if the question does not come up there; `note` if its sheet is silent or unclear."""

    cases: tuple[Case, ...]
    note: str


class CompareRow(NamedTuple):
    """One question, with the answer of each variant in the order of the columns."""

    title: str
    answers: tuple[CompareAnswer, ...]


class CompareFold(NamedTuple):
    """A folded group of questions: those that all answer alike, or those on which one sheet is silent."""

    title: str
    sub: str
    rows: tuple[tuple[str, tuple[Case, ...]], ...]


class ComparePage(NamedTuple):
    """Variants side by side: `title` counts the differences."""

    title: str
    sub: str
    back: str
    columns: tuple[LinkView, ...]
    differ: tuple[CompareRow, ...]
    folds: tuple[CompareFold, ...]
