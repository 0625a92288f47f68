#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the checkpoints of checkpoints/, and beside each what freeze_graph.py would make of it.

    tests/engine/formats/make-checkpoint.py tests/engine/formats/checkpoints tests/fuzz/corpus/checkpoint
"""
import pathlib
import random
import struct
import sys

from tensorflow_file import (FLOAT, INT32, STRING, Shape, Shapes, Type, Types, bundle, constant, field, node,
                             variable)

BOOL, INT64 = 10, 9
TYPES = {1: "DT_FLOAT", 3: "DT_INT32", 7: "DT_STRING", 9: "DT_INT64", 10: "DT_BOOL", 20: "DT_RESOURCE"}
N_CLASSES = 3

# ---- Text format: field number → name and kind, as the .proto files have them ----

MESSAGES = {
    "Graph": {1: ("node", "Node")},
    "Node": {1: ("name", "text"), 2: ("op", "text"), 3: ("input", "text"), 5: ("attr", "Attr")},
    "Attr": {1: ("key", "text"), 2: ("value", "Value")},
    "Value": {1: ("list", "List"), 2: ("s", "text"), 3: ("i", "int"), 4: ("f", "float"), 5: ("b", "bool"),
              6: ("type", "type"), 7: ("shape", "Shape"), 8: ("tensor", "Tensor")},
    "List": {3: ("i", "int"), 6: ("type", "type"), 7: ("shape", "Shape")},
    "Shape": {2: ("dim", "Dim")},
    "Dim": {1: ("size", "int")},
    "Tensor": {1: ("dtype", "type"), 2: ("tensor_shape", "Shape"), 4: ("tensor_content", "text"),
               5: ("float_val", "float"), 8: ("string_val", "text")},
    "Meta": {1: ("meta_info_def", "Info"), 2: ("graph_def", "Graph"), 3: ("saver_def", "Saver")},
    "Info": {4: ("tags", "text")},
    "Saver": {3: ("restore_op_name", "text")},
}


def read_varint(data, at):
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return number, at


def quote(data):
    escapes = {34: '\\"', 92: "\\\\", 10: "\\n"}
    return '"' + "".join(escapes.get(byte, chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in data) + '"'


def scalar(kind, value):
    if kind == "int":
        return str(value - (1 << 64) if value >> 63 else value)
    return {"bool": lambda: "true" if value else "false", "type": lambda: TYPES[value], "text": lambda: quote(value),
            "float": lambda: repr(struct.unpack("<f", value)[0])}[kind]()


def to_text(data, message, indent=""):
    """The text format of a message in binary."""
    out, at = [], 0
    while at < len(data):
        tag, at = read_varint(data, at)
        name, kind = MESSAGES[message][tag >> 3]
        if tag & 7 == 0:
            value, at = read_varint(data, at)
            out.append(f"{indent}{name}: {scalar(kind, value)}\n")
            continue
        if tag & 7 == 2:
            size, at = read_varint(data, at)
        else:
            size = 4
        part, at = data[at:at + size], at + size
        if kind in MESSAGES:
            out.append(f"{indent}{name} {{\n{to_text(part, kind, indent + '  ')}{indent}}}\n")
        elif tag & 7 == 2 and kind != "text":
            inner = 0
            while inner < len(part):
                value, inner = read_varint(part, inner)
                out.append(f"{indent}{name}: {scalar(kind, value)}\n")
        else:
            out.append(f"{indent}{name}: {scalar(kind, part)}\n")
    return "".join(out)


# ---- Graphs ----

def float32(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


class Weights(dict):
    """{name: (dims, numbers)}, each with its own numbers."""

    def __init__(self, seed, **dims):
        super().__init__()
        self.random = random.Random(seed)
        for name, sizes in dims.items():
            self.add(name.replace("__", "/"), sizes)

    def add(self, name, sizes):
        count = 1
        for size in sizes:
            count *= size
        low = 0.25 if name.endswith(("variance", "gamma")) else -0.5
        self[name] = (sizes, [float32(self.random.uniform(low, 1)) for _ in range(count)])


def graph(nodes):
    return b"".join(field(1, one) for one in nodes)


def meta_graph(nodes):
    return field(1, field(4, "train")) + field(2, graph(nodes)) + field(3, field(3, "save/restore_all"))


def read(name, resource=False):
    if resource:
        return node(f"{name}/Read/ReadVariableOp", "ReadVariableOp", [name], dtype=Type(FLOAT))
    return node(f"{name}/read", "Identity", [name], T=Type(FLOAT))


def trained_variables(weights, slots):
    """Variables as tf.get_variable makes them, with what initialises them and Adam's slots."""
    out = []
    for name, (dims, _) in weights.items():
        out += [variable(name, "VariableV2", dims), read(name)]
        if slots and not name.endswith(("moving_mean", "moving_variance")):
            out += [variable(f"{name}/Adam", "VariableV2", dims), variable(f"{name}/Adam_1", "VariableV2", dims)]
    for name in weights if slots else ():
        out += [node(f"{name}/Initializer/random_uniform", "RandomUniform", ["shape"], dtype=Type(FLOAT)),
                node(f"{name}/Assign", "Assign", [name, f"{name}/Initializer/random_uniform"], T=Type(FLOAT))]
    return out


def frozen_variables(weights):
    out = []
    for name, (dims, numbers) in weights.items():
        out += [constant(name, dims, numbers, FLOAT), read(name)]
    return out


def restore(names, slices=None):
    """save/: what writes and reads the checkpoint."""
    out = [node("save/Const", "Const", dtype=Type(STRING), value=field(1, STRING) + field(2, b"") + field(8, "model")),
           constant("save/RestoreV2/tensor_names", [len(names)], [key for _, key in names], STRING),
           constant("save/RestoreV2/shape_and_slices", [len(names)], slices or [""] * len(names), STRING),
           node("save/SaveV2", "SaveV2", ["save/Const", "save/RestoreV2/tensor_names",
                                          "save/RestoreV2/shape_and_slices"] + [name for name, _ in names]),
           node("save/RestoreV2", "RestoreV2",
                ["save/Const", "save/RestoreV2/tensor_names", "save/RestoreV2/shape_and_slices"])]
    for i, (name, _) in enumerate(names):
        out.append(node(f"save/Assign_{i}", "Assign", [name, f"save/RestoreV2:{i}"], T=Type(FLOAT)))
    return out + [node("save/restore_all", "NoOp", [f"^save/Assign_{i}" for i in range(len(names))])]


def convolution(source):
    return [node("conv1/Conv2D", "Conv2D", [source, "conv1/weights/read"], strides=[1, 1, 1, 1], padding="SAME",
                 data_format="NHWC", T=Type(FLOAT))]


def normalisation(name, source, mean, variance, is_training):
    return node(name, "FusedBatchNorm", [source, "conv1/gamma/read", "conv1/beta/read", mean, variance],
                epsilon=0.001, is_training=is_training, data_format="NHWC", T=Type(FLOAT))


def pooling(source):
    return [node("conv1/Relu", "Relu", [source], T=Type(FLOAT)),
            node("pool1/MaxPool", "MaxPool", ["conv1/Relu"], ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID",
                 data_format="NHWC", T=Type(FLOAT)),
            constant("flat/shape", [2], [-1, 64]),
            node("flat/Reshape", "Reshape", ["pool1/MaxPool", "flat/shape"], T=Type(FLOAT), Tshape=Type(INT32)),
            node("fc1/MatMul", "MatMul", ["flat/Reshape", "fc1/weights/read"], T=Type(FLOAT))]


def head(source, bias="fc2/biases/read"):
    return [node("fc2/MatMul", "MatMul", [source, "fc2/weights/read"], T=Type(FLOAT)),
            node("fc2/BiasAdd", "BiasAdd", ["fc2/MatMul", bias], T=Type(FLOAT), data_format="NHWC"),
            node("final", "Softmax", ["fc2/BiasAdd"], T=Type(FLOAT))]


def dropout(source, keep):
    return [node("dropout/Shape", "Shape", [source]),
            node("dropout/random_uniform/RandomUniform", "RandomUniform", ["dropout/Shape"], dtype=Type(FLOAT)),
            node("dropout/add", "Add", [keep, "dropout/random_uniform/RandomUniform"], T=Type(FLOAT)),
            node("dropout/Floor", "Floor", ["dropout/add"], T=Type(FLOAT)),
            node("dropout/div", "RealDiv", [source, keep], T=Type(FLOAT)),
            node("dropout/mul", "Mul", ["dropout/div", "dropout/Floor"], T=Type(FLOAT))]


def moving_average(name, average, followed):
    return [node(f"{name}/decay", "Const", dtype=Type(FLOAT), value=field(1, FLOAT) + field(2, b"") + field(5, 0.1)),
            node(f"{name}/sub", "Sub", [f"{average}/read", followed], T=Type(FLOAT)),
            node(f"{name}/mul", "Mul", [f"{name}/sub", f"{name}/decay"], T=Type(FLOAT)),
            node(name, "AssignSub", [average, f"{name}/mul"], T=Type(FLOAT))]


def gradients(logits, labels, weights):
    """The loss, its gradient as far as it reads the network, Adam, and what is written down."""
    out = [node("xentropy", "SparseSoftmaxCrossEntropyWithLogits", [logits, labels], T=Type(FLOAT)),
           constant("axis", [1], [0]), node("loss", "Mean", ["xentropy", "axis"], T=Type(FLOAT)),
           node("loss_1", "ScalarSummary", ["save/Const", "loss"]),
           node("activations", "HistogramSummary", ["save/Const", "conv1/Relu"]),
           constant("dimension", [], [1]),
           node("ArgMax", "ArgMax", [logits, "dimension"]), node("Equal", "Equal", ["ArgMax", labels]),
           node("Cast", "Cast", ["Equal"], SrcT=Type(BOOL), DstT=Type(FLOAT)),
           node("accuracy", "Mean", ["Cast", "axis"], T=Type(FLOAT)),
           node("gradients/xentropy_grad/mul", "Mul", ["xentropy:1", "loss"], T=Type(FLOAT)),
           node("gradients/fc2/BiasAdd_grad/BiasAddGrad", "BiasAddGrad", ["gradients/xentropy_grad/mul"]),
           node("gradients/fc2/MatMul_grad/MatMul", "MatMul", ["gradients/xentropy_grad/mul", "fc2/weights/read"]),
           node("gradients/fc1/MatMul_grad/Shape", "Shape", ["fc1/MatMul"]),
           node("gradients/conv1/Relu_grad/ReluGrad", "ReluGrad", ["gradients/fc2/MatMul_grad/MatMul", "conv1/Relu"]),
           node("learning_rate", "Placeholder", dtype=Type(FLOAT), shape=Shape([]))]
    for name in weights:
        out.append(node(f"Adam/update_{name}/ApplyAdam", "ApplyAdam",
                        [name, f"{name}/Adam", f"{name}/Adam_1", "learning_rate",
                         "gradients/fc2/MatMul_grad/MatMul"], T=Type(FLOAT)))
    return out + [node("Adam", "NoOp", [f"^Adam/update_{name}/ApplyAdam" for name in weights])]


def picture(name, dims=(-1, 8, 8, 3)):
    return node(name, "Placeholder", dtype=Type(FLOAT), shape=Shape(dims))


def trained_weights(seed):
    return Weights(seed, conv1__weights=[3, 3, 3, 4], conv1__gamma=[4], conv1__beta=[4], conv1__moving_mean=[4],
                   conv1__moving_variance=[4], fc1__weights=[64, 8], fc2__weights=[8, N_CLASSES],
                   fc2__biases=[N_CLASSES])


def trained():
    """Placeholders for pictures, labels, what dropout keeps, and whether it is training."""
    weights = trained_weights(1)
    nodes = [
        node("empty", "Const", dtype=Type(FLOAT), value=field(1, FLOAT) + field(2, field(2, field(1, 0)))),
        constant("shape", [1], [1]), picture("x"), node("y_", "Placeholder", dtype=Type(INT64), shape=Shape([-1])),
        node("keep_prob", "Placeholder", dtype=Type(FLOAT)),
        node("is_training", "Placeholder", dtype=Type(BOOL), shape=Shape([])),
    ] + trained_variables(weights, True) + convolution("x")
    cond = "conv1/BatchNorm/cond"
    nodes += [
        node(f"{cond}/pred_id", "Identity", ["is_training"], T=Type(BOOL)),
        node(f"{cond}/Switch", "Switch", ["conv1/Conv2D", f"{cond}/pred_id"], T=Type(FLOAT)),
        node(f"{cond}/mean", "Switch", ["conv1/moving_mean/read", f"{cond}/pred_id"], T=Type(FLOAT)),
        node(f"{cond}/variance", "Switch", ["conv1/moving_variance/read", f"{cond}/pred_id"], T=Type(FLOAT)),
        normalisation(f"{cond}/FusedBatchNorm", f"{cond}/Switch:1", "empty", "empty", True),
        normalisation(f"{cond}/FusedBatchNorm_1", f"{cond}/Switch", f"{cond}/mean", f"{cond}/variance", False),
        node(f"{cond}/Merge", "Merge", [f"{cond}/FusedBatchNorm_1", f"{cond}/FusedBatchNorm"], T=Type(FLOAT), N=2),
        node(f"{cond}/Merge_1", "Merge", [f"{cond}/mean", f"{cond}/FusedBatchNorm:1"], T=Type(FLOAT), N=2),
    ] + moving_average("conv1/AssignMovingAvg", "conv1/moving_mean", f"{cond}/Merge_1")
    nodes += pooling(f"{cond}/Merge") + dropout("fc1/MatMul", "keep_prob") + head("dropout/mul")
    nodes += gradients("fc2/BiasAdd", "y_", [name for name in weights if "moving" not in name])
    nodes += restore([(name, name) for name in weights])

    frozen = [picture("x")] + frozen_variables(weights) + convolution("x") + [
        normalisation("norm", "conv1/Conv2D", "conv1/moving_mean/read", "conv1/moving_variance/read", False)]
    frozen += pooling("norm") + head("fc1/MatMul")
    return weights, nodes, frozen


def with_slots(weights):
    slots = {f"{name}/Adam": (dims, [0.5] * len(numbers)) for name, (dims, numbers) in weights.items()}
    return {**weights, **slots, "global_step": ([], [20])}


def queued():
    """As slim writes it: examples from a queue, graphs of training alone, whose statistics are those of
    the batch; a weight in parts, a bias that is a resource, an auxiliary classifier; the variables of
    another checkpoint, which training began with."""
    weights = trained_weights(2)
    for name in ("moving_mean", "moving_variance", "gamma", "beta"):
        weights.add(f"fc1/{name}", [8])
    matrix = weights.pop("fc2/weights")
    nodes = [
        node("empty", "Const", dtype=Type(FLOAT), value=field(1, FLOAT) + field(2, field(2, field(1, 0)))),
        constant("shape", [1], [1]),
        node("batch/fifo_queue", "FIFOQueueV2", component_types=Types([FLOAT, INT64]), shapes=Shapes([[8, 8, 3], []])),
        constant("batch/n", [], [32]),
        node("batch", "QueueDequeueManyV2", ["batch/fifo_queue", "batch/n"], component_types=Types([FLOAT, INT64])),
    ] + trained_variables({name: value for name, value in weights.items() if name != "fc2/biases"}, True)
    nodes += [variable("fc2/biases", "VarHandleOp", [N_CLASSES], "fc2/biases"), read("fc2/biases", True)]
    nodes += [variable("fc2/weights/part_0", "VariableV2", [5, N_CLASSES]), read("fc2/weights/part_0"),
              variable("fc2/weights/part_1", "VariableV2", [3, N_CLASSES]), read("fc2/weights/part_1"),
              constant("fc2/concat_dim", [], [0]),
              node("fc2/weights/concat", "ConcatV2",
                   ["fc2/weights/part_0/read", "fc2/weights/part_1/read", "fc2/concat_dim"], N=2, T=Type(FLOAT)),
              node("fc2/weights/read", "Identity", ["fc2/weights/concat"], T=Type(FLOAT))]
    nodes += convolution("batch") + [normalisation("norm", "conv1/Conv2D", "empty", "empty", True)]
    nodes += moving_average("conv1/AssignMovingAvg", "conv1/moving_mean", "norm:1")
    nodes += moving_average("conv1/AssignMovingAvg_1", "conv1/moving_variance", "norm:2")
    nodes += pooling("norm") + written_out("moments/Squeeze", "moments/Squeeze_1") + [
        constant("moments/axes", [1], [0]),
        node("moments/mean", "Mean", ["fc1/MatMul", "moments/axes"], keep_dims=True, T=Type(FLOAT)),
        node("moments/difference", "SquaredDifference", ["fc1/MatMul", "moments/mean"], T=Type(FLOAT)),
        node("moments/variance", "Mean", ["moments/difference", "moments/axes"], keep_dims=True, T=Type(FLOAT)),
        node("moments/Squeeze", "Squeeze", ["moments/mean"], squeeze_dims=[0], T=Type(FLOAT)),
        node("moments/Squeeze_1", "Squeeze", ["moments/variance"], squeeze_dims=[0], T=Type(FLOAT)),
    ]
    nodes += moving_average("fc1/AssignMovingAvg", "fc1/moving_mean", "moments/Squeeze")
    nodes += moving_average("fc1/AssignMovingAvg_1", "fc1/moving_variance", "moments/Squeeze_1")
    # A moving average of weights, which inference may use and this one does not.
    nodes += [variable("ema", "VariableV2", [64, 8]), read("ema")]
    nodes += moving_average("EMA/AssignMovingAvg", "ema", "fc1/weights/read")
    nodes += head("fc1/add_1", "fc2/biases/Read/ReadVariableOp") + [
        node("aux/MatMul", "MatMul", ["pool1/flat", "aux/weights/read"], T=Type(FLOAT)),
        node("pool1/flat", "Reshape", ["pool1/MaxPool", "flat/shape"], T=Type(FLOAT)),
        variable("aux/weights", "VariableV2", [64, N_CLASSES]), read("aux/weights"),
        node("aux/Softmax", "Softmax", ["aux/MatMul"], T=Type(FLOAT)),
        node("aux/xentropy", "SparseSoftmaxCrossEntropyWithLogits", ["aux/MatMul", "batch:1"], T=Type(FLOAT)),
    ]
    nodes += gradients("fc2/BiasAdd", "batch:1", ["conv1/weights"])
    whole = list(weights)
    cut = [f"8 {N_CLASSES} 0,5:-", f"8 {N_CLASSES} 5,3:-"]
    nodes += restore([(name, name) for name in whole]
                     + [("fc2/weights/part_0", "fc2/weights"), ("fc2/weights/part_1", "fc2/weights")],
                     [""] * len(whole) + cut)
    nodes += [constant("warm/names", [1], ["imagenet/weights"], STRING), constant("warm/slices", [1], [""], STRING),
              node("warm/RestoreV2", "RestoreV2", ["save/Const", "warm/names", "warm/slices"]),
              node("warm/Assign", "Assign", ["conv1/weights", "warm/RestoreV2"], T=Type(FLOAT))]

    numbers = matrix[1]
    stored = dict(weights)
    stored["fc2/weights"] = [[8, N_CLASSES], ([5, N_CLASSES], [(0, 5), (0, -1)], numbers[:5 * N_CLASSES]),
                             ([3, N_CLASSES], [(5, 3), (0, -1)], numbers[5 * N_CLASSES:])]
    weights["fc2/weights"] = matrix
    frozen = [picture("batch")] + frozen_variables(weights) + convolution("batch") + [
        normalisation("norm", "conv1/Conv2D", "conv1/moving_mean/read", "conv1/moving_variance/read", False)]
    frozen += pooling("norm") + written_out("fc1/moving_mean/read", "fc1/moving_variance/read") + head("fc1/add_1")
    return stored, nodes, frozen


def written_out(mean, variance):
    """tf.nn.batch_normalization."""
    return [
        node("fc1/epsilon", "Const", dtype=Type(FLOAT), value=field(1, FLOAT) + field(2, b"") + field(5, 0.001)),
        node("fc1/add", "Add", [variance, "fc1/epsilon"], T=Type(FLOAT)),
        node("fc1/Rsqrt", "Rsqrt", ["fc1/add"], T=Type(FLOAT)),
        node("fc1/mul", "Mul", ["fc1/Rsqrt", "fc1/gamma/read"], T=Type(FLOAT)),
        node("fc1/mul_1", "Mul", ["fc1/MatMul", "fc1/mul"], T=Type(FLOAT)),
        node("fc1/mul_2", "Mul", [mean, "fc1/mul"], T=Type(FLOAT)),
        node("fc1/sub", "Sub", ["fc1/beta/read", "fc1/mul_2"], T=Type(FLOAT)),
        node("fc1/add_1", "Add", ["fc1/mul_1", "fc1/sub"], T=Type(FLOAT)),
    ]


def state(*names):
    """The file "checkpoint", the newest first."""
    return (f'model_checkpoint_path: "{names[0]}"\n'
            + "".join(f'all_model_checkpoint_paths: "{name}"\n' for name in reversed(names))).encode()


def small():
    """The smallest that has a checkpoint."""
    nodes = [picture("x", (-1, 3)), variable("v", "VariableV2", [3, 3]), node("v/read", "Identity", ["v"]),
             node("y", "MatMul", ["x", "v/read"])]
    return {"v": ([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9])}, nodes


def text_graph(nodes):
    return (to_text(graph(nodes), "Graph") + "versions {\n  producer: 27\n}\n").encode()


def main():
    root, corpus = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    weights, nodes, frozen = trained()
    stored, queue_nodes, queue_frozen = queued()
    small_weights, small_nodes = small()
    # Of the two steps, 9 is the newest by the file, and 10 the one with the highest number.
    models = {
        "trained": {
            "checkpoint": state("model.ckpt-9", "model.ckpt-10"),
            "model.ckpt-9.meta": meta_graph(nodes), "model.ckpt-10.meta": meta_graph(nodes),
            "labels.txt": b"red\ngreen\nblue\n",
            **bundle(with_slots(weights), 2, prefix="model.ckpt-9"),
            **bundle(with_slots(trained_weights(3)), 1, prefix="model.ckpt-10"),
        },
        "queued": {
            # As training writes it that was given the whole path of its folder.
            "checkpoint": state("/data/train/logdir/model.ckpt-1500"), "graph.pbtxt": text_graph(queue_nodes),
            **bundle(stored, prefix="model.ckpt-1500"),
        },
        "text": {
            "net.meta": to_text(meta_graph(nodes), "Meta").encode(), **bundle(weights, prefix="net"),
        },
        "frozen": {"trained.pb": graph(frozen), "trained.pbtxt": text_graph(frozen), "queued.pb": graph(queue_frozen)},
        "small": {"m.meta": meta_graph(small_nodes), **bundle(small_weights, prefix="m")},
    }
    for name, files in models.items():
        entries = files.pop("block", b"")
        text = files.get("graph.pbtxt", text_graph(small_nodes))
        if name in ("queued", "small"):
            # A file of the corpus: the length of the graph, the graph as text, and a block of the index.
            corpus.mkdir(parents=True, exist_ok=True)
            (corpus / name).write_bytes(struct.pack("<I", len(text)) + text + entries)
        for path, data in files.items():
            file = root / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


main()
