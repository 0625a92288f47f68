#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TensorFlow.js, from the npm registry, loads the layers models that Koma saves and predicts the same; each goes on
with a training where the other stopped.

test-tfjs-layers.py LAYERS-EXCHANGE BUILD"""
import array
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tfjs_package import fetch  # noqa: E402

TOLERANCE = 1e-5
EXAMPLES = {"dense": "4", "pictures": "8,8,2", "depthwise": "6,6,2", "sequence": "5,2"}

exchange, build = sys.argv[1:]


def koma(*args):
    subprocess.run([exchange, *map(str, args)], check=True)


def tfjs(package, *args):
    script = pathlib.Path(__file__).with_name("exchange.js")
    subprocess.run(["node", script, package, *args], check=True, stdout=subprocess.DEVNULL)


def is_same(one, other):
    """Whether two files hold the same predictions."""
    a, b = (array.array("f", path.read_bytes()) for path in (one, other))
    found = max(abs(x - y) / max(1, abs(y)) for x, y in zip(a, b))
    print(f"{one.parent.name}/{one.name} and {other.parent.name}/{other.name}: {found:.2g}")
    return len(a) == len(b) and found <= TOLERANCE


def check(package, folder, name, shape):
    """Koma makes a model; each trains it, then what the other has trained."""
    made, k, t, kt, tk = (folder / f"{name}-{what}" for what in ("made", "k", "t", "kt", "tk"))
    koma("make", name, made)
    koma("train", made, k, shape)
    tfjs(package, made, t)
    koma("train", t, tk, shape)
    tfjs(package, k, kt)
    pairs = [(k / "before.f32", t / "before.f32"), (k / "after.f32", t / "after.f32"),
             (k / "after.f32", kt / "before.f32"), (t / "after.f32", tk / "before.f32"),
             (kt / "after.f32", tk / "after.f32")]
    return all([is_same(*pair) for pair in pairs])


where = fetch(build)
with tempfile.TemporaryDirectory() as temporary:
    results = [check(where, pathlib.Path(temporary), name, shape) for name, shape in EXAMPLES.items()]
sys.exit(0 if all(results) else 1)
