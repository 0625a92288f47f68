# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""EfficientNet-B0 (swish, squeeze-and-excite) and Lite0 (ReLU6), padded as TensorFlow pads."""
from .graph import Graph

# kernel, expansion, channels, repeats, stride
STAGES = [
    (3, 1, 16, 1, 1),
    (3, 6, 24, 2, 2),
    (5, 6, 40, 2, 2),
    (3, 6, 80, 3, 2),
    (5, 6, 112, 3, 1),
    (5, 6, 192, 4, 2),
    (3, 6, 320, 1, 1),
]


class Kind:
    """What the two differ in."""

    def __init__(self, graph, is_lite):
        self.graph = graph
        self.is_lite = is_lite

    def activate(self, x):
        if self.is_lite:
            return self.graph.add("Clip", x, self.graph.number(0.0), self.graph.number(6.0))
        return self.graph.add("Mul", x, self.graph.add("Sigmoid", x))

    def squeeze_excite(self, x, squeezed):
        if self.is_lite:
            return x
        c = self.graph.channels(x)
        y = self.activate(self.graph.conv(self.graph.mean(x, 2, 3), squeezed, 1))
        return self.graph.add("Mul", x, self.graph.add("Sigmoid", self.graph.conv(y, c, 1)))

    def project(self, x, out_c):
        """Makes up for what squeeze-and-excite takes away."""
        return conv(self.graph, x, out_c, 1, gain=1.0 if self.is_lite else 1.5)


def conv(graph, x, out_c, kernel, stride=1, group=1, gain=1.0):
    return graph.conv(x, out_c, kernel, stride, group, gain=gain, auto_pad="SAME_UPPER")


def block(kind, x, kernel, expansion, out_c, stride):
    graph, y = kind.graph, x
    in_c = graph.channels(x)
    expanded = in_c * expansion
    if expansion != 1:
        y = kind.activate(conv(graph, y, expanded, 1))
    y = kind.activate(conv(graph, y, expanded, kernel, stride, group=expanded))
    y = kind.project(kind.squeeze_excite(y, max(1, in_c // 4)), out_c)
    return graph.add("Add", y, x) if stride == 1 and in_c == out_c else y


def make(is_small, is_lite):
    graph = Graph(13, is_small)
    kind = Kind(graph, is_lite)
    divide = 4 if is_small else 1
    x = kind.activate(conv(graph, "x", 32 // divide, 3, 2))
    for kernel, expansion, out_c, n_blocks, stride in STAGES:
        for i in range(n_blocks):
            x = block(kind, x, kernel, expansion, out_c // divide, stride if i == 0 else 1)
    x = graph.mean(kind.activate(conv(graph, x, 1280 // divide, 1)), 2, 3)
    x = graph.add("Squeeze", x, graph.ints(2, 3))
    return graph.to_bytes(graph.classify(x))


def b0(is_small):
    return make(is_small, is_lite=False)


def lite0(is_small):
    return make(is_small, is_lite=True)
