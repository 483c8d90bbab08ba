"""A trick game in a few words: what tells it from its namesakes, and how a table stands."""

from __future__ import annotations

from referee.play.state import State, Status
from referee.play.trickstate import TrickMatch
from referee.play.words import number_word
from referee.rules.game import Game
from referee.rules.specials import PLUNGE, SPLASH
from referee.rules.trickgame import TrickVariant
from referee.rules.trump import DOUBLES, NEL_O, NO_TRUMP, SEVENS, TRUMPS, Suit, Trump
from referee.web.book import Table
from referee.wording import Said, _, _n, capital, said, said_as

SUITS: dict[Suit, Said] = {
    0: said("Blanks"), 1: said("Ones"), 2: said("Twos"), 3: said("Threes"), 4: said("Fours"), 5: said("Fives"),
    6: said("Sixes"), DOUBLES: said("Doubles"),
}  # fmt: skip
WITHOUT_TRUMPS: dict[Trump, Said] = {
    NO_TRUMP: said("No trump"), NEL_O: said("Nel-O"), SEVENS: said("Sevens"),
}  # fmt: skip
# One tile of what was led: "Has no five".
ONE_OF: dict[Suit, Said] = {
    0: said_as("tile", "blank"), 1: said_as("tile", "one"), 2: said_as("tile", "two"), 3: said_as("tile", "three"),
    4: said_as("tile", "four"), 5: said_as("tile", "five"), 6: said_as("tile", "six"),
    DOUBLES: said_as("tile", "double"), TRUMPS: said_as("tile", "trump"),
}  # fmt: skip
CALLS: dict[str, Said] = {PLUNGE: said_as("bid", "plunge"), SPLASH: said_as("bid", "splash")}


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
    return f"{goal_words(game)} · {_('one bid each') if once else _('the auction goes round')}"


def goal_words(variant: TrickVariant) -> str:
    """What a match is to: "to 250", "to 7 marks"."""
    if variant.marks is not None and variant.marks.are_counted:
        return _n("to {n} mark", "to {n} marks", variant.marks.marks_to_win)
    return _("to {target}", target=variant.goal.target)


def counts_marks(variant: TrickVariant) -> bool:
    """Whether the score is counted in marks."""
    return variant.marks is not None and variant.marks.are_counted


def result_line(state: State) -> str:
    """A table in one line, for the list of tables."""
    if state.status is Status.MATCH_OVER:
        if state.winner is None:
            return _("Nobody won")
        return _("{name} won", name=state.setup.sides[state.winner])
    return " · ".join(str(each) for each in state.scores)


def tiles_each(match: TrickMatch) -> str:
    """How many tiles everybody takes, in words."""
    return capital(said("{number} tiles each", number=number_word(match.setup.hand)))
