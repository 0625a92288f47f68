#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the installed GTK and libadwaita deprecate is called in ui/compat/ alone."""
import pathlib
import re
import subprocess
import sys

import source

HEADERS = {"gtk4": ("gtk-4.0/gtk", "gtk-4.0/gdk", "gtk-4.0/gsk"), "libadwaita-1": ("libadwaita-1",)}
# GDK_DEPRECATED_IN_4_10_FOR (gtk_x) or the like, then the function's type and name.
DEPRECATED = re.compile(r"\b(?:GDK|GTK|ADW)_DEPRECATED_IN_\d+_\d+(?:_FOR *\([^)]*\))?\s+[^;{}#]*?\b(\w+) *\(")
# … or a type of a final or a derivable class.
DECLARE = "G_DECLARE_FINAL_TYPE", "G_DECLARE_DERIVABLE_TYPE", "G_DECLARE_INTERFACE"
DECLARED = re.compile(r"_DEPRECATED_IN_\d+_\d+(?:_FOR *\([^)]*\))?\s+(?:%s) *\(\w+, *(\w+)," % "|".join(DECLARE))
GET_TYPE = re.compile(r"#define +((?:GTK|ADW|GDK)_TYPE_\w+) +\( *(\w+) *\(")


def list_headers():
    for package, folders in HEADERS.items():
        place = subprocess.run(["pkg-config", "--variable=includedir", package], capture_output=True, text=True)
        for folder in folders if place.returncode == 0 else []:
            yield from pathlib.Path(place.stdout.strip(), folder).rglob("*.h")


def find_deprecated():
    """Functions, and the types whose function is one; a type's own macros name that."""
    names, types = set(), {}
    for path in list_headers():
        text = path.read_text(encoding="utf-8")
        names |= set(DEPRECATED.findall(text)) - set(DECLARE)
        names |= {f"{prefix}_get_type" for prefix in DECLARED.findall(text)}
        types |= dict(GET_TYPE.findall(text))
    for macro, function in types.items():
        if function in names:
            names |= {macro, macro.replace("_TYPE_", "_", 1), macro.replace("_TYPE_", "_IS_", 1)}
    return names


deprecated = find_deprecated()
if not deprecated:
    print("skipped: no headers of GTK that deprecate anything")
    sys.exit(source.SKIPPED)

complaints = []
for path in source.files(".c", ".h", under="ui") + source.files(".c", ".h", under="app"):
    if path.is_relative_to("ui/compat"):
        continue
    used = set(re.findall(r"\b(\w+) *\(|\b((?:GTK|ADW)_TYPE_\w+)", source.read(path)))
    for name in sorted({name for pair in used for name in pair} & deprecated):
        complaints.append(f"{path}: {name} is deprecated; ui/compat/ is the place for it")
source.report(complaints)
