# SPDX-License-Identifier: GPL-3.0-or-later
# A model made of operations: a parabola.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402


# y = a x² + b x + c
def predict(x_value):
    def formula():
        x = Koma.Tensor.new_scalar(x_value)
        ax2 = a.mul(x.square())
        bx = b.mul(x)
        return ax2.add(bx).add(c)

    return Koma.tidy(formula)


a = Koma.Tensor.new_scalar(2)
b = Koma.Tensor.new_scalar(4)
c = Koma.Tensor.new_scalar(8)
result = predict(2)
result.print_(False)
