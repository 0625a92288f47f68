# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A graph of ONNX that is built one node after the other."""
import array
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "formats"))

from onnx_file import FLOAT, INT64, model, node, tensor, value  # noqa: E402

# A prime: no two rows of a matrix are the same.
N_RANDOM = 65521


def get_side(is_small):
    """Of the picture that a network takes, in pixels."""
    return 64 if is_small else 224


class Graph:
    """Values have names; the number of channels of each is kept for the weights that read it."""

    def __init__(self, opset, is_small, side=None):
        self.opset = opset
        self.side = side or get_side(is_small)
        self.classes = 10 if is_small else 1000
        self._random = random.Random(1)
        # Their variance is 1.
        self._numbers = array.array("f", (self._random.uniform(-1, 1) * math.sqrt(3) for _ in range(N_RANDOM)))
        self._nodes = []
        self._constants = []
        self._channels = {"x": 3}

    def to_bytes(self, output):
        return model(self._nodes, self._constants, [value("x", ["N", 3, self.side, self.side])],
                     [value(output, ["N", self.classes])], self.opset)

    def add(self, op, *inputs, channels=None, **attributes):
        """A node; the name of its output, with as many channels as the first input has."""
        name = f"{op}_{len(self._nodes)}"
        self._nodes.append(node(op, inputs, [name], **attributes))
        self._channels[name] = channels or self._channels.get(inputs[0])
        return name

    def add_split(self, x, n, axis):
        names = [f"Split_{len(self._nodes)}_{i}" for i in range(n)]
        attributes = {"num_outputs": n} if self.opset >= 18 else {}
        self._nodes.append(node("Split", [x], names, axis=axis, **attributes))
        return names

    def constant(self, dims, numbers, kind=FLOAT):
        name = f"constant_{len(self._constants)}"
        self._constants.append(tensor(name, dims, numbers, kind))
        return name

    def number(self, number):
        return self.constant([], [number])

    def index(self, number):
        return self.constant([], [number], INT64)

    def ints(self, *numbers):
        return self.constant([len(numbers)], numbers, INT64)

    def weight(self, *dims, scale=1.0, mean=0.0):
        count = math.prod(dims)
        begin = self._random.randrange(N_RANDOM)
        line = (self._numbers[begin:] + self._numbers[:begin])[:count]
        scaled = array.array("f", (number * scale + mean for number in line))
        return self.constant(dims, (scaled * (count // N_RANDOM + 1))[:count])

    def channels(self, x):
        return self._channels[x]

    def conv(self, x, out_c, kernel, stride=1, group=1, bias=True, gain=1.0, **attributes):
        """Padded by half the kernel, unless attributes say otherwise; keeps the variance of a Relu's output."""
        in_c = self.channels(x) // group
        scale = gain * math.sqrt(2 / (in_c * kernel * kernel))
        inputs = [x, self.weight(out_c, in_c, kernel, kernel, scale=scale)]
        if bias:
            inputs.append(self.weight(out_c, scale=0.1))
        attributes = attributes or {"pads": [kernel // 2] * 4}
        return self.add("Conv", *inputs, kernel_shape=[kernel, kernel], strides=[stride, stride], group=group,
                        dilations=[1, 1], channels=out_c, **attributes)

    def batch_norm(self, x, scale=1.0):
        c = self.channels(x)
        return self.add("BatchNormalization", x, self.weight(c, scale=0.1 * scale, mean=scale),
                        self.weight(c, scale=0.1), self.weight(c, scale=0.1), self.weight(c, scale=0.1, mean=1.0),
                        epsilon=1e-5)

    def linear(self, x, out_c, bias=True):
        """MatMul and Add, as of a tensor with more than two dimensions."""
        in_c = self.channels(x)
        x = self.add("MatMul", x, self.weight(in_c, out_c, scale=math.sqrt(1 / in_c)), channels=out_c)
        return self.add("Add", x, self.weight(out_c, scale=0.1)) if bias else x

    def classify(self, x):
        """Of [n,c]: logits."""
        in_c = self.channels(x)
        return self.add("Gemm", x, self.weight(self.classes, in_c, scale=math.sqrt(1 / in_c)),
                        self.weight(self.classes, scale=0.1), transB=1)

    def mean(self, x, *axes):
        if self.opset >= 18:
            return self.add("ReduceMean", x, self.ints(*axes), keepdims=1)
        return self.add("ReduceMean", x, axes=axes, keepdims=1)
