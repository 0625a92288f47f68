# SPDX-License-Identifier: GPL-3.0-or-later
"""MobileNetV2 1.0 for 96×96×3 in [0, 1] and 29 classes, as TensorFlow-slim has it.

Slim pads a 3×3 convolution of stride 2 below and to the right only where the size is even; a
PyTorch convolution with padding 1 would look one pixel further up and left, and the exported graph
(padding "SAME") would disagree with what was trained.
"""
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from classes import LABELS

SIZE = 96
STEM, HEAD = 32, 1280
# expansion, channels, how often, stride of the first
STAGES = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
          (6, 160, 3, 2), (6, 320, 1, 1))


@dataclass(frozen=True)
class Block:
    """One inverted residual: expand 1×1, depthwise 3×3, project 1×1."""
    name: str
    in_c: int
    expanded_c: int
    out_c: int
    stride: int

    @property
    def is_residual(self):
        return self.stride == 1 and self.in_c == self.out_c


def blocks():
    """The 17 blocks in order."""
    in_c, found = STEM, []
    for expansion, out_c, n, stride in STAGES:
        for i in range(n):
            found.append(Block(f"block_{len(found)}", in_c, in_c * expansion, out_c,
                               stride if i == 0 else 1))
            in_c = out_c
    return found


def same_padding(size, stride):
    """What TensorFlow's "SAME" adds before and after, for a kernel of 3."""
    total = max((-(-size // stride) - 1) * stride + 3 - size, 0)
    return total // 2, total - total // 2


def conv_3x3(x, weight, bias=None, stride=1, groups=1):
    """A 3×3 convolution with TensorFlow's padding."""
    above, below = same_padding(x.shape[2], stride)
    left, right = same_padding(x.shape[3], stride)
    if above == below == left == right:
        return functional.conv2d(x, weight, bias, stride, above, 1, groups)
    x = functional.pad(x, (left, right, above, below))
    return functional.conv2d(x, weight, bias, stride, 0, 1, groups)


class Same3x3(nn.Conv2d):
    def __init__(self, in_c, out_c, stride, groups=1):
        super().__init__(in_c, out_c, 3, stride, bias=False, groups=groups)

    def forward(self, x):
        return conv_3x3(x, self.weight, None, self.stride[0], self.groups)


def norm(channels, gamma=1.0):
    # A few thousand steps: slim's momentum of 0.997 would still remember the start.
    layer = nn.BatchNorm2d(channels, eps=1e-3, momentum=0.02)
    nn.init.constant_(layer.weight, gamma)
    return layer


class InvertedResidual(nn.Module):
    def __init__(self, block):
        super().__init__()
        self.block = block
        if block.expanded_c != block.in_c:
            self.expand = nn.Conv2d(block.in_c, block.expanded_c, 1, bias=False)
            self.expand_norm = norm(block.expanded_c)
        else:
            self.expand = None
        self.depthwise = Same3x3(block.expanded_c, block.expanded_c, block.stride,
                                 block.expanded_c)
        self.depthwise_norm = norm(block.expanded_c)
        self.project = nn.Conv2d(block.expanded_c, block.out_c, 1, bias=False)
        # A residual that starts small lets the high learning rate begin at once.
        self.project_norm = norm(block.out_c, 0.25 if block.is_residual else 1.0)

    def forward(self, x):
        y = x
        if self.expand is not None:
            y = functional.relu6(self.expand_norm(self.expand(y)), inplace=True)
        y = functional.relu6(self.depthwise_norm(self.depthwise(y)), inplace=True)
        y = self.project_norm(self.project(y))
        return x + y if self.block.is_residual else y


class MobileNetV2(nn.Module):
    """Pictures [n, 3, h, w] in [0, 1] to logits [n, 29]."""

    def __init__(self, dropout=0.1):
        super().__init__()
        self.stem = Same3x3(3, STEM, 2)
        self.stem_norm = norm(STEM)
        self.blocks = nn.Sequential(*(InvertedResidual(block) for block in blocks()))
        self.head = nn.Conv2d(self.blocks[-1].block.out_c, HEAD, 1, bias=False)
        self.head_norm = norm(HEAD)
        self.dropout = nn.Dropout(dropout)
        self.classifier = nn.Linear(HEAD, len(LABELS))
        self.apply(initialise)

    def forward(self, x):
        x = functional.relu6(self.stem_norm(self.stem(x)), inplace=True)
        x = self.blocks(x)
        x = functional.relu6(self.head_norm(self.head(x)), inplace=True)
        return self.classifier(self.dropout(x.mean((2, 3))))


def initialise(layer):
    if isinstance(layer, nn.Conv2d):
        nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")
    elif isinstance(layer, nn.Linear):
        nn.init.normal_(layer.weight, std=0.01)
        nn.init.zeros_(layer.bias)


def to_input(pictures):
    """uint8 [n, h, w, 3] as the float32 input, in [0, 1] and channels last in memory."""
    x = torch.from_numpy(pictures).permute(0, 3, 1, 2)
    return x.to(torch.float32, memory_format=torch.channels_last).div_(255)
