"""What a form says at a line game in more than one step, by what a round is told, and which begun steps still hold."""

from __future__ import annotations

from typing import Any

from referee.engine.games.line.state import LineMatch, drawable, is_dead, line_match
from referee.engine.games.match import State, Status
from referee.engine.log import Log
from referee.engine.messages import _
from referee.engine.rulings import Verdict
from referee.engine.tiles import read_tile
from referee.storage.store import NewEvent
from referee.web.parts.claims import called_on, owner_claim
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked, EntryForm, event_of, number_in
from referee.web.parts.submit import (
    Entered,
    MayNot,
    entry_of,
    may_say,
    one_more_tile,
    own_event,
    said_at,
    who_is,
)
from referee.web.parts.telling_result import BLOCKED, TARGET, Besides, Choice, ResultField, Told, round_form
from referee.web.table.line.hands import waiting_for
from referee.web.table.line.playing import places_at


def enter(table: Table, form: EntryForm) -> Entered | None:
    """The forced end of a round, or one more tile of a hand; None if the form says neither."""
    if form.forced.data:
        return _forced(table)
    number = number_in(form.at.data or "")
    if form.play.data and number is not None:
        return _at_number(table, form, number)
    if form.tile.data or (form.shown.data and not form.pips.data):
        current = table.match.round
        return one_more_tile(table, form, current.hands) if current is not None else Entered()
    return None


def _forced(table: Table) -> Entered:
    """No tile fits any more: the draws and passes that are left to make, in one go (G9); a seat makes its own."""
    log: Log = table.log
    who = who_is(table)
    found: list[NewEvent] = []
    for _turn in range(2 * len(table.match.setup.tiles)):
        state = line_match(log.state)
        current = state.round
        if state.status is not Status.PLAYING or current is None or current.turn is None:
            break
        if not is_dead(state, current):
            break
        left = drawable(state, current)
        by = table.match.setup.players[current.turn]
        number = left if table.match.setup.variant.drawing.goes_on_until_playable else 1
        tries: list[dict[str, Any]] = [{"by": by, "draw": number}] if left else []
        tries.append({"by": by, "pass": True})
        if why := may_say(who, tries[0], log):
            if not found:
                raise MayNot(why)
            break
        for raw in tries:
            answer, after = log.say(raw)
            if answer.ruling.verdict is Verdict.STANDS:
                found.append(entry_of(raw, answer))
                log = after
                break
        else:
            break
    return Entered(found, log=log)


def _at_number(table: Table, form: EntryForm, number: int) -> Entered:
    """A tile for an open number: laid if one end takes it, else the phone is asked which."""
    raw = own_event(table, event_of(form) or {})
    del raw["at"]
    current, tile = table.match.round, read_tile(form.play.data or "")
    places = places_at(table, current, number, tile) if current is not None and tile is not None else []
    if len(places) == 1:
        raw["at"] = places[0].written
    if len(places) > 1:
        return Entered(asked=Asked(tried=raw, at=str(number)))
    return said_at(table, raw)


def _besides(table: Table, told: Told) -> Besides:
    variant, how = table.match.setup.variant, told.get("how", "")
    counts_tiles = variant.blocked.by_number_of_tiles and how == BLOCKED
    if not variant.counting.tiles_score:
        return Besides(counts_tiles=counts_tiles)
    ways = []
    if variant.target.ends_at_once:
        label = _("{target} in play", target=variant.target.target)
        ways.append(Choice(value=TARGET, label=label, chosen=how == TARGET))
    points = [
        ResultField(name=f"points-{number}", label=side, value=told.get(f"points-{number}", ""))
        for number, side in enumerate(table.setup.sides)
    ]
    if variant.going_out.is_one_award and how not in (BLOCKED, TARGET):
        points.append(ResultField(name="last", label=_("The last tile"), value=told.get("last", "")))
    return Besides(tuple(points), _("Scored during play"), tuple(ways), counts_tiles)


ROUND = round_form(_besides)


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
        at in (str(place.half), str(place.tile), place.written) for place in now.round.layout.places_now()
    )
