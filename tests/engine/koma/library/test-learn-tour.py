#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tour of data/examples/learn/ learns, its page shows its own lines, and the pictures are those it draws.

test-learn-tour.py FOLDER PYTHON
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

folder, python = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
program = (folder / "tour.py").read_text(encoding="utf-8")
page = (folder / "README.md").read_text(encoding="utf-8")
PICTURES = "curves.svg", "filters.svg", "confusion.svg"
complaints = []


def count_kinds(path):
    """How many elements of each kind a picture has; its colours differ with the processor."""
    kinds = [element.tag.rpartition("}")[2] for element in xml.etree.ElementTree.parse(path).iter()]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds)) if kind != "text"}


with tempfile.TemporaryDirectory() as temporary:
    done = subprocess.run([python, str(folder / "tour.py"), f"--folder={temporary}/tour", "--count=600"],
                          capture_output=True, text=True, cwd=temporary)
    found = re.search(r"not seen: ([\d.]+)", done.stdout)
    if done.returncode != 0 or found is None:
        sys.exit(done.stdout + done.stderr)
    if float(found[1]) < 0.7 or "the same answers: True" not in done.stdout:
        complaints.append(done.stdout)
    for name in PICTURES:
        kinds, kept = count_kinds(f"{temporary}/tour/{name}"), count_kinds(folder / "tour" / name)
        if kinds != kept:
            complaints.append(f"{name} has {kinds}, the one beside the page {kept}")
        if f"(tour/{name})" not in page:
            complaints.append(f"README.md does not show {name}")
blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
complaints += [f"README.md: this is not in tour.py:\n{block}" for block in blocks if block not in program]
if len(blocks) < 5:
    complaints.append("README.md shows no code")
sys.exit("\n".join(complaints) or 0)
