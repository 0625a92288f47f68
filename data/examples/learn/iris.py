# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small network tells three kinds of irises apart by the length and the width of their sepals and petals.

The 150 flowers of iris.csv are those that Fisher wrote of (The use of multiple measurements in taxonomic
problems, 1936). 120 of them are learnt from, and 30 are asked for. It takes less than a tenth of a minute.

/usr/bin/python3 iris.py [--epochs=60]
"""
import csv
import pathlib

from chance import Chance
from start import Koma, read_options

KINDS = ["setosa", "versicolor", "virginica"]
N_TRAINED = 120


def read_flowers():
    """Measures [150, 4] and the number of the kind [150], in an order of chance."""
    text = pathlib.Path(__file__).with_name("iris.csv").read_text(encoding="utf-8")
    flowers = Chance(7).shuffle(list(csv.DictReader(text.splitlines())))
    measures = [[float(flower[name]) for name in list(flower)[:4]] for flower in flowers]
    return Koma.tensor(measures), [KINDS.index(flower["kind"]) for flower in flowers]


def normalize(measures):
    """Each measure around 0, as wide as 1: so all of them count alike."""
    mean, variance = measures[:N_TRAINED].moments(0)
    return (measures - mean) / variance.sqrt()


def make_model():
    model = Koma.sequential([
        Koma.layers.dense(10, activation="sigmoid", input_shape=[4]),
        Koma.layers.dense(len(KINDS), activation="softmax"),
    ])
    model.compile(Koma.Optimizer.new_adam(0.02), "categoricalCrossentropy", metrics="accuracy")
    Chance(1).begin(model)
    return model


def print_confusion(wanted, found):
    """A row for each kind: what its flowers were taken for."""
    print(" " * 12 + "".join(f"{kind:>12}" for kind in KINDS))
    for kind, name in enumerate(KINDS):
        counts = [sum(1 for pair in zip(wanted, found) if pair == (kind, other)) for other in range(len(KINDS))]
        print(f"{name:>12}" + "".join(f"{count:12}" for count in counts))


def main(epochs):
    measures, kinds = read_flowers()
    x = normalize(measures)
    y = Koma.one_hot(kinds, len(KINDS))
    model = make_model()

    def report(epoch, figures):
        print(f"epoch {epoch + 1}: loss {figures['loss']:.5f}, accuracy {figures['acc']:.3f}, "
              f"of flowers not learnt {figures['val_acc']:.3f}")

    model.fit(x[:N_TRAINED], y[:N_TRAINED], epochs=epochs, batch_size=15, shuffle=False,
              validation_data=(x[N_TRAINED:], y[N_TRAINED:]), callbacks=report, verbose=False)
    print_confusion(kinds[N_TRAINED:], model.predict(x[N_TRAINED:]).argmax(-1).tolist())


if __name__ == "__main__":
    main(**read_options(epochs=60))
