#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a start of the program does, and leaves be."""
import ctypes
import os
import sys

from koma_cli import COLOURS, RGB, Skip, check, contains, equal, koma, run_all, write_png

PR_SET_CHILD_SUBREAPER = 36


def count_orphans():
    """Helpers outlive the program by a moment, and are children of this one then."""
    n = 0
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return n
        n += 1


def one_helper(folder):
    """The process that has read the model decodes the picture."""
    if not sys.platform.startswith("linux") or ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1) != 0:
        raise Skip("orphans go to another process")
    if "Flatpak" in check(koma("env"), 0).stdout:
        raise Skip("no helpers here")
    count_orphans()
    picture = write_png(folder / "green.png", RGB["green"])
    for box, n_helpers in ("on", 1), ("off", 0):
        result = koma("classify", "--model", COLOURS, "--backend", "cpu", picture, KOMA_BOX=box)
        contains(check(result, 0).stdout, ": green ")
        equal(count_orphans(), n_helpers)


run_all([one_helper])
