"""Eyes that see what a test lays before them, for tests that are not about reading pictures."""

from collections.abc import Sequence
from typing import Any

from referee.camera import CannotLook, FoundTile, Guess, Seen
from referee.engine.tiles import Tile, read_tile

PICTURE = b"a picture, which nobody looks at"


class Eyes:
    """Eyes that see what a test lays before them: `sees` are tiles as `6-5`, or `6-5?6-4` for a doubtful one."""

    def __init__(self) -> None:
        self.sees: Sequence[str] = ()
        self.gaps: dict[int, int] = {}  # pixels that lie empty before the tile of that number
        self.turned: dict[int, int] = {}  # degrees, clockwise, by which the tile of that number is turned
        self.refuses = ""
        self.asked: dict[str, Any] = {}

    def look(self, picture: bytes, **asked: Any) -> Seen:
        self.asked = {**asked, "picture": picture}
        if self.refuses:
            raise CannotLook(self.refuses)
        found, left = [], 0
        for number, each in enumerate(self.sees):
            name, _, others = each.partition("?")
            left += 60 + self.gaps.get(number, 0)
            corners = ((left, 100), (left + 50, 100), (left + 50, 200), (left, 200))
            turns = self.turned.get(number, 0) // 90
            corners = corners[turns:] + corners[:turns]
            guesses = [Guess(tile_of(other), 0.3) for other in others.split()]
            found.append(FoundTile(tile_of(name), 0.6 if others else 0.97, corners, tuple(guesses)))
        return Seen(tuple(found), (left + 100, 300))


def tile_of(name: str) -> Tile:
    read = read_tile(name)
    assert read is not None
    return read
