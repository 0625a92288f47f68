#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each class of Koma's own model has a name in each language of the program, no two the same."""
import importlib.util
import json
import os
import pathlib
import sys

source = pathlib.Path(os.environ["KOMA_SOURCE"])
model = source / "data" / "models" / "shogi"
spec = importlib.util.spec_from_file_location("classes", model / "train" / "classes.py")
classes = importlib.util.module_from_spec(spec)
spec.loader.exec_module(classes)

names = json.loads((model / "label-names.json").read_text(encoding="utf-8"))
languages = ["en", *(line for line in (source / "po" / "LINGUAS").read_text().split()
                     if line.isalpha() and len(line) == 2)]
wrong = []
if set(names) != set(classes.LABELS):
    wrong.append(f"classes and names differ in {sorted(set(names) ^ set(classes.LABELS))}")
for language in languages:
    texts = [of_class.get(language) for of_class in names.values()]
    if None in texts or len(set(texts)) < len(texts):
        wrong.append(f"{language}: a name is missing, or there twice")
print("\n".join(wrong))
sys.exit(bool(wrong))
