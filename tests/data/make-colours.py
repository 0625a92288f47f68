#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes colours/, colours-2018/ and colours-frozen/, the small model that the tests classify with.

It says whether a picture is mostly red, green or blue: a 3x3 blur of stride 2
and relu6, the mean of each channel, and a matrix that sets each channel
against the other two. All weights are sums of powers of two, so that every
backend gets the same bits.

    input [?,32,32,3], 0 ... 1  ->  logits [?,3]

The names of the classes are in the graph, as an int32 constant. colours/ is a
graph model as TensorFlow.js has it today, colours-2018/ the same in its first
format: a protocol buffer beside weights_manifest.json. colours-frozen/ is a
frozen graph as it was trained, with dropout, a branch for training, and 8-bit
weights.
"""
import base64
import json
import pathlib
import struct
import sys

SIDE, CHANNELS = 32, 3
LABELS = b"red,green,blue"
BLUR = [1 / 16, 2 / 16, 1 / 16, 2 / 16, 4 / 16, 2 / 16, 1 / 16, 2 / 16, 1 / 16]
DTYPES = {"f": ("float32", "DT_FLOAT"), "i": ("int32", "DT_INT32")}


def weights():
    """Name, kind, shape and numbers of each tensor."""
    channels = range(CHANNELS)
    blur = [value if i == o else 0 for value in BLUR for i in channels for o in channels]
    versus = [8 if i == o else -4 for i in channels for o in channels]
    return [
        ("blur/filter", "f", (3, 3, CHANNELS, CHANNELS), blur),
        ("blur/bias", "f", (CHANNELS,), [0] * CHANNELS),
        ("mean/axes", "i", (2,), [1, 2]),
        ("versus/matrix", "f", (CHANNELS, CHANNELS), versus),
        ("logits/bias", "f", (CHANNELS,), [0] * CHANNELS),
        ("labels", "i", (len(LABELS),), list(LABELS)),
    ]


# The graph, as JSON writes protocol buffers.

def shape(*dims):
    return {"dim": [{"size": str(dim)} for dim in dims]}


def string(text):
    return base64.b64encode(text.encode()).decode()


def const(name, kind, dims):
    dtype = DTYPES[kind][1]
    tensor = {"dtype": dtype, "tensorShape": shape(*dims)}
    attr = {"dtype": {"type": dtype}, "value": {"tensor": tensor}}
    return {"name": name, "op": "Const", "attr": attr}


def node(name, op, inputs, **attr):
    attr = {"T": {"type": "DT_FLOAT"}, **attr}
    return {"name": name, "op": op, "input": inputs, "attr": attr}


def blur(is_fused):
    conv = {
        "strides": {"list": {"i": ["1", "2", "2", "1"]}},
        "dilations": {"list": {"i": ["1", "1", "1", "1"]}},
        "padding": {"s": string("SAME")},
        "data_format": {"s": string("NHWC")},
    }
    if is_fused:
        fused = [string("BiasAdd"), string("Relu6")]
        conv = {**conv, "fused_ops": {"list": {"s": fused}}, "num_args": {"i": "1"}}
        return [node("blur", "_FusedConv2D", ["input", "blur/filter", "blur/bias"], **conv)]
    return [
        node("blur/Conv2D", "Conv2D", ["input", "blur/filter"], **conv),
        node("blur/BiasAdd", "BiasAdd", ["blur/Conv2D", "blur/bias"]),
        node("blur", "Relu6", ["blur/BiasAdd"]),
    ]


def graph(is_fused):
    dims = shape(-1, SIDE, SIDE, CHANNELS)
    placeholder = {"dtype": {"type": "DT_FLOAT"}, "shape": {"shape": dims}}
    mean = {"Tidx": {"type": "DT_INT32"}, "keep_dims": {"b": False}}
    matmul = {"transpose_a": {"b": False}, "transpose_b": {"b": False}}
    nhwc = {"data_format": {"s": string("NHWC")}}
    return [
        {"name": "input", "op": "Placeholder", "attr": placeholder},
        *(const(name, kind, dims) for name, kind, dims, _ in weights()),
        *blur(is_fused),
        node("mean", "Mean", ["blur", "mean/axes"], **mean),
        node("versus", "MatMul", ["mean", "versus/matrix"], **matmul),
        node("logits", "BiasAdd", ["versus", "logits/bias"], **nhwc),
    ]


def constant(name, dtype, content, *dims):
    tensor = {"dtype": dtype, "tensorShape": shape(*dims), "content": content}
    return {"name": name, "op": "Const", "attr": {"dtype": {"type": dtype}, "value": {"tensor": tensor}}}


def frozen_const(name, kind, dims, values):
    return constant(name, DTYPES[kind][1], struct.pack(f"<{len(values)}{kind}", *values), *dims)


def quantized_filter(dims, values):
    """8-bit numbers from 0 to 255 / 16, in steps of 1 / 16."""
    name = "blur/filter"
    return [
        constant(name + "/stored", "DT_QUINT8", bytes(round(16 * v) for v in values), *dims),
        constant(name + "/min", "DT_FLOAT", struct.pack("<f", 0)),
        constant(name + "/max", "DT_FLOAT", struct.pack("<f", 255 / 16)),
        node(name, "Dequantize", [name + "/stored", name + "/min", name + "/max"],
             T={"type": "DT_QUINT8"}, mode={"s": string("MIN_FIRST")}),
    ]


def dropout(name, source):
    keep, uniform = name + "/keep", name + "/uniform"
    return [
        constant(keep, "DT_FLOAT", struct.pack("<f", 0.5)),
        constant(name + "/shape", "DT_INT32", struct.pack("<2i", 1, CHANNELS), 2),
        node(uniform, "RandomUniform", [name + "/shape"]),
        node(name + "/sum", "Add", [keep, uniform]),
        node(name + "/mask", "Floor", [name + "/sum"]),
        node(name + "/scaled", "RealDiv", [source, keep]),
        node(name, "Mul", [name + "/scaled", name + "/mask"]),
    ]


def frozen_graph():
    """The graph of 2018, in whose middle the training shows."""
    nodes = []
    for name, kind, dims, values in weights():
        nodes += [frozen_const(name, kind, dims, values)] if name != "blur/filter" else []
        nodes += quantized_filter(dims, values) if name == "blur/filter" else []
    nodes += [
        constant("training", "DT_BOOL", bytes([0])),
        node("flag", "Identity", ["training"]),
        node("branch", "Switch", ["mean", "flag"]),
        *dropout("noise", "branch:1"),
        node("calm", "Identity", ["branch"]),
        node("merged", "Merge", ["calm", "noise"]),
        *dropout("dropout", "merged"),
    ]
    for value in graph(False):
        if value["op"] == "MatMul":
            value["input"][0] = "dropout"
        if value["op"] != "Const":
            nodes.append(value)
    return nodes


# The same as protocol buffers write themselves.

def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(int(value))


def chunk(field, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def dtype_number(name):
    return {"DT_FLOAT": 1, "DT_INT32": 3, "DT_BOOL": 10, "DT_QUINT8": 12}[name]


def encode_shape(value):
    return b"".join(chunk(2, number(1, dim["size"])) for dim in value["dim"])


def encode_tensor(value):
    dtype = number(1, dtype_number(value["dtype"]))
    content = chunk(4, value["content"]) if "content" in value else b""
    return dtype + chunk(2, encode_shape(value["tensorShape"])) + content


def encode_attr(attr):
    (kind, value), = attr.items()
    if kind == "list":
        return chunk(1, chunk(3, b"".join(varint(int(i)) for i in value["i"])))
    if kind == "s":
        return chunk(2, base64.b64decode(value))
    if kind == "b":
        return number(5, value)
    if kind == "type":
        return number(6, dtype_number(value))
    return chunk(7, encode_shape(value)) if kind == "shape" else chunk(8, encode_tensor(value))


def encode_node(value):
    out = chunk(1, value["name"]) + chunk(2, value["op"])
    out += b"".join(chunk(3, name) for name in value.get("input", []))
    for key, attr in value["attr"].items():
        out += chunk(5, chunk(1, key) + chunk(2, encode_attr(attr)))
    return out


# The files.

def manifest(path):
    entries = [
        {"name": name, "shape": list(dims), "dtype": DTYPES[kind][0]}
        for name, kind, dims, _ in weights()
    ]
    return [{"paths": [path], "weights": entries}]


def shard():
    return b"".join(struct.pack(f"<{len(v)}{kind}", *v) for _, kind, _, v in weights())


def write_json(path, value):
    path.write_text(json.dumps(value, indent=1) + "\n")


def write_today(folder):
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "model.json", {
        "format": "graph-model",
        "generatedBy": "make-colours.py",
        "convertedBy": None,
        "modelTopology": {"node": graph(True), "library": {}, "versions": {"producer": 27}},
        "weightsManifest": manifest("weights.bin"),
    })
    (folder / "weights.bin").write_bytes(shard())


def write_2018(folder):
    folder.mkdir(parents=True, exist_ok=True)
    nodes = b"".join(chunk(1, encode_node(value)) for value in graph(False))
    (folder / "tensorflowjs_model.pb").write_bytes(nodes)
    write_json(folder / "weights_manifest.json", manifest("group1-shard1of1"))
    (folder / "group1-shard1of1").write_bytes(shard())


def write_frozen(folder):
    folder.mkdir(parents=True, exist_ok=True)
    nodes = b"".join(chunk(1, encode_node(value)) for value in frozen_graph())
    (folder / "colours.pb").write_bytes(nodes)


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    write_today(folder / "colours")
    write_2018(folder / "colours-2018")
    write_frozen(folder / "colours-frozen")


if __name__ == "__main__":
    main()
