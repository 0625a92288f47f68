#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma watch: how long the start takes in a folder of many pictures, and the memory of each; how often any of
its threads wakes while nothing happens; and the time from the end of a copy to its row.

bench-watch.py [PICTURES]"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "app"))
from koma_cli import KOMA, SOURCE  # noqa: E402

N_PICTURES = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
IN_A_FOLDER = 1000
SECONDS_IDLE = 20
# After its last picture a helper that reads pictures is stopped.
SECONDS_UNTIL_IDLE = 5
N_ARRIVALS = 9
SAMPLE = SOURCE / "data" / "samples" / "01-pawn.jpg"


def make(folder, n):
    """Files that are only looked at."""
    for i in range(n):
        if i % IN_A_FOLDER == 0:
            (folder / f"{i // IN_A_FOLDER:03}").mkdir()
        (folder / f"{i // IN_A_FOLDER:03}" / f"IMG_{i:06}.jpg").write_bytes(b"x")


def read_memory(pid):
    """In bytes, without what is shared."""
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Private_Dirty:"):
            return int(line.split()[1]) * 1024


def count_wakes(pid):
    """Of all threads, those that the kernel took the processor from not counted."""
    return sum(int(line.split()[1]) for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
               for line in (task / "status").read_text().splitlines() if line.startswith("voluntary"))


def start(folder):
    begin = time.monotonic()
    run = subprocess.Popen([KOMA, "watch", "--new-only", "--format", "jsonl", folder], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, env={**os.environ, "KOMA_DATA_DIR": str(SOURCE / "data")})
    while b"is watched" not in run.stderr.readline():
        pass
    return run, time.monotonic() - begin


def stop(run):
    run.terminate()
    run.wait()


with tempfile.TemporaryDirectory() as name:
    full, empty = pathlib.Path(name) / "full", pathlib.Path(name) / "empty"
    full.mkdir()
    empty.mkdir()
    make(full, N_PICTURES)
    run, seconds_empty = start(empty)
    bytes_empty = read_memory(run.pid)
    stop(run)
    run, seconds = start(full)
    print(f"start with {N_PICTURES} pictures: {seconds:.2f} s, without: {seconds_empty:.2f} s; "
          f"{(read_memory(run.pid) - bytes_empty) / N_PICTURES:.0f} bytes for each")
    delays = []
    for i in range(N_ARRIVALS):
        shutil.copyfile(SAMPLE, full / f"new-{i}.jpg")
        begin = time.monotonic()
        run.stdout.readline()
        delays.append(time.monotonic() - begin)
    print(f"from the end of a copy to its row: {statistics.median(delays):.2f} s, at worst {max(delays):.2f} s")
    time.sleep(SECONDS_UNTIL_IDLE)
    before = count_wakes(run.pid)
    time.sleep(SECONDS_IDLE)
    print(f"in {SECONDS_IDLE} s of nothing, threads woke {count_wakes(run.pid) - before} times")
    stop(run)
