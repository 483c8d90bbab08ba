"""The building blocks of every family's cards: drawings of tiles, and rules in short."""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby

from markupsafe import Markup

from referee.drawing.symbols import heap_svg
from referee.engine.messages import Listed, _, _n, msg
from referee.engine.rules.game import Game
from referee.engine.rules.order import RuleEntry, people
from referee.engine.tiles import Face, Tile
from referee.web.parts.pictures import drawn, face_picture
from referee.web.parts.short_words import briefly
from referee.web.rulebook.views import Drawn

MOST = 3  # sentences on a card


def told(entries: Mapping[str, RuleEntry], *names: str) -> tuple[str, ...]:
    """The named rules in short, as far as they come up."""
    return tuple(briefly(entries[name]) for name in names if name in entries)


def hands_dealt(variant: Game) -> str:
    """How many tiles each player takes, for every number of players, with the usual set."""
    least, most = variant.player_range(variant.tiles)
    sizes = [(variant.tiles_each(each, variant.tiles), each) for each in range(least, most + 1)]
    groups = [
        (size, [each for _size, each in group]) for size, group in groupby(sizes, key=lambda row: row[0])
    ]
    if len(groups) == 1:
        return _("Each player takes {n} tiles.", n=groups[0][0])
    words = [msg("{n} for {players}", n=size, players=people(numbers)) for size, numbers in groups]
    return _("Tiles for each player: {hands}.", hands=Listed(words))


def heap(number: int, words: str = "") -> Drawn:
    """Tiles face down: the boneyard, unless `words` say otherwise."""
    words = words or _n("Boneyard: 1 tile", "Boneyard: {n} tiles", number)
    return Drawn(drawings=(drawn(heap_svg(number, words)),), caption=words, tone="boneyard")


def upright(tiles: Iterable[Tile], lit: Collection[Tile] = ()) -> tuple[Markup, ...]:
    """Tiles upright, as in a hand, some of them highlighted."""
    return tuple(
        face_picture(Face(each.high, each.low), upright=True, state="last" if each in lit else "", label=None)
        for each in tiles
    )


def hand(tiles: tuple[Tile, ...], lit: Collection[Tile] = ()) -> Drawn:
    """The drawing of a hand."""
    words = _n("Your hand: 1 tile", "Your hand: {n} tiles", len(tiles))
    return Drawn(drawings=upright(tiles, lit), caption=words, tone="hand")


def faces(lying: Iterable[Face], lit: Collection[Face] = ()) -> tuple[Markup, ...]:
    """Tiles lying in a row, some of them highlighted."""
    return tuple(face_picture(each, state="last" if each in lit else "", label=str(each)) for each in lying)
