#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each class of ImageNet is of one kind; each kind is used, and has a name in each language, no two the same."""
import json
import os
import pathlib
import sys

source = pathlib.Path(os.environ["KOMA_SOURCE"])
folder = source / "data" / "labels" / "imagenet"
table = json.loads((folder / "kinds.json").read_text(encoding="utf-8"))
labels = (folder / "labels.txt").read_text(encoding="utf-8").split("\n")[:1000]
languages = ["en", *(line for line in (source / "po" / "LINGUAS").read_text().split()
                     if line.isalpha() and len(line) == 2)]
wrong = []
lines = []
for entry in table["classes"]:
    for line in entry["lines"]:
        first, last = line if isinstance(line, list) else (line, line)
        lines += range(first, last + 1)
if sorted(lines) != list(range(1, len(labels) + 1)):
    wrong.append(f"not once: {[labels[i - 1] for i in range(1, 1001) if lines.count(i) != 1]}")
used = {kind for entry in table["classes"] for kind in entry["kinds"]}
if used != set(table["kinds"]):
    wrong.append(f"not used, or not named: {sorted(used ^ set(table['kinds']))}")
for language in languages:
    names = [texts.get(language) for texts in table["kinds"].values()]
    if None in names or len(set(names)) < len(names):
        wrong.append(f"{language}: a name is missing, or there twice")
print("\n".join(wrong))
sys.exit(bool(wrong))
