#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No folder includes what lies above it, and no private header is included by a public one."""
import os
import re

import source

WINDOW = r"(gtk|gdk|gsk)/|adwaita\.h"
GRAPHICS = r"EGL/|GLES|epoxy/"
# engine_headers of engine/meson.build: all that others may include of the engine.
PUBLIC = re.search(r"^engine_headers = files\((.*?)\)", source.read("engine/meson.build"), re.DOTALL | re.MULTILINE)
PUBLIC = re.findall(r"'([^']+)'", PUBLIC.group(1))
ENGINE_PRIVATE = r"engine/(?!(" + "|".join(map(re.escape, PUBLIC)) + r")$)"
# What the window may know of the engine: values, what went wrong, and how a task gets a thread.
ENGINE_VALUES = (r"engine/(?!(backends/backends?|board/(homography|position)|formats/(foreign|model-names)|graph/shape"
                 r"|classify/top-k|koma-limits|koma/(dtype|koma-error)"
                 r"|model/(finding|labels|purpose|recipe|recipe-part)"
                 r"|runtime/(flags|memory|precision|task-thread))\.h$)")

FORBIDDEN = {
    "engine": r"worker/|ui/|app/|" + WINDOW + r"|gdk-pixbuf/|jpeglib\.h|jerror\.h|glib-object\.h",
    "engine/ops": r"worker/|ui/|app/|engine/(backends|formats|passes|runtime|model|picture)/|xnnpack\.h|pthreadpool\.h",
    "worker": r"ui/|app/|xnnpack\.h|" + ENGINE_PRIVATE + "|" + WINDOW + "|" + GRAPHICS,
    "ui": r"app/|xnnpack\.h|pthreadpool\.h|" + ENGINE_VALUES + "|" + GRAPHICS,
    "app": r".*-private\.h|xnnpack\.h|pthreadpool\.h|" + ENGINE_PRIVATE + "|" + GRAPHICS,
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

for path in (source.pathlib.Path("engine") / name for name in PUBLIC):
    for name, in_quotes in source.includes(path):
        seen = from_root(path, name, in_quotes)
        if re.match(ENGINE_PRIVATE, seen):
            complaints.append(f"{path}: engine/meson.build has it as public, but it includes {seen}")

source.report(complaints)
