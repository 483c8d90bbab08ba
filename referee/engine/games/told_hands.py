"""What is told of the hands of a round that was not entered tile by tile, and whether they can be so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from referee.engine.audit.holdings import can_make_some
from referee.engine.games.hands import Ending, HandsMatch, HandsRound, Shown
from referee.engine.games.match import not_in_set
from referee.engine.messages import Message, counted, msg
from referee.engine.record.result_events import Left
from referee.engine.rulings import Breach, Code
from referee.engine.tiles import mask_of

H = TypeVar("H", bound=HandsRound)


def with_hands(current: H, how: Ending, left: Sequence[Left]) -> H:
    """The round told by its end, with the hands as far as they are told."""
    after = current.copy()
    hands, shown = list(current.hands), list(current.shown)
    if how.seat is not None:
        hands[how.seat] = 0
    for each in left:
        tiles = None if each.tiles is None else tuple(tile for tile in each.tiles if tile is not None)
        hands[each.seat] = each.number if each.number is not None else hands[each.seat]
        shown[each.seat] = Shown(each.pips, tiles)
        after.unseen &= ~mask_of(tiles or ())
    after.hands, after.shown, after.without_tiles = tuple(hands), tuple(shown), True
    return after


def missing_hand(match: HandsMatch, how: Ending, left: Sequence[Left]) -> Breach | None:
    """That it is not told what a player has left; None if it is told of everybody who did not go out."""
    told = {how.seat, *(each.seat for each in left)}
    name = next((name for seat, name in enumerate(match.setup.players) if seat not in told), None)
    if name is None:
        return None
    return Breach(Code.HAND_MISMATCH, msg("What {name} has left is missing.", name=name))


def tiles_missing(laid: int) -> Message:
    """That not every tile of the round was entered, and how many were."""
    if not laid:
        return msg("Entered without tiles.")
    return counted("Finished without tiles, after 1 tile.", "Finished without tiles, after {n} tiles.", laid)


def words_of_end(match: HandsMatch, how: Ending) -> tuple[Message, ...]:
    """Who went out, or that the round is blocked."""
    if how.how == "out" and how.seat is not None:
        return (msg("{name} went out.", name=match.setup.players[how.seat]),)
    return (msg("The round is blocked."),) if how.how == "blocked" else ()


# Whether it can be


def wrong_hands(match: HandsMatch, how: Ending, left: Sequence[Left], may_draw: int) -> Breach | None:
    """Why the hands cannot be as they are told; `may_draw` tiles can have come from the boneyard."""
    current, players = match.current, match.setup.players
    pool = current.unseen
    for each in left:
        if each.seat == how.seat and (each.pips or each.number or each.tiles):
            words = msg("{name} went out, so {name} has no tiles left.", name=players[each.seat])
            return Breach(Code.HAND_MISMATCH, words)
    left = [each for each in left if each.seat != how.seat]
    for each in left:
        for tile in each.tiles or ():
            if tile is None or tile not in match.setup.tiles:
                return not_in_set(match.setup)
            if not tile.bit & pool:
                words = msg(
                    "{tile} cannot be in {name}'s hand: it is somewhere else already.",
                    tile=tile,
                    name=players[each.seat],
                )
                return Breach(Code.IMPOSSIBLE_HAND, words)
            pool &= ~tile.bit
    for each in left:
        most = current.hands[each.seat] + may_draw
        breach = _wrong_number(match, each, most) or _wrong_pips(match, each, most, pool)
        if breach is not None:
            return breach
    return _wrong_together(match, how, left, may_draw, pool)


def _wrong_number(match: HandsMatch, told: Left, most: int) -> Breach | None:
    if told.number is None or 1 <= told.number <= most:
        return None
    words = msg("{name} has from 1 to {most} tiles left.", name=match.setup.players[told.seat], most=most)
    return Breach(Code.IMPOSSIBLE_HAND, words)


def _wrong_pips(match: HandsMatch, told: Left, most: int, pool: int) -> Breach | None:
    if told.tiles is not None:
        return None
    least = 1
    if told.number is not None:
        least = most = told.number
    if can_make_some(pool, least, min(most, pool.bit_count()), told.pips):
        return None
    words = msg("{name} cannot have {pips} pips left.", name=match.setup.players[told.seat], pips=told.pips)
    return Breach(Code.IMPOSSIBLE_HAND, words)


def _wrong_together(
    match: HandsMatch, how: Ending, left: Sequence[Left], may_draw: int, pool: int
) -> Breach | None:
    """Why the hands cannot all be as they are told, though each could by itself."""
    current = match.current
    laid = current.hands[how.seat] if how.seat is not None else 0
    hidden = [each for each in left if each.tiles is None]
    shown = sum(each.number or 0 for each in left if each.tiles is not None)
    room = min(
        pool.bit_count() - laid,
        sum(current.hands[each.seat] for each in left) + may_draw - shown,
    )
    least = sum(each.number or 1 for each in hidden)
    if all(each.number is not None for each in hidden):
        room = min(room, least)
    if can_make_some(pool, least, room, sum(each.pips for each in hidden)):
        return None
    words = msg("The hands cannot all be left as told: the set has no such tiles besides those laid.")
    return Breach(Code.IMPOSSIBLE_HAND, words)
