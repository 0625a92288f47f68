#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the SavedModels of saved-models/ and what they compute, with nothing but Python, after the
published formats: saved_model.proto, function.proto, tensor_bundle.proto, LevelDB's table_format.md.

    tests/engine/formats/make-saved-model.py tests/engine/formats/saved-models tests/fuzz/corpus/saved-model
"""
import pathlib
import struct
import sys

FLOAT, INT32, STRING, RESOURCE = 1, 3, 7, 20


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def field(number, value):
    """A field of a protocol buffer: a number, a text, or bytes, which may be a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def entry(key, value):
    return field(1, key) + field(2, value)


def shape(dims):
    return b"".join(field(2, field(1, dim)) for dim in dims)


class Type(int):
    """An attribute that is a type, and no number."""


class Function(str):
    """An attribute that is the name of a function."""


class Shape(list):
    """An attribute that is a shape, and no list."""


def attribute(value):
    if isinstance(value, Type):
        return field(6, int(value))
    if isinstance(value, Function):
        return field(10, field(1, str(value)))
    if isinstance(value, Shape):
        return field(7, shape(value))
    if isinstance(value, int):
        return field(3, value)
    if isinstance(value, str):
        return field(2, value)
    if isinstance(value, bytes):
        return field(8, value)
    return field(1, field(3, b"".join(varint(one) for one in value)))


def node(name, op, inputs=(), **attributes):
    return (field(1, name) + field(2, op) + b"".join(field(3, one) for one in inputs)
            + b"".join(field(5, entry(key, attribute(value))) for key, value in attributes.items()))


def constant(name, dims, numbers, kind=INT32):
    if kind == STRING:
        contents = b"".join(field(8, one) for one in numbers)
    else:
        contents = field(4, struct.pack(f"<{len(numbers)}{'f' if kind == FLOAT else 'i'}", *numbers))
    return node(name, "Const", dtype=Type(kind), value=field(1, kind) + field(2, shape(dims)) + contents)


def function(name, arguments, results, nodes, returned):
    signature = (field(1, name) + b"".join(field(2, field(1, one)) for one in arguments)
                 + b"".join(field(3, field(1, one)) for one in results))
    return (field(1, signature) + b"".join(field(3, one) for one in nodes)
            + b"".join(field(4, entry(*pair)) for pair in zip(results, returned)))


def signature(inputs, outputs):
    def infos(number, tensors):
        return b"".join(field(number, entry(key, field(1, name))) for key, name in tensors.items())
    return infos(1, inputs) + infos(2, outputs) + field(3, "tensorflow/serving/predict")


def saved_model(nodes, signatures, functions=(), restore=""):
    graph = (b"".join(field(1, one) for one in nodes)
             + field(2, b"".join(field(1, one) for one in functions)))
    meta_graph = (field(1, field(4, "serve")) + field(2, graph) + field(3, field(3, restore))
                  + b"".join(field(5, entry(*pair)) for pair in signatures.items()))
    return field(1, 1) + field(2, meta_graph)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def block(pairs, kind=0):
    """A block of a table: each second key is written in full, and is a restart point."""
    out, restarts, last = bytearray(), [], b""
    for i, (key, value) in enumerate(pairs):
        shared = 0
        if i % 2 == 0:
            restarts.append(len(out))
        else:
            while shared < min(len(key), len(last)) and key[shared] == last[shared]:
                shared += 1
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        last = key
    restarts = restarts or [0]
    out += struct.pack(f"<{len(restarts)}I", *restarts) + struct.pack("<I", len(restarts))
    return bytes(out), bytes([kind]) + struct.pack("<I", crc32c(bytes(out) + bytes([kind])))


def table(pairs, kind=0):
    """Three entries to a block."""
    out, index = bytearray(), []
    pairs = sorted(pairs)

    def add(contents):
        start = len(out)
        data, trailer = block(contents, kind)
        out.extend(data + trailer)
        return varint(start) + varint(len(data))

    for i in range(0, len(pairs), 3):
        part = pairs[i:i + 3]
        index.append((part[-1][0], add(part)))
    handles = add([]) + add(index)
    return bytes(out) + handles.ljust(40, b"\0") + struct.pack("<Q", 0xDB4775248B80FB57)


def number_key(number):
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return bytes([len(data)]) + data


def signed_key(number):
    """Of small numbers, which take one byte, and those that take two."""
    if -64 <= number < 64:
        return bytes([number & 255 ^ 0x80])
    return struct.pack(">h", number ^ ~0x3FFF if number < 0 else number ^ 0xC000 - 0x10000)


def slice_key(name, extents):
    return (number_key(0) + name.encode() + b"\0\1" + number_key(len(extents))
            + b"".join(signed_key(start) + signed_key(length) for start, length in extents))


def extents_message(extents):
    return b"".join(field(1, (field(1, start) if start else b"") + (field(2, length) if length > 0 else b""))
                    for start, length in extents)


def bundle(tensors, n_shards=1, order="<", kind=0, change=None):
    """The files of a checkpoint: {key: (dims, numbers)}, or {key: [(dims, extents, numbers), …]} of a
    variable in parts, whose shape comes first. @change changes an entry."""
    shards = [bytearray() for _ in range(n_shards)]
    pairs = [(b"", field(1, n_shards) + (field(2, 1) if order == ">" else b"") + field(3, field(1, 1)))]

    def add(key, dims, numbers):
        shard = len(pairs) % n_shards
        data = struct.pack(f"{order}{len(numbers)}f", *numbers)
        values = {"shape": shape(dims), "shard": shard, "offset": len(shards[shard]), "size": len(data),
                  "crc": crc32c(data)}
        values.update(change or {})
        shards[shard].extend(data)
        pairs.append((key, field(1, FLOAT) + field(2, values["shape"]) + field(3, values["shard"])
                      + field(4, values["offset"]) + field(5, values["size"])
                      + varint(6 << 3 | 5) + struct.pack("<I", values["crc"])))

    for key, contents in tensors.items():
        if isinstance(contents, tuple):
            add(key.encode(), *contents)
            continue
        dims, *parts = contents
        pairs.append((key.encode(), field(1, FLOAT) + field(2, shape(dims))
                      + b"".join(field(7, extents_message(extents)) for _, extents, _ in parts)))
        for part_dims, extents, numbers in parts:
            add(slice_key(key, extents), part_dims, numbers)
    files = {f"variables/variables.data-{i:05}-of-{n_shards:05}": bytes(data) for i, data in enumerate(shards)}
    files["variables/variables.index"] = table(pairs, kind)
    files["block"] = block(sorted(pairs))[0]
    return files


def wave(count, step):
    """Numbers that float32 holds exactly."""
    return [((i * step) % 17 - 8) / 16 for i in range(count)]


def variable(name, op, dims, shared_name=""):
    return node(name, op, dtype=Type(FLOAT), shape=Shape(dims), shared_name=shared_name)


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
