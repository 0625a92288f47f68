#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Single operations on large tensors in Python, beside copying memory, NumPy, PyTorch and TensorFlow.js.

    meson test -C build --benchmark eager

Microseconds of Koma, the fastest of some in turns, and the ratio to what others take in the same turns: "copy" copies
four million bytes once (np.copyto, into memory that is there). Of one thread it is the time of the processor, which
other work on the machine changes less; of two that of the clock on the wall. NumPy has one thread but for matrices.
PyTorch is left out where it is not installed, TensorFlow.js' backend wasm, which has one thread in node, where npm does
not have it.
"""
import os
import pathlib
import sys
import time

# The tests have free () fill memory, which NumPy and PyTorch would be measured with.
if os.environ.pop("MALLOC_PERTURB_", "0") != "0":
    os.execv(sys.executable, [sys.executable, *sys.argv])

try:
    import numpy as np
except ImportError:
    sys.exit(77)
from gi.repository import Koma

try:
    import torch
except ImportError:
    torch = None

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "engine"))
from nets.runner import NotThere, Runner, parse  # noqa: E402
from tfjs_package import fetch_wasm  # noqa: E402

N = 1_000_000
N_TURNS = 20
LOOP_S = 0.01

RNG = np.random.default_rng(7)


def make(*shape):
    """The same numbers for all three."""
    array = RNG.standard_normal(shape, "float32")
    return Koma.tensor(array), array, torch.from_numpy(array) if torch else None


def numpy_softmax(x):
    y = np.exp(x - x.max())
    return y / y.sum()


a, na, ta = make(N)
b, nb, tb = make(N)
p, np_, tp = make(512, 512)
q, nq, tq = make(512, 512)
picture, _, t_picture = make(1, 56, 56, 64)
filters, _, t_filters = make(3, 3, 64, 64)
window = Koma.WindowOptions()
window.padding = Koma.Padding.SAME
target = np.empty_like(na)
if torch:
    t_picture = t_picture.permute(0, 3, 1, 2)
    t_filters = t_filters.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)

ROWS = [
    ("a + b, 10⁶", lambda: a + b, lambda: na + nb, lambda: ta + tb),
    ("a · b, 10⁶", lambda: a * b, lambda: na * nb, lambda: ta * tb),
    ("exp a, 10⁶", lambda: a.exp(), lambda: np.exp(na), lambda: ta.exp()),
    ("sum a, 10⁶", lambda: a.sum(), lambda: na.sum(), lambda: ta.sum()),
    ("softmax a, 10⁶", lambda: a.softmax(), lambda: numpy_softmax(na), lambda: ta.softmax(0)),
    ("relu (a · b + a), 10⁶", lambda: (a * b + a).relu(), lambda: np.maximum(na * nb + na, 0),
     lambda: (ta * tb + ta).relu()),
    ("matrices, 512 · 512", lambda: p.mat_mul(q, False, False), lambda: np_ @ nq, lambda: tp @ tq),
    ("conv 3 × 3, 56 × 56, 64 → 64", lambda: picture.conv2d(filters, window), None,
     lambda: torch.nn.functional.conv2d(t_picture, t_filters, padding=1)),
]


def time_once(call, clock):
    """Seconds of a call, the mean of as many in a row as take a moment."""
    n = 1
    while True:
        start = clock()
        for _ in range(n):
            call()
        took = clock() - start
        if took >= LOOP_S:
            return took / n
        n *= 4


def measure(timers):
    """The fastest of each, in turns; infinity where there is none."""
    best = [float("inf")] * len(timers)
    for _ in range(N_TURNS):
        for i, timer in enumerate(timers):
            if timer is not None:
                best[i] = min(best[i], timer())
    return best


class Tfjs(Runner):
    """TensorFlow.js, which times what it is told."""

    def __init__(self):
        super().__init__(["node", HERE / "bench-eager-tfjs.js", fetch_wasm(os.environ["KOMA_BUILD"])])

    def time(self, name):
        """Seconds."""
        return parse(self._ask(name)).processor / 1e3


def make_timers(calls, clock):
    return [call and (lambda call=call: time_once(call, clock)) for call in calls]


def tell(backend, n_threads, tfjs):
    environment = Koma.Environment.get()
    environment.set_backend(backend)
    environment.set_n_threads(n_threads)
    if torch:
        torch.set_num_threads(n_threads)
    print(f"\n{backend}, threads: {n_threads}\n")
    print("| what | Koma, µs | to copy | to NumPy | to PyTorch | to TensorFlow.js |")
    print("|---|---|---|---|---|---|")
    for name, koma, numpy, pytorch in ROWS:
        # Element-wise ops run when somebody reads their result, which copies nothing.
        calls = [lambda koma=koma: koma().read_bytes(), lambda: np.copyto(target, na), numpy,
                 pytorch if torch else None]
        timers = make_timers(calls, time.thread_time if n_threads == 1 else time.perf_counter)
        timers.append((lambda name=name: tfjs.time(name)) if tfjs and n_threads == 1 else None)
        koma_s, *others = measure(timers)
        ratios = [f"{koma_s / s:.2f}" if s != float("inf") else "–" for s in others]
        print(f"| {name} | {koma_s * 1e6:.4g} | {' | '.join(ratios)} |", flush=True)


def tell_limit():
    """What a sum takes that only goes through memory: the ratio that no sum of arrays of this size is below by much."""
    plain, copy = measure(make_timers([lambda: np.add(na, nb, out=target), lambda: np.copyto(target, na)],
                                      time.thread_time))
    print(f"a + b of NumPy into memory that is there: {plain * 1e6:.4g} µs, to copy {plain / copy:.2f}\n")


def start_tfjs():
    try:
        return Tfjs()
    except NotThere as error:
        print(f"TensorFlow.js: {error}")
        return None


tell_limit()
reference = start_tfjs()
for backend in sys.argv[1:] or ["cpu"]:
    for n_threads in (1, 2):
        tell(backend, n_threads, reference)
