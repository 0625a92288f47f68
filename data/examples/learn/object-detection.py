# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A convolutional network finds a triangle or a rectangle in a picture, and says which it is, and where.

The pictures are made: one filled shape among lines. The network gives five numbers, whether it is a
triangle, and its box; the loss is of one's own, in which the kind counts more. It takes half a minute.

/usr/bin/python3 object-detection.py [--epochs=12] [--count=1500]
"""
from chance import Chance
from digits import show
from start import Koma, read_options

SIZE = 32
N_ASKED = 200
WEIGHTS = [0.5, 1, 1, 1, 1]  # of the kind, and of the sides of the box


def draw_line(chance, pixels):
    """A line of one pixel's width, which is not to be found."""
    x, y, dx, dy = chance.uniform(0, SIZE), chance.uniform(0, SIZE), chance.uniform(-1, 1), chance.uniform(-1, 1)
    shade = chance.uniform(0.2, 0.6)
    for _ in range(SIZE):
        if 0 <= x < SIZE and 0 <= y < SIZE:
            pixels[int(y) * SIZE + int(x)] = shade
        x, y = x + dx, y + dy


def draw_shape(chance, pixels):
    """[1 for a triangle, left, top, right, bottom], the box in parts of the picture."""
    is_triangle = chance.below(2)
    width, height = 8 + chance.below(12), 8 + chance.below(12)
    left, top = chance.below(SIZE - width), chance.below(SIZE - height)
    for row in range(height):
        # A triangle stands on its base.
        n = width * (row + 1) // height if is_triangle else width
        start = (top + row) * SIZE + left + (width - n) // 2
        pixels[start:start + n] = [1.0] * n
    return [is_triangle, left / SIZE, top / SIZE, (left + width) / SIZE, (top + height) / SIZE]


def make_scenes(chance, n):
    """(pictures [n, SIZE, SIZE, 1], answers [n, 5])"""
    pictures, answers = [], []
    for _ in range(n):
        pixels = [0.0] * (SIZE * SIZE)
        for _ in range(4):
            draw_line(chance, pixels)
        answers.append(draw_shape(chance, pixels))
        pictures.append(pixels)
    return Koma.tensor(pictures).reshape([n, SIZE, SIZE, 1]), Koma.tensor(answers, "float32")


def weigh_errors(wanted, found):
    return ((wanted - found).square() * Koma.tensor(WEIGHTS)).sum(-1)


def make_model():
    layers = Koma.layers
    model = Koma.sequential([
        layers.conv2d(8, 3, activation="relu", padding="same", input_shape=[SIZE, SIZE, 1]),
        layers.max_pooling2d(2),
        layers.conv2d(16, 3, activation="relu", padding="same"),
        layers.max_pooling2d(2),
        layers.conv2d(24, 3, activation="relu", padding="same"),
        layers.max_pooling2d(2),
        layers.flatten(),
        layers.dense(48, activation="relu"),
        layers.dense(5),
    ])
    model.compile(Koma.Optimizer.new_adam(0.003), weigh_errors)
    Chance(1).begin(model)
    return model


def measure_overlap(one, other):
    """The area that two boxes share, by that of both together."""
    width, height = (max(0, min(one[i + 2], other[i + 2]) - max(one[i], other[i])) for i in range(2))
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return width * height / (areas - width * height)


def main(epochs, count):
    chance = Chance(11)
    pictures, answers = make_scenes(chance, count)
    asked, wanted = make_scenes(chance, N_ASKED)
    model = make_model()
    model.fit(pictures, answers, epochs=epochs, batch_size=50, shuffle=False, verbose=False,
              callbacks=lambda epoch, figures: print(f"epoch {epoch + 1}: loss {figures['loss']:.5f}", flush=True))

    pairs = list(zip(wanted.tolist(), model.predict(asked).tolist()))
    n_right = sum((one[0] > 0.5) == (other[0] > 0.5) for one, other in pairs)
    overlap = sum(measure_overlap(one[1:], other[1:]) for one, other in pairs) / N_ASKED
    print(f"{n_right} of {N_ASKED} kinds are right; boxes share {overlap:.2f} of their area with true ones")
    print("\n".join(show(asked[0].flatten().tolist(), SIZE)))
    kind, *box = pairs[0][1]
    print("triangle" if kind > 0.5 else "rectangle", "at", [round(SIZE * side) for side in box])


if __name__ == "__main__":
    main(**read_options(epochs=12, count=1500))
