#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TensorFlow.js, from the npm registry, loads taught models and answers as Koma does.

test-teach-tfjs.py TEACH-TRIAL BUILD SHARED BUNDLED

Bases of the shared data are tried where they are there."""
import array
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tfjs_package import fetch  # noqa: E402

TOLERANCE = 1e-4
BASES = ("mobilenet_v2_1.0_224/onnx/mobilenet_v2_1.0_224.onnx", "tfjs/teachable_machine/image-model",
         "tfjs/automl_flowers", "squeezenet1.1/squeezenet1.1.onnx",
         "tfjs2018/emoji_scavenger_hunt/tensorflowjs_model.pb")

trial, build, shared, bundled = sys.argv[1:]
package = fetch(build)


def is_same(base):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([trial, "write", base, folder], check=True)
        script = pathlib.Path(__file__).with_name("predict.js")
        said = subprocess.run(["node", script, package, folder], check=True, capture_output=True, text=True).stdout
        a, b = (array.array("f", (pathlib.Path(folder) / name).read_bytes()) for name in ("y.f32", "tfjs.f32"))
    difference = max(abs(x - y) for x, y in zip(a, b))
    print(f"{base}: {len(a)} classes, {difference:.2g} apart", flush=True)
    return len(a) == len(b) == 3 and difference <= TOLERANCE and said.split()[-3:] == ["a", "b", "c"]


bases = [bundled] + [path for path in (pathlib.Path(shared) / "models" / name for name in BASES) if path.exists()]
sys.exit(0 if all([is_same(base) for base in bases]) else 1)
