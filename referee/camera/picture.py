"""From the bytes of a picture to its tiles."""

import io
import warnings
from collections.abc import Collection

from PIL import Image, ImageOps

from referee.camera import MOST_BYTES, MOST_PIXELS, MOST_WEBP_PIXELS, CannotLook, FoundTile, Seen
from referee.engine.tiles import Tile

FORMATS = ("JPEG", "PNG", "WEBP")
LONG_SIDE = 1600  # pixels that are looked at


def read(picture: bytes, *, highest: int, possible: Collection[Tile] | None, count: int | None) -> Seen:
    """See `referee.camera.look`."""
    from referee.camera.finding import candidates
    from referee.camera.knowledge import chosen, named, possible_tiles
    from referee.camera.parting import parted

    upright, size = opened(picture)
    found = named(chosen(parted(candidates(upright)), count), possible_tiles(highest, possible))
    scale = size[0] / upright.width
    return Seen(tuple(in_order([_enlarged(each, scale) for each in found])), size)


def opened(picture: bytes) -> tuple[Image.Image, tuple[int, int]]:
    """The upright picture in RGB, no side longer than LONG_SIDE, and its width and height before. Raises CannotLook."""
    if len(picture) > MOST_BYTES:
        raise CannotLook("too-large")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _decoded(picture)
    except (MemoryError, Image.DecompressionBombError) as error:
        raise CannotLook("too-large") from error
    except CannotLook:
        raise
    except Exception as error:  # damaged bytes can raise anything in a decoder
        raise CannotLook("not-a-picture") from error


def _decoded(picture: bytes) -> tuple[Image.Image, tuple[int, int]]:
    with Image.open(io.BytesIO(picture), formats=FORMATS) as file:
        width, height = file.size
        if width * height > (MOST_WEBP_PIXELS if file.format == "WEBP" else MOST_PIXELS):
            raise CannotLook("too-large")
        file.draft("RGB", (LONG_SIDE, LONG_SIDE))  # a JPEG need not be decoded in full
        turned = file.getexif().get(0x0112, 1) in (5, 6, 7, 8)
        image = file if file.mode in ("RGB", "RGBA", "L") else file.convert("RGB")
        image.thumbnail((LONG_SIDE, LONG_SIDE), Image.Resampling.BICUBIC)
        upright = ImageOps.exif_transpose(image).convert("RGB")
    return upright, (height, width) if turned else (width, height)


def _enlarged(found: FoundTile, scale: float) -> FoundTile:
    return found._replace(corners=tuple((round(x * scale, 1), round(y * scale, 1)) for x, y in found.corners))


def in_order(found: list[FoundTile]) -> list[FoundTile]:
    """Top to bottom, in each row left to right."""

    def middle(each: FoundTile) -> tuple[float, float]:
        return sum(x for x, _ in each.corners) / 4, sum(y for _, y in each.corners) / 4

    rows: list[list[FoundTile]] = []
    for each in sorted(found, key=lambda each: middle(each)[1]):
        tall = max(y for _, y in each.corners) - min(y for _, y in each.corners)
        if rows and middle(each)[1] - middle(rows[-1][0])[1] < 0.5 * tall:
            rows[-1].append(each)
        else:
            rows.append([each])
    return [each for row in rows for each in sorted(row, key=middle)]
