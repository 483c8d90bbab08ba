"""Where a tile may be set: the place it touches and the half that touches there, or why there is none;
and trying a tile without laying it."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.layout import Laid, Layout, Place
from referee.engine.messages import OR, Listed, msg
from referee.engine.record.events import Play
from referee.engine.rules.turns import Further
from referee.engine.rulings import Breach, Code, Rule
from referee.engine.seating import LineSetup
from referee.engine.tiles import Tile


class Landing(NamedTuple):
    """How a tile will lie: the place (None: the lead), its half that touches, the rule that it breaks, and
    whether it lies across the line with both halves open."""

    place: Place | None
    touching: int
    breach: Breach | None = None
    across: bool = False


# There are few distinct landings, and the same ones come up again and again.
_landing = cache(Landing)


def find_landing(match: LineMatch, current: LineRound, event: Play, tile: Tile) -> Landing | Breach:
    """How the event lays the tile; a breach if it may not, or if the event is ambiguous.

    A tile that the table lets stand lands all the same if its place is clear, with its breach noted.
    """
    if not current.layout.laid:
        return _lead(match, current, event, tile)
    layout, joins = current.layout, match.setup.variant.joins
    places = layout.places_on(event.at, event.half) if event.at_written else layout.places()
    if event.at_written and not places:
        return _no_such_end(match, current, event, tile)
    ways = fitting(match, places, tile)
    if event.out is not None:
        ways = [way for way in ways if tile.other(way.touching) == event.out]
    elif joins.matador_crosswise and joins.is_matador(tile) and not tile.is_double:  # across the line (M3)
        ways = [way._replace(across=True) for way in ways if way.touching == tile.low]
    if not ways:
        return forced(event, tile, places, _does_not_match(match, event, tile, places))
    allowed = layout.places_now()
    now = [way for way in ways if way.place in allowed]
    if not now:
        breach = _cross_first(match, current, tile)
        return one_way(tile, [way._replace(breach=breach) for way in ways]) if event.stood else breach
    return one_way(tile, now)


def _lead(match: LineMatch, current: LineRound, event: Play, tile: Tile) -> Landing | Breach:
    if event.at_written:
        return Breach(Code.NO_SUCH_END, msg("Nothing lies on the table yet; {tile} is the first.", tile=tile))
    opening = match.setup.variant.opening
    if current.free_lead or opening.allows(tile, match.setup.tiles.high):
        return Landing(None, tile.high)
    if opening.by_named_double:
        words = msg(
            "The round is opened with {n}-{n}, not {tile}.",
            n=opening.named_double(match.setup.tiles.high),
            tile=tile,
        )
    else:
        words = msg("The round is opened with a double, and {tile} is not one.", tile=tile)
    name = "opening_tile" if opening.by_named_double else "no_double"
    breach = Breach(Code.WRONG_OPENING, words, match.setup.variant.rule(name), forgivable=True)
    return Landing(None, tile.high, breach) if event.stood else breach


def fitting(match: LineMatch, places: Sequence[Place], tile: Tile) -> list[Landing]:
    """Every way in which the tile may be set against these places."""
    touching, number = match.setup.touching, tile.number
    return [_landing(place, half) for place in places for half in touching[place.half][number]]


def ways_to_lie(match: LineMatch, tile: Tile) -> list[Landing]:
    """Every way in which the tile may be laid now, except as the lead."""
    layout = match.layout
    return [] if layout is None else fitting(match, layout.places_now(), tile)


def one_way(tile: Tile, ways: Sequence[Landing]) -> Landing | Breach:
    """The only way in which the tile can lie, or the breach that says what has to be chosen."""
    if len(ways) == 1:
        return ways[0]
    open_ways = tuple((way.place, way.touching) for way in ways if way.place is not None)
    places = list(dict.fromkeys(place for place, _ in open_ways))
    if len(places) > 1:
        on = Listed(dict.fromkeys(place_name(place, places) for place in places))
        words = msg("{tile} fits more than one end: on {on}. Say which.", tile=tile, on=on)
        return Breach(Code.CHOOSE_END, words, ways=open_ways)
    outs = Listed([tile.other(way.touching) for way in ways], OR)
    words = msg(
        "{tile} may lie either way round on {at}. Say which half stays open: {outs}.",
        tile=tile,
        at=places[0].tile,
        outs=outs,
    )
    return Breach(Code.CHOOSE_OUT, words, ways=open_ways)


def place_name(place: Place, places: Sequence[Place]) -> str:
    """How a place is named among others: by its tile, and also by its half if the tile has two places."""
    same = sum(each.tile is place.tile for each in places)
    return place.written if same > 1 else str(place.tile)


def _no_such_end(match: LineMatch, current: LineRound, event: Play, tile: Tile) -> Landing | Breach:
    at = event.at
    lies = at is not None and any(each.tile is at for each in current.layout.laid)
    if not lies:
        words = msg("{at} does not lie on the table.", at=event.at_written)
        return Breach(Code.NO_SUCH_END, words)
    assert at is not None
    variant = match.setup.variant
    if not at.is_double or event.half not in (None, at.high):
        return Breach(
            Code.NO_SUCH_END, msg("{at} has no open end there.", at=event.at_written), variant.rule("joins")
        )
    room = any(each.tile is at and each.links < 4 for each in current.layout.frontier)
    is_one_arm = variant.doubles.arms and at is current.layout.laid[0].tile
    rule = variant.rule("arms" if is_one_arm else "spinner")
    breach = Breach(Code.NO_SUCH_END, msg("{at} has no open end left.", at=at), rule, forgivable=room)
    return forced(event, tile, [Place(at, at.high)], breach)


def _does_not_match(match: LineMatch, event: Play, tile: Tile, places: Sequence[Place]) -> Breach:
    variant = match.setup.variant
    wild = variant.joins.has_wild_blanks
    halves = sorted({place.half for place in places}, reverse=True)
    rule = variant.rule("blanks" if wild and (0 in halves or 0 in tile.halves) else "joins")
    if event.at is not None and len(halves) == 1:
        words = msg("{tile} has no {half} to set against {at}.", tile=tile, half=halves[0], at=event.at)
        if variant.joins.makes_sums:
            need = variant.joins.target_sum - halves[0]
            words = msg(
                "{tile} cannot make {sum} with the {half} of {at}.",
                tile=tile,
                sum=variant.joins.target_sum,
                half=halves[0],
                at=event.at,
            )
            rule = variant.rule("target_sum" if need > 0 and halves[0] else "joins")
    elif variant.joins.makes_sums:
        words = msg(
            "{tile} makes {sum} with none of the open ends: {ends}.",
            tile=tile,
            sum=variant.joins.target_sum,
            ends=Listed(halves),
        )
    else:
        words = msg("{tile} fits none of the open ends: {ends}.", tile=tile, ends=Listed(halves))
    if event.out is not None and any(match.setup.touching[half][tile.number] for half in halves):
        words = msg("{tile} cannot lie with its {out} outward there.", tile=tile, out=event.out)
    return Breach(Code.DOES_NOT_MATCH, words, rule, forgivable=True)


def _cross_first(match: LineMatch, current: LineRound, tile: Tile) -> Breach:
    cross = current.layout.cross()
    assert cross is not None
    words = msg(
        "{tile} has to wait: {double} needs {missing} more before any other end may be used.",
        tile=tile,
        double=cross.tile,
        missing=4 - cross.links,
    )
    return Breach(Code.CROSS_FIRST, words, match.setup.variant.rule("cross_first"), forgivable=True)


def forced(event: Play, tile: Tile, places: Sequence[Place], breach: Breach) -> Landing | Breach:
    """How a tile lands that breaks a rule but that the table lets stand; it must be clear which half touches."""
    if not (event.stood and breach.forgivable):
        return breach
    halves = tile.halves if event.out is None else (tile.other(event.out),)
    return one_way(tile, [Landing(place, half, breach) for place in places for half in halves])


class Trial(NamedTuple):
    """How a tile would lie: the layout with it, the ends that count, and the points that it scores."""

    landing: Landing
    layout: Layout
    ends: tuple[int, ...]
    made: int


def try_tile(match: LineMatch, event: Play, tile: Tile) -> Trial | Breach:
    """The event's tile on the layout of the round in play; or why it may not go there, or what has to be chosen.

    It does not matter whose turn it is or whether the tile was seen already.
    """
    current = match.current
    found = find_landing(match, current, event, tile)
    if isinstance(found, Breach):
        return found
    layout = current.layout.add(tile, found.place, found.touching, across=found.across)
    counting = match.setup.variant.counting
    ends = layout.ends() if counting.counts_ends else []
    return Trial(found, layout, tuple(ends), counting.points(layout, ends))


def as_laid(event: Play, laid: Laid) -> Play:
    """The event with the place where the tile was laid, and the half that points away."""
    if laid.on is None:
        return event
    out = None if laid.across else laid.out
    return event._replace(at=laid.on.tile, half=laid.on.half, out=out, at_written=laid.on.tile.name)


def under(match: LineMatch, setup: LineSetup) -> LineMatch:
    """The same table under other rules: the tiles stay where they are; anything pending under the old rules is dropped.

    The sides must be the same in both.
    """
    if setup is match.setup:
        return match
    current = match.current
    lead_by = current.lead_by if setup.variant.always_partners else "next_opener"
    is_free = current.free_lead and not setup.variant.opening.repeats_first
    return match._replace(
        setup=setup,
        round=current._replace(
            layout=current.layout.under(setup.shape),
            claims=(),
            false_claim=None,
            held_back=0,
            going_on=Further.NOTHING,
            lead_by=lead_by if is_free else "opening",
        ),
    )


def why_it_goes(match: LineMatch, landing: Landing) -> list[Rule]:
    """The rule that allows a placement which other games do not: a blank on a number, a third arm."""
    place, variant = landing.place, match.setup.variant
    if place is None:
        return []
    if not variant.joins.makes_sums and place.half != landing.touching:
        return [variant.rule("blanks")]
    links = max((each.links for each in match.current.layout.frontier if each.tile is place.tile), default=0)
    return [variant.rule("spinner")] if place.tile.is_double and links > 1 else []
