# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ConvNeXt: depthwise convolutions of 7 × 7, layer normalisation over channels, layer scale."""
from .graph import Graph
from .layer_norm import gelu_in_pieces, layer_norm, layer_norm_in_pieces


def norm_first(graph, x):
    """Of channels that come first: turned and turned back, as torchvision does."""
    x = layer_norm(graph, graph.add("Transpose", x, perm=[0, 2, 3, 1]))
    return graph.add("Transpose", x, perm=[0, 3, 1, 2])


def norm_first_in_pieces(graph, x):
    """As ConvNeXt's authors do."""
    return layer_norm_in_pieces(graph, x, axis=1, n_ones=2)


def block(graph, x, is_new):
    c = graph.channels(x)
    y = graph.conv(x, c, 7, group=c)
    y = layer_norm(graph, graph.add("Transpose", y, perm=[0, 2, 3, 1]))
    y = graph.linear(y, 4 * c)
    y = graph.linear(graph.add("Gelu", y) if is_new else gelu_in_pieces(graph, y), c)
    if is_new:
        y = graph.add("Mul", graph.add("Transpose", y, perm=[0, 3, 1, 2]), graph.weight(c, 1, 1, mean=0.2, scale=0.1))
    else:
        y = graph.add("Transpose", graph.add("Mul", y, graph.weight(c, mean=0.2, scale=0.1)), perm=[0, 3, 1, 2])
    return graph.add("Add", x, y)


def tiny(is_small):
    graph = Graph(20, is_small)
    c = 16 if is_small else 96
    x = norm_first(graph, graph.conv("x", c, 4, 4, pads=[0, 0, 0, 0]))
    for stage, n_blocks in enumerate([1, 1, 2, 1] if is_small else [3, 3, 9, 3]):
        if stage > 0:
            norm = norm_first if stage % 2 == 0 else norm_first_in_pieces
            x = graph.conv(norm(graph, x), c << stage, 2, 2, pads=[0, 0, 0, 0])
        for i in range(n_blocks):
            x = block(graph, x, i % 2 == 0)
    x = norm_first(graph, graph.add("GlobalAveragePool", x))
    return graph.to_bytes(graph.classify(graph.add("Flatten", x, axis=1)))
