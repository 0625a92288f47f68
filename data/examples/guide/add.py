# SPDX-License-Identifier: GPL-3.0-or-later
# An operation on two tensors.
from gi.repository import Koma

e = Koma.tensor([[1, 2], [3, 4]])
f = Koma.tensor([[5, 6], [7, 8]])
e_plus_f = e + f
print(e_plus_f)
