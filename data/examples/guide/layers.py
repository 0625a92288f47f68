# SPDX-License-Identifier: GPL-3.0-or-later
# A model made of layers: what comes next after 80 steps of 4 numbers each.
from gi.repository import Koma

LEARNING_RATE = 0.01

# One layer with 20 outputs.
model = Koma.sequential([
    Koma.layers.simple_rnn(20, recurrent_initializer="GlorotNormal", input_shape=[80, 4]),
])
model.compile(Koma.Optimizer.new_sgd(LEARNING_RATE), "categoricalCrossentropy")

# 20 samples, each of a class of its own.
data = Koma.random_uniform([20, 80, 4], -1, 1, seed=7)
labels = Koma.eye(20)
history = model.fit(data, labels)
result = model.predict(data)
print("epochs:", history.n_epochs)
rows, columns = result.shape
print(f"result: {rows} x {columns}")
