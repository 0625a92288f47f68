#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TensorFlow.js, from the npm registry, loads the layers models that Koma saves and predicts the same; each goes on
with a training where the other stopped.

test-tfjs-layers.py LAYERS-EXCHANGE BUILD"""
import array
import pathlib
import shutil
import subprocess
import sys
import tempfile

VERSION = "4.22.0"
TOLERANCE = 1e-5
EXAMPLES = {"dense": "4", "pictures": "8,8,2", "depthwise": "6,6,2", "sequence": "5,2"}
SKIPPED = 77

exchange, build = sys.argv[1:]


def fetch():
    """The folder of the npm package; kept in the build folder."""
    folder = pathlib.Path(build).resolve() / "tests" / "engine" / "tfjs-layers" / f"tfjs-{VERSION}"
    package = folder / "node_modules" / "@tensorflow" / "tfjs"
    if shutil.which("node") is None or shutil.which("npm") is None:
        return None
    if not package.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--silent",
                        f"@tensorflow/tfjs@{VERSION}"], check=False)
    return package if package.exists() else None


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


where = fetch()
if where is None:
    print("node, npm or the npm registry is not there")
    sys.exit(SKIPPED)
with tempfile.TemporaryDirectory() as temporary:
    results = [check(where, pathlib.Path(temporary), name, shape) for name, shape in EXAMPLES.items()]
sys.exit(0 if all(results) else 1)
