# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder of a model, as Hugging Face's CLIPModel and CLIPProcessor have it: written and read.

A safetensors file is the length of a header in 8 bytes, the header in JSON, and the numbers.
"""
import json

import numpy as np
import torch

import network
from model import new_network
from words import END, LENGTH, START, Words

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
    start, end = words.ids[START], words.ids[END]
    ends = {"bos_token_id": start, "eos_token_id": end, "pad_token_id": end}
    common = {"hidden_act": "gelu", "layer_norm_eps": network.EPSILON, "projection_dim": network.WIDTH}
    return {"architectures": ["CLIPModel"], "model_type": "clip", "torch_dtype": "float16",
            "projection_dim": network.WIDTH, "logit_scale_init_value": 2.6592, "initializer_factor": 1.0,
            "text_config": {"model_type": "clip_text_model", **network.TEXT, **common, **ends,
                            "vocab_size": len(words), "max_position_embeddings": LENGTH},
            "vision_config": {"model_type": "clip_vision_model", **network.PICTURE, **common, "num_channels": 3,
                              "image_size": network.SIZE, "patch_size": network.PATCH}}


def processor():
    return {"image_processor_type": "CLIPImageProcessor", "do_convert_rgb": True,
            "do_resize": True, "size": {"shortest_edge": network.SIZE}, "resample": 3,
            "do_center_crop": True, "crop_size": {"height": network.SIZE, "width": network.SIZE},
            "do_rescale": True, "rescale_factor": 1 / 255,
            "do_normalize": True, "image_mean": network.MEAN, "image_std": network.STD}


def tokenizer_config():
    return {"tokenizer_class": "CLIPTokenizer", "do_lower_case": True, "errors": "replace",
            "model_max_length": LENGTH, "bos_token": START, "eos_token": END, "pad_token": END, "unk_token": END}


def write(folder, weights, words):
    """weights: the state of Towers."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / "model.safetensors", {name: weight.half().numpy() for name, weight in weights.items()})
    words.write(folder)
    for name, content in (("config", config_of(words)), ("preprocessor_config", processor()),
                          ("tokenizer_config", tokenizer_config())):
        (folder / f"{name}.json").write_text(json.dumps(content, indent=2) + "\n")


def read(folder):
    """The network with the weights that are in the files, and the words."""
    words = Words.read(folder)
    towers = new_network(words)
    towers.load_state_dict({name: torch.from_numpy(np.array(tensor))
                            for name, tensor in read_tensors(folder / "model.safetensors").items()})
    return towers.eval(), words
