"""Hands shown when a round is over, and rounds entered by their result alone."""

from collections.abc import Sequence

from referee.engine.games.at_any_table import no_such_side
from referee.engine.games.hands import Ending
from referee.engine.games.line import claiming, ending
from referee.engine.games.line.block_winner import NeedsTiles
from referee.engine.games.line.settlement import seats_that_count, shown_rule
from referee.engine.games.line.state import LineMatch, Outcome, drawable
from referee.engine.games.match import Points, Status
from referee.engine.games.refusals import not_now
from referee.engine.games.shown_hands import missing_hand, with_hand, with_hands, with_total, wrong_hands
from referee.engine.messages import Message, marked, msg, points_word
from referee.engine.record.events import Hand, HandResult, Left, Pips, Result
from referee.engine.rules.turns import Further
from referee.engine.rulings import Breach, Code, Ruling, Settled, Verdict

TILES_DECIDE = marked("Who leads and what is paid depend on the tiles here, so they have to be entered.")


def show_hand(match: LineMatch, event: Hand, number: int) -> Outcome:
    """Rule on tiles that a player shows."""
    shown = with_hand(match, event)
    if isinstance(shown, Breach):
        return shown
    match, (words, *proved) = shown
    return _on_to_settlement(match, words, tuple(proved), number)


def tell_pips(match: LineMatch, event: Pips, number: int) -> Outcome:
    """Rule on the total of a hand."""
    told = wants_tiles(match, event.by) or with_total(match, event)
    if isinstance(told, Breach):
        return told
    later, words = told
    if match.status is Status.REVEAL:
        needs = ending.pay_of(later)
        if isinstance(needs, NeedsTiles) and event.by in needs.seats:
            return Breach(Code.NEEDS_TILES, needs.said, match.setup.variant.rule("block_tie"))
    return _on_to_settlement(later, words, (), number)


def wants_tiles(match: LineMatch, seat: int) -> Breach | None:
    """The refusal of a player's total where the tiles themselves decide the round."""
    current = match.round
    if match.status is not Status.REVEAL or current is None:
        return None
    name = match.setup.players[seat]
    told = current.shown[seat]
    is_blocked = current.ending is not None and current.ending.how == "blocked"
    if is_blocked and match.setup.variant.blocked.needs_tiles and (told is None or told.tiles is None):
        words = msg("Doubles decide this round, so {name} shows the tiles.", name=name)
        return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("block_winner"))
    if told is not None and told.tiles is None and seat in ending.must_show(match):
        words = msg("The total is known; now {name} shows the tiles.", name=name)
        return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("block_tie"))
    return None


def _on_to_settlement(match: LineMatch, words: Message, proved: tuple[Message, ...], number: int) -> Outcome:
    """The ruling on a hand, which closes every claim; `words` are about the hand, `proved` is what it proves."""
    current, missed = claiming.close_all(match.current)
    match = match._replace(round=current)
    settled: Settled | None = None
    more: tuple[Message, ...] = ()
    if match.status is Status.REVEAL:
        match, settled, more = ending.broken(match, number) or ending.try_to_settle(match, number)
    rule = shown_rule(match.setup.variant, None, settled)
    said = ending.with_proved((words, *more), proved, settled)
    return Ruling(Verdict.STANDS, None, said, rule, missed=missed, settled=settled), match


def end_by_result(match: LineMatch, event: Result, number: int) -> Outcome:
    """Rule on a round entered by its result, without its tiles."""
    current = match.current
    if not match.setup.variant.can_be_entered_by_result:
        return not_now(TILES_DECIDE)
    if isinstance(event, HandResult):
        return Breach(Code.UNREADABLE, msg("There is no bid in this game."))
    points = _points_in_play(match, event.points)
    if isinstance(points, Breach):
        return points
    end = Ending(event.how, event.seat)
    breach = _wrong_last(match, end, event.last) or wrong_hands(
        match, end, event.left, drawable(match, current)
    )
    if breach is not None:
        return breach
    current, missed = claiming.close_all(current)
    told = with_hands(current, end, event.left)
    told.turn, told.going_on, told.last_layer = None, Further.NOTHING, end.seat
    match_told = match._replace(round=told, status=Status.REVEAL)
    after = ending.made_in_play(match_told, points, number)
    words = [
        msg("{points} in play for {side}.", points=points_word(gained), side=match.setup.sides[side])
        for side, gained in points
    ]
    won = ending.won_by(after, points, number)
    if won is not None:
        after, settled, more = won
    elif end.how == "target":
        nobody = msg("Nobody has reached {target} in play.", target=match.setup.variant.target.target)
        return Breach(Code.IMPOSSIBLE_POINTS, nobody)
    else:
        after = after._replace(round=after.current._replace(ending=end, held_back=event.last))
        pay = _pay(after, end, event.left)
        if isinstance(pay, Breach):
            return pay
        words.append(end.told(match.setup.players))
        after, settled, more = ending.pay_out(after, pay, number)
    rule = shown_rule(match.setup.variant, None, settled)
    said = (*more[:1], *words, *more[1:])  # that tiles are missing is said first
    return Ruling(Verdict.STANDS, None, said, rule, missed=missed, settled=settled), after


def _pay(match: LineMatch, how: Ending, left: Sequence[Left]) -> Settled | Breach:
    missing = missing_hand(match, seats_that_count(match, how), how, left)
    if missing is not None:
        return missing
    blocked = match.setup.variant.blocked
    if how.how == "blocked" and blocked.by_number_of_tiles and any(each.number is None for each in left):
        words = msg("The number of tiles decides this round, so it has to be given too.")
        return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("block_winner"))
    outcome = ending.pay_of(match)
    if isinstance(outcome, NeedsTiles):
        rule = "block_winner" if blocked.needs_tiles else "block_tie"
        return Breach(Code.NEEDS_TILES, outcome.said, match.setup.variant.rule(rule))
    assert outcome is not None  # no hand is missing
    return outcome


# Points made in play


def _points_in_play(match: LineMatch, given: Sequence[tuple[str, int]]) -> Points | Breach:
    setup = match.setup
    points = []
    for name, gained in given:
        if name not in setup.sides:
            return no_such_side(match, name)
        if gained:
            side = setup.sides.index(name)
            breach = _impossible_points(match, side, gained)
            if breach is not None:
                return breach
            points.append((side, gained))
    target = setup.variant.target
    there = [side for side, gained in points if target.reached(match.scores[side] + gained)]
    if target.ends_at_once and len(there) > 1:
        words = msg("Only one side can have reached {target} first.", target=target.target)
        return Breach(Code.IMPOSSIBLE_POINTS, words, setup.variant.rule("end_check"))
    return tuple(sorted(points))


def _impossible_points(match: LineMatch, side: int, gained: int) -> Breach | None:
    variant = match.setup.variant
    counting, target = variant.counting, variant.target
    if not counting.tiles_score:
        words = msg("No points are made in play in this game.")
        return Breach(Code.IMPOSSIBLE_POINTS, words, variant.rule("score"))
    unit = counting.unit if counting.counts_ends and counting.points_are_pips else 1
    if gained % unit:
        words = msg("Points in play are multiples of {unit} here, and {n} is not one.", unit=unit, n=gained)
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
    if not last:
        return None
    variant = match.setup.variant
    if how.seat is None or not (variant.counting.tiles_score and variant.going_out.is_one_award):
        words = msg("The points of the last tile are among those made in play.")
        return Breach(Code.IMPOSSIBLE_POINTS, words)
    return None
