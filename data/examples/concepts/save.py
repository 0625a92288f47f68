# SPDX-License-Identifier: GPL-3.0-or-later
# A model is saved and loaded, and predicts the same.
from gi.repository import Koma

model = Koma.sequential([Koma.layers.dense(3, activation="softmax", input_shape=[4])])
model.save("saved")
loaded = Koma.LayersModel.load("saved/model.json")

x = Koma.ones(1, 4)
print(model.predict(x) == loaded.predict(x))
