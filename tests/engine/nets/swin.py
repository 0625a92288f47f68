# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Swin, a vision transformer: attention within windows, which every other block shifts by half."""
from .graph import Graph
from .layer_norm import gelu_in_pieces, layer_norm

HEAD_C = 32
MASKED = -100.0


def roll(graph, x, by):
    """Rows and columns, those that leave come in again; as exporters write torch.roll ()."""
    for axis in 1, 2:
        ends = [graph.add("Slice", x, graph.ints(begin), graph.ints(end), graph.ints(axis))
                for begin, end in ((by, 2**31 - 1), (0, by))]
        x = graph.add("Concat", *ends, axis=axis)
    return x


def region(place, side, window):
    """Which of the pieces that a shift has put side by side."""
    return 0 if place < side - window else 1 if place < side - window // 2 else 2


def make_mask(graph, side, window):
    """[1,windows,1,places,places]: places of different regions do not see each other."""
    n = side // window
    numbers = []
    for i in range(n * n):
        places = [(region(i // n * window + y, side, window), region(i % n * window + x, side, window))
                  for y in range(window) for x in range(window)]
        numbers += [0.0 if a == b else MASKED for a in places for b in places]
    return graph.constant([1, n * n, 1, window**2, window**2], numbers)


def attend(graph, x, places, mask, n_windows):
    """Of [windows,places,c]."""
    c = graph.channels(x)
    n_heads = c // HEAD_C
    y = graph.add("Reshape", graph.linear(x, 3 * c), graph.ints(-1, places, 3, n_heads, HEAD_C))
    y = graph.add("Transpose", y, perm=[2, 0, 3, 1, 4])
    q, k, v = (graph.add("Gather", y, graph.index(i), axis=0) for i in range(3))
    q = graph.add("Mul", q, graph.number(HEAD_C ** -0.5))
    scores = graph.add("MatMul", q, graph.add("Transpose", k, perm=[0, 1, 3, 2]))
    scores = graph.add("Add", scores, graph.weight(1, n_heads, places, places))
    if mask is not None:
        scores = graph.add("Reshape", scores, graph.ints(-1, n_windows, n_heads, places, places))
        scores = graph.add("Reshape", graph.add("Add", scores, mask), graph.ints(-1, n_heads, places, places))
    y = graph.add("Transpose", graph.add("MatMul", graph.add("Softmax", scores, axis=-1), v), perm=[0, 2, 1, 3])
    return graph.linear(graph.add("Reshape", y, graph.ints(-1, places, c), channels=c), c)


def block(graph, x, side, window, is_shifted):
    c = graph.channels(x)
    n = side // window
    y = layer_norm(graph, x)
    if is_shifted:
        y = roll(graph, y, window // 2)
    y = graph.add("Reshape", y, graph.ints(-1, n, window, n, window, c))
    y = graph.add("Reshape", graph.add("Transpose", y, perm=[0, 1, 3, 2, 4, 5]), graph.ints(-1, window**2, c))
    y = attend(graph, y, window**2, make_mask(graph, side, window) if is_shifted else None, n * n)
    y = graph.add("Reshape", y, graph.ints(-1, n, n, window, window, c))
    y = graph.add("Reshape", graph.add("Transpose", y, perm=[0, 1, 3, 2, 4, 5]), graph.ints(-1, side, side, c))
    if is_shifted:
        y = roll(graph, y, -(window // 2))
    x = graph.add("Add", x, y)
    return graph.add("Add", x, graph.linear(gelu_in_pieces(graph, graph.linear(layer_norm(graph, x), 4 * c)), c))


def merge(graph, x):
    """Four pixels become one with twice the channels."""
    c = graph.channels(x)
    parts = [graph.add("Slice", x, graph.ints(row, column), graph.ints(2**31 - 1, 2**31 - 1), graph.ints(1, 2),
                       graph.ints(2, 2)) for column in (0, 1) for row in (0, 1)]
    x = layer_norm(graph, graph.add("Concat", *parts, axis=-1, channels=4 * c))
    return graph.linear(x, 2 * c, bias=False)


def tiny(is_small):
    graph = Graph(17, is_small)
    c, window, depths = (32, 4, [2, 2]) if is_small else (96, 7, [2, 2, 6, 2])
    side = graph.side // 4
    x = graph.add("Transpose", graph.conv("x", c, 4, 4, pads=[0, 0, 0, 0]), perm=[0, 2, 3, 1])
    x = layer_norm(graph, x)
    for stage, depth in enumerate(depths):
        if stage > 0:
            x = merge(graph, x)
            side //= 2
        for i in range(depth):
            x = block(graph, x, side, window, i % 2 == 1 and side > window)
    x = graph.mean(layer_norm(graph, x), 1, 2)
    return graph.to_bytes(graph.classify(graph.add("Flatten", x, axis=1)))
