#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what onnxruntime computes of the small networks into expected.json.

    tests/engine/nets/make-expected.py build
"""
import array
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from nets import NETS, runtime  # noqa: E402
from nets.graph import get_side  # noqa: E402

package = runtime.fetch(sys.argv[1])
expected = {}
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "x.f32").write_bytes(runtime.make_input(get_side(True)).tobytes())
    for net, make in NETS.items():
        (folder / "net.onnx").write_bytes(make(True))
        with runtime.Onnxruntime(package, folder / "net.onnx", folder / "x.f32", get_side(True)) as session:
            session.write_scores(folder / "y.f32")
        expected[net] = [float(f"{score:.9g}") for score in array.array("f", (folder / "y.f32").read_bytes())]
pathlib.Path(__file__).with_name("expected.json").write_text(json.dumps(expected, indent=1) + "\n")
