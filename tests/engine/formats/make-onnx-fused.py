#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes models of one operator each that onnxruntime makes of several or of quantised ones, or that came with opset
23, and what onnxruntime computes with them; it is fetched with npm.

    tests/engine/formats/make-onnx-fused.py tests/engine/formats/onnx-models build
"""
import pathlib
import subprocess
import sys
import tempfile

from onnx_file import BOOL, FLOAT, INT32, INT64, INT8, UINT8, model, node, pack, tensor, value, wave

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from nets import runtime  # noqa: E402

MICROSOFT = "com.microsoft"


def product(dims):
    total = 1
    for dim in dims:
        total *= dim
    return total


class Case:
    """A model from x to y, with constants for all other inputs."""

    def __init__(self, name, dims, opset=17):
        self.name, self.dims, self.opset = name, dims, opset
        self.nodes, self.constants = [], []
        self.same = None

    def as_same(self, other):
        """Another model that computes the same, for what onnxruntime leaves out."""
        self.same = other
        return self

    def add(self, op, inputs, outputs=("y",), **attributes):
        self.nodes.append(node(op, inputs, outputs, **attributes))
        return self

    def const(self, name, dims, numbers=None, kind=FLOAT, step=5):
        self.constants.append(tensor(name, dims, wave(product(dims), step, len(name)) if numbers is None else numbers,
                                     kind))
        return self

    def steps(self, name, scale, zero, kind=UINT8):
        """Constants for the scale and the zero point of a value."""
        return self.const(name + "_s", [], [scale]).const(name + "_z", [], [zero], kind)

    def quantize(self, name, to, scale, zero, kind=UINT8):
        self.steps(to, scale, zero, kind)
        return self.add("QuantizeLinear", [name, to + "_s", to + "_z"], [to])

    def dequantize(self, name, to="y"):
        return self.add("DequantizeLinear", [name, name + "_s", name + "_z"], [to])

    def write(self, folder):
        path = folder / f"fused-{self.name}.onnx"
        path.write_bytes(model(self.nodes, self.constants, [value("x", self.dims)], [value("y", [])],
                               self.opset, domain=MICROSOFT))
        return path


def triple(name):
    return [name, name + "_s", name + "_z"]


def one_quantized(name, op, dims, kind=UINT8, zero=None, with_zero=True, **attributes):
    zero = (120 if kind == UINT8 else -5) if zero is None else zero
    case = Case(name, dims).quantize("x", "q", 1 / 128, zero, kind).steps("r", 1 / 97.3, zero, kind)
    inputs = [*triple("q"), *triple("r")[1:]] if with_zero else ["q", "q_s", "", "r_s"]
    return case.add(f"{MICROSOFT}.{op}", inputs, ["r"], **attributes).dequantize("r")


def quantized():
    picture = [1, 4, 6, 5]
    yield one_quantized("q-global-average-pool", "QLinearGlobalAveragePool", picture)
    yield one_quantized("q-global-average-pool-last", "QLinearGlobalAveragePool", [1, 6, 5, 4], channels_last=1)
    yield one_quantized("q-average-pool", "QLinearAveragePool", picture, kernel_shape=[3, 2], strides=[2, 1],
                        pads=[1, 0, 1, 1])
    yield one_quantized("q-average-pool-int8", "QLinearAveragePool", picture, INT8, kernel_shape=[2, 2],
                        count_include_pad=1, pads=[1, 1, 1, 1])
    yield one_quantized("q-average-pool-last", "QLinearAveragePool", [1, 6, 5, 4], kernel_shape=[2, 2], channels_last=1)
    yield one_quantized("q-leaky-relu", "QLinearLeakyRelu", picture, alpha=0.3)
    left_out, given = (one_quantized("q-leaky-relu-no-zero", "QLinearLeakyRelu", picture, INT8, 0, with_zero, alpha=0.3)
                       for with_zero in (False, True))
    yield left_out.as_same(given)
    yield one_quantized("q-sigmoid", "QLinearSigmoid", picture)
    yield one_quantized("q-softmax", "QLinearSoftmax", [2, 3, 4], axis=-1, opset=13)
    yield one_quantized("q-softmax-12", "QLinearSoftmax", [2, 3, 4], axis=1, opset=12)
    for op in "Add", "Mul":
        case = Case(f"q-{op.lower()}", picture).quantize("x", "q", 1 / 128, 120)
        case.const("b", [4, 1, 1], [3, 90, 255, 128], UINT8).steps("b", 1 / 64, 100).steps("r", 1 / 50, 90)
        yield case.add(f"{MICROSOFT}.QLinear{op}", [*triple("q"), *triple("b"), "r_s", "r_z"], ["r"]).dequantize("r")

    def add_int8(zeros):
        case = Case("q-add-no-zero", picture).quantize("x", "q", 1 / 128, 0, INT8)
        case.const("b", [4, 1, 1], [3, -90, 100, 127], INT8).steps("b", 1 / 64, 0, INT8).steps("r", 1 / 50, 0, INT8)
        case.add(f"{MICROSOFT}.QLinearAdd", ["q", "q_s", zeros[0], "b", "b_s", zeros[1], "r_s", *zeros[2:]], ["r"])
        return case.dequantize("r")

    yield add_int8(["", ""]).as_same(add_int8(["q_z", "b_z", "r_z"]))
    case = Case("q-concat", picture).quantize("x", "q", 1 / 128, 120).quantize("x", "p", 1 / 90, 10)
    case.steps("r", 1 / 100, 120)
    yield case.add(f"{MICROSOFT}.QLinearConcat", ["r_s", "r_z", *triple("q"), *triple("p")], ["r"],
                   axis=1).dequantize("r")
    case = Case("q-where", [2, 3, 4]).quantize("x", "q", 1 / 128, 120).quantize("x", "p", 1 / 90, 10)
    case.const("c", [3, 1], [1, 0, 1], BOOL).steps("r", 1 / 100, 120)
    yield case.add(f"{MICROSOFT}.QLinearWhere", ["c", *triple("q"), *triple("p"), "r_s", "r_z"], ["r"]).dequantize("r")
    for name, with_result, attributes in (("q-gemm", True, {"transB": 1}), ("q-gemm-float", False, {"alpha": 0.5})):
        case = Case(name, [3, 6]).quantize("x", "q", 1 / 128, 120)
        dims = [4, 6] if with_result else [6, 4]
        case.const("b", dims, [(i * 37) % 256 - 128 for i in range(24)], INT8).steps("b", 1 / 200, 0, INT8)
        case.const("c", [4], [300, -2000, 500, 40], INT32).steps("r", 1 / 50, 100)
        inputs = [*triple("q"), *triple("b"), "c", *(["r_s", "r_z"] if with_result else [])]
        case.add(f"{MICROSOFT}.QGemm", inputs, ["r" if with_result else "y"], **attributes)
        yield case.dequantize("r") if with_result else case
    case = Case("nhwc-max-pool", [1, 6, 5, 4]).quantize("x", "q", 1 / 128, 120)
    case.add(f"{MICROSOFT}.NhwcMaxPool", ["q"], ["r"], kernel_shape=[2, 3], strides=[2, 2])
    yield case.add("DequantizeLinear", ["r", "q_s", "q_z"])
    case = Case("q-conv-last", [1, 6, 5, 4]).quantize("x", "q", 1 / 128, 120).steps("r", 1 / 30, 110)
    case.const("w", [3, 4, 3, 3], [(i * 37) % 256 - 128 for i in range(108)], INT8).steps("w", 1 / 200, 0, INT8)
    case.const("b", [3], [3000, -2000, 50], INT32)
    yield case.add(f"{MICROSOFT}.QLinearConv", [*triple("q"), *triple("w"), "r_s", "r_z", "b"], ["r"], channels_last=1,
                   pads=[1, 1, 1, 1], kernel_shape=[3, 3]).dequantize("r")
    case = Case("ms-quantize", [2, 3, 4]).steps("q", 1 / 128, 120)
    case.add(f"{MICROSOFT}.QuantizeLinear", ["x", "q_s", "q_z"], ["q"])
    yield case.add(f"{MICROSOFT}.DequantizeLinear", triple("q"))


def chain():
    """Two convolutions, and what lies between and behind them, all of quantised numbers."""
    case = Case("chain", [1, 3, 16, 16]).quantize("x", "q", 1 / 128, 120).steps("r", 1 / 30, 110)
    case.steps("w", 1 / 200, 0, INT8).const("b", [4], [3000, -2000, 50, 3], INT32)
    for name, channels in ("w1", 3), ("w2", 4):
        case.const(name, [4, channels, 3, 3], [(i * 37) % 256 - 128 for i in range(36 * channels)], INT8)
    case.add("QLinearConv", [*triple("q"), "w1", "w_s", "w_z", "r_s", "r_z", "b"], ["r"], kernel_shape=[3, 3])
    case.add(f"{MICROSOFT}.QLinearLeakyRelu", [*triple("r"), "r_s", "r_z"], ["leaky"], alpha=0.2)
    case.add(f"{MICROSOFT}.QLinearAdd", ["leaky", "r_s", "r_z", *triple("r"), "r_s", "r_z"], ["sum"])
    case.add("QLinearConv", ["sum", "r_s", "r_z", "w2", "w_s", "w_z", "r_s", "r_z", "b"], ["again"],
             kernel_shape=[3, 3])
    case.add(f"{MICROSOFT}.QLinearGlobalAveragePool", ["again", "r_s", "r_z", "r_s", "r_z"], ["mean"])
    yield case.add("DequantizeLinear", ["mean", "r_s", "r_z"])


def fused():
    picture = [1, 4, 6, 5]
    for name, attributes in (("relu", {}), ("leaky", {"activation": "LeakyRelu", "activation_params": [0.2]}),
                             ("clip", {"activation": "Clip", "activation_params": [-0.25, 0.5]}),
                             ("hard", {"activation": "HardSigmoid", "activation_params": [0.3, 0.4]}),
                             ("tanh", {"activation": "Tanh"})):
        case = Case(f"conv-{name}", picture).const("w", [4, 4, 3, 3]).const("b", [4], step=3)
        attributes = {"activation": "Relu", **attributes}
        yield case.add(f"{MICROSOFT}.FusedConv", ["x", "w", "b"], pads=[1, 1, 1, 1], kernel_shape=[3, 3], **attributes)
    case = Case("conv-sum", picture).const("w", [4, 4, 1, 1]).const("z", picture, step=7)
    yield case.add(f"{MICROSOFT}.FusedConv", ["x", "w", "", "z"], kernel_shape=[1, 1], activation="Relu")
    yield Case("gemm", [3, 6]).const("b", [4, 6]).const("c", [4], step=3).add(
        f"{MICROSOFT}.FusedGemm", ["x", "b", "c"], transB=1, alpha=0.5, beta=2.0, activation="LeakyRelu",
        activation_alpha=0.1)
    for name, left, right, attributes in (
            ("mat-mul", [2, 3, 4], [2, 4, 5], {"alpha": 0.25}),
            ("mat-mul-a", [2, 4, 3], [2, 4, 5], {"transA": 1}),
            ("mat-mul-b", [2, 3, 4], [2, 5, 4], {"transB": 1, "alpha": 2.0}),
            ("mat-mul-batch-a", [3, 2, 4], [2, 4, 5], {"transBatchA": 1}),
            ("mat-mul-batch-a-turned", [4, 2, 3], [2, 4, 5], {"transBatchA": 1, "transA": 1}),
            ("mat-mul-batch-b", [2, 6, 3, 4], [4, 2, 6, 5], {"transBatchB": 1}),
            ("mat-mul-batch-b-turned", [2, 3, 4], [5, 2, 4], {"transBatchB": 1, "transB": 1})):
        yield Case(name, left).const("b", right).add(f"{MICROSOFT}.FusedMatMul", ["x", "b"], **attributes)
    yield Case("bias-gelu", [2, 3, 4]).const("b", [4]).add(f"{MICROSOFT}.BiasGelu", ["x", "b"])
    yield Case("fast-gelu", [2, 3, 4]).const("b", [4]).add(f"{MICROSOFT}.FastGelu", ["x", "b"])
    yield Case("fast-gelu-plain", [2, 3, 4]).add(f"{MICROSOFT}.FastGelu", ["x"])
    yield Case("gelu", [2, 3, 4], 20).add("Gelu", ["x"])
    yield Case("gelu-tanh", [2, 3, 4], 20).add("Gelu", ["x"], approximate="tanh")
    yield Case("ms-gelu", [2, 3, 4]).add(f"{MICROSOFT}.Gelu", ["x"])
    yield Case("quick-gelu", [2, 3, 4]).add(f"{MICROSOFT}.QuickGelu", ["x"])
    for name, dims, axis in ("", [2, 1, 1, 5], 3), ("-outer", [1, 1, 4, 5], 3), ("-flat", [2, 1, 4, 5], 2):
        plain = Case("sum", [2, 3, 4, 5], 12).const("b", dims).add("Add", ["x", "b"], ["z"])
        yield Case(f"bias-softmax{name}", [2, 3, 4, 5]).const("b", dims).add(
            f"{MICROSOFT}.BiasSoftmax", ["x", "b"], axis=axis, is_inner_broadcast=int(name != "-outer")).as_same(
                plain.add("Softmax", ["z"], axis=axis))


def normalizations():
    dims = [2, 3, 8]
    yield Case("rms", dims, 23).const("s", [8]).add("RMSNormalization", ["x", "s"])
    yield Case("rms-axis", dims, 23).const("s", [3, 8]).add("RMSNormalization", ["x", "s"], axis=1, epsilon=0.125)
    yield Case("simplified", dims).const("s", [8]).add("SimplifiedLayerNormalization", ["x", "s"], epsilon=0.125)
    every = Case("skip", dims).const("k", dims, step=3).const("s", [8]).const("b", [8], step=7)
    yield every.const("c", [8], step=11).add(f"{MICROSOFT}.SkipLayerNormalization", ["x", "k", "s", "b", "c"],
                                             epsilon=0.125)
    yield Case("skip-few", dims).const("k", [3, 8], step=3).const("s", [8]).add(
        f"{MICROSOFT}.SkipLayerNormalization", ["x", "k", "s"])
    yield Case("skip-sum", dims).const("k", dims, step=3).const("s", [8]).const("b", [8], step=7).add(
        f"{MICROSOFT}.SkipLayerNormalization", ["x", "k", "s", "b"], ["z", "", "", "sum"]).add("Add", ["z", "sum"])
    yield Case("skip-rms", dims).const("k", dims, step=3).const("s", [8]).const("c", [8], step=11).add(
        f"{MICROSOFT}.SkipSimplifiedLayerNormalization", ["x", "k", "s", "c"], ["z", "", "", "sum"]).add(
            "Add", ["z", "sum"])


def attention_23():
    rows, joined = [2, 3, 4, 8], [2, 4, 24]

    def case(name, dims=rows, opset=23):
        return Case(f"attention-{name}", dims, opset).const("k", [2, 3, 5, 8], step=3).const("v", [2, 3, 5, 6], step=7)

    yield case("plain").add("Attention", ["x", "k", "v"])
    yield case("causal").add("Attention", ["x", "k", "v"], is_causal=1, scale=0.5)
    yield case("mask").const("m", [4, 5], step=9).add("Attention", ["x", "k", "v", "m"])
    yield case("mask-bool").const("m", [2, 1, 4, 5], [i % 3 != 0 for i in range(40)], BOOL).add(
        "Attention", ["x", "k", "v", "m"])
    yield case("softcap").add("Attention", ["x", "k", "v"], softcap=0.5)
    yield case("softcap-mask").const("m", [4, 5], step=9).add("Attention", ["x", "k", "v", "m"], softcap=0.5)
    yield Case("attention-joined", joined, 23).const("k", [2, 5, 24], step=3).const("v", [2, 5, 24], step=7).add(
        "Attention", ["x", "k", "v"], q_num_heads=3, kv_num_heads=3)
    yield Case("attention-grouped", [2, 4, 32], 23).const("k", [2, 5, 16], step=3).const("v", [2, 5, 16], step=7).add(
        "Attention", ["x", "k", "v"], q_num_heads=4, kv_num_heads=2)
    yield Case("attention-one-key", [2, 4, 3, 8], 23).const("k", [2, 1, 5, 8], step=3).const(
        "v", [2, 1, 5, 8], step=7).add("Attention", ["x", "k", "v"])


def attention_packed():
    bare = Case("packed", [2, 4, 12]).const("w", [12, 36]).const("b", [36], step=3)
    yield bare.add(f"{MICROSOFT}.Attention", ["x", "w", "b"], num_heads=3)
    mask = Case("packed-mask", [2, 4, 12]).const("w", [12, 36]).const("b", [36], step=3)
    yield mask.const("m", [2, 4], [1, 1, 1, 0, 1, 1, 0, 0], INT32).add(
        f"{MICROSOFT}.Attention", ["x", "w", "b", "m"], num_heads=3, scale=0.25)
    sizes = Case("packed-sizes", [2, 4, 12]).const("w", [12, 22]).const("b", [22], step=3)
    yield sizes.const("a", [1, 2, 4, 4], step=9).add(
        f"{MICROSOFT}.Attention", ["x", "w", "b", "", "", "a"], num_heads=2, qkv_hidden_sizes=[8, 8, 6],
        unidirectional=1)
    many = Case("heads", [2, 4, 12]).const("k", [2, 5, 12], step=3).const("v", [2, 5, 6], step=7)
    yield many.add(f"{MICROSOFT}.MultiHeadAttention", ["x", "k", "v"], num_heads=3)
    full = Case("heads-full", [2, 4, 12]).const("k", [2, 5, 12], step=3).const("v", [2, 5, 6], step=7)
    full.const("b", [30], step=11).const("m", [2, 5], [1, 1, 1, 0, 0, 1, 1, 1, 1, 0], INT32)
    yield full.const("a", [1, 3, 4, 5], step=9).add(
        f"{MICROSOFT}.MultiHeadAttention", ["x", "k", "v", "b", "m", "a"], num_heads=3, scale=0.5)
    apart = Case("heads-apart", [2, 4, 12]).const("k", [2, 3, 5, 4], step=3).const("v", [2, 3, 5, 4], step=7)
    yield apart.add(f"{MICROSOFT}.MultiHeadAttention", ["x", "k", "v"], num_heads=3)


def rotary():
    def case(name, dims, half):
        return Case(f"rotary-{name}", dims, 23).const("c", [7, half], step=3).const("s", [7, half], step=7).const(
            "p", [2, 4], [0, 1, 2, 3, 6, 5, 4, 3], INT64)

    yield case("plain", [2, 3, 4, 8], 4).add("RotaryEmbedding", ["x", "c", "s", "p"])
    yield case("interleaved", [2, 3, 4, 8], 4).add("RotaryEmbedding", ["x", "c", "s", "p"], interleaved=1)
    yield case("part", [2, 3, 4, 8], 2).add("RotaryEmbedding", ["x", "c", "s", "p"], rotary_embedding_dim=4)
    yield case("joined", [2, 4, 24], 4).add("RotaryEmbedding", ["x", "c", "s", "p"], num_heads=3)
    yield Case("rotary-table", [2, 3, 4, 8], 23).const("c", [2, 4, 4], step=3).const("s", [2, 4, 4], step=7).add(
        "RotaryEmbedding", ["x", "c", "s"], interleaved=1)


def main():
    folder = pathlib.Path(sys.argv[1])
    package = runtime.fetch(sys.argv[2])
    script = pathlib.Path(runtime.__file__).with_name("onnxruntime.js")
    kinds = quantized, chain, fused, normalizations, attention_23, attention_packed, rotary
    cases = [case for kind in kinds for case in kind()]
    with tempfile.TemporaryDirectory() as name:
        for case in cases:
            path = case.write(folder)
            known = (case.same or case).write(pathlib.Path(name))
            x = pathlib.Path(name) / "x.f32"
            x.write_bytes(pack(FLOAT, wave(product(case.dims), 7)))
            run = subprocess.run(["node", script, package, known, x, ",".join(map(str, case.dims)), "1"],
                                 input=f"scores {path.with_suffix('.f32')}\n", capture_output=True, text=True)
            if run.returncode != 0:
                sys.exit(f"{case.name}: {run.stderr.strip()}")


main()
