# SPDX-License-Identifier: GPL-3.0-or-later
# A model made of layers: what comes next after 80 steps of 4 numbers each.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

LEARNING_RATE = 0.01

# One layer with 20 outputs.
model = Koma.LayersModel.new_sequential(None)
model.add(Koma.Layer.new("SimpleRNN", """{
    "units": 20,
    "recurrentInitializer": "GlorotNormal",
    "inputShape": [80, 4]
}"""))
optimizer = Koma.Optimizer.new_sgd(LEARNING_RATE)
model.compile_with(optimizer, "categoricalCrossentropy", None)

# 20 samples, each of a class of its own.
data = Koma.Tensor.new_random_uniform([20, 80, 4], -1, 1, 7)
labels = Koma.Tensor.new_eye(Koma.DType.FLOAT32, 20, 20)
history = model.fit([data], [labels], None, None)
result = model.predict([data], 32)
print("epochs:", history.get_n_epochs())
rows, columns = result.get_shape()
print(f"result: {rows} x {columns}")
