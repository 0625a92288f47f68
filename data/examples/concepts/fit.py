# SPDX-License-Identifier: GPL-3.0-or-later
# A model learns: which of two inputs is 1, but not both.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

model = Koma.LayersModel.new_sequential("xor")
model.set_seed(1)
model.add(Koma.Layer.new_input([2]))
model.add(Koma.Layer.new_dense(8, "tanh"))
model.add(Koma.Layer.new_dense(1, "sigmoid"))
model.compile("adam", "binaryCrossentropy", ["accuracy"])
model.set_option("learningRate", 0.1)

x = Koma.Tensor.new_2d([0, 0, 0, 1, 1, 0, 1, 1], 4, 2)
y = Koma.Tensor.new_2d([0, 1, 1, 0], 4, 1)
history = model.fit([x], [y], Koma.FitOptions.new(100, 4), None)
loss, accuracy = model.evaluate([x], [y], 4)
print(f"accuracy: {accuracy:g}", flush=True)
answers = model.predict([x], 4)
answers.round().print_(False)
