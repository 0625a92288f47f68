# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma run against the official runtimes: the golden outputs, and the single-op models."""
import array
import json
import math
import pathlib
import sys

from koma_cli import SHARED, Skip, check, equal, koma, load_json

GOLDEN = SHARED / "golden"
OPS = SHARED / "models" / "tfjs_ops"
TYPES = {"float32": "f", "int32": "i", "bool": "B"}
TOLERANCE = 1e-4  # of the largest value, or of 1
SOFTMAX_TOLERANCE = 1e-5
# TensorFlow.js makes int32 of it whatever goes in; TensorFlow, and Koma, keep the type.
OTHER_DTYPE = ["binary_FloorDiv"]


def read(path, dtype):
    values = array.array(TYPES[dtype])
    values.frombytes(pathlib.Path(path).read_bytes())
    if sys.byteorder == "big":
        values.byteswap()
    return values


def plain(name):
    return name[:-2] if name.endswith(":0") else name


def is_softmax(values):
    return min(values) >= 0 and math.isclose(sum(values), 1, abs_tol=1e-3)


def largest_difference(found, expected):
    """Of one output, as a multiple of what is allowed."""
    equal(len(found), len(expected))
    worst = max((abs(a - b) for a, b in zip(found, expected)), default=0)
    if math.isnan(sum(found)) != math.isnan(sum(expected)):
        return math.inf
    if is_softmax(expected):
        return worst / SOFTMAX_TOLERANCE
    return worst / (TOLERANCE * max(1, max(map(abs, expected))))


def run_model(model, backend, folder, inputs, outputs, base, **env):
    args = ["run", model, "--backend", backend, "--output", folder]
    for one in inputs:
        args += ["--input", base / one["file"], "--shape", ",".join(map(str, one["shape"]))]
    found = load_json(check(koma(*args, **env), 0))["outputs"]
    by_name = {plain(one["name"]): one for one in found}
    worst = 0
    for one in outputs:
        # TensorFlow.js makes up names for Sequentials that have none.
        match = by_name.get(plain(one["name"])) or (found[0] if len(found) == 1 else None)
        if match is None:
            raise AssertionError(f"no output {one['name']} among {sorted(by_name)}")
        equal(match["shape"], one["shape"])
        if one["dtype"] != match["dtype"] and base.name not in OTHER_DTYPE:
            raise AssertionError(f"{one['name']} is {match['dtype']}, expected {one['dtype']}")
        worst = max(worst, largest_difference(read(match["file"], match["dtype"]),
                                              read(base / one["file"], one["dtype"])))
    return worst


def need(backend, **env):
    if not OPS.exists():
        raise Skip("the shared models are not there")
    backends = load_json(check(koma("backends", "--format", "json", **env), 0))["backends"]
    if not any(one["name"] == backend and one["available"] for one in backends):
        raise Skip(f"{backend} is not available")


def golden(backend, folder, **env):
    need(backend, **env)
    paths = sorted(GOLDEN.glob("tfjs*/golden.json"))
    assert len(paths) >= 11
    for path in paths:
        case = json.loads(path.read_text())
        for run in case["runs"]:
            worst = run_model(SHARED / case["model"], backend, folder, run["inputs"], run["outputs"], SHARED, **env)
            print(f"# {path.parent.name} {run['name']}: {worst:.3f} of what is allowed")
            assert worst <= 1, (path, run["name"], worst)


def ops(backend, folder):
    need(backend)
    failed = []
    paths = sorted(OPS.glob("*/case.json"))
    for path in paths:
        case = json.loads(path.read_text())
        try:
            worst = run_model(path.parent, backend, folder, case["inputs"], case["outputs"], path.parent)
            if not worst <= 1:
                failed.append(f"{path.parent.name}: {worst:.3g} times what is allowed")
        except AssertionError as error:
            failed.append(f"{path.parent.name}: {error}")
    print(f"# {len(paths) - len(failed)} of {len(paths)} single-op models on {backend}")
    equal(failed, [])
