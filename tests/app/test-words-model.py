#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma's model of drawings and words: the vectors that PyTorch computed, and what its samples show."""
import json
import pathlib

from koma_cli import SOURCE, check, equal, koma, load_json, run_all

MODEL = SOURCE / "data" / "models" / "words"
SAMPLES = MODEL / "samples"
GOLDEN = SOURCE / "tests" / "data" / "words"


def vectors(backend):
    """Pictures and texts, some of words that the model never read."""
    golden = json.loads((GOLDEN / "golden.json").read_text(encoding="utf-8"))
    texts = [arg for text in golden["texts"] for arg in ("--text", text["text"])]
    pictures = [GOLDEN / picture["file"] for picture in golden["pictures"]]
    rows = check(koma("embed", "--backend", backend, "--model", MODEL, *texts, *pictures), 0).stdout.splitlines()
    expected = golden["texts"] + golden["pictures"]
    equal(len(rows), len(expected))
    for row, row_expected in zip(rows, expected, strict=True):
        found = json.loads(row)["vector"]
        equal(len(found), len(row_expected["vector"]))
        worst = max(abs(a - b) for a, b in zip(found, row_expected["vector"], strict=True))
        assert worst < golden["tolerance"], (backend, row_expected.get("text", row_expected.get("file")), worst)


def vectors_cpu(_folder):
    vectors("cpu")


def vectors_xnnpack(_folder):
    vectors("xnnpack")


def samples(_folder):
    """The best of the classes that it begins with is in the picture, whose name says what it shows."""
    answers = load_json(check(koma("classify", "--model", MODEL, "--format", "json", SAMPLES), 0))
    equal(len(answers), len(list(SAMPLES.iterdir())))
    for answer in answers:
        best = answer["top"][0]["label"]
        assert best in pathlib.Path(answer["path"]).name, answer


def found(_folder):
    """Each by what its name says."""
    for picture in sorted(SAMPLES.iterdir()):
        words = picture.stem.replace("-", " ")
        rows = load_json(check(koma("find", "--model", MODEL, "--format", "json", "--top", "1", words, SAMPLES), 0))
        equal(rows[0]["path"], str(picture))


def other_words(_folder):
    """Colours are no things, and it knows both."""
    picture = SAMPLES / "red-car-at-night.jpg"
    for classes, best in (("red, green, blue, yellow", "red"), ("night, day, snow, grass", "night")):
        how = ("--model", MODEL, "--format", "json", "--classes", classes)
        answer = load_json(check(koma("classify", *how, picture), 0))
        equal(answer[0]["top"][0]["label"], best)


run_all([vectors_cpu, vectors_xnnpack, samples, found, other_words])
