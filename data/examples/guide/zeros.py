# SPDX-License-Identifier: GPL-3.0-or-later
# A tensor of zeros.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

# 3 rows, 5 columns, all values 0
zeros = Koma.Tensor.new_zeros(Koma.DType.FLOAT32, [3, 5])
zeros.print_(False)
