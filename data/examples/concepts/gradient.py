# SPDX-License-Identifier: GPL-3.0-or-later
# The derivative of 3 x² where x is 2.
from gi.repository import Koma

x = Koma.tensor(2.0)
with Koma.tape() as tape:
    tape.watch(x)
    y = 3 * x**2
print(tape.gradient(y, x))
