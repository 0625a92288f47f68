#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The networks of tests/engine/nets in their true sizes, on one thread, beside onnxruntime, in turns.

    meson test -C build --benchmark nets

Wants npm, which fetches onnxruntime-node where it is not kept from the last time. Prints ms of the
fastest run of each, and Koma's over onnxruntime's.
"""
import argparse
import math
import os
import pathlib
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
sys.path[:0] = [str(SOURCE / "tests" / "app"), str(SOURCE / "tests" / "engine")]
from koma_cli import BUILD, check, koma, load_json  # noqa: E402
from nets import NETS, runtime  # noqa: E402
from nets.graph import get_side  # noqa: E402

BACKENDS = ["cpu", "xnnpack"]
RUNS = 10  # of onnxruntime, in a round


def run_koma(model, backend):
    report = load_json(check(koma("benchmark", model, "--backend", backend, "--threads", "1", "--format", "json"), 0))
    return report["results"][0]["min_ms"]


def compare(model, picture, package, rounds):
    theirs, own = math.inf, dict.fromkeys(BACKENDS, math.inf)
    with runtime.Onnxruntime(package, model, picture, get_side(False)) as session:
        for _ in range(rounds):
            theirs = min(theirs, *(time.wall for time in session.run(RUNS)))
            for backend in BACKENDS:
                own[backend] = min(own[backend], run_koma(model, backend))
    cells = [f"{ms:.2f} | {ms / theirs:.2f}" for ms in own.values()]
    print(f"| {model.stem} | {theirs:.2f} | {' | '.join(cells)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("nets", nargs="*", help=f"default: all of {', '.join(NETS)}")
    options = parser.parse_args()

    try:
        package = runtime.fetch(BUILD)
    except runtime.NotThere as missing:
        sys.exit(str(missing))
    print("| network | onnxruntime, ms | plain C, ms | ratio | XNNPACK, ms | ratio |")
    print("|" + "---|" * 6)
    for net in options.nets or NETS:
        with tempfile.TemporaryDirectory(prefix="koma-bench-") as folder:
            model, picture = pathlib.Path(folder, f"{net}.onnx"), pathlib.Path(folder, "x.f32")
            model.write_bytes(NETS[net](False))
            picture.write_bytes(runtime.make_input(get_side(False)).tobytes())
            compare(model, picture, package, options.rounds)


main()
