# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""DenseNet: each layer reads the outputs of all before it."""
from .graph import Graph
from .resnet import norm_relu


def dense_layer(graph, features, growth):
    c = sum(map(graph.channels, features))
    x = graph.add("Concat", *features, axis=1, channels=c) if len(features) > 1 else features[0]
    x = graph.conv(norm_relu(graph, x), 4 * growth, 1, bias=False)
    return graph.conv(norm_relu(graph, x), growth, 3, bias=False)


def dense_block(graph, x, n_layers, growth):
    features = [x]
    for _ in range(n_layers):
        features.append(dense_layer(graph, features, growth))
    return graph.add("Concat", *features, axis=1, channels=sum(map(graph.channels, features)))


def transition(graph, x):
    x = graph.conv(norm_relu(graph, x), graph.channels(x) // 2, 1, bias=False)
    return graph.add("AveragePool", x, kernel_shape=[2, 2], strides=[2, 2])


def densenet_121(is_small):
    graph = Graph(11, is_small)
    growth = 8 if is_small else 32
    blocks = [2, 3, 2, 2] if is_small else [6, 12, 24, 16]
    x = norm_relu(graph, graph.conv("x", 2 * growth, 7, 2, bias=False))
    x = graph.add("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    for stage, n_layers in enumerate(blocks):
        x = dense_block(graph, x, n_layers, growth)
        if stage + 1 < len(blocks):
            x = transition(graph, x)
    x = graph.add("GlobalAveragePool", norm_relu(graph, x))
    return graph.to_bytes(graph.classify(graph.add("Flatten", x, axis=1)))
