"""The tiles and places that a corrected entry may have had instead: pickers, and links to the other places."""

from collections.abc import Sequence
from functools import partial

from referee.engine.games.line.legal_moves import fitting, place_name
from referee.engine.games.trains.state import PUBLIC
from referee.engine.judge import rule_on
from referee.engine.layout import Place
from referee.engine.log import entries_of_round
from referee.engine.messages import _
from referee.engine.record.events import Play
from referee.engine.record.readers import read_event
from referee.engine.tiles import Tile, mask_of, read_tile
from referee.web.history.amending import CHOOSE, Amending
from referee.web.parts.actions import GONE, tile_links
from referee.web.parts.pictures import picker_key
from referee.web.parts.table_views import Key, LinkView, Picker


def listed_tiles(taps: Amending) -> tuple[Key, ...]:
    """The tiles that the entry lists, each a link that takes it out so that another can be chosen."""
    tiles = enumerate(map(read_tile, taps.listed[1]))
    return tuple(
        picker_key(each, _("{tile}, not in the hand", tile=each), href=_put(taps, place, CHOOSE))
        if each is not None
        else GONE
        for place, each in tiles
    )


def _put(taps: Amending, place: int, tile: str) -> str:
    """The address of the correction with that tile at this place of the list."""
    name, tiles = taps.listed
    return taps.way(**{name: [*tiles[:place], tile, *tiles[place + 1 :]]})


def picker_of(taps: Amending) -> Picker | None:
    """A picker with every tile not seen elsewhere in the round, those that are corrected, and pale the others that
    lie, with which a laid one can be exchanged."""
    name, tiles = taps.listed
    is_asked = not taps.is_whole if name else taps.kind in ("play", "flip")
    if taps.entry is None or not taps.tells_unseen or not is_asked:
        return None
    offered, lying = getattr(taps.round_end.round, "unseen", 0), 0
    if not taps.was_missed:
        own = (getattr(taps.entry.event, "tile", None), *getattr(taps.entry.event, "tiles", ()))
        offered |= mask_of(filter(None, own))
    if taps.on_table is not None and not taps.was_missed:
        events = (each.event for each in entries_of_round(taps.table.log, taps.round_number))
        laid = (each.tile for each in events if isinstance(each, Play))
        lying = mask_of(each for each in laid if each is not None and each is not taps.on_table)
    offered &= ~mask_of(filter(None, map(read_tile, tiles)))
    return tile_links(
        taps.table.setup.tiles.high, offered, partial(_with, taps), partial(_at_half, taps), taps.half, lying
    )


def _with(taps: Amending, tile: Tile) -> str:
    """The address of the correction to this tile, or with this tile as the first that is to be chosen."""
    name, tiles = taps.listed
    if name:
        return _put(taps, tiles.index(CHOOSE), tile.name)
    return taps.way(**{taps.kind: tile.name}, at=_still_at(taps, tile), out=None)


def _at_half(taps: Amending, half: int | None) -> str:
    """The address at which the tiles with this half can be chosen."""
    if taps.listed[0]:
        return taps.way(half=half)
    return taps.way(**{taps.kind: None}, at=None, out=None, half=half)


def _ways(taps: Amending, tile: Tile) -> list[tuple[Place, int]]:
    """The places that the tile fitted when the entry was made, each with the half that touches there; no trains."""
    if taps.before is None:
        play = read_event({"by": taps.by, "play": tile.name}, taps.table.setup.players)
        return [*rule_on(taps.state_before, play, taps.number)[0].ways]
    if taps.before.round is None or tile not in taps.before.setup.tiles:
        return []
    ways = fitting(taps.before, taps.before.round.layout.places_now(), tile)
    return [(each.place, each.touching) for each in ways if each.place is not None]


def _fits(taps: Amending, tile: Tile) -> list[Place]:
    return list(dict.fromkeys(place for place, _touching in _ways(taps, tile)))


def _still_at(taps: Amending, tile: Tile) -> str | None:
    """The place that the entry names, if the other tile fits there too."""
    at = str(taps.body.get("at", ""))
    if taps.before is None:  # without a layout, compare the halves
        return at if at.rpartition("/")[2] in map(str, tile.halves) else None
    fits = any(at in (str(each.tile), each.written) for each in _fits(taps, tile))
    return at if fits else None


def places_of(taps: Amending) -> tuple[LinkView, ...]:
    """Links to the other places that the tile fitted, and to turning it round where it lies; or to other trains."""
    if taps.tile is None:
        return ()
    if trains := trains_of(taps):
        return trains
    fits = _fits(taps, taps.tile)
    lay = taps.laid
    own = lay.on if lay is not None and lay.tile is taps.tile else None
    if lay is None and taps.tile is taps.on_table:
        own = next((each for each in fits if taps.body.get("at") in (str(each.tile), each.written)), None)
    turned = [way for way in _ways(taps, taps.tile) if lay and way[0] == own and way[1] != lay.touching]
    others = [each for each in fits if each != own]
    if own is None and len(fits) == 1 and not taps.body.get("at"):
        others = []  # it is the one where the tile would lie
    return ways_round(taps, turned) + tuple(
        LinkView(_("on {place}", place=place_name(each, fits)), taps.way(at=each.written, out=None))
        for each in others
    )


def ways_round(taps: Amending, ways: Sequence[tuple[Place, int]]) -> tuple[LinkView, ...]:
    """Links to the halves that may point outward, for places with the half that touches there."""
    if taps.tile is None:
        return ()
    outward = [(place, taps.tile.other(touching)) for place, touching in ways]
    on_train = bool(taps.body.get("train"))
    return tuple(
        LinkView(
            _("{number} outward", number=number),
            taps.way(at=None if on_train else place.written, out=number),
        )
        for place, number in outward
    )


def trains_of(taps: Amending) -> tuple[LinkView, ...]:
    """Links to the other trains that the tile may be on."""
    if taps.kind != "play" or taps.entry is None:
        return ()
    before = {each["train"]: each["tiles"] for each in taps.state_before.facts().get("trains", ())}
    after = taps.entry.state.facts().get("trains", ())
    others = [
        each["train"] for each in after if taps.was_missed or before.get(each["train"]) == each["tiles"]
    ]
    return tuple(
        LinkView(label=_("Mexican train") if name == PUBLIC else name, href=taps.way(train=name))
        for name in others
    )
