# SPDX-License-Identifier: GPL-3.0-or-later
# A tensor whose shape is that of an array of rows.
from gi.repository import Koma

rows = [[1, 2, 3], [10, 20, 30]]
b = Koma.tensor(rows)
print(b)
