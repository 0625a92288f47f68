# SPDX-License-Identifier: GPL-3.0-or-later
# A constructor for two dimensions; there is one for each number from 1 to 6.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

c = Koma.Tensor.new_2d([1, 2, 3, 10, 20, 30], 2, 3)
c.print_(False)
