# SPDX-License-Identifier: GPL-3.0-or-later
# A training loop: the line y = a x + b through four points.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

N_STEPS = 300


# The mean of squared errors.
def find_loss(_variables, _data):
    found = a.mul(x).add(b)
    return found.squared_difference(y).mean(None, False)


zero = Koma.Tensor.new_scalar(0)
a = Koma.Variable.new(zero, True, "a")
b = Koma.Variable.new(zero, True, "b")
x = Koma.Tensor.new_1d([0, 1, 2, 3])
y = Koma.Tensor.new_1d([1, 3, 5, 7])
optimizer = Koma.Optimizer.new_sgd(0.1)
for _ in range(N_STEPS):
    optimizer.minimize(find_loss, None, [a, b])
a.round().print_(False)
b.round().print_(False)
