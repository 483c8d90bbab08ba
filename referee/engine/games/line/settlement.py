"""The settlement of a round: who won it and what it pays, with every step in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.games.hands import Held
from referee.engine.games.line.state import LineMatch
from referee.engine.games.phrases import listed, points_word, tiles_word
from referee.engine.messages import Joined, Message, marked, msg, number_word, of_side
from referee.engine.rules.settling import Blocked, in_words, points_of
from referee.engine.rulings import Premio, Step, StepKind
from referee.engine.tiles import Tile


class Side(NamedTuple):
    """A side's hands together."""

    side: int
    name: str
    pips: int
    number: int
    tiles: tuple[Tile, ...] | None


class Pay(NamedTuple):
    """A settlement before the target is looked at: the side that won, points by side, the steps; `by` as in `Settled`."""

    winner: int | None
    points: tuple[tuple[int, int], ...]
    steps: tuple[Message, ...]
    by: tuple[str, ...] = ()
    premios: tuple[Premio, ...] = ()


class NeedsTiles(NamedTuple):
    """The settlement depends on tiles of which only totals are known."""

    seats: tuple[int, ...]
    said: Message


def settle(match: LineMatch, held: Sequence[Held]) -> Pay | NeedsTiles:
    """What the round pays, every hand being known."""
    ending = match.round.ending if match.round is not None else None
    assert ending is not None
    if ending.how == "out" and ending.seat is not None:
        return _going_out(match, held, ending.seat)
    return _blocked(match, held)


def _together(match: LineMatch, held: Sequence[Held]) -> list[Side]:
    sides = []
    for number, name in enumerate(match.setup.sides):
        hands = [each for each in held if match.setup.side_of[each.seat] == number]
        tiles: tuple[Tile, ...] | None = ()
        for each in hands:
            tiles = None if tiles is None or each.tiles is None else (*tiles, *each.tiles)
        pips = sum(each.pips for each in hands)
        sides.append(Side(number, name, pips, sum(each.number for each in hands), tiles))
    return sides


# Going out


def _going_out(match: LineMatch, held: Sequence[Held], seat: int) -> Pay:
    variant = match.setup.variant
    going = variant.going_out
    winner, why = _out_winner(match, held, seat)
    held_back = match.round.held_back if match.round is not None else 0
    if going.flat_points is not None:
        gained = going.flat_points
        steps = [*why]
    else:
        own = going.pays_partners_hand
        paying = [each for each in held if each.number and (own or match.setup.side_of[each.seat] != winner)]
        gained, steps = sum_of_hands(match, paying)
        steps = [*why, *steps]
    out = match.setup.side_of[seat]
    paid = {winner: gained}
    by = ("team_out",) if winner != out else ()
    if held_back:
        by = (*by, "out_award")
        steps.append(msg("The last tile adds {points}.", points=points_word(held_back)))
        paid[out] = paid.get(out, 0) + held_back
    for side, points in paid.items():
        steps.append(paid_to(match, points, match.setup.sides[side], pays=going.pays))
    return Pay(
        winner, tuple(sorted((side, points) for side, points in paid.items() if points)), tuple(steps), by
    )


def _out_winner(match: LineMatch, held: Sequence[Held], seat: int) -> tuple[int, list[Message]]:
    """The side that is paid when a seat goes out (S18)."""
    out = match.setup.side_of[seat]
    if match.setup.teams is None or not match.setup.variant.going_out.lighter_side_is_paid:
        return out, []
    sides = _together(match, held)
    best = min(sides, key=lambda each: (each.pips, each.side != out))
    return best.side, [pips_left([(each.name, each.pips) for each in sides])]


def sum_of_hands(match: LineMatch, paying: Sequence[Held]) -> tuple[int, list[Message]]:
    """The hands added and rounded as the sheet has it, in points."""
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
    """A total rounded once and made points; each change is a step of its own."""
    variant = match.setup.variant
    unit = variant.counting.unit
    rounded = variant.rounding.total(pips, unit)
    if rounded != pips:
        words = msg(
            "{pips}, to the nearest {unit} {rounded}.", unit=number_word(unit), pips=pips, rounded=rounded
        )
        steps.append(Step(words, (msg("to the nearest {unit}", unit=number_word(unit)), rounded)))
    per_five = variant.counting.pays_multiples
    points = points_of(rounded, unit=unit, per_unit=per_five)
    if per_five:
        words = msg("A point for every {unit}: {points}.", unit=number_word(unit), points=points)
        steps.append(Step(words, (msg("A point for every {unit}", unit=number_word(unit)), points)))
    return points


# A blocked round


def _blocked(match: LineMatch, held: Sequence[Held]) -> Pay | NeedsTiles:
    blocked = match.setup.variant.blocked
    sides = _together(match, held)
    steps = [_left_over(match, sides)]
    winners = _lightest(match, sides, held, steps)
    if isinstance(winners, NeedsTiles):
        return winners
    if blocked.is_ladder:
        return _ladder(match, sides, winners, steps)
    if len(winners) > 1:
        return _tied(match, sides, winners, steps)
    gained = _onepaid_to(match, sides, winners[0], steps)
    steps.append(paid_to(match, gained, winners[0].name, pays=blocked.pays))
    by = ("block_tie",) if _was_tied(match, sides) else ()
    return Pay(winners[0].side, ((winners[0].side, gained),) if gained else (), tuple(steps), by)


def _was_tied(match: LineMatch, sides: Sequence[Side]) -> bool:
    """Whether two sides had fewest pips, so that the tie-breaker found the one winner."""
    fewest = min(each.pips for each in sides)
    by_pips = match.setup.variant.blocked.by_pips
    return by_pips and sum(each.pips == fewest for each in sides) > 1


def _left_over(match: LineMatch, sides: Sequence[Side]) -> Message:
    """What decides a block, side by side: pips, or tiles first if the sheet counts tiles."""
    if match.setup.variant.blocked.by_number_of_tiles:
        left = listed(
            msg("{name} {tiles} ({pips})", name=each.name, tiles=tiles_word(each.number), pips=each.pips)
            for each in sides
        )
        return Step(msg("Left over, the pips in brackets: {sums}.", sums=left), kind=StepKind.LEFT_OVER)
    return pips_left([(each.name, each.pips) for each in sides])


def pips_left(amounts: Sequence[tuple[str, int]]) -> Step:
    """The pips left with each side or hand that decides a round."""
    sums = listed(msg("{name} {number}", name=name, number=pips) for name, pips in amounts)
    return Step(msg("Left over: {sums}.", sums=sums), kind=StepKind.LEFT_OVER)


def wins(name: str) -> Message:
    """That a side wins."""
    return of_side("{name} wins.", name)


def paid_to(match: LineMatch, points: int, name: str, *, pays: bool) -> Step:
    """What a side is paid; if only winning counts, that it wins."""
    if not points and not pays and match.setup.variant.target.is_one_round:
        return Step(wins(name))
    words = msg("{points} for {name}.", points=points_word(points), name=name)
    return Step(words, (msg("for {name}", name=name), points), kind=StepKind.PAID, whom=name)


def _lightest(
    match: LineMatch, sides: Sequence[Side], held: Sequence[Held], steps: list[Message]
) -> list[Side] | NeedsTiles:
    """The side that won the block, or the sides that nothing parts."""
    blocked = match.setup.variant.blocked
    if blocked.needs_tiles:
        unknown = [each.seat for each in held if each.tiles is None]
        if unknown:
            return NeedsTiles(
                tuple(unknown), msg("Doubles decide this round, so the tiles have to be shown.")
            )
        return _bergen(sides, blocked, steps)
    if blocked.by_number_of_tiles:
        return _least(sides, [(each.number, each.pips) for each in sides])
    winners = _least(sides, [each.pips for each in sides])
    if len(winners) < 2 or not blocked.lightest_tile_decides:
        return winners
    tied = {each.side for each in winners}
    unknown = [each.seat for each in held if each.tiles is None and match.setup.side_of[each.seat] in tied]
    if unknown:
        names = listed(each.name for each in winners)
        return NeedsTiles(
            tuple(unknown),
            msg("{names} are equal; the lightest tile decides, so they show their tiles.", names=names),
        )
    return _by_lightest_tile(winners, steps)


def _least(sides: Sequence[Side], keys: Sequence[object]) -> list[Side]:
    best = min(keys)  # type: ignore[type-var]
    return [side for side, key in zip(sides, keys, strict=True) if key == best]


def _by_lightest_tile(winners: Sequence[Side], steps: list[Message]) -> list[Side]:
    pips = [sorted(tile.pips for tile in each.tiles or ()) for each in winners]
    best = _least(winners, pips)
    names = listed(each.name for each in winners)
    if len(best) == 1:
        steps.append(
            msg("{names} are equal; {name} holds the lightest tile.", names=names, name=best[0].name)
        )
    return best


def _bergen(sides: Sequence[Side], blocked: Blocked, steps: list[Message]) -> list[Side]:
    """Bergen's winner of a block (B5, B6)."""
    free = [each for each in sides if not any(tile.is_double for tile in each.tiles or ())]
    if free:
        steps.append(msg("Without a double: {names}.", names=listed(each.name for each in free)))
        return _least(free, [each.pips for each in free])
    if blocked.lowest_double_wins:
        lowest = [min(tile.high for tile in each.tiles or () if tile.is_double) for each in sides]
        steps.append(msg("Every hand has a double; the lowest one wins."))
        return _least(sides, lowest)
    singles = [sum(tile.pips for tile in each.tiles or () if not tile.is_double) for each in sides]
    steps.append(msg("Every hand has a double; only the other tiles are counted."))
    return _least(sides, singles)


def _onepaid_to(match: LineMatch, sides: Sequence[Side], winner: Side, steps: list[Message]) -> int:
    """What one side is paid for the block, in points."""
    blocked = match.setup.variant.blocked
    if blocked.flat_points is not None:
        return blocked.flat_points
    others = [each for each in sides if each.side != winner.side]
    award = blocked.award(winner.pips, [each.pips for each in others])
    steps.append(_block_arithmetic(blocked, winner, others, award))
    return max(0, _rounded_points(match, award, steps))


def _block_arithmetic(blocked: Blocked, winner: Side, others: Sequence[Side], award: int) -> Step:
    hands = in_words([(each.name, each.pips) for each in others])
    if blocked.takes_own_once:
        words = msg(
            "{hands}, less {name}'s {own}: {award}.",
            hands=hands,
            name=winner.name,
            own=winner.pips,
            award=award,
        )
        less = msg("less {name}'s {own}", name=winner.name, own=winner.pips)
        return Step(words, (hands, sum(each.pips for each in others)), (less, award))
    if blocked.takes_own_from_each:
        each_less = Joined(
            (
                msg("({name} {pips} - {own})", name=each.name, pips=each.pips, own=winner.pips)
                for each in others
            ),
            " + ",
        )
        return Step(msg("{each_less} = {award}.", each_less=each_less, award=award), (each_less, award))
    if blocked.adds_own:
        hands = in_words([(each.name, each.pips) for each in (winner, *others)])
    return Step(msg("{hands} = {award}.", hands=hands, award=award), (hands, award))


def _tied(match: LineMatch, sides: Sequence[Side], winners: Sequence[Side], steps: list[Message]) -> Pay:
    """Several sides equally light (G10)."""
    names = listed(each.name for each in winners)
    blocked = match.setup.variant.blocked
    if not blocked.tie_pays:
        steps.append(msg("{names} are equal, so nobody scores.", names=names))
        return Pay(None, (), tuple(steps), ("block_tie",))
    gained = _onepaid_to(match, sides, winners[0], steps)
    if blocked.tie_is_shared:
        gained //= len(winners)
        steps.append(msg("{names} share it: {points} each.", names=names, points=points_word(gained)))
    else:
        steps.append(msg("{names} are equal: {points} for each.", names=names, points=points_word(gained)))
    points = tuple((each.side, gained) for each in winners) if gained else ()
    return Pay(None, points, tuple(steps), ("block_tie",))


def _ladder(match: LineMatch, sides: Sequence[Side], winners: Sequence[Side], steps: list[Message]) -> Pay:
    """Every hand is paid by the heavier ones (S20)."""
    blocked = match.setup.variant.blocked
    points = []
    for side in sorted(sides, key=lambda each: each.pips):
        others = [each.pips for each in sides if each.side != side.side]
        award = blocked.award(side.pips, others)
        lines: list[Message] = []
        gained = _rounded_points(match, award, lines)
        heavier = [each for each in sides if each.pips > side.pips]
        if heavier:
            hands = in_words([(each.name, each.pips) for each in heavier])
            template, label = (
                marked("{name}: {hands}, less {own}: {award}."),
                marked("{name}: {hands}, less {own}"),
            )
            if blocked.takes_own_from_each:
                template, label = (
                    marked("{name}: {hands}, less {own} each: {award}."),
                    marked("{name}: {hands}, less {own} each"),
                )
            words = msg(template, name=side.name, hands=hands, own=side.pips, award=award)
            steps.append(Step(words, (Message(label, words.values), award)))
        else:
            steps.append(msg("{name}: no heavier hand, nothing.", name=side.name))
        steps.extend(lines)
        if gained:
            points.append((side.side, gained))
    winner = winners[0].side if len(winners) == 1 else None
    return Pay(winner, tuple(sorted(points)), tuple(steps))
