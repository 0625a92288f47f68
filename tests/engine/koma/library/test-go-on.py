#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A training that was stopped goes on in another process, to the last bit as one that was not.

test-go-on.py
test-go-on.py OPTIMIZER FILE    goes on with what is in the file, and writes what it has then
"""
import pathlib
import pickle
import subprocess
import sys
import tempfile

from gi.repository import Koma

N_EPOCHS, N_STOP, N_BATCHES = 6, 2, 4
OPTIMIZERS = {"adam": lambda: Koma.Optimizer.new_adam(0.05), "momentum": lambda: Koma.Optimizer.new_momentum(0.05, 0.9)}


def make_model(optimizer):
    layers = Koma.layers
    model = Koma.sequential([layers.dense(4, activation="tanh", input_shape=[1]), layers.batch_normalization(),
                             layers.dropout(0.25), layers.dense(1)], seed=5)
    model.compile(OPTIMIZERS[optimizer](), "meanSquaredError")
    return model


def fit(model, first, last):
    x = Koma.linspace(-1, 1, 20).reshape([20, 1])
    model.fit(x, x * x, initial_epoch=first, epochs=last, batch_size=5, verbose=False)


def keep(tensors):
    return [(tensor.shape, tensor.tobytes()) for tensor in tensors]


def make_tensors(kept):
    return [Koma.Tensor.from_bytes(data, "float32", shape) for shape, data in kept]


def read_state(model):
    return {"weights": keep(model.get_weight(i) for i in range(model.get_n_weights())),
            "noted": keep(model.get_optimizer_weights()), "iterations": model.get_iterations()}


def go_on(optimizer, path):
    state = pickle.loads(path.read_bytes())
    model = make_model(optimizer)
    for i, weight in enumerate(make_tensors(state["weights"])):
        model.set_weight(i, weight)
    model.set_optimizer_weights(make_tensors(state["noted"]), state["iterations"])
    fit(model, N_STOP, N_EPOCHS)
    path.write_bytes(pickle.dumps(read_state(model)))


def run_test(optimizer, path):
    model = make_model(optimizer)
    assert model.get_optimizer_weights() == [] and model.get_iterations() == 0
    fit(model, 0, N_STOP)
    state = read_state(model)
    assert state["iterations"] == N_STOP * N_BATCHES and any(data.strip(b"\0") for _, data in state["noted"])
    path.write_bytes(pickle.dumps(state))
    subprocess.run([sys.executable, __file__, optimizer, path], check=True)
    whole = make_model(optimizer)
    fit(whole, 0, N_EPOCHS)
    assert pickle.loads(path.read_bytes()) == read_state(whole), optimizer


if len(sys.argv) == 3:
    go_on(sys.argv[1], pathlib.Path(sys.argv[2]))
else:
    with tempfile.TemporaryDirectory() as folder:
        for name in OPTIMIZERS:
            run_test(name, pathlib.Path(folder) / name)
