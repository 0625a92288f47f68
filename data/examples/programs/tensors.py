# SPDX-License-Identifier: GPL-3.0-or-later
# Tensors: making, computing, reading, the gradient of a formula.
import sys

import gi

# Where it is built and not installed, Python must be told where it is.
try:
    gi.require_version("Koma", "1.0")
except ValueError:
    sys.exit("Koma is not found. Install it, or in the folder where it was built:\n"
             "export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library")
from gi.repository import Koma  # noqa: E402

weights = Koma.Tensor.new([1, 2, 3, 4, 5, 6], [2, 3])
x = Koma.Tensor.new_1d([1, 0, -1])

# [2, 3] times [3]: the smaller shape is repeated.
y = weights.mul(x)
print("shape:", y.get_shape())
print("values:", y.read_floats())

# Ops chain: a product of matrices, and the sum of its squares.
product = weights.mat_mul(weights, False, True)
print(product.to_string(False))
print("sum of squares:", product.square().sum(None, False).read_floats())

# How fast the sum of x³ grows with each element: 3 x².
slope = Koma.grad(lambda xs, _data: xs[0].pow(Koma.Tensor.new_scalar(3)).sum(None, False), None, x, None)
print("slope:", slope.read_floats())
