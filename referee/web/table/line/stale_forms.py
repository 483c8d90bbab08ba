"""A step begun at a line game, after another phone's entry: what of it still makes sense."""

from __future__ import annotations

from referee.engine.games.line.state import LineMatch, line_match
from referee.engine.games.match import State, Status
from referee.web.parts.claims import called_on, owner_claim
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.table.line.hands import waiting_for


def keep(table: Table, asked: Asked, before: State) -> Asked:
    """The step as it goes on; what would now be about another tile, turn or hand is dropped."""
    now, then = table.match, line_match(before)
    if asked.call:
        return asked if _same_call(asked.call, now, then) else NOTHING
    if asked.tried is not None:
        return asked if _still_asked(table, asked, then) else NOTHING
    if asked.hand:
        names = now.setup.players
        return asked if asked.hand in names and names.index(asked.hand) in waiting_for(now) else NOTHING
    if asked.deal:
        return asked if now.status is Status.ROUND_OVER else NOTHING
    if now.status is not Status.PLAYING:
        return NOTHING
    return asked if _is_open(asked.at, now) else asked._replace(at="")


def _same_call(call: str, now: LineMatch, then: LineMatch) -> bool:
    """Whether the claim is still about the tile that it was about, and may still be made."""
    if call == "claim":
        one, other = owner_claim(now), owner_claim(then)
        return one is not None and other is not None and one.tile is other.tile and one.taken_by is None
    return now.round is not None and then.round is not None and called_on(now) == called_on(then)


def _still_asked(table: Table, asked: Asked, then: LineMatch) -> bool:
    """Whether the same player is still to act, and the same question or refusal stands."""
    now = table.match
    if now.round is None or then.round is None or now.round.turn != then.round.turn or asked.tried is None:
        return False
    if "by" not in asked.tried:
        return now.round.turn is None
    return asked.refusal is not None


def _is_open(at: str, now: LineMatch) -> bool:
    if not at or now.round is None:
        return not at
    return any(
        at in (str(place.half), str(place.tile), f"{place.tile}/{place.half}")
        for place in now.round.layout.places_now()
    )
