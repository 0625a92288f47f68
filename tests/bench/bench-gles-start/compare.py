#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts of OpenGL ES: cold, with nothing in Koma's cache nor in the driver's, and warm, with what the
cold one has left there; each in a process of its own. The first run with warm caches is to take no
more than 1.5 times a steady one and the upload of the weights."""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ONCE = pathlib.Path(os.environ["KOMA_BUILD"]) / "tests" / "bench" / "bench-gles-start-once"
COLUMNS = ("driver", "prepare", "first run", "steady", "upload")
MAX_RATIO = 1.5

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--rounds", type=int, default=5, help="cold starts, with two warm ones behind each")
parser.add_argument("--side", type=int, default=224)
parser.add_argument("--batch", type=int, default=1)
options = parser.parse_args()


def start(caches):
    """The device, and what each part took, in ms."""
    env = {**os.environ, "HOME": caches, "XDG_CACHE_HOME": f"{caches}/own",
           "MESA_SHADER_CACHE_DIR": f"{caches}/driver", "__GL_SHADER_DISK_CACHE_PATH": f"{caches}/driver"}
    done = subprocess.run([ONCE, str(options.side), str(options.batch)], env=env, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"skipped: {done.stderr.strip()}")
        sys.exit(77)
    device, times = done.stdout.splitlines()
    return device, dict(zip(COLUMNS, map(float, times.split())))


cold, warm = [], []
for _ in range(options.rounds):
    with tempfile.TemporaryDirectory(prefix="koma-gles-start-") as folder:
        cold.append(start(folder))
        warm += [start(folder), start(folder)]

print(f"{cold[0][0]}: MobileNetV2 1.0, {options.side} pixels, batch {options.batch}; medians in ms of"
      f" {len(cold)} cold and {len(warm)} warm starts")
print(f"{'caches':8}" + "".join(f"{name:>11}" for name in COLUMNS) + f"{'first / (steady + upload)':>28}")
for name, starts in (("cold", cold), ("warm", warm)):
    medians = {column: statistics.median(times[column] for _, times in starts) for column in COLUMNS}
    ratio = statistics.median(times["first run"] / (times["steady"] + times["upload"]) for _, times in starts)
    alone = statistics.median(times["first run"] / times["steady"] for _, times in starts)
    print(f"{name:8}" + "".join(f"{medians[column]:11.1f}" for column in COLUMNS)
          + f"{ratio:20.2f}   ({alone:.2f} without upload)")
print(f"the first run with warm caches: {'within' if ratio <= MAX_RATIO else 'NOT within'}"
      f" {MAX_RATIO} times steady and upload")
