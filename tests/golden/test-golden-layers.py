#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers, whole trainings, models and lines of JavaScript give what the golden data in ../shared/golden_layers hold,
within their tolerances; they refuse what is refused there.

test-golden-layers.py GOLDEN-LAYERS"""
import array
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
# What Keras has, TensorFlow.js lacks and the library computes.
COMPUTED = ("gru_reset_after", "conv1d_causal")


def is_close(found, wanted, tolerances):
    """Whether each number differs by no more than its tolerance; one tolerance may be for all."""
    if not isinstance(tolerances, list):
        tolerances = [tolerances] * len(wanted)
    return len(found) == len(wanted) and all(
        a == b or abs(a - b) <= t for a, b, t in zip(found, wanted, tolerances))


def check_files(results, golden, outputs):
    """What is wrong with raw files of numbers."""
    for output in outputs:
        name = output["file"]
        if not (results / name).exists():
            yield f"{name} is missing"
            continue
        found, wanted = (array.array("f", (folder / name).read_bytes()) for folder in (results, golden))
        if not is_close(found, wanted, output["tolerance"]):
            yield f"{name} differs"


def check_layer(results, golden, case):
    for run in case["runs"]:
        yield from check_files(results, golden, run["outputs"] + run.get("weights_after", []))


def check_training(results, golden, case):
    if not (results / "result.json").exists():
        yield "no result"
        return
    found = json.loads((results / "result.json").read_text(encoding="utf-8"))
    for what in ("losses", "evaluate"):
        if not is_close(found[what], case[what], case[f"{what}_tolerance"]):
            yield f"{what} differ"
    for name, values in case["history"].items():
        if not is_close(found["history"].get(name, []), values, case["history_tolerance"][name]):
            yield f"history of {name} differs"
    yield from check_files(results, golden, [case["predict"], *case["final_weights"]])


def check_snippet(found, case):
    """A snippet of code: its lines, the texts of its tensors, and what it leaves behind."""
    if found["printed"] != case["printed"]:
        yield f"printed {found['printed']}"
    for name, wanted in case["tensors"].items():
        tensor = found["tensors"].get(name, {})
        for member in ("text", "verbose", "shape", "dtype", "values"):
            if tensor.get(member) != wanted[member]:
                yield f"{member} of {name}: {tensor.get(member)}"
    if found["memory"] != case["memory"]:
        yield f"leaves {found['memory']} behind"


def check_error(found, case):
    if found != (case["name"] not in COMPUTED) and case["refused"]:
        yield "refused" if found else "not refused"


def check_memory(found, case):
    wanted = [[step[count] for count in ("numTensors", "numDataBuffers", "numBytes")] for step in case["steps"]]
    if found != wanted:
        yield f"counts {found}, expected {wanted}"


def check_model(found, case):
    for member in ("params", "summary"):
        if found[member] != case[member]:
            yield f"{member}: {found[member]}"


def check_api(results, golden):
    """Parts of api.json."""
    found, wanted = (json.loads((folder / "api.json").read_text(encoding="utf-8")) for folder in (results, golden))
    checks = (("errors", check_error), ("memory", check_memory), ("models", check_model), ("seed004", check_snippet))
    for part, check in checks:
        for case in wanted[part]:
            one = found[part].get(case["name"])
            for what in ["no result"] if one is None else check(one, case):
                yield f"{part} {case['name']}: {what}"
        print(f"{part}: {len(wanted[part])} cases")


golden = pathlib.Path(os.environ["KOMA_SHARED"]) / "golden_layers"
if not golden.exists():
    print(f"{golden} is not there")
    sys.exit(SKIPPED)
failed = 0
with tempfile.TemporaryDirectory() as temporary:
    status = subprocess.run([sys.argv[1], golden, temporary], check=False).returncode
    if status != 0:
        sys.exit(SKIPPED if status == SKIPPED else 1)
    for part, check in (("layers", check_layer), ("training", check_training)):
        cases = json.loads((golden / part / "index.json").read_text(encoding="utf-8"))["cases"]
        for case in cases:
            wrong = list(check(pathlib.Path(temporary) / part / case["name"], golden / part / case["name"], case))
            failed += len(wrong) > 0
            for what in wrong:
                print(f"{part} {case['name']}: {what}")
        print(f"{part}: {len(cases)} cases")
    for what in check_api(pathlib.Path(temporary), golden):
        failed += 1
        print(what)
sys.exit(1 if failed else 0)
