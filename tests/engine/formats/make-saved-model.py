#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the SavedModels of saved-models/ and what they compute.

    tests/engine/formats/make-saved-model.py tests/engine/formats/saved-models tests/fuzz/corpus/saved-model
"""
import pathlib
import struct
import sys

from tensorflow_file import (FLOAT, INT32, STRING, Function, Shape, Type, bundle, constant, field, function,
                             node, saved_model, shape, signature, variable, wave)

BLUR = [value / 16 if i == o else 0 for value in (1, 2, 1, 2, 4, 2, 1, 2, 1) for i in range(3) for o in range(3)]
VERSUS = [8 if i == o else -4 for i in range(3) for o in range(3)]
KEYS = ["variables/0/.ATTRIBUTES/VARIABLE_VALUE", "variables/1/.ATTRIBUTES/VARIABLE_VALUE"]


def colours():
    """As TensorFlow 2 writes it: functions that call functions, variables as their arguments, of the
    same name, so that only the function that restores them tells which is which."""
    call = function("__inference_call_17", ["x", "kernel", "matrix"], ["identity"], [
        node("conv/ReadVariableOp", "ReadVariableOp", ["kernel"], dtype=Type(FLOAT)),
        node("conv", "Conv2D", ["x", "conv/ReadVariableOp:value:0"], strides=[1, 2, 2, 1], padding="SAME",
             T=Type(FLOAT), data_format="NHWC"),
        node("relu6", "Relu6", ["conv:output:0"], T=Type(FLOAT)),
        constant("axes", [2], [1, 2]),
        node("mean", "Mean", ["relu6:activations:0", "axes:output:0"], keep_dims=0, T=Type(FLOAT)),
        node("split/axis", "Const", dtype=Type(INT32), value=field(1, INT32) + field(2, b"") + field(7, 1)),
        node("split", "Split", ["split/axis:output:0", "mean:output:0"], num_split=3, T=Type(FLOAT)),
        node("concat", "ConcatV2", ["split:output:0", "split:output:1", "split:output:2", "split/axis:output:0"],
             N=3, T=Type(FLOAT)),
        node("dot/ReadVariableOp", "ReadVariableOp", ["matrix"], dtype=Type(FLOAT)),
        node("dot", "MatMul", ["concat:output:0", "dot/ReadVariableOp:value:0"], T=Type(FLOAT)),
        node("identity", "Identity", ["dot:product:0", "^conv/ReadVariableOp", "^x"], T=Type(FLOAT)),
        node("Assert", "Assert", ["x"]),
    ], ["identity:output:0"])
    wrapper = function("__inference_signature_wrapper_23", ["pixels", "unknown", "unknown_0"], ["identity"], [
        node("StatefulPartitionedCall", "StatefulPartitionedCall", ["pixels", "unknown", "unknown_0"],
             f=Function("__inference_call_17")),
        node("Identity", "Identity", ["StatefulPartitionedCall:output:0", "^StatefulPartitionedCall"]),
    ], ["Identity:output:0"])
    restore = function("__inference__traced_restore_31", ["file_prefix", "assign_kernel", "assign_kernel_1"],
                       ["identity_2"], [
        constant("RestoreV2/tensor_names", [3], KEYS + ["_CHECKPOINTABLE_OBJECT_GRAPH"], STRING),
        constant("RestoreV2/shape_and_slices", [3], ["", "", ""], STRING),
        node("RestoreV2", "RestoreV2",
             ["file_prefix", "RestoreV2/tensor_names:output:0", "RestoreV2/shape_and_slices:output:0"]),
        node("Identity", "Identity", ["RestoreV2:tensors:0"]),
        node("AssignVariableOp", "AssignVariableOp", ["assign_kernel", "Identity:output:0"]),
        node("Identity_1", "Identity", ["RestoreV2:tensors:1"]),
        node("AssignVariableOp_1", "AssignVariableOp", ["assign_kernel_1", "Identity_1:output:0"]),
        node("Identity_2", "Identity", ["file_prefix", "^AssignVariableOp", "^AssignVariableOp_1"]),
    ], ["Identity_2:output:0"])
    nodes = [
        variable("kernel", "VarHandleOp", [3, 3, 3, 3], "kernel"),
        variable("kernel_1", "VarHandleOp", [3, 3], "kernel_1"),
        node("serving_default_pixels", "Placeholder", dtype=Type(FLOAT), shape=Shape([-1, 32, 32, 3])),
        node("StatefulPartitionedCall", "StatefulPartitionedCall",
             ["serving_default_pixels", "kernel_1", "kernel"], f=Function("__inference_signature_wrapper_23")),
        node("NoOp", "NoOp"),
        node("saver_filename", "Placeholder", dtype=Type(STRING), shape=Shape([])),
        node("StatefulPartitionedCall_1", "StatefulPartitionedCall", ["saver_filename"],
             f=Function("__inference__traced_save_9")),
        node("StatefulPartitionedCall_2", "StatefulPartitionedCall", ["saver_filename", "kernel", "kernel_1"],
             f=Function("__inference__traced_restore_31")),
    ]
    signatures = {"__saved_model_init_op": signature({}, {"__saved_model_init_op": "NoOp"}),
                  "serving_default": signature({"pixels": "serving_default_pixels:0"},
                                               {"logits": "StatefulPartitionedCall:0"}),
                  "other": signature({}, {})}
    files = bundle({KEYS[0]: ([3, 3], VERSUS), KEYS[1]: ([3, 3, 3, 3], BLUR),
                    "save_counter/.ATTRIBUTES/VARIABLE_VALUE": ([], [1])})
    files["saved_model.pb"] = saved_model(nodes, signatures, [call, wrapper, restore], "StatefulPartitionedCall_2")
    files["labels.txt"] = b"red\ngreen\nblue\n"
    return files


def parts(order="<", n_shards=2, **options):
    """As TensorFlow 1 writes it: w of 70 × 3 in two parts, a bias that goes by its name, and an offset
    that is restored under another; two results of three numbers, in as many shards as there are."""
    rows, columns, cut = 70, 3, 66
    w, b, offset = wave(rows * columns, 5), wave(columns, 3), [0.25]
    x = wave(rows, 7)
    y = [sum(x[i] * w[i * columns + k] for i in range(rows)) + b[k] + offset[0] for k in range(columns)]
    nodes = [
        node("x", "Placeholder", dtype=Type(FLOAT), shape=Shape([-1, rows])),
        variable("w/part_0", "VariableV2", [cut, columns]),
        variable("w/part_1", "VariableV2", [rows - cut, columns]),
        node("w/part_0/read", "Identity", ["w/part_0"]), node("w/part_1/read", "Identity", ["w/part_1"]),
        constant("axis", [], [0]),
        node("w", "ConcatV2", ["w/part_0/read", "w/part_1/read", "axis"], N=2),
        variable("b", "VarHandleOp", [columns], "b"),
        node("b/Read", "ReadVariableOp", ["b"], dtype=Type(FLOAT)),
        variable("offset", "VariableV2", []),
        node("dot", "MatMul", ["x", "w"]), node("sum", "BiasAdd", ["dot", "b/Read"]),
        node("y", "AddV2", ["sum", "offset"]), node("twice", "AddV2", ["y:0", "y"]),
        constant("save/names", [3], ["w", "w", "the offset"], STRING),
        constant("save/slices", [3], [f"{rows} {columns} 0,{cut}:-", f"{rows} {columns} {cut},{rows - cut}:-", ""],
                 STRING),
        node("save/file", "Placeholder", dtype=Type(STRING)),
        node("save/RestoreV2", "RestoreV2", ["save/file", "save/names", "save/slices"]),
        node("save/Assign", "Assign", ["w/part_0", "save/RestoreV2"]),
        node("save/Assign_1", "Assign", ["w/part_1", "save/RestoreV2:1"]),
        node("save/Assign_2", "Assign", ["offset", "save/RestoreV2:2"]),
        node("save/restore_all", "NoOp", ["^save/Assign", "^save/Assign_1", "^save/Assign_2"]),
    ]
    files = bundle({"w": [[rows, columns], ([cut, columns], [(0, cut), (0, -1)], w[:cut * columns]),
                          ([rows - cut, columns], [(cut, rows - cut), (0, -1)], w[cut * columns:])],
                    "b": ([columns], b), "the offset": ([], offset)}, n_shards, order, **options)
    files["saved_model.pb"] = saved_model(
        nodes, {"predict": signature({"x": "x:0"}, {"scores": "y:0", "double": "twice:0"})},
        restore="save/restore_all")
    files["x.f32"] = struct.pack(f"<{rows}f", *x)
    files["scores.f32"] = struct.pack(f"<{columns}f", *y)
    return files


def one_variable(**options):
    """The smallest that has a checkpoint."""
    nodes = [node("x", "Placeholder", dtype=Type(FLOAT), shape=Shape([-1, 3])), variable("v", "VarHandleOp", [3], "v"),
             node("read", "ReadVariableOp", ["v"]), node("y", "Mul", ["x", "read"])]
    files = bundle({"v": ([3], [1, 2, 3])}, **options)
    files["saved_model.pb"] = saved_model(nodes, {"serving_default": signature({"x": "x:0"}, {"y": "y:0"})})
    return files


def calling(names, arguments=("x",)):
    """x → f, and functions that each call the next; the last of @names may be none of them."""
    nodes = [node("x", "Placeholder", dtype=Type(FLOAT), shape=Shape([-1, 3])),
             node("call", "PartitionedCall", list(arguments), f=Function(names[0]))]
    functions = [function(name, ["a"], ["y"], [node("next", "PartitionedCall", ["a"], f=Function(following)),
                                               node("again", "PartitionedCall", ["a"], f=Function(following))],
                          ["next:output:0"]) for name, following in zip(names, names[1:])]
    served = {"serving_default": signature({"x": "x:0"}, {"y": "call:0"})}
    return {"saved_model.pb": saved_model(nodes, served, functions)}


def signatures(*names):
    nodes = [node("x", "Placeholder", dtype=Type(FLOAT), shape=Shape([-1, 3])), node("y", "Relu", ["x"])]
    return {"saved_model.pb": saved_model(nodes, {name: signature({"x": "x:0"}, {"y": "y:0"}) for name in names})}


def main():
    root, corpus = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    swapped = parts(">", 1)
    bad = {
        "compressed": one_variable(kind=1),
        "far": one_variable(change={"offset": 1 << 40}),
        "negative": one_variable(change={"offset": -4}),
        "large": one_variable(change={"shape": shape([1 << 30]), "size": 4 << 30}),
        "size": one_variable(change={"size": 8}),
        "shard": one_variable(change={"shard": 7}),
        "checksum": one_variable(change={"crc": 1}),
        "cycle": calling(["f", "g", "f"]),
        "missing-function": calling(["f", "g"]),
        "missing-argument": calling(["f", "g"], arguments=()),
        "no-signature": signatures(),
        "two-signatures": signatures("first", "second"),
    }
    models = {"colours": colours(), "parts": parts(), "big-endian": swapped, "one": one_variable()}
    models.update({f"bad-{name}": files for name, files in bad.items()})
    for name, files in models.items():
        entries = files.pop("block", None)
        if entries is not None and not name.startswith("bad"):
            # A file of the corpus: the length of the graph, the graph, and a block of the index.
            graph = files["saved_model.pb"]
            (corpus / name).write_bytes(struct.pack("<I", len(graph)) + graph + entries)
        for path, data in files.items():
            file = root / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


main()
