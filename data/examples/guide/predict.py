# SPDX-License-Identifier: GPL-3.0-or-later
# A model made of operations: a parabola.
from gi.repository import Koma


# y = a x² + b x + c
def predict(x):
    return Koma.tidy(lambda: a * x**2 + b * x + c)


a, b, c = Koma.tensor(2.0), Koma.tensor(4.0), Koma.tensor(8.0)
result = predict(2)
print(result)
