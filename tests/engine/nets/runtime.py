# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""onnxruntime-node, from the npm registry; kept in the build folder."""
import array
import os
import pathlib
import shutil
import subprocess

VERSION = "1.30.0"


class NotThere(Exception):
    """Why onnxruntime can not be had."""


def fetch(build):
    """The folder of the npm package."""
    folder = pathlib.Path(build).resolve() / "tests" / "engine" / "nets" / f"onnxruntime-{VERSION}"
    package = folder / "node_modules" / "onnxruntime-node"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NotThere("node and npm are not installed")
    if not package.exists():
        folder.mkdir(parents=True, exist_ok=True)
        # The script that is not run would fetch libraries for graphics cards.
        run = subprocess.run(["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund",
                              "--silent", f"onnxruntime-node@{VERSION}"], capture_output=True, text=True)
        if run.returncode != 0:
            raise NotThere(f"npm: {(run.stdout + run.stderr).strip()}")
    return package


def make_input(side):
    """A picture of noise in [-1, 1], always the same."""
    return array.array("f", (((i * 2654435761 & 0xffffffff) >> 8) / (1 << 23) - 1 for i in range(3 * side * side)))


class Onnxruntime:
    """A model in a process of its own, on one thread."""

    def __init__(self, package, model, picture, side):
        script = pathlib.Path(__file__).with_name("onnxruntime.js")
        self._process = subprocess.Popen(["node", script, package, model, picture, f"1,3,{side},{side}"],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                         env={**os.environ, "NO_COLOR": "1"})
        self.first_ms = float(self._read())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.communicate(timeout=60)

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise NotThere("onnxruntime has ended")
        return line

    def _ask(self, line):
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._read()

    def run(self, count):
        return [float(ms) for ms in self._ask(str(count)).split()]

    def write_scores(self, path):
        self._ask(f"scores {path}")
