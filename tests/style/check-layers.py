#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No folder includes what lies above it, and no private header is included by a public one."""
import os
import re

import source

WINDOW = r"(gtk|gdk|gsk)/|adwaita\.h"
GRAPHICS = r"EGL/|GLES|epoxy/"
# The faces of the engine: what worker/ and app/ include of it, and what the window does, which are values.
NOT_APP = r"engine/(?!(koma-app|koma/koma)\.h$)"
NOT_VALUES = r"engine/(?!koma-values\.h$)"

FORBIDDEN = {
    "engine": r"worker/|ui/|app/|" + WINDOW + r"|gdk-pixbuf/|jpeglib\.h|jerror\.h|glib-object\.h",
    "engine/ops": r"worker/|ui/|app/|engine/(backends|formats|passes|runtime|model|picture)/|xnnpack\.h|pthreadpool\.h",
    "worker": r"ui/|app/|xnnpack\.h|" + NOT_APP + "|" + WINDOW + "|" + GRAPHICS,
    "ui": r"app/|xnnpack\.h|pthreadpool\.h|" + NOT_VALUES + "|" + GRAPHICS,
    "app": r".*-private\.h|xnnpack\.h|pthreadpool\.h|" + NOT_APP + "|" + GRAPHICS,
}
ALLOWED_IN_ENGINE = (
    ("engine/koma", "glib-object.h"), ("engine/picture", "gdk-pixbuf/"), ("engine/picture", ("jpeglib.h", "jerror.h")))


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
            if any(name.startswith(allowed) and path.is_relative_to(room) for room, allowed in ALLOWED_IN_ENGINE):
                continue
            if forbidden.match(from_root(path, name, in_quotes)):
                complaints.append(f"{path}: {folder}/ may not include {name}")

for path in source.files(".h"):
    if path.name.endswith("-private.h"):
        continue
    for name, _ in source.includes(path):
        if name.endswith("-private.h"):
            complaints.append(f"{path}: a public header includes {name}")

source.report(complaints)
