# SPDX-License-Identifier: GPL-3.0-or-later
# The derivative of 3 x² where x is 2.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

x = Koma.Tensor.new_scalar(2)
three = Koma.Tensor.new_scalar(3)
tape = Koma.Tape.new()
tape.watch(x)
y = three.mul(x.square())
tape.end()
gradients = tape.gradient(y, None, [x])
gradients[0].print_(False)
