# SPDX-License-Identifier: GPL-3.0-or-later
# An operation on the result of another.
from gi.repository import Koma

e = Koma.tensor([[1, 2], [3, 4]])
f = Koma.tensor([[5, 6], [7, 8]])
sq_sum = (e + f).square()
print(sq_sum)
