# SPDX-License-Identifier: GPL-3.0-or-later
# A training loop: the line y = a x + b through four points.
from gi.repository import Koma

N_STEPS = 300

a, b = Koma.variable(0.0), Koma.variable(0.0)
x = Koma.tensor([0, 1, 2, 3])
y = Koma.tensor([1, 3, 5, 7])
optimizer = Koma.Optimizer.new_sgd(0.1)
for _ in range(N_STEPS):
    # The mean of squared errors.
    optimizer.minimize(lambda: (a * x + b - y).square().mean())
print(a.round())
print(b.round())
