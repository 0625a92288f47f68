#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""data/recipes/: folders classified on several hosts, by what others have made for that, and each picture once."""
import importlib.util
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from koma_cli import COLOURS, KOMA, SOURCE, SYSTEM_DATA, Skip, check, contains, equal, koma, run_all, write_png

RECIPES = SOURCE / "data" / "recipes"
N_PICTURES = 200
WAIT = 120  # seconds, for what takes a moment


def write_pictures(folder, n):
    """Of many colours, with one that is none, and odd names."""
    folder.mkdir()
    for i in range(n):
        write_png(folder / f"{i:03} it's.png", (i * 7 % 256, i * 31 % 256, i), 8, 6)
    (folder / "bad.png").write_text("no picture")


def make_env(folder, **more):
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_DIRS": SYSTEM_DATA, "LC_ALL": "C.UTF-8",
           "KOMA": str(KOMA), "KOMA_DATA_DIR": str(folder)}
    keep = ("ASAN_", "UBSAN_", "LSAN_", "GI_", "LD_LIBRARY_PATH", "PYTHONPATH")
    return {**{name: os.environ[name] for name in os.environ if name.startswith(keep)}, **env, **more}


def run(folder, *command, code=0, **env):
    done = subprocess.run([str(word) for word in command], cwd=folder, env=make_env(folder, **env), encoding="utf-8",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=WAIT)
    return check(done, code)


def ask(file, sql):
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def check_whole(folder, file, n):
    """Each picture has one answer or one error, and all are known."""
    equal(ask(file, "SELECT count(*), count(DISTINCT picture), count(error) FROM answers"), [(n + 1, n + 1, 1)])
    result = check(koma("classify", "--model", COLOURS, "--collection", file, folder / "photos"), 1)
    contains(result.stderr, f"known: {n + 1}, computed: 0, failed: 1")


def choose_host():
    """The loopback, if it lets this user in without a question; else GNU parallel runs on this host without ssh."""
    done = shutil.which("ssh") and subprocess.run(["ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5", "localhost",
                                                   "true"], capture_output=True)
    return "2/localhost" if done and done.returncode == 0 else "2/:"


def parallel(folder):
    """The script for GNU parallel: parts on hosts, one collection; a second run does only what was not done."""
    if not shutil.which("parallel"):
        raise Skip("parallel is not installed")
    host = choose_host()
    print(f"# GNU parallel runs on {host}")
    write_pictures(folder / "photos", 30)
    command = ["sh", RECIPES / "parallel.sh", host, 4, "all.koma", "photos", "--model", COLOURS]
    run(folder, *command)
    check_whole(folder, folder / "all.koma", 30)
    parts = folder / "all.koma.parts-4"
    equal(sorted(path.name for path in parts.glob("*.koma")), [f"{k}.koma" for k in range(1, 5)])
    before = [path.stat().st_mtime_ns for path in sorted(parts.glob("*.koma"))]
    run(folder, *command)
    equal([path.stat().st_mtime_ns for path in sorted(parts.glob("*.koma"))], before)
    check_whole(folder, folder / "all.koma", 30)


def parallel_fails(folder):
    """A part that can not be made is the script's failure, and no collection pretends to be whole."""
    if not shutil.which("parallel"):
        raise Skip("parallel is not installed")
    write_pictures(folder / "photos", 3)
    command = ["sh", RECIPES / "parallel.sh", "2/:", 2, "all.koma", "photos", "--model", folder / "missing"]
    done = subprocess.run([str(word) for word in command], cwd=folder, env=make_env(folder), capture_output=True,
                          timeout=WAIT)
    assert done.returncode != 0, done
    assert not (folder / "all.koma").exists()


def slurm(folder):
    """The body of the script for Slurm, with the variables that Slurm sets; a task that was killed is done again."""
    write_pictures(folder / "photos", 30)
    task = ["sh", RECIPES / "slurm.sh", 3, "all.koma", "photos", "--model", COLOURS]
    for k in (1, 2, 3):
        run(folder, *task, SLURM_ARRAY_TASK_ID=str(k), SLURM_CPUS_PER_TASK="1")
    parts = [folder / "all.koma.parts-3" / f"{k}.koma" for k in (1, 2, 3)]
    # As if it had been killed before the last answers were in its file.
    connection = sqlite3.connect(parts[1])
    connection.executescript("PRAGMA foreign_keys = ON; DELETE FROM answers WHERE id > 2")
    connection.close()
    (n,) = ask(parts[1], "SELECT count(*) FROM pictures")[0]
    again = run(folder, *task, SLURM_ARRAY_TASK_ID="2", SLURM_CPUS_PER_TASK="1")
    contains(again.stderr, f"known: 2, computed: {n - 2}, ")
    check(koma("collection", "merge", folder / "all.koma", *parts), 0)
    check_whole(folder, folder / "all.koma", 30)


class Cluster:
    """A scheduler and two workers, each a process of its own, on the loopback."""

    def __init__(self, folder):
        self.processes = []
        file = folder / "scheduler.json"
        self.start(folder, "dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", file)
        for i in range(2):
            self.start(folder, "dask_worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny",
                       "--no-dashboard", "--local-directory", folder / f"worker-{i}")
        self.file = file

    def start(self, folder, module, *args):
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--host", "127.0.0.1", *map(str, args)]
        self.processes.append(subprocess.Popen(command, env=make_env(folder), cwd=folder,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def load_dask():
    """The recipe as a module, where Dask and libkoma are there for this Python."""
    if os.environ["KOMA_SANITIZER"] != "none":
        raise Skip("a sanitizer would have to be told to Python")
    try:
        import distributed
    except ImportError:
        raise Skip("python3-distributed is not installed")
    try:
        import gi
        gi.require_version("Koma", "1.0")
    except (ImportError, ValueError):
        raise Skip("libkoma has no data for Python")
    spec = importlib.util.spec_from_file_location("koma_dask", RECIPES / "koma_dask.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["koma_dask"] = module
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return distributed, module


def simplify(rows):
    """What is compared: scores are rounded, and errors have no words."""
    return [(row["path"], row["model"], "error" in row,
             [(best["index"], best["label"], best["name"], round(best["score"], 5)) for best in row.get("top", [])])
            for row in rows]


def dask(folder):
    """Rows of two workers, one of which is killed in the middle: those of one process, and of `koma classify`."""
    distributed, koma_dask = load_dask()
    write_pictures(folder / "photos", N_PICTURES)
    paths = sorted(str(path) for path in (folder / "photos").iterdir())
    with Cluster(folder) as cluster, distributed.Client(scheduler_file=str(cluster.file), timeout=WAIT) as client:
        client.wait_for_workers(2, timeout=WAIT)
        rows = []
        for row in koma_dask.classify(client, COLOURS, iter(paths), batch=5):
            rows.append(row)
            if len(rows) == 50:
                equal(sorted(client.run(koma_dask.count_models).values()), [1, 1])
                cluster.processes[1].send_signal(signal.SIGKILL)
        equal(cluster.processes[1].wait(WAIT), -signal.SIGKILL)
        deadline = time.monotonic() + WAIT
        while len(client.scheduler_info()["workers"]) > 1 and time.monotonic() < deadline:
            time.sleep(0.1)
        equal(list(client.run(koma_dask.count_models).values()), [1])
    equal([row["path"] for row in rows], paths)
    equal(simplify(rows), simplify(koma_dask.classify_batch(str(COLOURS), paths, 3)))
    printed = check(koma("classify", "--model", COLOURS, "--format", "jsonl", folder / "photos"), 1).stdout
    equal(simplify(rows), simplify(sorted((json.loads(line) for line in printed.splitlines()),
                                          key=lambda row: row["path"])))


def dask_addresses(folder):
    """Addresses are read by fsspec; one that can not be read is an error of its row, and a model of all."""
    _, koma_dask = load_dask()
    if not importlib.util.find_spec("fsspec"):
        raise Skip("python3-fsspec is not installed")
    write_png(folder / "a.png", (200, 20, 30))
    plain, address, missing, unknown = koma_dask.classify_batch(
        str(COLOURS), [str(folder / "a.png"), f"file://{folder}/a.png", f"file://{folder}/none.png", "none://a.png"], 1)
    equal(address["top"], plain["top"])
    equal(address["path"], f"file://{folder}/a.png")
    contains(missing["error"]["message"], "none.png")
    contains(unknown["error"]["message"], "none")
    try:
        koma_dask.classify_batch(str(folder / "missing"), ["a.png"], 1)
    except Exception as error:
        contains(str(error), "missing")
    else:
        raise AssertionError("a model that is not there was loaded")


run_all([parallel, parallel_fails, slurm, dask, dask_addresses])
