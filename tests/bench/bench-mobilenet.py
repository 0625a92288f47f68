#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""MobileNetV2 1.0 in plain C, on XNNPACK and by onnxruntime: sides, batches and threads, in turns.

    meson test -C build --benchmark mobilenet

Wants npm, which fetches onnxruntime-node where it is not kept from the last time; see contest.py.
"""
import argparse
import os
import pathlib
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
sys.path[:0] = [str(SOURCE / "tests" / "app"), str(SOURCE / "tests" / "engine")]
from koma_cli import BUILD  # noqa: E402
from nets import mobilenet_v2, runtime  # noqa: E402
from contest import Contest, list_backends  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--sides", type=int, nargs="+", default=[224, 96])
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 8, 27])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    options = parser.parse_args()

    try:
        package = runtime.fetch(BUILD)
    except runtime.NotThere as missing:
        sys.exit(str(missing))
    contest = Contest(package, list_backends(), options.rounds)
    contest.write_head("picture")
    with tempfile.TemporaryDirectory(prefix="koma-bench-") as folder:
        for side in options.sides:
            model = pathlib.Path(folder, f"{side}.onnx")
            model.write_bytes(mobilenet_v2.v2_of_side(side))
            for batch in options.batches:
                for threads in options.threads:
                    contest.compare(side, model, side, batch, threads)


main()
