#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What functions given to libkoma may do, and threads, and Ctrl+C: all of it ends as a Python error.

test-functions.py [--plain]: without what Python adds to libkoma, errors are GLib.Error.
"""
import gc
import os
import signal
import sys
import threading
import time

import gi

gi.require_version("Koma", "1.0")
from gi.repository import GLib, Koma  # noqa: E402

IS_PLAIN = "--plain" in sys.argv
N_SAMPLES = 64


class Mine(Exception):
    pass


def fail(*_args):
    raise Mine("mine")


def interrupt(*_args):
    raise KeyboardInterrupt


def error_of(call):
    try:
        return f"no error, but {call()}"
    except BaseException as error:
        return error


def assert_error(name, call, kind, *words):
    error = error_of(call)
    wanted = GLib.Error if IS_PLAIN else kind
    assert type(error) is wanted, (name, repr(error))
    if isinstance(error, GLib.Error):
        assert error.matches(Koma.error_quark(), Koma.Error.ARGUMENT), (name, error)
    if not IS_PLAIN:
        assert all(word in str(error) for word in words), (name, error)


def square(xs, _data):
    return xs[0].square()


def derive(gradient, x):
    """The derivative of a square, as gradient has it."""
    return Koma.grad(lambda xs, _data: Koma.custom_grad(square, gradient, None, xs), None, x, None)


def list_calls(x, w):
    optimizer = Koma.Optimizer.new_sgd(0.25)
    return {
        "tidy": Koma.tidy,
        "grad": lambda f: Koma.grad(f, None, x, None),
        "grads": lambda f: Koma.grads(f, None, [x, x], None),
        "value_and_grads": lambda f: Koma.value_and_grads(f, None, [x], None),
        "variable_grads": lambda f: Koma.Variable.grads(f, None, [w]),
        "minimize": lambda f: optimizer.minimize(f, None, [w]),
        "minimize all": lambda f: optimizer.minimize(f, None, None),
        "custom_grad": lambda f: Koma.custom_grad(f, fail, None, [x]),
        "gradient": lambda f: derive(f, x),
        "grad of grad": lambda f: Koma.grad(lambda xs, _: Koma.grad(f, None, xs[0], None), None, x, None),
        "tidy in grad": lambda f: Koma.grad(lambda _xs, _: Koma.tidy(f), None, x, None),
    }


def test_failing():
    x = Koma.Tensor.new_scalar(3)
    w = Koma.Variable.new(x, True, "w")
    memory = Koma.Environment.get().get_memory()
    for name, call in list_calls(x, w).items():
        assert_error(name, lambda: call(fail), Mine, "mine")
        assert_error(name, lambda: call(interrupt), KeyboardInterrupt)
        if name == "tidy" and not IS_PLAIN:  # which may return anything
            continue
        assert_error(name, lambda: call(lambda *_args: None), TypeError, "None")
        assert_error(name, lambda: call(lambda *_args: 3), TypeError, "3")
        assert w.read_floats() == [3], name
    # No scope and no tape was left in force.
    assert x.square().read_floats() == [9]
    gc.collect()
    after = Koma.Environment.get().get_memory()
    assert memory.n_tensors == after.n_tensors, (memory.n_tensors, after.n_tensors)


def test_working():
    x = Koma.Tensor.new_scalar(3)
    w = Koma.Variable.new(x, True, "w")
    assert derive(lambda dy, xs, _data: [dy.mul(xs[0])], x).read_floats() == [3]
    gradients, value = Koma.Variable.grads(lambda _xs, _data: w.square(), None, None)
    assert (value.read_floats(), gradients[0].read_floats()) == ([9], [6])
    assert Koma.grads(square, None, [x], Koma.Tensor.new_scalar(2))[0].read_floats() == [12]
    tape = Koma.Tape.new()
    trained = tape.watch_variables(None)
    loss = w.square()
    assert tape.compute([loss, *tape.gradient(loss, None, trained)])
    kind = GLib.Error if IS_PLAIN else Koma.ArgumentError
    assert_error("constant", lambda: Koma.grad(lambda _xs, _: Koma.Tensor.new_scalar(1), None, x, None), kind)


def make_model():
    model = Koma.LayersModel.new_sequential(None)
    model.add(Koma.Layer.new("Dense", '{"units": 8, "inputShape": [8]}'))
    model.compile("sgd", "meanSquaredError", None)
    return model, Koma.Tensor.new([1] * 8 * N_SAMPLES, [N_SAMPLES, 8])


def interrupt_at(n_batch):
    def count(_model, _epoch, batch, _loss):
        if batch == n_batch:
            os.kill(os.getpid(), signal.SIGINT)
        batches.append(batch)

    batches = []
    return count, batches


def test_fit_interrupted():
    model, x = make_model()
    endless = Koma.FitOptions.new(1000000000, 1)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    error = error_of(lambda: model.fit([x], [x], endless, None))
    assert type(error) is KeyboardInterrupt, error
    timer.join()
    if not IS_PLAIN:
        count, batches = interrupt_at(5)
        model.connect("batch-end", count)
        error = error_of(lambda: model.fit([x], [x], endless, None))
        assert type(error) is KeyboardInterrupt, error
        assert batches in ([0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]), batches
    # The program's handler is back.
    error = error_of(lambda: (os.kill(os.getpid(), signal.SIGINT), time.sleep(1)))
    assert type(error) is KeyboardInterrupt, error
    assert model.fit([x], [x], Koma.FitOptions.new(2, N_SAMPLES), None).get_n_epochs() == 2


def test_fit_handlers():
    for name in ("batch-end", "epoch-end"):
        model, x = make_model()
        handler = model.connect(name, fail)
        error = error_of(lambda: model.fit([x], [x], Koma.FitOptions.new(1000000000, N_SAMPLES), None))
        assert type(error) is Mine, (name, error)
        model.disconnect(handler)
        assert model.fit([x], [x], Koma.FitOptions.new(2, N_SAMPLES), None).get_n_epochs() == 2


def test_fit_async():
    def end(source, result):
        errors.append(error_of(lambda: source.fit_finish(result)))
        loop.quit()

    loop = GLib.MainLoop()
    errors = []
    model, x = make_model()
    model.connect("batch-end", fail)
    model.fit_async([x], [x], Koma.FitOptions.new(1000000000, N_SAMPLES), None, end)
    loop.run()
    assert type(errors[0]) is Mine, errors


def on_thread(call):
    errors = []
    thread = threading.Thread(target=lambda: errors.append(error_of(call)))
    thread.start()
    thread.join()
    return errors[0]


def test_threads():
    model, x = make_model()
    model.predict([x], 1)
    tape = Koma.Tape.new()
    tape.watch(x)
    traced = x.square()
    tape.end()
    calls = {
        "predict": lambda: model.predict([x], 1),
        "predict_all": lambda: model.predict_all([x], 1),
        "apply": lambda: model.apply([x], False),
        "fit": lambda: model.fit([x], [x], None, None),
        "evaluate": lambda: model.evaluate([x], [x], 1),
        "train": lambda: model.train_on_batch([x], [x]),
        "compile": lambda: model.compile("adam", "meanSquaredError", None),
        "get_weight": lambda: model.get_weight(0),
        "save": lambda: model.save("/nonexistent/model", False),
        "summary": lambda: model.summarize(80) if hasattr(model, "summarize") else model.count_params(),
        "gradient": lambda: tape.gradient(traced, None, [x]),
        "traced": traced.read_floats,
        "backend": lambda env=Koma.Environment.get(): env.set_backend("cpu"),
    }
    for name, call in calls.items():
        error = on_thread(call)
        assert isinstance(error, GLib.Error), (name, error)
        assert error.matches(Koma.error_quark(), Koma.Error.ARGUMENT), (name, error)
        assert "thread" in error.message, (name, error)
    assert model.predict([x], 1).get_shape() == [N_SAMPLES, 8]
    assert traced.read_floats() == [1] * 8 * N_SAMPLES


def test_last_reference_elsewhere():
    """Of a model of this thread, and of one whose thread has ended."""
    models = [make_model()[0]]
    x = make_model()[1]
    models[0].predict([x], 1)
    on_thread(models.clear)
    assert x.square().get_shape() == [N_SAMPLES, 8]

    def make():
        model, own = make_model()
        model.predict([own], 1)
        models.append(model)

    on_thread(make)
    models.clear()


TESTS = [test_failing, test_working, test_fit_interrupted, test_threads, test_last_reference_elsewhere]
if not IS_PLAIN:
    TESTS += [test_fit_handlers, test_fit_async]

for test in TESTS:
    gc.collect()
    test()
    print("ok", test.__name__, flush=True)
