"""Points, the end of a round and the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

from referee.play.settle import Held, NeedsTiles, Pay, settle
from referee.play.state import Ending, Match, RoundState, Shown, Status
from referee.play.words import points_word
from referee.rulings import Settled
from referee.tiles import tiles_in
from referee.wording import Said, marked, said

WOULD_PASS = marked("{score} + {gained} would pass {target}: {counts} for {side}.")
Ended = tuple[Match, Settled | None, tuple[Said, ...]]
Points = tuple[tuple[int, int], ...]


def add_points(match: Match, points: Points, number: int, *, in_play: bool = True) -> Match:
    """The match with points added to sides; `in_play` ones are the round's own, and a void takes them back."""
    scores = _added(match.scores, points)
    target = match.setup.variant.target.target
    after = match.copy()
    after.scores = scores
    after.reached = tuple(
        [
            before or (number if score >= target else 0)
            for before, score in zip(match.reached, scores, strict=True)
        ]
    )
    if in_play and match.round is not None:
        after.round = match.round.copy()
        after.round.earned = _added(match.round.earned, points)
    return after


def _added(amounts: tuple[int, ...], points: Points) -> tuple[int, ...]:
    """The amounts by side with points added."""
    found = list(amounts)
    for side, gained in points:
        found[side] += gained
    return tuple(found)


def won_in_play(match: Match, side: int) -> Ended | None:
    """The end of the match by a tile or a claim in the middle of a round; None where nothing is won."""
    target = match.setup.variant.target
    if target.end_check != "immediate" or not target.reached(match.scores[side]):
        return None
    name = match.setup.sides[side]
    words = said("{name} reaches {target} and wins the match.", name=name, target=target.target)
    settled = Settled("target", side, (), (words,))
    return _close(match, settled, Status.MATCH_OVER, side), settled, (words,)


def _close(match: Match, settled: Settled, status: Status, winner: int | None) -> Match:
    current = match.current
    claims = () if status is Status.MATCH_OVER else current.claims
    closed = current.copy()
    closed.settled, closed.turn, closed.claims, closed.going_on = settled, None, claims, ""
    after = match.with_round(closed)
    after.status, after.winner, after.rounds = status, winner, (*match.rounds, settled)
    return after


def end_round(match: Match, how: Ending, number: int) -> Ended:
    """The round is over for tiles: settle it where the hands are certain or pay nothing, else wait for them."""
    current = match.current
    over = current.copy()
    over.ending, over.turn, over.going_on = how, None, ""
    match = match.with_round(over)
    match.status = Status.REVEAL
    if how.how == "out" and how.seat is not None:
        words = said("{name} is out.", name=match.setup.players[how.seat])
    else:
        words = said("Nobody can go: the round is blocked.")
    match, settled, more = try_to_settle(match, number)
    return match, settled, (words, *more)


def void_round(match: Match, number: int) -> tuple[Match, Settled]:
    """The round does not count: the points of its tiles and claims are taken back."""
    current = match.current
    back = tuple((side, -gained) for side, gained in enumerate(current.earned) if gained)
    match = add_points(match, back, number)
    settled = Settled("void", None, (), (said("The round does not count."),))
    return _close(match, settled, Status.ROUND_OVER, None), settled


# Hands and the settlement


def held_by(match: Match, seat: int) -> Held | None:
    """What a seat holds at the end of the round, as far as it is certain; None where it has to be shown."""
    current = match.current
    number = current.hands[seat]
    shown = current.shown[seat]
    if shown is not None:
        return Held(seat, number, shown.pips, shown.tiles)
    if not number:
        return Held(seat, 0, 0, ())
    hidden = [
        each
        for each in range(len(current.hands))
        if current.hands[each] and _unseen_hand(current.shown[each])
    ]
    if current.boneyard:
        return None
    if hidden == [seat]:
        tiles = tuple(tiles_in(current.unseen))
        return Held(seat, number, sum(each.pips for each in tiles), tiles)
    unknown = [each for each in hidden if current.shown[each] is None]
    if unknown == [seat]:
        told = sum(shown.pips for shown in current.shown if shown is not None and shown.tiles is None)
        return Held(seat, number, sum(each.pips for each in tiles_in(current.unseen)) - told, None)
    return None


def _unseen_hand(shown: Shown | None) -> bool:
    return shown is None or shown.tiles is None


def must_show(match: Match) -> list[int]:
    """The seats whose hands the settlement still waits for."""
    current = match.round
    if match.status is not Status.REVEAL or current is None:
        return []
    held = [held_by(match, seat) for seat in range(len(current.hands))]
    waiting = [seat for seat, each in enumerate(held) if each is None]
    if waiting:
        return waiting
    outcome = settle(match, [each for each in held if each is not None])
    return list(outcome.seats) if isinstance(outcome, NeedsTiles) else []


def pay_of(match: Match) -> Pay | NeedsTiles | None:
    """What a round that is over for tiles pays by its hands; None while hands have to be shown for that."""
    current = match.current
    held = [held_by(match, seat) for seat in range(len(current.hands))]
    if current.ending is None or (
        any(each is None for each in held) and _pays_by_hands(match, current.ending)
    ):
        return None
    return settle(
        match, [each if each is not None else Held(seat, 1, 0, None) for seat, each in enumerate(held)]
    )


def try_to_settle(match: Match, number: int) -> Ended:
    """Settle the round when nothing more has to be shown."""
    current = match.current
    outcome = pay_of(match)
    if outcome is None:
        return match, None, ()
    if isinstance(outcome, NeedsTiles):
        return match, None, (outcome.said,)
    return _settled(match, current, outcome, number)


def _pays_by_hands(match: Match, how: Ending) -> bool:
    variant = match.setup.variant
    if how.how == "out":
        by_hands = variant.going_out.out_pay in ("opponents", "all")
        return by_hands or (match.setup.teams is not None and variant.going_out.team_out == "lowest_total")
    return True


def _settled(match: Match, current: RoundState, pay: Pay, number: int) -> Ended:
    """Pay the settlement, with the target in mind, and see whether the match is over."""
    reneged = [flag for flag in match.flags if flag.round == current.number and flag.kind == "renege"]
    rule = match.setup.variant.turns.false_pass
    if reneged and rule == "void_round":
        match, settled = void_round(match, number)
        return match, settled, (reneged[0].because, settled.steps[0])
    points, steps = _within_target(match, pay)
    match = add_points(match, points, number, in_play=False)
    if reneged and isinstance(rule, int):
        sides = tuple((match.setup.side_of[flag.seat], -rule) for flag in reneged)
        match = add_points(match, sides, number, in_play=False)
        steps += [
            said(
                "{name} loses {points}: {because}",
                name=match.setup.players[flag.seat],
                points=points_word(rule),
                because=flag.because,
            )
            for flag in reneged
        ]
        points = (*points, *sides)
    settled = Settled(current.ending.how if current.ending else "out", pay.winner, points, tuple(steps))
    match = _close(match, settled, Status.ROUND_OVER, None)
    match, words = match_end(match)
    return match, settled, (*settled.steps, *words)


def _within_target(match: Match, pay: Pay) -> tuple[Points, list[Said]]:
    """What of the settlement counts, where the target must be met exactly (S16)."""
    target = match.setup.variant.target
    points: list[tuple[int, int]] = []
    steps = list(pay.steps)
    for side, gained in pay.points:
        counts = target.at_round_end(match.scores[side], gained)
        if counts:
            points.append((side, counts))
        if counts != gained:
            steps.append(
                said(
                    WOULD_PASS,
                    score=match.scores[side],
                    gained=gained,
                    target=target.target,
                    counts=points_word(counts),
                    side=match.setup.sides[side],
                )
            )
    return tuple(points), steps


# The end of the match


def match_end(match: Match) -> tuple[Match, tuple[Said, ...]]:
    """The match after a settled round: over, or another round to play (G13)."""
    target = match.setup.variant.target
    if target.mode == "single":
        winner = match.rounds[-1].winner
        return match._replace(status=Status.MATCH_OVER, winner=winner), _wins(match, winner)
    there = [side for side, score in enumerate(match.scores) if target.reached(score)]
    if not there:
        return match, ()
    winner = _first_of(match, there)
    if winner is None:
        return match, (said("The scores at the target are equal: one more round is played."),)
    return match._replace(status=Status.MATCH_OVER, winner=winner), _wins(match, winner)


def _wins(match: Match, winner: int | None) -> tuple[Said, ...]:
    if winner is None:
        return (said("Nobody wins the match."),)
    name = match.setup.sides[winner]
    if not any(match.scores):
        return (said("{name} wins.", name=name),)
    return (said("{name} wins the match with {score}.", name=name, score=match.scores[winner]),)


def _first_of(match: Match, there: Sequence[int]) -> int | None:
    if match.setup.variant.target.over_tie == "first_in_log":
        first = min(match.reached[side] for side in there)
        there = [side for side in there if match.reached[side] == first]
    best = max(match.scores[side] for side in there)
    winners = [side for side in there if match.scores[side] == best]
    return winners[0] if len(winners) == 1 else None
