# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ViT and DeiT, vision transformers: patches of 16 × 16 and a class token."""
from .graph import Graph
from .layer_norm import gelu_in_pieces, layer_norm, layer_norm_in_pieces

HEAD_C = 64


def embed(graph, dim):
    """[n,tokens,dim]; the batch is computed, as with a dynamic one."""
    x = graph.conv("x", dim, 16, 16, pads=[0, 0, 0, 0])
    batch = graph.add("Gather", graph.add("Shape", x), graph.ints(0), axis=0)
    places = graph.add("Reshape", x, graph.add("Concat", batch, graph.ints(dim, -1), axis=0), channels=dim)
    tokens = graph.add("Transpose", places, perm=[0, 2, 1])
    shape = graph.add("Concat", batch, graph.ints(-1, -1), axis=0)
    is_any = graph.add("Equal", shape, graph.ints(-1))
    shape = graph.add("Where", is_any, graph.ints(1, 1, dim), shape)
    token = graph.add("Expand", graph.weight(1, 1, dim), shape)
    x = graph.add("Concat", token, tokens, axis=1, channels=dim)
    return graph.add("Add", x, graph.weight(1, (graph.side // 16) ** 2 + 1, dim, scale=0.1))


def split_heads(graph, x, n_heads, is_split):
    """Queries, keys, values: [n,heads,tokens,64] each."""
    x = graph.add("Reshape", x, graph.ints(0, -1, 3, n_heads, HEAD_C))
    x = graph.add("Transpose", x, perm=[2, 0, 3, 1, 4])
    if is_split:
        return [graph.add("Squeeze", part, graph.ints(0)) for part in graph.add_split(x, 3, axis=0)]
    return [graph.add("Gather", x, graph.index(i), axis=0) for i in range(3)]


def attend(graph, x, n_heads, is_split):
    dim = graph.channels(x)
    q, k, v = split_heads(graph, graph.linear(x, 3 * dim), n_heads, is_split)
    scores = graph.add("MatMul", q, graph.add("Transpose", k, perm=[0, 1, 3, 2]))
    scores = graph.add("Softmax", graph.add("Mul", scores, graph.number(HEAD_C ** -0.5)), axis=-1)
    if is_split:  # PyTorch's attention, which is safe against a row that is masked as a whole
        scores = graph.add("Where", graph.add("IsNaN", scores), graph.number(0.0), scores)
    x = graph.add("Transpose", graph.add("MatMul", scores, v), perm=[0, 2, 1, 3])
    x = graph.add("Reshape", x, graph.ints(0, -1, dim), channels=dim)
    return graph.linear(x, dim)


def build(graph, n_heads, n_blocks):
    """Half of the blocks are spelled in one way, half in another."""
    dim = n_heads * HEAD_C
    x = embed(graph, dim)
    for i in range(n_blocks):
        is_new = i % 2 == 0
        norm = layer_norm if is_new else layer_norm_in_pieces
        x = graph.add("Add", x, attend(graph, norm(graph, x), n_heads, is_new))
        y = gelu_in_pieces(graph, graph.linear(norm(graph, x), 4 * dim))
        x = graph.add("Add", x, graph.linear(y, dim))
    x = graph.add("Gather", layer_norm(graph, x), graph.index(0), axis=1, channels=dim)
    return graph.to_bytes(graph.classify(x))


def deit_tiny(is_small):
    return build(Graph(17, is_small), *((2, 2) if is_small else (3, 12)))


def vit_base(is_small):
    return build(Graph(17, is_small), *((3, 2) if is_small else (12, 12)))
