# SPDX-License-Identifier: GPL-3.0-or-later
# A variable is a tensor that can be given other values.
from gi.repository import Koma

biases = Koma.variable(Koma.zeros(5), name="biases")
print(biases)

biases.assign([0, 1, 0, 1, 0])
print(biases)
