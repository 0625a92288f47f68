# SPDX-License-Identifier: GPL-3.0-or-later
"""The source tree, as the checks beside this file see it."""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(os.environ.get("KOMA_SOURCE") or pathlib.Path(__file__).parents[2]).resolve()
SKIPPED = 77

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)
C_SUFFIXES = {".c", ".h"}


def files(*suffixes, under="."):
    """Paths below the root with one of these endings, in order; build folders are left out."""
    found = []
    for folder, folders, names in os.walk(ROOT / under):
        folders[:] = sorted(name for name in folders
                            if not name.startswith((".", "build")) and name != "__pycache__")
        for name in names:
            path = pathlib.Path(folder, name)
            if path.suffix in suffixes and not path.is_symlink():
                found.append(path.relative_to(ROOT))
    return sorted(found)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def includes(path):
    """(name as written, whether in quotes) of each #include of a file."""
    return [(match.group(2), match.group(1) == '"') for match in INCLUDE.finditer(read(path))]


def report(complaints):
    """Ends the check: each complaint on a line of its own."""
    for complaint in complaints:
        print(complaint)
    sys.exit(1 if complaints else 0)
