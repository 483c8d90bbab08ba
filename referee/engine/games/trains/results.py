"""A round told by its end: who went out or that it was blocked, and what is left in each hand, in pips or tiles.

`points` are what a player is charged besides the pips: the double blank in a hand of which only the pips are told, and a
marker that is up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine.games.at_any_table import no_such_side
from referee.engine.games.hands import Ending
from referee.engine.games.match import Status, why_not_playing
from referee.engine.games.phrases import listed
from referee.engine.games.told_hands import missing_hand, with_hands, words_of_end, wrong_hands
from referee.engine.games.trains import ending
from referee.engine.games.trains.state import Outcome, TrainMatch, may_be_drawn
from referee.engine.messages import msg
from referee.engine.record.result_events import HandResult, Left, Result
from referee.engine.rulings import Breach, Code, Ruling, Verdict


def end_by_result(match: TrainMatch, event: Result, number: int) -> Outcome:
    """Rule on a round told by its end, without its tiles."""
    why = why_not_playing(match)
    if why is not None:
        return why
    if isinstance(event, HandResult):
        return Breach(Code.UNREADABLE, msg("There is no bid in this game."))
    how = Ending(event.how, event.seat)
    if how.how == "target":
        why = Breach(Code.UNREADABLE, msg("Say who went out, or that the round was blocked."))
    elif event.last:
        why = Breach(Code.IMPOSSIBLE_POINTS, msg("No points are made in play in this game."))
    besides = _besides(match, how, event.points, event.left)
    for breach in (why, missing_hand(match, how, event.left), _wrong(match, how, event.left), besides):
        if isinstance(breach, Breach):
            return breach
    assert not isinstance(besides, Breach)
    current = with_hands(match.current, how, event.left)
    current.ending, current.turn, current.goes_on = how, None, False
    after = match._replace(round=current, status=Status.REVEAL)
    after, settled, words = ending.try_to_settle(after, number, besides)
    rule = match.setup.variant.charging_rule(how.how)
    said = (*words[:1], *words_of_end(match, how), *words[1:])  # that tiles are missing is said first
    return Ruling(Verdict.STANDS, None, said, rule, settled=settled), after


def _wrong(match: TrainMatch, how: Ending, left: Sequence[Left]) -> Breach | None:
    may_draw = match.current.boneyard if may_be_drawn(match, match.current) else 0
    return wrong_hands(match, how, left, may_draw)


def _besides(
    match: TrainMatch, how: Ending, given: Sequence[tuple[str, int]], left: Sequence[Left]
) -> Mapping[int, ending.Besides] | Breach:
    """What each seat is charged besides the pips, or why nobody can be."""
    charges, trains, setup = match.setup.variant.charges, match.setup.variant.trains, match.setup
    marker = trains.open_marker if trains is not None else 0
    in_pips = {each.seat for each in left if each.tiles is None and each.seat != how.seat}
    shown = any(ending.DOUBLE_BLANK in (each.tiles or ()) for each in left)
    is_hidden = not shown and bool(match.current.unseen & ending.DOUBLE_BLANK.bit)
    found: dict[int, ending.Besides] = {}
    for name, points in given:
        if name not in setup.sides:
            return no_such_side(match, name)
        seat = setup.sides.index(name)
        may_hold = is_hidden and seat in in_pips and not any(each.blank for each in found.values())
        ways = [
            ending.Besides(blank=blank, marker=is_up)
            for blank in ((False, True) if may_hold and charges.double_blank else (False,))
            for is_up in ((False, True) if marker else (False,))
        ]
        worth = {each: charges.double_blank * each.blank + marker * each.marker for each in reversed(ways)}
        way = next((each for each in worth if worth[each] == points), None)
        if way is None:
            amounts = listed(sorted(set(worth.values())))
            words = msg("{name} can be charged {amounts} besides the pips.", name=name, amounts=amounts)
            return Breach(Code.IMPOSSIBLE_POINTS, words)
        found[seat] = way
    return found
