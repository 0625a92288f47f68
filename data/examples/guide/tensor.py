# SPDX-License-Identifier: GPL-3.0-or-later
# A tensor of a list of values and a shape.
from gi.repository import Koma

# 2 rows, 3 columns
a = Koma.tensor([[1, 2, 3], [10, 20, 30]])
print(a)
