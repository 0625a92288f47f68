#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The store of downloaded models on the disk: no room, leftovers, removing."""
import os
import shutil
import subprocess
import time

from koma_cli import COLOURS, KOMA, Skip, check, contains, equal
from koma_server import Server
from koma_store import FILES, MODEL, classes, get, nothing_arrived, run, run_with_network, store, stored


def a_store_that_can_not_be_written(folder):
    blocked = folder / "home" / "koma"
    blocked.parent.mkdir()
    blocked.write_text("a file in place of the folder")
    with Server(FILES) as server:
        result = get(folder, server.address(MODEL), 1)
        contains(result.stderr, "can not be written")
        equal(server.paths(), [])


def a_full_disk(folder):
    """On a file system of 64 kB, where this user may mount one for itself."""
    script = 'mount -t tmpfs -o size=64k none "$1" && shift && exec "$@"'
    small = folder / "home" / "koma"
    small.mkdir(parents=True)
    mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", str(small)]
    if subprocess.run([*mount, "true"], stderr=subprocess.DEVNULL).returncode != 0:
        raise Skip("no file system can be mounted")
    with Server({"m.tflite": b"x" * (1 << 20)}) as server:
        result = subprocess.run([*mount, str(KOMA), "models", "--get", server.address("m.tflite")], encoding="utf-8",
                                env={**os.environ, "XDG_DATA_HOME": str(folder / "home"), "NO_PROXY": "*"},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        equal(result.returncode, 1)
        contains(result.stderr, "the disk is full")


def leftovers_are_cleaned(folder):
    incoming = store(folder) / ".incoming"
    for name, age in (("old", 40 * 86400), ("new", 0), ("removed-1", 0)):
        (incoming / name / "deep").mkdir(parents=True)
        (incoming / name / "deep" / "a.part").write_text("x")
        os.utime(incoming / name, (time.time() - age,) * 2)
    with Server(FILES) as server:
        get(folder, server.address(MODEL))
    equal([path.name for path in incoming.iterdir()], ["new"])


def removing(folder):
    with Server(FILES) as server:
        address = server.address(MODEL)
        get(folder, address)
    (name,) = stored(folder)
    outside = folder / "outside"
    outside.mkdir()
    (outside / "precious").write_text("x")
    shutil.copytree(store(folder) / name, outside / "model")
    (store(folder) / name / "link").symlink_to(outside)
    (store(folder) / "own").mkdir()
    shutil.copy(COLOURS / "model.json", store(folder) / "own" / "model.json")
    (store(folder) / "linked").symlink_to(outside / "model")
    for wrong in ("own", "linked", "..", "../models", f"{name}/..", ".incoming", "", "nothing", str(outside / "model")):
        check(run(folder, "models", "--remove", wrong), 1)
    equal(stored(folder), sorted([name, "linked", "own"]))
    check(run(folder, "models", "--remove", name), 0)
    equal(stored(folder), ["linked", "own"])
    equal(sorted(path.name for path in outside.iterdir()), ["model", "precious"])
    equal(list((store(folder) / ".incoming").iterdir()), [])
    contains(check(run(folder, "models", "--remove", address), 1).stderr, "no such model")


def removing_what_is_deep(folder):
    """Deeper than there are descriptors: nothing that anybody put there stays for ever."""
    with Server(FILES) as server:
        get(folder, server.address(MODEL))
    (name,) = stored(folder)
    top = os.open(store(folder) / name, os.O_RDONLY)
    deep = os.dup(top)
    for _ in range(1500):
        os.mkdir("d", dir_fd=deep)
        below = os.open("d", os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = below
    os.close(deep)
    os.close(top)
    check(run(folder, "models", "--remove", name), 0)
    equal(stored(folder), [])
    nothing_arrived(folder)


def a_file_that_may_not_grow(folder):
    """A limit of the file's size is an error with a name, and no signal."""
    with Server({"m.tflite": b"x" * (1 << 20)}) as server:
        home = folder / "home"
        home.mkdir()
        result = subprocess.run(["sh", "-c", 'ulimit -f 64; exec "$@"', "sh", str(KOMA), "models", "--get",
                                 server.address("m.tflite")], encoding="utf-8",
                                env={**os.environ, "XDG_DATA_HOME": str(home), "NO_PROXY": "*"},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        equal(result.returncode, 1)
        contains(result.stderr, "m.tflite.part: File too large")


def a_stored_model_without_its_file(folder):
    with Server(FILES) as server:
        path = get(folder, server.address(MODEL)).stdout.strip()
        os.unlink(path)
        equal(check(run(folder, "models"), 0).stdout.startswith("There are no models"), True)
        equal(classes(folder, server.address(MODEL)), "red")
        os.unlink(path)
        check(run(folder, "models", "--remove", server.address(MODEL)), 0)
        equal(stored(folder), [])


run_with_network([a_file_that_may_not_grow, a_store_that_can_not_be_written, a_full_disk, leftovers_are_cleaned,
                  removing, removing_what_is_deep, a_stored_model_without_its_file])
