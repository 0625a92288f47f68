# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""MobileNetV2 1.0, its batch norm folded; as tests/bench/mobilenet-v2.c makes it for Koma alone."""
from .graph import Graph

# expansion, channels, repeats, stride of the first
STAGES = [
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
]


def relu6(graph, x):
    return graph.add("Clip", x, graph.number(0.0), graph.number(6.0))


def block(graph, x, expansion, out_c, stride):
    in_c = graph.channels(x)
    y = relu6(graph, graph.conv(x, expansion * in_c, 1)) if expansion > 1 else x
    y = relu6(graph, graph.conv(y, expansion * in_c, 3, stride, group=expansion * in_c))
    y = graph.conv(y, out_c, 1)
    return graph.add("Add", x, y) if stride == 1 and in_c == out_c else y


def build(graph, divide):
    x = relu6(graph, graph.conv("x", 32 // divide, 3, 2))
    for expansion, out_c, repeats, stride in STAGES:
        for i in range(repeats):
            x = block(graph, x, expansion, out_c // divide, stride if i == 0 else 1)
    x = relu6(graph, graph.conv(x, 1280 // divide, 1))
    return graph.to_bytes(graph.classify(graph.add("Flatten", graph.add("GlobalAveragePool", x), axis=1)))


def v2(is_small):
    return build(Graph(13, is_small), 4 if is_small else 1)


def v2_of_side(side):
    """For pictures of that side, any number of them at a time."""
    return build(Graph(13, False, side), 1)
