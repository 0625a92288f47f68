#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma's OpenGL ES backend beside TensorFlow.js' webgl backend, on one driver, in turns.

MobileNetV2 1.0 224 (KOMA_SHARED), the same input, a fresh process and empty shader caches for
each. Wants Chromium and npm, which fetches TensorFlow.js where it is not kept from the last time:

    ninja -C build bench-webgl

For each batch: the first prediction, reading the model aside; then the median of all predictions
with quartiles, the processor time of one, and TensorFlow.js over Koma: of the medians, and the
quartiles of the rounds' own ratios, as other work on the machine hits both sides of a round. All
that differs between the two outputs at most is printed too.
"""
import argparse
import array
import contextlib
import os
import pathlib
import statistics
import sys
import tempfile

from browser import Browser
from processes import Koma, fetch_tfjs

BUILD = pathlib.Path(os.environ["KOMA_BUILD"])
SHARED = pathlib.Path(os.environ["KOMA_SHARED"])
MODEL = SHARED / "models" / "mobilenet_v2_1.0_224" / "tfjs_graph"
# Runs of each in a round: some hundred milliseconds.
RUNS = {1: 4, 8: 1}
MAX_DIFFERENCE = 1e-4


def make_input(batch):
    """Noise in [-1, 1], always the same."""
    count = batch * 224 * 224 * 3
    return array.array("f", (((i * 2654435761 & 0xffffffff) >> 8) / (1 << 23) - 1 for i in range(count)))


def quartiles(values):
    return statistics.quantiles(values, n=4) if len(values) > 1 else values * 3


class Side:
    """What was measured of one contender."""

    def __init__(self, name, contender):
        self.name = name
        self.contender = contender
        self.rounds = []
        self.cpu_ms = 0

    def take_turn(self, count):
        cpu_ms = self.contender.cpu_ms()
        self.rounds.append(self.contender.run(count))
        self.cpu_ms += self.contender.cpu_ms() - cpu_ms

    def all_ms(self):
        return [ms for one in self.rounds for ms in one]

    def cpu_ms_each(self):
        return self.cpu_ms / len(self.all_ms())


def print_side(side, reference):
    low, middle, high = quartiles(side.all_ms())
    line = (f"  {side.name:24} first {side.contender.first_ms:7.0f} ms, then {middle:7.1f} ({low:.1f} to {high:.1f}),"
            f" processor {side.cpu_ms_each():7.1f}")
    if side is not reference:
        ratios = quartiles([statistics.median(theirs) / statistics.median(own)
                            for theirs, own in zip(reference.rounds, side.rounds)])
        line += (f"; TensorFlow.js takes {statistics.median(reference.all_ms()) / middle:.2f} times that,"
                 f" in a round {ratios[1]:.2f} ({ratios[0]:.2f} to {ratios[2]:.2f}),"
                 f" processor {reference.cpu_ms_each() / side.cpu_ms_each():.2f}")
    print(line, flush=True)


def check(sides):
    """Who does not compute the same, or not on the same driver, is not compared."""
    for side in sides:
        if "llvmpipe" not in side.contender.device:
            sys.exit(f"{side.name} runs on {side.contender.device}: not on Mesa's llvmpipe")
    expected = sides[0].contender.scores()
    for side in sides[1:]:
        difference = max(abs(a - b) for a, b in zip(expected, side.contender.scores(), strict=True))
        print(f"  {side.name}: differs by {difference:.1e} at most; {side.contender.device}")
        if not difference <= MAX_DIFFERENCE:
            sys.exit("that is not the same model")


def compare(batch, options, tfjs, folder):
    data = make_input(batch)
    (folder / "input.f32").write_bytes(data.tobytes())
    print(f"batch {batch}", flush=True)
    with contextlib.ExitStack() as stack:
        browser = stack.enter_context(Browser(tfjs, MODEL, folder, batch))
        sides = [Side("TensorFlow.js webgl", browser)]
        for flags in options.flags:
            koma = stack.enter_context(Koma(BUILD, MODEL, folder, batch, flags))
            sides.append(Side(f"Koma gles {flags}".strip(), koma))
        check(sides)
        for _ in range(options.rounds):
            for side in sides:
                side.take_turn(RUNS.get(batch, 1))
        for side in sides:
            print_side(side, sides[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--batches", type=int, nargs="+", default=sorted(RUNS))
    parser.add_argument("--flags", nargs="+", default=["", "GLES_TIER:2"],
                        help="KOMA_FLAGS of each of Koma's contenders")
    options = parser.parse_args()

    if not MODEL.exists():
        sys.exit(f"{MODEL} is not there")
    tfjs = fetch_tfjs(BUILD)
    for batch in options.batches:
        with tempfile.TemporaryDirectory(prefix="koma-bench-", ignore_cleanup_errors=True) as folder:
            compare(batch, options, tfjs, pathlib.Path(folder))


main()
