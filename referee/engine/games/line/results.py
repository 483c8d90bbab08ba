"""A round told by its end: who went out or that it was blocked, and what is left in each hand.

It is paid as a round is whose hands are shown; only where the pips come from differs.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audit.holdings import can_make_some
from referee.engine.games.at_any_table import no_such_side
from referee.engine.games.hands import Ending, Held, Shown
from referee.engine.games.line import claiming, ending
from referee.engine.games.line.deciding_rule import shown_rule
from referee.engine.games.line.settlement import NeedsTiles, Pay, settle
from referee.engine.games.line.state import LineMatch, LineRound, drawable
from referee.engine.games.line.turn import Outcome, in_play
from referee.engine.games.match import Points, Status, not_now
from referee.engine.games.phrases import points_word
from referee.engine.messages import Message, msg
from referee.engine.record.result_events import HandResult, Left, Result
from referee.engine.rules.turns import Further
from referee.engine.rulings import Breach, Code, Ruling, Verdict, refusal
from referee.engine.tiles import mask_of


def end_by_result(match: LineMatch, event: Result, number: int) -> Outcome:
    """Rule on how a round is said to have ended."""
    current = in_play(match)
    if isinstance(current, Breach):
        return refusal(current), match
    if not match.setup.variant.is_told_by_end:
        return refusal(
            not_now("Who leads and what is paid depend on the tiles here, so they have to be entered.")
        ), match
    if isinstance(event, HandResult):
        return refusal(Breach(Code.UNREADABLE, msg("There is no bid in this game."))), match
    points = _points_in_play(match, event.points)
    if isinstance(points, Breach):
        return refusal(points), match
    end, won_by = Ending(event.how, event.seat), _won_by(match, points)
    breach = _wrong_last(match, end, event.last) or _wrong_hands(match, current, end, event.left)
    if breach is None and end.how == "target" and won_by is None:
        nobody = msg("Nobody has reached {target} in play.", target=match.setup.variant.target.target)
        breach = Breach(Code.IMPOSSIBLE_POINTS, nobody)
    if breach is not None:
        return refusal(breach), match
    current, missed = claiming.close_all(current)
    told = _as_told(current, end, event.left, event.last)
    told.ending = end if won_by is None else None
    match_told = match._replace(round=told, status=Status.REVEAL)
    after = ending.made_in_play(match_told, points, number)
    words = _words_of_points(match, points)
    if won_by is None:
        pay = _pay(after, end, event.left)
        if isinstance(pay, Breach):
            return refusal(pay), match
        words += _words_of_end(match, end)
        after, settled, more = ending.pay_out(after, pay, number)
    else:
        after, settled, more = ending.won_in_play(after, won_by) or (after, None, ())
    rule = shown_rule(match.setup.variant, None, settled)
    said = (*more[:1], *words, *more[1:])  # that tiles are missing is said first
    return Ruling(Verdict.STANDS, None, said, rule, missed=missed, settled=settled), after


def _pay(match: LineMatch, how: Ending, left: Sequence[Left]) -> Pay | Breach:
    """What the round pays by what is told of the hands, or what is missing for that."""
    held = {seat: Held(seat, 1, 0, None) for seat in range(len(match.setup.players))}
    if how.seat is not None:
        held[how.seat] = Held(how.seat, 0, 0, ())
    for each in left:
        tiles = None if each.tiles is None else tuple(tile for tile in each.tiles if tile is not None)
        held[each.seat] = Held(each.seat, each.number or 1, each.pips, tiles)
    told = {each.seat for each in left}
    missing = [seat for seat, each in held.items() if each.number and seat not in told]
    if missing and ending.pays_by_hands(match, how):
        words = msg("What {name} has left is missing.", name=match.setup.players[missing[0]])
        return Breach(Code.HAND_MISMATCH, words)
    blocked = match.setup.variant.blocked
    if how.how == "blocked" and blocked.by_number_of_tiles and any(each.number is None for each in left):
        words = msg("The number of tiles decides this round, so it has to be told too.")
        return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("block_winner"))
    outcome = settle(match, list(held.values()))
    if isinstance(outcome, NeedsTiles):
        rule = "block_winner" if blocked.needs_tiles else "block_tie"
        return Breach(Code.NEEDS_TILES, outcome.said, match.setup.variant.rule(rule))
    return outcome


def _as_told(current: LineRound, how: Ending, left: Sequence[Left], last: int) -> LineRound:
    """The round over, with the hands as far as they are told."""
    after = current.copy()
    hands, shown = list(current.hands), list(current.shown)
    if how.seat is not None:
        hands[how.seat] = 0
    for each in left:
        tiles = None if each.tiles is None else tuple(tile for tile in each.tiles if tile is not None)
        hands[each.seat] = each.number if each.number is not None else hands[each.seat]
        shown[each.seat] = Shown(each.pips, tiles)
        after.unseen &= ~mask_of(tiles or ())
    after.hands, after.shown, after.held_back = tuple(hands), tuple(shown), last
    after.turn, after.going_on, after.last_layer = None, Further.NOTHING, how.seat
    after.without_tiles = True
    return after


def _words_of_end(match: LineMatch, how: Ending) -> tuple[Message, ...]:
    if how.how == "out" and how.seat is not None:
        return (msg("{name} went out.", name=match.setup.players[how.seat]),)
    return (msg("The round is blocked."),) if how.how == "blocked" else ()


# Points made in play


def _words_of_points(match: LineMatch, points: Points) -> list[Message]:
    return [
        msg("{points} in play for {side}.", points=points_word(gained), side=match.setup.sides[side])
        for side, gained in points
    ]


def _points_in_play(match: LineMatch, given: Sequence[tuple[str, int]]) -> Points | Breach:
    """The points by side, or why nobody can have made them."""
    setup = match.setup
    points = []
    for name, gained in given:
        if name not in setup.sides:
            return no_such_side(match, name)
        breach = _impossible_points(match, setup.sides.index(name), gained)
        if breach is not None:
            return breach
        if gained:
            points.append((setup.sides.index(name), gained))
    target = setup.variant.target
    if len(_there(match, tuple(points))) > 1:
        words = msg("Only one side can have reached {target} first.", target=target.target)
        return Breach(Code.IMPOSSIBLE_POINTS, words, setup.variant.rule("end_check"))
    return tuple(sorted(points))


def _there(match: LineMatch, points: Points) -> list[int]:
    """The sides that win the match by points in play."""
    target = match.setup.variant.target
    return [
        side for side, gained in points if target.ends_at_once and target.reached(match.scores[side] + gained)
    ]


def _won_by(match: LineMatch, points: Points) -> int | None:
    return next(iter(_there(match, points)), None)


def _impossible_points(match: LineMatch, side: int, gained: int) -> Breach | None:
    """Why a side cannot have made these points in play."""
    variant = match.setup.variant
    counting, target = variant.counting, variant.target
    if not gained:
        return None
    if not counting.tiles_score:
        words = msg("No points are made in play in this game.")
        return Breach(Code.IMPOSSIBLE_POINTS, words, variant.rule("score"))
    unit = counting.unit if counting.counts_ends and counting.points_are_pips else 1
    if gained % unit:
        words = msg("Points in play are multiples of {unit} here, and {n} is none.", unit=unit, n=gained)
        return Breach(Code.IMPOSSIBLE_POINTS, words, variant.rule("score"))
    if target.in_play(match.scores[side], gained) != gained:
        words = msg(
            "{score} + {gained} would pass {target}.",
            score=match.scores[side],
            gained=gained,
            target=target.target,
        )
        return Breach(Code.IMPOSSIBLE_POINTS, words, variant.rule("exact"))
    return None


def _wrong_last(match: LineMatch, how: Ending, last: int) -> Breach | None:
    """Why the points of the last tile cannot be told apart."""
    if not last:
        return None
    variant = match.setup.variant
    if how.seat is None or not (variant.counting.tiles_score and variant.going_out.is_one_award):
        words = msg("The points of the last tile are among those made in play.")
        return Breach(Code.IMPOSSIBLE_POINTS, words)
    return None


# What is left in the hands


def _wrong_hands(match: LineMatch, current: LineRound, how: Ending, left: Sequence[Left]) -> Breach | None:
    """Why the hands cannot be as they are told."""
    pool, players = current.unseen, match.setup.players
    for each in left:
        if each.seat == how.seat and (each.pips or each.number or each.tiles):
            words = msg("{name} went out, so {name} has no tiles left.", name=players[each.seat])
            return Breach(Code.HAND_MISMATCH, words)
    left = [each for each in left if each.seat != how.seat]
    for each in left:
        for tile in each.tiles or ():
            if tile is None or tile not in match.setup.tiles:
                words = msg("A {set} set has no such tile.", set=match.setup.tiles.word)
                return Breach(Code.NOT_IN_SET, words)
            if not tile.bit & pool:
                words = msg(
                    "{tile} cannot be in {name}'s hand: it is somewhere else already.",
                    tile=tile,
                    name=players[each.seat],
                )
                return Breach(Code.IMPOSSIBLE_HAND, words)
            pool &= ~tile.bit
    for each in left:
        breach = _wrong_number(match, current, each) or _wrong_pips(match, current, pool, each)
        if breach is not None:
            return breach
    return _wrong_together(match, current, how, left, pool)


def _most(match: LineMatch, current: LineRound, seats: Sequence[int]) -> int:
    """How many tiles these players can have at most, with what may be drawn."""
    can_draw = match.setup.variant.drawing.is_allowed
    return sum(current.hands[seat] for seat in seats) + (drawable(match, current) if can_draw else 0)


def _wrong_number(match: LineMatch, current: LineRound, told: Left) -> Breach | None:
    if told.number is None:
        return None
    most = _most(match, current, [told.seat])
    if 1 <= told.number <= most:
        return None
    words = msg("{name} has from 1 to {most} tiles left.", name=match.setup.players[told.seat], most=most)
    return Breach(Code.IMPOSSIBLE_HAND, words)


def _wrong_pips(match: LineMatch, current: LineRound, pool: int, told: Left) -> Breach | None:
    if told.tiles is not None:
        return None
    least, most = 1, _most(match, current, [told.seat])
    if told.number is not None:
        least = most = told.number
    if can_make_some(pool, least, min(most, pool.bit_count()), told.pips):
        return None
    words = msg("{name} cannot have {pips} pips left.", name=match.setup.players[told.seat], pips=told.pips)
    return Breach(Code.IMPOSSIBLE_HAND, words)


def _wrong_together(
    match: LineMatch, current: LineRound, how: Ending, left: Sequence[Left], pool: int
) -> Breach | None:
    """Why the hands cannot all be as they are told, though each could by itself."""
    laid = current.hands[how.seat] if how.seat is not None else 0
    hidden = [each for each in left if each.tiles is None]
    shown = sum(each.number or 0 for each in left if each.tiles is not None)
    room = min(
        pool.bit_count() - laid,
        _most(match, current, [each.seat for each in left]) - shown,
    )
    least = sum(each.number or 1 for each in hidden)
    if all(each.number is not None for each in hidden):
        room = min(room, least)
    if can_make_some(pool, least, room, sum(each.pips for each in hidden)):
        return None
    words = msg("The hands cannot all be left as told: the set has no such tiles besides those laid.")
    return Breach(Code.IMPOSSIBLE_HAND, words)
