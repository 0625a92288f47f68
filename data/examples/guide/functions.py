# SPDX-License-Identifier: GPL-3.0-or-later
# Operations as functions: calls nest.
from gi.repository import Koma

e = [[1, 2], [3, 4]]
f = [[5, 6], [7, 8]]
sq_sum = Koma.square(Koma.add(e, f))
print(sq_sum)
