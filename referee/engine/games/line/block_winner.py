"""Who won a blocked round: by pips, by tiles or by Bergen's rules, and for a side of two also the seat (PA4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.shown_hands import Held
from referee.engine.messages import Listed, Message, marked, msg, of_side, tiles_word
from referee.engine.rules.settling import Blocked
from referee.engine.rulings import Step, StepKind
from referee.engine.tiles import Tile


class Side(NamedTuple):
    """The hands of a side added up."""

    side: int
    name: str
    pips: int
    number: int
    tiles: tuple[Tile, ...] | None


class NeedsTiles(NamedTuple):
    """The settlement depends on tiles of which only totals are known."""

    seats: tuple[int, ...]
    said: Message


def together(match: LineMatch, held: Sequence[Held]) -> list[Side]:
    """The hands added up by side."""
    sides = []
    for number, name in enumerate(match.setup.sides):
        hands = [each for each in held if match.setup.side_of[each.seat] == number]
        tiles: tuple[Tile, ...] | None = ()
        for each in hands:
            tiles = None if tiles is None or each.tiles is None else (*tiles, *each.tiles)
        pips = sum(each.pips for each in hands)
        sides.append(Side(number, name, pips, sum(each.number for each in hands), tiles))
    return sides


def left_over(blocked: Blocked, sides: Sequence[Side]) -> Message:
    """What decides a block, for each side: pips, or tiles first if the sheet counts tiles."""
    if blocked.by_number_of_tiles:
        left = Listed(
            msg("{name} {tiles} ({pips})", name=each.name, tiles=tiles_word(each.number), pips=each.pips)
            for each in sides
        )
        return Step(msg("Left over, the pips in brackets: {sums}.", sums=left), kind=StepKind.LEFT_OVER)
    return pips_left([(each.name, each.pips) for each in sides])


def pips_left(amounts: Sequence[tuple[str, int]]) -> Step:
    """The pips left with each side or hand that decides a round."""
    sums = Listed(msg("{name} {number}", name=name, number=pips) for name, pips in amounts)
    return Step(msg("Left over: {sums}.", sums=sums), kind=StepKind.LEFT_OVER)


def lightest(
    match: LineMatch, sides: Sequence[Side], held: Sequence[Held], steps: list[Message]
) -> list[Side] | NeedsTiles:
    """The sides with the lightest hands, by whatever the game calls light; before a tie is decided."""
    blocked = match.setup.variant.blocked
    if blocked.needs_tiles:
        unknown = [each.seat for each in held if each.tiles is None]
        if unknown:
            return NeedsTiles(
                tuple(unknown), msg("Doubles decide this round, so the tiles have to be shown.")
            )
        return _bergen(sides, blocked, steps, in_pairs=len(sides) < len(held))
    if blocked.by_number_of_tiles:
        return least(sides, [(each.number, each.pips) for each in sides])
    return least(sides, [each.pips for each in sides])


def by_lightest_tile(
    match: LineMatch, winners: Sequence[Side], held: Sequence[Held], steps: list[Message]
) -> list[Side] | NeedsTiles:
    """Of tied sides, those with the lightest tile, then the next lightest and so on (G10)."""
    tied = {each.side for each in winners}
    unknown = [each.seat for each in held if each.tiles is None and match.setup.side_of[each.seat] in tied]
    if unknown:
        names = Listed(each.name for each in winners)
        return NeedsTiles(
            tuple(unknown),
            msg("{names} are equal; the lightest tile decides, so they show their tiles.", names=names),
        )
    pips = [sorted(tile.pips for tile in each.tiles or ()) for each in winners]
    best = least(winners, pips)
    if len(best) == 1:
        names = Listed(each.name for each in winners)
        steps.append(
            of_side(
                marked("{names} are equal; {name} holds the lightest tile."),
                marked("{names} are equal; {name} hold the lightest tile."),
                best[0].name,
                names=names,
            )
        )
    return best


def least(sides: Sequence[Side], keys: Sequence[object]) -> list[Side]:
    """The sides whose key is the smallest."""
    best = min(keys)  # type: ignore[type-var]
    return [side for side, key in zip(sides, keys, strict=True) if key == best]


def _bergen(sides: Sequence[Side], blocked: Blocked, steps: list[Message], *, in_pairs: bool) -> list[Side]:
    """Bergen's winner of a block (B5, B6); the hands of partners are one hand."""
    free = [each for each in sides if not any(tile.is_double for tile in each.tiles or ())]
    if free:
        steps.append(msg("Without a double: {names}.", names=Listed(each.name for each in free)))
        return least(free, [each.pips for each in free])
    if blocked.lowest_double_wins:
        lowest = [min(tile.high for tile in each.tiles or () if tile.is_double) for each in sides]
        words = msg("Every side has a double; the lowest one wins.")
        steps.append(words if in_pairs else msg("Every hand has a double; the lowest one wins."))
        return least(sides, lowest)
    singles = [sum(tile.pips for tile in each.tiles or () if not tile.is_double) for each in sides]
    words = msg("Every side has a double; only the other tiles are counted.")
    steps.append(words if in_pairs else msg("Every hand has a double; only the other tiles are counted."))
    return least(sides, singles)


def after_block(
    match: LineMatch, before: LineRound, winner: int, held: Sequence[Held | None]
) -> tuple[int, ...]:
    """Who decided a blocked round for the side that won it: the opener in a tie, the lowest hands, or else the player
    who blocked it or the next one."""
    setup, blocked = match.setup, match.setup.variant.blocked
    if before.settled is not None and "block_tie" in before.settled.by and blocked.opener_wins_tie:
        assert before.opener is not None
        return (before.opener,)
    if blocked.lowest_hand_wins:
        known = [each for each in held if each is not None and setup.side_of[each.seat] == winner]
        fewest = min(each.pips for each in known)
        return tuple(each.seat for each in known if each.pips == fewest)
    blocker = before.opener if before.last_layer is None else before.last_layer
    assert blocker is not None
    is_blockers = setup.side_of[blocker] == winner
    return (blocker if is_blockers else setup.after[blocker],)
