# SPDX-License-Identifier: GPL-3.0-or-later
"""A folded model as a TensorFlow.js graph model: model.json and shards of at most 4 MiB.

The names of the classes lie in the graph, as an int32 constant "labels" with the characters of
"empty,FU_up,…", so that they can not be lost.
"""
import base64
import json

import numpy

from classes import LABELS
from network import SIZE, blocks

SHARD = 4 * 1024 * 1024
FLOAT, INT = {"type": "DT_FLOAT"}, {"type": "DT_INT32"}


def text(word):
    return base64.b64encode(word.encode()).decode()


def shape_of(sizes):
    return {"dim": [{"size": str(size)} for size in sizes]}


def constant(name, array):
    dtype = "DT_INT32" if array.dtype == numpy.int32 else "DT_FLOAT"
    tensor = {"dtype": dtype, "tensorShape": shape_of(array.shape)}
    return {"name": name, "op": "Const",
            "attr": {"dtype": {"type": dtype}, "value": {"tensor": tensor}}}


def node(name, op, inputs, **attrs):
    return {"name": name, "op": op, "input": inputs, "attr": {"T": FLOAT, **attrs}}


def window(stride):
    """The attributes of a convolution."""
    return {"data_format": {"s": text("NHWC")}, "padding": {"s": text("SAME")},
            "strides": {"list": {"i": ["1", str(stride), str(stride), "1"]}},
            "dilations": {"list": {"i": ["1", "1", "1", "1"]}},
            "explicit_paddings": {"list": {}}}


def conv(name, source, stride=1, activation="Relu6"):
    fused = [text("BiasAdd")] + ([text(activation)] if activation else [])
    return node(name, "_FusedConv2D", [source, f"{name}/weights", f"{name}/bias"],
                **window(stride), use_cudnn_on_gpu={"b": True}, epsilon={"f": 0.0},
                num_args={"i": "1"}, fused_ops={"list": {"s": fused}})


def depthwise(name, source, stride):
    """The converter of TensorFlow.js leaves these three apart too."""
    nhwc = {"s": text("NHWC")}
    return [node(name, "DepthwiseConv2dNative", [source, f"{name}/depthwise_weights"],
                 **window(stride)),
            node(f"{name}_bias", "BiasAdd", [name, f"{name}/bias"], data_format=nhwc),
            node(f"{name}_relu6", "Relu6", [f"{name}_bias"])]


def block_nodes(block, source):
    """The nodes of an inverted residual; the last one is its output."""
    name, nodes, inner = block.name, [], source
    if block.expanded_c != block.in_c:
        nodes.append(conv(f"{name}_expand", inner))
        inner = f"{name}_expand"
    nodes += depthwise(f"{name}_depthwise", inner, block.stride)
    nodes.append(conv(f"{name}_project", nodes[-1]["name"], activation=None))
    if block.is_residual:
        nodes.append(node(f"{name}_add", "AddV2", [source, f"{name}_project"]))
    return nodes


def nodes_of(constants):
    shape = {"shape": shape_of((-1, SIZE, SIZE, 3))}
    nodes = [{"name": "input", "op": "Placeholder", "attr": {"dtype": FLOAT, "shape": shape}}]
    nodes += [constant(name, array) for name, array in constants.items()]
    nodes.append(conv("stem", "input", 2))
    for block in blocks():
        nodes += block_nodes(block, nodes[-1]["name"])
    nodes.append(conv("head", nodes[-1]["name"]))
    nodes.append(node("pool", "Mean", ["head", "pool/axes"], Tidx=INT, keep_dims={"b": False}))
    nodes.append(node("classifier", "MatMul", ["pool", "classifier/weights"],
                      transpose_a={"b": False}, transpose_b={"b": False}))
    nodes.append(node("logits", "BiasAdd", ["classifier", "classifier/bias"],
                      data_format={"s": text("NHWC")}))
    return nodes


def manifest_row(name, array):
    """A row of the manifest and the bytes that it stands for."""
    row = {"name": name, "shape": list(array.shape)}
    if array.dtype == numpy.int32:
        return {**row, "dtype": "int32"}, array.astype("<i4").tobytes()
    if name.endswith("/bias"):
        return {**row, "dtype": "float32"}, array.astype("<f4").tobytes()
    return ({**row, "dtype": "float32", "quantization": {"dtype": "float16"}},
            array.astype("<f2").tobytes())


def end(name, sizes):
    return {name: {"name": f"{name}:0", "dtype": "DT_FLOAT", "tensorShape": shape_of(sizes)}}


def write(folder, folded):
    """Writes model.json and its shards into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    constants = {"labels": numpy.frombuffer(",".join(LABELS).encode(), numpy.uint8)
                 .astype(numpy.int32),
                 "pool/axes": numpy.array([1, 2], numpy.int32), **folded}
    rows, parts = zip(*(manifest_row(name, array) for name, array in constants.items()))
    data = b"".join(parts)
    pieces = [data[at:at + SHARD] for at in range(0, len(data), SHARD)]
    paths = [f"group1-shard{i + 1}of{len(pieces)}.bin" for i in range(len(pieces))]
    for path, piece in zip(paths, pieces):
        (folder / path).write_bytes(piece)
    model = {"format": "graph-model", "generatedBy": "Koma", "convertedBy": None,
             "signature": {"inputs": end("input", (-1, SIZE, SIZE, 3)),
                           "outputs": end("logits", (-1, len(LABELS)))},
             "modelTopology": {"node": nodes_of(constants), "library": {},
                               "versions": {"producer": 0}},
             "weightsManifest": [{"paths": paths, "weights": list(rows)}]}
    (folder / "model.json").write_text(json.dumps(model, separators=(",", ":")) + "\n")


def stored_type(row):
    if "quantization" in row:
        return numpy.dtype("<f2")
    return numpy.dtype({"float32": "<f4", "int32": "<i4"}[row["dtype"]])


def read(folder):
    """The constants of a graph model that write wrote, by name."""
    group = json.loads((folder / "model.json").read_text())["weightsManifest"][0]
    data = b"".join((folder / path).read_bytes() for path in group["paths"])
    constants, at = {}, 0
    for row in group["weights"]:
        stored = stored_type(row)
        n = int(numpy.prod(row["shape"]))
        values = numpy.frombuffer(data, stored, n, at).reshape(row["shape"])
        constants[row["name"]] = values.astype(row["dtype"])
        at += n * stored.itemsize
    return constants


def read_folded(folder):
    return {name: array for name, array in read(folder).items()
            if name not in ("labels", "pool/axes")}
