# SPDX-License-Identifier: GPL-3.0-or-later
# What does not fit is refused, with a message.
from gi.repository import Koma

x = Koma.tensor([1, 2, 3])
y = Koma.tensor([1, 2])
try:
    z = (x + y).square()
except Koma.ShapeError as error:  # a ValueError
    print(error)
