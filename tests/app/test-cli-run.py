#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma run: tensors in, tensors out."""
import os
import pathlib
import struct

from koma_cli import COLOURS, SOURCE, check, contains, equal, koma, load_json, run_all, write_floats

N = 32 * 32 * 3


def run(folder):
    """All red: the first class has the largest logit."""
    image = write_floats(folder / "in.f32", [1.0, 0.0, 0.0] * (N // 3))
    found = load_json(check(koma("run", COLOURS, "--input", image, "--output", folder / "out"), 0))
    equal(len(found["outputs"]), 1)
    output = found["outputs"][0]
    equal(set(output), {"name", "shape", "dtype", "file", "uri"})
    equal((output["name"], output["shape"], output["dtype"]), ("logits", [1, 3], "float32"))
    logits = struct.unpack("<3f", pathlib.Path(output["file"]).read_bytes())
    assert logits[0] > logits[1] and abs(logits[1] - logits[2]) < 1e-6, logits


def run_known(folder):
    """An input that decides a shape is known, since its numbers are given; x and shape are float32 and int32."""
    x = write_floats(folder / "x.f32", range(24))
    shape, start = folder / "shape.i32", folder / "start.i32"
    shape.write_bytes(struct.pack("<2i", 4, 6))
    start.write_bytes(struct.pack("<i", 1))
    known = SOURCE / "tests" / "engine" / "formats" / "onnx-models" / "known.onnx"
    inputs = [word for path in (x, shape, start) for word in ("--input", path)]
    output = load_json(check(koma("run", known, *inputs, "--output", folder / "out"), 0))["outputs"][0]
    equal(output["shape"], [1, 6])
    equal(list(struct.unpack("<6f", pathlib.Path(output["file"]).read_bytes())), [6, 7, 8, 9, 10, 11])
    shape.write_bytes(struct.pack("<2i", 5, 5))
    contains(check(koma("run", known, *inputs, "--output", folder / "out"), 2).stderr, "Reshape")


def run_batch(folder):
    image = write_floats(folder / "in.f32", [1.0, 0.0, 0.0] * (N // 3) + [0.0, 0.0, 1.0] * (N // 3))
    result = koma("run", COLOURS, "--input", image, "--shape", "2,32,32,3", "--backend", "cpu", "--output", folder)
    output = load_json(check(result, 0))["outputs"][0]
    equal(output["shape"], [2, 3])
    logits = struct.unpack("<6f", pathlib.Path(output["file"]).read_bytes())
    equal([logits.index(max(logits[:3])), logits[3:].index(max(logits[3:]))], [0, 2])


def run_errors(folder):
    image = write_floats(folder / "in.f32", [0.0] * N)
    short = write_floats(folder / "short.f32", [0.0] * 7)
    (folder / "file").touch()
    os.truncate(write_floats(folder / "huge.f32", []), 1 << 40)
    os.mkfifo(folder / "pipe")
    cases = [
        ([COLOURS, "--input", folder / "huge.f32", "--output", folder], ["huge.f32", str(1 << 40), "at most 12288"]),
        ([COLOURS, "--input", folder / "pipe", "--output", folder], ["pipe", "found a device or pipe"]),
        ([COLOURS, "--input", short, "--output", folder], ["28 bytes", "12288", "[1,32,32,3]"]),
        ([COLOURS, "--input", image, "--input", image, "--output", folder], ["1 input", "2"]),
        ([COLOURS, "--input", folder / "no.f32", "--output", folder], ["no.f32"]),
        ([COLOURS, "--input", image, "--shape", "1,x", "--output", folder], ["1,x"]),
        ([COLOURS, "--input", image, "--shape", "1,99,32,3", "--output", folder], ["99"]),
        ([COLOURS, "--input", image, "--output", folder / "file" / "x"], ["file"]),
        ([COLOURS, "--output", folder], ["--input"]),
        (["--input", image, "--output", folder], ["model"]),
    ]
    for args, words in cases:
        result = check(koma("run", *args), 2)
        equal(result.stdout, "")
        contains(result.stderr, *words)


def flag_debug(folder):
    """Standard error tells of each op, standard output stays what it is."""
    image = write_floats(folder / "in.f32", [0.5] * N)
    args = ["run", COLOURS, "--input", image, "--backend", "cpu", "--output", folder / "out"]
    result = check(koma(*args, KOMA_FLAGS="DEBUG:1", G_MESSAGES_DEBUG="koma"), 0)
    load_json(result)
    equal(result.stderr.count("slow"), 1)
    contains(result.stderr, "Conv2D “", " bytes, in ", " ms on cpu")
    assert " ms on cpu" not in check(koma(*args, KOMA_FLAGS="DEBUG:1"), 0).stderr
    assert "DEBUG" not in check(koma(*args, KOMA_FLAGS="DEBUG:1,PROD:1"), 0).stderr


run_all([run, run_known, run_batch, run_errors, flag_debug])
