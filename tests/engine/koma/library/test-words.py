#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""libkoma from Python: vectors of pictures and words, classes that are words, errors; and nothing is left of them."""
import gc
import math
import os
import pathlib

import gi

gi.require_version("Koma", "1.0")
from gi.repository import GLib, Koma  # noqa: E402

DATA = pathlib.Path(os.environ["KOMA_SOURCE"], "data")
OWN = DATA / "examples/programs/colour-words"
WORDS = ["red", "green", "blue"]


def rows(tensor):
    n, width = tensor.get_shape()
    numbers = tensor.read_floats()
    return [numbers[i * width:(i + 1) * width] for i in range(n)]


def check_error(code, words, function, *args):
    try:
        function(*args)
    except GLib.Error as error:
        assert error.matches(Koma.error_quark(), code) and words in error.message, error
    else:
        raise AssertionError(f"{function} {args}: no error")


def test_vectors(model):
    assert model.knows_words()
    pictures = model.embed_image([str(OWN / "rose.png"), str(OWN / "meadow.png")])
    texts = model.embed_text(WORDS)
    assert pictures.get_shape() == [2, 3] and texts.get_shape() == [3, 3]
    for row in [*rows(pictures), *rows(texts)]:
        assert math.isclose(sum(x * x for x in row), 1, abs_tol=1e-5), row
    best = pictures.mat_mul(texts, False, True).arg_max(-1).read_ints()
    assert [WORDS[i] for i in best] == ["red", "green"], best
    red = model.embed_pixels(bytes([255, 0, 0] * 6), 3, 2, 9)
    assert math.isclose(rows(red)[0][0], 1 / math.sqrt(3), abs_tol=1e-5), rows(red)


def test_encoder(model):
    encoder = Koma.TextEncoder.new(model)
    ids = encoder.tokenize(WORDS)
    assert ids.get_dtype() == Koma.DType.INT32
    assert ids.get_shape() == [3, encoder.get_context_length()]
    assert encoder.encode(WORDS).read_floats() == model.embed_text(WORDS).read_floats()
    assert encoder.get_width() == 3


def test_classifier(model):
    for prompts in (None, ["{}", "a photo of a {}"]):
        classifier = model.make_classifier(WORDS, prompts)
        assert [classifier.get_label(i) for i in range(classifier.get_n_labels())] == WORDS
        best, *_ = classifier.classify(str(OWN / "sky.png"), 3)
        assert best.label == "blue" and best.score > 0.5, (best.label, best.score)


def test_errors(model):
    check_error(Koma.Error.ARGUMENT, "no texts", model.embed_text, [])
    check_error(Koma.Error.ARGUMENT, "0 classes", model.make_classifier, [], None)
    shogi = Koma.GraphModel.load(str(DATA / "models/shogi"))
    assert not shogi.knows_words()
    check_error(Koma.Error.UNSUPPORTED, "knows no words", shogi.embed_text, WORDS)
    check_error(Koma.Error.UNSUPPORTED, "knows no words", Koma.TextEncoder.new, shogi)
    assert len(rows(shogi.embed_image([str(DATA / "samples/07-rook.jpg")]))) == 1


model = Koma.GraphModel.load(str(OWN))
for test in (test_vectors, test_encoder, test_classifier, test_errors):
    test(model)
del model
gc.collect()
memory = Koma.Environment.get().get_memory()
assert (memory.n_tensors, memory.n_bytes) == (0, 0), (memory.n_tensors, memory.n_bytes)
