"""View models of the dispute pages."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from referee.web.parts.page_views import Change, Envelope
from referee.web.parts.table_views import NOTHING_DRAWN, Action, Cited, LinkView, Picker, Press, TakePicture


class AnswerView(NamedTuple):
    """What the referee answers: the sentence that matters, what more was seen, the rules, the tiles that it names.

    `printed` are the sheet's own rules if the house changed one, `elsewhere` how other tables play and what they say.
    """

    head: str
    more: tuple[str, ...] = ()
    rules: tuple[Cited, ...] = ()
    tiles: tuple[Markup, ...] = ()
    is_held_back: bool = False
    printed: tuple[Cited, ...] = ()
    elsewhere: tuple[tuple[str, str], ...] = ()


class AskPage(NamedTuple):
    """The questions, and the answer to the one that was asked; `picker` and `places` say what it is about.

    `camera` takes a picture to answer by; `notice` says why one could not be read.
    """

    sub: str
    questions: tuple[LinkView, ...]
    asked: str = ""
    answer: AnswerView | None = None
    picker: Picker | None = None
    drawing: Markup = NOTHING_DRAWN
    choices: tuple[LinkView, ...] = ()
    choices_title: str = ""
    onward: tuple[LinkView, ...] = ()
    camera: TakePicture | None = None
    notice: str = ""


class ReadingView(NamedTuple):
    """What games that agree say: their names by sheet, the sentence that decides, the sum, the figure and whose."""

    names: tuple[tuple[str, str], ...]
    is_own: bool
    sentence: str
    sum: str
    figure: str
    whose: str = ""
    doubts: tuple[str, ...] = ()

    @property
    def is_word(self) -> bool:
        """Whether the figure is a word."""
        return not self.figure.lstrip("-").isdigit()


class SheetsPage(NamedTuple):
    """One position under every game that could be played here."""

    verdict: str
    lead: str = ""
    drawing: Markup = NOTHING_DRAWN
    sub: str = ""
    readings: tuple[ReadingView, ...] = ()
    notes: tuple[str, ...] = ()
    onward: tuple[LinkView, ...] = ()


class OpenReading(NamedTuple):
    """One reading of what the sheet leaves open: what it brings here; `press` has the table play by it."""

    sentence: str
    steps: tuple[str, ...]
    figure: str
    is_current: bool
    press: Press | None = None


class OpenQuestion(NamedTuple):
    """A question that the sheet leaves to the table."""

    title: str
    why: str
    readings: tuple[OpenReading, ...]


class OpenPage(NamedTuple):
    """What the sheet leaves open here."""

    form: Envelope
    questions: tuple[OpenQuestion, ...]
    may_rule: bool


class TrickTileView(NamedTuple):
    """A tile of a trick with its player; `held` marks the one that stayed in the hand."""

    name: str
    drawing: Markup
    held: bool = False


class CardView(NamedTuple):
    """One case: what was done, how it is known, the table at that moment, the rule, the penalty, what may be done."""

    headline: str
    told: tuple[str, ...]
    layout: Markup
    layout_words: str
    trick: tuple[TrickTileView, ...]
    rule: Cited | None
    penalty: str
    decided: str
    actions: tuple[Action, ...]


class Remedy(NamedTuple):
    """What the table is about to decide: what would change, and the event that says it."""

    title: str
    change: Change
    label: str
    say: str


class ProofPage(NamedTuple):
    """One case, the points that the table may agree on, and the step that is about to be taken."""

    form: Envelope
    address: str
    card: CardView
    followed: str
    closed: str = ""
    void: LinkView | None = None
    amounts: tuple[LinkView, ...] = ()
    custom: str = ""
    remedy: Remedy | None = None


class MendView(NamedTuple):
    """A correction that mends it, what it changes, and the events that carry it out: `say`, and `then` the hand."""

    said: str
    change: Change
    say: str
    then: str = ""


class MendPage(NamedTuple):
    """What is wrong with a hand that cannot be, and what would mend it."""

    sub: str
    back: str
    form: Envelope
    verdict: str
    more: tuple[str, ...]
    rules: tuple[Cited, ...]
    proposals: tuple[MendView, ...]
    may_write: bool
