"""The ask page: questions to the referee that change nothing, one of them by a picture of the layout."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

from referee.camera import DOUBT, Seen
from referee.engine.explain.questions import of_breach
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import ON, Status
from referee.engine.log import settling_entry
from referee.engine.messages import _, marked, tiles_word
from referee.engine.tiles import read_tile, tile_list
from referee.web.disputes.asked import ABOUT_A_TILE, Query, Questions, answer_of, way, way_back
from referee.web.disputes.asked_in_line import LINE
from referee.web.disputes.asked_of_trains import TRAINS
from referee.web.disputes.asked_of_tricks import TRICKS
from referee.web.disputes.views import AnswerView, AskPage
from referee.web.parts.actions import tile_links
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import LinkView, TakePicture
from referee.web.parts.taking_pictures import can_read

ABOUT_A_PICTURE = "picture"
WORDS = marked("Did we enter every tile?")
OF_ALL_TILES = ("count", "out", "held")  # nobody knows the answers where not every tile was entered


def can_be_compared(table: Table) -> bool:
    """Whether this link may compare a picture with the tiles entered in this round."""
    if not table.setup.lays_in_line or table.match.round is None:
        return False
    return can_read(table) and not table.match.round.without_tiles


def carried(seen: Seen) -> str:
    """The tiles of a picture as a query parameter; doubtful ones get a question mark."""
    return " ".join(f"{each.tile}{'?' if each.sure < DOUBT else ''}" for each in seen.found)


def against_picture(match: LineMatch, seen: str) -> AnswerView:
    """The differences: tiles in the picture that were not entered, and tiles entered that are not in the picture."""
    read = {tile: word.endswith("?") for word in seen.split() if (tile := read_tile(word.rstrip("?")))}
    laid = {each.tile: None for each in match.current.layout.laid}
    unknown = [each for each in read if each not in laid and each in match.setup.tiles]
    missing = [each for each in laid if each not in read]
    said = []
    if unknown:
        said.append(_("The picture shows {tiles}; the record does not.", tiles=tile_list(unknown)))
    if missing:
        said.append(_("The record has {tiles}; the picture does not.", tiles=tile_list(missing)))
    unsure = [each for each in unknown if read[each]]
    if unsure:
        said.append(_("Not sure: {tiles}. Look at the table.", tiles=tile_list(unsure)))
    if not said:
        said = [_("The picture and the record agree: {tiles}.", tiles=tiles_word(len(laid)))]
    tiles = tuple(tile_picture(each, label=each.name) for each in (*unknown, *missing))
    return AnswerView(head=said[0], more=tuple(said[1:]), tiles=tiles)


ASKED: Mapping[str, Questions] = {"line": LINE, "trains": TRAINS, "tricks": TRICKS}  # by the game's machine


def ask_page(table: Table, query: Query) -> AskPage:
    """The questions, and the answer to the one asked; at their end the way to all rules."""
    match, family = table.state, ASKED[table.setup.variant.machine]
    is_over = match.round is not None and match.status is not Status.PLAYING
    known = (family.after if is_over else family.in_play)(table)
    settling = None if match.status in ON else settling_entry(table.log.entries)
    if settling is not None:
        match = match._replace(setup=settling.state.setup)  # the table may have changed the rules since
    if settling is not None and match.rounds[-1].without_tiles:
        known = {name: words for name, words in known.items() if name not in OF_ALL_TILES}
    if can_be_compared(table):
        known = {**known, ABOUT_A_PICTURE: WORDS}
    read = LinkView(label=_("The rules of this game"), href=url_for("rulebook.table_rules", link=table.link))
    page = AskPage(
        sub=_("{game} · asking changes nothing", game=match.setup.variant.title),
        back=way_back(table, query._replace(question="")),
        questions=(
            *(LinkView(label=_(words), href=way(table, query, q=name)) for name, words in known.items()),
            read,
        ),
    )
    if query.question not in known:
        return page
    asked = _(known[query.question])
    others = tuple(each for each in page.questions if each.label != asked)
    page = page._replace(asked=asked, questions=others)
    if query.question in ABOUT_A_TILE:
        return _about_a_tile(table, family, page, query)
    if query.question in family.of_player:
        return _about_a_player(table, family, page, query)
    if query.question == ABOUT_A_PICTURE:
        answer = against_picture(table.match, query.seen) if query.seen else None
        camera = TakePicture(_("Take a picture"), 0, match.setup.tiles.mask)
        to = way(table, query, "disputes.hold_against")
        return page._replace(answer=answer, camera=camera, picture_to=to)
    told = family.told[query.question](match)
    answer = answer_of(table, told)
    if query.question == "out" and told.tiles:
        answer = answer._replace(head=_("{tiles} nobody has seen", tiles=tiles_word(len(told.tiles))))
    return page._replace(answer=answer)


def _about_a_tile(table: Table, family: Questions, page: AskPage, query: Query) -> AskPage:
    """The answer about a tile of the round in play; first asks which tile it is about."""
    why, tile, setup = table.state.why_not_playing(), query.tile, table.setup
    if why is not None:
        return page._replace(answer=answer_of(table, of_breach(why)))
    another = way(table, query, q=query.question)
    if tile is not None and tile in setup.tiles:
        page = family.about_a_tile(table, page._replace(drawing=tile_picture(tile, label="")), tile, query)
        return page._replace(onward=(*page.onward, LinkView(label=_("Another tile"), href=another)))
    current: Any = table.state.current  # in every game that is asked about, some of its tiles are unseen
    picker = tile_links(
        setup.tiles.high,
        current.unseen,
        lambda each: way(table, query, q=query.question, tile=each.name),
        lambda half: way(table, query, q=query.question, half=half),
        query.half,
    )
    return page._replace(picker=picker)


def _about_a_player(table: Table, family: Questions, page: AskPage, query: Query) -> AskPage:
    """Why a player got nothing, or was charged; first asks which player it is about."""
    names = table.setup.players
    choices = tuple(
        LinkView(name, way(table, query, q=query.question, who=name), chosen=name == query.who)
        for name in names
    )
    page = page._replace(choices=choices, choices_title=_("Who is asking?"))
    if query.who not in names:
        return page
    told = family.of_player[query.question](table.log, names.index(query.who))
    return page._replace(answer=answer_of(table, told))
