# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors beside NumPy's arrays: random ones, and whether both are the same."""
import gc
import random
import sys

from gi.repository import Koma

try:
    import numpy as np
except ImportError:
    sys.exit(77)

N_TRIALS = 200
TYPES = ("float32", "int32", "bool")
random.seed(7)
numbers = np.random.default_rng(7)


def raises(kind, call, *words):
    try:
        found = call()
    except kind as error:
        assert all(word in str(error) for word in words), error
        return error
    raise AssertionError(f"{found!r} in place of {kind.__name__}")


def make_array(shape, dtype):
    if dtype == "bool":
        return numbers.random(shape) < 0.5
    if dtype == "int32":
        return numbers.integers(-5, 6, shape).astype("int32")
    values = numbers.uniform(-4, 4, shape).astype("float32")
    values[numbers.random(shape) < 0.1] = np.nan
    values[numbers.random(shape) < 0.1] = 0
    return values


def make_shape(most=4):
    return tuple(random.choice((0, 1, 2, 3, 3, 4)) for _ in range(random.randint(0, most)))


def assert_same(found, wanted, what):
    wanted = np.asarray(wanted)
    assert isinstance(found, Koma.Tensor), (what, found)
    assert found.shape == wanted.shape, (what, found.shape, wanted.shape)
    kinds = {"float32": "f", "int32": "iu", "bool": "b"}
    assert wanted.dtype.kind in kinds[found.dtype], (what, found.dtype, wanted.dtype)
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-5, atol=1e-6, err_msg=str(what))


def run_tests(names):
    """Runs what begins with test_; nothing of the library is left behind."""
    for name, test in list(names.items()):
        if name.startswith("test_"):
            test()
            gc.collect()
            memory = Koma.Environment.get().get_memory()
            assert (memory.n_tensors, memory.n_bytes) == (0, 0), (name, memory.n_tensors)
            print("ok", name, flush=True)
