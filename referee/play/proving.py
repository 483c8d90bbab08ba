"""What a seat's tiles prove of its passes and draws, as soon as it is certain."""

from __future__ import annotations

from referee.audit import flags_of, merge_flags
from referee.play.state import Match


def audited(match: Match, seat: int) -> Match:
    """The match with what this seat's tiles prove of its passes, draws and of the opening."""
    current = match.current
    shown = current.shown[seat]
    tiles = shown.tiles if shown is not None and shown.tiles is not None else ()
    found = flags_of(current.witness, seat, match.setup.hand, tiles, match.setup.players, current.number)
    return match._replace(flags=merge_flags(match.flags, found, seat, current.number))
