#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The models of the table in TensorFlow.js' guide to backends, on each of Koma's: a table for README.md.

    meson test -C build --benchmark guide

ms of a picture, median of steady runs; on the processor with one thread. MB that a session allocates,
on the graphics card too, and of the weights' files.
"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "app"))
from koma_cli import SHARED, check, koma, load_json  # noqa: E402

MODELS = SHARED / "models"
# Name, model, side of the picture
ROWS = [
    ("BlazeFace", "tfjs/blazeface_google/model.json", 128),
    ("FaceMesh", "tfjs/facemesh_google/model.json", 192),
    ("PoseNet 0.75, stride 16", "tfjs/posenet_quant2_075/model-stride16.json", 257),
    ("BodyPix 0.50, stride 16", "tfjs/bodypix/quant1_050/model-stride16.json", 257),
    ("MobileNetV2 1.0", "mobilenet_v2_1.0_224/tfjs_graph/model.json", 224),
]
BACKENDS = ["xnnpack", "cpu", "gles"]


def get_size_mb(model):
    weights = [path for path in model.parent.iterdir() if "shard" in path.name or path.suffix == ".bin"]
    return sum(path.stat().st_size for path in weights) / 1e6


def measure(model, side):
    shape = f"1,{side},{side},3"
    report = load_json(check(koma("benchmark", model, "--shape", shape, "--backend", "all", "--threads", "1",
                                  "--format", "json"), 0))
    return {one["backend"]: one for one in report["results"]}


def print_row(name, model, side):
    results = measure(model, side)
    cells = []
    for backend in BACKENDS:
        one = results.get(backend)
        if one is None:  # not in this build, or not on this machine
            cells += ["-", "-"]
        elif not one.get("agrees"):
            sys.exit(f"{name} on {backend}: {one.get('error', 'not what plain C computes')}")
        else:
            cells += [f"{one['median_ms']:.2f}", f"{one['memory_bytes'] / 1e6:.1f}"]
    print(f"| {name}, {side} | {get_size_mb(model):.1f} |", " | ".join(cells), "|", flush=True)


if not MODELS.exists():
    sys.exit(f"{MODELS} is not there")
print("| model, picture | weights, MB | XNNPACK, ms | MB | plain C, ms | MB | OpenGL ES, ms | MB |")
print("|" + "---|" * 8)
for row_name, path, picture in ROWS:
    print_row(row_name, MODELS / path, picture)
