#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma run, inspect, benchmark, profile, backends, models, and what stands around them."""
import csv
import gettext
import io
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import unicodedata

from koma_cli import (BUILD, COLOURS, RGB, SHARED, SOURCE, SYSTEM_DATA, Skip, check, contains, equal, koma, load_json,
                      make_data, run_all, write_png)

N = 32 * 32 * 3


def write_floats(path, values):
    path.write_bytes(struct.pack(f"<{len(values)}f", *values))
    return path


def run(folder):
    """All red: the first class has the largest logit."""
    image = write_floats(folder / "in.f32", [1.0, 0.0, 0.0] * (N // 3))
    found = load_json(check(koma("run", COLOURS, "--input", image, "--output", folder / "out"), 0))
    equal(len(found["outputs"]), 1)
    output = found["outputs"][0]
    equal(set(output), {"name", "shape", "dtype", "file", "uri"})
    equal((output["name"], output["shape"], output["dtype"]), ("logits", [1, 3], "float32"))
    logits = struct.unpack("<3f", pathlib.Path(output["file"]).read_bytes())
    assert logits[0] > logits[1] and abs(logits[1] - logits[2]) < 1e-6, logits


def run_known(folder):
    """An input that decides a shape is known, since its numbers are given; x and shape are float32 and int32."""
    x = write_floats(folder / "x.f32", range(24))
    shape, start = folder / "shape.i32", folder / "start.i32"
    shape.write_bytes(struct.pack("<2i", 4, 6))
    start.write_bytes(struct.pack("<i", 1))
    known = SOURCE / "tests" / "engine" / "formats" / "onnx-models" / "known.onnx"
    inputs = [word for path in (x, shape, start) for word in ("--input", path)]
    output = load_json(check(koma("run", known, *inputs, "--output", folder / "out"), 0))["outputs"][0]
    equal(output["shape"], [1, 6])
    equal(list(struct.unpack("<6f", pathlib.Path(output["file"]).read_bytes())), [6, 7, 8, 9, 10, 11])
    shape.write_bytes(struct.pack("<2i", 5, 5))
    contains(check(koma("run", known, *inputs, "--output", folder / "out"), 2).stderr, "Reshape")


def run_batch(folder):
    image = write_floats(folder / "in.f32", [1.0, 0.0, 0.0] * (N // 3) + [0.0, 0.0, 1.0] * (N // 3))
    result = koma("run", COLOURS, "--input", image, "--shape", "2,32,32,3", "--backend", "cpu", "--output", folder)
    output = load_json(check(result, 0))["outputs"][0]
    equal(output["shape"], [2, 3])
    logits = struct.unpack("<6f", pathlib.Path(output["file"]).read_bytes())
    equal([logits.index(max(logits[:3])), logits[3:].index(max(logits[3:]))], [0, 2])


def run_errors(folder):
    image = write_floats(folder / "in.f32", [0.0] * N)
    short = write_floats(folder / "short.f32", [0.0] * 7)
    (folder / "file").touch()
    os.truncate(write_floats(folder / "huge.f32", []), 1 << 40)
    os.mkfifo(folder / "pipe")
    cases = [
        ([COLOURS, "--input", folder / "huge.f32", "--output", folder], ["huge.f32", str(1 << 40), "at most 12288"]),
        ([COLOURS, "--input", folder / "pipe", "--output", folder], ["pipe", "found a device or pipe"]),
        ([COLOURS, "--input", short, "--output", folder], ["28 bytes", "12288", "[1,32,32,3]"]),
        ([COLOURS, "--input", image, "--input", image, "--output", folder], ["1 input", "2"]),
        ([COLOURS, "--input", folder / "no.f32", "--output", folder], ["no.f32"]),
        ([COLOURS, "--input", image, "--shape", "1,x", "--output", folder], ["1,x"]),
        ([COLOURS, "--input", image, "--shape", "1,99,32,3", "--output", folder], ["99"]),
        ([COLOURS, "--input", image, "--output", folder / "file" / "x"], ["file"]),
        ([COLOURS, "--output", folder], ["--input"]),
        (["--input", image, "--output", folder], ["model"]),
    ]
    for args, words in cases:
        result = check(koma("run", *args), 2)
        equal(result.stdout, "")
        contains(result.stderr, *words)


def model_named(folder):
    """By --model or as the argument, of every command that looks at one; never both."""
    image = write_floats(folder / "in.f32", [0.5] * N)
    for command in (["inspect"], ["profile", "--runs", 1], ["benchmark"],
                    ["run", "--input", image, "--output", folder / "out"]):
        for named in (["--model", COLOURS], ["-m", COLOURS], [COLOURS]):
            check(koma(*command, *named), 0)
        for named in (["--model", COLOURS, COLOURS], [COLOURS, COLOURS], ["-m", COLOURS, "-m", COLOURS], []):
            result = check(koma(*command, *named), 2)
            equal(result.stdout, "")
            equal(result.stderr, name_one(command[0]))


def name_one(command):
    """The sentence for no model, or for several."""
    return f"koma: name one model with --model; “koma {command} --help” tells more\n"


def model_of_pictures(folder):
    """Where arguments are pictures, --model alone names the model, a file, a folder or an archive."""
    picture = write_png(folder / "red.png", RGB["red"])
    archive = shutil.make_archive(folder / "colours", "zip", COLOURS)
    for path in COLOURS, COLOURS / "model.json", archive:
        contains(check(koma("classify", picture, "--model", path), 0).stdout, "red.png: red ")
    for named in ["-m", COLOURS, "-m", COLOURS], []:
        equal(check(koma("classify", picture, *named), 2).stderr, name_one("classify"))
    equal(check(koma("env", "-m", COLOURS, "-m", COLOURS), 2).stderr, name_one("env"))


def open_size(folder):
    """A model for pictures of any size gets the usual one, or the one that is asked for."""
    shutil.copytree(COLOURS, folder / "model")
    path = folder / "model" / "model.json"
    model = json.loads(path.read_text())
    for node in model["modelTopology"]["node"]:
        if node["op"] == "Placeholder":
            for dim in node["attr"]["shape"]["shape"]["dim"][1:3]:
                dim["size"] = "-1"
    path.write_text(json.dumps(model))
    for command in ("benchmark", "profile", "inspect"):
        for args, code in ([], 0), (["--shape", "1,48,40,3"], 0), (["-s", "1,48,x,3"], 2), (["-s", "1,48,40,4"], 2):
            if command == "benchmark" and not args:
                continue  # takes its time
            check(koma(command, path, *args), code)
    picture = write_png(folder / "red.png", RGB["red"])
    for command in ("classify", "explain"):
        for shape, code in ("1,48,40,3", 0), ("1,48,40,4", 2):
            check(koma(command, "-m", path, "-s", shape, "--format", "json", picture), code)
    parts = load_json(check(koma("inspect", path, "--size", "40x48", "--format", "json"), 0))["recipe"]["parts"]
    equal(parts["size"], {"value": "40x48", "source": "option"})
    parts = load_json(check(koma("inspect", path, "--format", "json"), 0))["recipe"]["parts"]
    equal(parts["size"], {"value": "224x224", "source": "guess"})
    rows = load_json(check(koma("profile", path, "-s", "1,48,40,3", "--runs", 1, "--format", "json"), 0))["rows"]
    equal(rows[0]["shape"][1:3], [24, 20])  # of the first convolution, in steps of two
    # Most files of ONNX have the channels first; the recipe follows.
    channels_first = SOURCE / "tests" / "engine" / "formats" / "onnx-models" / "open.onnx"
    for shape, expected in ([], [224, 224]), (["-s", "1,3,48,40"], [48, 40]):
        found = load_json(check(koma("inspect", channels_first, *shape, "--format", "json"), 0))
        equal(found["inputs"][0]["shape"][2:], expected)
        contains(found["recipe"]["words"], f"resized to {expected[1]} × {expected[0]} ")
    for command in ("benchmark", "profile"):
        check(koma(command, channels_first, "-s", "1,3,48,40"), 0)


def labels_output(folder):
    """Constants are outputs too, also one that nothing reads."""
    for model in (COLOURS, COLOURS.parent / "colours-2018"):
        found = load_json(check(koma("inspect", model, "--output", "labels", "--format", "json"), 0))
        equal([(one["name"], one["dtype"], one["shape"]) for one in found["outputs"]], [("labels", "int32", [14])])
        contains(check(koma("classify", "--model", model, "--output", "labels", folder), 2).stderr, "int32")


def env_json(folder):
    found = load_json(check(koma("env", "--format", "json", KOMA_BACKEND="cpu", KOMA_FLAGS="DEBUG:1"), 0))
    equal((found["backend"], found["backend_source"], found["backend_error"]), ("cpu", "KOMA_BACKEND", None))
    flags = {flag["name"]: flag for flag in found["flags"]}
    equal((flags["DEBUG"]["value"], flags["DEBUG"]["source"]), (1, "KOMA_FLAGS"))
    equal((flags["GLES_TIER"]["value"], flags["GLES_TIER"]["source"]), (None, "default"))
    assert "cpu" in [backend["name"] for backend in found["backends"]]
    memory = found["memory"]
    equal((memory["buffers"], memory["bytes"]), (0, 0))
    equal([backend["name"] for backend in memory["backends"]], [backend["name"] for backend in found["backends"]])
    equal(memory["total_bytes"], sum(backend["bytes"] for backend in memory["backends"]))
    found = load_json(check(koma("env", "--format", "json", KOMA_BACKEND="none"), 0))
    equal(found["backend"], None)
    contains(found["backend_error"], "none", "cpu")


def env_of_box(folder):
    """Where pictures are decoded; the helper that is started for it says how it is confined."""
    box = load_json(check(koma("env", "--format", "json"), 0))["picture_box"]
    equal((box["place"], box["error"]), ("helpers", None))
    if os.path.exists("/sys/kernel/security/lsm") and "landlock" in open("/sys/kernel/security/lsm").read():
        equal(box["landlock"], True)
    contains(check(koma("env"), 0).stdout, "Pictures and models are read in a box: ")
    box = load_json(check(koma("env", "--format", "json", KOMA_BOX="off"), 0))["picture_box"]
    equal(box, {"place": "off", "error": None, "landlock": False, "seccomp": False})
    contains(check(koma("env", KOMA_BOX="off"), 0).stdout, "without a box: KOMA_BOX=off")


def env_in_flatpak(folder):
    """There is no second box in Flatpak's: pictures are decoded where no process can be started."""
    if os.environ["KOMA_SANITIZER"] != "none":
        raise Skip("a library is preloaded")
    preloaded = {"LD_PRELOAD": BUILD / "tests" / "app" / "libin-flatpak.so"}
    box = load_json(check(koma("env", "--format", "json", **preloaded), 0))["picture_box"]
    equal(box, {"place": "flatpak", "error": None, "landlock": False, "seccomp": False})
    contains(check(koma("env", **preloaded), 0).stdout, "Pictures and models are read in Flatpak’s box")
    picture = write_png(folder / "red.png", RGB["red"])
    contains(check(koma("classify", "--model", COLOURS, picture, **preloaded), 0).stdout, "red")


def env_of_model(folder):
    """What a model that was opened takes, on each backend that is here."""
    weights = (COLOURS / "weights.bin").stat().st_size
    for backend in load_json(check(koma("backends", "--format", "json"), 0))["backends"]:
        if not backend["available"]:
            continue
        found = load_json(check(koma("env", "--model", COLOURS, "--backend", backend["name"], "--format", "json"), 0))
        equal((found["backend"], found["backend_source"]), (backend["name"], "--backend"))
        memory = found["memory"]
        held = {one["name"]: one for one in memory["backends"]}
        assert memory["buffers"] > 0 and memory["peak_bytes"] >= memory["bytes"] > 0, memory
        assert memory["total_bytes"] - memory["bytes"] == sum(one["bytes"] for one in held.values()), memory
        if backend["name"] != "cpu":
            assert held[backend["name"]]["objects"] > 0 and held[backend["name"]]["bytes"] >= weights, memory
    contains(check(koma("env", "--model", folder / "none"), 2).stderr, "none")


def env_measured(folder):
    """What the window measured on this machine is taken, unless something else is said."""
    listed = load_json(check(koma("backends", "--format", "json"), 0))
    hosts = [one for one in listed["backends"] if one["available"] and one["name"] != "gles"]
    best = hosts[-1]["name"]
    n_cpus = listed["processors"]
    version = check(koma("--version"), 0).stdout.split()[1]
    words = [version, f"{max(n_cpus, 2) - 1} of {n_cpus} threads", "auto",
             *(f"{one['name']}: {one['device']}" for one in hosts), "devices", "gles: another"]
    group = load_json(check(koma("inspect", COLOURS, "--format", "json"), 0))["hash"]
    (folder / "koma").mkdir()
    (folder / "koma" / "autotune.ini").write_text(
        f"[{group}]\nmachine={'; '.join(words)}\nbackends={best};\n{best}=1;1.5;;;;\n")
    picture = write_png(folder / "p.png", RGB["green"])

    def ask(*options, **env):
        found = load_json(check(koma("env", "--model", COLOURS, "--format", "json", *options,
                                     XDG_CACHE_HOME=str(folder), **env), 0))
        answer = load_json(check(koma("classify", "--model", COLOURS, "--format", "json", *options, picture,
                                      XDG_CACHE_HOME=str(folder), **env), 0))[0]
        equal(answer["backend"], found["backend"])
        return found["backend"], found["backend_source"]

    equal(ask(), (best, "measured"))
    equal(ask("--backend", "auto"), (best, "measured"))
    equal(ask("--backend", hosts[0]["name"]), (hosts[0]["name"], "--backend"))
    equal(ask("--threads", "7"), (hosts[0]["name"], "automatic"))
    equal(ask(KOMA_FLAGS="MEASURE:0"), (hosts[0]["name"], "automatic"))


def flag_debug(folder):
    """Standard error tells of each op, standard output stays what it is."""
    image = write_floats(folder / "in.f32", [0.5] * N)
    args = ["run", COLOURS, "--input", image, "--backend", "cpu", "--output", folder / "out"]
    result = check(koma(*args, KOMA_FLAGS="DEBUG:1", G_MESSAGES_DEBUG="koma"), 0)
    load_json(result)
    equal(result.stderr.count("slow"), 1)
    contains(result.stderr, "Conv2D “", " bytes, in ", " ms on cpu")
    assert " ms on cpu" not in check(koma(*args, KOMA_FLAGS="DEBUG:1"), 0).stderr
    assert "DEBUG" not in check(koma(*args, KOMA_FLAGS="DEBUG:1,PROD:1"), 0).stderr


def env_text(folder):
    contains(check(koma("env", KOMA_BACKEND=""), 0).stdout, "Processors:", "automatic", "GLES_TIER", "buffers")


def flags_errors(folder):
    result = check(koma("env", KOMA_FLAGS="NONE:1"), 2)
    contains(result.stderr, "KOMA_FLAGS", "NONE", "DEBUG")


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


def backends_tuning(folder):
    """What a trial found, once a model was prepared; nothing before, nor where the flag says what to take."""
    def get_tuning(**env):
        listed = load_json(check(koma("backends", "--format", "json", XDG_CACHE_HOME=str(folder), **env), 0))
        return {one["name"]: (one["available"], one["tuning"]) for one in listed["backends"]}

    equal(get_tuning()["cpu"], (True, None))
    if not get_tuning().get("gles", (False, None))[0]:
        raise Skip("there is no OpenGL ES")
    equal(get_tuning()["gles"][1], None)
    picture = SOURCE / "data" / "samples" / "01-pawn.jpg"
    check(koma("classify", picture, "--model", SOURCE / "data" / "models" / "shogi", "--backend", "gles",
               XDG_CACHE_HOME=str(folder)), 0)
    found = get_tuning()["gles"][1]
    assert re.fullmatch(r"tiles of [247] pixels in groups of \d+, [12] lines in groups of \d+", found), found
    contains(check(koma("backends", XDG_CACHE_HOME=str(folder)), 0).stdout, found)
    equal(get_tuning(KOMA_FLAGS="GLES_SIZES:0")["gles"][1], None)


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


def is_language_heard():
    """The C library of Debian 13 takes no LANGUAGE in C.UTF-8, the one locale that is everywhere."""
    env = {"PATH": os.environ["PATH"], "TEXTDOMAINDIR": str(BUILD / "po"), "LC_ALL": "C.UTF-8", "LANGUAGE": "es"}
    return subprocess.run(["gettext", "koma", "Class"], env=env, capture_output=True, text=True).stdout != "Class"


def inspect_translated(folder):
    """In the user's language, but for what programs read."""
    if not (BUILD / "po" / "es" / "LC_MESSAGES" / "koma.mo").exists():
        raise Skip("the translations are not built")
    if not is_language_heard():
        raise Skip("the C library translates nothing in C.UTF-8")
    found = load_json(check(koma("inspect", COLOURS, "--format", "json", LANGUAGE="es"), 0))["doctor"]
    equal((found[0]["id"], found[0]["severity"]), ("scores-logits", "note"))
    contains(found[0]["sentence"], "softmax", "probabilidades")


def measure(line):
    """Columns on a terminal."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)


def tables_translated(folder):
    """Figures stand below their titles in each language: none is wider than its column."""
    if not is_language_heard():
        raise Skip("the C library translates nothing in C.UTF-8")
    for language in re.findall(r"^\w+", (SOURCE / "po" / "LINGUAS").read_text(encoding="utf-8"), re.M):
        result = check(koma("benchmark", "--model", COLOURS, "--backend", "cpu", LANGUAGE=language), 0)
        _, titles, *rows = result.stdout.splitlines()
        equal({measure(row) for row in rows if row.startswith("cpu ")}, {measure(titles)})
        result = check(koma("profile", COLOURS, "--backend", "cpu", "--runs", 1, LANGUAGE=language), 0)
        lines = result.stdout.splitlines()
        titles = next(i for i, line in enumerate(lines) if " ms  " in line)
        begins = {measure(line[:line.index(" cpu ")]) for line in lines[titles + 1:]}
        backend = gettext.translation("koma", BUILD / "po", [language]).gettext("backend")
        equal(begins, {measure(lines[titles][:lines[titles].rindex(f" {backend} ")])})
        ends = {measure(re.match(r".*\d[.,]\d{4}(?=  )", line)[0]) for line in lines[titles + 1:]}
        equal(ends, {measure(lines[titles][:lines[titles].rindex(" ms  ")] + " ms")})


def benchmark(folder):
    result = koma("benchmark", "--model", COLOURS, "--backend", "cpu", "--threads", 1, "--batch", "1,3",
                  "--images", 7, "--format", "json")
    found = load_json(check(result, 0))
    assert found["load_ms"] > 0 and found["peak_kb"] > 0
    equal([one["batch"] for one in found["results"]], [1, 3])
    for one in found["results"]:
        equal((one["backend"], one["threads"], one["images"]), ("cpu", 1, 7))
        assert 0 < one["min_ms"] <= one["median_ms"] <= one["p95_ms"]
        assert one["images_per_second"] > 0 and one["first_ms"] > 0 and one["peak_kb"] > 0
    contains(check(koma("benchmark", "--model", COLOURS), 0).stdout, "median")
    for args in [[], ["--model", COLOURS, "--batch", "0"], ["--model", COLOURS, "--batch", "1,,2"]]:
        contains(check(koma("benchmark", *args), 2).stderr, "koma: ")


def profile(folder):
    """The same steps as inspect lists, each with a time."""
    args = ["profile", COLOURS, "--threads", 1, "--batch", 2, "--runs", 3]
    found = load_json(check(koma(*args, "--backend", "cpu", "--format", "json"), 0))
    equal((found["backend"], found["batch"], found["threads"], found["runs"]), ("cpu", 2, 1, 3))
    for row in found["rows"]:
        equal((row["backend"], row["steps"], row["runs"]), ("cpu", 1, 3))
        equal(row["shape"][0], 2)
        equal(row["bytes"], 4 * math.prod(row["shape"]))
        assert 0 < row["median_ms"] <= row["total_ms"] and row["op"] and row["name"], row
    assert abs(sum(row["share"] for row in found["rows"]) - 1) < 1e-6
    assert abs(sum(row["median_ms"] for row in found["rows"]) - found["sum_ms"]) < 1e-6
    text = check(koma(*args, "--backend", "cpu"), 0).stdout
    contains(text, "3 runs", *(row["name"] for row in found["rows"]))
    table = list(csv.DictReader(io.StringIO(check(koma(*args, "--backend", "cpu", "--format", "csv"), 0).stdout)))
    equal([(row["name"], row["op"]) for row in table], [(row["name"], row["op"]) for row in found["rows"]])
    there = load_json(check(koma("backends", "--format", "json"), 0))["backends"]
    for backend in [one["name"] for one in there if one["available"]]:
        other = load_json(check(koma(*args, "--backend", backend, "--format", "json"), 0))
        equal([row["name"] for row in other["rows"]], [row["name"] for row in found["rows"]])
        equal("whole_ms" in other, backend == "xnnpack")
    for bad in [["--runs", "-1"], ["--batch", "1000"], ["--format", "jsonl"], ["--backend", "abacus"], ["more"]]:
        contains(check(koma("profile", COLOURS, *bad), 2).stderr, "koma: ")


def benchmark_all(folder):
    """Every backend that is there, and that all of them compute the same."""
    there = [one["name"] for one in load_json(check(koma("backends", "--format", "json"), 0))["backends"]
             if one["available"]]
    found = load_json(check(koma("benchmark", "--model", COLOURS, "--backend", "all", "--format", "json"), 0))
    equal([one["backend"] for one in found["results"]], there)
    for one in found["results"]:
        assert one["agrees"] and one["difference"] < 1e-3, one
        equal((one["differing_op"], one["differing_node"]), (None, None))
    contains(check(koma("benchmark", "--model", COLOURS, "--backend", "all"), 0).stdout, "cpu, batch 1: agrees")


def backends(folder):
    found = load_json(check(koma("backends", "--format", "json"), 0))
    by_name = {one["name"]: one for one in found["backends"]}
    assert by_name["cpu"]["available"] and by_name["cpu"]["device"]
    assert found["processors"] >= 1
    equal(load_json(check(koma("env", "--format", "json"), 0))["backend"],
          next(one["name"] for one in found["backends"] if one["available"] and one["automatic"] == "at once"))
    equal({one["automatic"] for one in found["backends"] if one["name"] != "gles" and one["available"]}, {"at once"})
    said = check(koma("backends"), 0).stdout
    contains(said, "cpu")
    if "gles" in by_name and by_name["gles"]["available"]:
        is_software = ", software, " in by_name["gles"]["device"]
        equal(by_name["gles"]["automatic"], "never" if is_software else "if fastest")
        contains(said, "(software: only when named)" if is_software else "(when named, or measured to be the fastest)")


def bundled(folder):
    """What is used where no model is named; over those that were installed."""
    shutil.copytree(COLOURS, folder / "koma" / "models" / "another")
    env = {"KOMA_DATA_DIR": make_data(folder), "XDG_DATA_DIRS": f"{folder}:{SYSTEM_DATA}"}
    found = load_json(check(koma("models", "--format", "json", **env), 0))["models"]
    equal([one["name"] for one in found], ["Colours", "another"])
    picture = write_png(folder / "p.png", RGB["green"])
    one = load_json(check(koma("classify", "--format", "json", picture, **env), 0))[0]
    equal((one["model"], one["top"][0]["label"]), ("Colours", "green"))
    equal(load_json(check(koma("inspect", "--format", "json", **env), 0))["name"], "Colours")
    contains(load_json(check(koma("benchmark", "--format", "json", **env), 0))["model"], "shogi")
    contains(check(koma("models", LANGUAGE="ja", **env), 0).stdout, "色")
    contains(check(koma("models", LANGUAGE="ja", **{**env, "LC_ALL": "C"}), 0).stdout, "Colours")
    env["KOMA_DATA_DIR"] = folder
    contains(check(koma("inspect", "--format", "json", **env), 0).stdout, "another")
    for command in (["classify", picture], ["inspect"], ["benchmark"]):
        contains(check(koma(*command), 2).stderr, "--model")


def models(folder):
    equal(load_json(check(koma("models", "--format", "json"), 0)), {"models": []})
    contains(check(koma("models"), 0).stdout, "--model")
    shutil.copytree(COLOURS, folder / "koma" / "models" / "colours")
    found = load_json(check(koma("models", "--format", "json", XDG_DATA_DIRS=f"{folder}:{SYSTEM_DATA}"), 0))
    equal([one["path"] for one in found["models"]],
          [str(folder / "koma" / "models" / "colours" / "model.json")])
    equal(found["models"][0]["recent"], False)


def help_and_version(folder):
    contains(check(koma("--help"), 0).stdout, "classify", "inspect", "benchmark")
    contains(check(koma("--version"), 0).stdout, "koma ")
    for command in ["classify", "run", "inspect", "benchmark", "profile", "backends", "env", "models"]:
        contains(check(koma(command, "--help"), 0).stdout, f"koma {command}")
    contains(check(koma("clasify"), 2).stderr, "clasify", "--help")
    # Built without a window, koma says so before it looks at options for it.
    contains(check(koma("--bogus"), 2).stderr.replace("koma-window.so", "--bogus"), "--bogus")


def translated(folder):
    """A language that is not there changes nothing but the words."""
    check(koma("inspect", COLOURS, LC_ALL="", LANGUAGE="tlh"), 0)


run_all([run, run_known, run_batch,
         run_errors, model_named, model_of_pictures, open_size, labels_output, env_json, env_of_box,
         env_in_flatpak, env_of_model,
         env_measured, env_text, flags_errors, flag_debug, inspect_json, inspect_text, inspect_doctor, inspect_failure,
         inspect_translated, inspect_try, inspect_precision, inspect_integers, inspect_unsupported, inspect_layers,
         inspect_detector, inspect_words,
         inspect_no_classifier, inspect_errors, tables_translated, benchmark, benchmark_all, profile, backends,
         backends_tuning, bundled, models, help_and_version, translated])
