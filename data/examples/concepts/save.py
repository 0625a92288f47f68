# SPDX-License-Identifier: GPL-3.0-or-later
# A model is saved and loaded, and predicts the same.
import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

model = Koma.LayersModel.new_sequential(None)
model.add(Koma.Layer.new_input([4]))
model.add(Koma.Layer.new_dense(3, "softmax"))
model.save("saved", False)
loaded = Koma.LayersModel.load("saved/model.json")

x = Koma.Tensor.new_ones(Koma.DType.FLOAT32, [1, 4])
before = model.predict([x], 1)
after = loaded.predict([x], 1)
before.equal(after).print_(False)
