"""The page that lists the ranks of poker, each with example hands."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.drawing.symbols import symbols
from referee.engine.games.poker.hand_names import called
from referee.engine.messages import _, capital
from referee.engine.rules.game import Game
from referee.engine.rules.poker import HIGHEST_HALF, Rank, Ranks, Showdown
from referee.engine.rulings import Rule
from referee.engine.sheets import VARIANTS
from referee.engine.tiles import Tile, read_tile
from referee.web.parts.last_ruling import cited, source_words
from referee.web.parts.open_tables import open_table
from referee.web.parts.pictures import drawn
from referee.web.parts.table_views import Cited
from referee.web.table.poker.hands import drawn_hand

ranks = Blueprint("ranks", __name__)

# Examples that hold in both readings of the straights, and those that hold in one reading only.
EXAMPLES: dict[Rank, tuple[str, ...]] = {
    Rank.ROYAL: ("6-6 5-5 4-4 3-3 2-2",),
    Rank.SIX_STRAIGHT: ("6-1 6-2 6-3 6-4 6-5", "6-2 6-3 6-4 6-5 6-6"),
    Rank.FOURS: ("6-6 5-5 4-4 2-2 5-1",),
    Rank.FIVE_STRAIGHT: ("5-1 5-2 5-3 5-4 5-5",),
    Rank.FULL: ("6-6 3-3 2-2 4-2 2-1", "5-5 4-4 2-2 6-3 3-1"),
    Rank.THREES: ("6-6 4-4 2-2 5-1 4-3",),
    Rank.FLUSH: ("6-1 6-2 6-3 6-5 6-6",),
    Rank.PAIR: ("6-6 2-2 5-4 5-1 3-1",),
    Rank.NONE: ("5-5 6-4 6-2 4-1 3-2",),
}
ONLY: dict[str, dict[Rank, tuple[str, ...]]] = {
    "sheet": {Rank.FIVE_STRAIGHT: ("3-1 3-2 3-3 4-3 5-3",), Rank.FOUR_STRAIGHT: ("4-3 4-4 5-4 6-4 6-1",)},
    "classic": {Rank.FOUR_STRAIGHT: ("4-2 4-3 4-4 5-4 6-4",), Rank.FLUSH: ("3-1 3-2 3-3 4-3 5-3",)},
}


class RankLine(NamedTuple):
    """One rank of the list: its name, its meaning, and example hands."""

    name: str
    meaning: str
    hands: tuple[tuple[Markup, ...], ...]
    words: tuple[str, ...]


@ranks.get("/rules/<key>/ranks")
def show(key: str) -> ResponseReturnValue:
    """The ranks by the sheet's rules."""
    game, back = _with_ranks(VARIANTS.get(key)), url_for("rulebook.show", key=key)

    def cite(rule: Rule) -> Cited:
        return Cited(sentence=str(rule.sentence), source=source_words(rule), href=f"{back}#{rule.name}")

    return _shown(game, cite, f"{game.title} · {_(game.sheet.title)}", back)


@ranks.get("/t/<link>/ranks")
def table_ranks(link: str) -> ResponseReturnValue:
    """The ranks by the table's rules."""
    table = open_table(link)
    game, back = _with_ranks(table.setup.variant), url_for("rounds.show", link=link)
    return _shown(game, partial(cited, table), str(game.title), back)


def _with_ranks(game: Game | None) -> Showdown:
    """The game; 404 if it has no ranks."""
    return game if isinstance(game, Showdown) else abort(404)


def _shown(game: Showdown, cite: Callable[[Rule], Cited], sub: str, back: str) -> str:
    """The page with all ranks by the rules of this game."""
    return render_template(
        "table/poker/ranks.html",
        sub=f"{sub} · {_('the highest first')}",
        back=back,
        lines=[_line(game.ranks, rank) for rank in reversed(Rank)],
        reading=cite(game.rule("poker_straights")),
        rules=[cite(game.rule(name)) for name in ("flush_tie", "pairs", "highest_piece")],
        symbols=drawn(symbols(HIGHEST_HALF, plain=True)),
    )


def examples(part: Ranks, rank: Rank) -> list[tuple[Tile, ...]]:
    """Example hands of the rank by these rules."""
    written = (*EXAMPLES.get(rank, ()), *ONLY[part.poker_straights].get(rank, ()))
    return [tuple(each for word in hand.split() if (each := read_tile(word)) is not None) for hand in written]


def _line(part: Ranks, rank: Rank) -> RankLine:
    found = [(hand, part.strength(hand)) for hand in examples(part, rank)]
    return RankLine(
        name=capital(rank.title),
        meaning=str(part.meaning(rank)),
        hands=tuple(drawn_hand(hand, strength.tiles) for hand, strength in found),
        words=tuple(str(called(strength)) for hand, strength in found),
    )
