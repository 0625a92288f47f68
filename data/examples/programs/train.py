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
             "export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library\n"
             "export PYTHONPATH=$PWD/engine/koma/library/python")
from gi.repository import Koma  # noqa: E402

N_ARMS, N_POINTS = 3, 60

points, arms = [], []
for arm in range(N_ARMS):
    for i in range(N_POINTS):
        radius = (i + 1) / N_POINTS
        angle = 2 * math.pi * arm / N_ARMS + 3 * radius
        points.append([radius * math.cos(angle), radius * math.sin(angle)])
        arms.append(arm)
x = Koma.tensor(points)
y = Koma.one_hot(arms, N_ARMS)

layers = Koma.layers
model = Koma.sequential([
    layers.dense(24, activation="tanh", input_shape=[2]),
    layers.dense(24, activation="tanh"),
    layers.dense(N_ARMS, activation="softmax"),
], name="spiral", seed=1)
model.compile("adam", "categoricalCrossentropy", metrics="accuracy")
model.set_option("learningRate", 0.02)

history = model.fit(x, y, epochs=150, batch_size=32)
loss = history["loss"]
print(f"epochs: {history.n_epochs}")
print("the loss fell:", "yes" if loss[-1] < loss[0] / 10 else "no")
accuracy = model.evaluate(x, y)[1]
print(f"accuracy: {accuracy:.2f}")

# As TensorFlow.js has it: a folder with model.json and weights.bin.
model.save("spiral")
loaded = Koma.LayersModel.load("spiral")
same = (loaded.predict(x) == model.predict(x)).all()
print("the loaded one predicts the same:", "yes" if same else "no")
