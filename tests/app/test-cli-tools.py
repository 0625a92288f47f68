#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How koma is told its model, which models there are, and its help."""
import json
import shutil

from koma_cli import (COLOURS, RGB, SOURCE, SYSTEM_DATA, check, contains, equal, koma, load_json, make_data, run_all,
                      write_floats, write_png)

N = 32 * 32 * 3


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


run_all([model_named, model_of_pictures, open_size, labels_output, bundled, models, help_and_version, translated])
