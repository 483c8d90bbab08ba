"""What is told of an event of a line game."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from referee.engine.games.phrases import listed, points_word, sum_in_words
from referee.engine.log import Entry
from referee.engine.messages import _, _n
from referee.engine.record.events import Claim, Draw, Flip, Hand, Muggins, Pass, Pips, Play
from referee.engine.tiles import Tile
from referee.reports.told import Told, without_name


def told_of_line(entry: Entry, by: str, hidden: AbstractSet[str]) -> Told:
    """The tile and where it lies, or what was done without one; `hidden` tiles have no sum yet."""
    event, ruling = entry.event, entry.ruling
    tile = event.tile if isinstance(event, Play | Flip) else None
    called = (ruling.says,) if isinstance(event, Claim | Muggins) and ruling.code is not None else ()
    overshot = (str(ruling.overshot),) if ruling.overshot is not None else ()
    return Told(_text(entry, by), tile, arithmetic(entry, hidden), (*called, *overshot))


def _text(entry: Entry, by: str) -> str:
    event, ruling = entry.event, entry.ruling
    match event:
        case Play():
            return _("on {tile}", tile=ruling.at) if ruling.at is not None else _("opens")
        case Flip():
            return _("goes") if went(entry, event.tile) else _("goes to the bottom")
        case Draw():
            return drawn(event.number, entry)
        case Pass():
            return _("stops here") if ruling.stops else _("passes")
        case Claim():
            return _("claims {points}", points=points_word(event.points))
        case Muggins():
            return _("calls muggins")
        case Hand():
            return _("shows {tiles}", tiles=listed(event.tiles)) if event.tiles else _("shows no tile")
        case Pips():
            return _n("has {n} pips left", "has {n} pips left", event.pips)
        case _:
            return without_name(str(ruling.said[0]) if by else ruling.says, by)


def drawn(number: int, entry: Entry) -> str:
    """How many tiles were drawn, in a row perhaps, and how many are left after them."""
    return _("draws {number}, {left} left", number=number, left=entry.state.sleeping)


def went(entry: Entry, tile: Tile | None) -> bool:
    """Whether a tile that was turned up goes: then it lies, else it is at the bottom of its row."""
    layout = entry.state.layout
    return layout is not None and layout.laid[-1].tile is tile


def arithmetic(entry: Entry, hidden: AbstractSet[str]) -> str:
    """The sum of the ends after a tile, "6 + 6 + 3 = 15", where the game counts them and it may be told."""
    event, ends = entry.event, entry.state.ends
    if not isinstance(event, Play) or event.tile is None or event.tile.name in hidden or ends is None:
        return ""
    return str(sum_in_words(ends))
