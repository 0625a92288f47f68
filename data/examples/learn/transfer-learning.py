# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A model that knows one kind of picture is taught another, with a handful of examples.

The model of shogi pieces that Koma brings along has learnt to see lines and corners: a layer in its middle
gives 160 numbers for each place of any picture. A small new network learns what their means say of the
classes that are asked for. The program paints pictures itself, or takes those of a folder that has a folder
for each class. It takes a tenth of a minute.

/usr/bin/python3 transfer-learning.py [--epochs=30] [--count=30] [--folder=PATH] [--model=PATH]
"""
import math
import pathlib
import sys

from chance import Chance
from start import Koma, read_options

SIZE = 96  # of what the model sees
LAYER = "block_13_project"
SHIPPED = pathlib.Path(__file__).resolve().parents[2] / "models" / "shogi"
PAINTED = ["stripes", "rings", "dots"]


def paint(chance, kind):
    """[1, SIZE, SIZE, 3]: a pattern of two colours, from 0 to 1."""
    y = Koma.linspace(-1, 1, SIZE).reshape([SIZE, 1]) + chance.uniform(-0.5, 0.5)
    x = Koma.linspace(-1, 1, SIZE).reshape([1, SIZE]) + chance.uniform(-0.5, 0.5)
    angle, width = chance.uniform(0, math.pi), chance.uniform(6, 12)
    across, along = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
    waves = {
        "stripes": lambda: (across * width).sin(),
        "rings": lambda: ((x.square() + y.square()).sqrt() * width).sin(),
        "dots": lambda: (across * width).sin() * (along * width).sin(),
    }[kind]()
    share = (waves * 3).sigmoid().reshape([1, SIZE, SIZE, 1])
    one, other = ([chance.uniform() for _ in range(3)] for _ in range(2))
    return share * Koma.tensor(one) + (1 - share) * Koma.tensor(other)


def paint_examples(chance, count):
    """(names of classes, [(picture, number of its class)])"""
    return PAINTED, [(paint(chance, name), i) for _ in range(count) for i, name in enumerate(PAINTED)]


def read_examples(model, folder):
    """Those of a folder; a file that is no picture is told, and left out."""
    names = sorted(path.name for path in pathlib.Path(folder).iterdir() if path.is_dir())
    examples = []
    for i, name in enumerate(names):
        for path in sorted(pathlib.Path(folder, name).iterdir()):
            try:
                examples.append((model.read_picture(str(path)), i))
            except Koma.Error as error:
                print(f"{path} is left out: {error}", file=sys.stderr)
    return names, examples


def make_head(n_features, n_classes):
    head = Koma.sequential([
        Koma.layers.dense(32, activation="relu", input_shape=[n_features]),
        Koma.layers.dense(n_classes, activation="softmax"),
    ])
    head.compile(Koma.Optimizer.new_adam(0.01), "categoricalCrossentropy", metrics="accuracy")
    Chance(1).begin(head)
    return head


def main(epochs, count, folder, model):
    base = Koma.GraphModel.load(model)
    chance = Chance(13)
    names, examples = read_examples(base, folder) if folder else paint_examples(chance, count)
    if len(names) < 2 or len(examples) < 8:
        sys.exit(f"{folder} has {len(names)} folders with {len(examples)} pictures; at least 2 with 8 are needed")
    pictures, classes = zip(*chance.shuffle(examples))

    # The features of a picture stay the same: they are computed once.
    features = Koma.concat([base.execute(["input"], [picture], [LAYER])[0].mean([1, 2]) for picture in pictures])
    wanted = Koma.one_hot(classes, len(names))
    n_trained = len(examples) * 3 // 4
    head = make_head(features.shape[1], len(names))

    def report(epoch, figures):
        print(f"epoch {epoch + 1}: loss {figures['loss']:.5f}, accuracy {figures['acc']:.3f}", flush=True)

    head.fit(features[:n_trained], wanted[:n_trained], epochs=epochs, batch_size=16, shuffle=False, callbacks=report,
             verbose=False)
    found = head.predict(features[n_trained:]).argmax(-1).tolist()
    n_right = sum(one == other for one, other in zip(found, classes[n_trained:]))
    print(f"{n_right} of {len(found)} pictures that were not learnt are right; classes: {', '.join(names)}")


if __name__ == "__main__":
    main(**read_options(epochs=30, count=30, folder="", model=str(SHIPPED)))
