"""The questions about a game in line, answered."""

from collections.abc import Mapping

from referee.engine.explain import explanations, questions
from referee.engine.explain.open_questions import left_open_about
from referee.engine.games.line.legal_moves import place_name, ways_to_lie
from referee.engine.games.line.state import LineMatch
from referee.engine.layout import Place
from referee.engine.messages import _
from referee.engine.tiles import Tile
from referee.web.disputes.asked import (
    ABOUT_A_TILE,
    AFTER,
    IN_PLAY,
    Query,
    Questions,
    answer_of,
    way,
)
from referee.web.disputes.views import AskPage
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import LinkView


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


def _about_a_tile(table: Table, page: AskPage, tile: Tile, query: Query) -> AskPage:
    """May the tile go, or what would it score? Links to every place."""
    match = table.match
    place = place_of(match, query.at)
    told = (
        questions.may_go(match, tile, place)
        if query.question == "may"
        else questions.would_score(match, tile, place, query.out)
    )
    onward = _onward(table, match, tile, place, query)
    about_this_tile = {each.label for each in onward}
    return page._replace(
        answer=answer_of(table, told),
        choices=_places(table, match, tile, query),
        choices_title=_("{tile} where?", tile=tile) if match.current.layout.laid else "",
        onward=onward,
        questions=tuple(each for each in page.questions if each.label not in about_this_tile),
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
            href=way(table, query, q=query.question, tile=tile.name, at=each.written),
            chosen=each == here,
        )
        for each in places
    ]
    ways = [each for each in ways_to_lie(match, tile) if here is not None and each.place == here]
    if len(ways) > 1 and not tile.is_double and query.question == "score":
        found += [
            LinkView(
                label=_("the {number} outward", number=tile.other(each.touching)),
                href=way(table, query, q="score", tile=tile.name, at=query.at, out=tile.other(each.touching)),
                chosen=query.out == tile.other(each.touching),
            )
            for each in ways
        ]
    return tuple(found)


def _onward(
    table: Table, match: LineMatch, tile: Tile, place: Place | None, query: Query
) -> tuple[LinkView, ...]:
    """Links to the other question about this tile, and to what other sheets say."""
    other = "score" if query.question == "may" else "may"
    about = {"tile": tile.name, "at": query.at}
    found = []
    if other in _of_line(table, ABOUT_A_TILE):
        found.append(LinkView(label=_(ABOUT_A_TILE[other]), href=way(table, query, q=other, **about)))
    about["q"] = query.question
    sheets = way(table, query, "disputes.elsewhere", out=query.out, **about)
    found.append(LinkView(label=_("What other sheets say"), href=sheets))
    if left_open_about(match, questions.asked_play(match, tile, place, query.out)):
        left = way(table, query, "disputes.left", **about)
        found.append(LinkView(label=_("The sheet leaves this open"), href=left))
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
