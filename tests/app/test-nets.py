#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks of the field against onnxruntime: small ones against what it computed; with
KOMA_SLOW_TESTS=1 also those of the true sizes against onnxruntime from the npm registry."""
import array
import json
import os
import sys

from koma_cli import BUILD, SOURCE, Skip, check, equal, koma, load_json, run_all

sys.path.insert(0, str(SOURCE / "tests" / "engine"))

from nets import NETS, runtime  # noqa: E402
from nets.graph import get_side  # noqa: E402

TOLERANCES = {"cpu": 1e-4, "xnnpack": 1e-4, "gles": 1e-3}  # of the range of the scores
# Swin wants the pixels of a window side by side before its attention, and those of a line behind it. Heads
# before tokens are strides of Attention.
TRANSPOSES = {"swin-tiny": 8}


def need(backend):
    if backend == "gles" and os.environ["KOMA_SANITIZER"] != "none":
        raise Skip("LeakSanitizer at times fails over the threads of Mesa")
    backends = load_json(check(koma("backends", "--format", "json"), 0))["backends"]
    if not any(one["name"] == backend and one["available"] for one in backends):
        raise Skip(f"{backend} is not available")


def write(net, is_small, folder):
    model = folder / f"{net}.onnx"
    model.write_bytes(NETS[net](is_small))
    (folder / "x.f32").write_bytes(runtime.make_input(get_side(is_small)).tobytes())
    return model


def compare(model, backend, expected):
    folder = model.parent
    outputs = load_json(check(koma("run", model, "--backend", backend, "--input", folder / "x.f32",
                                   "--output", folder), 0))["outputs"]
    found = array.array("f", (folder / outputs[0]["file"]).read_bytes())
    equal(len(found), len(expected))
    difference = max(abs(a - b) for a, b in zip(found, expected)) / (max(expected) - min(expected))
    print(f"# {model.stem} on {backend}: {difference:.1e} of the range")
    if not difference <= TOLERANCES[backend]:
        raise AssertionError(f"{model.stem} on {backend} differs by {difference:.1e} of the range")


def small(backend, folder):
    need(backend)
    for net, scores in json.loads((SOURCE / "tests/engine/nets/expected.json").read_text()).items():
        compare(write(net, True, folder), backend, scores)


def small_on_cpu(folder):
    small("cpu", folder)


def small_on_xnnpack(folder):
    small("xnnpack", folder)


def small_on_gles(folder):
    small("gles", folder)


def profile(net, backend, folder):
    """A row for each step."""
    return load_json(check(koma("profile", write(net, True, folder), "--backend", backend, "--runs", "1",
                                "--format", "json"), 0))["rows"]


def transposes(folder):
    """No more of them are left than a network needs."""
    for net in NETS:
        found = sum(row["op"] == "Transpose" for row in profile(net, "cpu", folder))
        equal((net, found), (net, TRANSPOSES.get(net, 0)))


def layer_norms(folder):
    """Each is one step, however it is spelled."""
    for net, expected in ("convnext-tiny", 10), ("deit-tiny", 5), ("swin-tiny", 11):
        for backend in "cpu", "xnnpack":
            need(backend)
            ops = [row["op"] for row in profile(net, backend, folder)]
            equal((net, ops.count("LayerNorm"), ops.count("Sub")), (net, expected, 0))


def attentions(folder):
    """Likewise; what scales, biases and turns is part of it."""
    for net, expected in ("deit-tiny", 2), ("swin-tiny", 4), ("vit-base-16", 2):
        for backend in "cpu", "xnnpack":
            need(backend)
            ops = [row["op"] for row in profile(net, backend, folder)]
            equal((net, ops.count("Attention"), ops.count("Softmax")), (net, expected, 0))


def large_windows(folder):
    """Depthwise convolutions of 7 × 7 are plain C's: XNNPACK is slow with them."""
    need("xnnpack")
    steps = [row["backend"] for row in profile("convnext-tiny", "xnnpack", folder) if "Depthwise" in row["op"]]
    equal(steps, ["cpu"] * 5)


def true_size(folder):
    if os.environ.get("KOMA_SLOW_TESTS") != "1":
        raise Skip("KOMA_SLOW_TESTS is not 1")
    try:
        package = runtime.fetch(BUILD)
    except runtime.NotThere as missing:
        raise Skip(str(missing)) from missing
    for net in NETS:
        model = write(net, False, folder)
        with runtime.Onnxruntime(package, model, folder / "x.f32", get_side(False)) as session:
            session.write_scores(folder / "y.f32")
        for backend in TOLERANCES:
            compare(model, backend, array.array("f", (folder / "y.f32").read_bytes()))
        model.unlink()


run_all([small_on_cpu, small_on_xnnpack, small_on_gles, transposes, layer_norms, attentions, large_windows,
         true_size])
