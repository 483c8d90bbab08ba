"""The two networks that `tests/camera/training.py` trains, run by numpy alone.

Pictures are arrays (number, rows, columns, channels). A layer's kernel is a matrix; the pixels below the kernel are
copied into the rows of another, a strip of the picture at a time, so that memory stays small.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from referee.camera import WEIGHTS

Array = npt.NDArray[np.float32]
_STRIP = 200_000  # numbers copied at a time: few enough for the processor's cache


@cache
def _weights() -> dict[str, Array]:
    with np.load(WEIGHTS, allow_pickle=False) as file:
        return {name: np.ascontiguousarray(file[name], np.float32) for name in file.files}


def _linear(x: Array, name: str) -> Array:
    """A layer that looks at one cell at a time."""
    weights = _weights()
    return x @ weights[f"{name}.w"] + weights[f"{name}.b"]


def _layer(x: Array, name: str, kernel: int = 3, stride: int = 1) -> Array:
    """A convolution and what follows it: negative numbers become 0."""
    weights, bias = _weights()[f"{name}.w"], _weights()[f"{name}.b"]
    number, height, width, channels = x.shape
    edge = kernel // 2
    padded = np.zeros((number, height + 2 * edge, width + 2 * edge, channels), np.float32)
    padded[:, edge : edge + height, edge : edge + width] = x
    rows, columns = (height - 1) // stride + 1, (width - 1) // stride + 1
    n, down, right, one = padded.strides
    below = np.lib.stride_tricks.as_strided(
        padded,
        (number, rows, columns, kernel, kernel * channels),
        (n, down * stride, right * stride, down, one),
        writeable=False,
    )
    out = np.empty((number, rows, columns, len(bias)), np.float32)
    strip = max(1, _STRIP // (columns * len(weights)))
    for each in range(number):
        for top in range(0, rows, strip):
            part = below[each, top : top + strip].reshape(-1, len(weights))
            into = out[each, top : top + strip].reshape(-1, len(bias))
            np.matmul(part, weights, out=into)
            into += bias
            np.maximum(into, 0, out=into)
    return out


def _added(x: Array, name: str) -> Array:
    """What it takes, and what a convolution adds to it."""
    return x + _layer(x, name)


def _doubled(x: Array) -> Array:
    return x.repeat(2, axis=1).repeat(2, axis=2)


def prepared(pictures: npt.NDArray[np.uint8]) -> Array:
    """Bytes of pictures as what the networks take."""
    return (pictures.astype(np.float32) - np.float32(127.5)) / np.float32(64)


def detect(picture: Array) -> Array:
    """Seven numbers for each cell of 8 x 8 pixels of one picture, whose sides are multiples of 32.

    They are: the logit that the cell is a tile's middle; the long side, then the short side, as length / 64 with its
    direction doubled; the way from the cell's middle to the tile's, in cells.
    """
    x = _layer(_layer(picture[None], "detector.c1", 3, 2), "detector.c2", 3, 2)
    c8 = _added(_layer(x, "detector.c3", 3, 2), "detector.c4")
    c16 = _added(_layer(c8, "detector.c5", 3, 2), "detector.c6")
    c32 = _added(_layer(c16, "detector.c7", 3, 2), "detector.c8")
    c16 = _layer(c16 + _doubled(_linear(c32, "detector.d32")), "detector.m16")
    c8 = _layer(c8 + _doubled(_linear(c16, "detector.d16")), "detector.m8")
    told: Array = _linear(c8, "detector.head")[0]
    return told


def read(cuts: Array) -> tuple[Array, Array, Array]:
    """For each cut-out tile: logits (number, 2 halves, pips 0-15), the logit of its being a tile, how it lies.

    How it lies, in sides of the cut: its middle, its long side less (1, 0), its short side less (0, 1).
    """
    x = _layer(_layer(cuts, "reader.c1", 5, 2), "reader.c2")
    x = _layer(_layer(x, "reader.c3", 3, 2), "reader.c4")
    x = _layer(_layer(x, "reader.c5", 3, 2), "reader.c6")
    half = x.shape[2] // 2
    both = np.concatenate([x[:, :, :half], x[:, ::-1, : half - 1 : -1]])
    flat = _layer(both, "reader.h1", 3, 2).reshape(len(both), -1)
    features = np.maximum(_linear(flat, "reader.h2"), 0)
    left, right = np.split(features, 2)
    pips = np.stack(np.split(_linear(features, "reader.pips"), 2), axis=1)
    fit = _linear(np.concatenate([left, right], axis=1), "reader.fit")
    return pips, _linear(left + right, "reader.tile")[:, 0], fit
