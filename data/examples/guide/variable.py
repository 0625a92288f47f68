# SPDX-License-Identifier: GPL-3.0-or-later
# A variable is a tensor that can be given other values.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

initial = Koma.Tensor.new_zeros(Koma.DType.FLOAT32, [5])
biases = Koma.Variable.new(initial, True, "biases")
biases.print_(False)

updated = Koma.Tensor.new_1d([0, 1, 0, 1, 0])
biases.assign(updated)
biases.print_(False)
