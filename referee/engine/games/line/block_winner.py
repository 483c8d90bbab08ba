"""Who won a blocked round, by pips, by tiles or by Bergen's rules; which rules decided how a round was settled;
and who leads the next one (G2-G4), also in games of two pairs (PA4, PA12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.shown_hands import Held
from referee.engine.messages import Listed, Message, msg, tiles_word
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.partnership import Partnership
from referee.engine.rules.settling import Blocked
from referee.engine.rulings import Rule, Settled, Step, StepKind
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
            msg("{names} are equal; {name} holds the lightest tile.", names=names, name=best[0].name)
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
        return ["block_winner"]
    if settled.winner is None:
        return ["block_tie"]
    is_telling = blocked.needs_tiles or blocked.blocker_or_next_wins or blocked.lowest_hand_wins
    return ["block_pay", "block_winner"] if is_telling else ["block_pay"]


def pairs_of(match: LineMatch) -> Partnership:
    """The partnership rules of a game of two pairs; asking for those of another game is a program error."""
    found = match.setup.variant.partnership
    assert found is not None
    return found


def leaders(match: LineMatch, held: Sequence[Held | None]) -> tuple[tuple[int, ...], bool]:
    """The seats that may lead the next round, none if it opens like the first; and whether any tile may be led.

    `held` are the hands of the last round.
    """
    before, opening, pairs = match.round, match.setup.variant.opening, match.setup.variant.partnership
    if before is None or before.settled is None:
        return (), False
    settled, led = before.settled, before.opener
    if settled.how == "void":
        return (before.may_lead, before.free_lead) if led is not None else ((), False)
    if opening.repeats_first:
        return (), False
    if opening.passes_on:
        led = None if led is None else match.setup.after[led]
    elif pairs is not None and settled.winner is None:
        after = None if led is None else match.setup.after[led]
        led = {"same": led, "next_seat": after, "blocker": before.last_layer}.get(pairs.tie_opener)
    elif opening.last_layer_leads:
        led = before.last_layer
    elif settled.winner is None or (opening.only_out_leads and settled.how != "out"):
        led = None
    else:
        return _of_winners(match, before, settled.winner, held), True
    return ((led,), True) if led is not None else ((), False)


def _of_winners(
    match: LineMatch, before: LineRound, winner: int, held: Sequence[Held | None]
) -> tuple[int, ...]:
    """The seats of the winning side that may lead: the player who went out, or those named by the rules for pairs."""
    setup, pairs = match.setup, match.setup.variant.partnership
    either = tuple(seat for seat, side in enumerate(setup.side_of) if side == winner)
    out = before.ending.seat if before.ending is not None else None
    if setup.variant.opening.winning_side_leads:
        return either
    if out is not None and setup.side_of[out] == winner:
        return (out,)
    if pairs is not None and pairs.either_leads_after_block:
        return either
    is_by_block = pairs is not None and pairs.blocker_or_next_leads
    return after_block(match, before, winner, held) if is_by_block else either[:1]


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
