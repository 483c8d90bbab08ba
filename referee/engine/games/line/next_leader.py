"""Who leads the next round (G2-G4), and among two pairs which of them may (PA4, PA12)."""

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
    before, opening, pairs = match.round, match.setup.variant.opening, match.setup.variant.partnership
    if before is None or before.settled is None:
        return (), False
    settled, led = before.settled, before.opener
    if pairs is not None and settled.how == "void":
        return (before.may_lead, before.free_lead) if led is not None else ((), False)
    if opening.repeats_first:
        return (), False
    if opening.passes_on:
        led = None if led is None else match.setup.seat_after(led)
    elif pairs is not None and settled.winner is None:
        after = None if led is None else match.setup.seat_after(led)
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
    """The players of the winning side who may lead: the one who went out, else its first member or as pairs have it."""
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
