# SPDX-License-Identifier: GPL-3.0-or-later
# A scope disposes of all tensors but the one that is returned.
from gi.repository import Koma


def find_average():
    y = Koma.tensor([1, 2, 3, 4])
    z = Koma.ones(4)
    return (y - z).square().mean()


average = Koma.tidy(find_average)
print(average)
print("tensors:", Koma.Environment.get().get_memory().n_tensors)
