# SPDX-License-Identifier: GPL-3.0-or-later
# A tensor of a list of values and a shape.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

# 2 rows, 3 columns
a = Koma.Tensor.new([1, 2, 3, 10, 20, 30], [2, 3])
a.print_(False)
