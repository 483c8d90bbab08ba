"""The face of one tile of a set, and its back. Lengths are in widths of a tile."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.camera.scenes.clutter import letters
from tests.camera.scenes.looks import Array, Colour, Look, hsv, smooth


def pips_of(look: Look, number: int) -> list[tuple[float, float]]:
    """Where the pips of a half are: along and across the tile, seen from the middle of the half."""
    u, v = look.spread
    if number in (2, 3):
        turn = -1 if look.mirrored else 1
        return [(-u, -v * turn), (u, v * turn)] + ([(0.0, 0.0)] if number == 3 else [])
    lines = look.layout[number]
    places = []
    for line, count in enumerate(lines):
        places += [(each, line - 1) for each in _along(look, count, max(lines))]
    if look.across:
        return [(line * u, along * v) for along, line in places]
    return [(along * u, line * v) for along, line in places]


def _along(look: Look, count: int, most: int) -> list[float]:
    """Where the pips of a line are along it, -1 to 1, if the half's longest line has `most`.

    A shorter line beside one of four or five is as wide as that, or its pips have the same distances, or between.
    """
    if count == 1:
        return [0.0]
    narrower = (count - 1) / (most - 1) if most > 3 else 1.0
    width = 1 - look.narrow * (1 - narrower)
    return list(np.linspace(-width, width, count))


def _stamp(image: Array, x: float, y: float, reach: float, scale: float) -> tuple[Array, Array, Array] | None:
    """The part of `image` around a place in it, with the distances across and down from that place."""
    height, width = image.shape[:2]
    left, right = max(0, int((x - reach) * scale)), min(width, int((x + reach) * scale) + 2)
    top, bottom = max(0, int((y - reach) * scale)), min(height, int((y + reach) * scale) + 2)
    if left >= right or top >= bottom:
        return None
    dx = (np.arange(left, right, dtype=np.float32) + 0.5) / scale - x
    dy = (np.arange(top, bottom, dtype=np.float32) + 0.5) / scale - y
    return image[top:bottom, left:right], dx[None, :], dy[:, None]


def _blend(part: Array, colour: Array | Colour, cover: Array) -> None:
    part += (np.asarray(colour, np.float32) - part) * cover[..., None]


def _pip(
    rng: np.random.Generator, image: Array, look: Look, colour: Colour, x: float, y: float, scale: float
) -> None:
    radius = look.radius * (rng.uniform(0.9, 1.06) if look.pip_form == "worn" else rng.uniform(0.98, 1.02))
    stamp = _stamp(image, x, y, radius * 1.5, scale)
    if stamp is None:
        return
    part, dx, dy = stamp
    distance = np.hypot(dx, dy)
    soft = scale if look.pip_form != "worn" else scale * 0.6
    cover = np.clip((radius - distance) * soft + 0.5, 0, 1)
    slope = (dx * look.light[0] + dy * look.light[1]) / radius
    if look.pip_form == "ring":
        cover = cover * np.clip((distance - radius * 0.45) * scale + 0.5, 0, 1)
    if look.pip_form == "worn":
        cover = cover * rng.uniform(0.6, 1)
    if look.pip_form in ("dent", "raised"):
        turn = 1 if look.pip_form == "dent" else -1
        rim = np.clip(1 - np.abs(distance - radius * 1.08) / (radius * 0.25), 0, 1)
        part += (turn * look.depth * 0.25 * rim * slope)[..., None]
    _blend(part, colour, cover)
    if look.pip_form in ("dent", "raised"):
        turn = 1 if look.pip_form == "dent" else -1
        part += (turn * 0.22 * look.depth * slope * cover)[..., None]
        spot = np.hypot(dx - turn * look.light[0] * radius * 0.45, dy - turn * look.light[1] * radius * 0.45)
        part += (0.6 * look.depth * look.gloss * np.clip(1 - spot / (radius * 0.4), 0, 1) * cover)[..., None]


def _figure(image: Array, look: Look, number: int, side: int, scale: float) -> None:
    """The number written on one half, upright if the tile stands on its end, or else if it lies."""
    size = round(scale * look.spread[0] * 2.2)
    mark = Image.new("L", (round(scale * 0.9),) * 2)
    text, middle = str(number) if number else "", mark.width / 2
    ImageDraw.Draw(mark).text((middle, middle), text, 255, ImageFont.load_default(max(6, size)), "mm")
    if look.across:
        mark = mark.rotate(90 * side if look.mirrored else 90)
    cover = np.asarray(mark, np.float32) / 255
    left = round((look.aspect / 2 + side * look.aspect / 4) * scale - cover.shape[1] / 2)
    top = round(scale * 0.05)
    part = image[top : top + cover.shape[0], left : left + cover.shape[1]]
    _blend(part, look.pips[number], cover[: part.shape[0], : part.shape[1]])


def _divider(image: Array, look: Look, scale: float) -> None:
    height, width = image.shape[:2]
    across = (np.arange(width, dtype=np.float32) + 0.5) / scale - width / scale / 2
    down = (np.arange(height, dtype=np.float32) + 0.5) / scale - height / scale / 2
    half = look.divider_width / 2
    cover = np.clip((half - np.abs(across)) * scale + 0.5, 0, 1)[None, :]
    reach = 0.5 if look.divider != "short" else 0.36
    cover = cover * np.clip((reach - np.abs(down)) * scale + 0.5, 0, 1)[:, None]
    if look.divider == "groove":
        edge = np.clip(1 - np.abs(np.abs(across) - half * 1.5) / half, 0, 1) * np.sign(across) * look.light[0]
        image += (0.3 * look.depth * edge)[None, :, None]
        colour = tuple(each * (0.98 - 0.75 * look.depth) for each in look.body)
        _blend(image, colour, cover)
    elif look.divider != "none":
        _blend(image, look.divider_colour, cover)


def _spinner(image: Array, look: Look, scale: float) -> None:
    radius = look.spinner
    stamp = _stamp(image, image.shape[1] / scale / 2, image.shape[0] / scale / 2, radius * 1.5, scale)
    if not radius or stamp is None:
        return
    part, dx, dy = stamp
    distance = np.hypot(dx, dy)
    part *= 1 - 0.35 * np.clip(1 - np.abs(distance - radius) / (radius * 0.3), 0, 1)[..., None]
    _blend(part, look.spinner_colour, np.clip((radius - distance) * scale + 0.5, 0, 1))
    spot = np.hypot(dx + look.light[0] * radius * 0.35, dy + look.light[1] * radius * 0.35)
    part += 0.5 * np.clip(1 - spot / (radius * 0.6), 0, 1)[..., None]


def _blank(rng: np.random.Generator, look: Look, colour: Colour, scale: float) -> tuple[Array, Array]:
    """A body without pips, and how much of each pixel it covers."""
    width, height = round(look.aspect * scale), round(scale)
    image = np.empty((height, width, 3), np.float32)
    image[:] = colour
    if look.grain:
        cells = (3 + look.grain_stretch, 2 + 30 / look.grain_stretch)
        image *= (1 + look.grain * (smooth(rng, (height, width), cells) * 2 - 1.3))[..., None]
    x = np.abs((np.arange(width, dtype=np.float32) + 0.5) / scale - width / scale / 2)[None, :]
    y = np.abs((np.arange(height, dtype=np.float32) + 0.5) / scale - height / scale / 2)[:, None]
    gap_x, gap_y = look.aspect / 2 - look.corner, 0.5 - look.corner
    inside = np.minimum(look.aspect / 2 - x, 0.5 - y)
    inside = np.where((x > gap_x) & (y > gap_y), look.corner - np.hypot(x - gap_x, y - gap_y), inside)
    cover = np.clip(inside * scale + 0.5, 0, 1)
    edge = np.clip(1 - inside / look.bevel, 0, 1)
    sides_x = np.sign(np.arange(width) - width / 2)[None, :] * (look.aspect / 2 - x < 0.5 - y)
    sides_y = np.sign(np.arange(height) - height / 2)[:, None] * (look.aspect / 2 - x >= 0.5 - y)
    image -= (look.bevel_strength * edge * (sides_x * look.light[0] + sides_y * look.light[1]))[..., None]
    if look.frame:
        line = np.clip(1 - np.abs(inside - look.frame) * scale / 1.2, 0, 1)
        _blend(image, look.divider_colour, line * 0.8)
    return image, cover


def _finish(rng: np.random.Generator, look: Look, image: Array, cover: Array) -> Image.Image:
    """Dirt, a sheen across the face, and the edge of the tile as transparency."""
    shape = image.shape[:2]
    if look.dirt:
        image *= 1 - look.dirt * smooth(rng, shape, (6, 12))[..., None]
    image *= rng.uniform(0.93, 1.05)
    if rng.random() < 0.5:
        slope = (
            np.linspace(-1, 1, shape[1])[None, :] * rng.normal()
            + np.linspace(-1, 1, shape[0])[:, None] * rng.normal()
        )
        image += (0.08 * look.gloss * slope)[..., None]
    rgba = np.dstack([np.clip(image, 0, 1), cover])
    return Image.fromarray((np.pad(rgba, ((1, 1), (1, 1), (0, 0))) * 255).astype(np.uint8), "RGBA")


def face(rng: np.random.Generator, look: Look, first: int, second: int, scale: float) -> Image.Image:
    """A face as it lies, `first` left, with transparent corners and a transparent border of one pixel.

    `scale`: pixels to a width of a tile.
    """
    image, cover = _blank(rng, look, look.body, scale)
    _divider(image, look, scale)
    for number, turn in ((first, -1), (second, 1)):
        if look.pip_form == "figure":
            _figure(image, look, number, turn, scale)
            continue
        for u, v in pips_of(look, number):
            x, y = look.aspect / 2 + turn * (look.aspect / 4 - u), 0.5 - turn * v
            _pip(rng, image, look, look.pips[number], x, y, scale)
    _spinner(image, look, scale)
    if look.gleam and rng.random() < 0.6:
        _mirror(rng, image, look, scale)
    return _finish(rng, look, image, cover)


def _mirror(rng: np.random.Generator, image: Array, look: Look, scale: float) -> None:
    """A lamp or a window, mirrored by the face: a bright band with clear edges."""
    x = (np.arange(image.shape[1], dtype=np.float32)[None, :] + 0.5) / scale - look.aspect / 2
    y = (np.arange(image.shape[0], dtype=np.float32)[:, None] + 0.5) / scale - 0.5
    away = np.abs(x * look.light[0] + y * look.light[1] - rng.normal() * 0.6)
    band = np.clip((rng.uniform(0.1, 0.5) - away) / rng.uniform(0.03, 0.2) + 0.5, 0, 1)
    image += (look.gleam * rng.uniform(0.5, 1) * band)[..., None]


def back(rng: np.random.Generator, look: Look, scale: float) -> Image.Image:
    """The back of a tile: plain, or with a printed or pressed mark."""
    image, cover = _blank(rng, look, look.back, scale)
    if rng.random() < 0.6:
        ink = hsv(rng.random(), rng.random(), rng.uniform(0, 1))
        mark = np.asarray(letters(rng, (image.shape[1], image.shape[0])), np.float32) / 255
        _blend(image, ink, mark * rng.uniform(0.3, 1))
    return _finish(rng, look, image, cover)
