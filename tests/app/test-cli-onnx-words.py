#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of pictures and words in two files of ONNX, as transformers.js keeps them: read in the box, used by words."""
import json
import math
import shutil

from koma_cli import RGB, SOURCE, check, contains, equal, koma, load_json, run_all, write_png

MODELS = SOURCE / "tests" / "engine" / "formats" / "onnx-models"
# The rows of the half for words: 0 begins a text, 4 ends it and fills it up.
ROWS = {"red": 1, "green": 2, "blue": 3}


def write_tokenizer(folder):
    vocab, merges = {"<|startoftext|>": 0, "<|endoftext|>": 4}, []
    for word in ("green", "blue", "red"):
        pieces = [*word[:-1], word[-1] + "</w>"]
        for piece in pieces:
            vocab.setdefault(piece, len(vocab) + 5)
        for at in range(1, len(pieces)):
            left = word[:at]
            merges.append(f"{left} {pieces[at]}")
            vocab.setdefault(left + pieces[at], len(vocab) + 5)
        vocab[word + "</w>"] = ROWS[word]
    (folder / "vocab.json").write_text(json.dumps(vocab))
    (folder / "merges.txt").write_text("\n".join(merges) + "\n")


def write_model(folder, where="onnx", pictures="vision_model.onnx", words="text_model.onnx"):
    """In FOLDER/model; what both files share lies above them."""
    model = folder / "model"
    (model / where).mkdir(parents=True)
    shutil.copy(MODELS / "words-pictures.onnx", model / where / pictures)
    shutil.copy(MODELS / "words-texts.onnx", model / where / words)
    (model / "config.json").write_text(json.dumps({
        "model_type": "clip", "projection_dim": 3, "logit_scale_init_value": 3.0,
        "text_config": {"max_position_embeddings": 12}}))
    (model / "preprocessor_config.json").write_text(json.dumps({
        "image_processor_type": "CLIPImageProcessor", "do_normalize": False, "crop_size": 8,
        "size": {"shortest_edge": 8}}))
    write_tokenizer(model)
    return model


def write_pictures(folder):
    return [write_png(folder / f"{name}.png", rgb) for name, rgb in RGB.items()]


def cosine(rgb, at):
    return rgb[at] / math.hypot(*rgb)


def classify(folder):
    """Probabilities are those of the colours' cosines, times the scale of config.json."""
    model = write_model(folder)
    for path in (model, model / "onnx" / "vision_model.onnx", model / "onnx" / "text_model.onnx"):
        for picture, rgb in zip(write_pictures(folder), RGB.values(), strict=True):
            row = load_json(check(koma("classify", "--model", path, "--classes", "red, green, blue", "--prompt", "{}",
                                       "--format", "json", picture), 0))[0]
            powers = [math.exp(math.exp(3) * cosine(rgb, at)) for at in range(3)]
            found = {one["label"]: one["score"] for one in row["top"]}
            for name, power in zip(RGB, powers, strict=True):
                assert math.isclose(found[name], power / sum(powers), abs_tol=1e-4), (path, row)


def inspect(folder):
    model = write_model(folder)
    text = check(koma("inspect", model), 0).stdout
    contains(text, "Model: model", "vision_model.onnx", "two files", "pixel_values float32 [?,3,8,8]",
             "input_ids int32 [?,12]", "compares pictures with words")
    assert "scale" not in text, text
    (model / "config.json").unlink()
    contains(check(koma("inspect", model), 0).stdout, "input_ids int32 [?,77]", "leave out the scale")


def vectors(folder):
    """Beside each other, under names of one's own; the tokenizer is there, too."""
    model = write_model(folder, ".", "colors-image.onnx", "colors-text.onnx")
    pictures = write_pictures(folder)
    rows = [json.loads(line) for line in
            check(koma("embed", "--model", model, "--text", "blue", *pictures), 0).stdout.splitlines()]
    for found, wanted in zip(rows[0]["vector"], (0, 0, 1), strict=True):
        assert math.isclose(found, wanted, abs_tol=1e-6), rows[0]
    for row, rgb in zip(rows[1:], RGB.values(), strict=True):
        for at, found in enumerate(row["vector"]):
            assert math.isclose(found, cosine(rgb, at), abs_tol=1e-4), row
    best = load_json(check(koma("find", "--model", model, "--format", "json", "blue", *pictures), 0))[0]
    equal(best["path"], str(folder / "blue.png"))
    assert math.isclose(best["score"], cosine(RGB["blue"], 2), abs_tol=1e-4), best


def folders(folder):
    """As Immich keeps them: a folder for each half, open_clip's settings, the tokenizer beside the half for words."""
    model, pictures = folder / "ViT-tiny", write_pictures(folder)
    for half, source in (("visual", "words-pictures.onnx"), ("textual", "words-texts.onnx")):
        (model / half).mkdir(parents=True)
        shutil.copy(MODELS / source, model / half / "model.onnx")
    (model / "config.json").write_text(json.dumps({"embed_dim": 3, "text_cfg": {"context_length": 12}}))
    (model / "visual" / "preprocess_cfg.json").write_text(json.dumps(
        {"size": [8, 8], "mean": [0, 0, 0], "std": [1, 1, 1], "interpolation": "bicubic", "resize_mode": "shortest"}))
    write_tokenizer(model / "textual")
    for path in (model, model / "visual" / "model.onnx", model / "textual" / "model.onnx"):
        contains(check(koma("inspect", path), 0).stdout, "Model: ViT-tiny", "two files", "[?,3,8,8]", "[?,12]")
        best = load_json(check(koma("find", "--model", path, "--format", "json", "blue", *pictures), 0))[0]
        equal(best["path"], str(folder / "blue.png"))


def errors(folder):
    model = write_model(folder)
    picture = write_pictures(folder)[0]
    shutil.copy(MODELS / "words-texts-wide.onnx", model / "onnx" / "text_model.onnx")
    contains(check(koma("inspect", model), 2).stderr, "vision_model.onnx", "text_model.onnx", "3", "4")
    (model / "onnx" / "text_model.onnx").unlink()
    for name in ("fp16", "int8"):
        shutil.copy(MODELS / "words-texts.onnx", model / "onnx" / f"text_model_{name}.onnx")
    contains(check(koma("inspect", model), 2).stderr, "text_model_fp16.onnx", "text_model_int8.onnx")
    (model / "onnx" / "text_model_int8.onnx").unlink()
    (model / "vocab.json").unlink()
    result = check(koma("classify", "--model", model, "--classes", "red", picture), 2)
    contains(result.stderr, "vocab.json", "tokenizer.json")
    (model / "config.json").write_text("{")
    contains(check(koma("inspect", model), 2).stderr, "config.json")


run_all([classify, inspect, vectors, folders, errors])
