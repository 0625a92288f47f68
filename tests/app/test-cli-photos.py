#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The 100 shared photographs through koma classify, against the reference's answers."""
import json
import os

from koma_cli import SHARED, Skip, check, equal, koma, load_json, run_all

LABELS = SHARED / "labels" / "imagenet_1000.txt"
GOLDEN = SHARED / "golden" / "photos_top3.json"
PHOTOS = SHARED / "photos" / "imagenet"


def has_backend(name):
    found = load_json(check(koma("backends", "--format", "json"), 0))
    return any(one["name"] == name and one["available"] for one in found["backends"])


def check_answers(backend, model, reference, *options):
    """Accuracy within one picture of the reference's, the same first class on 98 or more."""
    if not GOLDEN.exists():
        raise Skip("the shared photographs are not there")
    if not has_backend(backend):
        raise Skip(f"{backend} is not available")
    if backend == "gles" and os.environ.get("KOMA_SANITIZER", "none") != "none":
        raise Skip("Mesa takes 7 GB under AddressSanitizer; test-golden runs whole models on gles there")
    golden = json.loads(GOLDEN.read_text())
    result = koma("classify", "--model", SHARED / "models" / model, "--labels", LABELS, "--backend", backend,
                  "--format", "json", *options, PHOTOS)
    found = {one["path"].rsplit("/", 1)[1]: one["top"][0] for one in load_json(check(result, 0))}
    equal(len(found), 100)
    right = same = 0
    worst = 0.0
    for photo in golden["photos"]:
        answer = found[photo["file"].rsplit("/", 1)[1]]
        right += answer["index"] == photo["true_index"]
        same += answer["index"] == photo[reference][0]["index"]
        if answer["index"] == photo[reference][0]["index"]:
            worst = max(worst, abs(answer["score"] - photo[reference][0]["score"]))
    expected = golden["models"][reference]["top1_right"]
    print(f"# {model} on {' '.join([backend, *options])}: {right} right (reference {expected}), {same} the same, "
          f"scores within {worst:.4f}")
    assert abs(right - expected) <= 1 and same >= 98


def graph_model_on_cpu(folder):
    check_answers("cpu", "mobilenet_v2_1.0_224/tfjs_graph", "mobilenet_v2_1.0_224")


def graph_model_on_xnnpack(folder):
    check_answers("xnnpack", "mobilenet_v2_1.0_224/tfjs_graph", "mobilenet_v2_1.0_224")


def graph_model_on_gles(folder):
    check_answers("gles", "mobilenet_v2_1.0_224/tfjs_graph", "mobilenet_v2_1.0_224")


def graph_model_on_gles_in_float16(folder):
    check_answers("gles", "mobilenet_v2_1.0_224/tfjs_graph", "mobilenet_v2_1.0_224", "--precision", "float16")


def layers_model_on_cpu(folder):
    check_answers("cpu", "tfjs/mobilenet_v1_025_224_layers", "mobilenet_v1_025_224_layers")


def layers_model_on_xnnpack(folder):
    check_answers("xnnpack", "tfjs/mobilenet_v1_025_224_layers", "mobilenet_v1_025_224_layers")


run_all([graph_model_on_cpu, graph_model_on_xnnpack, graph_model_on_gles,
         graph_model_on_gles_in_float16, layers_model_on_cpu, layers_model_on_xnnpack])
