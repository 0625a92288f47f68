#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes models of pictures and words whose vectors can be told without computing.

    tests/engine/formats/make-onnx-words.py tests/engine/formats/onnx-models

The vector of a picture is its mean colour; that of a text is the mean of the rows of its ids in TABLE, of those that
the mask lets through. All sizes are open, as transformers.js exports them.
"""
import pathlib
import sys

from onnx_file import FLOAT, INT32, INT64, model, node, tensor, value

# Start, red, green, blue, end: what is no colour adds nothing.
TABLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]
PIXELS = value("pixel_values", ["batch", "channels", "height", "width"])
IDS = value("input_ids", ["batch", "sequence"], INT64)
MASK = value("attention_mask", ["batch", "sequence"], INT64)
SCALE = 20.0


def mean_of_pixels(output):
    return [node("ReduceMean", ["pixel_values"], [output], axes=[2, 3], keepdims=0)]


def mean_of_rows(output):
    return [node("Gather", ["table", "input_ids"], ["rows"]),
            node("Cast", ["attention_mask"], ["mask"], to=FLOAT),
            node("Unsqueeze", ["mask", "last"], ["column"]),
            node("Mul", ["rows", "column"], ["seen"]),
            node("ReduceSum", ["seen", "one"], ["sum"], keepdims=0),
            node("ReduceSum", ["mask", "one"], ["n"], keepdims=1),
            node("Div", ["sum", "n"], [output])]


def constants(width=3):
    rows = [number for row in TABLE for number in (row + [0])[:width]]
    return [tensor("table", [len(TABLE), width], [float(number) for number in rows]),
            tensor("last", [1], [-1], INT64), tensor("one", [1], [1], INT64)]


def hidden(source):
    return node("Unsqueeze", [source, "one"], ["last_hidden_state"])


def pictures(output="image_embeds", height="height", width="width"):
    pixels = value("pixel_values", ["batch", "channels", height, width])
    return model(mean_of_pixels(output) + [hidden(output)], [tensor("one", [1], [1], INT64)], [pixels],
                 [value("last_hidden_state", ["batch", 1, 3]), value(output, ["batch", 3])])


def texts(output="text_embeds", width=3):
    return model(mean_of_rows(output) + [hidden(output)], constants(width), [IDS, MASK],
                 [value("last_hidden_state", ["batch", 1, width]), value(output, ["batch", width])])


def end_texts():
    """The row of the end token, as PyTorch exports x[arange(n), ids.argmax(-1)]: a sum of all rows before it."""
    nodes = [node("Gather", ["table", "input_ids"], ["rows"]),
             node("CumSum", ["rows", "axis"], ["sums"]),
             node("Shape", ["sums"], ["shape"]),
             node("Gather", ["shape", "zero"], ["n"], axis=0),
             node("Range", ["zero", "n", "step"], ["texts"]),
             node("Cast", ["input_ids"], ["numbers"], to=INT32),
             node("ArgMax", ["numbers"], ["ends"], axis=-1, keepdims=0),
             node("Unsqueeze", ["texts", "last"], ["first"]),
             node("Unsqueeze", ["ends", "last"], ["second"]),
             node("Concat", ["first", "second"], ["places"], axis=-1),
             node("GatherND", ["sums", "places"], ["text_embeds"])]
    numbers = [tensor("axis", [], [1], INT64), tensor("zero", [], [0], INT64), tensor("step", [], [1], INT64)]
    return model(nodes, constants() + numbers, [IDS], [value("text_embeds", ["batch", 3])])


def hidden_texts():
    """All rows, and no vector."""
    return model([node("Gather", ["table", "input_ids"], ["last_hidden_state"])], constants(), [IDS],
                 [value("last_hidden_state", ["batch", "sequence", 3])])


def unknown_input():
    nodes = [node("Gather", ["table", "input_ids"], ["rows"]), node("Gather", ["table", "position_ids"], ["places"]),
             node("Add", ["rows", "places"], ["sum"]),
             node("ReduceMean", ["sum"], ["text_embeds"], axes=[1], keepdims=0)]
    return model(nodes, constants(), [IDS, value("position_ids", ["batch", "sequence"], INT64)],
                 [value("text_embeds", ["batch", 3])])


def both(has_scores=True):
    nodes = mean_of_pixels("picture") + mean_of_rows("text")
    for name, output in (("picture", "image_embeds"), ("text", "text_embeds")):
        nodes += [node("ReduceL2", [name], [f"{name}_length"], axes=[1], keepdims=1),
                  node("Div", [name, f"{name}_length"], [output])]
    outputs = [value("text_embeds", ["texts", 3]), value("image_embeds", ["pictures", 3])]
    if has_scores:
        nodes += [node("Transpose", ["image_embeds"], ["turned"], perm=[1, 0]),
                  node("MatMul", ["text_embeds", "turned"], ["products"]),
                  node("Mul", ["products", "scale"], ["logits_per_text"]),
                  node("Transpose", ["logits_per_text"], ["logits_per_image"], perm=[1, 0])]
        outputs = [value("logits_per_image", ["pictures", "texts"]), value("logits_per_text", ["texts", "pictures"]),
                   *outputs]
    return model(nodes, constants() + [tensor("scale", [], [SCALE])], [IDS, PIXELS, MASK], outputs)


FILES = {
    "words-pictures.onnx": pictures(),
    "words-pictures-fixed.onnx": pictures(height=6, width=6),
    "words-pictures-pooled.onnx": pictures("pooler_output"),
    "words-pictures-scores.onnx": pictures("logits"),
    "words-texts.onnx": texts(),
    "words-texts-end.onnx": end_texts(),
    "words-texts-pooled.onnx": texts("pooler_output"),
    "words-texts-wide.onnx": texts(width=4),
    "words-texts-hidden.onnx": hidden_texts(),
    "words-texts-places.onnx": unknown_input(),
    "words-both.onnx": both(),
    "words-both-plain.onnx": both(has_scores=False),
}

if __name__ == "__main__":
    for file_name, content in FILES.items():
        (pathlib.Path(sys.argv[1]) / file_name).write_bytes(content)
