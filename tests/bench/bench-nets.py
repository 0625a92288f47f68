#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The networks of tests/engine/nets in their true sizes, in plain C, on XNNPACK and by onnxruntime, in turns.

    meson test -C build --benchmark nets

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
from nets import NETS, runtime  # noqa: E402
from nets.graph import get_side  # noqa: E402
from contest import Contest, list_backends  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--batches", type=int, nargs="+", default=[1])
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--backends", nargs="+", default=list_backends())
    parser.add_argument("nets", nargs="*", metavar="NET", help=f"default: all of {', '.join(NETS)}")
    options = parser.parse_args()

    try:
        package = runtime.fetch(BUILD)
    except runtime.NotThere as missing:
        sys.exit(str(missing))
    contest = Contest(package, options.backends, options.rounds)
    contest.write_head("network")
    for net in options.nets or NETS:
        with tempfile.TemporaryDirectory(prefix="koma-bench-") as folder:
            model = pathlib.Path(folder, f"{net}.onnx")
            model.write_bytes(NETS[net](False))
            for batch in options.batches:
                for threads in options.threads:
                    contest.compare(net, model, get_side(False), batch, threads)


main()
