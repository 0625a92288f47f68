#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers of one's own, loops of one's own that train layers, and callbacks, as Python has them.

With a number as argument it trains that many steps, and tells how much memory the process takes meanwhile.
"""
import gc
import math
import sys
import tempfile

from gi.repository import Koma

RATE, STEP = 0.1, 1e-5
X = [[0.5, -1.0, 0.25], [1.0, 0.75, -0.5], [-0.25, 0.5, 1.0], [0.1, -0.2, 0.3]]
Y = [[0.1, 0.9], [-0.4, 0.2], [0.3, -0.7], [0.0, 0.5]]


def raises(kind, call, *words):
    try:
        found = call()
    except kind as error:
        assert all(word in str(error) for word in words), error
        return error
    raise AssertionError(f"{found!r} in place of {kind.__name__}")


def count_tensors():
    return Koma.Environment.get().get_memory().n_tensors


@Koma.register_layer
class Scaled(Koma.Layer):
    """tanh (x · kernel) · gain"""

    def __init__(self, units=2, regularizer=None, constraint=None, **settings):
        super().__init__(**settings)
        self.units = units
        self.regularizer = regularizer
        self.constraint = constraint

    def build(self, input_shape):
        self.kernel = self.add_weight("kernel", (input_shape[-1], self.units), initializer="glorotNormal",
                                      regularizer=self.regularizer, constraint=self.constraint)
        self.gain = self.add_weight(name="gain", shape=(self.units,), initializer="ones")
        self.fixed = self.add_weight("fixed", (), trainable=False, initializer="zeros")

    def call(self, x):
        return (x @ self.kernel).tanh() * self.gain + self.fixed

    def get_config(self):
        return {**super().get_config(), "units": self.units}


def make_model(layer, seed=3):
    model = Koma.sequential([Koma.layers.input(3), layer], seed=seed)
    model.compile(Koma.Optimizer.new_sgd(RATE), "meanSquaredError")
    return model


def find_loss(weights):
    """The mean squared error by its formula, in Python's floats."""
    kernel, gain, fixed = weights
    total = 0
    for x, y in zip(X, Y):
        for u, wanted in enumerate(y):
            z = math.tanh(sum(one * kernel[k][u] for k, one in enumerate(x))) * gain[u] + fixed
            total += (z - wanted) ** 2
    return total / (len(X) * len(Y[0]))


def list_cells(weights):
    """(row, index) of each number that is learned."""
    kernel, gain, _ = weights
    return [(row, i) for row in kernel for i in range(len(row))] + [(gain, i) for i in range(len(gain))]


def find_gradient(weights):
    """By finite differences."""
    found = []
    for row, i in list_cells(weights):
        before = row[i]
        row[i] = before + STEP
        above = find_loss(weights)
        row[i] = before - STEP
        found.append((above - find_loss(weights)) / (2 * STEP))
        row[i] = before
    return found


def read(layer):
    return [weight.tolist() for weight in layer.get_weights()]


def check_step(before, after, penalty=0.0):
    old = [row[i] for row, i in list_cells(before)]
    new = [row[i] for row, i in list_cells(after)]
    for i, gradient in enumerate(find_gradient(before)):
        more = penalty * old[i] if i < len(old) - 2 else 0
        assert abs(new[i] - (old[i] - RATE * (gradient + more))) < 1e-6, (i, new[i], old[i], gradient)


def test_fit():
    layer = Scaled()
    model = make_model(layer)
    before = read(layer)
    model.fit(X, Y, batch_size=4, verbose=False)
    check_step(before, read(layer))
    assert layer.gain.shape == (2,) and not layer.fixed.trainable
    assert layer.kernel.tolist() == read(layer)[0]


def test_penalty():
    layer = Scaled(regularizer={"class_name": "L2", "config": {"l2": 0.05}})
    model = make_model(layer)
    before = read(layer)
    model.train_on_batch(X, Y)
    check_step(before, read(layer), 2 * 0.05)


def test_constraint():
    layer = Scaled(constraint={"class_name": "MaxNorm", "config": {"max_value": 0.25, "axis": 0}})
    make_model(layer).train_on_batch(X, Y)
    for column in zip(*layer.kernel.tolist()):
        assert abs(math.hypot(*column) - 0.25) < 1e-5, column
    plain = Scaled(constraint="nonNeg")
    make_model(plain).train_on_batch(X, Y)
    assert all(one >= 0 for row in plain.kernel.tolist() for one in row)
    raises(Koma.UnsupportedError, lambda: make_model(Scaled(constraint="tight")), "tight")
    raises(TypeError, lambda: make_model(Scaled(constraint=3)), "constraint", "3")


def test_functional():
    layer = Scaled(name="twice")
    x = Koma.input([3])
    model = Koma.model(x, Koma.layers.concatenate()([layer(x), layer(x)]))
    assert model.outputs[0].get_shape() == [-1, 4]
    model.compile("sgd", "meanSquaredError")
    model.fit(X, [y + y for y in Y], verbose=False)
    assert list(model.weights) == ["twice/kernel", "twice/gain", "twice/fixed"], model.weights
    first, second = [row[:2] for row in model.predict(X).tolist()], [row[2:] for row in model.predict(X).tolist()]
    assert first == second


def find_layer_loss(layer):
    return ((layer(X) - Y) ** 2).mean()


def test_variable_grads():
    layer = Scaled()
    layer(X)
    variables = layer.trainable_weights
    assert [one.trainable for one in variables] == [True, True]
    found = Koma.Variable.grads(lambda *_: find_layer_loss(layer), None, variables)
    weights = read(layer)
    assert abs(found.ret_value.item() - find_loss(weights)) < 1e-6
    got = [one for row in found.gradients[0].tolist() for one in row] + found.gradients[1].tolist()
    for one, wanted in zip(got, find_gradient(weights)):
        assert abs(one - wanted) < 1e-5, (one, wanted)


def test_minimize():
    """Steps of a loop of one's own are those of fit."""
    for make in (lambda: Scaled(), lambda: Koma.layers.dense(2, activation="tanh")):
        first, second = make(), make()
        model, other = make_model(first), make_model(second)
        second.set_weights(first.get_weights())
        sgd = Koma.Optimizer.new_sgd(RATE)
        for i in range(4):
            model.fit(X, Y, batch_size=4, verbose=False)
            if i % 2:
                sgd.minimize(lambda: find_layer_loss(second))
            else:
                sgd.minimize(lambda: find_layer_loss(other), variables=other.trainable_weights)
            for one, two in zip(first.get_weights(), second.get_weights()):
                assert (one - two).abs().max().item() <= 1e-6
        del model, other


def test_minimize_first():
    """The first call makes the weights, within the function."""
    layer = Scaled()
    sgd = Koma.Optimizer.new_sgd(RATE)
    losses = [sgd.minimize(lambda: find_layer_loss(layer)).item() for _ in range(30)]
    assert losses[-1] < 0.8 * losses[0], losses


def test_frozen():
    layer = Scaled()
    layer(X)
    layer.trainable = False
    assert layer.trainable_weights == [] and len(layer.weights) == 3
    raises(Koma.ArgumentError, lambda: Koma.Optimizer.new_sgd(1).minimize(lambda: find_layer_loss(layer)))


class Block(Koma.Layer):
    """Calls others."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.inner = Koma.layers.dense(4, activation="relu")
        self.drop = Koma.layers.dropout(0.5)
        self.outer = Scaled()

    def call(self, x, training=False):
        return self.outer(self.drop(self.inner(x), training=training))


def test_block():
    Koma.register_layer(Block)
    layer = Block()
    model = make_model(layer)
    assert list(model.weights) == [f"{layer.name}/{name}" for name in ("kernel", "bias", "kernel_1", "gain", "fixed")]
    before = read(layer)
    model.fit(X, Y, epochs=5, verbose=False)
    assert all(one != two for one, two in zip(before[:4], read(layer)))
    assert model.predict(X).tolist() == model.predict(X).tolist()
    dropped = [model(X, training=True).tolist() for _ in range(8)]
    assert any(one != dropped[0] for one in dropped)
    again = make_model(Block())
    assert again.get_weight(0).tolist() == make_model(Block()).get_weight(0).tolist()
    with tempfile.TemporaryDirectory() as folder:
        model.save(folder)
        assert Koma.LayersModel.load(folder).predict(X).tolist() == model.predict(X).tolist()


class Normal(Koma.Layer):
    """Calls what a step changes."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.normal = Koma.layers.batch_normalization(momentum=0.5)

    def call(self, x, training=False):
        return self.normal(x, training=training)


def test_averages():
    Koma.register_layer(Normal)
    model, row = (Koma.sequential([Koma.layers.input(3), first, Koma.layers.dense(2)], seed=3)
                  for first in (Normal(), Koma.layers.batch_normalization(momentum=0.5)))
    row.layers[-1].set_weights(model.layers[-1].get_weights())
    for one in (model, row):
        one.compile(Koma.Optimizer.new_sgd(RATE), "meanSquaredError")
        one.fit(X, Y, epochs=4, batch_size=3, shuffle=False, verbose=False)
    assert [one.split("/")[1] for one in model.weights] == ["gamma", "beta", "kernel", "bias", "moving_mean",
                                                            "moving_variance"]
    assert all(abs(one - other) < 1e-5 for one, other in zip(read(model.layers[0]), read(row.layers[0])))
    assert (model.predict(X) - row.predict(X)).abs().max().item() < 1e-5
    with tempfile.TemporaryDirectory() as folder:
        model.save(folder)
        assert Koma.LayersModel.load(folder).predict(X).tolist() == model.predict(X).tolist()


def test_file():
    model = make_model(Scaled(name="mine"))
    model.fit(X, Y, epochs=3, verbose=False)
    with tempfile.TemporaryDirectory() as folder:
        model.save(folder, True)
        loaded = Koma.LayersModel.load(folder)
        layer = loaded.layers[-1]
        assert type(layer) is Scaled and layer.units == 2 and layer.name == "mine"
        assert loaded.predict(X).tolist() == model.predict(X).tolist()
        loaded.fit(X, Y, verbose=False)
        model.fit(X, Y, verbose=False)
        assert (loaded.predict(X) - model.predict(X)).abs().max().item() < 1e-6

        class Unknown(Scaled):
            pass

        make_model(Unknown(name="other")).save(folder)
        raises(Koma.UnsupportedError, lambda: Koma.LayersModel.load(folder), "Unknown “other”", "registered")


class Raising(Koma.Layer):
    def __init__(self, where):
        super().__init__()
        self.where = where

    def build(self, input_shape):
        assert input_shape == (None, 3), input_shape
        if self.where == "build":
            raise LookupError("in build")

    def call(self, x, training=False):
        if self.where == "call" or (self.where == "training" and training):
            raise KeyboardInterrupt("in call")
        return "no tensor" if self.where == "nothing" else x * 2

    def compute_output_shape(self, input_shape):
        return (input_shape[0], 4) if self.where == "shape" else input_shape


def test_errors():
    raises(LookupError, lambda: make_model(Raising("build")), "in build")
    raises(LookupError, lambda: Raising("build")(X), "in build")
    raises(KeyboardInterrupt, lambda: make_model(Raising("call")), "in call")
    raises(KeyboardInterrupt, lambda: Raising("call")(Koma.input([3])))
    raises(TypeError, lambda: make_model(Raising("nothing")), "Raising.call() returned 'no tensor'")
    raises(Koma.ShapeError, lambda: make_model(Raising("shape")), "compute_output_shape gives [-1, 4]", "[2,3]")
    model = make_model(Raising("training"))
    assert model.predict(X).tolist() == [[2 * one for one in row] for row in Koma.tensor(X).tolist()]
    raises(KeyboardInterrupt, lambda: model.fit(X, X, verbose=False))
    raises(KeyboardInterrupt, lambda: model.train_on_batch(X, X))

    def derive():
        class Empty(Koma.Layer):
            pass
        return Empty

    raises(TypeError, derive, "Empty has no call()")
    raises(Koma.ArgumentError, lambda: Koma.register_layer(dict))
    assert make_model(Raising("")).predict(X).tolist() == model.predict(X).tolist()


class Noting(Koma.Callback):
    def __init__(self):
        self.told = []

    def on_train_begin(self, logs=None):
        assert self.params["epochs"] == 2
        self.told.append("train")

    def on_train_end(self, logs=None):
        self.told.append(("train end", sorted(logs)))

    def on_epoch_begin(self, epoch, logs=None):
        self.told.append(("epoch", epoch))

    def on_epoch_end(self, epoch, logs=None):
        self.told.append(("epoch end", epoch, sorted(logs)))

    def on_batch_begin(self, batch, logs=None):
        self.told.append(("batch", batch))

    def on_batch_end(self, batch, logs=None):
        self.told.append(("batch end", batch, sorted(logs)))


def list_told(validated):
    names = ["loss", "mae"] + (["val_loss", "val_mae"] if validated else [])
    epochs = [[("epoch", i), ("batch", 0), ("batch end", 0, ["loss", "mae"]), ("batch", 1),
               ("batch end", 1, ["loss", "mae"]), ("epoch end", i, names)] for i in range(2)]
    return ["train", *epochs[0], *epochs[1], ("train end", names)]


def test_callbacks():
    model = make_model(Scaled())
    model.compile("sgd", "meanSquaredError", ["mae"])
    noting = Noting()
    model.fit(X, Y, epochs=2, batch_size=2, validation_data=(X, Y), callbacks=[noting], verbose=False)
    assert noting.told == list_told(True) and noting.model is model, noting.told
    noting = Noting()
    model.fit(lambda: iter([(X[:2], Y[:2]), (X[2:], Y[2:])]), epochs=2, callbacks=noting, verbose=False)
    assert noting.told == list_told(False), noting.told

    class Stopping(Koma.Callback):
        def on_train_batch_end(self, batch, logs=None):
            self.model.stop_training = True

    class Failing(Koma.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            raise LookupError("begin")

    assert model.fit(X, Y, epochs=9, batch_size=4, callbacks=Stopping(), verbose=False).n_epochs == 1
    raises(LookupError, lambda: model.fit(X, Y, epochs=9, callbacks=[Failing()], verbose=False), "begin")
    epochs = []
    model.fit(X, Y, initial_epoch=3, epochs=5, steps_per_epoch=1, batch_size=1, verbose=False,
              callbacks=lambda epoch, logs: epochs.append(epoch))
    assert epochs == [3, 4], epochs
    raises(TypeError, lambda: model.fit(X, Y, callbacks=[3]), "Koma.Callback")


def train(steps, tell=None):
    """Steps of fit, of a model with a layer of one's own, and of a loop of one's own."""
    layer = Scaled()
    model = make_model(layer)
    x, y = Koma.tensor(X), Koma.tensor(Y)
    adam = Koma.Optimizer.new_adam(0.001)
    counts = []
    for i in range(steps):
        model.train_on_batch(x, y)
        adam.minimize(lambda: ((layer(x) - y) ** 2).mean())
        if i % max(steps // 10, 1) == 1:
            gc.collect()
            counts.append(count_tensors())
            if tell is not None:
                tell(i)
    return counts


def test_memory():
    counts = train(300)
    assert len(set(counts)) == 1, counts


def tell_memory(step):
    with open("/proc/self/statm", encoding="ascii") as file:
        print(step, int(file.read().split()[1]) * 4, "KiB,", count_tensors(), "tensors", flush=True)


if len(sys.argv) > 1:
    train(int(sys.argv[1]), tell_memory)
    sys.exit()
for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        gc.collect()
        assert count_tensors() == 0, (name, count_tensors())
        print("ok", name, flush=True)
