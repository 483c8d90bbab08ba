"""Results that are kept: games played at a table, the best of them, and the best that this phone knows."""

from __future__ import annotations

from referee.play.rounds import Rounds
from referee.play.state import State
from referee.rules.game import Game
from referee.rules.patience import Patience
from referee.web.book import Table, open_table
from referee.web.patience.faces import Figure
from referee.web.patience.standing import kind_of, patience_state
from referee.web.visitors import tables_known

# What is counted when a game is over: what is left, in this game's own words.
_LEFT = {"columns": "{n} face down"}
_NONE_LEFT = {"counting_row": "cleared", "knock_out": "none left", "columns": "won", "draw_five": "won"}


def left_words(kind: str, left: int) -> str:
    """What was left of a game, in a few words."""
    return _LEFT.get(kind, "{n} left").format(n=left) if left else _NONE_LEFT[kind]


def games_of(state: Rounds) -> list[int | None]:
    """What was left after each game, None where it was given up."""
    return [
        None if settled.how == "void" else left
        for settled, left in zip(state.rounds, state.left, strict=True)
    ]


def best_of(state: Rounds) -> int | None:
    """The fewest left after any game of the table; None before the first."""
    return min((each for each in games_of(state) if each is not None), default=None)


def best_on_phone(table: Table) -> int | None:
    """The same over all tables of this game that the phone knows."""
    key = table.setup.variant.key
    others = (each for each in tables_known() if each.table.id != table.row.id)
    tables = [open_table(each.token) for each in others if each.table.header.get("variant") == key]
    found = [best_of(patience_state(each.state)) for each in (table, *tables)]
    return min((each for each in found if each is not None), default=None)


def best_figure(state: Rounds) -> Figure:
    """The best so far at this table, as a number on top of the page."""
    best, games = best_of(state), len(state.rounds)
    sub = "" if not games else "of 1 game" if games == 1 else f"of {games} games"
    return Figure(label="Best", value="\N{EN DASH}" if best is None else str(best), sub=sub)


def result_line(state: State) -> str:
    """A table in one line, for the list of tables: "3 games, best 4 left"."""
    found = patience_state(state)
    kind, games = kind_of(found), len(found.rounds)
    if not games:
        return "first game" if found.round is not None else "not begun"
    best = best_of(found)
    count = "1 game" if games == 1 else f"{games} games"
    if best is None:
        return count
    if games == 1:
        return f"{count}, {left_words(kind, best)}"
    if not best:
        return f"{count}, {sum(each == 0 for each in games_of(found))} won"
    return f"{count}, best {left_words(kind, best)}"


_FACTS = {
    "counting_row": "a row that is counted",
    "knock_out": "a line in which pairs leave",
    "columns": "seven columns to uncover",
    "draw_five": "a hand of five, a line with two ends",
}


def facts_of(game: Game) -> str:
    """What tells a solitaire from its namesakes, in a few words."""
    assert isinstance(game, Patience)
    words = _FACTS[game.solitaire]
    if game.knock_out is not None and game.knock_out.rest == "scores":
        words += "; tiles left are added up"
    return words
