"""The questions about Texas and Forty-two, answered."""

from __future__ import annotations

from referee.engine.explain import questions, trick_questions
from referee.engine.games.match import Status
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.messages import _, marked
from referee.web.disputes.asked import IN_PLAY, Query, Questions, answer_of, tiles_asked, way
from referee.web.disputes.views import AskPage
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import LinkView

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
