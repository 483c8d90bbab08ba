"""Who won a blocked round: by pips, by tiles or by Bergen's rules, and for a side of two also the seat (PA4)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.games.hands import Held
from referee.engine.games.line.state import LineMatch, LineRound, Openers
from referee.engine.messages import Listed, Message, marked, msg, of_side, tiles_word
from referee.engine.rules.settling import Blocked
from referee.engine.rulings import Step, StepKind
from referee.engine.tiles import Tile


class Side(NamedTuple):
    """The hands of a side added up; or one hand, and the side that it wins for."""

    side: int
    name: str
    pips: int
    number: int
    tiles: tuple[Tile, ...] | None
    seats: tuple[int, ...]


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
        seats = tuple(each.seat for each in hands)
        sides.append(Side(number, name, pips, sum(each.number for each in hands), tiles, seats))
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
    """The sides with the lightest hands, by whatever the game calls light; before a tie is decided.

    Where single hands are compared these are the lightest of them, each with its side (PA3).
    """
    blocked = match.setup.variant.blocked
    seats = compared_seats(match)
    if seats:
        sides_of, names = match.setup.side_of, match.setup.players
        hands = [
            Side(sides_of[seat], names[seat], pips, number, tiles, (seat,))
            for seat, number, pips, tiles in held
            if seat in seats
        ]
        steps.append(compared([(each.name, each.pips) for each in hands]))
        return least(hands, [each.pips for each in hands])
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


def compared_seats(match: LineMatch) -> Sequence[int]:
    """The seats whose hands are compared one by one in a blocked round; none if those of a side are added up (PA3)."""
    setup, blocked = match.setup, match.setup.variant.blocked
    if blocked.lowest_hand_wins:
        return range(len(setup.players))
    if blocked.blocker_or_next_wins:
        blocker = blocker_of(match.current)
        return blocker, setup.after[blocker]
    return ()


def blocker_of(current: LineRound) -> int:
    """The seat that laid the last tile of a blocked round; the opener's, if only the double of the deal lies."""
    blocker = current.opener if current.last_layer is None else current.last_layer
    assert blocker is not None
    return blocker


def compared(amounts: Sequence[tuple[str, int]]) -> Message:
    """The sentence that says which hands, or sides, are compared."""
    sums = Listed(msg("{name} {number}", name=name, number=pips) for name, pips in amounts)
    return msg("Compared: {sums}.", sums=sums)


def side_by_order(match: LineMatch, steps: list[Message]) -> int | None:
    """Of equal sides, the one that wins because it opened or blocked the round; None if the rules name neither (PA4)."""
    setup, blocked, current = match.setup, match.setup.variant.blocked, match.current
    if blocked.opener_wins_tie:
        assert current.opener is not None
        steps.append(msg("Equal, so the side that opened the round wins it."))
        return setup.side_of[current.opener]
    if blocked.blocker_wins_tie:
        steps.append(msg("Equal, so the side that blocked the round wins it."))
        return setup.side_of[blocker_of(current)]
    return None


def by_lightest_tile(
    winners: Sequence[Side], held: Sequence[Held], steps: list[Message]
) -> list[Side] | NeedsTiles:
    """Of tied sides, those with the lightest tile, then the next lightest and so on (G10)."""
    tied = {seat for each in winners for seat in each.seats}
    unknown = [each.seat for each in held if each.tiles is None and each.seat in tied]
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
    match: LineMatch, before: LineRound, winner: int, held: Sequence[Held | None], by: Sequence[str]
) -> Openers:
    """Who decided a blocked round for the side that won it, and so may lead: the opener or the blocker in a tie, the
    lowest hands, or else the player who blocked it or the next one. `by` are the switches that decided it, as in
    `Settled`."""
    setup, blocked = match.setup, match.setup.variant.blocked
    if "block_tie" in by and blocked.opener_wins_tie:
        assert before.opener is not None
        return Openers((before.opener,), "block_tie")
    if "block_tie" in by and blocked.blocker_wins_tie:
        return Openers((blocker_of(before),), "block_tie")
    if blocked.lowest_hand_wins:
        known = [each for each in held if each is not None and setup.side_of[each.seat] == winner]
        fewest = min(each.pips for each in known)
        return Openers(tuple(each.seat for each in known if each.pips == fewest), "block_winner")
    blocker = blocker_of(before)
    is_blockers = setup.side_of[blocker] == winner
    return Openers((blocker if is_blockers else setup.after[blocker],), "block_opener")
