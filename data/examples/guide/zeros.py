# SPDX-License-Identifier: GPL-3.0-or-later
# A tensor of zeros.
from gi.repository import Koma

# 3 rows, 5 columns, all values 0
zeros = Koma.zeros(3, 5)
print(zeros)
