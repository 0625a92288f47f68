#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the start of the program to the first result: koma classify on one photograph, beside a
program that can do only that, and on the first of the samples with the model that Koma brings along;
cold is with nothing of the program, its libraries, the model and the samples left in memory.

The rows of a table are measured in turns. Page faults and memory are those of the program; its
helpers' faults stand behind the plus."""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "app"))
from koma_cli import BUILD, KOMA, SHARED, SOURCE, check, koma, load_json  # noqa: E402
from program_run import adopt_helpers, run_once  # noqa: E402

RAW = BUILD / "tests" / "bench" / "bench-start-xnnpack"
MODEL = SHARED / "models" / "mobilenet_v2_1.0_224" / "tfjs_graph"
PHOTO = SHARED / "photos" / "imagenet" / "n01440764_tench.JPEG"
DATA = SOURCE / "data"
SAMPLE = DATA / "samples" / "01-pawn.jpg"
RUNS = int(os.environ.get("KOMA_BENCH_RUNS", "15"))


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


def measure(rows):
    """Rows of a name, a command and the files that are forgotten before it."""
    runs = {name: [] for name, _, _ in rows}
    with tempfile.TemporaryDirectory(prefix="koma-home-") as home:
        for _ in range(RUNS):
            for name, command, files in rows:
                forget(files)
                runs[name].append(run_once(command, home))
    first = None
    for name, _, _ in rows:
        def get(what, how):
            return how([run[what] for run in runs[name]])
        wall = get("wall", min), get("wall", statistics.median)
        cpu = get("cpu", min)
        first = first or (*wall, cpu)
        print(f"{name:28} min {wall[0]:6.1f} ({wall[0] / first[0]:.2f})  median {wall[1]:6.1f} "
              f"({wall[1] / first[1]:.2f}) ms,  processor {cpu:6.1f} ms ({cpu / first[2]:.2f}),  "
              f"faults {get('faults', statistics.median):6.0f} + {get('helpers', statistics.median):.0f},"
              f"  peak {get('peak', statistics.median):5.1f} MB")


adopt_helpers()
BACKENDS = [one["name"] for one in
            load_json(check(koma("backends", "--format", "json"), 0))["backends"]
            if one["available"] and one["name"] in os.environ.get("KOMA_BENCH_BACKENDS", one["name"])]

if MODEL.exists():
    print(f"MobileNetV2 1.0 224, one photograph; in brackets, the ratio to the first row; {RUNS} runs")
    measure([("XNNPACK alone", [RAW, MODEL, PHOTO], ())] * RAW.exists() +
            [(f"{backend}{', ' + str(threads) + ' threads' if threads else ''}",
              [KOMA, "classify", "--model", MODEL, "--backend", backend,
               *(("--threads", threads) if threads else ()), PHOTO], ())
             for backend in BACKENDS for threads in (None, 2)])
print(f"a sample; in brackets, the ratio to the first row; {RUNS} runs")
measure([("koma --version", [KOMA, "--version"], ())] +
        [(f"{backend}{cold}", [KOMA, "classify", "--backend", backend, SAMPLE], files)
         for backend in BACKENDS for cold, files in (("", ()), (", cold", find_files()))])
if not MODEL.exists():
    print("the shared models are not there")
    sys.exit(77)
