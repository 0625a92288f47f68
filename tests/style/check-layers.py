#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No folder includes what lies above it, and no private header is included by a public one."""
import os
import re

import source

WINDOW = r"(gtk|gdk|gsk)/|adwaita\.h"
GRAPHICS = r"EGL/|GLES|epoxy/"
# What the window may know of the engine: values, and what went wrong.
ENGINE_VALUES = r"engine/(?!(backends?|dtype|flags|koma-error|labels|limits|memory|precision|shape|top-k)\.h$)"

FORBIDDEN = {
    "engine": r"worker/|ui/|app/|" + WINDOW + r"|gdk-pixbuf/|glib-object\.h",
    "engine/ops": r"worker/|ui/|app/|engine/(backends|formats|passes)/|xnnpack\.h|pthreadpool\.h",
    "worker": r"ui/|app/|engine/.*/|xnnpack\.h|" + WINDOW + "|" + GRAPHICS,
    "ui": r"app/|xnnpack\.h|pthreadpool\.h|" + ENGINE_VALUES + "|" + GRAPHICS,
    "app": r"engine/.*/|.*-private\.h|xnnpack\.h|pthreadpool\.h|" + GRAPHICS,
}


def from_root(path, name, in_quotes):
    """An include as seen from the root, where it names a file of ours."""
    for folder in (path.parent, source.pathlib.Path()):
        if in_quotes and (source.ROOT / folder / name).exists():
            return os.path.normpath(folder / name)
    return name


complaints = []
for folder, pattern in FORBIDDEN.items():
    forbidden = re.compile(pattern)
    for path in source.files(".c", ".h", ".inc", under=folder):
        for name, in_quotes in source.includes(path):
            if forbidden.match(from_root(path, name, in_quotes)):
                complaints.append(f"{path}: {folder}/ may not include {name}")

for path in source.files(".h"):
    if path.name.endswith("-private.h"):
        continue
    for name, _ in source.includes(path):
        if name.endswith("-private.h"):
            complaints.append(f"{path}: a public header includes {name}")

source.report(complaints)
