# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""GhostNet: Han et al., GhostNet: More Features from Cheap Operations, 2020; with timm's names of weights."""
import torch
from torch import nn
from torch.nn import functional


def conv(in_c, out_c, kernel=1, stride=1, groups=1):
    return [nn.Conv2d(in_c, out_c, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(out_c)]


class Ghost(nn.Module):
    def __init__(self, in_c, out_c, is_active):
        super().__init__()
        last = [nn.ReLU()] if is_active else []
        half = out_c // 2
        self.primary_conv = nn.Sequential(*conv(in_c, half), *last)
        self.cheap_operation = nn.Sequential(*conv(half, half, 3, groups=half), *last)

    def forward(self, x):
        x = self.primary_conv(x)
        return torch.cat([x, self.cheap_operation(x)], 1)


class Squeeze(nn.Module):
    def __init__(self, width, middle):
        super().__init__()
        self.conv_reduce, self.conv_expand = nn.Conv2d(width, middle, 1), nn.Conv2d(middle, width, 1)

    def forward(self, x):
        gate = self.conv_expand(self.conv_reduce(x.mean((2, 3), keepdim=True)).relu())
        return x * functional.hardsigmoid(gate)


class Block(nn.Module):
    def __init__(self, in_c, kernel, middle, out_c, squeezed, stride):
        super().__init__()
        self.stride = stride
        self.ghost1 = Ghost(in_c, middle, True)
        if stride > 1:
            self.conv_dw, self.bn_dw = conv(middle, middle, kernel, stride, middle)
        self.se = Squeeze(middle, squeezed) if squeezed else None
        self.ghost2 = Ghost(middle, out_c, False)
        is_plain = in_c == out_c and stride == 1
        self.shortcut = nn.Sequential(*([] if is_plain else conv(in_c, in_c, kernel, stride, in_c) + conv(in_c, out_c)))

    def forward(self, x):
        y = self.ghost1(x)
        if self.stride > 1:
            y = self.bn_dw(self.conv_dw(y))
        y = self.se(y) if self.se else y
        return self.ghost2(y) + self.shortcut(x)


class Last(nn.Module):
    def __init__(self, in_c, out_c):
        super().__init__()
        self.conv, self.bn1 = conv(in_c, out_c)

    def forward(self, x):
        return self.bn1(self.conv(x)).relu()


class GhostNet(nn.Module):
    """@stages: of blocks, each with kernel, middle, out, squeezed (0: not), stride."""

    def __init__(self, n_classes, stem, stages, last, head):
        super().__init__()
        self.conv_stem, self.bn1 = conv(3, stem, 3, 2)
        width, made = stem, []
        for stage in stages:
            blocks = []
            for block in stage:
                blocks.append(Block(width, *block))
                width = block[2]
            made.append(nn.Sequential(*blocks))
        self.blocks = nn.Sequential(*made, nn.Sequential(Last(width, last)))
        self.conv_head = nn.Conv2d(last, head, 1)
        self.classifier = nn.Linear(head, n_classes)

    def forward(self, x):
        x = self.blocks(self.bn1(self.conv_stem(x)).relu()).mean((2, 3), keepdim=True)
        return self.classifier(self.conv_head(x).relu().flatten(1))
