#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data/examples/programs/colour-words/: a model that compares pictures with the words for eight colours.

make-colour-words.py [FOLDER]

As CLIP it makes a vector of a picture and a vector of a text, and a score of both. The vector of a picture
is its mean colour, from -1 to 1; that of a text is the sum of the colours that it names. Both are made unit.

    pixel_values [n,3,32,32], input_ids [texts,16]  ->  logits_per_image [n,texts], text_embeds, image_embeds

The tokenizer is one of byte pairs, whose only words are these; others become letters, which mean nothing.
The folder has pictures, too.
"""
import json
import math
import pathlib
import struct
import sys
import zlib

from onnx_file import INT64, model, node, tensor, value

COLOURS = {"red": (1, -1, -1), "green": (-1, 1, -1), "blue": (-1, -1, 1), "yellow": (1, 1, -1), "cyan": (-1, 1, 1),
           "magenta": (1, -1, 1), "white": (1, 1, 1), "black": (-1, -1, -1)}
PICTURES = {"meadow": ((20, 170, 30), (40, 120, 10)), "night": ((5, 5, 20), (30, 25, 40)),
            "rose": ((220, 20, 40), (150, 10, 20)), "sky": ((20, 50, 230), (60, 100, 250)),
            "snow": ((240, 245, 250), (250, 250, 255)), "sun": ((250, 230, 20), (240, 200, 40))}
SIDE, ROWS, SCALE = 32, 16, 3.0
END = "</w>"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def make_merges():
    """Pairs from the left; that of a longer word first, so that no other word takes a part of it."""
    merges = []
    for word in sorted(COLOURS, key=len, reverse=True):
        parts = [*word[:-1], word[-1] + END]
        merges += [("".join(parts[:i]), parts[i]) for i in range(1, len(parts))]
    return list(dict.fromkeys(merges))


def encode(word, merges):
    parts = [*word[:-1], word[-1] + END]
    while True:
        pairs = [pair for pair in zip(parts, parts[1:]) if pair in merges]
        if not pairs:
            return parts
        i = list(zip(parts, parts[1:])).index(min(pairs, key=merges.index))
        parts[i:i + 2] = ["".join(parts[i:i + 2])]


def make_tokenizer():
    merges = make_merges()
    tokens = [*LETTERS, *(letter + END for letter in LETTERS), *("".join(pair) for pair in merges)]
    vocabulary = {token: i for i, token in enumerate([*tokens, "<|startoftext|>", "<|endoftext|>"])}
    for word in COLOURS:
        assert encode(word, merges) == [word + END], word
    start, end = len(tokens), len(tokens) + 1
    words = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
    return {
        "added_tokens": [{"id": start, "content": "<|startoftext|>", "normalized": True},
                         {"id": end, "content": "<|endoftext|>", "normalized": False}],
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "NFC"}, {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}, {"type": "Lowercase"}]},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": words}, "behavior": "Removed", "invert": True},
            {"type": "ByteLevel", "add_prefix_space": False}]},
        "post_processor": {"type": "RobertaProcessing", "sep": ["<|endoftext|>", end],
                           "cls": ["<|startoftext|>", start]},
        "model": {"type": "BPE", "unk_token": "<|endoftext|>", "end_of_word_suffix": END, "vocab": vocabulary,
                  "merges": [" ".join(pair) for pair in merges]},
    }


def make_unit(x, y):
    """y = x / |x|, and zeros of zeros."""
    return [node("Mul", [x, x], [y + "/squares"]),
            node("ReduceSum", [y + "/squares", "one"], [y + "/sum"], keepdims=1),
            node("Add", [y + "/sum", "epsilon"], [y + "/more"]),
            node("Sqrt", [y + "/more"], [y + "/length"]),
            node("Div", [x, y + "/length"], [y])]


def make_model(vocabulary):
    table = [number / math.sqrt(3) for token in vocabulary
             for number in COLOURS.get(token.removesuffix(END) if token.endswith(END) else "", (0, 0, 0))]
    nodes = [
        node("GlobalAveragePool", ["pixel_values"], ["mean"]),
        node("Flatten", ["mean"], ["colour"], axis=1),
        *make_unit("colour", "image_embeds"),
        node("Gather", ["table", "input_ids"], ["words"], axis=0),
        node("ReduceSum", ["words", "one"], ["text"], keepdims=0),
        *make_unit("text", "text_embeds"),
        node("Transpose", ["text_embeds"], ["turned"], perm=[1, 0]),
        node("MatMul", ["image_embeds", "turned"], ["cosines"]),
        node("Mul", ["cosines", "scale"], ["logits_per_image"]),
    ]
    constants = [tensor("table", [len(vocabulary), 3], table), tensor("one", [1], [1], INT64),
                 tensor("epsilon", [], [1e-12]), tensor("scale", [], [SCALE])]
    inputs = [value("input_ids", ["texts", ROWS], INT64), value("pixel_values", ["N", 3, SIDE, SIDE])]
    outputs = [value("logits_per_image", ["N", "texts"]), value("text_embeds", ["texts", 3]),
               value("image_embeds", ["N", 3])]
    return model(nodes, constants, inputs, outputs)


def make_png(above, below):
    rows = b"".join(b"\0" + bytes(above if y < SIDE // 2 else below) * SIDE for y in range(SIDE))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows, 9)),
              (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(struct.pack(">I", len(data)) + kind + data
                                          + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)


def main():
    own = pathlib.Path(__file__).resolve().parents[3] / "data/examples/programs/colour-words"
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else own
    folder.mkdir(exist_ok=True)
    tokenizer = make_tokenizer()
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer, indent=1) + "\n", encoding="utf-8")
    (folder / "model.onnx").write_bytes(make_model(tokenizer["model"]["vocab"]))
    recipe = {"name": "Words for colours", "range": "-1,1", "fit": "stretch"}
    (folder / "koma.json").write_text(json.dumps(recipe, indent=2) + "\n", encoding="utf-8")
    for name, colours in PICTURES.items():
        (folder / f"{name}.png").write_bytes(make_png(*colours))


main()
