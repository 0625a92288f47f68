#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the start of the program to the first result: koma classify on one photograph."""
import os
import pathlib
import resource
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "app"))
from koma_cli import SHARED, check, koma, load_json  # noqa: E402

MODEL = SHARED / "models" / "mobilenet_v2_1.0_224" / "tfjs_graph"
PHOTO = SHARED / "photos" / "imagenet" / "n01440764_tench.JPEG"
RUNS = 15


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(name, *args):
    walls, cpus = [], []
    for _ in range(RUNS):
        cpu, begin = cpu_seconds(), time.perf_counter()
        check(koma(*args), 0)
        walls.append(1e3 * (time.perf_counter() - begin))
        cpus.append(1e3 * (cpu_seconds() - cpu))
    print(f"{name:32} min {min(walls):7.1f}  median {statistics.median(walls):7.1f} ms,"
          f"  processor {statistics.median(cpus):6.1f} ms")


if not MODEL.exists():
    print("the shared models are not there")
    sys.exit(77)
measure("koma --version", "--version")
for one in load_json(check(koma("backends", "--format", "json"), 0))["backends"]:
    for threads in (1, 2) if one["available"] else ():
        measure(f"classify, {one['name']}, {threads} thread(s)", "classify", "--model", MODEL,
                "--backend", one["name"], "--threads", threads, PHOTO)
