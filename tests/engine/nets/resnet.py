# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ResNet with bottlenecks, batch normalisation not folded."""
from .graph import Graph


def norm_relu(graph, x):
    return graph.add("Relu", graph.batch_norm(x))


def bottleneck(graph, x, width, stride):
    y = norm_relu(graph, graph.conv(x, width, 1, bias=False))
    y = norm_relu(graph, graph.conv(y, width, 3, stride, bias=False))
    y = graph.batch_norm(graph.conv(y, 4 * width, 1, bias=False), scale=0.5)
    if stride != 1 or graph.channels(x) != 4 * width:
        x = graph.batch_norm(graph.conv(x, 4 * width, 1, stride, bias=False))
    return graph.add("Relu", graph.add("Add", y, x))


def resnet_50(is_small):
    graph = Graph(13, is_small)
    width = 8 if is_small else 64
    x = norm_relu(graph, graph.conv("x", width, 7, 2, bias=False))
    x = graph.add("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1], ceil_mode=0)
    for stage, n_blocks in enumerate([1, 2, 1, 1] if is_small else [3, 4, 6, 3]):
        for block in range(n_blocks):
            x = bottleneck(graph, x, width << stage, 2 if block == 0 and stage > 0 else 1)
    x = graph.add("Flatten", graph.add("GlobalAveragePool", x), axis=1)
    return graph.to_bytes(graph.classify(x))
