"""Reneges: a tile that did not follow, and a later one that shows its player could have."""

from __future__ import annotations

from collections.abc import Sequence

from referee.audit import RENEGE, Flag
from referee.play.trickstate import Laid, TrickMatch
from referee.play.words import said
from referee.rules.trump import asked_words
from referee.rulings import Said
from referee.tiles import Tile


def proved_by(
    match: TrickMatch, seat: int, tiles: Sequence[Tile], number: int
) -> tuple[TrickMatch, tuple[Said, ...]]:
    """The match with the reneges that these tiles prove, seen at event `number` in the seat's hand, and the words."""
    current = match.current
    known = {(each.seat, each.event) for each in match.flags if each.round == current.number}
    found: list[Flag] = []
    for each in current.laid:
        if each.seat != seat or not each.due or (seat, each.event) in known:
            continue
        able = [held for held in tiles if held.bit & each.due]
        if able:
            because = _because(match, each, able[0], number)
            found.append(Flag(RENEGE, seat, current.number, each.event, because))
    if not found:
        return match, ()
    flags = tuple(sorted((*match.flags, *found), key=lambda flag: flag.event))
    return match._replace(flags=flags), tuple(each.because for each in found)


def _because(match: TrickMatch, laid: Laid, held: Tile, number: int) -> Said:
    return said(
        "{name} laid {tile} in entry {event} where {asked}, and held {held}: entry {number} shows it.",
        name=match.setup.players[laid.seat],
        tile=laid.tile,
        event=laid.event,
        asked=asked_words(laid.asked),
        held=held,
        number=number,
    )


def decisive(match: TrickMatch) -> Flag | None:
    """The renege that decides the round in hand, where the house lets one decide: the earliest."""
    if match.setup.variant.reneges.renege != "lose_hand":
        return None
    number = match.current.number
    return next((each for each in match.flags if each.round == number), None)
