"""Questions to the referee: parsed from the query string, and what all families share in answering them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import url_for

from referee.engine.explain.questions import Reply
from referee.engine.games.match import Status
from referee.engine.log import Log
from referee.engine.messages import marked
from referee.engine.tiles import Tile, read_tile
from referee.web.disputes.views import AnswerView, AskPage
from referee.web.parts.last_ruling import cited, printed
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import number_in
from referee.web.parts.pictures import tile_picture


class Query(NamedTuple):
    """A question from the query string; values that cannot be parsed are left out.

    `tried` is the refused event at which the player was when asking, as JSON ("" for none): the way back shows it.
    """

    question: str
    tile: Tile | None = None
    at: str = ""
    out: int | None = None
    who: str = ""
    half: int | None = None
    seen: str = ""
    tried: str = ""


def read_query(args: Mapping[str, str]) -> Query:
    """Parse the question from the query string."""
    return Query(
        question=args.get("q", "")[:12],
        tile=read_tile(args.get("tile", "")[:12]),
        at=args.get("at", "")[:12],
        out=number_in(args.get("out", ""), 2),
        who=args.get("who", "")[:40],
        half=number_in(args.get("half", ""), 2),
        seen=args.get("seen", "")[:600],
        tried=args.get("tried", "")[:1000],
    )


def tile_in_play(table: Table, query: Query) -> Tile | None:
    """The tile in question; None if there is none, if the set has no such tile, or if no round is in play."""
    tile, match = query.tile, table.state
    is_asked = tile is not None and tile in match.setup.tiles and match.status is Status.PLAYING
    return tile if is_asked else None


class Questions(NamedTuple):
    """The questions for one family of games: their words by name, in a round and after it.

    `told` answers them by name. `of_player` answers those about a player, `about_a_tile` those about a tile of the round
    in play; for these the page asks for the player or the tile first.
    """

    in_play: Callable[[Table], Mapping[str, str]]
    after: Callable[[Table], Mapping[str, str]]
    told: Mapping[str, Callable[[Any], Reply]]
    of_player: Mapping[str, Callable[[Log, int], Reply]]
    about_a_tile: Callable[[Table, AskPage, Tile, Query], AskPage]


def way(table: Table, came: Query, page: str = "disputes.ask", **query: Any) -> str:
    """The address of a question, or with another `page` of what else there is to say about it; `came` is the question
    from which the player comes."""
    query["tried"] = came.tried
    return url_for(page, link=table.link, **{k: v for k, v in query.items() if v not in (None, "")})


def way_back(table: Table, query: Query) -> str:
    """The address of the answer from which the player came to another page, else of the table."""
    if not query.question:
        return way(table, query, "rounds.show")
    tile = query.tile.name if query.tile is not None else ""
    return way(table, query, q=query.question, tile=tile, at=query.at, out=query.out)


def answer_of(table: Table, told: Reply) -> AnswerView:
    """The view of an answer; the deciding rule comes first."""
    head, *more = (str(each) for each in told.said)
    return AnswerView(
        head=head,
        more=tuple(more),
        rules=tuple(cited(table, rule) for rule in dict.fromkeys(told.rules)),
        tiles=tuple(tile_picture(each, label=each.name) for each in reversed(told.tiles)),
        is_held_back=told.is_held_back,
        printed=printed(table, told.rules),
    )


ABOUT_A_TILE = {"may": marked("May this tile go there?"), "score": marked("What would it score?")}
IN_PLAY = {
    **ABOUT_A_TILE,
    "count": marked("What do the ends count?"),
    "out": marked("Which tiles has nobody seen?"),
    "dead": marked("Is the round blocked?"),
    "held": marked("Who holds how many?"),
    "turn": marked("Whose turn is it, and why?"),
    "nothing": marked("Why did I get nothing?"),
}
AFTER = {
    "over": marked("Why is the round over?"),
    "nothing": marked("Why did I get nothing?"),
    "count": marked("What do the ends count?"),
    "out": marked("Which tiles were never seen?"),
    "held": marked("Who holds how many?"),
}
