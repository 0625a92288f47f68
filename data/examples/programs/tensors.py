# SPDX-License-Identifier: GPL-3.0-or-later
# Tensors: making, computing, reading, the gradient of a formula.
import sys

import gi

# Where it is built and not installed, Python must be told where it is.
try:
    gi.require_version("Koma", "1.0")
except ValueError:
    sys.exit("Koma is not found. Install it, or in the folder where it was built:\n"
             "export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library\n"
             "export PYTHONPATH=$PWD/engine/koma/library/python")
from gi.repository import Koma  # noqa: E402

weights = Koma.tensor([[1.0, 2, 3], [4, 5, 6]])
x = Koma.tensor([1.0, 0, -1])

# [2, 3] times [3]: the smaller shape is repeated.
y = weights * x
print("shape:", list(y.shape))
print("values:", y.flatten().tolist())

# Operations chain: a product of matrices, and the sum of its squares.
product = weights @ weights.T
print(product)
print("sum of squares:", [product.square().sum().item()])

# How fast the sum of x³ grows with each element: 3 x².
slope = Koma.grad(lambda x: (x**3).sum())(x)
print("slope:", slope.tolist())
