"""Questions to the referee: parsed from the query string, and answered for line games, trains and trick games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import url_for

from referee.engine.explain import explanations, questions, trick_questions
from referee.engine.explain import train_questions as asking
from referee.engine.explain.open_questions import left_open_about
from referee.engine.explain.questions import Told
from referee.engine.games.line.legal_moves import place_name, ways_to_lie
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.games.trains.state import TrainMatch
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.layout import Place
from referee.engine.log import Log
from referee.engine.messages import _, capital, marked
from referee.engine.tiles import Tile, read_tile
from referee.web.disputes.views import AnswerView, AskPage
from referee.web.parts.actions import tile_links
from referee.web.parts.last_ruling import cited, printed
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import number_in
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import LinkView, Picker


class Query(NamedTuple):
    """A question from the query string; values that cannot be parsed are left out."""

    question: str
    tile: Tile | None = None
    at: str = ""
    out: int | None = None
    who: str = ""
    half: int | None = None
    seen: str = ""


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
    )


def tile_in_play(table: Table, query: Query) -> Tile | None:
    """The tile in question; None if there is none, if the set has no such tile, or if no round is in play."""
    tile, match = query.tile, table.state
    is_asked = tile is not None and tile in match.setup.tiles and match.status is Status.PLAYING
    return tile if is_asked else None


class Questions(NamedTuple):
    """The questions for one family of games: their words by name, in a round and after it.

    `told` answers them by name. `of_player` answers those about a player, `about_a_tile` those about a tile; for these
    the page asks for the player or the tile first.
    """

    in_play: Callable[[Table], Mapping[str, str]]
    after: Callable[[Table], Mapping[str, str]]
    told: Mapping[str, Callable[[Any], Told]]
    of_player: Mapping[str, Callable[[Log, int], Told]]
    about_a_tile: Callable[[Table, AskPage, Query], AskPage]


def way(table: Table, **query: Any) -> str:
    """The address of a question."""
    return url_for("disputes.ask", link=table.link, **{k: v for k, v in query.items() if v not in (None, "")})


def answer_of(table: Table, told: Told) -> AnswerView:
    """The view of an answer; the deciding rule comes first."""
    head, *more = (str(each) for each in told.said)
    return AnswerView(
        head=head,
        more=tuple(more),
        rules=tuple(cited(table, rule) for rule in dict.fromkeys(told.rules)),
        tiles=tuple(tile_picture(each, label=each.name) for each in reversed(told.tiles)),
        is_held_back=told.is_held_back,
        printed=printed(table, *told.rules),
    )


def tiles_asked(table: Table, unseen: int, query: Query) -> Picker:
    """A picker of the unseen tiles, each a link to the same question about it."""
    return tile_links(
        table.setup.tiles.high,
        unseen,
        lambda each: way(table, q=query.question, tile=each.name),
        lambda half: way(table, q=query.question, half=half),
        query.half,
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


def _of_line(table: Table, known: Mapping[str, str]) -> Mapping[str, str]:
    """The questions that make sense in this game."""
    variant, without = table.match.setup.variant, set[str]()
    if variant.rows is not None:
        without |= set(ABOUT_A_TILE)
    if not variant.counting.tiles_score:
        without.add("score")
    if not variant.counting.counts_ends:
        without.add("count")
    return {name: words for name, words in known.items() if name not in without}


def _about_a_tile(table: Table, page: AskPage, query: Query) -> AskPage:
    match = table.match
    current = match.round
    tile = query.tile
    if current is None or match.status is not Status.PLAYING:
        told = questions.may_go(match, match.setup.tiles.tiles[0])
        return page._replace(answer=answer_of(table, told))
    if tile is None or tile.high > match.setup.tiles.high:
        return page._replace(picker=tiles_asked(table, current.unseen, query))
    place = place_of(match, query.at)
    told = (
        questions.may_go(match, tile, place)
        if query.question == "may"
        else questions.would_score(match, tile, place, query.out)
    )
    return page._replace(
        drawing=tile_picture(tile, label=""),
        answer=answer_of(table, told),
        choices=_places(table, match, tile, query),
        choices_title=_("{tile} where?", tile=tile) if current.layout.laid else "",
        onward=_onward(table, match, tile, place, query),
    )


def place_of(match: LineMatch, at: str) -> Place | None:
    """The open place named in the query string; None if there is no such place."""
    if match.round is None or not at:
        return None
    places = match.round.layout.places_now()
    return next((each for each in places if at in (each.written, str(each.tile))), None)


def _places(table: Table, match: LineMatch, tile: Tile, query: Query) -> tuple[LinkView, ...]:
    """Links to every open place, whether or not the tile fits: that is the question."""
    places = list(dict.fromkeys(match.current.layout.places_now()))
    if not places:
        return ()
    here = place_of(match, query.at)
    found = [
        LinkView(
            label=_("on {tile}", tile=place_name(each, places)),
            sub="" if match.claims_are_open else _("the {number}", number=each.half),
            href=way(table, q=query.question, tile=tile.name, at=each.written),
            chosen=each == here,
        )
        for each in places
    ]
    ways = [each for each in ways_to_lie(match, tile) if here is not None and each.place == here]
    if len(ways) > 1 and not tile.is_double and query.question == "score":
        found += [
            LinkView(
                label=_("the {number} outward", number=tile.other(each.touching)),
                href=way(table, q="score", tile=tile.name, at=query.at, out=tile.other(each.touching)),
                chosen=query.out == tile.other(each.touching),
            )
            for each in ways
        ]
    return tuple(found)


def _onward(
    table: Table, match: LineMatch, tile: Tile, place: Place | None, query: Query
) -> tuple[LinkView, ...]:
    """Links to the other question about this tile, to what other sheets say, and to another tile."""
    other = "score" if query.question == "may" else "may"
    about: dict[str, Any] = {"tile": tile.name, "at": query.at or None}
    found = []
    if other in _of_line(table, ABOUT_A_TILE):
        found.append(LinkView(label=_(ABOUT_A_TILE[other]), href=way(table, q=other, **about)))
    sheets = url_for("disputes.elsewhere", link=table.link, out=query.out, **about)
    found.append(LinkView(label=_("What other sheets say"), href=sheets))
    if left_open_about(match, questions.asked_play(match, tile, place, query.out)):
        found.append(
            LinkView(
                label=_("The sheet leaves this open"), href=url_for("disputes.left", link=table.link, **about)
            )
        )
    found.append(LinkView(label=_("Another tile"), href=way(table, q=query.question)))
    return tuple(found)


LINE = Questions(
    lambda table: _of_line(table, IN_PLAY),
    lambda table: _of_line(table, AFTER),
    {
        "count": questions.count,
        "out": questions.still_out,
        "dead": questions.is_dead,
        "held": questions.who_holds_how_many,
        "turn": explanations.why_my_turn,
        "over": explanations.why_round_over,
    },
    {"nothing": explanations.why_nothing},
    _about_a_tile,
)


TRAINS_IN_PLAY = {
    "may": IN_PLAY["may"],
    "can": marked("What can I do now?"),
    **{name: IN_PLAY[name] for name in ("out", "dead", "held", "turn")},
}
TRAINS_AFTER = {
    "over": AFTER["over"],
    "charged": marked("Why was I charged that?"),
    "out": AFTER["out"],
    "held": AFTER["held"],
}


def _about_a_train_tile(table: Table, page: AskPage, query: Query) -> AskPage:
    """May the tile go on this train or end? Links to every place, and says how other tables would rule."""
    match, tile = TrainMatch.of(table.state), query.tile
    current = match.round
    if current is None or match.status is not Status.PLAYING:
        told = asking.may_go(table.log, match.setup.tiles.tiles[0])
        return page._replace(answer=answer_of(table, told))
    if tile is None or tile.high > match.setup.tiles.high:
        return page._replace(picker=tiles_asked(table, current.unseen, query))
    places = [n for n, end in enumerate(current.ends) if end.room]
    place = at if (at := number_in(query.at)) in places else None
    answer = answer_of(table, asking.may_go(table.log, tile, place))
    others = asking.at_other_tables(table.log, tile, place)
    choices = [
        LinkView(
            label=capital(str(asking.place_name(match, current, each))),
            sub=_("the {number}", number=current.ends[each].half),
            href=way(table, q="may", tile=tile.name, at=each),
            chosen=each == place,
        )
        for each in places
    ]
    return page._replace(
        drawing=tile_picture(tile, label=""),
        answer=answer._replace(elsewhere=tuple((str(each.sentence), str(each.verdict)) for each in others)),
        choices=tuple(choices),
        choices_title=_("{tile} where?", tile=tile) if choices else "",
        onward=(LinkView(label=_("Another tile"), href=way(table, q="may")),),
    )


TRAINS = Questions(
    lambda _table: TRAINS_IN_PLAY,
    lambda _table: TRAINS_AFTER,
    {
        "can": asking.can_do,
        "out": questions.still_out,
        "dead": asking.is_dead,
        "held": questions.who_holds,
        "turn": asking.why_my_turn,
        "over": asking.why_round_over,
    },
    {"charged": asking.why_charged},
    _about_a_train_tile,
)


TRICKS_IN_PLAY = {
    "may": marked("May this tile be laid?"),
    "took": marked("Who took which trick?"),
    "out": IN_PLAY["out"],
    "turn": IN_PLAY["turn"],
}
TRICKS_AFTER = {name: TRICKS_IN_PLAY[name] for name in ("took", "out")}


def _about_a_trick_tile(table: Table, page: AskPage, query: Query) -> AskPage:
    """May the tile be laid to this trick? Says which tiles would have to be laid instead."""
    match, tile = TrickMatch.of(table.state), query.tile
    if match.status is Status.PLAYING and (tile is None or tile not in match.setup.tiles):
        return page._replace(picker=tiles_asked(table, match.current.unseen, query))
    told = trick_questions.may_be_laid(table.log, tile or match.setup.tiles.tiles[0])
    return page._replace(
        drawing=tile_picture(tile, label="") if tile else page.drawing,
        answer=answer_of(table, told),
        onward=(LinkView(label=_("Another tile"), href=way(table, q="may")),),
    )


TRICKS = Questions(
    lambda _table: TRICKS_IN_PLAY,
    lambda _table: TRICKS_AFTER,
    {"took": trick_questions.who_took, "out": questions.still_out, "turn": trick_questions.why_my_turn},
    {},
    _about_a_trick_tile,
)
