#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the models of keras-models/ as Keras saves them, with h5py (Debian: python3-h5py).

    /usr/bin/python3 tests/engine/formats/make-keras.py tests/engine/formats/keras-models tests/fuzz/corpus/keras-h5
"""
import io
import json
import pathlib
import sys
import zipfile

import h5py
import numpy

BLUR = numpy.zeros((3, 3, 3, 3), "f4")
for channel in range(3):
    BLUR[:, :, channel, channel] = numpy.outer([1, 2, 1], [1, 2, 1]) / 16
VERSUS = numpy.where(numpy.eye(3) > 0, 8, -4).astype("f4")
BIAS = numpy.zeros(3, "f4")


def layer(class_name, name, **config):
    return {"class_name": class_name, "name": name, "config": {"name": name, **config}, "inbound_nodes": []}


def chain(layers):
    for before, after in zip(layers, layers[1:]):
        after["inbound_nodes"] = [[[before["name"], 0, 0, {}]]]
    return {"name": "net", "layers": layers, "input_layers": [[layers[0]["name"], 0, 0]],
            "output_layers": [[layers[-1]["name"], 0, 0]]}


def colours(nested=False):
    """Says whether a picture is mostly red, green or blue."""
    shape = {"batch_input_shape": [None, 32, 32, 3], "dtype": "float32"}
    conv = layer("Conv2D", "blur", filters=3, kernel_size=[3, 3], strides=[2, 2], padding="same", use_bias=False)
    relu = layer("ReLU", "clip", max_value=6.0)
    pool = layer("GlobalAveragePooling2D", "mean")
    dense = layer("Dense", "versus", units=3, activation="linear", use_bias=True)
    top = layer("InputLayer", "pixels", **shape)
    if not nested:
        return {"class_name": "Functional", "config": chain([top, conv, relu, pool, dense])}
    inner = chain([layer("InputLayer", "inside", **shape), conv, relu])
    features = {"class_name": "Functional", "name": "features", "config": inner}
    # A second Conv2D, so that the one in the nested model has to be told from it.
    same = layer("Conv2D", "same", filters=3, kernel_size=[1, 1], padding="same", use_bias=True)
    return {"class_name": "Functional", "config": chain([top, features, same, pool, dense])}


def python_words():
    """With what Python writes bare, and JSON has no word for."""
    config = colours()
    config["config"]["layers"][1]["config"]["kernel_regularizer"] = {
        "class_name": "L1L2", "config": {"l1": float("nan"), "l2": float("-inf")}}
    config["config"]["layers"][2]["config"]["max_value"] = float("inf")
    return config


def wrapped():
    """Settings as Keras notes what they were in Python, and numbers where true or false may stand."""
    config = colours()
    blur, relu = config["config"]["layers"][1]["config"], config["config"]["layers"][2]["config"]
    blur["strides"] = {"class_name": "__tuple__", "items": [2, 2]}
    blur["use_bias"] = 0
    relu["max_value"] = {"class_name": "__tensor__", "config": {"value": 6.0, "dtype": "float32"}}
    halves = {"class_name": "__numpy__", "config": {"value": [0.5, 0.5, 0.5], "dtype": "float32"}}
    nothing = {"class_name": "__numpy__", "config": {"value": 0, "dtype": "int64"}}
    half = layer("Rescaling", "half", scale=halves, offset=False)
    back = layer("Rescaling", "back", scale=2.0, offset=nothing)
    layers = config["config"]["layers"]
    config["config"] = chain(layers[:1] + [half, back] + layers[1:])
    return config


def same_again():
    """Two layers of one class beside each other."""
    config = colours()
    layers = config["config"]["layers"]
    same = layer("Conv2D", "same", filters=3, kernel_size=[1, 1], padding="same", use_bias=True)
    config["config"] = chain(layers[:2] + [same] + layers[2:])
    return config


def small():
    return {"class_name": "Sequential", "config": {"name": "net", "layers": [
        layer("Dense", "dense", units=2, batch_input_shape=[None, 3], activation="linear")]}}


def write_h5(path, config, weights, **options):
    with h5py.File(path, "w", **options) as file:
        file.attrs["keras_version"] = "2.15.0"
        if isinstance(config, bytes):
            file.attrs["model_config"] = numpy.bytes_(config)
        elif config is not None:
            file.attrs["model_config"] = json.dumps(config)
        group = file.create_group("model_weights")
        for name, numbers in weights.items():
            group.create_dataset(name, data=numbers)
        file.create_group("optimizer_weights").create_dataset("iter:0", data=7)


def write_keras(path, config, weights):
    file = io.BytesIO()
    with h5py.File(file, "w") as h5:
        for name, numbers in weights.items():
            h5.create_dataset(name, data=numbers)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("metadata.json", json.dumps({"keras_version": "3.5.0"}))
        archive.writestr("config.json", json.dumps(config))
        archive.writestr("model.weights.h5", file.getvalue())


IDENTITY = numpy.eye(3, dtype="f4").reshape(1, 1, 3, 3)
folder, corpus = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
versus = {"versus/versus/kernel:0": VERSUS, "versus/versus/bias:0": BIAS}
write_h5(folder / "colours.h5", colours(), {"blur/blur/kernel:0": BLUR, **versus})
# A text of a fixed length, names of a second session, half and double floats.
write_h5(folder / "older.h5", json.dumps(colours()).encode(),
         {"blur/blur_1/kernel:0": BLUR.astype("f2"), **{name: data.astype("f8") for name, data in versus.items()}})
write_h5(folder / "nested.h5", colours(True),
         {"features/blur/kernel:0": BLUR, "same/same/kernel:0": IDENTITY, "same/same/bias:0": BIAS, **versus})
write_keras(folder / "colours.keras", colours(True), {
    "layers/functional/layers/conv2d/vars/0": BLUR, "layers/conv2d/vars/0": IDENTITY, "layers/conv2d/vars/1": BIAS,
    "layers/dense/vars/0": VERSUS, "layers/dense/vars/1": BIAS, "optimizer/vars/0": 1})
write_keras(folder / "older.keras", colours(), {
    "_layer_checkpoint_dependencies/conv2d/vars/0": BLUR, "_layer_checkpoint_dependencies/dense/vars/0": VERSUS,
    "_layer_checkpoint_dependencies/dense/vars/1": BIAS})
# Keras 2.12 to 2.14 count a layer with weights twice; on Windows a path became one group.
write_keras(folder / "twice.keras", same_again(), {
    "_layer_checkpoint_dependencies/conv2d/vars/0": BLUR, "_layer_checkpoint_dependencies/conv2d_2/vars/0": IDENTITY,
    "_layer_checkpoint_dependencies/conv2d_2/vars/1": BIAS, "_layer_checkpoint_dependencies/dense/vars/0": VERSUS,
    "_layer_checkpoint_dependencies/dense/vars/1": BIAS})
write_keras(folder / "windows.keras", colours(True), {
    "layers\\functional\\layers\\conv2d/vars/0": BLUR, "layers\\conv2d/vars/0": IDENTITY,
    "layers\\conv2d/vars/1": BIAS, "layers\\dense/vars/0": VERSUS, "layers\\dense/vars/1": BIAS})
write_keras(folder / "wrapped.keras", wrapped(), {
    "layers/conv2d/vars/0": BLUR, "layers/dense/vars/0": VERSUS, "layers/dense/vars/1": BIAS})
write_h5(folder / "python.h5", python_words(), {"blur/blur/kernel:0": BLUR, **versus})
# More layers than a node of a group's tree holds.
many = {f"layer_{i}": numpy.full(1, i, "f4") for i in range(300)}
write_h5(folder / "many.h5", colours(), {"blur/blur/kernel:0": BLUR, **versus, **many})

dense = {"dense/dense/kernel:0": numpy.arange(6, dtype="f4").reshape(3, 2), "dense/dense/bias:0": numpy.ones(2, "f4")}
write_h5(folder / "small.h5", small(), dense)
write_h5(corpus / "small.h5", small(), dense)
write_h5(folder / "bad-weights-only.h5", None, dense)
write_h5(folder / "bad-latest.h5", small(), dense, libver="latest")
write_h5(folder / "bad-text.h5", small(), {**dense, "dense/dense/note": b"text"})
write_h5(folder / "bad-number.h5", small(), {**dense, "dense/dense/kernel:0": numpy.zeros((3, 2), ">f4")})
write_h5(folder / "bad-rank.h5", small(), {**dense, "dense/dense/kernel:0": numpy.zeros((2, 2, 2), "f4")})
with h5py.File(folder / "bad-compressed.h5", "w") as h5_file:
    h5_file.attrs["model_config"] = json.dumps(small())
    h5_file.create_dataset("model_weights/dense/kernel:0", data=numpy.zeros((3, 2), "f4"), compression="gzip")
with h5py.File(folder / "bad-link.h5", "w") as h5_file:
    h5_file.attrs["model_config"] = json.dumps(small())
    h5_file["model_weights/other"] = h5py.ExternalLink("/etc/passwd", "/x")
with h5py.File(folder / "bad-circle.h5", "w") as h5_file:
    h5_file.attrs["model_config"] = json.dumps(small())
    h5_file["model_weights/a"] = h5_file.create_group("model_weights")
with h5py.File(folder / "bad-external.h5", "w") as h5_file:
    h5_file.attrs["model_config"] = json.dumps(small())
    h5_file.create_dataset("model_weights/dense/kernel:0", (3, 2), "f4", external=[("/etc/passwd", 0, 24)])
with h5py.File(folder / "bad-config.h5", "w") as h5_file:
    h5_file.attrs["model_config"] = 7
