#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma inspect: what a model is, what it can not do, and what is doubtful about it."""
import json
import shutil

from koma_cli import (BUILD, COLOURS, RGB, SHARED, SOURCE, Skip, check, contains, equal, is_language_heard, koma,
                      load_json, run_all, write_floats, write_png)

N = 32 * 32 * 3


def inspect_json(folder):
    found = load_json(check(koma("inspect", COLOURS, "--format", "json"), 0))
    equal(found["format"], "TensorFlow.js graph model")
    equal(found["inputs"][0]["shape"], [None, 32, 32, 3])
    equal(found["outputs"][0]["shape"], [1, 3])
    equal(found["labels"]["names"], ["red", "green", "blue"])
    equal(found["unsupported"], {})
    equal(found["runs"], True)
    backends = load_json(check(koma("backends", "--format", "json"), 0))["backends"]
    equal([found["device"]], [one["device"] for one in backends if one["name"] == found["backend"]])
    equal(sum(found["steps_by_backend"].values()), len(found["steps"]))
    equal(len(found["hash"]), 32)
    contains(found["recipe"]["words"], "32")
    assert found["recipe"]["notes"]
    equal(found["recipe"]["range_source"], "metadata")
    found = load_json(check(koma("inspect", COLOURS, "--range", "1,0", "--format", "json"), 0))
    equal(found["recipe"]["range_source"], "option")
    parts = found["recipe"]["parts"]
    equal(parts["range"], {"value": "0,1", "source": "option"})
    equal(parts["invert"], {"value": "true", "source": "option"})
    equal(parts["size"], {"value": "32x32", "source": "graph"})
    equal(parts["fit"], {"value": "crop", "source": "guess"})
    equal(parts["labels"]["source"], "metadata")
    text = check(koma("inspect", COLOURS, "--resize", "bicubic", "--background", "first"), 0).stdout
    contains(text, "Scaling: bicubic. Chosen by you", "Size: 32x32. From the graph",
             "Part of the Picture: crop. A guess", "First Class Means Nothing: first. Chosen by you", "background")
    for bad in (["--size", "33x32"], ["--invert", "maybe"], ["--channels", "grey"], ["--fit", "pad "],
                ["--background", "last"]):
        contains(check(koma("inspect", COLOURS, *bad), 2).stderr, bad[1])
    contains(found["recipe"]["words"], "1 … 0")


def inspect_no_classifier(folder):
    """One value is no list of scores, unless the user says so; it can be run all the same."""
    shutil.copytree(COLOURS, folder / "model")
    path = folder / "model" / "model.json"
    model = json.loads(path.read_text())
    weights = (folder / "model" / "weights.bin").read_bytes()
    for weight in model["weightsManifest"][0]["weights"]:
        weight["shape"] = {"versus/matrix": [3, 1], "logits/bias": [1]}.get(weight["name"], weight["shape"])
    path.write_text(json.dumps(model))
    start = 4 * (81 + 3 + 2)
    (folder / "model" / "weights.bin").write_bytes(weights[:start + 12] + weights[start + 36:start + 40] +
                                                   weights[start + 48:])
    contains(check(koma("inspect", folder / "model"), 0).stdout, "not a classifier: ", "one value")
    contains(check(koma("classify", write_png(folder / "a.png", RGB["red"]), "--model", folder / "model"), 2).stderr,
             "not a classifier: ")
    check(koma("inspect", folder / "model", "--scores", "probabilities"), 0)
    found = load_json(check(koma("inspect", folder / "model", "--scores", "probabilities", "--format", "json"), 0))
    contains(found["recipe"]["words"], "probabilities")
    contains(check(koma("inspect", folder / "model", "--scores", "sausage"), 2).stderr, "sausage", "logits")
    image = write_floats(folder / "in.f32", [1.0] * N)
    found = load_json(check(koma("run", folder / "model", "--input", image, "--output", folder / "out"), 0))
    equal(found["outputs"][0]["shape"], [1, 1])


def inspect_text(folder):
    text = check(koma("inspect", COLOURS, "--backend", "cpu", "--batch", 4), 0).stdout
    contains(text, "TensorFlow.js graph model", "[?,32,32,3]", "red, green, blue", "batch 4", "cpu", "Device: ")


def inspect_integers(folder):
    """Of a quantised model, and only of such, what is computed with integers."""
    model = SOURCE / "tests" / "fuzz" / "corpus" / "tflite" / "quantized.tflite"
    contains(check(koma("inspect", model, "--backend", "cpu"), 0).stdout, "In integers: ")
    assert "In integers" not in check(koma("inspect", COLOURS, "--backend", "cpu"), 0).stdout
    steps = load_json(check(koma("inspect", model, "--backend", "cpu", "--format", "json"), 0))["steps"]
    assert any(step["integers"] for step in steps), steps
    steps = load_json(check(koma("inspect", model, "--backend", "cpu", "--format", "json",
                                 KOMA_FLAGS="INTEGERS:0"), 0))["steps"]
    assert not any(step["integers"] for step in steps), steps
    by_name = {one["name"]: one for one in load_json(check(koma("backends", "--format", "json"), 0))["backends"]}
    equal(by_name["cpu"]["integers"], True)
    contains(check(koma("backends"), 0).stdout, "float32, int8")


def inspect_precision(folder):
    text = check(koma("inspect", COLOURS, "--backend", "cpu", "--precision", "float16"), 0).stdout
    contains(text, "cpu", "float32 only", "gles")
    contains(check(koma("inspect", COLOURS, "--precision", "float7"), 2).stderr, "float7", "float16")
    equal(load_json(check(koma("inspect", COLOURS, "--backend", "cpu", "--format", "json"), 0))["precision"], "float32")
    by_name = {one["name"]: one for one in load_json(check(koma("backends", "--format", "json"), 0))["backends"]}
    equal(by_name["cpu"]["precision"], "float32")
    if by_name.get("gles", {}).get("available"):
        found = load_json(check(koma("inspect", COLOURS, "--backend", "gles", "--precision", "float16", "--format",
                                     "json"), 0))
        equal(found["precision"], "float16")
        contains(check(koma("inspect", COLOURS, "--backend", "gles", "--precision", "float16"), 0).stdout, "float16")


def inspect_try(folder):
    """Ranges compared on pictures; one that can not be read is left out."""
    (folder / "pictures").mkdir()
    for i in range(12):
        write_png(folder / "pictures" / f"{i}.png", [110 - i if c == i % 3 else 20 for c in range(3)])
    (folder / "broken.png").write_text("no picture")
    args = ["inspect", COLOURS, "--try", folder / "pictures", "--try", folder / "broken.png"]
    result = check(koma(*args, "--format", "json"), 0)
    contains(result.stderr, "broken.png")
    recipe = load_json(result)["recipe"]
    equal(recipe["tried"], 12)
    equal(recipe["verdict"], "confirmed")
    equal({one["range"] for one in recipe["candidates"]}, {"-1,1", "0,1", "0,255", "imagenet", "caffe"})
    worth = [one["told"] - one["swayed"] for one in recipe["candidates"]]
    equal(worth, sorted(worth, reverse=True))
    equal(recipe["candidates"][0]["range"], "0,1")
    contains(check(koma(*args), 0).stdout, "12 pictures", "imagenet", '"range": "0,1"')
    few = ["inspect", COLOURS, "--try", folder / "pictures/0.png"]
    contains(check(koma(*few), 0).stdout, "1 picture", "do not tell")
    contains(check(koma("inspect", COLOURS, "--try", folder / "broken.png"), 2).stderr, "no picture")


def inspect_unsupported(folder):
    """A model that can not run is still told about, op by op."""
    shutil.copytree(COLOURS, folder / "model")
    path = folder / "model" / "model.json"
    model = json.loads(path.read_text())
    for node in model["modelTopology"]["node"]:
        if node["op"] == "Mean":
            node["op"] = "EinsumLike"
    path.write_text(json.dumps(model))
    found = load_json(check(koma("inspect", folder / "model", "--format", "json"), 0))
    equal(found["unsupported"], {"EinsumLike": 1})
    equal(found["runs"], False)
    contains(found["reason"], "EinsumLike")
    text = check(koma("inspect", folder / "model"), 0).stdout
    contains(text, "EinsumLike")
    result = check(koma("benchmark", "--model", folder / "model"), 2)
    contains(result.stderr, "EinsumLike")


def inspect_detector(folder):
    """What a model is for comes before what Koma can not compute of it."""
    shutil.copytree(COLOURS, folder / "model")
    path = folder / "model" / "model.json"
    path.write_text(path.read_text().replace('"op": "BiasAdd"', '"op": "NonMaxSuppressionV4"'))
    found = load_json(check(koma("inspect", folder / "model", "--format", "json"), 0))
    equal(found["unsupported"], {"NonMaxSuppressionV4": 1})
    equal([one["id"] for one in found["doctor"]], ["detector"])
    contains(found["reason"], "finds where things are")
    for command in (["classify", write_png(folder / "p.png", (200, 20, 30))], ["benchmark"]):
        result = check(koma(*command, "--model", folder / "model"), 2)
        contains(result.stderr, "The model finds where things are, and is no classifier")
    contains(check(koma("classify", folder / "p.png", "--model", folder / "model"), 2).stderr,
             "choose a model that classifies pictures")


def inspect_words(folder):
    """A model that compares pictures with words is none that is wrong, and says what it needs."""
    model = SHARED / "models" / "hub" / "hf_clip"
    if not model.is_dir():
        raise Skip("shared data is not there")
    found = load_json(check(koma("inspect", model, "--format", "json"), 0))
    equal({one["severity"] for one in found["doctor"]}, {"note"})
    picture = write_png(folder / "p.png", (200, 20, 30))
    result = check(koma("classify", picture, "--model", model), 2)
    equal(result.stderr.strip(), "koma: The model compares pictures with words, and needs words to choose from: "
          "name them, as with --classes “cat, dog, a receipt”")


def inspect_layers(folder):
    """The same for a layer that is unknown."""
    layers = [{"class_name": "Sausage", "config": {"name": "s", "batch_input_shape": [None, 8, 8, 3]}}]
    topology = {"class_name": "Sequential", "config": layers}
    manifest = [{"paths": [], "weights": []}]
    (folder / "model.json").write_text(json.dumps({"modelTopology": topology, "weightsManifest": manifest}))
    found = load_json(check(koma("inspect", folder, "--format", "json"), 0))
    equal(found["unsupported"], {"Sausage": 1})
    equal(found["inputs"][0]["shape"], [None, 8, 8, 3])


def inspect_errors(folder):
    for args in [[], [COLOURS, COLOURS], [COLOURS, "--format", "csv"]]:
        result = check(koma("inspect", *args), 2)
        equal(result.stdout, "")
        contains(result.stderr, "koma: ")


def inspect_doctor(folder):
    """What is doubtful about a model, errors first; the exit code stays."""
    shutil.copytree(COLOURS, folder / "model")
    (folder / "model" / "koma.json").write_text('{"labels": ["red", "red", "blue"], "range": "0,1"}')
    found = load_json(check(koma("inspect", folder / "model", "--format", "json"), 0))["doctor"]
    equal([(one["id"], one["severity"]) for one in found], [("scores-logits", "note"), ("labels-duplicate", "note")])
    contains(found[1]["sentence"], "“red”")
    text = check(koma("inspect", folder / "model"), 0).stdout
    contains(text, "Doctor:\n", "    Note: ", found[1]["sentence"], f"\n        {found[1]['advice']}\n")

    path = folder / "model" / "model.json"
    path.write_text(path.read_text().replace('"Mean"', '"EinsumLike"'))
    found = load_json(check(koma("inspect", folder / "model", "--format", "json"), 0))["doctor"]
    equal((found[0]["id"], found[0]["severity"]), ("unsupported-op", "error"))
    contains(found[0]["sentence"], "EinsumLike (1 ×, first in “mean”)")


def inspect_failure(folder):
    """A model that can not be loaded: the error, what to do about it, and the exit code of all commands."""
    shutil.copytree(COLOURS, folder / "model")
    (folder / "model" / "weights.bin").unlink()
    for path, name in (folder / "model", "file-missing"), (folder / "nowhere", "model-missing"):
        result = check(koma("inspect", path), 2)
        contains(result.stderr, "koma: ")
        contains(result.stdout, "Doctor:\n    Error: ")
        result = check(koma("inspect", path, "--format", "json"), 2)
        contains(result.stderr, "koma: ")
        found = json.loads(result.stdout)
        equal(found["path"], str(path))
        assert found["error"]
        equal([one["id"] for one in found["doctor"]], [name])


def inspect_translated(folder):
    """In the user's language, but for what programs read."""
    if not (BUILD / "po" / "es" / "LC_MESSAGES" / "koma.mo").exists():
        raise Skip("the translations are not built")
    if not is_language_heard():
        raise Skip("the C library translates nothing in C.UTF-8")
    found = load_json(check(koma("inspect", COLOURS, "--format", "json", LANGUAGE="es"), 0))["doctor"]
    equal((found[0]["id"], found[0]["severity"]), ("scores-logits", "note"))
    contains(found[0]["sentence"], "softmax", "probabilidades")


run_all([inspect_json, inspect_text, inspect_doctor, inspect_failure, inspect_translated, inspect_try,
         inspect_precision, inspect_integers, inspect_unsupported, inspect_layers, inspect_detector, inspect_words,
         inspect_no_classifier, inspect_errors])
