"""Finds what could be tiles in a picture, and reads each by itself."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from referee.camera import above, networks
from referee.camera.cutting import TileOutline, cutter
from referee.camera.overlap import apart, coincide, within

Array = npt.NDArray[np.float32]
SIDES = (256, 448, 832)  # the picture is looked at in these sizes: its long side in pixels
SHORTEST, LONGEST = 30.0, 160.0  # lengths of tiles, in pixels at that size
_LIKELY, _SMALL = 0.4, 45.0  # if likely tiles are shorter at the last size, the full size is searched, too
_CLOSE = 144  # if no likely tile is found, the picture is looked at in this size, too: a tile may fill it
_CELL, _UNIT = 8, 64.0
# What the detector tells of a mirrored picture is multiplied by these.
_MIRRORED = np.array([1, 1, -1, 1, -1, -1, 1], np.float32)
_FAINT = 0.15  # a centre less likely than this is ignored
_MOST = 70  # candidates that are read
_FITTINGS, _REACH = 2, 0.4
_NO_TILE = 0.0  # the reader's logit of what is none
_HOPELESS = 0.02  # a score not worth a second look
_ASKEW = 0.03  # what lies straighter in its cut is not cut again
_CERTAIN = 0.93  # a first reading less sure is looked at again
_CLEAR = 0.7  # candidates so good tell how the table lies
_MISFIT = 0.3  # what fits the table worse is no tile
_WHITE = 1.9  # burnt, as the networks take a picture
_BURNT, _HIDDEN = 0.2, 0.2  # a half burnt by more than that share; how likely it then hides pips
_WITHIN = 0.8  # so much of a tile must be in the picture
_CLEAREST = 6.0  # the reader's logit counts up to here
# What each of the `features` adds to the logit that a candidate is a tile that is read right: a logistic regression by
# `python3 -m tests.camera.certainty`.
_ADDS = np.array([1.48, 1.15, -12.79, 4.37, -1.21, -2.08])


class Candidate(NamedTuple):
    """What could be a tile: its place, how likely it is a tile that is read right (0-1), how likely each half has
    0-15 pips."""

    place: TileOutline
    score: float
    halves: Array  # 2 x 16, each half's sum is 1
    heat: float = 1.0  # what the detector told, 0-1
    tile: float = 0.0  # the reader's logit
    misfit: float = 0.0  # how far it is from a tile's size and shape on this table
    cut: Array = np.empty(0, np.float32)  # what the reader saw


def candidates(picture: Image.Image) -> list[Candidate]:
    """What could be tiles in an upright RGB picture; they may overlap."""
    found = [each for side in SIDES for each in _middles(picture, side)]
    most = max(picture.size)
    clear = [place.length for heat, place in found if heat > _LIKELY]
    if not clear:
        found += _middles(picture, _CLOSE)
    if most > SIDES[-1] and (not clear or np.median(clear) * SIDES[-1] / most < _SMALL):
        found += _middles(picture, most)
    found.sort(key=lambda each: -each[0])
    kept = apart([place for _, place in found])[:_MOST]
    return _looked_again(_seen_from_above(picture, _read(picture, [found[n] for n in kept])))


def _seen_from_above(picture: Image.Image, found: list[Candidate]) -> list[Candidate]:
    """These candidates and more, found in a view from above, where all tiles have one size and one shape."""
    clear = [each.place for each in found if each.score > _CLEAR]
    table = above.table_under(clear, picture.size)
    if table is None:
        return found
    misfits = table.misfit([each.place for each in found])
    near = [each.place for each, misfit in zip(found, misfits, strict=True) if misfit < _MISFIT]
    seen, up = above.view(picture, table, near)
    fresh = []
    for heat, lying in _middles(seen, max(seen.size)):
        place = above.back(lying, up)
        same = [n for n, each in enumerate(found) if coincide(each.place, place)]
        for n in same:
            found[n] = found[n]._replace(heat=max(heat, found[n].heat))
        fits = table.misfit([place])[0] < _MISFIT and within(place, picture.size) >= _WITHIN
        if fits and not same:
            fresh.append((heat, place))
    found = found + _read(picture, sorted(fresh, reverse=True)[: _MOST // 2])
    misfits = table.misfit([each.place for each in found])
    return [
        _judged(each._replace(misfit=misfit)) for each, misfit in zip(found, misfits.tolist(), strict=True)
    ]


def _sized(picture: Image.Image, side: int) -> tuple[Array, float]:
    """The picture with that long side, filled up to multiples of 32; and how much smaller it became."""
    scale = side / max(picture.size)
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    small = np.asarray(picture.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0))
    room = (0, -size[1] % 32), (0, -size[0] % 32), (0, 0)
    return networks.prepared(np.pad(small, room, "edge")), scale


def _middles(picture: Image.Image, side: int) -> list[tuple[float, TileOutline]]:
    """How likely, and where: the tiles that the detector finds at one size, in pixels of the picture."""
    small, scale = _sized(picture, side)
    # The mean of what is seen and of what is seen in a mirror is right more often.
    told = (networks.detect(small) + networks.detect(small[:, ::-1])[:, ::-1] * _MIRRORED) / 2
    with np.errstate(over="ignore"):
        heat = 1 / (1 + np.exp(-told[..., 0]))
    around = np.pad(heat, 1)
    rows, columns = heat.shape
    highest = np.max([around[y : y + rows, x : x + columns] for y in range(3) for x in range(3)], axis=0)
    found = []
    for y, x in np.argwhere((heat == highest) & (heat > _FAINT)):
        long_x, long_y, short_x, short_y, dx, dy = told[y, x, 1:].tolist()
        along, across = _vector(long_x, long_y), _vector(short_x, short_y)
        middle = (float(x) + 0.5 + dx) * _CELL, (float(y) + 0.5 + dy) * _CELL
        place = TileOutline(*middle, along, across).scaled(1 / scale)
        fits = SHORTEST <= place.length * scale <= LONGEST and place.area > 0.2 * place.length**2
        if fits and within(place, picture.size) >= _WITHIN:
            found.append((float(heat[y, x]), place))
    return found


def _vector(x: float, y: float) -> tuple[float, float]:
    """A side from its length / 64 with its direction doubled."""
    length, turn = float(np.hypot(x, y)) * _UNIT, float(np.arctan2(y, x)) / 2
    return length * float(np.cos(turn)), length * float(np.sin(turn))


def features(candidate: Candidate) -> npt.NDArray[np.float64]:
    """What tells whether a candidate is a tile that is read right: the logits of the detector and of the reader, how
    far it is from a tile's size and shape, how sure its less certain half is, whether both halves seem blank; and 1."""
    heat = min(max(candidate.heat, 0.01), 0.995)
    return np.array(
        [
            np.log(heat / (1 - heat)),
            min(candidate.tile, _CLEAREST),
            candidate.misfit**0.5,
            np.log(candidate.halves.max(axis=1).min()),
            candidate.halves[:, 0].min(),
            1.0,
        ]
    )


def _judged(candidate: Candidate) -> Candidate:
    """The candidate with its score."""
    logit = max(float(_ADDS @ features(candidate)), -50.0)
    return candidate._replace(score=float(1 / (1 + np.exp(-logit))))


def _shares(logits: Array) -> Array:
    """Logits as shares whose sum is 1."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def _read(picture: Image.Image, found: list[tuple[float, TileOutline]]) -> list[Candidate]:
    """The places as read, each with what the detector gave it, likeliest first; what is clearly no tile is dropped."""
    cut, done = cutter(picture), list[Candidate]()
    # The reader sees how a tile lies in its cut, which is then cut better.
    for left in range(_FITTINGS, -1, -1):
        if not found:
            break
        cuts = networks.prepared(np.stack([np.asarray(cut(place)) for _, place in found]))
        pips, tile, fit = networks.read(cuts)
        askew = (np.abs(fit).max(axis=1) > _ASKEW) & (left > 0)
        moved = [
            (heat, place.fitted(*move))
            for (heat, place), move in zip(found, np.clip(fit, -_REACH, _REACH).tolist(), strict=True)
        ]
        done += [
            _judged(Candidate(place, 0.0, _told(pips[n], cuts[n]), heat, float(tile[n]), cut=cuts[n]))
            for n, (heat, place) in enumerate(moved)
            if not askew[n] and tile[n] > _NO_TILE
        ]
        found = [moved[n] for n in np.flatnonzero(askew) if tile[n] > _NO_TILE]
        found = [found[n] for n in apart([place for _, place in found])]
    return done


def _looked_again(found: list[Candidate]) -> list[Candidate]:
    """The candidates; those whose reading is unsure are read mirrored both ways and turned, too."""
    unsure = [
        n
        for n, each in enumerate(found)
        if each.score > _HOPELESS and each.halves.max(axis=1).min() < _CERTAIN
    ]
    if not unsure:
        return found
    cuts = np.stack([found[n].cut for n in unsure])
    (up, first, _), (aside, second, _), (turned, third, _) = (
        networks.read(np.ascontiguousarray(each))
        for each in (cuts[:, ::-1], cuts[:, :, ::-1], cuts[:, ::-1, ::-1])
    )
    seen = list(found)
    for k, n in enumerate(unsure):
        pips = (np.log(found[n].halves) + up[k] + aside[k, ::-1] + turned[k, ::-1]) / 4
        tile = (found[n].tile + float(first[k] + second[k] + third[k])) / 4
        seen[n] = _judged(found[n]._replace(halves=_told(pips, cuts[k]), tile=tile))
    return seen


def _told(pips: Array, cut: Array) -> Array:
    """How likely each half has 0-15 pips. Glare can hide pips: an overexposed half is not surely blank."""
    halves = _shares(pips)
    for n, part in enumerate(np.split(cut, 2, axis=1)):
        if (part.min(axis=2) > _WHITE).mean() > _BURNT:
            hidden = halves[n, 0] * _HIDDEN
            halves[n, 0] -= hidden
            halves[n] += hidden / len(halves[n])
    return halves
