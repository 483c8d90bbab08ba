"""Who leads the next round of two pairs (PA4, PA12)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.games.hands import Held
from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.rules.partnership import Partnership


def pairs_of(match: LineMatch) -> Partnership:
    """The rules of a game of two pairs; asking for those of another game is a program error."""
    found = match.setup.variant.partnership
    assert found is not None
    return found


def leaders(match: LineMatch, held: Sequence[Held | None]) -> tuple[tuple[int, ...], bool]:
    """The seats that may lead the next round, none if it is opened like the first; and whether any tile may be led.

    `held` are the hands of the last round.
    """
    before, opening = match.round, match.setup.variant.opening
    if before is None or before.settled is None or before.opener is None:
        return (), False
    if before.settled.how == "void":
        return before.may_lead, before.free_lead
    if opening.repeats_first:
        return (), False
    if opening.passes_on:
        return (match.setup.seat_after(before.opener),), True
    if before.settled.winner is None:
        led = {
            "same": before.opener,
            "next_seat": match.setup.seat_after(before.opener),
            "blocker": before.last_layer,
        }.get(pairs_of(match).tie_opener)
        return ((led,), True) if led is not None else ((), False)
    if opening.only_out_leads and before.settled.how != "out":
        return (), False
    if opening.last_layer_leads and before.last_layer is not None:
        return (before.last_layer,), True
    return _of_winners(match, before, before.settled.winner, held), True


def _of_winners(
    match: LineMatch, before: LineRound, winner: int, held: Sequence[Held | None]
) -> tuple[int, ...]:
    """The players of the winning side who may lead."""
    setup, pairs = match.setup, pairs_of(match)
    either = tuple(seat for seat, side in enumerate(setup.side_of) if side == winner)
    out = before.ending.seat if before.ending is not None else None
    if setup.variant.opening.winning_side_leads:
        return either
    if out is not None and setup.side_of[out] == winner:
        return (out,)
    if pairs.either_leads_after_block:
        return either
    return after_block(match, before, winner, held) if pairs.blocker_or_next_leads else either[:1]


def after_block(
    match: LineMatch, before: LineRound, winner: int, held: Sequence[Held | None]
) -> tuple[int, ...]:
    """Who decided a blocked round for the side that won it: the opener by a tie, the lowest hands, or else the player
    who blocked it or the next one."""
    setup, blocked = match.setup, match.setup.variant.blocked
    if before.settled is not None and "block_tie" in before.settled.by and blocked.opener_wins_tie:
        assert before.opener is not None
        return (before.opener,)
    if blocked.lowest_hand_wins:
        known = [each for each in held if each is not None and setup.side_of[each.seat] == winner]
        fewest = min(each.pips for each in known)
        return tuple(each.seat for each in known if each.pips == fewest)
    assert before.last_layer is not None
    is_blockers = setup.side_of[before.last_layer] == winner
    return (before.last_layer if is_blockers else setup.seat_after(before.last_layer),)
