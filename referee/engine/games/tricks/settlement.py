"""How a hand of a trick game is settled, and what each side still needs."""

from typing import NamedTuple

from referee.engine.audit.holdings import Flag
from referee.engine.games.match import Status, wins_with
from referee.engine.games.tricks.state import HighBid, TrickMatch, decisive
from referee.engine.messages import Message, marks_word, msg
from referee.engine.rules.tricks import Paid
from referee.engine.rules.trump import NEL_O, SEVENS
from referee.engine.rulings import Rule, Settled, Step, StepKind

Settlement = tuple[TrickMatch, Settled, tuple[Message, ...], Rule]


def _bid_of(match: TrickMatch) -> HighBid:
    bid = match.current.bid
    if bid is None:
        raise LookupError("nobody has bid")
    return bid


def made(match: TrickMatch, taken: tuple[int, ...]) -> bool | None:
    """Whether the bid is made or lost whatever the tricks left bring; None while that is open. `taken` is what each
    side has taken."""
    bid, guilty = _bid_of(match), decisive(match)
    bidders = match.setup.side_of[bid.seat]
    if guilty is not None:
        return match.setup.side_of[guilty.sure] != bidders
    if match.current.trump == NEL_O:
        return False if taken[bidders] else None
    needs = match.setup.variant.contract.needs(bid.amount)
    if taken[bidders] >= needs:
        return True
    return False if taken[1 - bidders] > match.setup.variant.tricks.total - needs else None


def what_is_certain(
    match: TrickMatch, before: tuple[int, ...], taken: tuple[int, ...]
) -> tuple[Message, ...]:
    """The sentence that the bid is now made or lost, said once; `before` is what each side had before this trick."""
    is_made = made(match, taken)
    if is_made is None or made(match, before) is not None:
        return ()
    if match.current.trump == NEL_O:
        return (msg("Nel-O is lost."),)
    bid = _bid_of(match).amount
    if is_made:
        return (msg("The bid of {bid} is made.", bid=bid),)
    return (msg("The bid of {bid} cannot be made any more.", bid=bid),)


def settle_hand(match: TrickMatch, number: int) -> Settlement:
    """Pay the finished hand, and check whether the match is over."""
    variant, bid = match.setup.variant, _bid_of(match)
    bidders = match.setup.side_of[bid.seat]
    others = 1 - bidders
    taken = match.taken()
    guilty, told = decisive(match), match.current.told_made
    is_made = told if guilty is None and told is not None else made(match, taken) is not False
    paid = variant.pays(bid.amount, made=is_made, bidders_took=taken[bidders], others_took=taken[others])
    steps = _steps(match, is_made, paid, guilty)
    points = tuple(
        (side, gained) for side, gained in sorted(((bidders, paid.bidders), (others, paid.others))) if gained
    )
    how, without_tiles = "made" if is_made else "set", match.current.without_tiles
    by = () if guilty is None else ("renege",)
    settled = Settled(how, bidders if is_made else others, points, steps, by=by, without_tiles=without_tiles)
    match = match.add_points(points, number).settle(settled)
    match, words = _match_end(match, bidders)
    return match, settled, (*steps, *words), _deciding_rule(match, paid, guilty)


def _deciding_rule(match: TrickMatch, paid: Paid, guilty: Flag | None) -> Rule:
    """The rule that decided the hand: a renege, every trick or none, else what the bid pays."""
    variant, bid = match.setup.variant, _bid_of(match)
    if guilty is not None:
        return variant.rule("renege")
    by_tricks = match.current.trump in (NEL_O, SEVENS) or bool(bid.call)
    return variant.rule("every_trick" if by_tricks else paid.rule)


def _steps(match: TrickMatch, made: bool, paid: Paid, guilty: Flag | None) -> tuple[Message, ...]:
    sides, taken, bid = match.setup.sides, match.taken(), _bid_of(match)
    bidders = match.setup.side_of[bid.seat]
    ours, theirs = sides[bidders], sides[1 - bidders]
    lines = [] if match.current.ended is None else [match.current.ended]
    if match.current.told_made is None or any(match.current.given):  # else nobody said who took what
        lines.append(msg("{a} took {m}, {b} {n}.", a=ours, m=taken[bidders], b=theirs, n=taken[1 - bidders]))
    if guilty is not None:
        lines += [
            Step(guilty.because, kind=StepKind.PROVED),
            msg("So the hand is lost for {side}.", side=match.setup.side_name(guilty.sure)),
        ]
    lines.append(_paid(bid.amount, made, paid, ours, theirs))
    return tuple(lines)


def _paid(bid: int, made: bool, paid: Paid, ours: str, theirs: str) -> Message:
    if paid.rule == "mark_worth":
        marks = marks_word(paid.bidders or paid.others)
        if made:
            return msg("The bid of {bid} is made: {marks} for {side}.", bid=bid, marks=marks, side=ours)
        return msg("The bid of {bid} is not made: {marks} for {other}.", bid=bid, marks=marks, other=theirs)
    if made:
        return msg(
            "The bid of {bid} is made: {points} for {side}, {other_points} for {other}.",
            bid=bid,
            points=paid.bidders,
            side=ours,
            other_points=paid.others,
            other=theirs,
        )
    own = paid.others - bid
    total = msg("{bid} + {own} = {total}", bid=bid, own=own, total=paid.others)
    return msg(
        "The bid of {bid} is not made: {arithmetic} for {other}, nothing for {side}.",
        bid=bid,
        arithmetic=total if own else paid.others,
        other=theirs,
        side=ours,
    )


def _match_end(match: TrickMatch, bidders: int) -> tuple[TrickMatch, tuple[Message, ...]]:
    """The match after a hand: over if a side is at the target; if both are, the bidders win (TX11)."""
    there = [side for side, event in enumerate(match.reached) if event]
    if not there:
        return match, ()
    winner = bidders if bidders in there else there[0]
    words = [wins_with(match.setup.sides[winner], match.scores[winner])]
    if len(there) > 1:
        both = msg("Both sides are at {target}; the side that bid wins.", target=match.setup.to_reach)
        words.insert(0, both)
    return match._replace(status=Status.MATCH_OVER, winner=winner), tuple(words)


class Need(NamedTuple):
    """What one side has taken, what it needs in all, and how much is still missing.

    The bidders need their bid, the others one point more than the bid leaves over. At Nel-O the bidders may
    take no trick at all: their `aim` is 0, and the others need that the bidders take one, which no points measure,
    so theirs is 0 too.
    """

    taken: int
    aim: int
    missing: int


class Needs(NamedTuple):
    """Where the hand stands: one `Need` for each side, the side that bid, and whether the bid is `made` or lost (None:
    that is open).

    `guilty` is the side with a proved renege that decides who loses the hand, None if there is none. A renege decides
    before any points; an earlier one by the other side could still be proved later (TX12).
    """

    sides: tuple[Need, ...]
    bidders: int
    made: bool | None
    guilty: int | None = None


def needs_of(match: TrickMatch) -> Needs | None:
    """What each side needs; None if nobody has the bid and a trump yet, or no round was dealt."""
    current = match.round
    if current is None or current.bid is None or current.trump is None:
        return None
    setup, taken = match.setup, match.taken()
    bidders = setup.side_of[current.bid.seat]
    needed = setup.variant.contract.needs(current.bid.amount)
    spoils = setup.variant.tricks.total - needed + 1
    aims = (needed, spoils) if bidders == 0 else (spoils, needed)
    if current.trump == NEL_O:
        aims = (0, 0)
    sides = tuple(Need(has, aim, max(0, aim - has)) for has, aim in zip(taken, aims, strict=True))
    flag, is_made = decisive(match), made(match, taken)
    if current.trump == NEL_O and match.status is not Status.PLAYING:
        is_made = is_made is not False
    return Needs(sides, bidders, is_made, None if flag is None else setup.side_of[flag.sure])
