# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file of ONNX in plain C, on XNNPACK and by onnxruntime: in a process each, in turns.

Of each counts the fastest run: by the processor's clock with one thread, which counts nothing that
others do on the machine; by the wall's with more, as waiting threads spin.
"""
import contextlib

from koma_cli import BUILD, check, koma, load_json
from nets import runtime
from nets.runner import Runner, Time

KOMA = BUILD / "tests" / "bench" / "bench-nets-koma"
TITLES = {"cpu": "plain C", "xnnpack": "XNNPACK"}
TURN_MS = 40


def list_backends():
    backends = load_json(check(koma("backends", "--format", "json"), 0))["backends"]
    return sorted(one["name"] for one in backends if one["available"] and one["name"] in TITLES)


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


class Contest:
    def __init__(self, package, backends, rounds):
        self._package = package
        self._backends = backends
        self._rounds = rounds

    def write_head(self, what):
        print(f"| {what} | onnxruntime, ms | {' | '.join(f'{TITLES[name]}, ms' for name in self._backends)} |")
        print("|" + "---|" * (2 + len(self._backends)), flush=True)

    def compare(self, name, model, side, batch, threads):
        """Prints a row: ms, in brackets the ratio to onnxruntime."""
        pictures = model.parent / "pictures.f32"
        pictures.write_bytes(runtime.make_input(side, batch).tobytes())
        runners = [runtime.Onnxruntime(self._package, model, pictures, side, batch, threads),
                   *(Runner([KOMA, model, backend, batch, threads]) for backend in self._backends)]
        with contextlib.ExitStack() as stack:
            contenders = [Contender(stack.enter_context(runner)) for runner in runners]
            for _ in range(self._rounds):
                for contender in contenders:
                    contender.take_turn()
        ms = [contender.get_ms(threads) for contender in contenders]
        cells = [f"{own:.2f} ({own / ms[0]:.2f})" for own in ms[1:]]
        print(f"| {name}, batch {batch}, {threads} thread{'s' * (threads > 1)} | {ms[0]:.2f} | {' | '.join(cells)} |",
              flush=True)
