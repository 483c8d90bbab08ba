"""Points, the end of a round and the end of the match."""

from collections.abc import Mapping, Sequence

from referee.engine.audit.holdings import RENEGE, Flag, cases
from referee.engine.games.at_any_table import void_round
from referee.engine.games.hands import Ending
from referee.engine.games.line.block_winner import NeedsTiles
from referee.engine.games.line.pairs import pay_of_pairs
from referee.engine.games.line.premios import premio_words, remark_words
from referee.engine.games.line.settlement import pay_for_hands, seats_that_count, wins
from referee.engine.games.line.state import LineMatch, is_dead
from referee.engine.games.match import Points, Status, added, by_side, wins_with
from referee.engine.games.shown_hands import all_held, tiles_missing
from referee.engine.messages import Listed, Message, counted, marked, msg, of_side, points_word
from referee.engine.rules.turns import Further
from referee.engine.rulings import Premio, Remark, Settled

Ended = tuple[LineMatch, Settled | None, tuple[Message, ...]]


def made_in_play(match: LineMatch, points: Points, number: int) -> LineMatch:
    """The match with points scored in the round added; a void takes them back."""
    after = match.add_points(points, number)
    if after is not match:  # a new copy, safe to modify
        after.round = current = match.current.copy()
        current.earned = added(current.earned, points)
    return after


def pay_premios(match: LineMatch, premios: Sequence[Premio], number: int) -> Ended:
    """The match with premios for passes paid, all to one side; they may win it."""
    words = premio_words(match, premios)
    paid = [each for each in premios if each.points]
    for each in paid:
        match = made_in_play(match, ((each.side, each.points),), number)
        match.current.premios += (each,)
    won = won_in_play(match, paid[0].side, number) if paid else None
    match, settled, more = won or (match, None, ())
    return match, settled, (*words, *more)


def broken(match: LineMatch, number: int) -> Ended | None:
    """The end of a round by a tile that proves a false pass, if the rules end it so; it costs once, however many passes
    the tile proves (PA13)."""
    partnership = match.setup.variant.partnership
    if partnership is None or not partnership.false_pass_breaks:
        return None
    by_tile = [each for each in _reneged(match) if each.tile is not None]
    if not by_tile:
        return None
    match, settled = void_round(match, number, by=("false_pass_breaks",))
    match, points, words = _with_false_passes(match, by_tile[:1], number)
    settled = settled._replace(points=points, steps=(*settled.steps, *words))
    return match._replace(rounds=(*match.rounds[:-1], settled)), settled, settled.steps


def with_proved(
    words: tuple[Message, ...], proved: tuple[Message, ...], settled: Settled | None
) -> tuple[Message, ...]:
    """A ruling's sentences with what was proved after the first, unless the settlement tells it with what it costs."""
    if settled is not None and {"false_pass", "false_pass_breaks"} & {*settled.by}:
        return words
    return (words[0], *proved, *words[1:])


def _reneged(match: LineMatch) -> list[Flag]:
    """The false passes and draws of the round, without those that the table has decided about."""
    found = [each for each in match.flags if each.round == match.current.number and each.kind == RENEGE]
    decided = [case for case in cases(found, match.current.witness) if any(map(match.decided_on, case))]
    return [each for each in found if not any(each in case for case in decided)]


def _with_false_passes(
    match: LineMatch, reneged: Sequence[Flag], number: int
) -> tuple[LineMatch, Points, list[Message]]:
    """The match with the cost of these false passes deducted, the points and their words; only if it is certain whose.
    Draws of one turn cost once."""
    setup, costs = match.setup, match.setup.variant.turns.false_pass_costs
    found = [case[0] for case in cases(reneged, match.current.witness)]
    certain = [(each.seat, each.because) for each in found if each.seat is not None]
    if not costs:
        return match, (), [because for _, because in certain]
    points = by_side(tuple((setup.side_of[seat], -costs) for seat, _ in certain))
    words = [
        of_side(
            marked("{name} loses {points}: {because}"),
            marked("{name} lose {points}: {because}"),
            setup.sides[setup.side_of[seat]],
            points=points_word(costs),
            because=because,
        )
        for seat, because in certain
    ]
    return match.add_points(points, number), points, words


def won_in_play(match: LineMatch, side: int, number: int) -> Ended | None:
    """The end of the match by points that a side makes during a round; None if nothing is won.

    It settles the round, so the false passes proved by then count first: they void it, or may cost the win. Others may
    be at the target already, after a tie or an adjustment; while the best are equal, the round goes on.
    """
    target, turns = match.setup.variant.target, match.setup.variant.turns
    if not target.ends_at_once or not target.reached(match.scores[side]):
        return None
    reneged = _reneged(match)
    if reneged and turns.false_pass_voids:
        return _voided(match, reneged, number)
    points: Points = ()
    lost: list[Message] = []
    if reneged and turns.false_pass_costs:
        match, points, lost = _with_false_passes(match, reneged, number)
        if not target.reached(match.scores[side]):
            return None
    winner, words = _best_at_target(match)
    if winner is None and not target.is_met_exactly:
        return None
    last = (_reaches(match, side),) if winner == side and not words else _wins(match, winner)
    by = ("false_pass",) if lost else ()
    is_told = match.current.without_tiles
    steps = (*_not_seen(match), *lost, *words, *last)
    settled = Settled("target", winner, points, steps, by=by, without_tiles=is_told)
    return match.settle(settled, Status.MATCH_OVER, winner), settled, settled.steps


def won_by(match: LineMatch, points: Points, number: int) -> Ended | None:
    """The same for points of several sides that were added together, of which one may win."""
    ends = (won_in_play(match, side, number) for side, gained in points if gained > 0)
    return next((each for each in ends if each is not None), None)


def _reaches(match: LineMatch, side: int) -> Message:
    return of_side(
        marked("{name} reaches {target} and wins the match."),
        marked("{name} reach {target} and win the match."),
        match.setup.sides[side],
        target=match.setup.variant.target.target,
    )


def _voided(match: LineMatch, reneged: Sequence[Flag], number: int) -> Ended:
    """The end of a round that does not count because of a false pass."""
    match, settled = void_round(match, number, by=("false_pass",))
    return match, settled, (reneged[0].because, settled.steps[0])


def _not_seen(match: LineMatch) -> tuple[Message, ...]:
    """The sentence that not every tile was entered, and how many were; empty if all were."""
    current = match.current
    if not current.without_tiles:
        return ()
    return (tiles_missing(len(current.layout.laid) - match.setup.variant.opening.double_lies_first),)


def end_round(match: LineMatch, how: Ending, number: int) -> Ended:
    """End the laying of tiles: settle the round if the hands are certain or pay nothing, else wait for them.

    If players claim, it waits unless hands are seen: points for the last tile may still be claimed (S12).
    """
    current = match.current
    over = current.copy()
    over.ending, over.turn, over.going_on = how, None, Further.NOTHING
    match = match._replace(round=over)
    match.status = Status.REVEAL
    if how.seat is not None:
        words = how.told(match.setup.players)
    elif match.setup.variant.rows is not None:
        words = msg("Every row has been turned up in vain: the round is blocked.")
    elif is_dead(match, over):
        words = msg("Nobody can go: the round is blocked.")
    else:
        words = msg("Everybody has passed: the round is blocked.")
    if match.setup.variant.claims_are_made and not any(over.shown):
        return match, None, (words,)
    match, settled, more = try_to_settle(match, number)
    return match, settled, (words, *more)


def end_if(is_over: bool, match: LineMatch, how: Ending, number: int) -> Ended:
    """End the round if it is over; else the match is unchanged."""
    return end_round(match, how, number) if is_over else (match, None, ())


# Hands and the settlement


def waits_for_claims_only(match: LineMatch) -> bool:
    """Whether only the claims on its last tile keep the round from being settled: any hand, any total or the next round
    settles it."""
    return match.status is Status.REVEAL and isinstance(pay_of(match), Settled)


def must_show(match: LineMatch) -> list[int]:
    """The seats whose hands the settlement still waits for; if it waits for claims only, all that hold tiles."""
    current = match.round
    if match.status is not Status.REVEAL or current is None or current.ending is None:
        return []
    held = all_held(match)
    waiting = [seat for seat in seats_that_count(match, current.ending) if held[seat] is None]
    if waiting:
        return waiting
    outcome = pay_of(match)
    if isinstance(outcome, NeedsTiles):
        return list(outcome.seats)
    return [seat for seat, number in enumerate(current.hands) if number]


def pay_of(match: LineMatch) -> Settled | NeedsTiles | None:
    """What the round pays once no more tiles are laid; None while hands have to be shown for that."""
    if match.current.ending is None:
        return None
    held = all_held(match)
    return pay_of_pairs(match, held) if match.setup.variant.always_partners else pay_for_hands(match, held)


def try_to_settle(match: LineMatch, number: int) -> Ended:
    """Settle the round if nothing more has to be shown."""
    outcome = pay_of(match)
    if outcome is None:
        return match, None, ()
    if isinstance(outcome, NeedsTiles):
        return match, None, (outcome.said,)
    return pay_out(match, outcome, number)


def pay_out(match: LineMatch, pay: Settled, number: int) -> Ended:
    """Pay the settlement within the target's limits, and check whether the match is over."""
    reneged, turns = _reneged(match), match.setup.variant.turns
    if reneged and turns.false_pass_voids:
        return _voided(match, reneged, number)
    points, steps = _within_target(match, pay)
    by = pay.by if points == pay.points else ("exact_overshoot", *pay.by)
    match = match.add_points(points, number)
    if reneged and turns.false_pass_costs:
        match, taken, lost = _with_false_passes(match, reneged, number)
        points, steps = by_side((*points, *taken)), [*steps, *lost]
        by = (*by, "false_pass") if lost else by
    said, is_told = (*_not_seen(match), *steps), match.current.without_tiles
    settled = pay._replace(points=points, steps=said, by=by, without_tiles=is_told)
    match = match.settle(settled)
    match, words = match_end(match)
    if match.setup.variant.always_partners and match.winner is not None:
        match, settled = _with_zapato(match, settled)
    return match, settled, (*settled.steps, *(each for each in words if each not in settled.steps))


def _with_zapato(match: LineMatch, settled: Settled) -> tuple[LineMatch, Settled]:
    """The settlement, with a remark if the other side has no points (PA15)."""
    winner = match.winner
    assert winner is not None
    if any(score > 0 for side, score in enumerate(match.scores) if side != winner):
        return match, settled
    remark = Remark("zapato", winner)
    settled = settled._replace(remarks=(remark,), steps=(*settled.steps, remark_words(remark)))
    return match._replace(rounds=(*match.rounds[:-1], settled)), settled


def _within_target(match: LineMatch, pay: Settled) -> tuple[Points, list[Message]]:
    """What counts of the settlement if the target must be met exactly (S16)."""
    target = match.setup.variant.target
    points: list[tuple[int, int]] = []
    steps = list(pay.steps)
    for side, gained in pay.points:
        counts = target.at_round_end(match.scores[side], gained)
        if counts:
            points.append((side, counts))
        if counts != gained:
            told = {"score": match.scores[side], "gained": gained, "target": target.target}
            steps.append(_past_target(counts, told))
    return tuple(points), steps


def _past_target(counts: int, told: Mapping[str, int]) -> Message:
    if not counts:
        return msg("{score} + {gained} would pass {target}, so these points do not count.", **told)
    return counted(
        "{score} + {gained} would pass {target}, so only {n} point counts.",
        "{score} + {gained} would pass {target}, so only {n} points count.",
        counts,
        **told,
    )


# The end of the match


def match_end(match: LineMatch) -> tuple[LineMatch, tuple[Message, ...]]:
    """The match after a settled round: over, or another round to play (G13)."""
    target = match.setup.variant.target
    if target.is_one_round:
        winner = match.rounds[-1].winner
        return match._replace(status=Status.MATCH_OVER, winner=winner), _wins(match, winner)
    if not any(target.reached(score) for score in match.scores):
        return match, ()
    winner, words = _best_at_target(match)
    if winner is None and not target.is_met_exactly:
        return match, (msg("The scores at the target are equal: one more round is played."),)
    return match._replace(status=Status.MATCH_OVER, winner=winner), (*words, *_wins(match, winner))


def _best_at_target(match: LineMatch) -> tuple[int | None, tuple[Message, ...]]:
    """Who wins of the sides at the target, None if the best of them are equal; and why, if it is not the score (G13)."""
    target = match.setup.variant.target
    there = [side for side, score in enumerate(match.scores) if target.reached(score)]
    words: tuple[Message, ...] = ()
    if target.first_there_wins or target.is_met_exactly:
        earliest = min(match.reached[side] for side in there)
        first = [side for side in there if match.reached[side] == earliest]
        if target.is_met_exactly and len(there) > 1:
            words = (_equal_at(match, there, first),)
        there = first
    best = max(match.scores[side] for side in there)
    winners = [side for side in there if match.scores[side] == best]
    return winners[0] if len(winners) == 1 else None, words


def _equal_at(match: LineMatch, there: Sequence[int], first: Sequence[int]) -> Message:
    """Who of several at a target that nobody may pass was there first: a further round could bring them nothing."""
    sides, target = match.setup.sides, match.setup.variant.target.target
    names = Listed(sides[side] for side in there)
    if len(first) > 1:
        return msg("{names} came to {target} at the same time.", names=names, target=target)
    return of_side(
        marked("{names} stand at {target}, which nobody may pass; {name} was there first."),
        marked("{names} stand at {target}, which nobody may pass; {name} were there first."),
        sides[first[0]],
        names=names,
        target=target,
    )


def _wins(match: LineMatch, winner: int | None) -> tuple[Message, ...]:
    if winner is None:
        return (msg("Nobody wins the match."),)
    name = match.setup.sides[winner]
    if not any(match.scores):
        return (wins(name),)
    return (wins_with(name, match.scores[winner]),)
