"""Tables that tiles lie on, and what else lies there. Pictures of Pillow, RGB or RGBA."""

import string
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.camera.scenes.looks import Array, Colour, hsv, smooth

SIZE = 640  # pixels of the side of a table's picture


def _two(rng: np.random.Generator, contrast: float) -> tuple[Array, Array]:
    hue, saturation, value = rng.random(), rng.random() * 0.9, rng.uniform(0.08, 0.95)
    first = hsv(hue, saturation, value)
    second = hsv(
        hue + rng.normal() * contrast * 0.5,
        saturation + rng.normal() * contrast,
        value + rng.normal() * contrast,
    )
    return np.asarray(first, np.float32), np.asarray(second, np.float32)


def _mix(first: Array, second: Array, share: Array) -> Array:
    return first + (second - first) * share[..., None]


def _plain(rng: np.random.Generator) -> Array:
    first, second = _two(rng, 0.06)
    return _mix(first, second, smooth(rng, (SIZE, SIZE), (4, 4)))


def wood(rng: np.random.Generator, colour: Colour | None = None) -> Array:
    """Planks with grain, of a brown of its own or about the `colour` given."""
    shape = (SIZE, SIZE)
    value = rng.uniform(0.2, 0.95)
    base = np.asarray(colour or hsv(rng.uniform(0.03, 0.13), rng.uniform(0.15, 0.75), value), np.float32)
    waves = smooth(rng, shape, (rng.uniform(3, 9), 2)) * rng.uniform(4, 30) + np.linspace(0, 6, SIZE)[:, None]
    rings = 0.5 + 0.5 * np.sin(waves * rng.uniform(1, 4))
    fine = smooth(rng, shape, (rng.uniform(80, 320), rng.uniform(3, 20)))
    share = rng.uniform(0, 0.5) * rings + rng.uniform(0.1, 0.6) * fine
    picture = base * (1.15 - rng.uniform(0.2, 0.8) * share)[..., None]
    if rng.random() < 0.5:
        plank = SIZE // int(rng.integers(2, 9))
        for top in range(0, SIZE, plank):
            picture[top : top + plank] *= rng.uniform(0.8, 1.1)
            picture[top : top + int(rng.integers(1, 4))] *= rng.uniform(0.2, 0.8)
    return picture


def _cloth(rng: np.random.Generator) -> Array:
    first, second = _two(rng, 0.15)
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    pitch = rng.uniform(0.5, 2)
    weave = 0.5 + 0.25 * (np.sin(x * pitch) + np.sin(y * pitch))
    share = 0.5 * weave + 0.5 * rng.random((SIZE, SIZE), dtype=np.float32)
    return _mix(first, second, share) * (0.85 + 0.3 * smooth(rng, (SIZE, SIZE), (5, 5)))[..., None]


def _checks(rng: np.random.Generator) -> Array:
    first, second = _two(rng, 0.35)
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    step_x = rng.uniform(8, 90)
    step_y = step_x if rng.random() < 0.7 else rng.uniform(8, 400)
    bands_x, bands_y = (
        (x % step_x < step_x * rng.uniform(0.1, 0.6)),
        (y % step_y < step_y * rng.uniform(0.1, 0.6)),
    )
    share = (bands_x ^ bands_y) if rng.random() < 0.4 else (bands_x * 0.5 + bands_y * 0.5)
    return _mix(first, second, np.asarray(share, np.float32))


def _dots(rng: np.random.Generator) -> Array:
    first, second = _two(rng, 0.4)
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    step = rng.uniform(10, 70)
    far = np.hypot(x % step - step / 2, (y + (x // step) * step * rng.choice([0, 0.5])) % step - step / 2)
    return _mix(first, second, np.clip(step * rng.uniform(0.1, 0.35) - far, 0, 1))


def _marble(rng: np.random.Generator) -> Array:
    first, second = _two(rng, 0.3)
    hills = sum(smooth(rng, (SIZE, SIZE), (n, n)) / n**0.5 for n in (3, 7, 16, 40, 120))
    share = np.abs(np.sin(hills * rng.uniform(2, 8))) ** rng.uniform(0.3, 3)
    return _mix(first, second, share)


def _speckled(rng: np.random.Generator) -> Array:
    first, second = _two(rng, 0.4)
    cells = rng.uniform(40, 320)
    share = np.clip((smooth(rng, (SIZE, SIZE), (cells, cells)) - rng.uniform(0.3, 0.8)) * 5, 0, 1)
    return _mix(first, second, share)


def _printed(rng: np.random.Generator) -> Array:
    sheet = Image.fromarray((np.clip(_plain(rng), 0, 1) * 255).astype(np.uint8))
    draw = ImageDraw.Draw(sheet)
    for _ in range(int(rng.integers(10, 60))):
        x, y, r = rng.uniform(0, SIZE), rng.uniform(0, SIZE), rng.uniform(4, 60)
        colour = rgb(hsv(rng.random(), rng.random(), rng.random()))
        form = rng.integers(4)
        if form == 0:
            draw.ellipse([x - r, y - r, x + r, y + r], fill=colour)
        elif form == 1:
            draw.rectangle([x, y, x + r * rng.uniform(0.3, 3), y + r], fill=colour)
        elif form == 2:
            draw.line([x, y, *(rng.uniform(0, SIZE, 2))], fill=colour, width=int(rng.integers(1, 9)))
        else:
            draw.text((x, y), _words(rng), fill=colour, font=_font(rng, r))
    return np.asarray(sheet, np.float32) / 255


def table(rng: np.random.Generator) -> Image.Image:
    """A square picture of a table top."""
    kinds = [_plain, wood, _cloth, _checks, _dots, _marble, _speckled, _printed]
    kind = kinds[rng.choice(len(kinds), p=[0.2, 0.3, 0.14, 0.09, 0.04, 0.09, 0.08, 0.06])]
    return picture_of(kind(rng))


def picture_of(values: Array) -> Image.Image:
    """A picture from values between 0 and 1."""
    return Image.fromarray((np.clip(values, 0, 1) * 255).astype(np.uint8))


def rgb(colour: Colour) -> tuple[int, int, int]:
    """A colour in the numbers that Pillow takes."""
    return tuple(int(255 * min(max(each, 0), 1)) for each in colour)  # type: ignore[return-value]


def _words(rng: np.random.Generator) -> str:
    letters_ = list(string.ascii_letters + string.digits)
    return "".join(rng.choice(letters_, int(rng.integers(1, 9))))


def _font(rng: np.random.Generator, size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(max(6, float(size)))


def letters(rng: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """A mark such as makers press into the backs of tiles, white on black."""
    mark = Image.new("L", size)
    draw = ImageDraw.Draw(mark)
    width, height = size
    form = rng.integers(4)
    if form < 2:
        draw.text(
            (width * 0.15, height * 0.25),
            _words(rng),
            fill=255,
            font=_font(rng, height * rng.uniform(0.2, 0.5)),
        )
    if form > 0:
        r, line = height * rng.uniform(0.1, 0.4), max(1, round(height * 0.04))
        box = [
            width / 2 - r * rng.uniform(1, 2),
            height / 2 - r,
            width / 2 + r * rng.uniform(1, 2),
            height / 2 + r,
        ]
        (draw.ellipse if form == 1 else draw.rectangle)(box, outline=255, width=line)
    return mark


def thing(rng: np.random.Generator) -> tuple[Image.Image, float]:
    """Something that is no tile: a picture with transparency, and its length in widths of a tile."""
    image = Image.new("RGBA", (240, 240))
    light = rgb(hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.75, 1)))
    ink = rgb(hsv(rng.random(), rng.uniform(0, 1), rng.uniform(0, 0.6)))
    paint = rgb(hsv(rng.random(), rng.random(), rng.random()))
    draw_it, least, most = _THINGS[rng.integers(len(_THINGS))]
    draw_it(rng, ImageDraw.Draw(image), (light, ink, paint))
    return image, rng.uniform(least, most)


Inks = tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]


def _card(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    draw.rounded_rectangle([40, 10, 200, 230], 12, fill=inks[0])
    for x in rng.choice([70, 120, 170], int(rng.integers(1, 4)), replace=False):
        for y in rng.choice([45, 80, 120, 160, 195], int(rng.integers(1, 4)), replace=False):
            draw.regular_polygon((int(x), int(y), 14), int(rng.integers(3, 6)), fill=inks[1])
    draw.text((45, 12), _words(rng)[:2], fill=inks[1], font=_font(rng, 30))


def _pen(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    draw.rounded_rectangle([5, 110, 235, 128], 8, fill=inks[2])
    draw.rectangle([5, 110, int(rng.integers(20, 120)), 128], fill=inks[1])


def _coin(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    draw.ellipse([20, 20, 220, 220], fill=inks[2], outline=inks[1], width=8)
    draw.text((70, 60), _words(rng)[:2], fill=inks[1], font=_font(rng, 100))


def _paper(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    draw.rectangle([10, 10, 230, 230], fill=inks[0])
    for y in range(20, 225, int(rng.integers(9, 30))):
        line = " ".join(_words(rng) for _ in range(6))
        draw.text((20, y), line, fill=inks[1], font=_font(rng, rng.uniform(6, 20)))


def _die(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    draw.rounded_rectangle([30, 30, 210, 210], 24, fill=inks[0] if rng.random() < 0.7 else inks[2])
    for _ in range(int(rng.integers(1, 7))):
        x, y = rng.choice([70, 120, 170], 2)
        draw.ellipse([x - 17, y - 17, x + 17, y + 17], fill=inks[1])


def _scattered_dots(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    for _ in range(int(rng.integers(3, 30))):
        x, y, r = *rng.uniform(10, 230, 2), rng.uniform(3, 12)
        draw.ellipse([x - r, y - r, x + r, y + r], fill=inks[1])


def _box(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    box, round_ = [10, 40, 230, int(rng.integers(110, 230))], int(rng.integers(1, 40))
    draw.rounded_rectangle(box, round_, fill=inks[2], outline=inks[1], width=5)


def _strip(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    draw.rectangle([0, 90, 239, 150], fill=inks[2])
    draw.line([0, 120, 239, 120], fill=inks[1], width=4)


def _hand(rng: np.random.Generator, draw: ImageDraw.ImageDraw, inks: Inks) -> None:
    skin = rgb(hsv(rng.uniform(0.02, 0.09), rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.95)))
    draw.ellipse([100, 60, 260, 220], fill=skin)
    for y in range(70, 200, 34):
        draw.rounded_rectangle([int(rng.integers(0, 50)), y, 190, y + 30], 15, fill=skin)


# How to draw a thing, and how long it is: from, to.
_THINGS: list[tuple[Callable[[np.random.Generator, ImageDraw.ImageDraw, Inks], None], float, float]] = [
    (_card, 3, 5), (_pen, 4, 8), (_coin, 0.6, 1.4), (_paper, 3, 9), (_die, 0.6, 1.2), (_scattered_dots, 2, 5),
    (_box, 1.5, 8), (_strip, 5, 20), (_hand, 4, 9),
]  # fmt: skip
