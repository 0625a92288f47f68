# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A model as Hugging Face has it, for a server of this computer: FILES by their paths there."""
import json
import math
import struct

ADDRESS = "hf:plant-lab/leaves.v2"
BASE = "plant-lab/leaves.v2/resolve/main/"
WIDTH = 4


def make_weights(more=0):
    """A ViT of one layer, whose answer is always its second class; with so many bytes that it does not need."""
    linear = {"attention.attention.query": (WIDTH, WIDTH), "attention.attention.key": (WIDTH, WIDTH),
              "attention.attention.value": (WIDTH, WIDTH), "attention.output.dense": (WIDTH, WIDTH),
              "intermediate.dense": (WIDTH, WIDTH), "output.dense": (WIDTH, WIDTH), "layernorm_before": (WIDTH,),
              "layernorm_after": (WIDTH,)}
    shapes = {"vit.embeddings.cls_token": (1, 1, WIDTH), "vit.embeddings.position_embeddings": (1, 5, WIDTH),
              "vit.embeddings.patch_embeddings.projection.weight": (WIDTH, 3, 4, 4),
              "vit.embeddings.patch_embeddings.projection.bias": (WIDTH,),
              "vit.layernorm.weight": (WIDTH,), "vit.layernorm.bias": (WIDTH,), "classifier.weight": (2, WIDTH)}
    for name, shape in linear.items():
        shapes[f"vit.encoder.layer.0.{name}.weight"] = shape
        shapes[f"vit.encoder.layer.0.{name}.bias"] = (WIDTH,)
    weights = {name: (shape, bytes(4 * math.prod(shape))) for name, shape in shapes.items()}
    weights["classifier.bias"] = ((2,), struct.pack("<2f", 0, 3))
    if more:
        weights["more"] = ((more // 4,), bytes(more))
    return weights


def safetensors(weights):
    header, at = {}, 0
    for name, (shape, data) in weights.items():
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + b"".join(data for _, data in weights.values())


WEIGHTS = safetensors(make_weights())
SMALL = {
    "config.json": json.dumps({
        "model_type": "vit", "hidden_size": WIDTH, "num_hidden_layers": 1, "num_attention_heads": 1,
        "intermediate_size": WIDTH, "image_size": 8, "patch_size": 4, "id2label": {"0": "oak", "1": "elm"}}).encode(),
    "preprocessor_config.json": json.dumps({
        "do_resize": True, "size": {"height": 8, "width": 8}, "do_rescale": True, "rescale_factor": 1 / 255,
        "do_normalize": True, "image_mean": [0.5] * 3, "image_std": [0.5] * 3, "resample": 2}).encode(),
}


def folder_of(files, base=BASE):
    return {base + name: body for name, body in files.items()}


FILES = folder_of({**SMALL, "model.safetensors": WEIGHTS})
