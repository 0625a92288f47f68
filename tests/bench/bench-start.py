#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the start of the program to the first result: koma classify on one photograph, and on the
first of the samples with the model that Koma brings along; cold is with nothing of the program,
its libraries, the model and the samples left in memory."""
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "app"))
from koma_cli import KOMA, SHARED, SOURCE, check, koma, load_json  # noqa: E402

MODEL = SHARED / "models" / "mobilenet_v2_1.0_224" / "tfjs_graph"
PHOTO = SHARED / "photos" / "imagenet" / "n01440764_tench.JPEG"
DATA = SOURCE / "data"
SAMPLE = DATA / "samples" / "01-pawn.jpg"
RUNS = 15


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def find_files():
    """All that a start reads: the program, what it is linked with, the model, the sample."""
    linked = subprocess.run(["ldd", KOMA], capture_output=True, text=True, check=True).stdout
    libraries = re.findall(r"(/\S+) \(0x", linked)
    return [KOMA, SAMPLE, *(DATA / "models" / "shogi").glob("*.*"), *libraries]


def forget(files):
    """Takes files out of the memory that the system keeps them in; maps of others keep theirs."""
    for path in files:
        descriptor = os.open(path, os.O_RDONLY)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)


def measure(name, *args, files=(), **env):
    walls, cpus = [], []
    for _ in range(RUNS):
        forget(files)
        cpu, begin = cpu_seconds(), time.perf_counter()
        check(koma(*args, **env), 0)
        walls.append(1e3 * (time.perf_counter() - begin))
        cpus.append(1e3 * (cpu_seconds() - cpu))
    print(f"{name:32} min {min(walls):7.1f}  median {statistics.median(walls):7.1f} ms,"
          f"  processor {statistics.median(cpus):6.1f} ms")


BACKENDS = [one["name"] for one in
            load_json(check(koma("backends", "--format", "json"), 0))["backends"] if one["available"]]

measure("koma --version", "--version")
for backend in BACKENDS:
    for name, files in (("", ()), (", cold", find_files())):
        measure(f"a sample, {backend}{name}", "classify", "--backend", backend, SAMPLE, files=files,
                KOMA_DATA_DIR=str(DATA))
if not MODEL.exists():
    print("the shared models are not there")
    sys.exit(77)
for backend in BACKENDS:
    for threads in (1, 2):
        measure(f"classify, {backend}, {threads} thread(s)", "classify", "--model", MODEL,
                "--backend", backend, "--threads", threads, PHOTO)
