# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Inception V3: Szegedy et al., Rethinking the Inception Architecture for Computer Vision, 2015; with the names of
weights that torchvision and timm have. Widths are a part of the published ones."""
import torch
from torch import nn
from torch.nn import functional

SIDES = {"1x1": 1, "3x3": 3, "5x5": 5, "1x7": (1, 7), "7x1": (7, 1), "1x3": (1, 3), "3x1": (3, 1)}


class Conv(nn.Module):
    def __init__(self, in_c, out_c, kernel, stride=1, is_padded=True):
        super().__init__()
        size = SIDES[kernel]
        reach = [(n - 1) // 2 for n in (size if isinstance(size, tuple) else (size, size))]
        self.conv = nn.Conv2d(in_c, out_c, size, stride, reach if is_padded and stride == 1 else 0, bias=False)
        self.bn = nn.BatchNorm2d(out_c, eps=1e-3)

    def forward(self, x):
        return self.bn(self.conv(x)).relu()


def chain(module, name, in_c, layers, stride=1):
    """NAME_1, NAME_2 …, each (kernel, channels); the last has the stride."""
    for i, (kernel, out_c) in enumerate(layers, 1):
        module.add_module(f"{name}_{i}", Conv(in_c, out_c, kernel, stride if i == len(layers) else 1))
        in_c = out_c
    return [f"{name}_{i}" for i in range(1, len(layers) + 1)]


class Module(nn.Module):
    """Branches side by side, each a list of layers' names; a list within it are two more, side by side."""

    def __init__(self, in_c, chains, plain=None, pool=None, split=()):
        super().__init__()
        self.is_halving = pool is None
        stride = 2 if self.is_halving else 1
        self.branches = []
        if plain is not None:
            self.add_module(*plain[:1], Conv(in_c, plain[1], plain[2], stride))
            self.branches.append([plain[0]])
        for name, layers in chains:
            names = chain(self, name, in_c, layers, stride)
            if name in split:
                number = len(names) + 1
                halves = [f"{name}_{number}{side}" for side in "ab"]
                for half, kernel in zip(halves, ("1x3", "3x1")):
                    self.add_module(half, Conv(layers[-1][1], split[name], kernel))
                names.append(halves)
            self.branches.append(names)
        if pool is not None:
            self.branch_pool = Conv(in_c, pool, "1x1")

    def run(self, x, names):
        for name in names:
            x = getattr(self, name)(x) if isinstance(name, str) else torch.cat([getattr(self, n)(x) for n in name], 1)
        return x

    def forward(self, x):
        if self.is_halving:
            last = functional.max_pool2d(x, 3, 2)
        else:
            last = self.branch_pool(functional.avg_pool2d(x, 3, 1, 1))
        return torch.cat([*(self.run(x, names) for names in self.branches), last], 1)


class Auxiliary(nn.Module):
    def __init__(self, in_c, n_classes):
        super().__init__()
        self.conv0 = Conv(in_c, 2, "1x1")
        self.conv1 = Conv(2, 3, "5x5")
        self.fc = nn.Linear(3, n_classes)


class InceptionV3(nn.Module):
    def __init__(self, n_classes, divisor, first=None, has_auxiliary=False, is_range_changed=False):
        super().__init__()
        self.is_range_changed = is_range_changed

        def c(n):
            return max(2, n // divisor)
        first = first or c(32)
        self.Conv2d_1a_3x3 = Conv(3, first, "3x3", 2)
        self.Conv2d_2a_3x3 = Conv(first, c(32), "3x3", is_padded=False)
        self.Conv2d_2b_3x3 = Conv(c(32), c(64), "3x3")
        self.Conv2d_3b_1x1 = Conv(c(64), c(80), "1x1")
        self.Conv2d_4a_3x3 = Conv(c(80), c(192), "3x3", is_padded=False)
        width = c(192)
        for name, pool in (("5b", 32), ("5c", 64), ("5d", 64)):
            width = self.add(name, width, [("branch5x5", [("1x1", c(48)), ("5x5", c(64))]),
                                           ("branch3x3dbl", [("1x1", c(64)), ("3x3", c(96)), ("3x3", c(96))])],
                             ("branch1x1", c(64), "1x1"), c(pool))
        width = self.add("6a", width, [("branch3x3dbl", [("1x1", c(64)), ("3x3", c(96)), ("3x3", c(96))])],
                         ("branch3x3", c(384), "3x3"))
        for name, n in (("6b", 128), ("6c", 160), ("6d", 160), ("6e", 192)):
            width = self.add(name, width, [("branch7x7", [("1x1", c(n)), ("1x7", c(n)), ("7x1", c(192))]),
                                           ("branch7x7dbl", [("1x1", c(n)), ("7x1", c(n)), ("1x7", c(n)),
                                                             ("7x1", c(n)), ("1x7", c(192))])],
                             ("branch1x1", c(192), "1x1"), c(192))
        if has_auxiliary:
            self.AuxLogits = Auxiliary(width, n_classes)
        width = self.add("7a", width, [("branch3x3", [("1x1", c(192)), ("3x3", c(320))]),
                                       ("branch7x7x3", [("1x1", c(192)), ("1x7", c(192)), ("7x1", c(192)),
                                                        ("3x3", c(192))])])
        for name in ("7b", "7c"):
            width = self.add(name, width, [("branch3x3", [("1x1", c(384))]),
                                           ("branch3x3dbl", [("1x1", c(448)), ("3x3", c(384))])],
                             ("branch1x1", c(320), "1x1"), c(192), {"branch3x3": c(384), "branch3x3dbl": c(384)})
        self.fc = nn.Linear(width, n_classes)

    def add(self, name, in_c, *branches):
        module = Module(in_c, *branches)
        self.add_module(f"Mixed_{name}", module)
        return module(torch.zeros(1, in_c, 8, 8)).shape[1]

    def forward(self, x):
        if self.is_range_changed:
            mean, deviation = (torch.tensor(n, dtype=x.dtype).reshape(3, 1, 1)
                               for n in ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)))
            x = (x * deviation + mean - 0.5) / 0.5
        x = self.Conv2d_2b_3x3(self.Conv2d_2a_3x3(self.Conv2d_1a_3x3(x)))
        x = self.Conv2d_4a_3x3(self.Conv2d_3b_1x1(functional.max_pool2d(x, 3, 2)))
        x = functional.max_pool2d(x, 3, 2)
        for name, module in self.named_children():
            if name.startswith("Mixed"):
                x = module(x)
        return self.fc(x.mean((2, 3)))
