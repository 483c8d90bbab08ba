"""Reneges: a tile that did not follow, and a later one that shows its player could have."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audit.holdings import RENEGE, Flag
from referee.engine.games.tricks.state import TrickMatch, TrickRound, TrickTile
from referee.engine.messages import Message, msg
from referee.engine.rules.trump import asked_words
from referee.engine.tiles import Tile, mask_of, tiles_in


def proved_by(
    match: TrickMatch, seat: int, tiles: Sequence[Tile], number: int
) -> tuple[TrickMatch, tuple[Message, ...]]:
    """The match with the reneges that these tiles prove, seen at event `number` in the seat's hand, and the words.

    What the other seats hold may be certain now too, because every other tile has been seen.
    """
    match, words = _proved(match, seat, tiles, number)
    for other in sorted({each.seat for each in match.current.unfollowed}):
        match, more = _left_over(match, other, number)
        words = (*words, *more)
    return match, words


def _left_over(match: TrickMatch, seat: int, number: int) -> tuple[TrickMatch, tuple[Message, ...]]:
    """The same for a hidden hand, by counting the tiles that nobody has seen."""
    current = match.current
    hidden, unseen = current.hands[seat], current.unseen
    words: tuple[Message, ...] = ()
    if current.shown[seat] is not None:
        return match, words
    for due in {each.due for each in current.unfollowed if each.seat == seat}:
        may_hold = unseen & due
        must_hold = (unseen & ~due).bit_count() < hidden
        if must_hold and (may_hold.bit_count() == 1 or unseen.bit_count() == hidden):
            match, more = _proved(match, seat, tuple(tiles_in(may_hold)), number)
            words = (*words, *more)
    return match, words


def _proved(
    match: TrickMatch, seat: int, tiles: Sequence[Tile], number: int
) -> tuple[TrickMatch, tuple[Message, ...]]:
    current = match.current
    held_bits = mask_of(tiles)
    could = [each for each in current.unfollowed if each.seat == seat and each.due & held_bits]
    known = {(each.seat, each.event) for each in match.flags} if could else set()
    found: list[Flag] = []
    for each in could:
        if (seat, each.event) in known:
            continue
        able = next(held for held in tiles if held.bit & each.due)
        because = _because(match, each, able, number)
        told_at = number if any(laid.tile is able for laid in current.laid) else 0
        headline = msg(
            "{name} did not follow in trick {trick}, holding {tile}",
            name=match.setup.players[seat],
            trick=trick_of(current, each.event),
            tile=able,
        )
        found.append(
            Flag(RENEGE, seat, current.number, each.event, headline, because, able, told_at, among=(able,))
        )
    if not found:
        return match, ()
    flags = tuple(sorted((*match.flags, *found), key=lambda flag: flag.event))
    return match._replace(flags=flags), tuple(each.because for each in found)


def _because(match: TrickMatch, laid: TrickTile, held: Tile, number: int) -> Message:
    return msg(
        "{name} laid {tile} in trick {trick} where {asked}, and held {held}: trick {later} shows it.",
        name=match.setup.players[laid.seat],
        tile=laid.tile,
        trick=trick_of(match.current, laid.event),
        asked=asked_words(laid.asked),
        held=held,
        later=trick_of(match.current, number),
    )


def trick_of(current: TrickRound, event: int) -> int:
    """The number of the trick to which an event belongs; of a hand shown, the trick that was being played then."""
    ends = (each.laid[-1].event for each in current.tricks)
    return 1 + sum(end < event for end in ends)


def decisive(match: TrickMatch) -> Flag | None:
    """The renege that decides the round in hand, where the house lets one decide: the earliest."""
    if not match.setup.variant.reneges.loses_hand:
        return None
    number = match.current.number
    return next((each for each in match.flags if each.round == number), None)
