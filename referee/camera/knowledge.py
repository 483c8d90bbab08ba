"""Which tile each candidate is, all together: a set has each tile once, and some cannot be in the picture."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from referee.camera import FoundTile, Guess
from referee.camera.finding import Candidate
from referee.engine.tiles import HIGHEST, Tile, tile

Array = npt.NDArray[np.float64]
TILE = 0.15  # a candidate is a tile from this score on
_FAINT_TILE = 0.01  # the same, if tiles are known to be missing
_CLEAR_TILE = 0.9  # a candidate with this score is one even if there are more than expected
_STRAY = 0.02  # how likely a reading is a mistake of any kind; spread over all tiles
_OTHERS = 5


def possible_tiles(highest: int, possible: Collection[Tile] | None) -> list[Tile]:
    """The tiles of a set that can be in the picture, each once."""
    highest = min(max(highest, 0), HIGHEST)
    tiles = [tile(high, low) for high in range(highest + 1) for low in range(high + 1)]
    return tiles if possible is None else [each for each in tiles if each in possible]


def chosen(candidates: list[Candidate], count: int | None) -> list[Candidate]:
    """The candidates that are tiles; `count` is how many there should be."""
    ranked = sorted(candidates, key=lambda each: -each.score)
    sure = sum(each.score >= TILE for each in ranked)
    if count is not None and sure < count:
        return [each for each in ranked[:count] if each.score >= _FAINT_TILE]
    if count is not None:
        return [each for n, each in enumerate(ranked[:sure]) if n < count or each.score >= _CLEAR_TILE]
    return ranked[:sure]


def named(candidates: list[Candidate], tiles: list[Tile]) -> list[FoundTile]:
    """Each candidate with the tile that it is, no tile twice; if there are too few tiles, the unlikeliest go."""
    candidates = candidates[: len(tiles)]
    if not candidates:
        return []
    alone = np.stack([_likely(each, tiles) for each in candidates])
    free = np.log1p(-np.minimum(alone, 0.999))
    together = np.log(alone) + free.sum(axis=0) - free  # what another candidate surely is, this one is not
    together = np.exp(together - together.max(axis=1, keepdims=True))
    together /= together.sum(axis=1, keepdims=True)
    which = assigned(-np.log(alone))
    return [
        _found(each, tiles, shares, own)
        for each, shares, own in zip(candidates, together, which, strict=True)
    ]


def _likely(candidate: Candidate, tiles: list[Tile]) -> Array:
    """How likely a candidate, by itself, is each of the tiles; the sum is 1."""
    first, second = candidate.halves.astype(np.float64)
    high, low = np.array([each.high for each in tiles]), np.array([each.low for each in tiles])
    shares: Array = first[high] * second[low] + np.where(high == low, 0, first[low] * second[high])
    shares += _STRAY / len(tiles)
    shares /= shares.sum()
    return shares


def _found(candidate: Candidate, tiles: list[Tile], shares: Array, own: int) -> FoundTile:
    high, low = tiles[own].high, tiles[own].low
    (first, second), corners = candidate.halves, candidate.place.corners()
    if first[low] * second[high] > first[high] * second[low]:
        corners = corners[2:] + corners[:2]
    order = [n for n in np.argsort(-shares)[: _OTHERS + 1].tolist() if n != own][:_OTHERS]
    score = candidate.score
    return FoundTile(
        tiles[own],
        round(float(min(shares[own], score)), 4),
        corners,
        tuple(Guess(tiles[n], round(float(min(shares[n], score)), 4)) for n in order),
    )


def assigned(costs: Array) -> list[int]:
    """A column for each row, no column twice, with the least total cost. Needs at least as many columns as rows.

    The Hungarian method: rows join one by one, each along the cheapest path of exchanges.
    """
    rows, columns = costs.shape
    row_price, price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.full(columns + 1, rows)  # the row that has a column; the last column is where each row enters
    for row in range(rows):
        owner[columns] = row
        at = columns
        least, before = np.full(columns, np.inf), np.full(columns, columns)
        used = np.zeros(columns + 1, bool)
        while owner[at] != rows:
            used[at] = True
            reduced = costs[owner[at]] - row_price[owner[at]] - price[:columns]
            better = ~used[:columns] & (reduced < least)
            least[better], before[better] = reduced[better], at
            open_ = np.where(used[:columns], np.inf, least)
            following = int(open_.argmin())
            step = open_[following]
            row_price[owner[used]] += step
            price[used] -= step
            least[~used[:columns]] -= step
            at = following
        while at != columns:
            owner[at], at = owner[before[at]], int(before[at])
    return [int(np.flatnonzero(owner[:columns] == row)[0]) for row in range(rows)]
