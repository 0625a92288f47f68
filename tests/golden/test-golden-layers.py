#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers and whole trainings give what the golden data in ../shared/golden_layers hold, within their tolerances.

test-golden-layers.py GOLDEN-LAYERS"""
import array
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77


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


golden = pathlib.Path(os.environ["KOMA_SHARED"]) / "golden_layers"
if not golden.exists():
    print(f"{golden} is not there")
    sys.exit(SKIPPED)
failed = 0
with tempfile.TemporaryDirectory() as temporary:
    subprocess.run([sys.argv[1], golden, temporary], check=True)
    for part, check in (("layers", check_layer), ("training", check_training)):
        cases = json.loads((golden / part / "index.json").read_text(encoding="utf-8"))["cases"]
        for case in cases:
            wrong = list(check(pathlib.Path(temporary) / part / case["name"], golden / part / case["name"], case))
            failed += len(wrong) > 0
            for what in wrong:
                print(f"{part} {case['name']}: {what}")
        print(f"{part}: {len(cases)} cases")
sys.exit(1 if failed else 0)
