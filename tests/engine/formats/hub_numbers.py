# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The numbers of weights and inputs of a small model, made of their names, by the rule that hub-case.c has, too."""
import math

import numpy
import torch

ROWS = ("pos_embed", "positional_embedding", "token_embedding.weight", "cls_token", "latent",
        "embedding_layer.weight")


def hash_of(name):
    value = 5381
    for byte in name.encode():
        value = (value * 33 + byte) & 0xffffffff
    return value


def numbers(name, count):
    """-1 … 1"""
    mixed = (hash_of(name) + numpy.arange(count, dtype=numpy.uint64) * 7919) * 2654435761 & 0xffffffff
    return (mixed >> 20).astype(numpy.float64) / 2048 - 1


def weight(name, shape):
    count = math.prod(shape)
    n = numbers(name, count)
    if name == "logit_scale":
        n = 2 + n / 2
    elif name == "logit_bias":
        n = n - 3
    elif name.endswith("running_var"):
        n = 1 + n / 2
    elif name.endswith("gamma") or "layer_scale" in name:
        n = 0.5 + n / 4
    elif name.endswith(ROWS):
        n = n / 2
    elif len(shape) > 1:
        n = n * math.sqrt(3.0 * shape[0] / count)
    elif name.endswith(".weight"):
        n = 1 + n / 4
    else:
        n = n / 4
    return torch.from_numpy(n.astype(numpy.float32).reshape(shape))


def fill(model):
    """Gives the model its weights; their names and shapes."""
    stored = {name: list(value.shape) for name, value in model.state_dict().items() if value.is_floating_point()}
    model.load_state_dict({name: weight(name, shape) for name, shape in stored.items()}, strict=False)
    return stored


def make_picture(side):
    return torch.from_numpy(numbers("pixel_values", 3 * side * side).astype(numpy.float32).reshape(1, 3, side, side))
