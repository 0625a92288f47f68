# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""MobileNetV3-Large: hard-swish, squeeze-and-excite."""
from .graph import Graph

# kernel, expanded channels, channels, squeeze-and-excite, hard-swish, stride
BLOCKS = [
    (3, 16, 16, False, False, 1),
    (3, 64, 24, False, False, 2),
    (3, 72, 24, False, False, 1),
    (5, 72, 40, True, False, 2),
    (5, 120, 40, True, False, 1),
    (5, 120, 40, True, False, 1),
    (3, 240, 80, False, True, 2),
    (3, 200, 80, False, True, 1),
    (3, 184, 80, False, True, 1),
    (3, 184, 80, False, True, 1),
    (3, 480, 112, True, True, 1),
    (3, 672, 112, True, True, 1),
    (5, 672, 160, True, True, 2),
    (5, 960, 160, True, True, 1),
    (5, 960, 160, True, True, 1),
]


def hard_swish_in_pieces(graph, x):
    """As exporters of opsets before 14 write it."""
    y = graph.add("Clip", graph.add("Add", x, graph.number(3.0)), graph.number(0.0), graph.number(6.0))
    return graph.add("Div", graph.add("Mul", x, y), graph.number(6.0))


def squeeze_excite(graph, x):
    c = graph.channels(x)
    y = graph.conv(graph.add("GlobalAveragePool", x), max(8, c // 4 // 8 * 8), 1)
    y = graph.conv(graph.add("Relu", y), c, 1)
    return graph.add("Mul", graph.add("HardSigmoid", y, alpha=1 / 6, beta=0.5), x)


def block(graph, x, kernel, expanded, out_c, has_squeeze, activate, stride):
    y = x
    if expanded != graph.channels(x):
        y = activate(graph.conv(y, expanded, 1))
    y = activate(graph.conv(y, expanded, kernel, stride, group=expanded))
    if has_squeeze:
        y = squeeze_excite(graph, y)
    y = graph.conv(y, out_c, 1)
    return graph.add("Add", x, y) if stride == 1 and graph.channels(x) == out_c else y


def large(is_small):
    graph = Graph(14, is_small)
    divide = 4 if is_small else 1

    def relu(x):
        return graph.add("Relu", x)

    def hard_swish(x):
        return graph.add("HardSwish", x)

    x = hard_swish(graph.conv("x", 16, 3, 2))
    for kernel, expanded, out_c, has_squeeze, has_swish, stride in BLOCKS:
        x = block(graph, x, kernel, expanded // divide, out_c // divide, has_squeeze,
                  hard_swish if has_swish else relu, stride)
    x = hard_swish_in_pieces(graph, graph.conv(x, 960 // divide, 1))
    x = hard_swish_in_pieces(graph, graph.conv(graph.add("GlobalAveragePool", x), 1280 // divide, 1))
    return graph.to_bytes(graph.classify(graph.add("Flatten", x, axis=1)))
