# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""PVT v2: Wang et al., PVT v2: Improved Baselines with Pyramid Vision Transformer, 2021; with the names of weights that
Hugging Face has."""
import math

from torch import nn
from torch.nn import functional

EPSILON = 1e-6


def to_map(rows, side):
    return rows.transpose(1, 2).reshape(len(rows), -1, side, side)


def to_rows(pixels):
    return pixels.flatten(2).transpose(1, 2)


class Patches(nn.Module):
    def __init__(self, in_c, out_c, kernel, stride):
        super().__init__()
        self.proj = nn.Conv2d(in_c, out_c, kernel, stride, kernel // 2)
        self.layer_norm = nn.LayerNorm(out_c, eps=EPSILON)

    def forward(self, x):
        x = self.proj(x)
        return self.layer_norm(to_rows(x)), x.shape[-1]


class Attention(nn.Module):
    def __init__(self, width, heads, reduction, is_linear):
        super().__init__()
        self.heads, self.is_linear = heads, is_linear
        self.query, self.key, self.value, self.proj = (nn.Linear(width, width) for _ in range(4))
        if is_linear or reduction > 1:
            kernel = 1 if is_linear else reduction
            self.spatial_reduction = nn.Conv2d(width, width, kernel, kernel)
            self.layer_norm = nn.LayerNorm(width, eps=EPSILON)
        else:
            self.spatial_reduction = None

    def split(self, x):
        return x.reshape(len(x), x.shape[1], self.heads, -1).transpose(1, 2)

    def reduce(self, x, side):
        if self.spatial_reduction is None:
            return x
        pixels = to_map(x, side)
        if self.is_linear:
            pixels = functional.adaptive_avg_pool2d(pixels, 7)
        x = self.layer_norm(to_rows(self.spatial_reduction(pixels)))
        return functional.gelu(x) if self.is_linear else x

    def forward(self, x, side):
        seen = self.reduce(x, side)
        q, k, v = self.split(self.query(x)), self.split(self.key(seen)), self.split(self.value(seen))
        weights = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).softmax(-1)
        return self.proj((weights @ v).transpose(1, 2).reshape(x.shape))


class DepthwiseConv(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.dwconv = nn.Conv2d(width, width, 3, 1, 1, groups=width)

    def forward(self, pixels):
        return self.dwconv(pixels)


class Mlp(nn.Module):
    def __init__(self, width, ratio, is_linear):
        super().__init__()
        self.is_linear = is_linear
        self.dense1 = nn.Linear(width, ratio * width)
        self.dwconv = DepthwiseConv(ratio * width)
        self.dense2 = nn.Linear(ratio * width, width)

    def forward(self, x, side):
        pixels = to_map(self.dense1(x), side)
        if self.is_linear:
            pixels = pixels.relu()
        return self.dense2(functional.gelu(to_rows(self.dwconv(pixels))))


class Block(nn.Module):
    def __init__(self, width, heads, reduction, ratio, is_linear):
        super().__init__()
        self.layer_norm_1 = nn.LayerNorm(width, eps=EPSILON)
        self.attention = Attention(width, heads, reduction, is_linear)
        self.layer_norm_2 = nn.LayerNorm(width, eps=EPSILON)
        self.mlp = Mlp(width, ratio, is_linear)

    def forward(self, x, side):
        x = x + self.attention(self.layer_norm_1(x), side)
        return x + self.mlp(self.layer_norm_2(x), side)


class Stage(nn.Module):
    def __init__(self, in_c, width, is_first, depth, *block):
        super().__init__()
        self.patch_embedding = Patches(in_c, width, *((7, 4) if is_first else (3, 2)))
        self.blocks = nn.ModuleList(Block(width, *block) for _ in range(depth))
        self.layer_norm = nn.LayerNorm(width, eps=EPSILON)

    def forward(self, pixels):
        x, side = self.patch_embedding(pixels)
        for block in self.blocks:
            x = block(x, side)
        return to_map(self.layer_norm(x), side)


class Encoder(nn.Module):
    def __init__(self, widths, depths, heads, reductions, ratios, is_linear):
        super().__init__()
        self.layers = nn.ModuleList(
            Stage(in_c, width, i == 0, *rest, is_linear) for i, (in_c, width, *rest)
            in enumerate(zip([3, *widths[:-1]], widths, depths, heads, reductions, ratios)))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Pvt(nn.Module):
    def __init__(self, *encoder):
        super().__init__()
        self.encoder = Encoder(*encoder)


class PvtV2(nn.Module):
    def __init__(self, n_classes, widths, depths, heads, reductions, ratios, is_linear=False):
        super().__init__()
        self.pvt_v2 = Pvt(widths, depths, heads, reductions, ratios, is_linear)
        self.classifier = nn.Linear(widths[-1], n_classes)

    def forward(self, x):
        return self.classifier(self.pvt_v2.encoder(x).mean((2, 3)))
