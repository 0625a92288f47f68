#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory of the window while nobody does anything: its share of what is mapped (PSS), and what it alone
has written (Private_Dirty), when nothing has been computed for five seconds; helpers not counted. And the
processor's time until then, with that of processes that have ended.

bench-idle.py [PROGRAM…] measures Koma, and other builds of it, in turns: drawn by GTK's OpenGL, by
Cairo with and without GTK's look for OpenGL, and as Koma chooses; each with automatic choice, which
looks for OpenGL ES, and without. PSS is less where other programs use the same libraries."""
import os
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "e2e"))
from koma_gui import BUILD, SCRATCH, SOURCE, find_window, wait  # noqa: E402
from koma_gui.process import Process, are_idle_for  # noqa: E402

RUNS = int(os.environ.get("KOMA_BENCH_RUNS", "3"))
SECONDS_IDLE = 5
PROGRAMS = [pathlib.Path(word) for word in sys.argv[1:]] + [BUILD / "app" / "koma"]
RENDERERS = {
    "OpenGL": {"GSK_RENDERER": "gl"},
    "Cairo": {"GSK_RENDERER": "cairo"},
    "Cairo alone": {"GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable", "GDK_DISABLE": "gl"},
    "as Koma chooses": {"GSK_RENDERER": ""},
}


def read_memory(pid):
    """In MB."""
    lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {line.split(":")[0]: int(line.split()[1]) * 1024 / 1e6 for line in lines}
    return sizes["Pss"], sizes["Private_Dirty"]


def read_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def run_once(program, renderer, is_measured, count):
    """In a home of its own, as at the first start."""
    home = SCRATCH / f"idle-{count}"
    home.mkdir()
    own = {f"XDG_{kind}_HOME": str(home) for kind in ("STATE", "CACHE", "DATA")}
    environment = {**os.environ, **own, **renderer, "KOMA_FLAGS": f"MEASURE:{int(is_measured)}",
                   "KOMA_DATA_DIR": str(SOURCE / "data")}
    koma = Process([program], home / "log", environment)
    try:
        find_window("Koma")
        if is_measured:
            wait("automatic choice", (home / "koma" / "autotune.ini").exists)
        while not are_idle_for(SECONDS_IDLE):
            continue
        return *read_memory(koma.process.pid), koma.list_software_drivers(), read_seconds(koma.process.pid)
    finally:
        koma.kill()


rows = {(program, name, is_measured): [] for name in RENDERERS for is_measured in (True, False)
        for program in PROGRAMS}
for turn in range(RUNS):
    for number, (program, name, is_measured) in enumerate(rows):
        found = run_once(program, RENDERERS[name], is_measured, turn * len(rows) + number)
        rows[program, name, is_measured].append(found)
for (program, name, is_measured), found in rows.items():
    pss, dirty, has_driver, seconds = zip(*found)
    print(f"{program.parent.parent.name:12} {name:16} {'measured' if is_measured else 'not measured':13}"
          f" PSS {statistics.median(pss):6.1f} MB ({min(pss):.1f} to {max(pss):.1f}),"
          f"  private {statistics.median(dirty):5.1f} MB,  {'driver loaded' if any(has_driver) else 'no driver':13},"
          f"  processor {statistics.median(seconds):.2f} s")
