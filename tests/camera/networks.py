"""The two networks as torch trains them. `referee/camera/networks.py` runs the same layers with numpy."""

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor, nn


class Layer(nn.Sequential):
    """A convolution, its batch norm, ReLU."""

    def __init__(
        self, inputs: int, outputs: int, kernel: int = 3, stride: int = 1, edge: int | None = None
    ) -> None:
        edge = kernel // 2 if edge is None else edge
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, edge, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(),
        )


class AddedLayer(Layer):
    """A layer whose outcome is added to what it takes; that is learnt faster."""

    def forward(self, x: Tensor) -> Tensor:
        return x + super().forward(x)


class Detector(nn.Module):
    """Finds tiles: seven numbers for each cell of 8 x 8 pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.c1, self.c2 = Layer(3, 16, 3, 2), Layer(16, 32, 3, 2)
        self.c3, self.c4 = Layer(32, 48, 3, 2), AddedLayer(48, 48)
        self.c5, self.c6 = Layer(48, 80, 3, 2), AddedLayer(80, 80)
        self.c7, self.c8 = Layer(80, 112, 3, 2), AddedLayer(112, 112)
        self.d32, self.d16 = nn.Conv2d(112, 80, 1), nn.Conv2d(80, 48, 1)
        self.m16, self.m8 = Layer(80, 80), Layer(48, 64)
        self.head = nn.Conv2d(64, 7, 1)
        nn.init.constant_(self.head.bias, 0.0)
        self.head.bias.data[0] = -4.0  # type: ignore[index]

    def forward(self, x: Tensor) -> Tensor:
        c8 = self.c4(self.c3(self.c2(self.c1(x))))
        c16 = self.c6(self.c5(c8))
        c32 = self.c8(self.c7(c16))
        c16 = self.m16(c16 + nn.functional.interpolate(self.d32(c32), scale_factor=2))
        return self.head(self.m8(c8 + nn.functional.interpolate(self.d16(c16), scale_factor=2)))


class Reader(nn.Module):
    """Reads a cut-out tile: the pips of both halves by one head, whether it is a tile, and how it lies."""

    def __init__(self) -> None:
        super().__init__()
        self.c1, self.c2 = Layer(3, 24, 5, 2), Layer(24, 32)
        self.c3, self.c4 = Layer(32, 48, 3, 2), Layer(48, 64)
        self.c5, self.c6 = Layer(64, 96, 3, 2), Layer(96, 96)
        self.h1, self.h2 = Layer(96, 112, 3, 2), Layer(112, 112, 5, edge=0)
        self.pips, self.tile, self.fit = nn.Linear(112, 16), nn.Linear(112, 1), nn.Linear(224, 6)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.c6(self.c5(self.c4(self.c3(self.c2(self.c1(x))))))
        left, right = x.chunk(2, 3)
        both = torch.cat([left, right.flip(2, 3)])
        half = self.h2(self.drop(self.h1(both))).flatten(1)
        left, right = half.chunk(2)
        return (
            torch.stack(self.pips(half).chunk(2), 1),
            self.tile(left + right)[:, 0],
            self.fit(torch.cat([left, right], 1)),
        )


def export(network: nn.Module, name: str) -> dict[str, np.ndarray]:
    """The network's weights for numpy, batch norms folded in: kernels as (rows x columns x inputs, outputs)."""
    arrays: dict[str, np.ndarray] = {}
    for part, module in network.named_children():
        if isinstance(module, nn.Dropout):
            continue
        if isinstance(module, Layer):
            conv, norm = module[0], module[1]
            factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weight, bias = conv.weight * factor[:, None, None, None], norm.bias - norm.running_mean * factor
        else:
            weight, bias = module.weight, module.bias
        weight = weight.permute(2, 3, 1, 0).flatten(0, 2) if weight.ndim == 4 else weight.T
        arrays[f"{name}.{part}.w"] = weight.detach().numpy().astype(np.float16)
        arrays[f"{name}.{part}.b"] = bias.detach().numpy().astype(np.float16)
    return arrays


@torch.no_grad()
def take_up(network: nn.Module, name: str, arrays: Mapping[str, np.ndarray], batch: Tensor) -> None:
    """Give a network the weights that `export` made, so that training can continue; their layers must match.

    Its batch norms are set so that they leave its output for the batch unchanged.
    """

    def measure(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        variance, mean = torch.var_mean(inputs[0], (0, 2, 3))
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.copy_(torch.sqrt(variance + norm.eps))
        norm.bias.add_(mean)

    hooks = []
    for part, module in network.named_children():
        if isinstance(module, nn.Dropout):
            continue
        kernel, bias = (torch.from_numpy(arrays[f"{name}.{part}.{each}"].astype(np.float32)) for each in "wb")
        conv, biased = (module[0], module[1]) if isinstance(module, Layer) else (module, module)
        if conv.weight.ndim == 4:
            outputs, inputs, rows, columns = conv.weight.shape
            kernel = kernel.view(rows, columns, inputs, outputs).permute(3, 2, 0, 1)
        else:
            kernel = kernel.T
        conv.weight.copy_(kernel)
        biased.bias.copy_(bias)
        if isinstance(module, Layer):
            hooks.append(module[1].register_forward_pre_hook(measure))
    network.eval()(batch)
    for hook in hooks:
        hook.remove()
    network.train()
