# SPDX-License-Identifier: GPL-3.0-or-later
# What a tensor is, and its values as numbers of the language.
from gi.repository import Koma

x = Koma.tensor([[1.0, 2, 3], [10, 20, 30]])
print(f"rank: {x.ndim}, size: {x.size}")
print(f"last: {x[-1, -1].item():g}")
rows = x.tolist()  # and x.numpy () is an array over the same memory
assert rows[1] == [10, 20, 30]
print(x.to_string(True))
