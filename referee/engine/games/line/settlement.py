"""The settlement of a round: who won it, what it pays, with every step in words, and which rules decided it."""

from collections.abc import Sequence

from referee.engine.games.hands import Ending, Held
from referee.engine.games.line.block_winner import (
    NeedsTiles,
    Side,
    by_lightest_tile,
    left_over,
    lightest,
    pips_left,
    side_by_order,
    together,
)
from referee.engine.games.line.state import LineMatch
from referee.engine.messages import Joined, Listed, Message, marked, msg, number_word, of_side, points_word
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.settling import Blocked, in_words
from referee.engine.rulings import Rule, Settled, Step, StepKind


def pay_for_hands(match: LineMatch, held: Sequence[Held | None]) -> Settled | NeedsTiles | None:
    """What the round pays, given the hands that count, before the target is applied; None if one is missing."""
    ending = match.current.ending
    assert ending is not None
    if any(held[seat] is None for seat in seats_that_count(match, ending)):
        return None
    hands = [Held(seat, 1, 0, None) if each is None else each for seat, each in enumerate(held)]
    if ending.how == "out" and ending.seat is not None:
        return _going_out(match, hands, ending.seat)
    return _blocked(match, hands)


def seats_that_count(match: LineMatch, how: Ending) -> list[int]:
    """The seats on whose hands it depends what a round with this ending pays."""
    setup, going, seats = match.setup, match.setup.variant.going_out, range(len(match.setup.players))
    if how.how == "blocked" and not setup.variant.block_needs_hands:
        return []
    if how.seat is None or (setup.in_pairs and going.lighter_side_is_paid):
        return [*seats]
    winner = setup.side_of[how.seat]
    return [
        seat
        for seat in seats
        if going.pays_pips and (going.pays_partners_hand or setup.side_of[seat] != winner)
    ]


# Going out


def _going_out(match: LineMatch, held: Sequence[Held], seat: int) -> Settled:
    setup, held_back = match.setup, match.current.held_back
    going, out = setup.variant.going_out, setup.side_of[seat]
    winner, steps = _out_winner(match, held, seat)
    gained = going.flat_points
    if gained is None:
        own = going.pays_partners_hand
        paying = [each for each in held if each.number and (own or setup.side_of[each.seat] != winner)]
        gained, sums = sum_of_hands(match, paying)
        steps += sums
    paid, by = {winner: gained}, ("team_out",) if winner != out else ()
    if held_back:
        by = (*by, "out_award")
        if going.flat_points:
            steps.append(msg("Going out pays {points}.", points=points_word(gained)))
        steps.append(msg("The last tile adds {points}.", points=points_word(held_back)))
        paid[out] = paid.get(out, 0) + held_back
    steps += [paid_to(match, points, setup.sides[side], pays=going.pays) for side, points in paid.items()]
    points = tuple(sorted((side, points) for side, points in paid.items() if points))
    return Settled("out", winner, points, tuple(steps), by=by)


def _out_winner(match: LineMatch, held: Sequence[Held], seat: int) -> tuple[int, list[Message]]:
    """The side that is paid when a seat goes out (S18)."""
    out = match.setup.side_of[seat]
    if not match.setup.in_pairs or not match.setup.variant.going_out.lighter_side_is_paid:
        return out, []
    sides = together(match, held)
    best = min(sides, key=lambda each: (each.pips, each.side != out))
    return best.side, [pips_left([(each.name, each.pips) for each in sides])]


def sum_of_hands(match: LineMatch, paying: Sequence[Held]) -> tuple[int, list[Message]]:
    """The sum of the hands in points, added and rounded as the sheet says, and its steps."""
    rounding = match.setup.variant.rounding
    unit = match.setup.variant.counting.unit
    names = match.setup.players
    steps: list[Message] = []
    amounts = []
    for each in paying:
        rounded = rounding.hand(each.pips, unit)
        amounts.append((names[each.seat], rounded))
        if rounding.rounds_each_hand:
            words = msg(
                "{name} {pips}, to the nearest {unit} {rounded}.",
                unit=number_word(unit),
                name=names[each.seat],
                pips=each.pips,
                rounded=rounded,
            )
            label = msg("{name} {pips}, to the nearest {unit}", **words.values)
            steps.append(Step(words, (label, rounded), kind=StepKind.ROUNDED, whom=names[each.seat]))
    total = sum(amount for _, amount in amounts)
    if len(amounts) > 1:
        hands = in_words(amounts)
        steps.append(Step(msg("{hands} = {total}.", hands=hands, total=total), (hands, total)))
    elif not rounding.rounds_each_hand:
        steps.append(Step(msg("{hands}.", hands=in_words(amounts)), kind=StepKind.LEFT_OVER))
    return _rounded_points(match, total, steps), steps


def _rounded_points(match: LineMatch, pips: int, steps: list[Message]) -> int:
    """A total rounded once and converted to points; each change is a step of its own."""
    variant = match.setup.variant
    unit = variant.counting.unit
    rounded = variant.rounding.total(pips, unit)
    if rounded != pips:
        words = msg(
            "{pips}, to the nearest {unit} {rounded}.", unit=number_word(unit), pips=pips, rounded=rounded
        )
        steps.append(Step(words, (msg("to the nearest {unit}", unit=number_word(unit)), rounded)))
    if not variant.counting.pays_multiples:
        return worth(match, rounded, steps)
    points = rounded // unit
    words = msg("A point for every {unit}: {points}.", unit=number_word(unit), points=points)
    steps.append(Step(words, (msg("A point for every {unit}", unit=number_word(unit)), points)))
    return points


def worth(match: LineMatch, pips: int, steps: list[Message]) -> int:
    """The points for pips that are paid: by tens in some games of two pairs, which is a step of its own (42)."""
    pairs = match.setup.variant.partnership
    points = pips if pairs is None else pairs.worth(pips)
    if points != pips:
        template = marked("1 pip makes {points}.") if pips == 1 else marked("{pips} pips make {points}.")
        words = msg(template, pips=pips, points=points_word(points))
        steps.append(Step(words, (msg("By tens"), points)))
    return points


# A blocked round


def _blocked(match: LineMatch, held: Sequence[Held]) -> Settled | NeedsTiles:
    blocked = match.setup.variant.blocked
    if not match.setup.variant.block_needs_hands:
        nothing = Step(msg("So nobody scores."), kind=StepKind.PAID)
        return Settled("blocked", None, (), (nothing,))
    sides = together(match, held)
    steps = [left_over(blocked, sides)]
    winners = lightest(match, sides, held, steps)
    by: tuple[str, ...] = ()
    if not isinstance(winners, NeedsTiles) and len({each.side for each in winners}) > 1:
        if blocked.lightest_tile_decides:
            winners, by = by_lightest_tile(winners, held, steps), ("block_tie",)
        else:
            first = side_by_order(match, steps)
            winners, by = (winners, by) if first is None else ([sides[first]], ("block_tie",))
    if isinstance(winners, NeedsTiles):
        return winners
    winners = [sides[side] for side in dict.fromkeys(each.side for each in winners)]
    if blocked.is_ladder:
        return _ladder(match, sides, winners, steps)
    if len(winners) > 1:
        return _tied(match, sides, winners, steps)
    (winner,) = winners
    gained = _paid_alone(match, sides, winner, steps)
    steps.append(paid_to(match, gained, winner.name, pays=blocked.pays))
    points = ((winner.side, gained),) if gained else ()
    return Settled("blocked", winner.side, points, tuple(steps), by=by)


def wins(name: str) -> Message:
    """The sentence that a side wins."""
    return of_side(marked("{name} wins."), marked("{name} win."), name)


def paid_to(match: LineMatch, points: int, name: str, *, pays: bool) -> Step:
    """The step that says what a side is paid, or that it wins if only winning counts."""
    if not points and not pays and match.setup.variant.target.is_one_round:
        return Step(wins(name), kind=StepKind.PAID, whom=name)
    words = msg("{points} for {name}.", points=points_word(points), name=name)
    return Step(words, (msg("for {name}", name=name), points), kind=StepKind.PAID, whom=name)


def _paid_alone(match: LineMatch, sides: Sequence[Side], winner: Side, steps: list[Message]) -> int:
    blocked = match.setup.variant.blocked
    if blocked.flat_points is not None:
        return blocked.flat_points
    others = [each for each in sides if each.side != winner.side]
    award = blocked.award(winner.pips, [each.pips for each in others])
    steps.append(_block_arithmetic(blocked, winner, others, award, in_pairs=match.setup.in_pairs))
    if award < 0:  # the winner is not the lightest, but has the fewest tiles or no double
        steps.append(below_zero())
        return 0
    return _rounded_points(match, award, steps)


def below_zero() -> Message:
    """The sentence that a sum less the winner's own pips pays nothing."""
    return msg("The sum is below zero, so nothing is paid.")


def _block_arithmetic(
    blocked: Blocked, winner: Side, others: Sequence[Side], award: int, *, in_pairs: bool
) -> Step:
    paying = (winner, *others) if blocked.adds_own else tuple(others)
    hands = in_words([(each.name, each.pips) for each in paying])
    if blocked.takes_own_once:
        words = msg(
            "{hands}, less {name}'s {own}: {award}.",
            hands=hands,
            name=winner.name,
            own=winner.pips,
            award=award,
        )
        less = msg("less {name}'s {own}", name=winner.name, own=winner.pips)
        label = hands if len(others) > 1 else Joined((others[0].name,), "")
        return Step(words, (label, sum(each.pips for each in others)), (less, award))
    if blocked.takes_own_from_each:
        template = marked("{name} {pips} - {own}") if len(others) == 1 else marked("({name} {pips} - {own})")
        each_less = Joined(
            (msg(template, name=each.name, pips=each.pips, own=winner.pips) for each in others), " + "
        )
        return Step(msg("{each_less} = {award}.", each_less=each_less, award=award), (each_less, award))
    if len(paying) == 1 and not in_pairs:
        return Step(msg("{hands}.", hands=hands), kind=StepKind.LEFT_OVER)
    if len(paying) == 1:  # the sum of two hands
        return Step(msg("{hands}.", hands=hands), (Joined((paying[0].name,), ""), award))
    return Step(msg("{hands} = {award}.", hands=hands, award=award), (hands, award))


def _tied(match: LineMatch, sides: Sequence[Side], winners: Sequence[Side], steps: list[Message]) -> Settled:
    """The pay if several sides are equally light (G10)."""
    names = Listed(each.name for each in winners)
    blocked = match.setup.variant.blocked
    if not blocked.tie_pays:
        steps.append(msg("{names} are equal, so nobody scores.", names=names))
        return Settled("blocked", None, (), tuple(steps), by=("block_tie",))
    points: list[tuple[int, int]] = []
    for each in winners:
        lines: list[Message] = []
        gained = _paid_alone(match, sides, each, lines)
        gained //= len(winners) if blocked.tie_is_shared else 1
        points.append((each.side, gained))
        if each is winners[0] or each.pips != winners[0].pips:
            steps += lines
    if len({gained for _, gained in points}) > 1:
        is_shared = msg("{names} are equal and share it.", names=names)
        steps.append(is_shared if blocked.tie_is_shared else msg("{names} are equal.", names=names))
        steps += [paid_to(match, gained, match.setup.sides[side], pays=True) for side, gained in points]
    elif blocked.tie_is_shared:
        steps.append(msg("{names} share it: {points} each.", names=names, points=points_word(gained)))
    else:
        steps.append(msg("{names} are equal: {points} for each.", names=names, points=points_word(gained)))
    paid = tuple(each for each in points if each[1])
    return Settled("blocked", None, paid, tuple(steps), by=("block_tie",))


def _ladder(
    match: LineMatch, sides: Sequence[Side], winners: Sequence[Side], steps: list[Message]
) -> Settled:
    """The pay if every hand is paid by the heavier ones (S20)."""
    blocked = match.setup.variant.blocked
    points = []
    for side in sorted(sides, key=lambda each: each.pips):
        heavier = [each for each in sides if each.pips > side.pips]
        if not heavier:
            steps.append(msg("{name}: no heavier hand, nothing.", name=side.name))
            continue
        award = blocked.award(side.pips, [each.pips for each in heavier])
        hands = in_words([(each.name, each.pips) for each in heavier])
        template = marked("{name}: {hands}, less {own}")
        if blocked.takes_own_from_each:
            template = marked("{name}: {hands}, less {own} each")
        label = msg(template, name=side.name, hands=hands, own=side.pips)
        steps.append(Step(msg("{sum}: {award}.", sum=label, award=award), (label, award)))
        gained = _rounded_points(match, award, steps)
        if gained:
            points.append((side.side, gained))
    winner = winners[0].side if len(winners) == 1 else None
    return Settled("blocked", winner, tuple(sorted(points)), tuple(steps))


# The rules that decided


def deciding_rules(variant: LineGame, settled: Settled) -> tuple[Rule, ...]:
    """The rules that decided a settlement, the most important first; none if the table voided the round."""
    match settled.how:
        case "out":
            by_mode = not variant.going_out.pays and variant.target.is_one_round
            names = [*settled.by, *(["mode"] if by_mode else []), "out_pay"]
        case "blocked":
            names = [*settled.by, *_of_block(variant, settled)]
        case "target":
            names = ["exact" if variant.target.exact else "end_check", *settled.by]
            return tuple(variant.rule(name) for name in names)
        case _:
            return tuple(variant.rule(name) for name in settled.by)
    pays_pips = settled.points or settled.how == "out"
    if pays_pips and variant.pays_pips and variant.rounding.rounds:
        names.append("round_scope")
    return tuple(variant.rule(name) for name in dict.fromkeys(names))


def shown_rule(variant: LineGame, own: Rule | None, settled: Settled | None) -> Rule | None:
    """The rule shown with an event: the one that settled the round if the event ended it, else the event's own."""
    rules = deciding_rules(variant, settled) if settled is not None else ()
    return rules[0] if rules else own


def _of_block(variant: LineGame, settled: Settled) -> list[str]:
    blocked = variant.blocked
    if blocked.is_ladder:
        return ["block_pay"]
    if not blocked.pays:
        by_pay = [] if variant.target.is_one_round else ["block_pay"]
        return [*by_pay, *(["block_winner"] if variant.block_needs_hands else [])]
    if settled.winner is None:
        return ["block_tie", *(["block_pay"] if settled.points else [])]
    is_telling = blocked.needs_tiles or blocked.blocker_or_next_wins or blocked.lowest_hand_wins
    return ["block_pay", "block_winner"] if is_telling else ["block_pay"]
