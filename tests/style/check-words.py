#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every source file names its licence; none has notes to self or paths of somebody's machine."""
import re

import source

NOTES = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINES = re.compile(r"""(^|[\s"'(=:])/(work|root|home/\w+|var/tmp)/""", re.MULTILINE)
complaints = []

for path in source.files(".c", ".h", ".inc", ".py", ".sh", ".build", ".ui", ".css", ".proto"):
    text = source.read(path)
    if "SPDX-License-Identifier: " not in "\n".join(text.splitlines()[:4]):
        complaints.append(f"{path}: no SPDX-License-Identifier in its first lines")
    for pattern, said in ((NOTES, "a note to self"), (MACHINES, "a path of one machine")):
        for match in pattern.finditer(text):
            number = text.count("\n", 0, match.end()) + 1
            complaints.append(f"{path}:{number}: {said}: {match.group().strip()}")
    if text and not text.endswith("\n"):
        complaints.append(f"{path}: no newline at its end")

source.report(complaints)
