#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""libkoma runs model files of all formats, and classifies pictures as the program does.

test-models.py KOMA

Koma's own model always; the models, photographs and outputs of TensorFlow.js in KOMA_SHARED where they are.
"""
import array
import json
import os
import pathlib
import subprocess
import sys

import gi

gi.require_version("Koma", "1.0")
from gi.repository import Koma  # noqa: E402

PROGRAM = sys.argv[1]
DATA = pathlib.Path(os.environ["KOMA_SOURCE"], "data")
SHARED = pathlib.Path(os.environ["KOMA_SHARED"])
# Classifiers: channels last and first, float and quantised, with labels of their own and of ImageNet.
MODELS = [
    DATA / "models/shogi",
    SHARED / "models/mobilenet_v2_1.0_224/tfjs_graph",
    SHARED / "models/squeezenet1.1/squeezenet1.1.onnx",
    SHARED / "models/onnx/shogi_piece.onnx",
    SHARED / "models/frozen/ssoniya_mobilenet_v1_025_128/frozen_graph.pb",
    SHARED / "models/tflite/mobilenet_v1_0.25_224_quant.tflite",
    SHARED / "models/tfjs/teachable_machine/image-model",
    SHARED / "models/tfjs/mobilenet_v1_025_224_layers",
]
# Models that compare pictures with words.
WORD_MODELS = [DATA / "examples/programs/colour-words",
               *(SHARED / "models/hub" / name for name in ("hf_clip", "hf_clip_small_vocab", "hf_siglip"))]
TEXTS = ["red", "a photo of a cat", "将棋"]
N_BEST = 5
TOLERANCE = 2e-5
N_COMPARED = 10  # pictures from which on the program may take another range than the one guessed; the library does not


def say_program(model, pictures):
    """[(path, [(index, label, name, score)])] as koma classify has it."""
    command = [PROGRAM, "classify", f"--model={model}", "--backend=cpu", f"--top={N_BEST}", "--format=json", *pictures]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [(found["path"], [(top["index"], top["label"], top["name"], top["score"]) for top in found["top"]])
            for found in json.loads(output)]


def check_classifier(path, pictures):
    model = Koma.GraphModel.load(str(path))
    for picture, wanted in say_program(path, pictures):
        found = [(p.index, p.label, p.name, p.score) for p in model.classify(picture, N_BEST)]
        for one, other in zip(found, wanted, strict=True):
            assert one[:3] == other[:3] and abs(one[3] - other[3]) < TOLERANCE, (path, picture, found, wanted)
    # A picture as a tensor fits the model.
    tensor = model.read_picture(str(pictures[0]))
    assert tensor.get_shape()[1:] == model.get_input(0).get_shape()[1:], (path, tensor.get_shape())
    assert model.predict([tensor]).get_size() >= model.get_n_labels() - 1, path


def check_vectors(path, pictures, texts):
    """Those of koma embed, of each text and picture, to the fifth digit."""
    command = [PROGRAM, "embed", f"--model={path}", "--backend=cpu", *(f"--text={text}" for text in texts), *pictures]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    wanted = [number for line in lines for number in json.loads(line)["vector"]]
    model = Koma.GraphModel.load(str(path))
    found = model.embed_text(texts).read_floats() if texts else []
    found += model.embed_image(pictures).read_floats()
    for one, other in zip(found, wanted, strict=True):
        assert abs(one - other) < TOLERANCE, (path, one, other)


def read(folder, port):
    values = array.array("i" if port["dtype"] == "int32" else "f")
    values.frombytes((folder / port["file"]).read_bytes())
    return list(values)


def make_tensor(folder, port):
    dtypes = {"float32": Koma.DType.FLOAT32, "int32": Koma.DType.INT32}
    return Koma.Tensor.new_typed(dtypes[port["dtype"]], read(folder, port), port["shape"])


def check_graph(folder):
    """A graph of one op, by names, against the outputs of TensorFlow.js."""
    case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    model = Koma.GraphModel.load(str(folder / "model.json"))
    outputs = model.execute([port["name"] for port in case["inputs"]],
                            [make_tensor(folder, port) for port in case["inputs"]],
                            [port["name"] for port in case["outputs"]])
    for port, found in zip(case["outputs"], outputs, strict=True):
        assert found.get_shape() == port["shape"], (folder, port, found.get_shape())
        for one, other in zip(found.read_floats(), read(folder, port), strict=True):
            assert one == other or abs(one - other) <= 1e-4 * max(1, abs(other)), (folder, port["name"], one, other)


def check_example():
    """The example takes a model and a picture, and names the one that is not there."""
    example = [sys.executable, str(DATA / "examples/programs/classify.py"), str(DATA / "models/shogi")]
    done = subprocess.run([*example, str(DATA / "samples/08-king.jpg")], capture_output=True, text=True)
    assert done.returncode == 0 and "OU_up" in done.stdout, done
    done = subprocess.run([*example, "/nonexistent.jpg"], capture_output=True, text=True)
    assert done.returncode == 1 and "nonexistent.jpg" in done.stderr, done


check_example()
samples = sorted(str(path) for path in (DATA / "samples").glob("[01]*.jpg"))
photos = sorted(str(path) for path in (SHARED / "photos/imagenet").glob("*.JPEG"))[:2]
n_models = n_words = n_graphs = 0
for path in MODELS:
    if path.exists():
        check_classifier(path, samples[:N_COMPARED - 1] if "shogi" in str(path) else photos)
        n_models += 1
for path in WORD_MODELS:
    if path.exists():
        check_vectors(path, samples[:2], TEXTS)
        n_words += 1
check_vectors(DATA / "models/shogi", samples[:2], [])
for folder in sorted((SHARED / "models/tfjs_ops").glob("*/case.json")):
    check_graph(folder.parent)
    n_graphs += 1
assert len(samples) == 12 and n_models >= 1 and n_words >= 1
if SHARED.exists():
    assert n_models == len(MODELS) and n_words == len(WORD_MODELS) and n_graphs > 100, (n_models, n_words, n_graphs)
print(f"{n_models} classifiers, {n_words} models of words, {n_graphs} graphs")
