"""Claims and muggins: whose window is open, what a call takes, and what is lost unclaimed (S12, S13)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.play import ending
from referee.play.state import FalseClaim, Match, OpenClaim, RoundState, Status
from referee.play.turn import Outcome, not_now
from referee.play.words import points_word
from referee.rulings import Breach, Code, Missed, Ruling, Settled, Verdict, refusal
from referee.tiles import Tile
from referee.wording import Said, said

# The windows as time goes on


def opened(match: Match, seat: int, tile: Tile, made: int) -> Match:
    """The match with the claims on a tile just laid open, whether or not it made points."""
    current = match.current.copy()
    current.claims = (*current.claims, OpenClaim(seat, tile, made))
    current.false_claim = None
    return match.with_round(current)


def tile_laid(match: Match, current: RoundState) -> tuple[RoundState, tuple[Missed, ...]]:
    """The claims after a further tile: their windows move on, and some close."""
    if not current.claims:
        return current, ()
    moved = tuple(
        [
            OpenClaim(each.seat, each.tile, each.left, each.claimed, each.tiles_since + 1, True, False)
            for each in current.claims
        ]
    )
    return _closing(match, current, moved)


def turn_taken(current: RoundState, seat: int, *, drew: bool) -> RoundState:
    """The claims after somebody else acted: the layer's turn has passed."""
    if not current.claims:
        return current
    moved = tuple(
        each if each.seat == seat else each._replace(turn_passed=True, draws_only=each.draws_only and drew)
        for each in current.claims
    )
    return current._replace(claims=moved)


def passed_by(match: Match, current: RoundState, seat: int) -> tuple[RoundState, tuple[Missed, ...]]:
    """The claims after a pass."""
    if not current.claims:
        return current, ()
    taken = turn_taken(current, seat, drew=False)
    return _closing(match, taken, taken.claims)


def _closing(
    match: Match, current: RoundState, claims: tuple[OpenClaim, ...]
) -> tuple[RoundState, tuple[Missed, ...]]:
    """The round with those of the claims that are still open, and what was lost with the others."""
    kept: list[OpenClaim] = []
    closed: list[OpenClaim] = []
    for each in claims:
        (kept if _still_open(match, each) else closed).append(each)
    after = current.copy()
    after.claims = tuple(kept)
    return after, _missed(closed)


def _still_open(match: Match, each: OpenClaim) -> bool:
    rules = match.setup.variant.claims
    if rules.has_muggins and each.tiles_since == 0:
        return True
    return _owner_may(match, each) or _others_may(match, each)


def _owner_may(match: Match, each: OpenClaim) -> bool:
    return match.setup.variant.claims.owner_may(
        tiles_since=each.tiles_since, turn_passed=each.turn_passed, draws_only=each.draws_only
    )


def _others_may(match: Match, each: OpenClaim) -> bool:
    return match.setup.variant.claims.others_may(tiles_since=each.tiles_since, turn_passed=each.turn_passed)


def _missed(claims: Iterable[OpenClaim]) -> tuple[Missed, ...]:
    return tuple(Missed(each.seat, each.left) for each in claims if each.left)


def close_all(current: RoundState) -> tuple[RoundState, tuple[Missed, ...]]:
    """The round with every window closed, and what was lost."""
    if not current.claims and current.false_claim is None:
        return current, ()
    return current._replace(claims=(), false_claim=None), _missed(current.claims)


# Calls


def _no_place(match: Match, *, muggins: bool) -> Breach | None:
    """Why no claim has a place now; None where one has."""
    rules = match.setup.variant.claims
    if not rules.are_made:
        return Breach(
            Code.NOT_NOW, said("Nobody claims here: the referee counts."), match.setup.variant.rule("claims")
        )
    if muggins and not rules.has_muggins:
        words = said("Nobody calls muggins here: a score not claimed is lost.")
        return Breach(Code.NOT_NOW, words, match.setup.variant.rule("claims"))
    current = match.round
    if current is None or match.status is Status.MATCH_OVER:
        return not_now("No round is being played, so nothing can be claimed.")
    if current.settled is not None and not current.claims:
        return not_now("The round is over, so nothing can be claimed.")
    return None


def claim(match: Match, seat: int, points: int, number: int) -> Outcome:
    """Rule on the layer's own claim."""
    breach = _no_place(match, muggins=False)
    if breach is not None:
        return refusal(breach), match
    current = match.current
    rule = match.setup.variant.rule("claims")
    last = _last_tile(current)
    newest = current.claims[-1] if current.claims and current.claims[-1].tile is last else None
    if last is not None and current.last_layer != seat:
        words = said(
            "Only {name} may claim for {tile}.", name=match.setup.players[current.last_layer or 0], tile=last
        )
        return refusal(Breach(Code.NOT_YOURS, words, rule)), match
    if newest is None or newest.claimed or not _owner_may(match, newest):
        words = (
            said("It is too late to claim.")
            if newest is None or not newest.claimed
            else said("{name} has claimed already.", name=match.setup.players[seat])
        )
        return refusal(Breach(Code.CLAIM_CLOSED, words, rule)), match
    if not newest.left:
        words = said("{tile} scores nothing.", tile=newest.tile)
        return refusal(Breach(Code.NOTHING_TO_CLAIM, words, rule)), _remember(match, seat, points, 0)
    taken = min(points, newest.left)
    match = _take(match, len(current.claims) - 1, taken)
    return _granted(match, seat, points, taken, newest.tile, number)


def _last_tile(current: RoundState) -> Tile | None:
    return current.layout.laid[-1].tile if current.layout.laid else None


def _take(match: Match, index: int, taken: int) -> Match:
    current = match.current
    each = current.claims[index]
    each = each._replace(left=each.left - taken, claimed=True)
    return match._replace(
        round=current._replace(claims=(*current.claims[:index], each, *current.claims[index + 1 :]))
    )


def _remember(match: Match, seat: int, claimed: int, given: int) -> Match:
    """Keep a false claim in mind, where the next to call muggins takes it."""
    current = match.round
    if match.setup.variant.claims.false_claim != "opponent_gets" or current is None:
        return match
    return match._replace(round=current._replace(false_claim=FalseClaim(seat, claimed, given)))


def _granted(match: Match, seat: int, asked: int, taken: int, tile: Tile, number: int) -> Outcome:
    setup = match.setup
    side = setup.side_of[seat]
    name = setup.players[seat]
    current = match.current
    words = [said("{name} claims {points} for {tile}.", name=name, points=points_word(taken), tile=tile)]
    code = None
    given = setup.variant.target.in_play(match.scores[side], taken)
    if asked > taken:
        code = Code.WRONG_CLAIM
        words.append(said("{asked} were called; the tile gives {taken}.", asked=asked, taken=taken))
        match = _remember(match, seat, asked, given)
    if (
        setup.variant.going_out.out_award == "combined"
        and current.ending is not None
        and tile is _last_tile(current)
    ):
        words.append(said("They wait for the hands."))
        match = match._replace(round=current._replace(held_back=taken))
        return Ruling(Verdict.STANDS, code, tuple(words), setup.variant.rule("out_award")), match
    if not given:
        words.append(
            said(
                "{points} would pass {target}, so they do not count.",
                points=points_word(taken),
                target=setup.variant.target.target,
            )
        )
        return Ruling(Verdict.STANDS, code, tuple(words), setup.variant.rule("exact")), match
    return _pay(match, ((side, given),), words, code, number)


def _pay(match: Match, points: ending.Points, words: list[Said], code: Code | None, number: int) -> Outcome:
    """Give the points of a call, and see whether they win the match."""
    match = ending.add_points(match, points, number)
    settled: Settled | None = None
    more: tuple[Said, ...] = ()
    if match.status is Status.ROUND_OVER:
        match, more = ending.match_end(match)
    else:
        for won in (ending.won_in_play(match, side) for side, gained in points if gained > 0):
            if won is not None:
                match, settled, more = won
                break
    return Ruling(
        Verdict.STANDS, code, (*words, *more), match.setup.variant.rule("claims"), settled=settled
    ), match


def muggins(match: Match, seat: int, points: int, number: int) -> Outcome:
    """Rule on another player's call for points that were missed."""
    breach = _no_place(match, muggins=True)
    if breach is not None:
        return refusal(breach), match
    current = match.current
    if _takes_false_claim(match, current, seat):
        return _false_claim_taken(match, current, seat, number)
    rule = match.setup.variant.rule("claims")
    callable_now = [n for n, each in enumerate(current.claims) if _others_may(match, each)]
    if not callable_now:
        return refusal(Breach(Code.CLAIM_CLOSED, _whose_time(match, current), rule)), match
    others = [
        n for n in callable_now if match.setup.side_of[current.claims[n].seat] != match.setup.side_of[seat]
    ]
    if not others:
        return refusal(Breach(Code.NOT_YOURS, said("Muggins is for the other side to call."), rule)), match
    scoring = [n for n in others if current.claims[n].left]
    if not scoring:
        words = said("There is nothing left to call.")
        return refusal(Breach(Code.NOTHING_TO_CLAIM, words, rule)), match
    index = next((n for n in reversed(scoring) if current.claims[n].left == points), scoring[-1])
    each = current.claims[index]
    taken = min(points, each.left)
    return _granted(_take(match, index, taken), seat, points, taken, each.tile, number)


def _whose_time(match: Match, current: RoundState) -> Said:
    if current.claims and _owner_may(match, current.claims[-1]):
        name = match.setup.players[current.claims[-1].seat]
        return said("It is still {name}'s time to claim.", name=name)
    return said("The time to call muggins is over.")


def _takes_false_claim(match: Match, current: RoundState, seat: int) -> bool:
    false = current.false_claim
    return false is not None and match.setup.side_of[false.seat] != match.setup.side_of[seat]


def _false_claim_taken(match: Match, current: RoundState, seat: int, number: int) -> Outcome:
    """The points that were claimed wrongly go to whoever calls first (Hoyle, S13)."""
    false = current.false_claim
    assert false is not None
    setup = match.setup
    match = match._replace(round=current._replace(false_claim=None))
    gained = setup.variant.target.in_play(match.scores[setup.side_of[seat]], false.claimed)
    points = [(setup.side_of[seat], gained)] if gained else []
    if false.given:
        points.append((setup.side_of[false.seat], -false.given))
    words = [
        said(
            "{name} takes the {points} that {other} claimed wrongly.",
            name=setup.players[seat],
            points=points_word(false.claimed),
            other=setup.players[false.seat],
        )
    ]
    ruling, match = _pay(match, tuple(points), words, None, number)
    return ruling._replace(rule=setup.variant.rule("false_claim")), match
