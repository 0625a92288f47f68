# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder of a model, as open_clip has it on a hub: written and read.

A safetensors file is the length of a header in 8 bytes, the header in JSON, and the numbers.
"""
import json

import numpy as np
import torch

import network
from model import new_network
from words import END, LENGTH, START, Words

WEIGHTS = "open_clip_model.safetensors"
KINDS = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}


def write_tensors(path, tensors):
    """tensors: names to float16 arrays."""
    header, at = {"__metadata__": {"format": "pt"}}, 0
    for name, tensor in tensors.items():
        header[name] = {"dtype": "F16", "shape": list(tensor.shape), "data_offsets": [at, at + tensor.nbytes]}
        at += tensor.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for tensor in tensors.values():
            file.write(np.ascontiguousarray(tensor, "<f2").tobytes())


def read_tensors(path):
    """Names to float32 arrays."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    tensors = {}
    for name, about in header.items():
        first, end = about["data_offsets"]
        numbers = np.frombuffer(data[start + first:start + end], KINDS[about["dtype"]])
        tensors[name] = numbers.reshape(about["shape"]).astype(np.float32)
    return tensors


def config_of(words):
    text = {**network.TEXT, "context_length": LENGTH, "vocab_size": len(words)}
    return {"model_cfg": {"embed_dim": network.WIDTH, "vision_cfg": network.PICTURE, "text_cfg": text},
            "preprocess_cfg": {"mean": network.MEAN, "std": network.STD, "interpolation": "bicubic",
                               "resize_mode": "shortest"}}


def tokenizer_config():
    return {"tokenizer_class": "CLIPTokenizer", "do_lower_case": True, "errors": "replace",
            "model_max_length": LENGTH, "bos_token": START, "eos_token": END, "pad_token": END, "unk_token": END}


def write(folder, weights, words):
    """weights: the state of Towers."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / WEIGHTS, {name: weight.half().numpy() for name, weight in weights.items()
                                     if weight.is_floating_point()})
    words.write(folder)
    for name, content in (("open_clip_config", config_of(words)), ("tokenizer_config", tokenizer_config())):
        (folder / f"{name}.json").write_text(json.dumps(content, indent=2) + "\n")


def read(folder):
    """The network with the weights that are in the files, and the words."""
    words = Words.read(folder)
    towers = new_network(words)
    tensors = {name: torch.from_numpy(np.array(tensor)) for name, tensor in read_tensors(folder / WEIGHTS).items()}
    # Not there are only the counts of batches.
    towers.load_state_dict(tensors, strict=False)
    return towers.eval(), words
