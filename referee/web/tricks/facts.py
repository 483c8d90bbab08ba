"""A trick game in a few words: what tells it from its namesakes, and how a table stands."""

from __future__ import annotations

from referee.play.state import State, Status
from referee.play.trickstate import TrickMatch
from referee.play.words import number_word
from referee.rules.game import Game
from referee.rules.trickgame import TrickVariant
from referee.web.book import Table


def trick_match(state: State) -> TrickMatch:
    """The state as that of a trick game, whose pages alone may ask for it."""
    assert isinstance(state, TrickMatch)
    return state


def match_of(table: Table) -> TrickMatch:
    """The match at a table of a trick game, as it is now."""
    return trick_match(table.state)


def facts_of(game: Game) -> str:
    """What tells a trick game from its namesakes, in a few words."""
    assert isinstance(game, TrickVariant)
    once = game.auction.auction == "one_bid_each"
    return f"{goal_words(game)} · {'one bid each' if once else 'the auction goes round'}"


def goal_words(variant: TrickVariant) -> str:
    """What a match is to: "to 250", "to 7 marks"."""
    if variant.marks is not None and variant.marks.are_counted:
        return f"to {variant.marks.marks_to_win} marks"
    return f"to {variant.goal.target}"


def counts_marks(variant: TrickVariant) -> bool:
    """Whether the score is counted in marks."""
    return variant.marks is not None and variant.marks.are_counted


def result_line(state: State) -> str:
    """A table in one line, for the list of tables."""
    if state.status is Status.MATCH_OVER:
        return f"{state.setup.sides[state.winner]} won" if state.winner is not None else "Nobody won"
    return " · ".join(str(each) for each in state.scores)


def tiles_each(match: TrickMatch) -> str:
    """How many tiles everybody takes, in words."""
    return f"{str(number_word(match.setup.hand)).capitalize()} tiles each"
