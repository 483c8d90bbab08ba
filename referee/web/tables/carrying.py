"""A match that goes on with other players: from which table, and with what points each side begins."""

import json
from collections.abc import Mapping

from referee.engine.games.match import Status
from referee.engine.judge import open_state
from referee.engine.messages import marked
from referee.engine.seating import HeaderError, Seating
from referee.engine.setup import read_setup
from referee.reports.agreed import amounts_words
from referee.web.context import store
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.rematch import may_go_on
from referee.web.parts.table_views import Choice
from referee.web.tables.choices import TableChoices, header_of

CHANGED = marked("The points have changed meanwhile. Look at them and start again.")


def table_before(choices: TableChoices) -> Table | None:
    """The table that the new one follows; None if there is none, or if that link cannot lead from it now.

    Another game can only follow once the match is over.
    """
    if store().open(choices.after) is None:
        return None
    table = open_table(choices.after)
    is_over, is_same = table.state.status is Status.MATCH_OVER, table.setup.variant.key == choices.variant
    return table if may_go_on(table) and (is_over or is_same) else None


def ways_to_begin(choices: TableChoices, before: Table | None) -> tuple[Choice, ...]:
    """With what points the sides can begin, first as most tables do it; none if nothing can be carried over.

    A side begins with the points of its players, with the worse ones if they were on two sides. Somebody new begins like
    the last of the others, or with none. Raises HeaderError if the table cannot be played.
    """
    if before is None or before.state.status is Status.MATCH_OVER:
        return ()
    there, match = read_setup(header_of(choices)), before.state
    if there.counts_in is not match.setup.counts_in:
        return ()
    worse = max if there.variant.lowest_wins else min
    had = {
        name: match.scores[side] for name, side in zip(match.setup.players, match.setup.side_of, strict=True)
    }
    points: dict[str, list[int]] = {}
    for seat, name in enumerate(there.players):
        if name in had:
            points.setdefault(there.side_name(seat), []).append(had[name])
    kept = {side: worse(each) for side, each in points.items()}
    if not kept:
        return ()
    starts = [{side: kept.get(side, new) for side in there.sides} for new in (worse(kept.values()), 0)]
    starts.append(dict.fromkeys(there.sides, 0))
    found = {json.dumps(each): _told(there, each) for each in starts}
    if len(found) < 2:
        return ()
    return tuple(Choice(value, label, chosen=not place) for place, (value, label) in enumerate(found.items()))


def _told(setup: Seating, start: Mapping[str, int]) -> str:
    """The points or chips that everybody has with this start."""
    amounts = zip(map(str, setup.sides), start.values(), open_state(setup).amounts, strict=True)
    return amounts_words((side, points + amount) for side, points, amount in amounts)


def with_start(choices: TableChoices, before: Table | None, chosen: str) -> TableChoices:
    """The choices with the points that the form has chosen, and how many rounds were played for them.

    Raises HeaderError if they are none of the ways to begin now, or if the table cannot be played.
    """
    ways = ways_to_begin(choices, before)
    if before is None or not ways:
        return choices
    if chosen not in [each.value for each in ways]:
        raise HeaderError("start", CHANGED)
    start = json.loads(chosen)
    rounds = before.state.rounds_counted if any(start.values()) else 0
    return choices._replace(start=start, rounds_before=rounds)
