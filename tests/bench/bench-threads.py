#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The 81 squares of the sample board, and of ten boards, by one thread, by all and as Koma chooses;
then one picture at a time, by one thread and by all: alone, and beside programs that keep every
processor busy. The last column is the time over that of one thread."""
import contextlib
import os
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "app"))
from koma_cli import SOURCE, check, koma, load_json  # noqa: E402

DATA = SOURCE / "data"
BOARD = DATA / "samples" / "board.jpg"
N_CPUS = len(os.sched_getaffinity(0))
WAYS = {"1 thread": ("--threads", 1), f"{N_CPUS} threads": ("--threads", N_CPUS), "automatic": ()}
ROUNDS = 9
BOARDS = (1, 10)


@contextlib.contextmanager
def busy_programs(count):
    programs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def seconds(backend, options, n_boards):
    begin = time.perf_counter()
    check(koma("classify", "--backend", backend, *options, *[BOARD] * n_boards, KOMA_DATA_DIR=str(DATA)), 0)
    return time.perf_counter() - begin


def seconds_of_one(backend, options):
    """The median of the runs of some seconds."""
    report = load_json(check(koma("benchmark", "--backend", backend, *options, "--format", "json",
                                  KOMA_DATA_DIR=str(DATA)), 0))
    return report["results"][0]["median_ms"] / 1000


def compare(title, ways, measure):
    """In turns, so that what else happens on the machine meets all alike."""
    times = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way in ways:
            times[way].append(measure(WAYS[way]))
    first = statistics.median(times["1 thread"])
    for way, taken in times.items():
        median = statistics.median(taken)
        print(f"{title:32} {way:12} min {min(taken):7.4f}  median {median:7.4f}  max {max(taken):7.4f} s"
              f"  ratio {median / first:5.2f}", flush=True)


backends = [one["name"] for one in load_json(check(koma("backends", "--format", "json"), 0))["backends"]
            if one["available"] and one["name"] != "gles"]
for title, count in (("alone", 0), ("beside others", N_CPUS)):
    with busy_programs(count):
        for name in backends:
            for n_boards in BOARDS:
                compare(f"{title} {81 * n_boards:4} {name}", WAYS,
                        lambda options, backend=name, n=n_boards: seconds(backend, options, n))
            compare(f"{title}    1 {name}", [way for way in WAYS if way != "automatic"],
                    lambda options, backend=name: seconds_of_one(backend, options))
