#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program gives the same numbers with Koma's tf.js and with TensorFlow.js, from the npm registry.

test-same-program.py GJS BUILD"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tfjs_package import fetch  # noqa: E402

TOLERANCE = 5e-5
MIN_NAMES = 30

gjs, build = sys.argv[1:]
here = pathlib.Path(__file__).resolve().parent


def measure(one, other):
    """What is wrong with a tensor, or how far it is off."""
    for key in ("shape", "dtype"):
        if one[key] != other[key]:
            return f"{key} {one[key]}, expected {other[key]}", 0
    pairs = list(zip(one["values"], other["values"]))
    if any((a is None) != (b is None) for a, b in pairs):
        return "NaN", 0
    return None, max((abs(a - b) / max(1, abs(b)) for a, b in pairs if b is not None), default=0)


def compare(name, koma, tfjs):
    found = [measure(*pair) for pair in zip(koma, tfjs)]
    complaints = [complaint for complaint, _ in found if complaint is not None]
    worst = max(distance for _, distance in found)
    print(f"{name}: {len(found)} tensors, {worst:.2g} {' '.join(complaints)}")
    return len(koma) == len(tfjs) and not complaints and worst <= TOLERANCE


package = fetch(build)
with tempfile.TemporaryDirectory() as temporary:
    outputs = [pathlib.Path(temporary, name) for name in ("koma.json", "tfjs.json")]
    # To node a .js is a script.
    program = shutil.copy(here / "same-program.js", pathlib.Path(temporary, "same-program.mjs"))
    subprocess.run([gjs, "-m", here / "run-same-program-gjs.js", outputs[0]], check=True)
    subprocess.run(["node", here / "run-same-program.mjs", package, program, outputs[1]], check=True,
                   stdout=subprocess.DEVNULL)
    koma, tfjs = (json.loads(path.read_text(encoding="utf-8")) for path in outputs)
results = [compare(name, koma.get(name, []), tensors) for name, tensors in tfjs.items()]
sys.exit(0 if all(results) and len(results) >= MIN_NAMES and koma.keys() == tfjs.keys() else 1)
