"""View models of the dispute pages."""

from typing import NamedTuple

from markupsafe import Markup

from referee.web.parts.previews import Change
from referee.web.parts.table_views import NOTHING_DRAWN, Action, Cited, LinkView, Picker, Press, TakePicture


class AnswerView(NamedTuple):
    """An answer: its main sentence, further facts, the rules, the tiles that it names.

    `printed` are the sheet's own rules if a house rule changed one; `elsewhere` is how other tables play, and their
    verdict.
    """

    head: str
    more: tuple[str, ...]
    rules: tuple[Cited, ...] = ()
    tiles: tuple[Markup, ...] = ()
    is_held_back: bool = False
    printed: tuple[str, ...] = ()
    elsewhere: tuple[tuple[str, str], ...] = ()


class AskPage(NamedTuple):
    """The questions, and the answer to the one asked; `picker` and `choices` select what it is about.

    `camera` takes the picture for the answer, which goes to the address `picture_to`; `notice` says why a picture could
    not be read.
    """

    sub: str
    back: str
    questions: tuple[LinkView, ...]
    asked: str = ""
    answer: AnswerView | None = None
    picker: Picker | None = None
    drawing: Markup = NOTHING_DRAWN
    choices: tuple[LinkView, ...] = ()
    choices_title: str = ""
    onward: tuple[LinkView, ...] = ()
    camera: TakePicture | None = None
    picture_to: str = ""
    notice: str = ""


class ReadingView(NamedTuple):
    """The common answer of games that agree: their names by sheet, the deciding rule, the sum, the figure and whose."""

    names: tuple[tuple[str, str], ...]
    is_own: bool
    sentence: str
    sum: str
    figure: str
    whose: str
    doubts: tuple[str, ...]

    @property
    def is_word(self) -> bool:
        """Whether the figure is not a number."""
        return not self.figure.lstrip("-").isdigit()


class SheetsPage(NamedTuple):
    """One position under every game that could be played here."""

    verdict: str
    lead: str = ""
    drawing: Markup = NOTHING_DRAWN
    sub: str = ""
    back: str = ""
    readings: tuple[ReadingView, ...] = ()
    notes: tuple[str, ...] = ()
    onward: tuple[LinkView, ...] = ()


class OpenReading(NamedTuple):
    """One reading of what the sheet leaves open, with its outcome here; `press` makes it the table's ruling."""

    sentence: str
    steps: tuple[str, ...]
    figure: str
    is_current: bool
    press: Press | None


class OpenQuestion(NamedTuple):
    """A question that the sheet leaves to the table."""

    title: str
    why: str
    readings: tuple[OpenReading, ...]


class TrickTileView(NamedTuple):
    """A tile of a trick with its player; `held` marks the one held back."""

    name: str
    drawing: Markup
    held: bool = False


class CardView(NamedTuple):
    """One case: what was done, how that is known, the table at that moment, the rule, the penalty, the actions."""

    headline: str
    told: tuple[str, ...]
    layout: Markup
    trick: tuple[TrickTileView, ...]
    rule: Cited | None
    penalty: str
    decided: str
    actions: tuple[Action, ...]


class Remedy(NamedTuple):
    """A decision or a correction to confirm: what it would change, and its events: `say`, and `then` the hand again.

    What was forgotten belongs `before` an entry, by its number.
    """

    title: str
    change: Change
    label: str
    say: str
    then: str = ""
    before: int = 0


class ProofPage(NamedTuple):
    """One case, the points that the table may agree on, and the remedy to confirm.

    `others` is the address of all cases of its round.
    """

    address: str
    others: str
    by: str
    card: CardView
    followed: str
    closed: str
    void: LinkView | None = None
    amounts: tuple[LinkView, ...] = ()
    custom: str = ""
    remedy: Remedy | None = None


class MendPage(NamedTuple):
    """What is wrong with an impossible hand or with the number of tiles of one, and what would fix it.

    `numbers` are those of which the page asks which it is; `told` is what is said of them.
    """

    sub: str
    back: str
    verdict: str
    proposals: tuple[Remedy, ...]
    leave: str
    more: tuple[str, ...] = ()
    rules: tuple[Cited, ...] = ()
    told: str = ""
    question: str = ""
    numbers: tuple[LinkView, ...] = ()
