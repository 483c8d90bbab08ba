"""The questions about trains and chickenfoot, answered."""

from referee.engine.explain import questions
from referee.engine.explain import train_questions as asking
from referee.engine.games.trains.state import TrainMatch
from referee.engine.messages import _, capital, marked
from referee.engine.tiles import Tile
from referee.web.disputes.asked import AFTER, IN_PLAY, Query, Questions, answer_of, way
from referee.web.disputes.views import AskPage
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import number_in
from referee.web.parts.table_views import LinkView

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


def _about_a_train_tile(table: Table, page: AskPage, tile: Tile, query: Query) -> AskPage:
    """May the tile go on this train or end? Links to every place, and says how other tables would rule."""
    match = TrainMatch.of(table.state)
    current = match.current
    places = [n for n, end in enumerate(current.ends) if end.room]
    place = at if (at := number_in(query.at)) in places else None
    answer = answer_of(table, asking.may_go(table.log, tile, place))
    others = asking.at_other_tables(table.log, tile, place)
    choices = [
        LinkView(
            label=capital(str(asking.place_name(match, current, each))),
            sub=_("the {number}", number=current.ends[each].half),
            href=way(table, query, q="may", tile=tile.name, at=each),
            chosen=each == place,
        )
        for each in places
    ]
    return page._replace(
        answer=answer._replace(elsewhere=tuple((str(each.sentence), str(each.verdict)) for each in others)),
        choices=tuple(choices),
        choices_title=_("{tile} where?", tile=tile) if choices else "",
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
