"""What the tiles seen prove of passes, draws and the opening, as soon as it is certain."""

from __future__ import annotations

from referee.audit import Drew, Flag, Holding, Laid, Opened, merge_flags
from referee.flagging import flags_of, opening_counted
from referee.play.state import Match, RoundState


def audited(match: Match, seat: int | None = None, tiles: int = 0) -> Match:
    """The match with what is proved now; `tiles` is the mask of those that `seat` just laid or showed.

    A hand is looked at only where that can prove something new. A tile that none of the seat's own passes and draws
    speaks of can always have come some way, for as many tiles came as went. And while enough tiles that nobody saw
    fit none of its passes and draws, they can fill the hand.
    """
    current = match.current
    witness = current.witness
    for each, doubts in enumerate(witness.doubts):
        if not doubts:
            continue
        tight = _is_tight(current, each, doubts)
        if tight or (each == seat and tiles & doubts and not _came_since(match, current, each)):
            found = flags_of(witness, each, _holding(match, each), match.setup.players, current.number)
            named = [flag for flag in found if flag.tile is not None]
            match = match._replace(flags=merge_flags(match.flags, named, each, current.number))
    opened = witness.opening
    if opened is None or _may_sleep(current, opened):
        return match
    return _opening_audited(match)


def _came_since(match: Match, current: RoundState, seat: int) -> bool:
    """Whether every tile that the seat laid can have come as it said, where nothing else is known of the seat.

    What a full look at a hand that is not tight would find too, in one go and without keeping anything: whoever left
    first takes the earliest way into the hand that is left (`SeenHand.explains`).
    """
    witness = current.witness
    known = current.shown[seat] is not None or witness.opening is not None
    if known or any(flag.seat == seat and flag.round == current.number for flag in match.flags):
        return False
    ways = match.setup.hand
    free = (1 << ways) - 1
    denials: list[tuple[int, int]] = []
    for each in witness.seen:
        if each.seat != seat or isinstance(each, Opened):
            continue
        if isinstance(each, Laid):
            bit = each.tile.bit
            earliest = next((shut for could_go, shut in reversed(denials) if could_go & bit), 0)
            way = free >> earliest << earliest
            if not way:
                return False
            free ^= way & -way
            continue
        drawn = each.number if isinstance(each, Drew) else 0
        if each.could_go:
            denials.append((each.could_go, ways + max(0, drawn - 1)))
        free |= (1 << ways + drawn) - (1 << ways)
        ways += drawn
    return True


def _is_tight(current: RoundState, seat: int, doubts: int) -> bool:
    """Whether too few tiles that nobody saw are beyond doubt to fill what is hidden of the seat's hand."""
    beyond = (current.unseen & ~doubts).bit_count()
    return beyond < current.hands[seat] and beyond < _hidden(current, seat)


def counted(match: Match) -> list[Flag]:
    """What counting the tiles left proves in the round in hand though it cannot say which tile it was.

    These are no flags: a flag names its tile. They are for whoever asks.
    """
    current = match.current
    found = [
        flag
        for seat in range(len(current.hands))
        for flag in flags_of(
            current.witness, seat, _holding(match, seat), match.setup.players, current.number
        )
    ]
    opening = _opening_counted(match)
    return [flag for flag in (*found, opening) if flag is not None and flag.tile is None]


def _opening_audited(match: Match) -> Match:
    found = _opening_counted(match)
    if found is None or found.tile is None:
        return match
    return match._replace(flags=merge_flags(match.flags, [found], -1, found.round))


def _opening_counted(match: Match) -> Flag | None:
    current = match.current
    opened = current.witness.opening
    if opened is None or _may_sleep(current, opened):
        return None
    holdings = [_holding(match, each) for each in range(len(current.hands))]
    return opening_counted(current.witness, holdings, current.boneyard, match.setup.players, current.number)


def _may_sleep(current: RoundState, opened: Opened) -> bool:
    """Whether the boneyard has room for every tile that should have opened instead."""
    return (current.unseen & opened.outranked_by).bit_count() <= current.boneyard


def _hidden(current: RoundState, seat: int) -> int:
    shown = current.shown[seat]
    return 0 if shown is not None and shown.tiles is not None else current.hands[seat]


def _holding(match: Match, seat: int) -> Holding:
    current = match.current
    shown = current.shown[seat]
    tiles = shown.tiles if shown is not None and shown.tiles is not None else ()
    return Holding(match.setup.hand, tiles, current.unseen)
