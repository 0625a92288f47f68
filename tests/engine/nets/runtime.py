# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""onnxruntime-node, from the npm registry; kept in the build folder."""
import array
import os
import pathlib

from . import npm
from .runner import NotThere, Runner

VERSION = "1.30.0"


def fetch(build):
    """The folder of the npm package. Its script would fetch libraries for graphics cards."""
    return npm.fetch(build, "onnxruntime-node", VERSION)


def make_input(side, batch=1):
    """Pictures of noise in [-1, 1], always the same."""
    count = 3 * side * side * batch
    return array.array("f", (((i * 2654435761 & 0xffffffff) >> 8) / (1 << 23) - 1 for i in range(count)))


class Onnxruntime(Runner):
    """A model with some pictures at a time."""

    def __init__(self, package, model, picture, side, batch=1, threads=1):
        script = pathlib.Path(__file__).with_name("onnxruntime.js")
        super().__init__(["node", script, package, model, picture, f"{batch},3,{side},{side}", threads],
                         **os.environ, NO_COLOR="1")
