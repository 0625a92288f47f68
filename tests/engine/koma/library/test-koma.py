#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""libkoma from Python: tensors, scopes, variables, gradients, errors; and nothing is left of them."""
import gc

import gi

gi.require_version("Koma", "1.0")
from gi.repository import GLib, Koma  # noqa: E402


def memory():
    gc.collect()
    found = Koma.Environment.get().get_memory()
    return found.n_tensors, found.n_data_buffers, found.n_bytes


def test_tensor():
    a = Koma.Tensor.new([1, 2, 3, 4], [2, 2])
    b = a.add(a).square()
    assert b.get_shape() == [2, 2]
    assert b.get_dtype() == Koma.DType.FLOAT32
    assert b.read_floats() == [4, 16, 36, 64]
    assert b.to_string(False) == "Tensor\n    [[4 , 16],\n     [36, 64]]"
    assert Koma.Tensor.new_typed(Koma.DType.INT32, [2.9, -1], [2]).read_ints() == [2, -1]
    assert Koma.Tensor.new_scalar(3).get_shape() == []
    assert memory() == (2, 2, 32)
    nested = Koma.Tensor.new_nested(GLib.Variant("aad", [[1, 2], [3, 4]]), Koma.DType.FLOAT32, 2)
    assert nested.get_shape() == [2, 2]


def test_error():
    try:
        Koma.Tensor.new([1, 2, 3], [2, 2])
    except GLib.Error as error:
        assert error.matches(Koma.error_quark(), Koma.Error.SHAPE)
        assert "3 values" in error.message
    else:
        raise AssertionError("three values are no 2 by 2")


def test_scope():
    scope = Koma.Scope.begin()
    x = Koma.Tensor.new_scalar(3)
    y = x.square()
    z = y.add(y).keep()
    scope.move_out(y)
    scope.end()
    assert x.is_disposed()
    assert y.read_floats() == [9]
    assert z.read_floats() == [18]


def test_tidy():
    def sum_of_squares():
        x = Koma.Tensor.new_1d([1, 2])
        made.append(x)
        return x.square().sum(None, False)

    made = []
    y = Koma.tidy(sum_of_squares)
    assert y.read_floats() == [5]
    assert made[0].is_disposed()
    made.append(y)
    assert Koma.tidy(lambda: y).read_floats() == [5]


def test_variable():
    w = Koma.Variable.new(Koma.Tensor.new_scalar(3), True, "w")
    tape = Koma.Tape.new()
    tape.watch(w)
    loss = w.square()
    tape.end()
    assert [g.read_floats() for g in tape.gradient(loss, None, [w])] == [[6]]
    assert w.assign(Koma.Tensor.new_scalar(5))
    assert w.read_floats() == [5]
    assert w.get_name() == "w"


def twice_square(xs, _data):
    square = xs[0].square()
    return square.add(square)


def square_of_slope(xs, _data):
    return Koma.grad(twice_square, None, xs[0], None).square()


def test_gradients():
    x = Koma.Tensor.new_1d([1, 2])
    assert Koma.grad(twice_square, None, x, None).read_floats() == [4, 8]
    assert Koma.grad(square_of_slope, None, x, None).read_floats() == [32, 64]
    gradients, value = Koma.value_and_grads(twice_square, None, [x], None)
    assert value.read_floats() == [2, 8]
    assert [g.read_floats() for g in gradients] == [[4, 8]]


def test_optimizer():
    w = Koma.Variable.new(Koma.Tensor.new_1d([1, -4]), True, "w")
    optimizer = Koma.Optimizer.new_sgd(0.25)
    loss = optimizer.minimize(lambda xs, _data: xs[0].square().sum(None, False), None, [w])
    assert loss.read_floats() == [17]
    assert w.read_floats() == [0.5, -2]
    optimizer.set_learning_rate(0.5)
    optimizer.minimize(lambda _xs, _data: w.square().sum(None, False), None, None)
    assert w.read_floats() == [0, 0]
    optimizer.apply_gradients([w], [Koma.Tensor.new_1d([2, 4])])
    assert w.read_floats() == [-1, -2]
    assert optimizer.get_iterations() == 3
    adam = Koma.Optimizer.new("adam", '{"beta1": 0.8}')
    assert round(adam.get_option("beta_1"), 6) == 0.8
    try:
        adam.minimize(lambda xs, _data: xs[0].square(), None, [w])
    except GLib.Error as error:
        assert error.matches(Koma.error_quark(), Koma.Error.ARGUMENT)
    else:
        raise AssertionError("a loss of two numbers")


def test_async():
    loop = GLib.MainLoop()
    found = []

    def read(tensor, result):
        found.extend(tensor.read_finish(result))
        loop.quit()

    tensor = Koma.Tensor.new_1d([1, 2])
    tensor.read_async(None, read)
    loop.run()
    assert found == [1, 2]


TESTS = (test_tensor, test_error, test_scope, test_tidy, test_variable, test_gradients, test_optimizer, test_async)

for test in TESTS:
    test()
    assert memory() == (0, 0, 0), (test.__name__, memory())
