#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma env: where things are computed and decoded, flags, and what memory is taken."""
import os

from koma_cli import BUILD, COLOURS, RGB, Skip, check, contains, equal, koma, load_json, run_all, write_png


def env_json(folder):
    found = load_json(check(koma("env", "--format", "json", KOMA_BACKEND="cpu", KOMA_FLAGS="DEBUG:1"), 0))
    equal((found["backend"], found["backend_source"], found["backend_error"]), ("cpu", "KOMA_BACKEND", None))
    flags = {flag["name"]: flag for flag in found["flags"]}
    equal((flags["DEBUG"]["value"], flags["DEBUG"]["source"]), (1, "KOMA_FLAGS"))
    equal((flags["GLES_TIER"]["value"], flags["GLES_TIER"]["source"]), (None, "default"))
    assert "cpu" in [backend["name"] for backend in found["backends"]]
    memory = found["memory"]
    equal((memory["buffers"], memory["bytes"]), (0, 0))
    equal([backend["name"] for backend in memory["backends"]], [backend["name"] for backend in found["backends"]])
    equal(memory["total_bytes"], sum(backend["bytes"] for backend in memory["backends"]))
    found = load_json(check(koma("env", "--format", "json", KOMA_BACKEND="none"), 0))
    equal(found["backend"], None)
    contains(found["backend_error"], "none", "cpu")


def env_of_box(folder):
    """Where pictures are decoded; the helper that is started for it says how it is confined."""
    box = load_json(check(koma("env", "--format", "json"), 0))["picture_box"]
    equal((box["place"], box["error"]), ("helpers", None))
    if os.path.exists("/sys/kernel/security/lsm") and "landlock" in open("/sys/kernel/security/lsm").read():
        equal(box["landlock"], True)
    contains(check(koma("env"), 0).stdout, "Pictures and models are read in a box: ")
    box = load_json(check(koma("env", "--format", "json", KOMA_BOX="off"), 0))["picture_box"]
    equal(box, {"place": "off", "error": None, "landlock": False, "seccomp": False})
    contains(check(koma("env", KOMA_BOX="off"), 0).stdout, "without a box: KOMA_BOX=off")


def env_in_flatpak(folder):
    """There is no second box in Flatpak's: pictures are decoded where no process can be started."""
    if os.environ["KOMA_SANITIZER"] != "none":
        raise Skip("a library is preloaded")
    preloaded = {"LD_PRELOAD": BUILD / "tests" / "app" / "libin-flatpak.so"}
    box = load_json(check(koma("env", "--format", "json", **preloaded), 0))["picture_box"]
    equal(box, {"place": "flatpak", "error": None, "landlock": False, "seccomp": False})
    contains(check(koma("env", **preloaded), 0).stdout, "Pictures and models are read in Flatpak’s box")
    picture = write_png(folder / "red.png", RGB["red"])
    contains(check(koma("classify", "--model", COLOURS, picture, **preloaded), 0).stdout, "red")


def env_of_model(folder):
    """What a model that was opened takes, on each backend that is here."""
    weights = (COLOURS / "weights.bin").stat().st_size
    for backend in load_json(check(koma("backends", "--format", "json"), 0))["backends"]:
        if not backend["available"]:
            continue
        found = load_json(check(koma("env", "--model", COLOURS, "--backend", backend["name"], "--format", "json"), 0))
        equal((found["backend"], found["backend_source"]), (backend["name"], "--backend"))
        memory = found["memory"]
        held = {one["name"]: one for one in memory["backends"]}
        assert memory["buffers"] > 0 and memory["peak_bytes"] >= memory["bytes"] > 0, memory
        assert memory["total_bytes"] - memory["bytes"] == sum(one["bytes"] for one in held.values()), memory
        if backend["name"] != "cpu":
            assert held[backend["name"]]["objects"] > 0 and held[backend["name"]]["bytes"] >= weights, memory
    contains(check(koma("env", "--model", folder / "none"), 2).stderr, "none")


def env_measured(folder):
    """What the window measured on this machine is taken, unless something else is said."""
    listed = load_json(check(koma("backends", "--format", "json"), 0))
    hosts = [one for one in listed["backends"] if one["available"] and one["name"] != "gles"]
    best = hosts[-1]["name"]
    n_cpus = listed["processors"]
    version = check(koma("--version"), 0).stdout.split()[1]
    words = [version, f"{max(n_cpus, 2) - 1} of {n_cpus} threads", "auto",
             *(f"{one['name']}: {one['device']}" for one in hosts), "devices", "gles: another"]
    group = load_json(check(koma("inspect", COLOURS, "--format", "json"), 0))["hash"]
    (folder / "koma").mkdir()
    (folder / "koma" / "autotune.ini").write_text(
        f"[{group}]\nmachine={'; '.join(words)}\nbackends={best};\n{best}=1;1.5;;;;\n")
    picture = write_png(folder / "p.png", RGB["green"])

    def ask(*options, **env):
        found = load_json(check(koma("env", "--model", COLOURS, "--format", "json", *options,
                                     XDG_CACHE_HOME=str(folder), **env), 0))
        answer = load_json(check(koma("classify", "--model", COLOURS, "--format", "json", *options, picture,
                                      XDG_CACHE_HOME=str(folder), **env), 0))[0]
        equal(answer["backend"], found["backend"])
        return found["backend"], found["backend_source"]

    equal(ask(), (best, "measured"))
    equal(ask("--backend", "auto"), (best, "measured"))
    equal(ask("--backend", hosts[0]["name"]), (hosts[0]["name"], "--backend"))
    equal(ask("--threads", "7"), (hosts[0]["name"], "automatic"))
    equal(ask(KOMA_FLAGS="MEASURE:0"), (hosts[0]["name"], "automatic"))


def env_text(folder):
    contains(check(koma("env", KOMA_BACKEND=""), 0).stdout, "Processors:", "automatic", "GLES_TIER", "buffers")


def flags_errors(folder):
    result = check(koma("env", KOMA_FLAGS="NONE:1"), 2)
    contains(result.stderr, "KOMA_FLAGS", "NONE", "DEBUG")


run_all([env_json, env_of_box, env_in_flatpak, env_of_model, env_measured, env_text, flags_errors])
