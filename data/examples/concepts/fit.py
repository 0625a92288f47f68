# SPDX-License-Identifier: GPL-3.0-or-later
# A model learns: which of two inputs is 1, but not both.
from gi.repository import Koma

layers = Koma.layers
model = Koma.sequential([
    layers.dense(8, activation="tanh", input_shape=[2]),
    layers.dense(1, activation="sigmoid"),
], seed=1)
model.compile("adam", "binaryCrossentropy", metrics="accuracy")
model.set_option("learningRate", 0.1)

x = [[0, 0], [0, 1], [1, 0], [1, 1]]
y = [[0], [1], [1], [0]]
history = model.fit(x, y, epochs=100, batch_size=4)
loss, accuracy = model.evaluate(x, y)
print(f"accuracy: {accuracy:g}")
answers = model.predict(x)
print(answers.round())
