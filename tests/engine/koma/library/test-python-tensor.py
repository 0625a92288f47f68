#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.Tensor in Python beside NumPy: operators and indices on random shapes; lifetimes; errors."""
import array
import copy
import gc
import operator
import random
import sys

from gi.repository import Gio, GLib, Koma

try:
    import numpy as np
except ImportError:
    sys.exit(77)

N_TRIALS = 200
TYPES = ("float32", "int32", "bool")
ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
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


def make_beside(shape):
    """A shape that is broadcast with another."""
    return tuple(size if random.random() < 0.7 else 1 for size in shape[random.randint(0, len(shape)):])


def assert_same(found, wanted, what):
    wanted = np.asarray(wanted)
    assert isinstance(found, Koma.Tensor), (what, found)
    assert found.shape == wanted.shape, (what, found.shape, wanted.shape)
    kinds = {"float32": "f", "int32": "iu", "bool": "b"}
    assert wanted.dtype.kind in kinds[found.dtype], (what, found.dtype, wanted.dtype)
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-5, atol=1e-6, err_msg=str(what))


def widen(value):
    """As the library adds bool."""
    return value.astype("int32") if value.dtype == bool else value


def test_arithmetic():
    for _ in range(N_TRIALS):
        shape = make_shape()
        a = make_array(shape, random.choice(TYPES))
        b = make_array(make_beside(shape), random.choice(TYPES))
        name = random.choice(ARITHMETIC)
        call = getattr(operator, name)
        wanted = call(widen(a), widen(b))
        if a.dtype.kind in "ib" and b.dtype.kind in "ib" and name == "truediv" and (b == 0).any():
            continue
        assert_same(call(Koma.tensor(a), Koma.tensor(b)), wanted, (name, a, b))
        assert_same(call(Koma.tensor(a), b), wanted, (name, "array at the right"))
        assert_same(call(a, Koma.tensor(b)), wanted, (name, "array at the left"))
        assert_same(call(Koma.tensor(b), Koma.tensor(a)), call(widen(b), widen(a)), (name, b, a))


def test_comparisons():
    for _ in range(N_TRIALS):
        shape = make_shape()
        a, b = (make_array(one, random.choice(TYPES)) for one in (shape, make_beside(shape)))
        for name in COMPARISONS:
            call = getattr(operator, name)
            assert_same(call(Koma.tensor(a), Koma.tensor(b)), call(a, b), (name, a, b))


def test_scalars():
    for value in (2, -3, 2.5, True):
        for dtype in TYPES:
            a = make_array((3, 2), dtype)
            for name in ARITHMETIC + COMPARISONS:
                call = getattr(operator, name)
                for x, y in ((a, value), (value, a)):
                    if (name == "truediv" and x is value and dtype != "float32") or (dtype == "bool" and value is True):
                        continue
                    left, right = (Koma.tensor(one) if one is a else one for one in (x, y))
                    wanted = call(*(widen(one) if isinstance(one, np.ndarray) and name in ARITHMETIC else one
                                    for one in (x, y)))
                    assert_same(call(left, right), wanted, (name, x, y))
    assert (Koma.tensor([1, 2]) + 1).dtype == "int32"
    assert (Koma.tensor([1, 2]) + 0.5).tolist() == [1.5, 2.5]
    assert (Koma.tensor([1.5]) + 1).dtype == "float32"
    assert (2 ** Koma.tensor([1, 2, 3])).tolist() == [2, 4, 8]
    assert (Koma.tensor([1.0, 4.0]) ** 0.5).tolist() == [1, 2]
    assert (Koma.tensor([[1, 2]]) + [[1], [2]]).tolist() == [[2, 3], [3, 4]]
    assert (-Koma.tensor([1, -2])).tolist() == [-1, 2]
    assert abs(Koma.tensor([1, -2])).tolist() == [1, 2]
    assert (+Koma.tensor([1])).tolist() == [1]
    # 1 // 0.1 is 9, since 0.1 is a little more; by zero it is infinite.
    assert (Koma.tensor([1.0, -1.0]) // 0.1).tolist() == [9, -10]
    assert (Koma.tensor([1.0, -1.0]) // 0.0).tolist() == [float("inf"), float("-inf")]


def test_logic():
    for name in ("and_", "or_", "xor"):
        call = getattr(operator, name)
        a, b = (make_array((3, 4), "bool") for _ in range(2))
        assert_same(call(Koma.tensor(a), Koma.tensor(b)), call(a, b), name)
        assert_same(call(True, Koma.tensor(b)), call(True, b), name)
    assert (~Koma.tensor([True, False])).tolist() == [False, True]
    raises(TypeError, lambda: ~Koma.tensor([1]), "int32")
    raises(TypeError, lambda: Koma.tensor([1]) & Koma.tensor([True]), "int32")


def test_matrices():
    shapes = [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((5, 2, 3), (5, 3, 4)), ((5, 2, 3), (3,)),
              ((1, 2, 3), (5, 3, 4))]
    for left, right in shapes:
        a, b = numbers.random(left, "float32"), numbers.random(right, "float32")
        assert_same(Koma.tensor(a) @ b, a @ b, (left, right))
        assert_same(a @ Koma.tensor(b), a @ b, (left, right))
    raises(ValueError, lambda: Koma.tensor([[1.0]]) @ Koma.tensor([[1.0], [2.0]]))
    raises(ValueError, lambda: Koma.tensor(1.0) @ Koma.tensor([1.0]), "scalar")
    a = Koma.tensor(numbers.random((2, 3, 4), "float32"))
    assert_same(a.T, a.numpy().T, "T")


def test_in_place():
    a = b = Koma.tensor([1, 2])
    a += 1
    a *= 3
    assert a.tolist() == [6, 9] and b.tolist() == [1, 2]


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


def test_making():
    for data, dtype, shape in (
        (1, "int32", ()),
        (1.5, "float32", ()),
        (True, "bool", ()),
        ([1, 2.5], "float32", (2,)),
        ([[True], [False]], "bool", (2, 1)),
        ([], "float32", (0,)),
        ([[], []], "float32", (2, 0)),
        ((1, True), "int32", (2,)),
        (range(3), "int32", (3,)),
        ((i * i for i in range(4)), "int32", (4,)),
        (array.array("d", [1, 2]), "float32", (2,)),
        (array.array("h", [1, 2]), "int32", (2,)),
        (b"\1\2", "uint8", (2,)),
        (np.float32(2), "float32", ()),
        (np.int64(2), "int32", ()),
        ([np.float32(1), 2], "float32", (2,)),
        (memoryview(b"\1\2\3")[::2], "uint8", (2,)),
        ([Koma.tensor([1, 2]), Koma.tensor([3, 4])], "int32", (2, 2)),
        ({1: 2}.values(), "int32", (1,)),
    ):
        found = Koma.tensor(data)
        assert (found.dtype, found.shape) == (dtype, shape), (data, found)
    for dtype in ("float32", "int32", "bool", "uint8", "int8", "float16"):
        for value in ([[0, 1, 1]], np.array([[0, 1, 1]]), np.array([[0.0, 1, 1]]), Koma.tensor([[0, 1, 1]])):
            found = Koma.tensor(value, dtype)
            assert found.dtype == dtype and found.tolist() == [[0, 1, 1]], (dtype, value, found)
            assert Koma.Tensor.from_bytes(found.tobytes(), dtype, [1, 3]).tolist() == [[0, 1, 1]]
            assert found.numpy().dtype == dtype
    assert Koma.tensor(np.arange(6).reshape(2, 3).T).tolist() == [[0, 3], [1, 4], [2, 5]]
    assert Koma.tensor(np.array([1, 2], dtype=">f4")).tolist() == [1, 2]
    assert Koma.tensor([2, 3], "bool").tolist() == [True, True]
    assert Koma.Tensor.from_bytes(b"\2\0", "bool").tolist() == [True, False]
    # What is written to an array later is not written to the tensor.
    values = np.ones(3, "float32")
    made = Koma.tensor(values)
    values[0] = 5
    assert made.tolist() == [1, 1, 1]


def test_refused_data():
    raises(ValueError, lambda: Koma.tensor([[1, 2], [3]]), "[1]", "1 elements")
    raises(ValueError, lambda: Koma.tensor([[1], 2]), "2 at [1]")
    raises(ValueError, lambda: Koma.tensor([1, [2]]), "beside")
    raises(ValueError, lambda: Koma.tensor([2 ** 31]), "2147483648", "int32")
    raises(ValueError, lambda: Koma.tensor([1, 256], "uint8"), "256 at 1", "uint8")
    raises(ValueError, lambda: Koma.tensor(np.array([2 ** 40])), "int32")
    raises(ValueError, lambda: Koma.tensor(np.array([np.nan]), "int32"), "nan")
    raises(ValueError, lambda: Koma.tensor([float("inf")], "int32"), "inf")
    raises(ValueError, lambda: Koma.tensor([1], "float64"), "float64", "float32")
    for data in ("text", None, {}, object(), [None], ["a"], [1, "a"], np.array(["a"]), np.array([1j])):
        raises(TypeError, lambda: Koma.tensor(data))
    raises(ValueError, lambda: Koma.zeros(1, 1, 1, 1, 1, 1, 1), "7")
    raises(TypeError, lambda: Koma.Tensor([1]), "Koma.tensor (data)")
    raises(TypeError, Koma.Variable, "Koma.variable (data)")
    raises(ValueError, lambda: Koma.Tensor.from_bytes(b"abc", "float32", [1]), "3")


def test_reading():
    a = Koma.tensor([[1.5, 2.5]])
    assert a.tolist() == [[1.5, 2.5]] and Koma.zeros(2, 0).tolist() == [[], []] and Koma.tensor(2).tolist() == 2
    assert (a.shape, a.ndim, a.size, a.dtype) == ((1, 2), 2, 2, "float32")
    assert repr(a) == "Koma.Tensor([[1.5, 2.5]], shape=(1, 2), dtype=float32)", repr(a)
    assert "…" in repr(Koma.arange(1000)) or "..." in repr(Koma.arange(1000))
    assert len(repr(Koma.arange(1000))) < 400
    assert f"{Koma.tensor(1.25):.1f} {Koma.tensor(3)}" == "1.2 Tensor\n    3"
    assert (float(Koma.tensor([2.5])), int(Koma.tensor(3)), bool(Koma.tensor([0]))) == (2.5, 3, False)
    assert "abc"[Koma.tensor(1)] == "b"
    raises(TypeError, lambda: "abc"[Koma.tensor(1.0)])
    for call in (float, int, bool, lambda one: one.item()):
        raises(ValueError, lambda: call(a), "2 elements")
    assert a.memoryview().readonly and bytes(a.memoryview()) == a.tobytes()
    assert np.asarray(a).tolist() == [[1.5, 2.5]] and np.array(a, dtype="float64").dtype == "float64"
    assert a.__array_interface__["shape"] == (1, 2)
    assert copy.deepcopy(a).tolist() == a.tolist()
    assert a.reshape(2).shape == a.reshape([2]).shape == a.reshape(-1).shape == (2,)
    assert a.astype("int32").tolist() == [[1, 2]]
    raises(ValueError, lambda: operator.setitem(np.asarray(a), 0, 1), "read-only")
    raises(TypeError, lambda: memoryview(a))  # before Python 3.12 no class of Python has buffers


def test_functions():
    a = make_array((3, 4), "int32").astype("float32")
    x = Koma.tensor(a)
    assert_same(x.sum(axis=0), a.sum(0), "sum")
    assert_same(x.sum(1, keepdims=True), a.sum(1, keepdims=True), "sum")
    assert_same(x.sum(keep_dims=True, axes=[1]), a.sum(1, keepdims=True), "the library's own names")
    assert_same(Koma.mean(a, axis=(0, 1)), a.mean(), "mean")
    assert_same(x.max(), a.max(), "max")
    assert_same(x.argmax(), np.int32(a.argmax()), "argmax")
    assert_same(x.argmin(axis=1), a.argmin(1).astype("int32"), "argmin")
    assert_same(x.relu().sqrt().sum(), np.sqrt(np.maximum(a, 0)).sum(), "chain")
    assert_same(Koma.concat([a, x]), np.concatenate([a, a]), "concat")
    assert Koma.concat([[1, 2], (3,)]).tolist() == [1, 2, 3] and Koma.add_n([[1], [2]]).tolist() == [3]
    assert_same(Koma.stack([x, x], axis=1), np.stack([a, a], 1), "stack")
    assert_same(Koma.where(x > 0, x, 0), np.where(a > 0, a, 0), "where")
    assert_same(x.clip(-1, 1), a.clip(-1, 1), "clip")
    assert_same(x.transpose([1, 0]), a.T, "transpose")
    assert_same(x.cumsum(axis=1), a.cumsum(1), "cumsum")
    assert_same(Koma.arange(1, 4), np.arange(1, 4, dtype="int32"), "arange")
    assert_same(Koma.full([2], 3.0), np.full(2, 3, "float32"), "full")
    assert_same(Koma.eye(2, 3), np.eye(2, 3, dtype="float32"), "eye")
    values, indices = x.top_k(2)
    assert_same(values, -np.sort(-a, 1)[:, :2], "top_k")
    picture = Koma.ones(1, 4, 4, 1)
    assert picture.conv2d(Koma.ones(3, 3, 1, 1), padding="same", stride=2).shape == (1, 2, 2, 1)
    assert picture.max_pool(size=2, stride=2).shape == (1, 2, 2, 1)
    raises(TypeError, lambda: x.sum(axs=1), "axs")
    raises(TypeError, lambda: x.sum(0, axis=1), "twice")
    raises(TypeError, lambda: x.sum(0, False, 1), "3")
    raises(TypeError, lambda: x.add(), "“b”")
    raises(TypeError, lambda: x.add(None))
    raises(TypeError, lambda: x + None)
    raises(ValueError, lambda: x.cast("complex"), "complex")
    raises(ValueError, lambda: picture.conv2d(Koma.ones(3, 3, 1, 1), padding="most"), "most")
    raises(TypeError, lambda: picture.conv2d(Koma.ones(3, 3, 1, 1), strid=1), "strid")


def test_identity():
    a, b = Koma.tensor([1]), Koma.tensor([1])
    assert hash(a) != hash(b) and len({a, b, a}) == 2 and {a: 1}[a] == 1
    assert (a == None) is False and (a != None) is True  # noqa: E711
    w = Koma.variable([1.0, 2.0], name="w")
    assert (w * 2).tolist() == [2, 4] and w[0].item() == 1 and w.name == "w" and repr(w).startswith("Koma.Variable(")
    w.assign([3, 4])
    assert w.tolist() == [3, 4] and isinstance(w, Koma.Tensor)


def test_errors():
    error = raises(ValueError, lambda: Koma.zeros(2) + Koma.zeros(3), "broadcast")
    assert isinstance(error, Koma.ShapeError) and isinstance(error, Koma.Error) and isinstance(error, GLib.Error)
    assert error.matches(Koma.error_quark(), Koma.Error.SHAPE) and str(error) == error.message
    raises(Koma.OutOfMemoryError, lambda: Koma.zeros(2 ** 30, 2 ** 10))
    raises(MemoryError, lambda: Koma.zeros(2 ** 30, 2 ** 10))
    raises(FileNotFoundError, lambda: Koma.LayersModel.load("/nonexistent/model.json"), "nonexistent")
    raises(OSError, lambda: Koma.LayersModel.load(__file__ + "/model.json"), "model")
    raises(NotImplementedError, lambda: Koma.Layer.new("Nothing"), "Nothing")
    raises(ValueError, lambda: Koma.Tensor.new([1, 2, 3], [2, 2]), "3 values")
    # What was cancelled stays a GLib.Error, which is no error of files.
    stopped = Gio.Cancellable()
    stopped.cancel()
    model = Koma.sequential([Koma.layers.dense(1, input_shape=[1])])
    model.compile()
    error = raises(GLib.Error, lambda: model.fit([[1.0]], [[1.0]], cancellable=stopped))
    assert error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED) and not isinstance(error, OSError)
    disposed = Koma.zeros(1)
    disposed.dispose_data()
    raises(ValueError, disposed.numpy, "disposed")
    raises(ValueError, lambda: disposed + 1, "disposed")
    assert "disposed" in repr(disposed)


def test_lifetimes():
    x = Koma.arange(100000).cast("float32")
    views = [x.numpy(), np.asarray(x), np.frombuffer(x.memoryview(), "float32")]
    address = views[0].ctypes.data
    assert all(view.ctypes.data == address and not view.flags.writeable for view in views)
    x.dispose_data()
    del x
    gc.collect()
    others = [Koma.full([100000], 7.0) for _ in range(20)]
    for view in views:
        np.testing.assert_array_equal(view, np.arange(100000, dtype="float32"))
    assert others[0].numpy()[0] == 7
    for read in (np.asarray, np.array, lambda one: one.numpy(), lambda one: np.frombuffer(one.memoryview(), "int32")):
        array_of = Koma.arange(5000)
        found = read(array_of)
        array_of.dispose_data()
        others = [Koma.full([5000], 7) for _ in range(20)]
        np.testing.assert_array_equal(found, np.arange(5000))
    # A variable has other memory after a step.
    w = Koma.variable([1.0])
    before = w.numpy()
    Koma.Optimizer.new_sgd(0.5).minimize(lambda: w.square().sum(), variables=[w])
    assert before.tolist() == [1] and w.tolist() == [0]


def get_resident():
    with open("/proc/self/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * 4096


def step(w, x):
    y = Koma.tidy(lambda: ((w * x)[::-1] + x.numpy())[1:] @ x[1:])
    assert len(y.tolist() if y.ndim else [y.item()]) == 1 and Koma.tensor(x.tolist()).size == 64


def test_steps_do_not_grow():
    w, x = Koma.variable([1.0] * 64), Koma.arange(64).cast("float32")
    for _ in range(1000):
        step(w, x)
    gc.collect()
    before = get_resident()
    n_tensors = Koma.Environment.get().get_memory().n_tensors
    for _ in range(10000):
        step(w, x)
    gc.collect()
    assert Koma.Environment.get().get_memory().n_tensors == n_tensors
    grown = get_resident() - before
    assert grown < 2e6, f"{grown} bytes in 10000 steps"


np.seterr(all="ignore")
EQUATIONS = ("ij,jk->ik", "ij,kj", "bij,bjk->bik", "abc,cd,bd->ad", "i,ij,j->", "bqhd,bkhd->bhqk", "ijk->kj",
             "ij,jk->i")


def make_finite(shape):
    """Sums in another order are other ones of infinities, and NumPy has an order of NaN of its own."""
    return np.nan_to_num(make_array(shape, "float32"), nan=1, posinf=2, neginf=-2)


def test_einsum():
    for equation in EQUATIONS:
        equation = equation if "->" in equation else equation + "->ik"
        sizes = {letter: random.randint(1, 4) for letter in "abcdhijkq"}
        terms = equation.split("->")[0].split(",")
        arrays = [make_finite([sizes[letter] for letter in term]) for term in terms]
        wanted = np.einsum(equation, *arrays).astype("float32")
        assert_same(Koma.einsum(equation, arrays), wanted, equation)
    raises(ValueError, lambda: Koma.einsum("ij->k", [[[1]]]), "“k”")


def test_selections():
    a = make_finite((3, 4))
    x = Koma.tensor(a)
    assert_same(Koma.where_indices(x > 0), np.argwhere(a > 0).astype("int32"), "where_indices")
    assert_same(x.boolean_mask(x > 0), a[a > 0], "boolean_mask")
    assert_same(x.boolean_mask([True, False, True, True], axis=1), a[:, [0, 2, 3]], "boolean_mask")
    wanted = a[[0, 1, 2], [1, 0, 3]][:, None]
    assert_same(x.gather_batches([[1], [0], [3]], axis=1, batch_dims=1), wanted, "gather_batches")
    rising = np.sort(a.ravel())
    for side in ("left", "right"):
        wanted = np.searchsorted(rising, a.ravel(), side).astype("int32")
        assert_same(Koma.search_sorted(rising, a.ravel(), side=side), wanted, side)
    values, indices = Koma.setdiff1d([3, 1, 2, 1], [1])
    assert values.tolist() == [3, 2] and indices.tolist() == [0, 2]
    b = make_array((4,), "int32")
    for name in ("and", "or", "xor"):
        wanted = getattr(np, f"bitwise_{name}")(b, b[:, None] + 3)
        assert_same(getattr(Koma.tensor(b), f"bitwise_{name}")(b[:, None] + 3), wanted, name)
    for indexing in ("xy", "ij"):
        both = np.meshgrid(np.int32([1, 2, 3]), np.float32([4.5, 5]), indexing=indexing)
        for found, wanted in zip(Koma.meshgrid([1, 2, 3], [4.5, 5], indexing=indexing), both):
            assert_same(found, wanted, indexing)


def test_draws():
    x = Koma.ones(100)
    assert x.dropout(0.5, seed=3).tolist() == x.dropout(0.5, seed=3).tolist() != x.dropout(0.5, seed=4).tolist()
    assert set(x.dropout(0.5).tolist()) == {0, 2}
    assert Koma.ones(3, 2).dropout(0.5, noise_shape=(1, 2)).shape == (3, 2)
    assert Koma.multinomial([0.0, float("-inf")], 4).tolist() == [0] * 4
    assert Koma.moving_average([0.0], [4.0], 0.5, step=1).tolist() == [4]
    assert x.ensure_shape([-1]).shape == (100,)


def test_pictures():
    picture = make_finite((1, 5, 5, 3))
    x = Koma.tensor(picture)
    assert_same(x.flip_left_right(), picture[:, :, ::-1], "flip_left_right")
    assert_same(x.rotate_with_offset(0), picture, "rotate_with_offset")
    assert_same(x.rotate_with_offset(7, fill=[1], center_x=9).min(), np.float32(1), "outside")
    assert_same(x.transform([[1, 0, 1, 0, 1, 0, 0, 0]], fill_mode="nearest")[:, :, :4], picture[:, :, 1:], "transform")
    part = x.crop_and_resize([[0.5, 0, 1, 0.5]], [0], 3, 3)
    assert_same(part, picture[:, 2:, :3], "crop_and_resize")
    assert_same(Koma.threshold(np.float32([[[127], [128]]])), np.int32([[[0], [255]]]), "threshold")
    boxes, scores = [[0, 0, 1, 1], [0, 0, 1, 0.9], [2, 2, 3, 3]], [0.5, 0.6, 0.7]
    assert Koma.non_max_suppression(boxes, scores, 3).tolist() == [2, 1]
    indices, n_valid = Koma.non_max_suppression_padded(boxes, scores, 3, padded=True)
    assert indices.tolist() == [2, 1, 0] and n_valid.tolist() == 2
    indices, scores = Koma.non_max_suppression_with_score(boxes, scores, 3, soft_nms_sigma=0.5, iou_threshold=1)
    wanted = np.float32([0.7, 0.6, 0.5 * np.exp(-0.9 ** 2)])
    assert indices.tolist() == [2, 1, 0]
    assert_same(scores, wanted, "non_max_suppression_with_score")


def test_decompositions():
    for shape in ((4, 4), (5, 3), (2, 4), (2, 3, 3), (20, 20)):
        a = np.random.default_rng(sum(shape)).normal(size=shape).astype("float32")
        q, r = Koma.qr(a)
        np.testing.assert_allclose(q.mat_mul(r).numpy(), a, atol=1e-5)
        wanted = [np.linalg.qr(one)[1] for one in a.reshape((-1, *shape[-2:]))]
        np.testing.assert_allclose(abs(r.numpy()), abs(np.stack(wanted)).reshape(r.shape), atol=2e-5)
        squares = q.mat_mul(q, transpose_a=True).numpy()
        np.testing.assert_allclose(squares - np.eye(q.shape[-1]), 0 * squares, atol=2e-6)
        full, _ = Koma.qr(a, full_matrices=True)
        assert full.shape == (*shape[:-1], shape[-2])
    for shape in ((4, 4), (2, 3, 3), (30, 30)):
        generator = np.random.default_rng(shape[-1])
        a, b = (generator.normal(size=one).astype("float32") for one in (shape, (*shape[:-1], 2)))
        wanted = np.linalg.solve(a.astype("float64"), b)
        np.testing.assert_allclose(Koma.solve(a, b).numpy(), wanted, atol=2e-3 * abs(wanted).max())
    zero, _ = Koma.qr(Koma.zeros(2, 2))
    assert zero.tolist() == [[1, 0], [0, 1]]


def test_singular_values():
    rank_one = np.outer([1, 2, 3, 4], [2, -1, 1])
    drawn = [np.random.default_rng(sum(shape)).normal(size=shape)
             for shape in ((4, 4), (6, 3), (3, 7), (1, 1), (2, 3, 5, 4), (40, 40))]
    for a in (*drawn, rank_one, rank_one.T, np.zeros((3, 2)), np.diag([1e-6, 1, 1e6]), np.eye(5)):
        a = a.astype("float32")
        wanted = np.linalg.svd(a.astype("float64"), compute_uv=False)
        limit = 4e-6 * max(wanted.max(), 1e-30)
        np.testing.assert_allclose(Koma.singular_values(a).numpy(), wanted, atol=limit)
        for is_full in (False, True):
            s, u, v = (one.numpy() for one in Koma.svd(a, full_matrices=is_full))
            n = s.shape[-1]
            np.testing.assert_allclose(s, wanted, atol=limit)
            assert u.shape == (*a.shape[:-1], a.shape[-2] if is_full else n)
            assert v.shape == (*a.shape[:-2], a.shape[-1], a.shape[-1] if is_full else n)
            product = (u[..., :n] * s[..., None, :]) @ v[..., :n].swapaxes(-1, -2)
            np.testing.assert_allclose(product, a, atol=3 * limit)
            for one in (u, v):
                squares = one.swapaxes(-1, -2) @ one
                np.testing.assert_allclose(squares - np.eye(one.shape[-1]), 0 * squares, atol=2e-6)
    raises(Koma.ArgumentError, lambda: Koma.svd([[1, float("nan")]]), "a NaN or an infinity")


def test_fourier():
    for shape in ((1,), (2,), (7,), (64,), (97,), (2, 3, 100), (3, 509), (4096,), (2, 1000), (1018,), (131 * 64,)):
        generator = np.random.default_rng(shape[-1])
        x, y = (generator.normal(size=shape).astype("float32") for _ in range(2))
        z = Koma.complex(x, y)
        assert z.dtype == "complex64" and z.shape == shape
        assert np.array_equal(z.numpy(), x + 1j * y) and z.numpy().dtype == "complex64"
        for found, wanted in ((Koma.fft(z), np.fft.fft(x + 1j * y)), (z.ifft(), np.fft.ifft(x + 1j * y)),
                              (Koma.fft(x), np.fft.fft(x)), (Koma.rfft(x), np.fft.rfft(x)),
                              (Koma.rfft(x, n=12), np.fft.rfft(x, 12))):
            np.testing.assert_allclose(found.numpy(), wanted, atol=2e-6 * max(1, abs(wanted).max()))
        back = Koma.rfft(x).irfft(shape[-1])
        np.testing.assert_allclose(back.numpy(), x, atol=4e-6)
    z = Koma.complex([1, 3], [-2, 4])
    assert z.tolist() == [1 - 2j, 3 + 4j] and z.real().tolist() == [1, 3] and z.imag().tolist() == [-2, 4]
    assert abs(z)[1].item() == 5 and z.clone().tolist() == z.tolist()
    assert Koma.complex(1, 2).item() == 1 + 2j
    assert str(z) == "Tensor\n    [1 + -2j, 3 + 4j]"
    raises(Koma.Error, lambda: z + z, "complex64 is taken by real, imag, abs")
    raises(Koma.Error, lambda: Koma.ones(2, dtype="complex64"), "Koma.complex ()")


def test_signals():
    x = np.arange(10, dtype="float32")
    assert Koma.frame(x, 4, 3).tolist() == [x[i:i + 4].tolist() for i in (0, 3, 6)]
    padded = Koma.frame(x.reshape(2, 5), 2, 2, True, -1)
    assert padded.tolist() == [[[0, 1], [2, 3], [4, -1]], [[5, 6], [7, 8], [9, -1]]]
    assert Koma.frame([1, 2], 3, 1).shape == (0, 3)
    even = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(8) / 8)
    assert_same(Koma.hann_window(8), even.astype("float32"), "hann_window")
    assert_same(Koma.hamming_window(9), np.hamming(9).astype("float32"), "hamming_window")
    frames = np.stack([x[i:i + 8] for i in (0, 2)])
    for window, weights in ((None, even), (np.ones(8, "float32"), 1)):
        wanted = np.fft.rfft(frames * weights)
        np.testing.assert_allclose(Koma.stft(x, 8, 2, window=window).numpy(), wanted, atol=1e-5)
    # The power of a spectrum is n times that of the signal: so is its gradient.
    weights = np.float32([1, 2, 2, 2, 2])
    power = Koma.grad(lambda y: (abs(y.rfft(9)).square() * weights).sum())
    np.testing.assert_allclose(power(x[:9]).numpy(), 2 * 9 * x[:9], rtol=1e-5, atol=1e-3)


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        gc.collect()
        memory = Koma.Environment.get().get_memory()
        assert (memory.n_tensors, memory.n_bytes) == (0, 0), (name, memory.n_tensors)
        print("ok", name, flush=True)
