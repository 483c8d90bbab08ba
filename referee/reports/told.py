"""What one family of games tells of an event: the words beside the name, the tile, and what came of it."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.tiles import Tile


class Told(NamedTuple):
    """`tile` is drawn before the words, `arithmetic` is the sum of the ends, `notes` are what the family marks at it."""

    text: str
    tile: Tile | None = None
    arithmetic: str = ""
    notes: tuple[str, ...] = ()


def without_name(words: str, name: str) -> str:
    """A sentence of a ruling as it stands beside the name of its player, or without a name."""
    return words.removeprefix(f"{name} ").removesuffix(".") if name else words.removesuffix(".")
