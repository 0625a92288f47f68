#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma's own model is right about the samples that come with it; as it is built, with no option."""
import json
import os

from koma_cli import BUILD, SOURCE, Skip, check, equal, koma, load_json, run_all

MODEL, SAMPLES = SOURCE / "data" / "models" / "shogi", SOURCE / "data" / "samples"


def classify(*words, **env):
    if not (MODEL / "model.json").exists():
        raise Skip("the model has not been trained")
    env = {"KOMA_DATA_DIR": "", **env}  # then it is looked for beside the program
    return check(koma("classify", *words, **env), 0)


def list_expected():
    """What samples.json says of each file, and of each cell of a board."""
    about = json.loads((SAMPLES / "samples.json").read_text(encoding="utf-8"))
    expected = {}
    for name in sorted(about):
        rows, columns = about[name].get("grid", (1, 1))
        if "label" in about[name]:
            expected[name] = about[name]["label"]
            continue
        equal(len(about[name]["labels"]), rows * columns)
        for index, label in enumerate(about[name]["labels"]):
            expected[f"{name}#{index // columns + 1},{index % columns + 1}"] = label
    return expected


def all_are_known(folder):
    """No sample is without a label, and no label without a sample."""
    names = {name.partition("#")[0] for name in list_expected()}
    equal(names, {path.name for path in SAMPLES.iterdir() if path.name != "samples.json"})


def right(folder):
    """On each backend."""
    expected = list_expected()
    for backend in ("auto", "cpu"):
        found = load_json(classify("--format", "json", "--backend", backend, SAMPLES))
        answers = {os.path.basename(one["path"]): one["top"][0] for one in found}
        wrong = [f"{name}: {answers[name]['label']}, not {label}" for name, label in expected.items()
                 if answers[name]["label"] != label]
        lowest = min(answers.values(), key=lambda top: top["score"])
        print(f"# {backend}: {len(expected) - len(wrong)} of {len(expected)} right, "
              f"{sum(one['half_turn'] for one in found)} looked at twice, "
              f"lowest score {lowest['score']:.2f}")
        equal(wrong, [])
        equal(list(answers), list(expected))  # in this order, too


def named(folder):
    """In the user's language."""
    for language, name in (("en", "pawn, pointing up"), ("ja", "歩兵・上向き")):
        result = classify(SAMPLES / "01-pawn.jpg", LANGUAGE=language)
        assert name in result.stdout, result.stdout


assert (BUILD / "data" / "samples" / "samples.json").exists()
run_all([all_are_known, right, named])
