# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layer normalisation in both spellings, and Gelu in one."""
import math


def make_weights(graph, c, n_ones):
    dims = [c] + [1] * n_ones
    return graph.weight(*dims, scale=0.1, mean=1.0), graph.weight(*dims, scale=0.1)


def layer_norm(graph, x):
    """The operator, over the last dimension."""
    return graph.add("LayerNormalization", x, *make_weights(graph, graph.channels(x), 0), axis=-1, epsilon=1e-6)


def layer_norm_in_pieces(graph, x, axis=-1, n_ones=0):
    """As exporters of opsets before 17 write it; n_ones dimensions follow the channels."""
    scale, offset = make_weights(graph, graph.channels(x), n_ones)
    centred = graph.add("Sub", x, graph.mean(x, axis))
    variance = graph.mean(graph.add("Pow", centred, graph.number(2.0)), axis)
    deviation = graph.add("Sqrt", graph.add("Add", variance, graph.number(1e-6)))
    return graph.add("Add", graph.add("Mul", graph.add("Div", centred, deviation), scale), offset)


def gelu_in_pieces(graph, x):
    """As exporters of opsets before 20 write it."""
    y = graph.add("Erf", graph.add("Div", x, graph.number(math.sqrt(2))))
    y = graph.add("Mul", x, graph.add("Add", y, graph.number(1.0)))
    return graph.add("Mul", y, graph.number(0.5))
