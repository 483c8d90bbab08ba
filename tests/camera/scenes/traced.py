"""Scenes computed by a path tracer from modelled tiles, lamps and windows: another way to a picture than the training's.

They need mitsuba (the dependency group `trace`) and LLVM's library (Debian: libllvm19). Nothing is learnt from them.
"""

from collections.abc import Iterator
from typing import Any

import mitsuba as mi
import numpy as np
from PIL import Image, ImageDraw

from tests.camera.scenes.arranging import Box, Lying, arrange, corners
from tests.camera.scenes.faces import pips_of
from tests.camera.scenes.looks import Array, Colour, Look, hsv, luma, smooth, some_look
from tests.camera.scenes.scene import FINER, Camera, Label, Scene, projected

mi.set_variant("llvm_ad_rgb")

FINE = 320  # pixels of a face's texture to a width of a tile
RAYS = 32  # through each pixel; what grain they leave is like a sensor's
_Shape = dict[str, Any]


def _texture(colours: Array, *, raw: bool = False) -> _Shape:
    """A picture as a texture, its numbers from 0 to 1; `raw`: as numbers, not as colours."""
    bitmap = mi.Bitmap((np.clip(colours, 0, 1) * 255).astype(np.uint8))
    return {"type": "bitmap", "bitmap": bitmap, "raw": raw, "wrap_mode": "mirror"}


def _face(rng: np.random.Generator, look: Look, lying: Lying) -> tuple[Array, Array]:
    """The colours of a face, and its relief: pips and the line across the tile are hollows, or only painted."""
    size = round(look.aspect * FINE), FINE
    paint = Image.new("RGB", size, _bytes(look.body))
    relief = Image.new("L", size, 128)
    ink, dig = ImageDraw.Draw(paint), ImageDraw.Draw(relief)
    deep = look.pip_form != "flat"
    if look.divider != "none":
        half, reach = look.divider_width * FINE / 2, (0.36 if look.divider == "short" else 0.5) * FINE
        line = [size[0] / 2 - half, FINE / 2 - reach, size[0] / 2 + half, FINE / 2 + reach]
        ink.rectangle(line, fill=_bytes(look.divider_colour))
        dig.rectangle(line, fill=60 if look.divider == "groove" else 128)
    for number, turn in ((lying.first, -1), (lying.second, 1)):
        for u, v in pips_of(look, number):
            x, y = (look.aspect / 2 + turn * (look.aspect / 4 - u)) * FINE, (0.5 - turn * v) * FINE
            radius = look.radius * FINE
            ink.ellipse([x - radius, y - radius, x + radius, y + radius], fill=_bytes(look.pips[number]))
            for part in np.linspace(1, 0.05, 24) if deep else ():
                inner, depth = radius * part, np.sqrt(1 - part**2)
                dig.ellipse([x - inner, y - inner, x + inner, y + inner], fill=round(128 * (1 - depth)))
    colours = np.asarray(paint, np.float32) / 255
    if look.grain:
        veins = smooth(rng, colours.shape[:2], (3 + look.grain_stretch, 2 + 30 / look.grain_stretch))
        colours = colours * (1 + look.grain * (veins[..., None] - 0.6))
    return colours, np.asarray(relief, np.float32) / 255


def _bytes(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = (round(255 * min(1, max(0, each))) for each in colour)
    return red, green, blue


def _outline(look: Look, inset: float) -> Array:
    """A rounded rectangle around 0, 0, so much smaller on each side than the tile."""
    radius = max(look.corner, inset + 0.01)
    points = []
    for n, middle in enumerate(corners(Box(0, 0, 0, look.aspect - 2 * radius, 1 - 2 * radius))):
        turns = np.pi + n * np.pi / 2 + np.linspace(0, np.pi / 2, 7)
        points.append(middle + (radius - inset) * np.stack([np.cos(turns), np.sin(turns)], 1))
    return np.concatenate(points)


def _mesh(points: Array, triangles: Array, places: Array | None, surface: _Shape) -> Any:
    """A mesh with smooth edges; `places`: of its points in the texture."""
    given = mi.Properties()
    given["surface"] = mi.load_dict(surface)
    mesh = mi.Mesh(
        "tile",
        len(points),
        len(triangles),
        props=given,
        has_vertex_normals=places is None,
        has_vertex_texcoords=places is not None,
    )
    parts = mi.traverse(mesh)
    parts["vertex_positions"] = points.ravel()
    parts["faces"] = triangles.ravel()
    if places is not None:
        parts["vertex_texcoords"] = places.ravel()
    parts.update()
    if places is None:
        mesh.recompute_vertex_normals()
    return mesh


def _in_the_room(lying: Lying, points: Array, z: Array) -> Array:
    """Points of a tile where it lies. The tracer's y points away from the player, the pictures' towards them."""
    c, s = np.cos(lying.angle), np.sin(lying.angle)
    x, y = (points @ np.array([[c, s], [-s, c]])).T
    return np.stack([x + lying.x, -(y + lying.y), z], 1)


def _surface(look: Look, colour: _Shape) -> _Shape:
    return {
        "type": "principled",
        "base_color": colour,
        "roughness": 0.15 + 0.5 * (1 - look.gloss),
        "specular": 0.2 + 0.5 * look.gloss,
    }


def _tile(rng: np.random.Generator, look: Look, lying: Lying) -> Iterator[Any]:
    """The body of a tile with rounded edges, and its face."""
    edge = min(look.bevel, look.thickness / 3)
    turns = np.linspace(0, np.pi / 2, 5)
    rings = [(edge * (1 - np.sin(t)), edge * (1 - np.cos(t))) for t in turns]
    rings += [(edge * (1 - np.cos(t)), look.thickness - edge * (1 - np.sin(t))) for t in turns]
    outlines = [_outline(look, inset) for inset, _ in rings]
    count = len(outlines[0])
    points = np.concatenate(
        [_in_the_room(lying, each, np.full(count, z)) for each, (_, z) in zip(outlines, rings, strict=True)]
    )
    one, other = np.arange(count), np.roll(np.arange(count), -1)
    triangles = []
    for n in range(len(rings) - 1):
        low, high = n * count, (n + 1) * count
        triangles += [
            np.stack([low + one, high + one, low + other], 1),
            np.stack([low + other, high + one, high + other], 1),
        ]
    body = look.body if lying.face_up else look.back
    wall = _surface(look, {"type": "rgb", "value": [each**2.2 for each in body]})
    yield _mesh(points, np.concatenate(triangles).astype(np.uint32), None, wall)

    top = outlines[-1]
    places = 0.5 + top / np.array([look.aspect, -1])
    fan = np.stack([np.zeros(count - 2), np.arange(2, count), np.arange(1, count - 1)], 1).astype(np.uint32)
    colours, relief = _face(rng, look, lying)
    if not lying.face_up:
        colours[:], relief[:] = body, 0.5
    hollows = _texture(relief[..., None], raw=True)
    face = {
        "type": "bumpmap",
        "arbitrary": hollows,
        "scale": 0.12 * look.depth,
        "bsdf": _surface(look, _texture(colours)),
    }
    yield _mesh(_in_the_room(lying, top, np.full(count, look.thickness)), fan, places, face)


def _pattern(rng: np.random.Generator, kind: str) -> Array:
    """What a table or a cloth of 512 x 512 pixels shows, 0 to 1."""
    y, x = np.mgrid[:512, :512]
    if kind == "weave":
        step = rng.uniform(0.3, 1.5)
        return 0.5 + 0.25 * np.sin(x * step) + 0.25 * np.sin(y * step)
    if kind == "stripes":
        return y // rng.integers(10, 60) % 2
    hills = {
        "wood": ((rng.uniform(30, 90), 3), (8, 2)),
        "stone": ((5, 5), (20, 20), (80, 80)),
        "plain": ((3, 3),),
    }
    return np.mean([smooth(rng, (512, 512), each) for each in hills[kind]], axis=0)


def _table(rng: np.random.Generator, wide: float) -> _Shape:
    kind = str(rng.choice(["plain", "wood", "weave", "stripes", "stone"]))
    wooden = hsv(rng.uniform(0.03, 0.12), rng.uniform(0.2, 0.7), rng.uniform(0.2, 0.9))
    any_colour = hsv(rng.random(), rng.uniform(0, 0.7), rng.uniform(0.15, 0.95))
    colour = np.array(wooden if kind == "wood" else any_colour)
    other = np.array(hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.1, 1)))
    if rng.random() < 0.7:
        other = colour * 0.6
    colours = colour + (other - colour) * _pattern(rng, kind)[..., None] * rng.uniform(0.2, 0.9)
    turn = mi.ScalarTransform4f().rotate([0, 0, 1], float(rng.uniform(0, 360)))
    rough = float(rng.uniform(0.25, 0.9))
    return {
        "type": "rectangle",
        "to_world": turn @ mi.ScalarTransform4f().scale([wide, wide, 1]),
        "bsdf": {"type": "principled", "base_color": _texture(colours), "roughness": rough, "specular": 0.4},
    }


def _lamps(rng: np.random.Generator, far: float) -> Iterator[_Shape]:
    """The room's light, and one to three lamps or windows; smooth faces mirror them."""
    yield {"type": "constant", "radiance": float(rng.uniform(0.1, 0.5))}
    for _ in range(int(rng.integers(1, 4))):
        turn, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 1.3)
        away = np.array([np.cos(turn) * np.cos(height), np.sin(turn) * np.cos(height), np.sin(height)])
        size, place = far * rng.uniform(0.08, 0.6), away * far * rng.uniform(1.1, 2.5)
        warm = np.array([1, rng.uniform(0.75, 1), rng.uniform(0.55, 1.1)])
        strong = warm * rng.uniform(0.5, 2.5) * (far / size) ** 1.4 * 0.4
        lie = mi.ScalarTransform4f().look_at(place.tolist(), [0, 0, 0], [0.01, 0.02, 1])
        yield {
            "type": "rectangle",
            "to_world": lie @ mi.ScalarTransform4f().scale([size, size * rng.uniform(0.3, 1), 1]),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": strong.tolist()}},
        }


def _camera(rng: np.random.Generator, highest: int) -> Camera:
    size = (1024, 768) if rng.random() < 0.5 else (768, 1024)
    tile = float(np.exp(rng.uniform(np.log(80 if highest > 9 else 60), np.log(230))))
    tilt = min(0.85, abs(rng.normal()) * 0.35)
    return Camera(size, tilt, rng.normal() * 0.12, rng.uniform(0.9, 1.5) * max(size), tile)


def _look(rng: np.random.Generator) -> Look:
    """A set, with pips that can be told from the body."""
    look = some_look(rng, int(rng.choice([6, 9, 12])))
    plain: Colour = (0.05,) * 3 if luma(look.body) > 0.5 else (0.95,) * 3
    look.pips = [each if abs(luma(each) - luma(look.body)) > 0.2 else plain for each in look.pips]
    return look


def _sensor(rng: np.random.Generator, camera: Camera, seed: int) -> _Shape:
    lens, up = camera.place * (1, -1, 1), -camera.axes[1] * (1, -1, 1)
    width, height = camera.size
    return {
        "type": "thinlens",
        "fov": float(np.degrees(2 * np.arctan(width / 2 / camera.focal))),
        "fov_axis": "x",
        "to_world": mi.ScalarTransform4f().look_at(lens.tolist(), [0, 0, 0], up.tolist()),
        "focus_distance": float(camera.far * rng.uniform(0.9, 1.1)),
        "aperture_radius": float(camera.far * rng.uniform(0.0005, 0.008)),
        "film": {"type": "hdrfilm", "width": width, "height": height, "pixel_format": "rgb"},
        "sampler": {"type": "independent", "sample_count": RAYS, "seed": seed % 2**31},
    }


def traced_scene(seed: int) -> Scene:
    """The scene of a seed: always the same picture."""
    rng = np.random.default_rng(seed)
    look = _look(rng)
    camera = _camera(rng, look.highest)
    tiles = arrange(rng, camera.view, look.aspect, look.highest)
    scene: _Shape = {"type": "scene", "integrator": {"type": "path", "max_depth": 5}}
    scene["table"] = _table(rng, 3 * max(camera.view))
    scene["sensor"] = _sensor(rng, camera, seed)
    scene |= {f"lamp {n}": each for n, each in enumerate(_lamps(rng, camera.far))}
    for n, lying in enumerate(tiles):
        scene |= {f"tile {n}, {m}": each for m, each in enumerate(_tile(rng, look, lying))}
    picture = _developed(rng, np.array(mi.render(mi.load_dict(scene))))
    matrix = camera.at_height(look.thickness)
    labels: dict[bool, list[Label]] = {True: [], False: []}
    for each in tiles:
        outline = corners(Box(each.x, each.y, each.angle, look.aspect))
        label = Label(each.first, each.second, projected(matrix, outline) / FINER)
        labels[each.face_up].append(label)
    return Scene(picture, labels[True], labels[False], look.highest)


def _developed(rng: np.random.Generator, light: Array) -> Image.Image:
    """What a phone makes of the light: exposure by the mean, white balance, bright parts burnt, sRGB."""
    light = light * (rng.uniform(0.16, 0.34) / np.median(light)) * rng.normal(1, 0.04, 3)
    light = np.where(light > 0.6, 0.6 + 0.4 * np.tanh((light - 0.6) / 0.4), light).clip(0, 1)
    return Image.fromarray((light ** (1 / 2.2) * 255).round().astype(np.uint8))
