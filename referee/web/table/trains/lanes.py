"""What lies on the table: a lane for each train, or the chickenfoot."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

from referee.drawing import foot
from referee.drawing.svg import class_names, train_svg
from referee.engine.games.trains.places import open_to
from referee.engine.games.trains.places import train_words as within_sentence
from referee.engine.games.trains.state import PUBLIC, Laid, TrainMatch, TrainRound, due
from referee.engine.layout import Place
from referee.engine.log import Entry
from referee.engine.messages import Listed, _, tiles_word
from referee.engine.record.events import Play
from referee.engine.tiles import Face, Tile
from referee.reports.families import telling_of
from referee.reports.told import Lane
from referee.reports.train_words import train_tiles
from referee.web.parts.family import LyingView
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import drawn, face_picture, layout_words, tile_picture, ways_to_correct
from referee.web.parts.scores import SideView, sides_of
from referee.web.parts.table_views import NOTHING_DRAWN, HandRow, Key, Press


def place_words(match: TrainMatch, current: TrainRound, place: int) -> str:
    """A place in words: whose train it is, or which tile it touches."""
    end = current.ends[place]
    if not match.setup.variant.has_trains:
        return _("on {tile}", tile=end.tile)
    return train_words("" if end.seat is None else match.setup.players[end.seat])


def train_words(name: str) -> str:
    """Whose train it is; the Mexican train for "" or its name in records."""
    return _("Mexican train") if name in ("", PUBLIC) else _("{name}'s train", name=name)


# How many tiles at the end of a lane are shown: on a phone, on a wider screen, on a wide television. The keys are also
# the CSS classes of the tiles that only wider screens show, and of the counts of tiles left out.
SHOWN = {"few": 3, "more": 5, "most": 9}


NOWHERE: Mapping[int, Laid] = MappingProxyType({})  # no tile is tried


class LaneView(NamedTuple):
    """One train: its owner (None if public), its last tiles, how many lie `before` them (keyed by screen class),
    and its open end.

    `place` is its index among the open ends. `href` chooses it; "" if it answers a question instead (`asked`) or cannot
    be tapped. `usable`: the player to act may lay there. `words` are for a screen reader; `on` is the spoken name of the
    place, followed by the number there.
    """

    side: SideView | None
    place: int
    end: int
    tiles: Markup
    before: Mapping[str, int]
    is_open: bool
    usable: bool
    href: str
    asked: bool
    words: str
    on: str


class TableFace(NamedTuple):
    """Everything on the table: the lanes with the engine, or the foot. Before the engine is laid: who may lay the
    `double` and who may draw. `due` is the number that has to be played."""

    hub: Markup = NOTHING_DRAWN
    lanes: tuple[LaneView, ...] = ()
    foot: Markup = NOTHING_DRAWN
    words: str = ""
    due: Markup = NOTHING_DRAWN
    double: str = ""
    layers: tuple[Press, ...] = ()
    draws: tuple[Press, ...] = ()


def face_of(table: Table, match: TrainMatch, asked: Asked, tried: Mapping[int, Laid] = NOWHERE) -> TableFace:
    """What is on the table now, with a tile drawn as it would lie at each place if the page asks where it goes."""
    current = match.current
    if not match.setup.variant.has_trains:
        tiles = [each.tile for each in current.laid]
        words = layout_words(tiles, (Place(each.tile, each.half) for each in current.ends if each.room))
        return TableFace(foot=_foot(table, match, current, tried), words=words)
    usable = usable_places(match, current)
    ways = {} if tried else ways_to_correct(table)
    sides = sides_of(match)
    names = [*match.setup.players, *([""] if match.setup.variant.has_public_train else [])]
    lanes = []
    for place, name in enumerate(names):
        laid = train_tiles(current, place)
        end = current.ends[place] if current.ends else None
        half = end.half if end is not None else current.double
        shown = [(each.face, _state_of(each, is_last=each is current.laid[-1])) for each in laid]
        if place in tried:
            shown.append((tried[place].face, "cand"))
        is_open = end is not None and end.is_open
        can_tap = table.may_write and end is not None and current.turn is not None and not tried
        lanes.append(
            LaneView(
                side=sides[place] if name else None,
                place=place,
                end=half,
                tiles=_end_of(shown, ways),
                before={name: len(shown) - most for name, most in SHOWN.items() if len(shown) > most},
                is_open=bool(name) and is_open,
                usable=place in usable,
                href=asked.href(table.link, at=str(place), half=None) if can_tap else "",
                asked=place in tried,
                words=_lane_words(name, laid, half, is_open=is_open),
                on=f"{within_sentence(match, current, place)}/{half}" if end is not None else "",
            )
        )
    hub = NOTHING_DRAWN
    if current.hub is not None:
        hub = tile_picture(current.hub, state=_state_of(current.laid[0]), label=None)
    return TableFace(hub=hub, lanes=tuple(lanes))


def _state_of(laid: Laid, *, is_last: bool = False, is_lit: bool = False) -> str:
    """The CSS classes of a tile."""
    return class_names("last" if is_last else "", "stood" if laid.stood else "", "tinted" if is_lit else "")


def _end_of(tiles: Sequence[tuple[Face, str]], ways: Mapping[Tile, str]) -> Markup:
    """The last tiles of a train; those that a phone has no room for are drawn outside the view box."""
    few, more, most = SHOWN.values()
    last = [
        (face, f"{state} {'' if left <= few else 'more' if left <= more else 'most'}".strip())
        for left, (face, state) in zip(range(len(tiles), 0, -1), tiles, strict=True)
    ][-most:]
    if not last:
        return NOTHING_DRAWN
    return drawn(train_svg(last, ways, outside=max(0, len(last) - few)))


def usable_places(match: TrainMatch, current: TrainRound) -> tuple[int, ...]:
    """The places where the player to act may lay now."""
    if current.turn is None or not current.laid:
        return ()
    place = due(match, current)
    return open_to(match, current, current.turn) if place is None else (place,)


def _lane_words(name: str, laid: Sequence[Laid], half: int, *, is_open: bool) -> str:
    title = train_words(name)
    if not laid:
        return _("{train}: no tile yet, {half} is wanted", train=title, half=half)
    tiles = Listed(each.tile for each in laid)
    if is_open and name:
        return _("{train}: {tiles}; {half} is wanted, everybody may lay", train=title, tiles=tiles, half=half)
    return _("{train}: {tiles}; {half} is wanted", train=title, tiles=tiles, half=half)


# Chickenfoot


def _foot(table: Table, match: TrainMatch, current: TrainRound, tried: Mapping[int, Laid]) -> Markup:
    svg = foot.foot_svg(
        foot.placed(current.laid, *current.toes),
        usable=usable_places(match, current) if due(match, current) is not None else (),
        mark_last=not tried,
        candidates={
            place: foot.placed((*current.laid, each), *current.toes).lying[-1]
            for place, each in tried.items()
        },
        ways={} if tried else ways_to_correct(table),
    )
    return drawn(svg)


# Every tile on the table


class LiesFace(NamedTuple):
    """The table at some moment of a round or at its end: every train as a row, the engine first, or the foot."""

    rows: tuple[HandRow, ...] = ()
    foot: Markup = NOTHING_DRAWN


def lies_of(match: TrainMatch, lit: Collection[Tile | None] = ()) -> LiesFace:
    """Every tile laid in the current round, with some of them highlighted."""
    if match.setup.variant.has_trains:
        return LiesFace(rows=tuple(_row(each, lit) for each in telling_of(match.setup).lanes(match)))
    current = match.current
    if not current.laid:
        return LiesFace()
    words = str(tiles_word(len(current.laid)))
    placed = foot.placed(current.laid, *current.toes)
    return LiesFace(foot=drawn(foot.foot_svg(placed, ends=False, mark_last=False, label=words)))


def _row(lane: Lane, lit: Collection[Tile | None]) -> HandRow:
    keys = tuple(
        Key(
            label="",
            state="go",
            drawing=face_picture(each.face, state=_state_of(each, is_lit=each.tile in lit), label=None),
        )
        for each in lane.tiles
    )
    return HandRow(
        name=lane.name or _("In the middle"), note="" if lane.end is None else _("open"), tiles=keys
    )


def lying_tiles(_table: Table, entries: Sequence[Entry], numbers: Sequence[int]) -> LyingView | None:
    """The table after these entries of a round, with the tiles of those with these numbers highlighted."""
    match = TrainMatch.of(entries[-1].state)
    if match.round is None or not match.round.laid:
        return None
    events = (each.event for each in entries if each.number in numbers)
    return LyingView(
        "table/trains/_lies.html", lies_of(match, [each.tile for each in events if isinstance(each, Play)])
    )
