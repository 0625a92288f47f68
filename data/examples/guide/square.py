# SPDX-License-Identifier: GPL-3.0-or-later
# An operation on one tensor.
from gi.repository import Koma

d = Koma.tensor([[1, 2], [3, 4]])
d_squared = d**2
print(d_squared)
