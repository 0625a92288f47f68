# SPDX-License-Identifier: GPL-3.0-or-later
# An operation on two tensors.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

e = Koma.Tensor.new_2d([1, 2, 3, 4], 2, 2)
f = Koma.Tensor.new_2d([5, 6, 7, 8], 2, 2)
e_plus_f = e.add(f)
e_plus_f.print_(False)
