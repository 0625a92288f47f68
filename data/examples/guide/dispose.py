# SPDX-License-Identifier: GPL-3.0-or-later
# Tensors that are not needed any more are disposed of.
from gi.repository import Koma


def print_memory():
    memory = Koma.Environment.get().get_memory()
    print("tensors:", memory.n_tensors)


x = Koma.tensor([[0, 2], [4, 6]])
x_squared = x.square()
print_memory()
x.dispose_data()
x_squared.dispose_data()
print_memory()
