#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory while a large model is opened: ViT-B/16 with random weights as model.safetensors, as a file of torch.save ()
in its zip format, and in the format before. The program and its box are looked at every few milliseconds; what
counts is the most that they have together at a time (PSS: of what several have, each its share), less what the same
command takes with a model of a few weights. A model that is opened, looked at, or asked for one picture may take 1.3
times its file; more is an error. What computes several pictures has the weights once more, as its kernels want them,
and no more often than that, however many threads compute.

bench-open-memory.py [SCRATCH]"""
import collections
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "app"))
from koma_cli import BUILD, COLOURS, KOMA, SOURCE, SYSTEM_DATA, write_png  # noqa: E402
from vit_files import write_safetensors, write_torch  # noqa: E402

RUNS = int(os.environ.get("KOMA_BENCH_RUNS", "3"))
MOST = {"open": 1.3, "inspect": 1.3, "classify": 1.3, "classify several": 2.3}  # times the file
PICTURES = 8  # worth a thread each
SECONDS_BETWEEN = 0.002
KINDS = ("Pss", "Pss_Dirty", "Private_Dirty", "Private_Clean", "Shared_Clean", "Shared_Dirty")


def read_parents():
    parents = {}
    for path in pathlib.Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
    return parents


def list_family(root):
    """The process and all that it began."""
    parents = read_parents()
    family = {root}
    while True:
        more = {pid for pid, parent in parents.items() if parent in family} - family
        if not more:
            return family
        family |= more


def read_memory(pid):
    """In MB."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        return {}
    return {line.split(":")[0]: int(line.split()[1]) * 1024 / 1e6 for line in lines}


def run_once(command, home):
    """What the family had when it had most."""
    env = {"PATH": os.environ["PATH"], "HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home,
           "XDG_CACHE_HOME": home, "XDG_DATA_DIRS": f"{home}:{SYSTEM_DATA}", "LC_ALL": "C.UTF-8",
           "KOMA_DATA_DIR": str(SOURCE / "data")}
    peak = collections.Counter()
    child = subprocess.Popen([str(word) for word in command], env=env, stdout=subprocess.DEVNULL)
    while child.poll() is None:
        now = collections.Counter()
        for pid in list_family(child.pid):
            now.update(read_memory(pid))
        if now["Pss"] > peak["Pss"]:
            peak = now
        time.sleep(SECONDS_BETWEEN)
    if child.returncode != 0:
        sys.exit(f"{command}: {child.returncode}")
    return peak


def measure(command, home):
    """The most of all runs: a short peak may be missed."""
    return max((run_once(command, home) for _ in range(RUNS)), key=lambda peak: peak["Pss"])


def make_commands(folder):
    cpu = ["--backend", "cpu"]
    pictures = [write_png(folder / f"{i}.png", (200, 20, 20 * i)) for i in range(PICTURES)]
    return {"open": lambda model: [BUILD / "tests" / "bench" / "open-model", model],
            "inspect": lambda model: [KOMA, "inspect", *cpu, model],
            "classify": lambda model: [KOMA, "classify", *cpu, "--model", model, pictures[0]],
            "classify several": lambda model: [KOMA, "classify", *cpu, "--model", model, *pictures]}


def compare(files, folder):
    home = str(folder)
    is_good = True
    for name, make in make_commands(folder).items():
        empty = measure(make(COLOURS / "model.json"), home)
        print(f"{name}: {empty['Pss']:.0f} MB with a model of a few weights")
        for kind, path in files.items():
            size = path.stat().st_size / 1e6
            peak = measure(make(path), home)
            times = (peak["Pss"] - empty["Pss"]) / size
            parts = ", ".join(f"{part} {peak[part]:.0f}" for part in KINDS[1:])
            print(f"{name:16} {kind:12} file {size:.0f} MB, peak {peak['Pss']:.0f}: {times:.2f} times ({parts})")
            is_good = is_good and times <= MOST[name]
    return is_good


def main(folder):
    files = {"safetensors": write_safetensors(folder / "vit"), "zip": write_torch(folder / "zip.pth", False),
             "legacy": write_torch(folder / "legacy.pth", True)}
    return 0 if compare(files, folder) else 1


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="koma-bench-", dir=sys.argv[1] if sys.argv[1:] else None) as scratch:
        sys.exit(main(pathlib.Path(scratch)))
