# SPDX-License-Identifier: GPL-3.0-or-later
# Tensors that are not needed any more are disposed of.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402


def print_memory():
    memory = Koma.Environment.get().get_memory()
    print("tensors:", memory.n_tensors)


x = Koma.Tensor.new_2d([0, 2, 4, 6], 2, 2)
x_squared = x.square()
print_memory()
x.dispose_data()
x_squared.dispose_data()
print_memory()
