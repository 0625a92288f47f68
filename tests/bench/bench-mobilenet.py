#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""MobileNetV2 1.0 in plain C, on XNNPACK and by onnxruntime: sides, batches and threads, in turns.

    meson test -C build --benchmark mobilenet

Wants npm, which fetches onnxruntime-node where it is not kept from the last time. Each has a process of
its own, and waits while another computes. Prints ms of the fastest run of each: of processors with one
thread, which counts nothing that others do on the machine; by the clock with more, as waiting threads
spin. In brackets, the ratio to onnxruntime.
"""
import argparse
import contextlib
import os
import pathlib
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
sys.path[:0] = [str(SOURCE / "tests" / "app"), str(SOURCE / "tests" / "engine")]
from koma_cli import BUILD, check, koma, load_json  # noqa: E402
from nets import mobilenet_v2, runtime  # noqa: E402
from nets.runner import Runner, Time  # noqa: E402

KOMA = BUILD / "tests" / "bench" / "bench-nets-koma"
TITLES = {"cpu": "plain C", "xnnpack": "XNNPACK"}
TURN_MS = 40


def list_backends():
    backends = load_json(check(koma("backends", "--format", "json"), 0))["backends"]
    return [one["name"] for one in backends if one["available"] and one["name"] in TITLES]


class Contender:
    def __init__(self, runner):
        self._runner = runner
        self._fastest = runner.first
        self._runs = 1

    def take_turn(self):
        """Of some milliseconds; the fastest run by the clock, and the one that took least of a processor."""
        times = self._runner.run(self._runs)
        self._fastest = Time(*map(min, *times, self._fastest))
        self._runs = max(1, int(TURN_MS / self._fastest.wall))

    def get_ms(self, threads):
        return self._fastest.processor if threads == 1 else self._fastest.wall


def compare(package, folder, side, batch, threads, rounds, backends):
    model, pictures = folder / f"{side}.onnx", folder / "pictures.f32"
    pictures.write_bytes(runtime.make_input(side, batch).tobytes())
    runners = [runtime.Onnxruntime(package, model, pictures, side, batch, threads),
               *(Runner([KOMA, model, backend, batch, threads]) for backend in backends)]
    with contextlib.ExitStack() as stack:
        contenders = [Contender(stack.enter_context(runner)) for runner in runners]
        for _ in range(rounds):
            for contender in contenders:
                contender.take_turn()
    ms = [contender.get_ms(threads) for contender in contenders]
    cells = [f"{own:.2f} ({own / ms[0]:.2f})" for own in ms[1:]]
    print(f"| {side}, batch {batch}, {threads} thread{'s' * (threads > 1)} | {ms[0]:.2f} | {' | '.join(cells)} |",
          flush=True)


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
    backends = sorted(list_backends())
    print(f"| picture | onnxruntime, ms | {' | '.join(f'{TITLES[name]}, ms' for name in backends)} |")
    print("|" + "---|" * (2 + len(backends)))
    with tempfile.TemporaryDirectory(prefix="koma-bench-") as name:
        for side in options.sides:
            pathlib.Path(name, f"{side}.onnx").write_bytes(mobilenet_v2.v2_of_side(side))
            for batch in options.batches:
                for threads in options.threads:
                    compare(package, pathlib.Path(name), side, batch, threads, options.rounds,
                            backends)


main()
