#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks that learn 10,000 pictures of 28×28 in batches of 64, with Adam: Koma beside PyTorch and TensorFlow.js.

    ninja -C build bench-training

All begin with the same weights and take the same batches, in turns; so their losses are compared too, with those of
PyTorch in float64: what float32 rounds, many steps make larger, so that only the distance of another float32 says
whether one's own is right. PyTorch is Debian's python3-torch; TensorFlow.js comes from the npm registry, where it is
not kept from the last time. What is not there is left out. Prints ms of a batch, the fastest round, and Koma's time
over theirs: of the wall clock, and of processor time, which other work on the machine changes less.
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys

BUILD = pathlib.Path(os.environ["KOMA_BUILD"]).resolve()
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "engine"))
from nets.runner import NotThere  # noqa: E402
from tfjs_package import fetch_wasm  # noqa: E402

BATCH = 64
MIN_ERROR = 1e-4  # of losses: what is less is never wrong


class Contender:
    def __init__(self, name, command, samples, environment=None):
        self.name, self.samples, self.why = name, samples, None
        self.wall_ms = self.cpu_ms = math.inf
        self.loss = {}  # after how many rounds
        try:
            self._process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE,
                                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                             env={**os.environ, **(environment or {})})
        except OSError as error:
            self.why = error.strerror

    def learn(self, is_counted):
        if self.why is not None:
            return
        line = ""
        try:
            self._process.stdin.write(f"{self.samples}\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            pass
        if not line:
            self.why = (self._process.communicate()[1].strip().splitlines() or ["it has ended"])[-1]
            return
        wall_ms, cpu_ms, loss = map(float, line.split())
        self.loss[len(self.loss)] = loss
        if is_counted:
            batches = math.ceil(self.samples / BATCH)
            self.wall_ms, self.cpu_ms = min(self.wall_ms, wall_ms / batches), min(self.cpu_ms, cpu_ms / batches)

    def close(self):
        if self.why is None:
            self._process.communicate()


def find_error(one, exact):
    """The largest difference of its losses from those of float64; NAN where there are none."""
    if one.samples != exact.samples or exact.why is not None or one.why is not None:
        return math.nan
    return max(abs(loss - exact.loss[i]) for i, loss in one.loss.items())


def describe(one, koma, exact):
    if one.why is not None:
        return f"{one.name}: {one.why}"
    text = f"{one.name}: {one.wall_ms:.2f} ms, {one.cpu_ms:.2f} of processor time"
    if one is not koma and koma.why is None:
        text += f"; ratio {koma.wall_ms / one.wall_ms:.2f}, {koma.cpu_ms / one.cpu_ms:.2f}"
    error = find_error(one, exact)
    if not math.isnan(error):
        text += f"; losses off those of float64 by {error:.1g}"
    if one is not koma and find_error(koma, exact) > max(10 * error, MIN_ERROR):
        text += ", and Koma's by more than ten times as much, which is wrong"
    return text


def compare(net, threads, folder, options):
    few = min(options.samples, options.tfjs_samples)
    koma = BUILD / "tests" / "bench" / "bench-training-koma"
    sides = [Contender("Koma", [koma, net, threads], options.samples)]
    pytorch = ["/usr/bin/python3", HERE / "pytorch.py", net, threads]
    environment = {"OPENBLAS_NUM_THREADS": str(threads)}
    exact = Contender("float64", [*pytorch, "float64"], options.samples, environment)
    sides.append(Contender("PyTorch", pytorch, options.samples, environment))
    if folder is not None and threads == 1:
        sides += [Contender(f"TensorFlow.js, {backend}", ["node", HERE / "tfjs.js", folder, net, backend], few)
                  for backend in ("cpu", "wasm")]
    for turn in range(options.rounds + 1):
        for side in [exact, *sides]:
            side.learn(turn > 0)
    print(f"{net}, {threads} thread{'s' if threads > 1 else ''}")
    for side in [exact, *sides]:
        side.close()
    for side in sides:
        print(f"  {describe(side, sides[0], exact)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--samples", type=int, default=10000)
    parser.add_argument("--tfjs-samples", type=int, default=2 * BATCH, help="a batch can take it seconds")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("nets", nargs="*", help="default: conv, dense and lstm")
    options = parser.parse_args()

    try:
        folder = fetch_wasm(BUILD)
    except NotThere as error:
        folder = None
        print(f"TensorFlow.js: {error}")
    for net in options.nets or ["conv", "dense", "lstm"]:
        for threads in options.threads:
            compare(net, threads, folder, options)


main()
