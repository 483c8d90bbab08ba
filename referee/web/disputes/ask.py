"""Ask: what a table may ask the referee without changing anything, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import url_for

from referee.engine.explain import explanations, questions, train_questions
from referee.engine.explain.open_questions import left_open_about
from referee.engine.explain.questions import Told
from referee.engine.games.line.legal_moves import place_name, ways_to_lie
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.games.phrases import tiles_word
from referee.engine.games.trains.state import TrainMatch, train_match
from referee.engine.layout import Place
from referee.engine.messages import _, capital, marked
from referee.engine.record.events import Play
from referee.engine.tiles import Tile, read_tile
from referee.web.disputes.views import AnswerView, AskPage
from referee.web.parts.citations import cited, printed
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import LinkView, Picker
from referee.web.parts.tile_links import tile_links

ABOUT_A_TILE = {"may": marked("May this tile go there?"), "score": marked("What would it score?")}
IN_PLAY = {
    **ABOUT_A_TILE,
    "count": marked("What do the ends count?"),
    "out": marked("Which tiles can still be out?"),
    "dead": marked("Is the round dead?"),
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


class Query(NamedTuple):
    """What is asked, as the address has it; what cannot be read is left out."""

    question: str = ""
    tile: Tile | None = None
    at: str = ""
    out: int | None = None
    who: str = ""
    half: int | None = None


def read_query(args: Mapping[str, str]) -> Query:
    """The question that an address asks."""
    half, out = args.get("half", ""), args.get("out", "")
    return Query(
        question=args.get("q", "")[:12],
        tile=read_tile(args.get("tile", "")[:12]),
        at=args.get("at", "")[:12],
        out=int(out) if out.isascii() and out.isdigit() and len(out) < 3 else None,
        who=args.get("who", "")[:40],
        half=int(half) if half.isascii() and half.isdigit() and len(half) < 3 else None,
    )


def ask_page(table: Table, query: Query) -> AskPage:
    """The questions, and the answer to the one that is asked."""
    match = table.state
    assert isinstance(match, LineMatch | TrainMatch)
    is_over = match.round is not None and match.status is not Status.PLAYING
    if isinstance(match, TrainMatch):
        known = TRAINS_AFTER if is_over else TRAINS_IN_PLAY
    else:
        known = AFTER if is_over else IN_PLAY
        if match.setup.variant.rows is not None:
            known = {name: words for name, words in known.items() if name not in ABOUT_A_TILE}
    page = AskPage(
        title=_("Ask the referee"),
        sub=_("{game} · asking changes nothing", game=match.setup.variant.title),
        back=url_for("rounds.show", link=table.link),
        questions=tuple(LinkView(label=_(words), href=way(table, q=name)) for name, words in known.items()),
    )
    if query.question not in known:
        return page
    asked = _(known[query.question])
    page = page._replace(questions=tuple(each for each in page.questions if each.label != asked))
    if query.question in ABOUT_A_TILE:
        about = _about_a_tile if isinstance(match, LineMatch) else _about_a_tile_of_trains
        return about(table, page, query, asked)
    if query.question in ("nothing", "charged"):
        return _about_a_player(table, page, query, asked)
    told = _told(match, query.question)
    answer = answer_of(table, told)
    if query.question == "out" and told.tiles:
        answer = answer._replace(head=_("{tiles} nobody has seen", tiles=tiles_word(len(told.tiles))))
    return page._replace(asked=asked, answer=answer)


def way(table: Table, **query: Any) -> str:
    """The address of a question."""
    return url_for("disputes.ask", link=table.link, **{k: v for k, v in query.items() if v not in (None, "")})


def answer_of(table: Table, told: Told) -> AnswerView:
    """An answer as the page shows it; the rule that decides first."""
    head, *more = (str(each) for each in told.said)
    return AnswerView(
        head=head,
        more=tuple(more),
        rules=tuple(cited(table, rule) for rule in dict.fromkeys(told.rules)),
        tiles=tuple(tile_picture(each, label=each.name) for each in reversed(told.tiles)),
        is_held_back=told.is_held_back,
        printed=printed(table, *told.rules),
    )


def _told(match: LineMatch | TrainMatch, question: str) -> Told:
    if isinstance(match, TrainMatch):
        return {
            "can": train_questions.can_do,
            "out": questions.still_out,
            "dead": train_questions.is_dead,
            "held": questions.who_holds_how_many,
            "turn": train_questions.why_my_turn,
            "over": train_questions.why_round_over,
        }[question](match)
    return {
        "count": questions.count,
        "out": questions.still_out,
        "dead": questions.is_dead,
        "held": questions.who_holds_how_many,
        "turn": explanations.why_my_turn,
        "over": explanations.why_round_over,
    }[question](match)


def _about_a_player(table: Table, page: AskPage, query: Query, asked: str) -> AskPage:
    """Why a player got nothing, or was charged; the page asks first which player asks."""
    names = table.setup.players
    choices = tuple(
        LinkView(
            label=name, href=way(table, q=query.question, who=name), tone="main" if name == query.who else ""
        )
        for name in names
    )
    page = page._replace(asked=asked, choices=choices, choices_title=_("Who asks?"))
    if query.who not in names:
        return page
    why = explanations.why_nothing if query.question == "nothing" else train_questions.why_charged
    told = why(table.log, names.index(query.who))
    return page._replace(answer=answer_of(table, told))


# A tile


def _about_a_tile_of_trains(table: Table, page: AskPage, query: Query, asked: str) -> AskPage:
    """The same at trains: every train is asked about, or every end of a foot, and what other tables would say."""
    match, tile = train_match(table.state), query.tile
    current = match.round
    if current is None or match.status is not Status.PLAYING:
        told = train_questions.may_go(table.log, match.setup.tiles.tiles[0])
        return page._replace(asked=asked, answer=answer_of(table, told))
    if tile is None or tile.high > match.setup.tiles.high:
        return page._replace(asked=asked, picker=_picker(table, match, query))
    places = [n for n, end in enumerate(current.ends) if end.room]
    place = int(query.at) if query.at.isdigit() and int(query.at) in places else None
    answer = answer_of(table, train_questions.may_go(table.log, tile, place))
    others = train_questions.at_other_tables(table.log, tile, place)
    choices = [
        LinkView(
            label=capital(str(train_questions.place_name(match, current, each))),
            sub=_("the {number}", number=current.ends[each].half),
            href=way(table, q="may", tile=tile.name, at=each),
            tone="main" if each == place else "",
        )
        for each in places
    ]
    return page._replace(
        asked=asked,
        drawing=tile_picture(tile, label=""),
        answer=answer._replace(elsewhere=tuple((str(each.sentence), str(each.verdict)) for each in others)),
        choices=tuple(choices),
        choices_title=_("{tile} where?", tile=tile) if choices else "",
        onward=(LinkView(label=_("Another tile"), href=way(table, q="may")),),
    )


def _about_a_tile(table: Table, page: AskPage, query: Query, asked: str) -> AskPage:
    match = table.match
    current = match.round
    tile = query.tile
    if current is None or match.status is not Status.PLAYING:
        return page._replace(
            asked=asked, answer=answer_of(table, questions.may_go(match, match.setup.tiles.tiles[0]))
        )
    if tile is None or tile.high > match.setup.tiles.high:
        return page._replace(asked=asked, picker=_picker(table, match, query))
    place = place_of(match, query.at)
    out = query.out if query.out in tile.halves else None
    told = (
        questions.may_go(match, tile, place)
        if query.question == "may"
        else questions.would_score(match, tile, place, out)
    )
    return page._replace(
        asked=asked,
        drawing=tile_picture(tile, label=""),
        answer=answer_of(table, told),
        choices=_places(table, match, tile, query),
        choices_title=_("{tile} where?", tile=tile) if current.layout.laid else "",
        onward=_onward(table, match, tile, place, query),
    )


def _picker(table: Table, match: LineMatch | TrainMatch, query: Query) -> Picker:
    return tile_links(
        match.setup.tiles.high,
        match.current.unseen,
        lambda each: way(table, q=query.question, tile=each.name),
        lambda half: way(table, q=query.question, half=half),
        query.half,
    )


def place_of(match: LineMatch, at: str) -> Place | None:
    """The open place that an address names."""
    if match.round is None or not at:
        return None
    places = match.round.layout.places_now()
    return next((each for each in places if at in (f"{each.tile}/{each.half}", str(each.tile))), None)


def _places(table: Table, match: LineMatch, tile: Tile, query: Query) -> tuple[LinkView, ...]:
    """Every open place, whether the tile fits or not: that is what is asked."""
    places = list(dict.fromkeys(match.current.layout.places_now()))
    if not places:
        return ()
    here = place_of(match, query.at)
    found = [
        LinkView(
            label=_("on {tile}", tile=place_name(each, places)),
            sub="" if match.claims_are_open else _("the {number}", number=each.half),
            href=way(table, q=query.question, tile=tile.name, at=f"{each.tile}/{each.half}"),
            tone="main" if each == here else "",
        )
        for each in places
    ]
    ways = [each for each in ways_to_lie(match, tile) if here is not None and each.place == here]
    if len(ways) > 1 and not tile.is_double and query.question == "score":
        found += [
            LinkView(
                label=_("the {number} outward", number=tile.other(each.touching)),
                href=way(table, q="score", tile=tile.name, at=query.at, out=tile.other(each.touching)),
                tone="main" if query.out == tile.other(each.touching) else "",
            )
            for each in ways
        ]
    return tuple(found)


def _onward(
    table: Table, match: LineMatch, tile: Tile, place: Place | None, query: Query
) -> tuple[LinkView, ...]:
    """The other question about the same tile, what other sheets say of it, and another tile."""
    other = "score" if query.question == "may" else "may"
    about: dict[str, Any] = {"tile": tile.name, "at": query.at or None}
    found = [LinkView(label=_(ABOUT_A_TILE[other]), href=way(table, q=other, **about))]
    sheets = url_for("disputes.elsewhere", link=table.link, out=query.out, **about)
    found.append(LinkView(label=_("What other sheets say"), href=sheets))
    if left_open_about(match, asked_play(match, tile, place, query.out)):
        found.append(
            LinkView(
                label=_("The sheet leaves this open"), href=url_for("disputes.left", link=table.link, **about)
            )
        )
    found.append(LinkView(label=_("Another tile"), href=way(table, q=query.question)))
    return tuple(found)


def asked_play(match: LineMatch, tile: Tile, place: Place | None, out: int | None = None) -> Play:
    """The tile as the player to act would lay it."""
    turn = match.current.turn
    by = 0 if turn is None else turn
    out = out if out in tile.halves else None
    if place is None:
        return Play(by, tile, out=out, written=tile.name)
    return Play(
        by, tile, place.tile, place.half, out, written=tile.name, at_written=f"{place.tile}/{place.half}"
    )
