#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program of data/examples/learn/ learns, and begins alike in all languages.

test-learn.py FOLDER NAME PYTHON [GJS]           in Python and gjs
test-learn.py --tfjs BUILD FOLDER NAME PYTHON    in Python and with TensorFlow.js, of the npm registry
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from tfjs_package import fetch  # noqa: E402

SKIPPED = 77
TOLERANCE = 2e-4
# A few steps, the figure that is looked at, and whether it is to fall.
SETTINGS = {
    "acgan": (["--epochs=3", "--count=200"], "loss", True),
    "addition-rnn": (["--epochs=3", "--count=200", "--digits=1", "--units=16"], "loss", True),
    "cart-pole": (["--rounds=8", "--steps=60"], "steps for each fall", False),
    "iris": (["--epochs=5"], "loss", True),
    "mnist": (["--epochs=2", "--count=200"], "loss", True),
    "object-detection": (["--epochs=2", "--count=100"], "loss", True),
    "transfer-learning": (["--epochs=5", "--count=12"], "loss", True),
    "variational-autoencoder": (["--epochs=2", "--count=200"], "loss", True),
}
# TensorFlow.js takes a second for what takes Koma a tenth of it.
SHORT = {
    "acgan": ["--epochs=1", "--count=50"],
    "cart-pole": ["--rounds=2", "--steps=20"],
    "mnist": ["--epochs=1", "--count=50"],
    "object-detection": ["--epochs=1", "--count=50"],
    "variational-autoencoder": ["--epochs=1", "--count=50"],
}


def run(command, figure, **settings):
    """The figures that a program says, one for each epoch."""
    done = subprocess.run(command, capture_output=True, text=True, **settings)
    found = [float(number) for number in re.findall(rf"\b{figure} (-?[\d.]+)", done.stdout)]
    if done.returncode != 0 or not found:
        sys.exit(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    print(pathlib.Path(command[0]).name, figure, *found)
    return found


def agree(one, other):
    return abs(one[0] - other[0]) <= TOLERANCE * max(1, abs(one[0]))


def complain(results, does_fall):
    for name, found in results.items():
        if (found[-1] >= found[0]) if does_fall else (found[-1] <= found[0]):
            yield f"{name}: {found} does not {'fall' if does_fall else 'rise'}"
        if not agree(found, results["Python"]):
            yield f"{name} begins with {found[0]}, Python with {results['Python'][0]}"


def tells_what_is_lost(command):
    """Where Koma is not found a program says what to do."""
    paths = "GI_TYPELIB_PATH", "LD_LIBRARY_PATH"
    environment = {name: value for name, value in os.environ.items() if name not in paths}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    return done.returncode == 0 or (done.returncode == 1 and "export GI_TYPELIB_PATH=" in done.stderr)


def refuses(command):
    done = subprocess.run([*command, "--pears=1"], capture_output=True, text=True)
    return done.returncode == 1 and "pears" in done.stderr and "Traceback" not in done.stderr


def helps(command):
    done = subprocess.run([*command, "--help"], capture_output=True, text=True)
    return done.returncode == 0 and re.search(r"--(epochs|rounds)=\d", done.stdout)


def test_languages(folder, name, interpreters):
    options, figure, does_fall = SETTINGS[name]
    commands = {"Python": [interpreters[0], str(folder / f"{name}.py")]}
    if len(interpreters) > 1:
        commands["gjs"] = [interpreters[1], "-m", str(folder / f"{name}.js")]
    complaints = list(complain({language: run([*command, *options], figure) for language, command in commands.items()},
                               does_fall))
    for language, command in commands.items():
        if not tells_what_is_lost(command):
            complaints.append(f"{language}: it does not say what to do where Koma is not found")
        if not refuses(command):
            complaints.append(f"{language}: it does not refuse an option that there is not")
        if not helps(command):
            complaints.append(f"{language}: --help does not say its options")
    sys.exit("\n".join(complaints) or 0)


def test_tensorflow(build, folder, name, python):
    options, figure, _ = SETTINGS[name]
    options = SHORT.get(name, options)
    package = fetch(build)
    with tempfile.TemporaryDirectory() as temporary:
        for path in [*folder.glob("*.js"), *folder.glob("*.csv")]:
            shutil.copy(path, temporary)
        pathlib.Path(temporary, "package.json").write_text('{"type": "module"}', encoding="utf-8")
        tfjs = run(["node", str(pathlib.Path(temporary).resolve() / f"{name}.js"), *options], figure,
                   env={**os.environ, "TFJS": str(package)})
    koma = run([python, str(folder / f"{name}.py"), *options], figure)
    sys.exit(0 if agree(tfjs, koma) else f"TensorFlow.js begins with {tfjs[0]}, Koma with {koma[0]}")


if sys.argv[1] == "--tfjs":
    test_tensorflow(sys.argv[2], pathlib.Path(sys.argv[3]), *sys.argv[4:])
else:
    test_languages(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
