# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A tour of libkoma in Python, in cells as editors and Jupyter know them; README.md shows it with its pictures.

It goes from numbers to a network that reads handwritten digits, in less than half a minute.

/usr/bin/python3 tour.py [--epochs=6] [--count=1000] [--folder=tour]
"""
import pathlib

from chance import Chance
from digits import draw_digits, show
from start import Koma, read_options
from svg import draw_confusion, draw_curves, draw_filters

options = read_options(epochs=6, count=1000, folder="tour")
folder = pathlib.Path(options["folder"])
folder.mkdir(exist_ok=True)

# %% Numbers
x = Koma.tensor([[1, 2], [3, 4]])
print(x @ x + 1)

# %% Slopes: the derivative of x³ where x is 2
print(Koma.grad(lambda x: x ** 3)(2))

# %% Pictures of digits, drawn by a shaking hand
chance = Chance(3)
pictures, digits = draw_digits(chance, options["count"])
unseen, unseen_digits = draw_digits(chance, 200)
print(pictures.shape, "the first is a", digits[0])
print("\n".join(show(pictures[0].flatten().tolist(), 28)))

# %% A network
layers = Koma.layers
model = Koma.sequential([
    layers.conv2d(8, 5, activation="relu", input_shape=[28, 28, 1]),
    layers.max_pooling2d(2),
    layers.conv2d(16, 5, activation="relu"),
    layers.max_pooling2d(2),
    layers.flatten(),
    layers.dense(10, activation="softmax"),
], seed=1)
model.compile(Koma.Optimizer.new_adam(0.002), "categoricalCrossentropy", metrics="accuracy")
print(model.summary())

# %% It learns
history = model.fit(pictures, Koma.one_hot(digits, 10), epochs=options["epochs"], batch_size=50,
                    validation_data=(unseen, Koma.one_hot(unseen_digits, 10)))
print(f"accuracy on digits that it has not seen: {history['val_acc'][-1]:.2f}")

# %% How the loss fell
(folder / "curves.svg").write_text(draw_curves({"loss": history["loss"], "of unseen digits": history["val_loss"]}))

# %% What the first layer looks for: 8 filters of 5 × 5
filters = model.layers[0].get_weights()[0].reshape([5, 5, 8]).transpose([2, 0, 1])
(folder / "filters.svg").write_text(draw_filters(filters.tolist()))

# %% What it mixes up
answers = model.predict(unseen).argmax(-1).tolist()
counts = [[0] * 10 for _ in range(10)]
for digit, answer in zip(unseen_digits, answers):
    counts[digit][answer] += 1
(folder / "confusion.svg").write_text(draw_confusion(counts, range(10)))

# %% It is kept, for TensorFlow.js, too, and read again
model.save(str(folder / "digits"))
again = Koma.LayersModel.load(str(folder / "digits"))
print("the same answers:", again.predict(unseen).argmax(-1).tolist() == answers)
print(f"The pictures and the model are in {folder.resolve()}")
