# SPDX-License-Identifier: GPL-3.0-or-later
# A tensor whose shape is that of an array of rows.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

rows = [[1, 2, 3], [10, 20, 30]]
b = Koma.Tensor.new_2d(sum(rows, []), len(rows), len(rows[0]))
b.print_(False)
