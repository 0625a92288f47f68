#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.Tensor in Python beside NumPy: indices and slices."""
import operator
import random

from gi.repository import GLib, Koma
from numpy_beside import N_TRIALS, TYPES, assert_same, make_array, make_shape, np, raises, run_tests


def make_item(size):
    if random.random() < 0.3 and size > 0:
        return random.randint(-size, size - 1)
    ends = [None, *range(-size - 2, size + 3)]
    return slice(random.choice(ends), random.choice(ends), random.choice((None, 1, 2, 3, -1, -2, -3)))


def make_key(shape):
    items = [make_item(size) for size in shape[:random.randint(0, len(shape))]]
    if random.random() < 0.3:
        items.insert(random.randint(0, len(items)), None)
    if random.random() < 0.3 and len([item for item in items if item is not None]) == len(items):
        n_behind = random.randint(0, len(shape) - len(items))
        items += [Ellipsis, *(make_item(size) for size in shape[len(shape) - n_behind:])]
    return items[0] if len(items) == 1 and random.random() < 0.5 else tuple(items)


def test_slices():
    for _ in range(4 * N_TRIALS):
        a = make_array(make_shape(), random.choice(TYPES))
        key = make_key(a.shape)
        assert_same(Koma.tensor(a)[key], a[key], (a.shape, key))


def test_rows():
    a = make_array((4, 3, 2), "float32")
    x = Koma.tensor(a)
    masks = a[:, :, 0] > 0, a > 0, a > 9
    for key in ([0, 2, -1], [True, False, True, False], np.array([[1, 2], [3, 0]]), [], *masks):
        assert_same(x[Koma.tensor(key) if isinstance(key, np.ndarray) else key],
                    a[np.array(key, dtype=int) if isinstance(key, list) and not key else key], key)
    assert x[Koma.tensor([1])].shape == (1, 3, 2)
    for one in (1, np.int64(1), Koma.tensor(1), np.array(1)):
        assert_same(x[one], a[1], one)
        assert_same(x[one, ..., one], a[1, ..., 1], one)
    assert [row.shape for row in x] == [(3, 2)] * 4
    assert [float(one) for one in Koma.tensor([1.5, 2.5])] == [1.5, 2.5]
    assert [int(row[1]) for row in Koma.arange(1200).reshape(600, 2)] == list(range(1, 1200, 2))
    assert list(Koma.zeros(0, 2)) == []
    assert len(x) == 4 and 2 in Koma.tensor([1, 2]) and 3 not in Koma.tensor([1, 2])
    a, b = Koma.tensor([1, 2])
    assert (int(a), int(b)) == (1, 2)
    assert list(reversed(Koma.tensor([1, 2])))[0].item() == 2


def test_refused_indices():
    x = Koma.zeros(2, 3)
    for key, kind, word in ((2, IndexError, "Index 2"), ((0, -4), IndexError, "-4"), ((0, 0, 0), IndexError, "3"),
                            (slice(None, None, 0), ValueError, "step"), ("a", TypeError, "'a'"),
                            ((..., ...), ValueError, "…"), (1.5, TypeError, "1.5"), ([2], IndexError, "2"),
                            ([0.5], ValueError, "float32"), ([True] * 3, ValueError, "mask"),
                            ((0, "a"), TypeError, "a"), ((True, 0), TypeError, "True")):
        assert not isinstance(raises(kind, lambda: x[key], word), GLib.Error) or kind is not TypeError, key
    raises(IndexError, lambda: Koma.tensor(1)[0])
    raises(TypeError, lambda: iter(Koma.tensor(1)))
    raises(TypeError, lambda: len(Koma.tensor(1)))
    raises(ValueError, lambda: x[None, None, None, None, None], "6")
    raises(TypeError, lambda: operator.setitem(x, 0, 1))


def test_gradient_of_part():
    x = Koma.tensor([[1.0, 2.0], [3.0, 4.0]])
    slope = Koma.grad(lambda x: (x[::-1, 1] * x[0, 0] + x[1, None, 0]).sum())(x)
    assert slope.tolist() == [[6, 1], [2, 1]]


run_tests(globals())
