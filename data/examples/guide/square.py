# SPDX-License-Identifier: GPL-3.0-or-later
# An operation on one tensor.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

d = Koma.Tensor.new_2d([1, 2, 3, 4], 2, 2)
d_squared = d.square()
d_squared.print_(False)
