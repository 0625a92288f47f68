# SPDX-License-Identifier: GPL-3.0-or-later
# A constructor for two dimensions; there is one for each number from 1 to 6.
from gi.repository import Koma

c = Koma.Tensor.new_2d([1, 2, 3, 10, 20, 30], 2, 3)
print(c)
