# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models that are downloaded into a store of the test's own: FOLDER/home."""
import os
import subprocess
import time

from koma_cli import BUILD, COLOURS, KOMA, RGB, check, contains, equal, load_json, run_all, run_at, write_png
from koma_server import folder_files

# What servers have.
MODEL = "models/colours/model.json"
WEIGHTS = "models/colours/weights.bin"
FILES = folder_files(COLOURS, "models/colours")


def run(folder, *args, **env):
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return run_at(home, *args, stdin=None, stdout=subprocess.PIPE, cwd=folder, **{"NO_PROXY": "*", **env})


def store(folder):
    return folder / "home" / "koma" / "models"


def stored(folder):
    """Names of models in the store; what begins with a dot is none."""
    return sorted(path.name for path in store(folder).glob("[!.]*")) if store(folder).exists() else []


def get(folder, address, code=0, **env):
    return check(run(folder, "models", "--get", address, **env), code)


def refused(folder, address, *words, **env):
    """A plain sentence, status 1, nothing in the store."""
    result = get(folder, address, 1, **env)
    equal(result.stdout, "")
    contains(result.stderr, "koma: ", *words)
    equal(stored(folder), [])
    return result.stderr


def record(folder):
    (name,) = stored(folder)
    return (store(folder) / name / "koma-record.ini").read_text(encoding="utf-8")


def classes(folder, model):
    picture = write_png(folder / "red.png", RGB["red"])
    result = check(run(folder, "classify", "--format", "json", "--model", model, picture), 0)
    return load_json(result)[0]["top"][0]["label"]


def nothing_arrived(folder):
    equal(list((store(folder) / ".incoming").iterdir()), [])


def start(folder, *args, **env):
    home = folder / "home"
    home.mkdir(exist_ok=True)
    full = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_STATE_HOME": str(home),
            "XDG_CACHE_HOME": str(home), "LC_ALL": "C.UTF-8", "KOMA_DATA_DIR": str(home), "NO_PROXY": "*", **env}
    return subprocess.Popen([str(KOMA), *map(str, args)], env=full, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            encoding="utf-8")


def wait_for(ready):
    limit = time.monotonic() + 120
    while not ready():
        if time.monotonic() > limit:
            raise AssertionError("it did not come about")
        time.sleep(0.02)


def run_with_network(tests):
    """As run_all(), where Koma is built with the network."""
    if not (BUILD / "app" / "koma-network.so").exists():
        print("1..0 # SKIP built without the network")
        raise SystemExit(0)
    run_all(tests)
