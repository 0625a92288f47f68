# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ViT-B/16 with random weights, 346 MB, as people's files have it: a folder of Hugging Face, and what torch.save ()
writes of torchvision's model, in its zip format and in the one before."""
import array
import collections
import json
import math
import pickle
import random
import struct
import sys
import types
import zipfile

WIDTH, DEPTH, CLASSES, PATCH, ROWS = 768, 12, 1000, 16, 197
# Of the legacy format: a number, the version, what the machine is like.
MAGIC = 0x1950a86a20f9469cfc6c
SYSTEM = {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}


def dense(name, rows, columns):
    return {f"{name}.weight": (rows, columns), f"{name}.bias": (rows,)}


def norm(name):
    return {f"{name}.weight": (WIDTH,), f"{name}.bias": (WIDTH,)}


def list_hugging_face():
    layers = {"vit.embeddings.cls_token": (1, 1, WIDTH), "vit.embeddings.position_embeddings": (1, ROWS, WIDTH),
              "vit.embeddings.patch_embeddings.projection.weight": (WIDTH, 3, PATCH, PATCH),
              "vit.embeddings.patch_embeddings.projection.bias": (WIDTH,)}
    for i in range(DEPTH):
        block = f"vit.encoder.layer.{i}."
        for name in ("query", "key", "value"):
            layers |= dense(f"{block}attention.attention.{name}", WIDTH, WIDTH)
        layers |= dense(block + "attention.output.dense", WIDTH, WIDTH)
        layers |= dense(block + "intermediate.dense", 4 * WIDTH, WIDTH)
        layers |= dense(block + "output.dense", WIDTH, 4 * WIDTH)
        layers |= norm(block + "layernorm_before") | norm(block + "layernorm_after")
    return layers | norm("vit.layernorm") | dense("classifier", CLASSES, WIDTH)


def list_torchvision():
    layers = {"class_token": (1, 1, WIDTH), "conv_proj.weight": (WIDTH, 3, PATCH, PATCH), "conv_proj.bias": (WIDTH,),
              "encoder.pos_embedding": (1, ROWS, WIDTH)}
    for i in range(DEPTH):
        block = f"encoder.layers.encoder_layer_{i}."
        layers |= {block + "self_attention.in_proj_weight": (3 * WIDTH, WIDTH),
                   block + "self_attention.in_proj_bias": (3 * WIDTH,)}
        layers |= dense(block + "self_attention.out_proj", WIDTH, WIDTH)
        layers |= dense(block + "mlp.0", 4 * WIDTH, WIDTH) | dense(block + "mlp.3", WIDTH, 4 * WIDTH)
        layers |= norm(block + "ln_1") | norm(block + "ln_2")
    return layers | norm("encoder.ln") | dense("heads.head", CLASSES, WIDTH)


def make_block():
    numbers = random.Random(1)
    return array.array("f", (numbers.gauss(0, 0.02) for _ in range(1 << 16))).tobytes()


BLOCK = make_block()


def make_bytes(shape):
    size = 4 * math.prod(shape)
    return (BLOCK * (size // len(BLOCK) + 1))[:size]


def write_safetensors(folder):
    folder.mkdir()
    layers, header, end = list_hugging_face(), {}, 0
    for name, shape in layers.items():
        size = 4 * math.prod(shape)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    config = {"model_type": "vit", "id2label": {str(i): f"class {i}" for i in range(CLASSES)}}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with open(folder / "model.safetensors", "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text)
        for shape in layers.values():
            out.write(make_bytes(shape))
    return folder / "model.safetensors"


class Storage:
    def __init__(self, key, count):
        self.key, self.count = key, count


class Tensor:
    def __init__(self, key, shape):
        self.storage, self.shape = Storage(key, math.prod(shape)), shape

    def __reduce__(self):
        strides = tuple(math.prod(self.shape[i + 1:]) for i in range(len(self.shape)))
        return sys.modules["torch._utils"]._rebuild_tensor_v2, (self.storage, 0, self.shape, strides, False,
                                                                collections.OrderedDict())


class Pickler(pickle.Pickler):
    """Names what PyTorch has, which is not there."""

    def __init__(self, out, is_legacy):
        super().__init__(out, 2)
        self.is_legacy = is_legacy

    def persistent_id(self, obj):
        if not isinstance(obj, Storage):
            return None
        return ("storage", sys.modules["torch"].FloatStorage, obj.key, "cpu", obj.count,
                *([None] if self.is_legacy else []))


def rebuild(*_):
    """Stands for PyTorch's function in pickles."""


def pretend_torch():
    rebuild.__module__, rebuild.__qualname__ = "torch._utils", "_rebuild_tensor_v2"
    storage = type("FloatStorage", (), {"__module__": "torch"})
    sys.modules["torch"] = types.ModuleType("torch")
    sys.modules["torch._utils"] = types.ModuleType("torch._utils")
    sys.modules["torch"].FloatStorage = storage
    sys.modules["torch._utils"]._rebuild_tensor_v2 = rebuild


def write_torch(path, is_legacy):
    pretend_torch()
    layers = list_torchvision()
    keys = [str(i) for i in range(len(layers))]
    state = collections.OrderedDict((name, Tensor(key, shape)) for key, (name, shape) in zip(keys, layers.items()))
    if is_legacy:
        with open(path, "wb") as out:
            for header in (MAGIC, 1001, SYSTEM):
                pickle.dump(header, out, 2)
            Pickler(out, True).dump(state)
            pickle.dump(keys, out, 2)
            for shape in layers.values():
                out.write(struct.pack("<q", math.prod(shape)) + make_bytes(shape))
        return path
    with zipfile.ZipFile(path, "w") as archive:
        with archive.open("model/data.pkl", "w") as out:
            Pickler(out, False).dump(state)
        for key, shape in zip(keys, layers.values()):
            entry = zipfile.ZipInfo(f"model/data/{key}")
            # Data begin at a multiple of 64 bytes, as PyTorch has them.
            begin = archive.fp.tell() + 30 + len(entry.filename)
            entry.extra = struct.pack("<HH", 0x4246, -(begin + 4) % 64) + b"Z" * (-(begin + 4) % 64)
            archive.writestr(entry, make_bytes(shape))
        archive.writestr("model/version", "3\n")
    return path
