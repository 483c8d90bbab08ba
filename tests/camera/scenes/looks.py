"""The look of one owner's set. Lengths are in widths of a tile."""

import colorsys
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

Array = np.ndarray
Colour = tuple[float, float, float]

# Pips in three lines along a half; sets differ in some.
LINES: dict[int, tuple[tuple[int, ...], ...]] = {
    0: ((0, 0, 0),), 1: ((0, 1, 0),), 4: ((2, 0, 2),), 5: ((2, 1, 2),), 6: ((3, 0, 3),), 7: ((3, 1, 3),),
    8: ((3, 2, 3), (4, 0, 4)), 9: ((3, 3, 3), (4, 1, 4)), 10: ((3, 4, 3), (4, 2, 4), (4, 2, 4), (5, 0, 5)),
    11: ((4, 3, 4), (4, 3, 4), (5, 1, 5)), 12: ((4, 4, 4),), 13: ((4, 5, 4), (5, 3, 5)), 14: ((5, 4, 5),),
    15: ((5, 5, 5),),
}  # fmt: skip


def smooth(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[float, float]) -> Array:
    """Noise between 0 and 1 of the given (height, width), with about so many hills down and across."""
    small = rng.random((max(2, round(cells[0])), max(2, round(cells[1]))), dtype=np.float32)
    big = Image.fromarray(small).resize((shape[1], shape[0]), Image.Resampling.BICUBIC)
    return np.clip(np.asarray(big), 0, 1)


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour by its hue (any number, in turns), saturation and value."""
    return colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))


@dataclass
class Look:
    """How all tiles of a set look."""

    highest: int
    aspect: float
    thickness: float
    corner: float
    body: Colour
    wall: Colour
    foot: Colour  # the lower part of the wall
    back: Colour
    pips: list[Colour]
    radius: float
    spread: tuple[float, float]
    layout: dict[int, tuple[int, ...]]
    narrow: float  # how narrow short lines of pips are beside those of four or five, 0 to 1
    across: bool  # lines of pips run across the tile
    mirrored: bool
    pip_form: str  # "flat", "dent", "ring", "raised", "worn"; "figure": the number is written
    depth: float
    divider: str  # "none", "line", "groove", "short"
    divider_width: float
    divider_colour: Colour
    spinner: float  # radius; 0 means none
    spinner_colour: Colour
    bevel: float
    bevel_strength: float
    frame: float  # distance of a line along the edge; 0 means none
    grain: float
    grain_stretch: float
    dirt: float
    gloss: float
    light: tuple[float, float] = field(default=(0.0, -1.0))
    gleam: float = 0.0  # how bright a lamp or a window is that some faces mirror


def _body(rng: np.random.Generator) -> Colour:
    kind = rng.choice(
        ["ivory", "white", "black", "colour", "wood", "grey"], p=[0.32, 0.28, 0.13, 0.1, 0.12, 0.05]
    )
    if kind == "ivory":
        return hsv(rng.uniform(0.08, 0.16), rng.uniform(0.05, 0.35), rng.uniform(0.78, 1))
    if kind == "white":
        return hsv(rng.random(), rng.uniform(0, 0.05), rng.uniform(0.85, 1))
    if kind == "black":
        return hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.03, 0.2))
    if kind == "colour":
        return hsv(rng.random(), rng.uniform(0.3, 0.95), rng.uniform(0.3, 0.9))
    if kind == "wood":
        return hsv(rng.uniform(0.05, 0.12), rng.uniform(0.25, 0.65), rng.uniform(0.4, 0.9))
    return hsv(rng.random(), rng.uniform(0, 0.1), rng.uniform(0.4, 0.8))


def luma(colour: Colour) -> float:
    """How bright a colour is, 0 to 1."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _pips(rng: np.random.Generator, body: Colour) -> list[Colour]:
    """A colour for each number of pips; each can be told from the body."""
    dark = luma(body) > 0.45

    def ink() -> Colour:
        for _ in range(20):
            colour = hsv(rng.random(), rng.uniform(0.5, 1), rng.uniform(0.25, 1))
            if abs(luma(colour) - luma(body)) > 0.2:
                return colour
        return (0.05, 0.05, 0.05) if dark else (0.95, 0.95, 0.95)

    plain = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0, 0.25) if dark else rng.uniform(0.75, 1))
    kind = rng.choice(["plain", "one", "number"], p=[0.55, 0.12, 0.33])
    if kind == "plain":
        return [plain] * 16
    return [ink()] * 16 if kind == "one" else [ink() for _ in range(16)]


def some_look(rng: np.random.Generator, highest: int | None = None, body: Colour | None = None) -> Look:
    """A set as an owner could have it; `highest` double and `body` may be given."""
    if highest is None:
        highest = int(rng.choice([6, 9, 12, 15], p=[0.4, 0.15, 0.38, 0.07]))
    body = body or _body(rng)
    shade = rng.uniform(0.6, 1.0)
    wall = tuple(shade * each for each in body)
    two_tone = rng.random() < 0.25
    foot = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.05, 0.7)) if two_tone else wall
    sizes = {6: (0.068, 0.125), 9: (0.06, 0.095), 12: (0.048, 0.078), 15: (0.04, 0.062)}[highest]
    if highest > 6 and rng.random() < 0.3:
        sizes = (sizes[0], sizes[0] * 1.2)
    spread = rng.uniform(0.24, 0.345)
    pips = _pips(rng, body)
    dark_line = hsv(0, 0, rng.uniform(0, 0.5) if luma(body) > 0.4 else rng.uniform(0.5, 1))
    angle = rng.uniform(0, 2 * np.pi)
    return Look(
        highest=highest, aspect=rng.uniform(1.85, 2.12), thickness=rng.uniform(0.15, 0.6), body=body,
        corner=rng.choice([rng.uniform(0.02, 0.08), rng.uniform(0.06, 0.2)]), wall=wall, foot=foot,
        back=foot if two_tone else body, pips=pips, radius=rng.uniform(*sizes),
        spread=(spread, float(np.clip(spread + rng.uniform(-0.05, 0.05), 0.22, 0.35))),
        layout={n: forms[rng.integers(len(forms))] for n, forms in LINES.items()},
        narrow=float(rng.choice([0.0, 1.0, rng.random()])), across=rng.random() < 0.15,
        mirrored=rng.random() < 0.5, depth=rng.uniform(0.1, 0.9),
        pip_form=str(rng.choice(["flat", "dent", "ring", "raised", "worn"], p=[0.38, 0.42, 0.04, 0.06, 0.1])),
        divider=str(rng.choice(["none", "line", "groove", "short"], p=[0.12, 0.36, 0.34, 0.18])),
        divider_width=rng.uniform(0.015, 0.06), spinner=rng.uniform(0.045, 0.11) if rng.random() < 0.35 else 0.0,
        divider_colour=pips[0] if rng.random() < 0.5 else dark_line,
        spinner_colour=hsv(rng.uniform(0.09, 0.15), rng.choice([0, 0.6]) * rng.random(), rng.uniform(0.4, 0.95)),
        bevel=rng.uniform(0.01, 0.09), bevel_strength=rng.uniform(0, 0.35),
        frame=rng.uniform(0.04, 0.08) if rng.random() < 0.08 else 0.0,
        grain=rng.choice([0, rng.uniform(0, 0.25)]), grain_stretch=rng.uniform(1, 25),
        dirt=rng.choice([0, rng.uniform(0, 0.15)]), gloss=rng.random() ** 2, light=(np.cos(angle), np.sin(angle)),
    )  # fmt: skip
