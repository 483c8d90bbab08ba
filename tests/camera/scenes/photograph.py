"""What light, lens and camera do to a drawn picture."""

import io
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tests.camera.scenes.looks import Array, smooth


@dataclass
class Harm:
    """How strong each effect can be; 1 is usual."""

    light: float = 1.0
    glare: float = 1.0
    blur: float = 1.0
    noise: float = 1.0
    sharp: float = 1.0  # what the phone does to edges
    corners: float = 0.0  # how much darker the corners are than the middle, 0 to 1
    depth: float = 0.0  # pixels of blur half a picture's height from the sharp part


def _lit(rng: np.random.Generator, picture: Array, much: float) -> None:
    """Uneven light, darker corners, the shadows of things out of the picture."""
    height, width = picture.shape[:2]
    field = 1 - much * rng.uniform(0, 0.5) * smooth(rng, (height, width), (2, 2))
    if rng.random() < 0.3 * much:
        mask = Image.new("L", (160, 160))
        points = [tuple(each) for each in rng.uniform(-80, 240, (int(rng.integers(3, 6)), 2))]
        ImageDraw.Draw(mask).polygon(points, fill=255)
        mask = mask.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 12))).resize(
            (width, height), Image.Resampling.BILINEAR
        )
        field *= 1 - rng.uniform(0.15, 0.6) * np.asarray(mask, np.float32) / 255
    picture *= field[..., None]


def _glare(rng: np.random.Generator, picture: Array, much: float) -> None:
    """Bright spots and bands that lamps and windows leave on all that shines."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        y, x = np.ogrid[-1:1:150j, -1:1:150j]
        x, y, turn = x - rng.uniform(-1, 1), y - rng.uniform(-1, 1), rng.uniform(0, np.pi)
        along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        a, b = rng.uniform(0.05, 0.8), rng.uniform(0.05, 0.4)
        spot = np.exp(-(((along / a) ** 2 + (across / b) ** 2) ** rng.uniform(0.6, 2))).astype(np.float32)
        spot = np.asarray(Image.fromarray(spot).resize((width, height), Image.Resampling.BILINEAR))
        picture += (min(0.9, much * rng.uniform(0.1, 0.6)) * spot)[..., None]


def _developed(rng: np.random.Generator, picture: Array) -> Image.Image:
    """Exposure, white balance, saturation, contrast."""
    exposed = np.clip(rng.uniform(0.3, 0.62) / (picture[::8, ::8].mean() + 0.01), 0.6, 2.2)
    balance = exposed * rng.normal(1, 0.07, 3).clip(0.8, 1.2)
    saturation, middle, contrast = rng.uniform(0.4, 1.35), rng.uniform(0.4, 0.6), rng.uniform(0.75, 1.2)
    # All three in one matrix: in steps this takes twice as long.
    towards_grey = np.full((3, 3), (1 - saturation) / 3) + saturation * np.eye(3)
    matrix = 255 * contrast * balance[:, None] * towards_grey
    picture = picture @ matrix.astype(np.float32) + np.float32(255 * middle * (1 - contrast))
    image = Image.fromarray(np.clip(picture, 0, 255, out=picture).astype(np.uint8))
    gamma = rng.uniform(0.75, 1.35)
    return image.point([round(255 * (each / 255) ** gamma) for each in range(256)] * 3)


def _moved(rng: np.random.Generator, image: Image.Image, reach: float) -> Image.Image:
    """The camera moved by `reach` pixels while it looked."""
    size = 5
    kernel = np.zeros((size, size), np.float32)
    turn = rng.uniform(0, np.pi)
    for step in np.linspace(-1, 1, 9) * min(reach / 2, 2):
        kernel[round(2 + step * np.sin(turn)), round(2 + step * np.cos(turn))] += 1
    return image.filter(ImageFilter.Kernel((size, size), kernel.ravel().tolist(), kernel.sum()))


def _focused(rng: np.random.Generator, image: Image.Image, much: float) -> Image.Image:
    """Sharp at one height of the picture only, as near things are in a phone's lens."""
    away = np.abs(np.linspace(0, 1, image.height) - rng.uniform(0.1, 0.9)) * 2
    for part in (0.5, 1.0):
        share = np.clip(away / part - 0.2, 0, 1) * 255
        mask = Image.fromarray(share.astype(np.uint8)[:, None].repeat(image.width, axis=1))
        image = Image.composite(image.filter(ImageFilter.GaussianBlur(much * part)), image, mask)
    return image


def photograph(rng: np.random.Generator, drawn: Image.Image, harm: Harm | None = None) -> Image.Image:
    """The drawn picture as a camera would give it."""
    harm = harm or Harm()
    picture = np.asarray(drawn, np.float32) / 255
    if rng.random() < 0.75:
        _lit(rng, picture, harm.light)
    if harm.corners:
        y, x = np.ogrid[-1 : 1 : picture.shape[0] * 1j, -1 : 1 : picture.shape[1] * 1j]
        picture = picture * (1 - harm.corners / 2 * (x * x + y * y))[..., None].astype(np.float32)
    if rng.random() < 0.3 * harm.glare:
        _glare(rng, picture, harm.glare)
    image = _developed(rng, picture)
    if rng.random() < 0.5:
        image = image.filter(ImageFilter.GaussianBlur(harm.blur * rng.uniform(0.2, 1.3)))
    if harm.depth:
        image = _focused(rng, image, harm.depth)
    if rng.random() < 0.15 * harm.blur:
        image = _moved(rng, image, rng.uniform(1, 4) * harm.blur)
    if rng.random() < 0.15 * harm.sharp:
        reach, much = rng.uniform(0.6, 2), int(rng.integers(40, 160) * harm.sharp)
        image = image.filter(ImageFilter.UnsharpMask(reach, much, 2))
    if rng.random() < 0.6:
        grain = np.asarray(image, np.float32)
        grain = grain + rng.standard_normal(grain.shape, np.float32) * rng.uniform(1, 9) * harm.noise
        image = Image.fromarray(np.clip(grain, 0, 255).astype(np.uint8))
    if rng.random() < 0.7:
        data = io.BytesIO()
        image.save(data, "JPEG", quality=int(rng.integers(35, 95)))
        image = Image.open(data).convert("RGB")
    return image
