# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders that the tests read and write."""
import os
import pathlib

BUILD = pathlib.Path(os.environ["KOMA_BUILD"])
SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
SHARED = pathlib.Path(os.environ["KOMA_SHARED"])
SCRATCH = pathlib.Path(os.environ["KOMA_SCRATCH"])
COLOURS = SOURCE / "tests" / "data" / "colours"
