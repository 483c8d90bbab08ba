"""The questions about Texas and Forty-two, answered."""

from referee.engine.explain import questions, trick_questions
from referee.engine.messages import marked
from referee.engine.tiles import Tile
from referee.web.disputes.asked import IN_PLAY, Query, Questions, answer_of
from referee.web.disputes.views import AskPage
from referee.web.parts.open_tables import Table

TRICKS_IN_PLAY = {
    "may": marked("May this tile be laid?"),
    "took": marked("Who took which trick?"),
    "out": IN_PLAY["out"],
    "turn": IN_PLAY["turn"],
}
TRICKS_AFTER = {name: TRICKS_IN_PLAY[name] for name in ("took", "out")}


def _about_a_trick_tile(table: Table, page: AskPage, tile: Tile, _query: Query) -> AskPage:
    """May the tile be laid to this trick? Says which tiles would have to be laid instead."""
    return page._replace(answer=answer_of(table, trick_questions.may_be_laid(table.log, tile)))


TRICKS = Questions(
    lambda _table: TRICKS_IN_PLAY,
    lambda _table: TRICKS_AFTER,
    {"took": trick_questions.who_took, "out": questions.still_out, "turn": trick_questions.why_my_turn},
    {},
    _about_a_trick_tile,
)
