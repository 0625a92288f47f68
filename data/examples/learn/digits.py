# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of handwritten digits: drawn by a shaking hand, or read from the files that MNIST has."""
import array
import math
import pathlib
import sys

from start import Koma

# The way of the pen for each digit, x and y in a square of 1.
STROKES = [
    [(.5, .1), (.25, .25), (.2, .6), (.4, .9), (.65, .85), (.8, .5), (.7, .2), (.5, .1)],
    [(.3, .3), (.55, .1), (.5, .9)],
    [(.2, .3), (.4, .1), (.7, .15), (.75, .4), (.2, .9), (.8, .9)],
    [(.2, .15), (.6, .1), (.75, .3), (.4, .48), (.78, .7), (.55, .9), (.2, .85)],
    [(.6, .9), (.65, .1), (.2, .65), (.85, .65)],
    [(.8, .1), (.3, .1), (.25, .45), (.6, .42), (.8, .65), (.6, .9), (.2, .85)],
    [(.7, .1), (.35, .4), (.25, .7), (.45, .9), (.7, .8), (.7, .6), (.5, .5), (.28, .65)],
    [(.2, .1), (.8, .1), (.4, .9)],
    [(.5, .48), (.25, .3), (.5, .1), (.75, .3), (.5, .48), (.22, .7), (.5, .9), (.78, .7), (.5, .48)],
    [(.72, .35), (.5, .5), (.28, .3), (.5, .1), (.72, .3), (.65, .9)],
]

def place_pen(chance, digit, size):
    """The points of the digit in a picture: turned, moved, and each a little off."""
    angle, scale = chance.uniform(-0.25, 0.25), size * chance.uniform(0.65, 0.9)
    left, top = chance.uniform(-0.06, 0.06) * size, chance.uniform(-0.06, 0.06) * size
    points = []
    for x, y in STROKES[digit]:
        u, v = x - 0.5 + chance.uniform(-0.04, 0.04), y - 0.5 + chance.uniform(-0.04, 0.04)
        points.append((size / 2 + left + scale * (u * math.cos(angle) - v * math.sin(angle)),
                       size / 2 + top + scale * (u * math.sin(angle) + v * math.cos(angle))))
    return points


def draw(chance, digit, size):
    """size × size pixels from 0 to 1: at each step the pen leaves ink on the four that it touches."""
    pixels = [0.0] * (size * size)
    n_steps = size * 3 // 4
    points = place_pen(chance, digit, size)
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        for step in range(n_steps):
            x, y = x0 + (x1 - x0) * step / n_steps - 0.5, y0 + (y1 - y0) * step / n_steps - 0.5
            for row, column in ((i, j) for i in range(2) for j in range(2)):
                i, j = math.floor(y) + row, math.floor(x) + column
                if 0 <= i < size and 0 <= j < size:
                    ink = (1 - abs(y - i)) * (1 - abs(x - j)) * 0.8
                    pixels[i * size + j] = min(1, pixels[i * size + j] + ink)
    return pixels


def draw_digits(chance, n, size=28):
    """(pictures [n, size, size, 1], their digits as a list)"""
    digits = [chance.below(10) for _ in range(n)]
    pixels = [pixel for digit in digits for pixel in draw(chance, digit, size)]
    return Koma.tensor(pixels).reshape([n, size, size, 1]), digits


def read_idx(path, n_dims):
    """(shape, bytes) of a file as MNIST has it, unpacked: its sizes, then a byte for each number."""
    data = pathlib.Path(path).read_bytes()
    shape = [int.from_bytes(data[i:i + 4], "big") for i in range(4, 4 + 4 * n_dims, 4)]
    if data[:4] != bytes([0, 0, 8, n_dims]) or len(data) != 4 + 4 * n_dims + math.prod(shape):
        sys.exit(f"{path} is no IDX file with bytes of {n_dims} dimensions; those from the network are to be unpacked")
    return shape, data[4 + 4 * n_dims:]


def read_digits(folder, name):
    """Those of “train” or “t10k” in a folder with MNIST's four files."""
    shape, pixels = read_idx(pathlib.Path(folder, f"{name}-images-idx3-ubyte"), 3)
    _, digits = read_idx(pathlib.Path(folder, f"{name}-labels-idx1-ubyte"), 1)
    return Koma.tensor(array.array("B", pixels)).reshape([*shape, 1]).cast("float32") / 255, list(digits)


def show(pixels, size):
    """A picture as lines of text."""
    rows = (pixels[i:i + size] for i in range(0, size * size, size))
    return ["".join(" .:+*#"[min(5, int(6 * pixel))] for pixel in row) for row in rows]
