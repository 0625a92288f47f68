#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.Tensor in Python beside NumPy: a million numbers in and out, and what an operator costs.

    meson test -C build --benchmark python

Microseconds, the fastest of some runs in turns, and the ratio to NumPy's own way.
"""
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(77)
from gi.repository import Koma

N = 1_000_000
N_TURNS = 40
LOOP_S = 0.01


def time_once(call):
    """Seconds of a call, the mean of as many in a row as take a moment."""
    n = 1
    while True:
        start = time.perf_counter()
        for _ in range(n):
            call()
        took = time.perf_counter() - start
        if took >= LOOP_S:
            return took / n
        n *= 4


def measure(pairs):
    """The fastest of each, in turns."""
    best = [[float("inf"), float("inf")] for _ in pairs]
    for _ in range(N_TURNS):
        for times, (_, koma, numpy) in zip(best, pairs):
            for i, call in enumerate((koma, numpy)):
                times[i] = min(times[i], time_once(call))
    return best


values = [i * 0.5 for i in range(N)]
array = np.array(values, "float32")
wide = array.astype("float64")
tensor = Koma.tensor(array)
a, b = Koma.ones(4, 4), Koma.ones(4, 4)
c, d = a.numpy().copy(), b.numpy().copy()
big, big_array = Koma.ones(1000, 1000), np.ones((1000, 1000), "float32")
rows = Koma.tensor(array.reshape(1000, 1000))
row_array = array.reshape(1000, 1000)

PAIRS = [
    ("a tensor of a float32 array, 10⁶", lambda: Koma.tensor(array), lambda: np.array(array)),
    ("of a float64 array, 10⁶", lambda: Koma.tensor(wide), lambda: np.array(wide, "float32")),
    ("of a list, 10⁶", lambda: Koma.tensor(values), lambda: np.array(values, "float32")),
    ("of a list of lists, 1000 × 100", lambda: Koma.tensor(nested), lambda: np.array(nested, "float32")),
    ("an array over a tensor, 10⁶", lambda: np.asarray(tensor), lambda: np.asarray(memoryview(array))),
    ("a list of a tensor, 10⁶", tensor.tolist, array.tolist),
    ("a + b, 4 × 4", lambda: a + b, lambda: c + d),
    ("a + 1, 4 × 4", lambda: a + 1, lambda: c + 1),
    ("a.add (b), 4 × 4", lambda: a.add(b), lambda: np.add(c, d)),
    ("a + b, 1000 × 1000", lambda: big + big, lambda: big_array + big_array),
    ("a[3], 1000 × 1000", lambda: rows[3], lambda: row_array[3].copy()),
    ("a[1:-1, ::2], 1000 × 1000", lambda: rows[1:-1, ::2], lambda: row_array[1:-1, ::2].copy()),
    ("a.sum (axis=0), 1000 × 1000", lambda: rows.sum(axis=0), lambda: row_array.sum(axis=0)),
]
nested = [values[i:i + 100] for i in range(0, 100_000, 100)]

print("| what | Koma, µs | NumPy, µs | ratio |")
print("|---|---|---|---|")
for (name, _, _), (koma_s, numpy_s) in zip(PAIRS, measure(PAIRS)):
    print(f"| {name} | {koma_s * 1e6:.4g} | {numpy_s * 1e6:.4g} | {koma_s / numpy_s:.2f} |", flush=True)
