# SPDX-License-Identifier: GPL-3.0-or-later
# A scope disposes of all tensors but the one that is returned.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402


def find_average():
    y = Koma.Tensor.new_1d([1, 2, 3, 4])
    z = Koma.Tensor.new_ones(Koma.DType.FLOAT32, [4])
    return y.sub(z).square().mean(None, False)


average = Koma.tidy(find_average)
average.print_(False)
print("tensors:", Koma.Environment.get().get_memory().n_tensors)
