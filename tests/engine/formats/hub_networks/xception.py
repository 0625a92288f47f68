# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Xception: Chollet, Xception: Deep Learning with Depthwise Separable Convolutions, 2016; with the names of weights
that timm has."""
from torch import nn


class Separable(nn.Module):
    def __init__(self, in_c, out_c):
        super().__init__()
        self.conv1 = nn.Conv2d(in_c, in_c, 3, 1, 1, groups=in_c, bias=False)
        self.pointwise = nn.Conv2d(in_c, out_c, 1, bias=False)

    def forward(self, x):
        return self.pointwise(self.conv1(x))


class Block(nn.Module):
    """Widths of its layers; a list of all layers, norms and activations has their numbers."""

    def __init__(self, widths, is_halving, is_first=False):
        super().__init__()
        layers = []
        for in_c, out_c in zip(widths, widths[1:]):
            layers += [nn.ReLU(), Separable(in_c, out_c), nn.BatchNorm2d(out_c)]
        self.rep = nn.Sequential(*layers[is_first:], *([nn.MaxPool2d(3, 2, 1)] if is_halving else []))
        self.skip = None
        if is_halving:
            self.skip = nn.Conv2d(widths[0], widths[-1], 1, 2, bias=False)
            self.skipbn = nn.BatchNorm2d(widths[-1])

    def forward(self, x):
        return self.rep(x) + (self.skipbn(self.skip(x)) if self.skip else x)


class Xception(nn.Module):
    """@n_blocks: in the middle"""

    def __init__(self, n_classes, widths, n_blocks):
        super().__init__()
        a, b, c, d, e, f, g, h = widths
        self.conv1, self.bn1 = nn.Conv2d(3, a, 3, 2, bias=False), nn.BatchNorm2d(a)
        self.conv2, self.bn2 = nn.Conv2d(a, b, 3, bias=False), nn.BatchNorm2d(b)
        blocks = [Block([b, c, c], True, True), Block([c, d, d], True), Block([d, e, e], True),
                  *(Block([e] * 4, False) for _ in range(n_blocks)), Block([e, e, f], True)]
        self.names = [f"block{i}" for i in range(1, len(blocks) + 1)]
        for name, block in zip(self.names, blocks):
            self.add_module(name, block)
        self.conv3, self.bn3 = Separable(f, g), nn.BatchNorm2d(g)
        self.conv4, self.bn4 = Separable(g, h), nn.BatchNorm2d(h)
        self.fc = nn.Linear(h, n_classes)

    def forward(self, x):
        x = self.bn2(self.conv2(self.bn1(self.conv1(x)).relu())).relu()
        for name in self.names:
            x = getattr(self, name)(x)
        x = self.bn4(self.conv4(self.bn3(self.conv3(x)).relu())).relu()
        return self.fc(x.mean((2, 3)))
