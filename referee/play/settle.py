"""The settlement of a round: who won it and what it pays, with every step in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.play.state import Match
from referee.play.words import listed, number_word, points_word, tiles_word
from referee.rules.settling import block_award, in_words, ladder_award, points_of
from referee.tiles import Tile
from referee.wording import Joined, Listed, Said, marked, said

PAID = marked("{points} for {name}.")
LEFT_OVER = (marked("Left over: {sums}."), marked("Left over, in pips: {sums}."))


class Held(NamedTuple):
    """A hand at the end of a round: how many tiles, their pips, and the tiles where they are known."""

    seat: int
    number: int
    pips: int
    tiles: tuple[Tile, ...] | None


class Side(NamedTuple):
    """A side's hands together."""

    side: int
    name: str
    pips: int
    number: int
    tiles: tuple[Tile, ...] | None


class Pay(NamedTuple):
    """A settlement before the target is looked at: the side that won, points by side, the steps."""

    winner: int | None
    points: tuple[tuple[int, int], ...]
    steps: tuple[Said, ...]


class NeedsTiles(NamedTuple):
    """The settlement depends on tiles of which only totals are known."""

    seats: tuple[int, ...]
    said: Said


def settle(match: Match, held: Sequence[Held]) -> Pay | NeedsTiles:
    """What the round pays, every hand being known."""
    ending = match.round.ending if match.round is not None else None
    assert ending is not None
    if ending.how == "out" and ending.seat is not None:
        return _going_out(match, held, ending.seat)
    return _blocked(match, held)


def _together(match: Match, held: Sequence[Held]) -> list[Side]:
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


def _going_out(match: Match, held: Sequence[Held], seat: int) -> Pay:
    variant = match.setup.variant
    going = variant.going_out
    winner, why = _out_winner(match, held, seat)
    held_back = match.round.held_back if match.round is not None else 0
    if going.out_pay in ("none", "point"):
        gained = 1 if going.out_pay == "point" else 0
        steps = [*why]
    else:
        own = going.out_pay == "all"
        paying = [each for each in held if each.number and (own or match.setup.side_of[each.seat] != winner)]
        gained, steps = _sum_of_hands(match, paying)
        steps = [*why, *steps]
    if held_back:
        steps.append(said("The last tile adds {points}.", points=points_word(held_back)))
        gained += held_back
    steps.append(said(PAID, points=points_word(gained), name=match.setup.sides[winner]))
    return Pay(winner, ((winner, gained),) if gained else (), tuple(steps))


def _out_winner(match: Match, held: Sequence[Held], seat: int) -> tuple[int, list[Said]]:
    """The side that is paid when a seat goes out (S18)."""
    out = match.setup.side_of[seat]
    if match.setup.teams is None or match.setup.variant.going_out.team_out == "going_out_side":
        return out, []
    sides = _together(match, held)
    best = min(sides, key=lambda each: (each.pips, each.side != out))
    words = said(LEFT_OVER[0], sums=_pips_by_name(sides))
    return best.side, [words]


def _sum_of_hands(match: Match, paying: Sequence[Held]) -> tuple[int, list[Said]]:
    """The hands added and rounded as the sheet has it, in points."""
    rounding = match.setup.variant.rounding
    unit = match.setup.variant.counting.unit
    names = match.setup.players
    steps = []
    amounts = []
    for each in paying:
        rounded = rounding.hand(each.pips, unit)
        amounts.append((names[each.seat], rounded))
        if rounding.round_scope == "hand":
            steps.append(
                said(
                    "{name} {pips}, to the nearest {unit} {rounded}.",
                    unit=number_word(unit),
                    name=names[each.seat],
                    pips=each.pips,
                    rounded=rounded,
                )
            )
    total = sum(amount for _, amount in amounts)
    if len(amounts) > 1:
        steps.append(said("{hands} = {total}.", hands=in_words(amounts), total=total))
    elif rounding.round_scope != "hand":
        steps.append(said("{hands}.", hands=in_words(amounts)))
    return _rounded_points(match, total, steps), steps


def _rounded_points(match: Match, pips: int, steps: list[Said]) -> int:
    """A total rounded once and made points; each change is a step of its own."""
    variant = match.setup.variant
    unit = variant.counting.unit
    rounded = variant.rounding.total(pips, unit)
    if rounded != pips:
        steps.append(
            said(
                "{pips}, to the nearest {unit} {rounded}.", unit=number_word(unit), pips=pips, rounded=rounded
            )
        )
    per_five = variant.counting.score_unit == "per_five"
    points = points_of(rounded, unit=unit, per_unit=per_five)
    if per_five:
        steps.append(said("A point for every {unit}: {points}.", unit=number_word(unit), points=points))
    return points


# A blocked round


def _blocked(match: Match, held: Sequence[Held]) -> Pay | NeedsTiles:
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
    gained = _one_paid(match, sides, winners[0], steps)
    steps.append(said(PAID, points=points_word(gained), name=winners[0].name))
    return Pay(winners[0].side, ((winners[0].side, gained),) if gained else (), tuple(steps))


def _left_over(match: Match, sides: Sequence[Side]) -> Said:
    """What decides a block, side by side: pips, or tiles first where the sheet counts tiles."""
    if match.setup.variant.blocked.block_winner == "fewest_tiles":
        left = listed(
            said("{name} {tiles} of {pips}", name=each.name, tiles=tiles_word(each.number), pips=each.pips)
            for each in sides
        )
        return said(LEFT_OVER[1], sums=left)
    return said(LEFT_OVER[0], sums=_pips_by_name(sides))


def _pips_by_name(sides: Sequence[Side]) -> Listed:
    return listed(said("{name} {number}", name=each.name, number=each.pips) for each in sides)


def _lightest(
    match: Match, sides: Sequence[Side], held: Sequence[Held], steps: list[Said]
) -> list[Side] | NeedsTiles:
    """The side that won the block, or the sides that nothing parts."""
    blocked = match.setup.variant.blocked
    if blocked.needs_tiles:
        unknown = [each.seat for each in held if each.tiles is None]
        if unknown:
            return NeedsTiles(
                tuple(unknown), said("Doubles decide this round, so the tiles have to be shown.")
            )
        return _bergen(sides, blocked.block_winner, steps)
    if blocked.block_winner == "fewest_tiles":
        return _least(sides, [(each.number, each.pips) for each in sides])
    winners = _least(sides, [each.pips for each in sides])
    if len(winners) < 2 or blocked.block_tie != "lightest_tile":
        return winners
    tied = {each.side for each in winners}
    unknown = [each.seat for each in held if each.tiles is None and match.setup.side_of[each.seat] in tied]
    if unknown:
        names = listed(each.name for each in winners)
        return NeedsTiles(
            tuple(unknown),
            said("{names} are equal; the lightest tile decides, so they show their tiles.", names=names),
        )
    return _by_lightest_tile(winners, steps)


def _least(sides: Sequence[Side], keys: Sequence[object]) -> list[Side]:
    best = min(keys)  # type: ignore[type-var]
    return [side for side, key in zip(sides, keys, strict=True) if key == best]


def _by_lightest_tile(winners: Sequence[Side], steps: list[Said]) -> list[Side]:
    pips = [sorted(tile.pips for tile in each.tiles or ()) for each in winners]
    best = _least(winners, pips)
    names = listed(each.name for each in winners)
    if len(best) == 1:
        steps.append(
            said("{names} are equal; {name} holds the lightest tile.", names=names, name=best[0].name)
        )
    return best


def _bergen(sides: Sequence[Side], how: str, steps: list[Said]) -> list[Side]:
    """Bergen's winner of a block (B5, B6)."""
    free = [each for each in sides if not any(tile.is_double for tile in each.tiles or ())]
    if free:
        steps.append(said("Without a double: {names}.", names=listed(each.name for each in free)))
        return _least(free, [each.pips for each in free])
    if how == "bergen_fundex":
        lowest = [min(tile.high for tile in each.tiles or () if tile.is_double) for each in sides]
        steps.append(said("Every hand has a double; the lowest one wins."))
        return _least(sides, lowest)
    singles = [sum(tile.pips for tile in each.tiles or () if not tile.is_double) for each in sides]
    steps.append(said("Every hand has a double; only the other tiles are counted."))
    return _least(sides, singles)


def _one_paid(match: Match, sides: Sequence[Side], winner: Side, steps: list[Said]) -> int:
    """What one side is paid for the block, in points."""
    pay = match.setup.variant.blocked.block_pay
    if pay in ("none", "point"):
        return 1 if pay == "point" else 0
    others = [each for each in sides if each.side != winner.side]
    award = block_award(pay, winner.pips, [each.pips for each in others])
    steps.append(_block_arithmetic(pay, winner, others, award))
    return max(0, _rounded_points(match, award, steps))


def _block_arithmetic(pay: str, winner: Side, others: Sequence[Side], award: int) -> Said:
    hands = in_words([(each.name, each.pips) for each in others])
    if pay == "sum_minus_own":
        return said(
            "{hands}, less {name}'s {own}: {award}.",
            hands=hands,
            name=winner.name,
            own=winner.pips,
            award=award,
        )
    if pay == "pairwise":
        each_less = Joined(
            (
                said("({name} {pips} - {own})", name=each.name, pips=each.pips, own=winner.pips)
                for each in others
            ),
            " + ",
        )
        return said("{each_less} = {award}.", each_less=each_less, award=award)
    if pay == "all":
        hands = in_words([(each.name, each.pips) for each in (winner, *others)])
    return said("{hands} = {award}.", hands=hands, award=award)


def _tied(match: Match, sides: Sequence[Side], winners: Sequence[Side], steps: list[Said]) -> Pay:
    """Several sides equally light (G10)."""
    names = listed(each.name for each in winners)
    tie = match.setup.variant.blocked.block_tie
    if tie in ("no_score", "lightest_tile"):
        steps.append(said("{names} are equal, so nobody scores.", names=names))
        return Pay(None, (), tuple(steps))
    gained = _one_paid(match, sides, winners[0], steps)
    if tie == "split":
        gained //= len(winners)
        steps.append(said("{names} share it: {points} each.", names=names, points=points_word(gained)))
    else:
        steps.append(said("{names} are equal: {points} for each.", names=names, points=points_word(gained)))
    return Pay(None, tuple((each.side, gained) for each in winners) if gained else (), tuple(steps))


def _ladder(match: Match, sides: Sequence[Side], winners: Sequence[Side], steps: list[Said]) -> Pay:
    """Every hand is paid by the heavier ones (S20)."""
    pay = match.setup.variant.blocked.block_pay
    points = []
    for side in sorted(sides, key=lambda each: each.pips):
        others = [each.pips for each in sides if each.side != side.side]
        award = ladder_award(pay, side.pips, others)
        lines: list[Said] = []
        gained = _rounded_points(match, award, lines)
        heavier = [each for each in sides if each.pips > side.pips]
        if heavier:
            hands = in_words([(each.name, each.pips) for each in heavier])
            template = marked("{name}: {hands}, less {own}: {award}.")
            if pay == "ladder_pairwise":
                template = marked("{name}: {hands}, less {own} each: {award}.")
            steps.append(said(template, name=side.name, hands=hands, own=side.pips, award=award))
        else:
            steps.append(said("{name}: no heavier hand, nothing.", name=side.name))
        steps.extend(lines)
        if gained:
            points.append((side.side, gained))
    winner = winners[0].side if len(winners) == 1 else None
    return Pay(winner, tuple(sorted(points)), tuple(steps))
