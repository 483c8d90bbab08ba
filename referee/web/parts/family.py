"""What a family of games provides for the pages: its table page, its words in lists, its printed rounds."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.engine.explain.incidents import Incident
from referee.engine.games.match import State, Status
from referee.engine.log import Entry
from referee.engine.messages import Listed, _
from referee.engine.practice_deal import PracticeStep
from referee.engine.record.events import Event
from referee.engine.rules.game import Game
from referee.engine.rulings import Rule
from referee.reports.sections import Section
from referee.reports.told import best_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, EntryForm
from referee.web.parts.submit import Entered
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Choice, Key, LinkView, Press


def next_round_the_table(state: State) -> int | None:
    """The next seat in the order of play, as in most games."""
    return None if state.to_act is None else state.setup.after[state.to_act]


def won_or_scores(state: State) -> str:
    """Who won or shares the match, else the scores."""
    if state.status is not Status.MATCH_OVER:
        return " · ".join(map(str, state.amounts))
    if state.winner is None and state.setup.variant.lowest_wins:
        return _("{names} share it", names=Listed(best_of(state)[1]))
    if state.winner is None:
        return _("Nobody won")
    return _("{name} won", name=state.setup.sides[state.winner])


def keep_choices(table: Table, asked: Asked, before: State) -> Asked:
    """Keep the step after news, but drop an event that was tried before another entry."""
    return asked if before is table.state else asked._replace(tried=None)


class Broken(NamedTuple):
    """The rule that was broken, and that of the penalty, if the house has one."""

    rule: Rule | None = None
    penalty: Rule | None = None


class LyingView(NamedTuple):
    """Tiles as they lie: the template that draws them, and the data that it gets as `lying`."""

    template: str
    face: object


Told = Mapping[str, str]  # what a form says, by field


class ResultField(NamedTuple):
    """A number to enter, or tiles in its place; `pick` is the value that opens the picker for this hand."""

    name: str
    label: str
    value: str
    note: str = ""
    pick: str = ""
    tiles: tuple[Key, ...] = ()
    number: str = ""
    counted: str = ""


class ResultFields(NamedTuple):
    """What is asked of a round without tiles: `ways` are how it can have ended, `left` what each hand has left, `points`
    what counts besides; `bids` the bids, `made` whether the bid was made; `picker` the tiles of the hand that `picks`."""

    ways: tuple[Choice, ...] = ()
    left: tuple[ResultField, ...] = ()
    points: tuple[ResultField, ...] = ()
    points_title: str = ""
    bids: tuple[Choice, ...] = ()
    made: tuple[Choice, ...] = ()
    picks: str = ""
    picker: tuple[Key, ...] = ()


class ResultForm(NamedTuple):
    """What a family of games asks for: `read` makes the result event from what is filled in, `filled` fills in a result
    that was entered, `fields` is what the page asks.

    `is_complete` tells whether everything is filled in, so that a refusal is not just about what is missing; `begun`
    whether tiles of the round were entered.
    """

    read: Callable[[Table, Told], dict[str, Any]]
    filled: Callable[[Table, Mapping[str, Any]], dict[str, Any]]
    fields: Callable[[Table, Told], ResultFields]
    is_complete: Callable[[Table, Told], bool]
    begun: Callable[[Table], bool]


class Family(NamedTuple):
    """One family of games on the pages.

    `page` makes the table's page from what all games share; `result` describes a table in a few words for the list of
    tables; `facts` says what sets a game apart from its namesakes. `enter` reads the fields of a form that only this
    family has: it returns what to write down and what to ask the phone next, or None if the form has no such field.
    `more` leads to a further page of rules by the game's key and the table's link ("" for the sheet's own).
    `next_to_act` is the seat after the one whose turn it is, as far as it is certain. `opens_again` names who is due to
    open a rematch if the table names the opener. `keep` returns what still makes sense of a step after news; it gets
    the state of the table before the news. `broken` gives the rule that an incident broke. `lying` is what lies after
    these entries of a round, with the tiles of some entries lit, by their numbers; `printed` is what lies on the paper
    of a settled round besides a layout. `instead` gives buttons for what an event may have been, at the table as it was
    before it; pale is what would have been refused then. `result_form` is the form for a round that was not entered tile
    by tile.
    `practised` are the games that can be practised without tiles, each with its table's setup besides the players.
    `coached` is what the coach says differently there ("" for the usual). `is_asked` if the referee answers questions
    about a table. `sheet` is the style sheet that only tables of this family need ("" for none).
    """

    page: Callable[[Table, Asked, TablePage], TablePage]
    facts: Callable[[Game], str]
    enter: Callable[[Table, EntryForm], Entered | None]
    result: Callable[[State], str] = won_or_scores
    more: Callable[[str, str], LinkView | None] = lambda _key, _link: None
    next_to_act: Callable[[State], int | None] = next_round_the_table
    opens_again: Callable[[State], str] = lambda _: ""
    keep: Callable[[Table, Asked, State], Asked] = keep_choices
    broken: Callable[[Game, Incident], Broken] = lambda _game, _incident: Broken()
    lying: Callable[[Table, Sequence[Entry], Sequence[int]], LyingView | None] = lambda *_: None
    printed: Callable[[Section], LyingView | None] = lambda _: None
    instead: Callable[[Table, Event], Sequence[Press]] = lambda *_: ()
    result_form: ResultForm | None = None
    practised: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    coached: Callable[[PracticeStep, Table], str] = lambda *_: ""
    sheet: str = ""
    is_asked: bool = False
