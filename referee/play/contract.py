"""The settlement of a hand: made or set, what it pays, and whether that wins the match."""

from __future__ import annotations

from referee.audit import Flag
from referee.play.reneges import decisive
from referee.play.state import Status
from referee.play.trickstate import Standing, TrickMatch, add_points, close
from referee.rules.contract import Paid
from referee.rules.part import Part
from referee.rules.trump import NEL_O
from referee.rulings import Rule, Settled
from referee.wording import Said, counted, said

Settlement = tuple[TrickMatch, Settled, tuple[Said, ...], Rule]


def _bid_of(match: TrickMatch) -> Standing:
    bid = match.current.bid
    if bid is None:
        raise LookupError("nobody has bid")
    return bid


def what_is_certain(match: TrickMatch, before: tuple[int, ...]) -> tuple[Said, ...]:
    """That the bid is made or lost by now, said once; `before` is what each side had taken before this trick."""
    if decisive(match) is not None:
        return ()
    bid = _bid_of(match)
    bidders = match.setup.side_of[bid.seat]
    if match.current.trump == NEL_O:
        lost = not before[bidders] and match.taken()[bidders]
        return (said("Nel-O is lost."),) if lost else ()
    needs = match.setup.variant.contract.needs(bid.amount)
    taken = match.taken()
    if before[bidders] < needs <= taken[bidders]:
        return (said("The bid of {bid} is made.", bid=bid.amount),)
    spare = match.setup.variant.tricks.total - needs
    if before[1 - bidders] <= spare < taken[1 - bidders]:
        return (said("The bid of {bid} cannot be made any more.", bid=bid.amount),)
    return ()


def settle_hand(match: TrickMatch) -> Settlement:
    """Pay the hand that has been played out, and see whether the match is over."""
    variant, bid = match.setup.variant, _bid_of(match)
    bidders = match.setup.side_of[bid.seat]
    others = 1 - bidders
    taken = match.taken()
    guilty = decisive(match)
    if guilty is not None:
        made = match.setup.side_of[guilty.seat] == others
    elif match.current.trump == NEL_O:
        made = not taken[bidders]
    else:
        made = taken[bidders] >= variant.contract.needs(bid.amount)
    paid = variant.pays(bid.amount, made=made, bidders_took=taken[bidders], others_took=taken[others])
    steps = _steps(match, made, paid, guilty)
    points = tuple(
        (side, gained) for side, gained in sorted(((bidders, paid.bidders), (others, paid.others))) if gained
    )
    settled = Settled("made" if made else "set", bidders if made else others, points, steps)
    match = close(add_points(match, points), settled)
    match, words = _match_end(match, bidders)
    part: Part = (
        variant.marks if paid.rule == "mark_worth" and variant.marks is not None else variant.contract
    )
    rule = variant.reneges.rule("renege") if guilty is not None else part.rule(paid.rule)
    return match, settled, (*steps, *words), rule


def _steps(match: TrickMatch, made: bool, paid: Paid, guilty: Flag | None) -> tuple[Said, ...]:
    """The settlement line by line."""
    sides, taken, bid = match.setup.sides, match.taken(), _bid_of(match)
    bidders = match.setup.side_of[bid.seat]
    ours, theirs = sides[bidders], sides[1 - bidders]
    took = said("{a} took {m}, {b} {n}.", a=ours, m=taken[bidders], b=theirs, n=taken[1 - bidders])
    lines = [took]
    if guilty is not None:
        lines += [
            guilty.because,
            said("So the hand is lost for {side}.", side=match.setup.side_name(guilty.seat)),
        ]
    lines.append(_paid(bid.amount, made, paid, ours, theirs))
    return tuple(lines)


def _paid(bid: int, made: bool, paid: Paid, ours: str, theirs: str) -> Said:
    """What the hand pays, in a sentence."""
    if paid.rule == "mark_worth":
        marks = counted("1 mark", "{n} marks", paid.bidders or paid.others)
        if made:
            return said("The bid of {bid} is made: {marks} for {side}.", bid=bid, marks=marks, side=ours)
        return said("The bid of {bid} is not made: {marks} for {other}.", bid=bid, marks=marks, other=theirs)
    if made:
        return said(
            "The bid of {bid} is made: {points} for {side}, {other_points} for {other}.",
            bid=bid,
            points=paid.bidders,
            side=ours,
            other_points=paid.others,
            other=theirs,
        )
    own = paid.others - bid
    total = said("{bid} + {own} = {total}", bid=bid, own=own, total=paid.others)
    return said(
        "The bid of {bid} is not made: {arithmetic} for {other}, nothing for {side}.",
        bid=bid,
        arithmetic=total if own else paid.others,
        other=theirs,
        side=ours,
    )


def _match_end(match: TrickMatch, bidders: int) -> tuple[TrickMatch, tuple[Said, ...]]:
    """The match after a hand: over where a side is at the target; where both are, the bidders win (TX11)."""
    target = match.setup.variant.to_win
    there = [side for side, score in enumerate(match.scores) if score >= target]
    if not there:
        return match, ()
    winner = bidders if bidders in there else there[0]
    words = [
        said(
            "{side} wins the match with {score}.", side=match.setup.sides[winner], score=match.scores[winner]
        )
    ]
    if len(there) > 1:
        words.insert(0, said("Both sides are at {target}; the side that bid wins.", target=target))
    return match._replace(status=Status.MATCH_OVER, winner=winner), tuple(words)
