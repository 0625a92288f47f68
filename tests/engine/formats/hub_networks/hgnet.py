# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""PP-HGNet and PP-HGNetV2, after PaddleClas; with the names of weights that timm has."""
import torch
from torch import nn
from torch.nn import functional


class Affine(nn.Module):
    """A number that all are multiplied with, and one that is added."""

    def __init__(self):
        super().__init__()
        self.scale, self.bias = nn.Parameter(torch.ones(1)), nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return x * self.scale + self.bias


class Conv(nn.Module):
    def __init__(self, in_c, out_c, kernel, stride=1, groups=1, is_active=True, has_lab=False):
        super().__init__()
        self.conv = nn.Conv2d(in_c, out_c, kernel, stride, (kernel - 1) // 2, groups=groups, bias=False)
        self.bn = nn.BatchNorm2d(out_c)
        self.is_active = is_active
        self.lab = Affine() if is_active and has_lab else None

    def forward(self, x):
        x = self.bn(self.conv(x))
        x = x.relu() if self.is_active else x
        return self.lab(x) if self.lab else x


class Light(nn.Module):
    def __init__(self, in_c, out_c, kernel, has_lab):
        super().__init__()
        self.conv1 = Conv(in_c, out_c, 1, is_active=False)
        self.conv2 = Conv(out_c, out_c, kernel, groups=out_c, has_lab=has_lab)

    def forward(self, x):
        return self.conv2(self.conv1(x))


class Gate(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 1)

    def forward(self, x):
        return x * self.conv(x.mean((2, 3), keepdim=True)).sigmoid()


class StemV1(nn.Module):
    def __init__(self, widths):
        super().__init__()
        pairs = zip([3, *widths], widths)
        self.stem = nn.Sequential(*(Conv(a, b, 3, 1 if i else 2) for i, (a, b) in enumerate(pairs)))

    def forward(self, x):
        return functional.max_pool2d(self.stem(x), 3, 2, 1)


class StemV2(nn.Module):
    def __init__(self, middle, out_c, has_lab):
        super().__init__()
        self.stem1 = Conv(3, middle, 3, 2, has_lab=has_lab)
        self.stem2a = Conv(middle, middle // 2, 2, has_lab=has_lab)
        self.stem2b = Conv(middle // 2, middle, 2, has_lab=has_lab)
        self.stem3 = Conv(2 * middle, middle, 3, 2, has_lab=has_lab)
        self.stem4 = Conv(middle, out_c, 1, has_lab=has_lab)

    def forward(self, x):
        def pad(pixels):
            return functional.pad(pixels, (0, 1, 0, 1))
        x = pad(self.stem1(x))
        y = self.stem2b(pad(self.stem2a(x)))
        x = functional.max_pool2d(x, 2, 1)
        return self.stem4(self.stem3(torch.cat([x, y], 1)))


class Block(nn.Module):
    def __init__(self, in_c, middle, out_c, n_layers, kernel, is_light, is_second, has_lab, has_shortcut):
        super().__init__()
        self.has_shortcut = has_shortcut
        widths = [in_c] + [middle] * n_layers
        self.layers = nn.ModuleList(Light(a, b, kernel, has_lab) if is_light else Conv(a, b, kernel, has_lab=has_lab)
                                    for a, b in zip(widths, widths[1:]))
        if is_second:
            self.aggregation = nn.Sequential(Conv(sum(widths), out_c // 2, 1, has_lab=has_lab),
                                             Conv(out_c // 2, out_c, 1, has_lab=has_lab))
        else:
            self.aggregation = nn.Sequential(Conv(sum(widths), out_c, 1), Gate(out_c))

    def forward(self, x):
        given = [x]
        for layer in self.layers:
            given.append(layer(given[-1]))
        y = self.aggregation(torch.cat(given, 1))
        return x + y if self.has_shortcut else y


class Stage(nn.Module):
    def __init__(self, in_c, middle, out_c, n_blocks, is_halving, is_light, kernel, n_layers, is_second, has_lab):
        super().__init__()
        self.downsample = Conv(in_c, in_c, 3, 2, in_c, is_active=False) if is_halving else nn.Identity()
        self.blocks = nn.Sequential(*(Block(out_c if i else in_c, middle, out_c, n_layers, kernel, is_light, is_second,
                                            has_lab, i > 0) for i in range(n_blocks)))

    def forward(self, x):
        return self.blocks(self.downsample(x))


class Head(nn.Module):
    def __init__(self, in_c, hidden, n_classes, has_lab):
        super().__init__()
        self.last_conv = nn.Sequential(nn.Conv2d(in_c, hidden, 1, bias=False), nn.ReLU(),
                                       *([Affine()] if has_lab else []))
        self.fc = nn.Linear(hidden, n_classes)

    def forward(self, x):
        return self.fc(self.last_conv(x.mean((2, 3), keepdim=True)).flatten(1))


class HGNet(nn.Module):
    """@stages: each as PaddleClas has them: middle, out, blocks, halving, light, kernel, layers."""

    def __init__(self, n_classes, stem, stages, hidden, is_second=True, has_lab=False):
        super().__init__()
        self.stem = StemV2(*stem, has_lab) if is_second else StemV1(stem)
        widths = [stem[-1], *(stage[1] for stage in stages)]
        self.stages = nn.Sequential(*(Stage(in_c, *stage, is_second, has_lab) for in_c, stage in zip(widths, stages)))
        self.head = Head(widths[-1], hidden, n_classes, has_lab)

    def forward(self, x):
        return self.head(self.stages(self.stem(x)))
