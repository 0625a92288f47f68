#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.Tensor in Python beside NumPy: operators on random shapes; lifetimes; errors."""
import array
import copy
import gc
import operator
import random

from gi.repository import Gio, GLib, Koma
from numpy_beside import N_TRIALS, TYPES, assert_same, make_array, make_shape, np, numbers, raises, run_tests

ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def make_beside(shape):
    """A shape that is broadcast with another."""
    return tuple(size if random.random() < 0.7 else 1 for size in shape[random.randint(0, len(shape)):])


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


run_tests(globals())
