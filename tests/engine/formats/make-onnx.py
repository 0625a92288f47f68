#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the models of onnx-models/ and what they compute, with nothing but Python.

    tests/engine/formats/make-onnx.py tests/engine/formats/onnx-models
"""
import math
import pathlib
import sys

from onnx_file import (BFLOAT16, DOUBLE, FLOAT, FLOAT16, INT64, Graph, Reference, branch, call, external, function,
                       model, node, pack, tensor, value, wave)
from onnx_recurrent import recurrent


def conv(x, weights, bias):
    """3 × 3, stride 2, padding 1 on all sides, of [3][8][8]."""
    def at(c, row, column):
        return x[(c * 8 + row) * 8 + column] if 0 <= row < 8 and 0 <= column < 8 else 0

    return [[[bias[o] + sum(weights[((o * 3 + c) * 3 + i) * 3 + j] * at(c, 2 * row + i - 1, 2 * column + j - 1)
                            for c in range(3) for i in range(3) for j in range(3))
              for column in range(4)] for row in range(4)] for o in range(4)]


def classifier():
    """As PyTorch writes a small one: Conv, BatchNormalization, Relu, pool, Flatten, Gemm, Softmax."""
    weights, bias = wave(4 * 27, 5), wave(4, 3)
    scale, shift, mean, variance = [1.0, 0.5, 2.0, 1.5], wave(4, 7), wave(4, 11), [0.25, 1.0, 4.0, 0.5]
    matrix, offset = wave(3 * 4, 6), wave(3, 5)
    x = wave(3 * 64, 7)
    pooled = []
    for o, plane in enumerate(conv(x, weights, bias)):
        factor = scale[o] / math.sqrt(variance[o] + 1e-5)
        pooled.append(sum(max((y - mean[o]) * factor + shift[o], 0) for row in plane for y in row) / 16)
    logits = [offset[k] + sum(matrix[k * 4 + c] * pooled[c] for c in range(4)) for k in range(3)]
    powers = [math.exp(logit - max(logits)) for logit in logits]
    nodes = [
        node("Conv", ["x", "w", "b"], ["conv"], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
        node("BatchNormalization", ["conv", "scale", "shift", "mean", "variance"], ["norm"], epsilon=1e-5),
        node("Relu", ["norm"], ["relu"]),
        node("GlobalAveragePool", ["relu"], ["pool"]),
        node("Flatten", ["pool"], ["flat"], axis=1),
        node("Gemm", ["flat", "matrix", "offset"], ["logits"], transB=1),
        node("Softmax", ["logits"], ["scores"], axis=1),
    ]
    constants = [
        tensor("w", [4, 3, 3, 3], weights), tensor("b", [4], bias), tensor("scale", [4], scale),
        tensor("shift", [4], shift), tensor("mean", [4], mean), tensor("variance", [4], variance),
        tensor("matrix", [3, 4], matrix), tensor("offset", [3], offset),
    ]
    data = model(nodes, constants, [value("x", ["N", 3, 8, 8])], [value("scores", ["N", 3])],
                 metadata={"names": "{0: 'red fox', 1: \"owl's\", 2: 'kite'}"})
    return {"classifier.onnx": data, "classifier-x.f32": pack(FLOAT, x),
            "classifier-scores.f32": pack(FLOAT, [power / sum(powers) for power in powers])}


def colours():
    """Whether a picture is mostly red, green or blue: as tests/data/colours, with channels first."""
    blur = [value if i == o else 0 for o in range(3) for i in range(3)
            for value in (1 / 16, 2 / 16, 1 / 16, 2 / 16, 4 / 16, 2 / 16, 1 / 16, 2 / 16, 1 / 16)]
    versus = [8 if i == o else -4 for o in range(3) for i in range(3)]
    nodes = [
        node("Conv", ["x", "blur"], ["conv"], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
        node("Clip", ["conv", "low", "high"], ["clip"]),
        node("GlobalAveragePool", ["clip"], ["mean"]),
        node("Flatten", ["mean"], ["flat"], axis=1),
        node("Gemm", ["flat", "versus"], ["logits"], transB=1),
    ]
    constants = [tensor("blur", [3, 3, 3, 3], blur), tensor("low", [], [0]), tensor("high", [], [6]),
                 tensor("versus", [3, 3], versus)]
    data = model(nodes, constants, [value("x", ["N", 3, 32, 32])], [value("logits", ["N", 3])],
                 metadata={"names": "{0: 'red', 1: 'green', 2: 'blue'}"})
    return {"colours.onnx": data}


def shapes():
    """PyTorch's x.view (x.size (0), -1): the batch is computed."""
    nodes = [
        node("Shape", ["x"], ["shape"]),
        node("Gather", ["shape", "zero"], ["batch"], axis=0),
        node("Unsqueeze", ["batch", "axes"], ["batches"]),
        node("Concat", ["batches", "rest"], ["view"], axis=0),
        node("Reshape", ["x", "view"], ["y"]),
    ]
    constants = [tensor("zero", [], [0], INT64), tensor("axes", [1], [0], INT64),
                 tensor("rest", [1], [-1], INT64)]
    return {"shapes.onnx": model(nodes, constants, [value("x", ["N", 2, 3])], [value("y", ["N", "M"])])}


def types():
    """x + float16 + bfloat16 + double, each a number for itself."""
    nodes = [node("Add", ["x", "half"], ["a"]), node("Add", ["a", "brain"], ["b"]),
             node("Add", ["b", "double"], ["y"])]
    constants = [tensor("half", [2], [0.5, -2.0], FLOAT16), tensor("brain", [2], [8.0, 0.25], BFLOAT16),
                 tensor("double", [2], [32.0, 64.0], DOUBLE)]
    return {"types.onnx": model(nodes, constants, [value("x", [2])], [value("y", [2])])}


def outside():
    """Weights beside the model."""
    nodes = [node("Mul", ["x", "factor"], ["a"]), node("Add", ["a", "shift"], ["y"])]
    constants = [external("factor", [2], 0, 8), external("shift", [2], 8, 8)]
    return {"external.onnx": model(nodes, constants, [value("x", [2])], [value("y", [2])]),
            "external.bin": pack(FLOAT, [2.0, 3.0, 0.5, -1.0])}


def doubtful():
    """Pictures of any size, a weight that nobody reads, one of float16, no names of classes."""
    nodes = [node("GlobalAveragePool", ["x"], ["pool"]), node("Flatten", ["pool"], ["flat"], axis=1),
             node("Gemm", ["flat", "matrix"], ["logits"], transB=1), node("Softmax", ["logits"], ["scores"], axis=1)]
    constants = [tensor("matrix", [4, 3], wave(12, 5), FLOAT16), tensor("spare", [2], wave(2, 3))]
    return {"doubtful.onnx": model(nodes, constants, [value("x", ["N", 3, "H", "W"])], [value("scores", ["N", 4])])}


def open_size():
    """A picture of any size, and of any channels: the mean of each channel, and Softmax."""
    nodes = [node("GlobalAveragePool", ["x"], ["mean"]), node("Flatten", ["mean"], ["flat"]),
             node("Softmax", ["flat"], ["y"], axis=1)]
    return {name: model(nodes, [], [value("x", ["N", channels, "H", "W"])], [value("y", ["N", 3])])
            for name, channels in (("open.onnx", 3), ("open-all.onnx", "C"))}


def case(name, dims, y, nodes, constants=(), opset=13):
    """A model from x to y, and what y is; a result that is no float becomes one."""
    last = node("Cast", ["result"], ["y"], to=FLOAT)
    data = model([*nodes, last], list(constants), [value("x", dims)], [value("y", ["M"])], opset)
    return {f"op-{name}.onnx": data, f"op-{name}.f32": pack(FLOAT, y)}


def operators():
    """Operators that move, sum and choose, on x of [2][3][4], by their definitions."""
    dims, n, rows, columns = [2, 3, 4], 2, 3, 4
    x = wave(n * rows * columns, 7)
    every = [(i, j, k) for i in range(n) for j in range(rows) for k in range(columns)]

    def at(i, j, k):
        return x[(i * rows + j) * columns + k]

    def ints(name, dims, numbers):
        return tensor(name, dims, numbers, INT64)

    files = {"op-x.f32": pack(FLOAT, x)}

    def add(name, y, op, inputs=(), constants=(), results=("result",), opset=13, **attributes):
        one = node(op, ["x", *inputs], results, **attributes)
        files.update(case(name, dims, y, [one], constants, opset))

    zero, one, two = ints("zero", [], [0]), ints("one", [1], [1]), ints("two", [1], [2])
    minus = ints("minus", [], [-1])
    add("trilu", [at(i, j, k) if k >= j + 1 else 0 for i, j, k in every], "Trilu", ["one"], [one])
    add("trilu-lower", [at(i, j, k) if k <= j else 0 for i, j, k in every], "Trilu", upper=0)
    add("cumsum", [sum(at(i, m, k) for m in range(j, rows)) for i, j, k in every], "CumSum", ["one"], [one], reverse=1)
    add("cumsum-exclusive", [sum(at(m, j, k) for m in range(i)) for i, j, k in every], "CumSum", ["zero"], [zero],
        exclusive=1)
    lines = [[at(i, j, k) for k in range(columns)] for i in range(n) for j in range(rows)]
    add("top-k", [number for line in lines for number in sorted(line, reverse=True)[:2]], "TopK", ["two"], [two],
        results=["result", "indices"])
    add("top-k-indices", [sorted(range(rows), key=lambda j: at(i, j, k))[place] for i in range(n) for place in range(2)
                          for k in range(columns)], "TopK", ["two"], [two], ["values", "result"], axis=1, largest=0)
    add("top-k-7", [max(line) for line in lines], "TopK", k=1, opset=7)
    add("hardmax", [1 if k == max(range(columns), key=lambda m: at(i, j, m)) else 0 for i, j, k in every], "Hardmax")
    best = max(range(n * rows * columns), key=lambda m: (x[m], -m))
    add("hardmax-7", [1 if m == best else 0 for m in range(len(x))], "Hardmax", axis=0, opset=7)
    pairs = [(1, 2), (0, -1), (0, 0)]
    indices = ints("indices", [3, 2], [number for pair in pairs for number in pair])
    add("gather-nd", [at(i, j, k) for i, j in ((1, 2), (0, 2), (0, 0)) for k in range(columns)], "GatherND",
        ["indices"], [indices])
    batched = ints("indices", [2, 1], [2, -3])
    add("gather-nd-batch", [at(i, j, k) for i, j in ((0, 2), (1, 0)) for k in range(columns)], "GatherND", ["indices"],
        [batched], batch_dims=1)
    places = [(i * 5 + k * 2) % 3 - (k % 2) * 3 for i in range(n) for k in range(columns)]
    element = ints("indices", [2, 1, 4], places)
    add("gather-elements", [at(i, places[i * columns + k] % rows, k) for i in range(n) for k in range(columns)],
        "GatherElements", ["indices"], [element], axis=1)
    new = wave(8, 3)
    updates = tensor("updates", [2, 1, 4], new)

    def scattered(is_sum):
        y = list(x)
        for i in range(n):
            for k in range(columns):
                place = (i * rows + places[i * columns + k] % rows) * columns + k
                y[place] = y[place] * is_sum + new[i * columns + k]
        return y

    add("scatter-elements", scattered(0), "ScatterElements", ["indices", "updates"], [element, updates], axis=1)
    add("scatter-elements-add", scattered(1), "ScatterElements", ["indices", "updates"], [element, updates], axis=1,
        opset=16, reduction="add")
    slices = tensor("updates", [2, 4], new)
    two_pairs = ints("indices", [2, 2], [1, -1, 1, 2])

    def scattered_slices(is_sum):
        y = list(x)
        for row in range(2):
            for k in range(columns):
                place = (rows + 2) * columns + k
                y[place] = y[place] * is_sum + new[row * columns + k]
        return y

    add("scatter-nd", scattered_slices(0), "ScatterND", ["indices", "updates"], [two_pairs, slices])
    add("scatter-nd-add", scattered_slices(1), "ScatterND", ["indices", "updates"], [two_pairs, slices], opset=16,
        reduction="add")
    add("shrink", [v + 0.125 if v < -0.25 else v - 0.125 if v > 0.25 else 0 for v in x], "Shrink", bias=0.125,
        lambd=0.25)
    add("thresholded-relu", [v if v > 0.25 else 0 for v in x], "ThresholdedRelu", alpha=0.25)
    add("quick-gelu", [v / (1 + math.exp(-1.5 * v)) for v in x], "com.microsoft.QuickGelu", alpha=1.5)
    add("cumsum-last", [sum(at(i, j, m) for m in range(k + 1)) for i, j, k in every], "CumSum", ["minus"], [minus])
    return files


def graphs():
    """How nodes stand in a file: in any order, in branches of If, in functions; x is that of operators ()."""
    x = wave(24, 7)
    files = {}

    def add(name, y, nodes, constants=(), functions=()):
        files[f"case-{name}.onnx"] = model(nodes, list(constants), [value("x", [2, 3, 4])], [value("y", ["M"])],
                                           functions=functions)
        files[f"case-{name}.f32"] = pack(FLOAT, y)

    def bad(name, nodes, constants=(), functions=()):
        files[f"bad-{name}.onnx"] = model(nodes, list(constants), [value("x", [2, 3, 4])], [value("y", ["M"])],
                                          functions=functions)

    two, three = tensor("two", [], [2.0]), tensor("three", [], [3.0])
    chain = [node("Mul", ["x", "two"], ["a"]), node("Add", ["a", "three"], ["b"]), node("Relu", ["b"], ["y"])]
    relu = [max(2 * v + 3, 0) for v in x]
    add("order", relu, chain[::-1], [two, three])
    add("mat-mul-row", [x[12 * i + k] + 2 * x[12 * i + 4 + k] - x[12 * i + 8 + k] for i in range(2) for k in range(4)],
        [node("MatMul", ["row", "x"], ["y"])], [tensor("row", [3], [1.0, 2.0, -1.0])])
    # The second dimension of x is 3.
    ask = [node("Shape", ["x"], ["shape"]), node("Gather", ["shape", "one"], ["rows"], axis=0)]
    numbers = [tensor("one", [], [1], INT64), tensor("rows-3", [], [3], INT64), two, three]
    double = branch([node("Neg", ["twice"], ["out"]), node("Mul", ["x", "two"], ["twice"])], ["out"])
    triple = branch([node("Mul", ["x", "own"], ["out"])], ["out"], [tensor("own", [], [5.0])])
    add("if-shape", [-2 * v for v in x], [node("If", ["is"], ["y"], then_branch=double, else_branch=triple),
                                          node("Equal", ["rows", "rows-3"], ["is"]), *ask], numbers)
    add("if-else", [5 * v for v in x], [*ask, node("Greater", ["rows", "rows-3"], ["is"]),
                                        node("If", ["is"], ["y"], then_branch=double, else_branch=triple)], numbers)
    inner = branch([node("If", ["is"], ["deep"], then_branch=double, else_branch=triple),
                    node("Add", ["deep", "x"], ["sum"])], ["sum"])
    add("if-nested", [-v for v in x], [*ask, node("Equal", ["rows", "rows-3"], ["is"]),
                                       node("If", ["is"], ["y"], then_branch=inner, else_branch=triple)], numbers)
    scaled = function("Scaled", ["a"], ["out"], [node("Constant", [], ["factor"], value_float=Reference("by")),
                                                 node("Mul", ["a", "factor"], ["out"])], by=4.0)
    twice = function("Both", ["a", "low", "high"], ["left", "right"],
                     [call("Scaled", ["a"], ["large"], by=Reference("times")), call("Scaled", ["a"], ["right"]),
                      node("Clip", ["large", "low", "high"], ["left"])])
    add("function", [min(v * 0.5, 0.125) + v * 4 for v in x],
        [call("Both", ["x", "", "top"], ["l", "r"], times=0.5), node("Add", ["l", "r"], ["y"])],
        [tensor("top", [], [0.125])], [twice, scaled])
    conditional = function("Maybe", ["a"], ["out"], [node("Constant", [], ["flag"], value_int=Reference("flag")),
                                                     node("Cast", ["flag"], ["is"], to=9),
                                                     node("If", ["is"], ["out"],
                                                          then_branch=branch([call("Scaled", ["a"], ["b"],
                                                                                   by=Reference("by"))], ["b"]),
                                                          else_branch=branch([node("Neg", ["a"], ["b"])], ["b"]))])
    add("function-if", [v * 3 for v in x], [call("Maybe", ["x"], ["y"], flag=1, by=3.0)], [], [conditional, scaled])

    bad("cycle", [node("Add", ["x", "c"], ["b"]), node("Relu", ["b"], ["c"]), node("Neg", ["c"], ["y"])])
    around = branch([node("Neg", ["y"], ["out"])], ["out"])
    bad("cycle-branch", [node("Cast", ["x"], ["is"], to=9), node("If", ["is"], ["y"], then_branch=around,
                                                                 else_branch=around)])
    endless = function("Endless", ["a"], ["out"], [call("Endless", ["a"], ["out"])])
    bad("function", [call("Endless", ["x"], ["y"])], [], [endless])
    wide = [function(f"Wide{i}", ["a"], ["out"], [call(f"Wide{i + 1}", ["a"], [f"b{k}"]) for k in range(40)]
                     + [node("Sum", [f"b{k}" for k in range(40)], ["out"])]) for i in range(6)]
    bad("wide", [call("Wide0", ["x"], ["y"])], [], [*wide, function("Wide6", ["a"], ["out"],
                                                                    [node("Neg", ["a"], ["out"])])])
    bad("inputs", [call("Scaled", ["x", "x"], ["y"])], [], [scaled])
    deep = branch([node("Neg", ["x"], ["out"])], ["out"])
    for _ in range(40):
        deep = branch([node("If", ["is"], ["out"], then_branch=deep, else_branch=deep)], ["out"]) if len(deep) < 4000 \
            else branch([node("If", ["is"], ["out"], then_branch=deep)], ["out"])
    yes = node("Constant", [], ["one"], value_int=1), node("Cast", ["one"], ["is"], to=9)
    bad("deep", [*yes, node("If", ["is"], ["y"], then_branch=deep, else_branch=triple)])
    bad("graph", [*yes, node("If", ["is"], ["y"], then_branch=Graph(b"\x0a\xff\x01"), else_branch=triple)])
    bad("missing", [*yes, node("If", ["is"], ["y"], else_branch=triple)])
    bad("omitted", [node("Sum", ["x", "", "x"], ["y"])])
    bad("condition", [node("ReduceMax", ["x"], ["largest"], keepdims=0), node("Cast", ["largest"], ["is"], to=9),
                      node("If", ["is"], ["y"], then_branch=double, else_branch=triple)], [two])
    files["known.onnx"] = model([node("Reshape", ["x", "shape"], ["r"]), node("Slice", ["r", "from", "to"], ["y"])],
                                [tensor("to", [1], [2], INT64)],
                                [value("x", [2, 3, 4]), value("shape", [2], INT64), value("from", [1], INT64)],
                                [value("y", ["M", "N"])])
    return files


def definitions():
    """Operators by their definitions, on the x of operators (), of [2][3][4]."""
    x = wave(24, 7)
    files = {}

    def add(name, y, nodes, constants=(), opset=13):
        last = node("Cast", ["result"], ["y"], to=FLOAT) if opset > 5 else node("Identity", ["result"], ["y"])
        files[f"case-{name}.onnx"] = model([*nodes, last], list(constants), [value("x", [2, 3, 4])],
                                           [value("y", ["M"])], opset)
        files[f"case-{name}.f32"] = pack(FLOAT, y)

    zero = tensor("zero", [], [0.0])
    infinite = [math.copysign(math.inf, v) if v else math.nan for v in x]
    for name, low, high in (("negative", 1, 0), ("positive", 0, 1), ("both", 1, 1), ("neither", 0, 0)):
        add(f"is-inf-{name}", [(v == math.inf and high) or (v == -math.inf and low) for v in infinite],
            [node("Div", ["x", "zero"], ["d"]),
             node("IsInf", ["d"], ["result"], detect_negative=low, detect_positive=high)], [zero])
    rows = tensor("rows", [3], [0.5, 2.0, -4.0])
    row = [[0.5, 2.0, -4.0][i // 4 % 3] for i in range(24)]
    add("axis-mul", [v * r for v, r in zip(x, row)],
        [node("Mul", ["x", "rows"], ["result"], broadcast=1, axis=1)], [rows], opset=6)
    add("axis-less", [v < r for v, r in zip(x, row)],
        [node("Less", ["x", "rows"], ["result"], broadcast=1, axis=1)], [rows], opset=6)
    add("opset-1", [max(v, 0) for v in x], [node("Relu", ["x"], ["result"])], opset=1)
    add("prelu-6", [v if v > 0 else v * r for v, r in zip(x, row)], [node("PRelu", ["x", "rows"], ["result"])], [rows],
        opset=6)
    lines = [x[i:i + 4] for i in range(0, 24, 4)]
    means = [sum(line) / 4 for line in lines]
    inverses = [1 / math.sqrt(sum((v - mean) ** 2 for v in line) / 4 + 1e-5) for line, mean in zip(lines, means)]
    ones = tensor("ones", [4], [1.0] * 4)
    add("layer-mean", means, [node("LayerNormalization", ["x", "ones"], ["a", "result", "b"])], [ones], opset=17)
    add("layer-inverse", inverses, [node("LayerNormalization", ["x", "ones"], ["a", "b", "result"])], [ones], opset=17)
    add("mean-variance", [(v - mean) / math.sqrt(sum((w - mean) ** 2 for w in line) / 4)
                          for line, mean in zip(lines, means) for v in line],
        [node("MeanVarianceNormalization", ["x"], ["result"], axes=[-1])])
    return files


def sampled():
    """GridSample of the x of operators () as two pictures of one channel, 3 × 4, bilinear."""
    x = wave(24, 7)
    grid = [((k * 5) % 13 - 6) / 5 for k in range(2 * 2 * 3 * 2)]
    y = []
    for place in range(12):
        picture = x[place // 6 * 12:place // 6 * 12 + 12]
        column = (grid[2 * place] + 1) * 4 / 2 - 0.5
        row = (grid[2 * place + 1] + 1) * 3 / 2 - 0.5

        def at(i, j):
            return picture[i * 4 + j] if 0 <= i < 3 and 0 <= j < 4 else 0

        corners = [(math.floor(row) + i, math.floor(column) + j) for i in (0, 1) for j in (0, 1)]
        y.append(sum(at(i, j) * (1 - abs(row - i)) * (1 - abs(column - j)) for i, j in corners))
    nodes = [node("Reshape", ["x", "dims"], ["p"]), node("GridSample", ["p", "grid"], ["y"], align_corners=0)]
    constants = [tensor("dims", [4], [2, 1, 3, 4], INT64), tensor("grid", [2, 2, 3, 2], grid)]
    data = model(nodes, constants, [value("x", [2, 3, 4])], [value("y", ["M"])], 16)
    return {"case-grid-sample.onnx": data, "case-grid-sample.f32": pack(FLOAT, y)}


def sums():
    """Einsum, LpPool, CenterCropPad and EyeLike, by their definitions, on the x of operators (), of [2][3][4]."""
    x = wave(24, 7)
    files = {}

    def add(name, y, nodes, constants=(), opset=13):
        files[f"case-{name}.onnx"] = model(nodes, list(constants), [value("x", ["N", 3, 4])], [value("y", ["M"])],
                                           opset)
        files[f"case-{name}.f32"] = pack(FLOAT, y)

    square, pairs, line = wave(16, 5), wave(15, 3), wave(4, 11)
    b, rows, columns, five = range(2), range(3), range(4), range(5)

    def at(i, j, k):
        return x[(i * 3 + j) * 4 + k]

    constants = [tensor("square", [4, 4], square), tensor("pairs", [5, 3], pairs), tensor("line", [4], line)]
    for name, equation, inputs, y in (
            ("product", "bij,kj->bik", ["x", "square"],
             [sum(at(i, j, m) * square[k * 4 + m] for m in columns) for i in b for j in rows for k in columns]),
            ("batch", "bij,bkj->bki", ["x", "x"],
             [sum(at(i, j, m) * at(i, k, m) for m in columns) for i in b for k in rows for j in rows]),
            ("three", "bij, j, ki -> kb", ["x", "line", "pairs"],
             [sum(at(i, j, m) * line[m] * pairs[k * 3 + j] for j in rows for m in columns) for k in five for i in b]),
            ("dots", "...j,j->...", ["x", "line"],
             [sum(at(i, j, m) * line[m] for m in columns) for i in b for j in rows]),
            ("implied", "bij,jj", ["x", "square"],
             [sum(at(i, j, m) * square[m * 5] for m in columns) for i in b for j in rows]),
            ("turn", "cab->bca", ["x"], [at(i, j, k) for k in columns for i in b for j in rows]),
            ("outer", "bij,k->bkij", ["x", "line"],
             [at(i, j, m) * line[k] for i in b for k in columns for j in rows for m in columns])):
        add(f"einsum-{name}", y, [node("Einsum", inputs, ["y"], equation=equation)], constants)
    for p in (1, 2, 3):
        add(f"lp-pool-{p}", [sum(abs(at(i, j, k)) ** p for k in range(max(2 * o - 1, 0), min(2 * o + 2, 4))) ** (1 / p)
                             for i in b for j in rows for o in range(2)],
            [node("LpPool", ["x"], ["y"], kernel_shape=[3], strides=[2], pads=[1, 0], p=p)])
    add("lp-pool-same", [sum(at(i, j, k) ** 2 for k in range(o, min(o + 2, 4))) ** 0.5
                         for i in b for j in rows for o in columns],
        [node("LpPool", ["x"], ["y"], kernel_shape=[2], auto_pad="SAME_UPPER")])
    add("global-lp-pool", [sum(abs(at(i, j, k)) ** 3 for k in columns) ** (1 / 3) for i in b for j in rows],
        [node("GlobalLpPool", ["x"], ["y"], p=3)])
    add("center-crop-pad", [at(i, j - 1, k) if 1 <= j <= 3 else 0 for i in b for j in range(6) for k in (0, 1, 2)],
        [node("CenterCropPad", ["x", "sizes"], ["y"], axes=[-1, 1])], [tensor("sizes", [2], [3, 6], INT64)], 18)
    for k in (0, 2, -1):
        add(f"eye-like-{k}", [1 if n - m == k else 0 for m in range(6) for n in columns],
            [node("Reshape", ["x", "dims"], ["m"]), node("EyeLike", ["m"], ["y"], k=k)],
            [tensor("dims", [2], [-1, 4], INT64)])
    return files


def resized():
    """Resize of the lines of the x of operators (): places by ONNX' formulas, linear between two."""
    x = wave(24, 7)
    files = {}

    def add(name, places, constants, inputs, outside=0.0, **attributes):
        y = []
        for line in (x[i:i + 4] for i in range(0, 24, 4)):
            for place in places:
                low = math.floor(min(max(place, 0), 3))
                part = min(max(place, 0), 3) - low
                number = line[low] * (1 - part) + line[min(low + 1, 3)] * part
                y.append(number if 0 <= place <= 3 or not attributes.get("extrapolation_value") else outside)
        nodes = [node("Resize", inputs, ["y"], mode="linear", **attributes)]
        files[f"case-{name}.onnx"] = model(nodes, constants, [value("x", ["N", 3, 4])], [value("y", ["M"])], 13)
        files[f"case-{name}.f32"] = pack(FLOAT, y)

    scale, length = 1.7000000476837158, 4 * 1.7000000476837158
    scales = tensor("scales", [3], [1.0, 1.0, 1.7])
    count = range(int(length))
    for mode, at in (("asymmetric", lambda i: i / scale), ("align_corners", lambda i: i * 3 / (length - 1)),
                     ("half_pixel", lambda i: (i + 0.5) / scale - 0.5),
                     ("pytorch_half_pixel", lambda i: (i + 0.5) / scale - 0.5),
                     ("half_pixel_symmetric", lambda i: (i + 0.5) / scale - 0.5 + 2 * (1 - 6 / length)),
                     ("tf_half_pixel_for_nn", lambda i: (i + 0.5) / scale)):
        add(f"resize-{mode}", [at(i) for i in count], [scales], ["x", "", "scales"],
            coordinate_transformation_mode=mode)
    start, end = 0.25, 1.5
    add("resize-tf_crop_and_resize", [start * 3 + i * (end - start) * 3 / 4 for i in range(5)],
        [tensor("roi", [6], [0.0, 0.0, start, 1.0, 1.0, end]), tensor("sizes", [3], [1, 3, 5], INT64)],
        ["x", "roi", "", "sizes"], -2.0, coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=-2.0)
    return files


folder = pathlib.Path(sys.argv[1])
for files in (classifier(), colours(), shapes(), types(), outside(), doubtful(), open_size(), operators(), graphs(),
              definitions(), sampled(), sums(), resized(), recurrent()):
    for file_name, content in files.items():
        (folder / file_name).write_bytes(content)
