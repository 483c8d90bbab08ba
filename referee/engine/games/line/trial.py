"""A tile tried on the table without being laid: where it would lie and what it would make."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.games.line.legal_moves import Landing, find_landing, with_tile
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import in_play
from referee.engine.layout import Laid, Layout
from referee.engine.record.events import Play
from referee.engine.rules.turns import Further
from referee.engine.rulings import Breach, Rule
from referee.engine.seating import LineSetup
from referee.engine.tiles import Tile


class Trial(NamedTuple):
    """How a tile would lie: the layout with it, the ends that count, and the points that it makes."""

    landing: Landing
    layout: Layout
    ends: tuple[int, ...]
    made: int


def try_tile(match: LineMatch, event: Play, tile: Tile) -> Trial | Breach:
    """The tile as the event says, laid on the layout as it is now; why it may not go, or what has to be chosen.

    It does not matter whose turn it is or whether the tile was seen already.
    """
    current = in_play(match)
    if isinstance(current, Breach):
        return current
    found = find_landing(match, current, event, tile)
    if isinstance(found, Breach):
        return found
    layout = with_tile(current.layout, tile, found, stood=False)
    counting = match.setup.variant.counting
    ends = layout.ends() if counting.counts_ends else []
    return Trial(found, layout, tuple(ends), counting.points(layout, ends))


def as_laid(event: Play, laid: Laid) -> Play:
    """The event with the place named where the tile lies, and the half that points away."""
    if laid.on is None:
        return event
    out = None if laid.across else laid.out
    return event._replace(at=laid.on.tile, half=laid.on.half, out=out, at_written=laid.on.tile.name)


def under(match: LineMatch, setup: LineSetup) -> LineMatch:
    """The same table under other rules: the tiles lie as they lie, and nothing of the old rules is left open.

    The sides of both must be the same.
    """
    if setup is match.setup:
        return match
    current = match.current
    free = current.free_lead and not setup.variant.opening.repeats_first
    return match._replace(
        setup=setup,
        round=current._replace(
            layout=current.layout.under(setup.shape),
            claims=(),
            false_claim=None,
            held_back=0,
            going_on=Further.NOTHING,
            free_lead=free,
        ),
    )


def why_it_goes(match: LineMatch, landing: Landing) -> list[Rule]:
    """The rule by which a tile goes to a place that other games do not allow: a blank on a number, a third arm."""
    place, variant = landing.place, match.setup.variant
    if place is None:
        return []
    if not variant.joins.makes_sums and place.half != landing.touching:
        return [variant.rule("blanks")]
    links = max((each.links for each in match.current.layout.frontier if each.tile is place.tile), default=0)
    return [variant.rule("spinner")] if place.tile.is_double and links > 1 else []
