# SPDX-License-Identifier: GPL-3.0-or-later
# What a tensor is, and its values as numbers of the language.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

x = Koma.Tensor.new_2d([1, 2, 3, 10, 20, 30], 2, 3)
values = x.read_floats()
print(f"rank: {x.get_rank()}, size: {len(values)}")
print(f"last: {values[-1]:g}", flush=True)
x.print_(True)
