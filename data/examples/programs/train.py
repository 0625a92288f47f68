# SPDX-License-Identifier: GPL-3.0-or-later
# A model learns which arm of a spiral a point is on; it is saved, and loaded again.
import math

import sys

import gi

# Where it is built and not installed, Python must be told where it is.
try:
    gi.require_version("Koma", "1.0")
except ValueError:
    sys.exit("Koma is not found. Install it, or in the folder where it was built:\n"
             "export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library")
from gi.repository import Koma  # noqa: E402

N_ARMS, N_POINTS = 3, 60

points, arms = [], []
for arm in range(N_ARMS):
    for i in range(N_POINTS):
        radius = (i + 1) / N_POINTS
        angle = 2 * math.pi * arm / N_ARMS + 3 * radius
        points += [radius * math.cos(angle), radius * math.sin(angle)]
        arms.append(arm)
x = Koma.Tensor.new_2d(points, len(arms), 2)
y = Koma.Tensor.new_ints(arms, [len(arms)]).one_hot(N_ARMS, 1, 0)

model = Koma.LayersModel.new_sequential("spiral")
model.set_seed(1)
model.add(Koma.Layer.new_input([2]))
model.add(Koma.Layer.new_dense(24, "tanh"))
model.add(Koma.Layer.new_dense(24, "tanh"))
model.add(Koma.Layer.new_dense(N_ARMS, "softmax"))
model.compile("adam", "categoricalCrossentropy", ["accuracy"])
model.set_option("learningRate", 0.02)

history = model.fit([x], [y], Koma.FitOptions.new(150, 32), None)
loss = history.get_values("loss")
print(f"epochs: {history.get_n_epochs()}")
print("the loss fell:", "yes" if loss[-1] < loss[0] / 10 else "no")
accuracy = model.evaluate([x], [y], 32)[1]
print(f"accuracy: {accuracy:.2f}")

# As TensorFlow.js has it: a folder with model.json and weights.bin.
model.save("spiral", False)
loaded = Koma.LayersModel.load("spiral")
same = loaded.predict([x], 32).read_floats() == model.predict([x], 32).read_floats()
print("the loaded one predicts the same:", "yes" if same else "no")
