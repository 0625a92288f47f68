# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A convolutional network reads handwritten digits.

The program draws the digits itself. From a folder with MNIST's four files, unpacked
(train-images-idx3-ubyte and so on), it takes those. It takes a tenth of a minute for drawn digits, and
two minutes for MNIST's 60000.

/usr/bin/python3 mnist.py [--epochs=5] [--count=1500] [--folder=PATH]
"""
from chance import Chance
from digits import draw_digits, read_digits, show
from start import Koma, read_options

N_ASKED = 200


def get_digits(folder, count):
    """((pictures, digits) to learn from, and those that are asked for)"""
    if folder:
        return read_digits(folder, "train"), read_digits(folder, "t10k")
    chance = Chance(3)
    return draw_digits(chance, count), draw_digits(chance, N_ASKED)


def make_model(size):
    layers = Koma.layers
    model = Koma.sequential([
        layers.conv2d(8, 5, activation="relu", input_shape=[size, size, 1]),
        layers.max_pooling2d(2),
        layers.conv2d(16, 5, activation="relu"),
        layers.max_pooling2d(2),
        layers.flatten(),
        layers.dense(10, activation="softmax"),
    ])
    model.compile(Koma.Optimizer.new_adam(0.002), "categoricalCrossentropy", metrics="accuracy")
    Chance(1).begin(model)
    return model


def print_mistakes(pictures, digits, found, n=3):
    wrong = [i for i, pair in enumerate(zip(digits, found)) if pair[0] != pair[1]]
    print(f"{len(digits) - len(wrong)} of {len(digits)} are right")
    for i in wrong[:n]:
        print(f"a {digits[i]} that was read as {found[i]}:")
        print("\n".join(show(pictures[i].flatten().tolist(), pictures.shape[1])))


def main(epochs, count, folder):
    (pictures, digits), (asked, asked_digits) = get_digits(folder, count)
    model = make_model(pictures.shape[1])

    def report(epoch, figures):
        print(f"epoch {epoch + 1}: loss {figures['loss']:.5f}, accuracy {figures['acc']:.3f}", flush=True)

    model.fit(pictures, Koma.one_hot(digits, 10), epochs=epochs, batch_size=50, shuffle=False, callbacks=report,
              verbose=False)
    print_mistakes(asked, asked_digits, model.predict(asked).argmax(-1).tolist())


if __name__ == "__main__":
    main(**read_options(epochs=5, count=1500, folder=""))
