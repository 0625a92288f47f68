#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scopes, gradients, layers and training as Python has them: keywords, decorators, callbacks, generators."""
import gc
import io
import math
import os
import pathlib
import pty
import subprocess
import sys
import tempfile

from gi.repository import Koma

X = [[0, 0], [0, 1], [1, 0], [1, 1]]
Y = [[0], [1], [1], [0]]


def raises(kind, call, *words):
    try:
        found = call()
    except kind as error:
        assert all(word in str(error) for word in words), error
        return error
    raise AssertionError(f"{found!r} in place of {kind.__name__}")


def count_tensors():
    return Koma.Environment.get().get_memory().n_tensors


def make_model(n=8, **settings):
    layers = Koma.layers
    model = Koma.sequential([
        layers.input(2),
        layers.dense(n, activation="tanh"),
        layers.dense(1, activation="sigmoid"),
    ], seed=1, **settings)
    model.compile("adam", "binaryCrossentropy", "accuracy")
    model.set_option("learningRate", 0.1)
    return model


def test_tidy():
    def make():
        made.append(Koma.ones(3))
        return {"a": [made[0] + 1, 5], "b": (made[0] * 3, None, "text")}

    made = []
    found = Koma.tidy(make)
    assert found["a"][0].tolist() == [2] * 3 and found["b"][0].tolist() == [3] * 3 and found["b"][1:] == (None, "text")
    assert made[0].is_disposed() and count_tensors() == 2
    assert Koma.tidy(lambda a, b: (a + b).item(), Koma.tensor(1), 2) == 3
    with Koma.tidy() as keep:
        x = Koma.ones(2)
        y = keep(x + 1)
        inner = [x, keep([x * 2])]
    assert x.is_disposed() and y.tolist() == [2, 2] and inner[1][0].tolist() == [2, 2]
    with Koma.tidy():
        raises(ZeroDivisionError, lambda: Koma.tidy(lambda: Koma.ones(1) and 1 / 0))
    assert count_tensors() == 4


def test_gradients():
    assert Koma.grad(lambda x: 3 * x ** 2)(2.0).item() == 12
    assert Koma.grad(lambda x: 3 * x ** 2)(2).item() == 12
    raises(ValueError, lambda: Koma.grad(lambda x: x * x)(Koma.tensor(2)), "int32")
    assert Koma.grad(lambda x: (x * x).sum())([1.0, 2.0]).tolist() == [2, 4]
    assert Koma.grad(Koma.grad(lambda x: x * x * x))(2.0).item() == 12
    assert Koma.grad(lambda x: x * x)([1.0, 2.0], dy=[10.0, 1.0]).tolist() == [20, 4]
    a, b = Koma.grads(lambda a, b: a * b * b)(2.0, 3.0)
    assert (a.item(), b.item()) == (9, 12)
    gradients, value = Koma.value_and_grads(lambda a, b: a - b)(5.0, 3.0)
    assert value.item() == 2 and [one.item() for one in gradients] == [1, -1]
    x = Koma.tensor(3.0)
    with Koma.tape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x).item() == 6 and tape.gradient(y, [x])[0].item() == 6
    raises(Koma.ArgumentError, lambda: Koma.grad(lambda _x: Koma.tensor(1.0))(1.0), "not computed")
    raises(TypeError, lambda: Koma.grad(lambda _x: 1)(1.0), "1")


def test_custom_grad():
    @Koma.custom_grad
    def halved(x):
        return x.square(), lambda dy: dy * x

    @Koma.custom_grad
    def product(a, b):
        return a * b, lambda dy: [dy * b * 10, dy * a * 100]

    assert halved(3.0).item() == 9 and halved.__name__ == "halved"
    assert Koma.grad(halved)(3.0).item() == 3
    assert [one.item() for one in Koma.grads(product)(2.0, 3.0)] == [30, 200]
    raises(TypeError, lambda: Koma.custom_grad(lambda x: x)(1.0), "a function")

    @Koma.custom_grad
    def failing(x):
        return x.square(), lambda _dy: 1 / 0

    raises(ZeroDivisionError, lambda: Koma.grad(failing)(1.0))


def test_variables():
    assert Koma.variable([1, 2]).dtype == "float32" and Koma.variable(Koma.tensor([1])).dtype == "int32"
    w = Koma.variable([1.0, -4.0])
    optimizer = Koma.Optimizer.new_sgd(0.25)
    assert optimizer.minimize(lambda: (w * w).sum()).item() == 17
    assert w.tolist() == [0.5, -2]
    optimizer.minimize(lambda xs, data: (xs[0] * data).sum(), 4.0, [w])
    assert w.tolist() == [-0.5, -3]
    raises(ValueError, lambda: w.assign([1.0]), "[2]")
    raises(ValueError, lambda: Koma.Optimizer.new("adam", "{"))


def test_optimizer_weights():
    w = Koma.variable([3.0])
    first, second = Koma.Optimizer.new_adam(0.5), Koma.Optimizer.new_adam(0.5)
    first.minimize(lambda: (w * w).sum())
    start = w.tolist()
    weights = first.get_weights()
    assert [weight.shape for weight in weights] == [(1,), (1,)]
    first.minimize(lambda: (w * w).sum())
    end = w.tolist()
    w.assign(start)
    second.set_weights(weights, 1)
    second.minimize(lambda: (w * w).sum())
    assert w.tolist() == end and second.get_iterations() == 2
    raises(ValueError, lambda: second.set_weights(weights[1:], 1), "Adam")


def test_layers():
    dense = Koma.layers.dense(10, activation="relu", name="first")
    assert dense.get_class_name() == "Dense" and dense.name == "first"
    assert (dense.config["units"], dense.config["activation"]) == (10, "relu")
    assert Koma.layers.conv2d(4, 3, padding="same", strides=[2, 2]).config["kernel_size"] == 3
    both = Koma.layers.bidirectional(layer=Koma.layers.gru(2), merge_mode="sum")
    assert both.config["layer"]["class_name"] == "GRU"
    made = set(map(str.lower, Koma.Layer.list_classes()))
    assert {name.replace("_", "") for name in dir(Koma.layers)} == made | {"input"}
    assert Koma.layers.conv2d_transpose.__doc__ == "A Conv2DTranspose of Keras."
    dense.trainable = False
    assert not dense.trainable
    raises(AttributeError, lambda: Koma.layers.dens, "dens")
    raises(NotImplementedError, lambda: Koma.layers.dense(units=1, unts=2), "units")
    raises(ValueError, lambda: Koma.layers.dense(0), "units")
    raises(TypeError, lambda: Koma.layers.dense(1, 2), "2")
    raises(TypeError, lambda: Koma.layers.dense(1, units=2), "units")
    raises(TypeError, lambda: Koma.layers.dense(units=object()), "object")
    raises(TypeError, lambda: Koma.sequential(["dense"]), "dense")


def test_functional():
    left, right = Koma.input([2]), Koma.input([None, 3], name="steps")
    joined = Koma.layers.concatenate()([Koma.layers.dense(3)(left), Koma.layers.lstm(2)(right)])
    model = Koma.model([left, right], Koma.layers.dense(1)(joined), name="both")
    assert model.predict([Koma.ones(4, 2), Koma.ones(4, 5, 3)]).shape == (4, 1) and model.name == "both"
    assert model([Koma.ones(1, 2), Koma.ones(1, 2, 3)]).shape == (1, 1)


def test_fixed_batch():
    x = Koma.input([2], batch_size=4)
    y = Koma.layers.dense(3)(x)
    assert list(y.get_shape()) == [4, 3]
    model = Koma.model([x], y)
    assert model.predict(Koma.ones(8, 2), batch_size=4).shape == (8, 3)
    raises(Koma.Error, lambda: model.predict(Koma.ones(6, 2), batch_size=4), "batches of 4 samples", "one has 2")
    row = Koma.sequential([Koma.layers.input(2, batch_size=4), Koma.layers.dense(1)])
    raises(Koma.Error, lambda: row.predict(Koma.ones(3, 2)), "batches of 4 samples", "one has 3")


def test_time_distributed():
    """A model on each step, which shares its weights."""
    layers = Koma.layers
    inner = Koma.sequential([layers.dense(3, activation="tanh", input_shape=[2]), layers.dense(1)])
    model = Koma.sequential([layers.time_distributed(layer=inner, input_shape=[5, 2]), layers.flatten()])
    x = Koma.random_uniform([4, 5, 2], -1, 1, seed=3)
    before = inner.predict(x.reshape(20, 2)).reshape(4, 5)
    assert (model.predict(x) - before).abs().max() < 1e-6
    model.compile("sgd", "meanSquaredError")
    model.fit(x, Koma.ones(4, 5), epochs=3)
    after = inner.predict(x.reshape(20, 2)).reshape(4, 5)
    assert (model.predict(x) - after).abs().max() < 1e-6 and (after - before).abs().max() > 1e-4
    with tempfile.TemporaryDirectory() as folder:
        model.save(folder)
        loaded = Koma.LayersModel.load(folder)
        assert (loaded.predict(x) == model.predict(x)).all()


def test_several_outputs():
    """A layer or a model that gives several symbols gives a list."""
    x = Koma.input([3, 2])
    output, state = Koma.layers.gru(4, return_state=True)(x)
    inner = Koma.model(x, [Koma.layers.dense(1)(state), output])
    y = Koma.input([3, 2])
    first, second = inner(y)
    outer = Koma.model(y, [second, first])
    found = outer.predict_all(Koma.ones(2, 3, 2))
    assert [one.shape for one in found] == [(2, 4), (2, 1)], found
    assert (found[0] == inner.predict_all(Koma.ones(2, 3, 2))[1]).all()


def test_shared():
    """Models that have a layer in common, and models in models, share weights."""
    layers = Koma.layers
    shared, head = layers.dense(3, name="shared"), layers.dense(1)
    first = Koma.sequential([layers.input(2), shared, head])
    second = Koma.sequential([layers.input(2), shared])
    before = second.predict(X).tolist()
    first.compile("sgd")
    first.fit(X, Y)
    assert second.predict(X).tolist() != before
    shared.set_weights([[[1, 2, 3], [4, 5, 6]], [0, 0, 1]])
    assert second.predict([[1, 1]]).tolist() == [[5, 7, 10]]
    assert [w.shape for w in shared.get_weights()] == [(2, 3), (3,)]
    raises(Koma.ShapeError, lambda: shared.set_weights([[1]]), "shared", "2 weights")

    twice = Koma.model([x := Koma.input([2])], layers.add()([second(x), second(x)]))
    assert twice.predict([[1, 1]]).tolist() == [[10, 14, 20]]
    assert twice.count_params()[0] == 9
    row = Koma.sequential([second, layers.dense(1)])
    row.layers[0].trainable = False
    row.compile("sgd")
    assert row.count_params() == (13, 4) and not second.trainable
    part = Koma.model(first.inputs, first.layers[1].output)
    assert part.predict([[1, 1]]).tolist() == [[5, 7, 10]]
    raises(TypeError, lambda: row.add(3), "3")
    assert shared(Koma.tensor([[1, 1]])).tolist() == shared([[1, 1]]).tolist() == [[5, 7, 10]]
    assert Koma.grad(lambda x: shared(x).sum())([[1, 1]]).tolist() == [[6, 15]]
    raises(Koma.Error, lambda: layers.dense(1).output, "not part of a model")


def test_own_loss():
    """Losses and metrics that are functions are called once for each size of batch."""
    calls = []

    def loss(y_true, y_pred):
        calls.append(y_pred.shape)
        return (y_true - y_pred) ** 2

    def bias(y_true, y_pred):
        return (y_pred - y_true).mean()

    def fails(y_true, y_pred):
        raise KeyError("of my own")

    model = Koma.sequential([Koma.layers.dense(1, input_shape=[2], kernel_initializer="ones")])
    model.compile(Koma.Optimizer.new_sgd(0.0), loss, [bias, "mse"])
    history = model.fit(X, Y, epochs=3, batch_size=4)
    assert history["loss"] == history["mse"] == [1.0] * 3 and history["bias"] == [0.5] * 3
    assert calls == [(4, 1)]
    model.compile("sgd", loss)
    before, after = model.train_on_batch(X, Y), model.train_on_batch(X, Y)
    assert after < before, (before, after)
    for call in (model.fit, model.evaluate, model.train_on_batch):
        model.compile("sgd", fails)
        raises(KeyError, lambda: call(X, Y), "of my own")
    model.compile("sgd", lambda y_true, y_pred: 3)
    raises(TypeError, lambda: model.fit(X, Y), "3")
    raises(TypeError, lambda: model.compile("sgd", 3), "3")


def test_fit():
    found = []
    model = make_model()
    history = model.fit(X, Y, epochs=100, batch_size=4, validation_data=(X, Y),
                        callbacks=lambda epoch, figures: found.append((epoch, figures)))
    assert history.n_epochs == 100 and len(history["loss"]) == 100 and set(history) >= {"loss", "val_loss"}
    assert [epoch for epoch, _ in found] == list(range(100)) and found[-1][1]["loss"] == history["loss"][-1]
    assert model.evaluate(X, Y)[1] == 1 and model.predict(X).round().tolist() == Y
    assert [layer.get_class_name() for layer in model.layers][-1] == "Dense"
    assert [weight.shape for weight in model.weights.values()] == [(2, 8), (8,), (8, 1), (1,)]
    raises(KeyError, lambda: history["los"], "loss")
    raises(TypeError, lambda: model.fit(X, Y, epoch=1), "epochs")
    raises(TypeError, lambda: model.fit(X, Y, callbacks=3), "3")
    raises(TypeError, lambda: model.fit(X), "None")
    raises(TypeError, lambda: model.fit(X, Y, Koma.FitOptions(), epochs=2), "epochs")
    raises(ValueError, lambda: model.fit(X, Y[:2]))
    raises(ValueError, lambda: model.compile("adam", "noLoss") or model.fit(X, Y))


def test_callbacks():
    def fail(epoch, _figures):
        if epoch == 2:
            raise ZeroDivisionError

    model = make_model()
    calls = []
    raises(ZeroDivisionError, lambda: model.fit(X, Y, epochs=10 ** 6, callbacks=[lambda *_: calls.append(1), fail]))
    assert len(calls) == 3
    model.fit(X, Y, epochs=2)  # and the callbacks are gone
    assert len(calls) == 3
    assert model.fit(X, Y, epochs=10 ** 6, callbacks=lambda epoch, _: epoch == 4 and model.stop()).n_epochs == 5


def test_generators():
    def batches():
        for _ in range(20):
            yield X, Y

    model = make_model()
    found = model.fit(batches, epochs=10)
    assert len(found["loss"]) == 10 and found["loss"][-1] < found["loss"][0] / 4 and found["acc"][-1] == 1, found
    assert len(model.fit(batches())["loss"]) == 1
    raises(ValueError, lambda: model.fit(batches(), epochs=2), "generator")
    raises(ValueError, lambda: model.fit(iter(()) for _ in ()), "no samples")
    raises(TypeError, lambda: model.fit(batches, batch_size=3), "batch_size")
    # An epoch is the mean of all samples, not of batches.
    still = make_model()
    still.set_option("learningRate", 0)
    parts = still.fit(lambda: iter([(X[:3], Y[:3]), (X[3:], Y[3:])]))
    whole = still.evaluate(X, Y)
    assert abs(parts["loss"][0] - whole[0]) < 1e-5, (parts, whole)


def test_batches():
    """An endless generator with steps_per_epoch, and an object that is iterated once for each epoch."""
    class Batches:
        def __iter__(self):
            yield X[:2], Y[:2]
            yield X[2:], Y[2:]

    def repeat():
        while True:
            n_taken.append(1)
            yield X, Y

    n_taken, epochs = [], []
    model = make_model()
    found = model.fit(repeat(), epochs=5, initial_epoch=2, steps_per_epoch=4,
                      callbacks=lambda epoch, _figures: epochs.append(epoch))
    assert (len(n_taken), epochs, len(found["loss"])) == (12, [2, 3, 4], 3)
    assert len(model.fit(Batches(), epochs=2)["loss"]) == 2
    raises(Koma.ArgumentError, lambda: model.fit(repeat(), epochs=2), "steps_per_epoch")


def test_weights():
    model = make_model()
    model.fit(X, Y, class_weight={0: 1.0, 1: 2.0}, sample_weight=None, epochs=1)
    history = model.fit(X, Y, sample_weight=[0, 0, 0, 0])
    assert history["loss"] == [0], history


def test_save():
    model = make_model()
    with tempfile.TemporaryDirectory() as folder:
        model.save(pathlib.Path(folder, "saved"))
        loaded = Koma.LayersModel.load(pathlib.Path(folder, "saved"))
    assert loaded.predict(X).tolist() == model.predict(X).tolist()


def make_attention():
    steps = Koma.input([3, 4])
    seen = Koma.layers.multi_head_attention(2, 3, dropout=0.1)([steps, steps])
    joined = Koma.layers.group_normalization(2)(Koma.layers.add()([steps, seen]))
    return Koma.model([steps], Koma.layers.dense(1)(Koma.layers.flatten()(joined)))


def test_attention():
    model = make_attention()
    x = [[[math.sin(i + j * k) for k in range(4)] for j in range(3)] for i in range(8)]
    y = [[one[0][1] - one[2][3]] for one in x]
    model.compile("sgd", "meanSquaredError")
    before = model.evaluate(x, y)[0]
    history = model.fit(x, y, epochs=150, verbose=False)
    assert history["loss"][-1] < 0.8 * before, (before, history["loss"])
    with tempfile.TemporaryDirectory() as folder:
        model.save(pathlib.Path(folder, "saved"))
        loaded = Koma.LayersModel.load(pathlib.Path(folder, "saved"))
    assert loaded.predict(x).tolist() == model.predict(x).tolist()


def test_gradients_of_attention():
    """A step of sgd with a rate of 1 is the gradient; it is compared with central differences of the loss."""
    query, value = Koma.input([3, 4]), Koma.input([3, 4])
    seen = Koma.layers.multi_head_attention(2, 3, value_dim=2)([query, value])
    joined = Koma.layers.group_normalization(2)(Koma.layers.add()([query, seen]))
    model = Koma.model([query, value], Koma.layers.dense(1)(Koma.layers.flatten()(joined)))
    model.compile(Koma.Optimizer.new_sgd(1.0), "meanSquaredError")
    x = [Koma.tensor([[[math.sin(n + i + j * k) for k in range(4)] for j in range(3)] for i in range(4)])
         for n in (3, 8)]
    y = [[0.3], [-1.0], [0.7], [0.1]]
    before = [(weight.shape, [0.6 * math.sin(n + 2 * i) for i in range(weight.size)])
              for n, weight in enumerate(model.weights.values())]

    def set_weight(index, values):
        model.set_weight(index, Koma.tensor(values).reshape(before[index][0]))

    def set_weights():
        for index, (_, values) in enumerate(before):
            set_weight(index, values)

    set_weights()
    model.fit(x, y, epochs=1, batch_size=4, verbose=False)
    after = [weight.flatten().tolist() for weight in model.weights.values()]
    set_weights()
    for index, (_, values) in enumerate(before):
        for at in {0, len(values) // 2, len(values) - 1}:
            losses = []
            for step in (0.01, -0.01):
                set_weight(index, [one + step * (i == at) for i, one in enumerate(values)])
                losses.append(model.evaluate(x, y)[0])
            set_weight(index, values)
            found, wanted = values[at] - after[index][at], (losses[0] - losses[1]) / 0.02
            assert abs(found - wanted) < 4e-3 * max(1, abs(wanted)), (index, at, found, wanted)


def test_random_pictures():
    picture = [[[float(4 * i * i + j ** 3)] for j in range(4)] for i in range(4)]
    names = {"random_flip": {}, "random_rotation": {"factor": 0.2}, "random_zoom": {"height_factor": 0.3},
             "random_translation": {"height_factor": 0.3, "width_factor": 0.3}, "random_contrast": {"factor": 0.5},
             "random_brightness": {"factor": 0.2}}
    for name, settings in names.items():
        make = getattr(Koma.layers, name)
        assert Koma.sequential([make(**settings, input_shape=[4, 4, 1])]).predict([picture]).tolist() == [picture], name
        ends = [Koma.layers.flatten(), Koma.layers.dense(1, kernel_initializer="ones", trainable=False)]
        model = Koma.sequential([make(**settings, input_shape=[4, 4, 1]), *ends])
        model.compile("sgd", "meanSquaredError")
        weighed = model.evaluate([picture], [[0.0]])[0]
        losses = model.fit([picture] * 8, [[0.0]] * 8, epochs=4, batch_size=8, verbose=False)["loss"]
        assert name == "random_flip" or len({weighed, *losses}) > 1, (name, losses)


PROGRAM = """
from gi.repository import Koma
model = Koma.sequential([Koma.layers.dense(1, input_shape=[1])])
model.compile("sgd", "meanSquaredError")
model.fit([[1.0]], [[1.0]], epochs=3)
"""


def run_on_terminal():
    """What a program writes where standard error is a terminal."""
    parent, child = pty.openpty()
    subprocess.run([sys.executable, "-c", PROGRAM], stderr=child, check=True)
    os.close(child)
    found = b""
    try:
        while True:
            block = os.read(parent, 4096)
            found += block
            if not block:
                break
    except OSError:  # the other end is closed
        pass
    os.close(parent)
    return found.decode()


def test_progress():
    text = run_on_terminal()
    assert "\repoch 3/3, loss " in text and text.count("\n") == 1, repr(text)
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True, text=True)
    assert done.stderr == "" and done.stdout == "", done
    kept, sys.stderr = sys.stderr, io.StringIO()
    try:
        model = make_model()
        model.fit(X, Y, epochs=2, verbose=True)
        written = sys.stderr.getvalue()
        assert "epoch 2/2" in written
        model.fit(X, Y, epochs=2, verbose=False)
        assert sys.stderr.getvalue() == written
    finally:
        sys.stderr = kept


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        gc.collect()
        assert count_tensors() == 0, (name, count_tensors())
        print("ok", name, flush=True)
