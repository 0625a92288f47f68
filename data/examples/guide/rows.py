# SPDX-License-Identifier: GPL-3.0-or-later
# A tensor whose shape is that of an array of rows.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import GLib, Koma  # noqa: E402

rows = GLib.Variant("aad", [[1, 2, 3], [10, 20, 30]])
b = Koma.Tensor.new_nested(rows, Koma.DType.FLOAT32, -1)
b.print_(False)
