"""A picture of the whole layout held against the record: an answer to a dispute, never an entry."""

from __future__ import annotations

from referee.camera import DOUBT, Seen
from referee.engine.games.line.state import LineMatch
from referee.engine.games.phrases import tile_list, tiles_word
from referee.engine.messages import _, marked
from referee.engine.tiles import read_tile
from referee.web.disputes.views import AnswerView
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.taking_pictures import can_read

ABOUT_A_PICTURE = "picture"
WORDS = marked("Does the record have every tile on the table?")


def can_be_compared(table: Table) -> bool:
    """Whether this link may hold a picture against the tiles of the round that were entered one by one."""
    if not table.setup.lays_in_line or table.match.round is None:
        return False
    return can_read(table) and not table.match.round.without_tiles


def carried(seen: Seen) -> str:
    """The tiles of a picture as an address carries them, those that are not sure with a question mark."""
    return " ".join(f"{each.tile}{'?' if each.sure < DOUBT else ''}" for each in seen.found)


def against_picture(match: LineMatch, seen: str) -> AnswerView:
    """Which tiles lie there and were not entered, and which were entered and do not lie there."""
    read = {tile: word.endswith("?") for word in seen.split() if (tile := read_tile(word.rstrip("?")))}
    laid = {each.tile: None for each in match.current.layout.laid}
    unknown = [each for each in read if each not in laid and each in match.setup.tiles]
    missing = [each for each in laid if each not in read]
    said = []
    if unknown:
        said.append(_("The picture shows {tiles}, the record does not.", tiles=tile_list(unknown)))
    if missing:
        said.append(_("The record has {tiles}, the picture does not.", tiles=tile_list(missing)))
    unsure = [each for each in unknown if read[each]]
    if unsure:
        said.append(_("Not sure: {tiles}. Look at the table.", tiles=tile_list(unsure)))
    if not said:
        said = [_("The picture and the record agree: {tiles}.", tiles=tiles_word(len(laid)))]
    tiles = tuple(tile_picture(each, label=each.name) for each in (*unknown, *missing))
    return AnswerView(head=said[0], more=tuple(said[1:]), tiles=tiles)
