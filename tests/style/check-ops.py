#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of engine/ops/ops.inc are sorted, and each has its meaning, its step and its cases."""
import re

import source

ROW = re.compile(r'^KOMA_OP \((\w+), "(\w+)", (\w+), (\w+)\)$', re.MULTILINE)
table = source.read("engine/ops/ops.inc")
rows = ROW.findall(table)
complaints = []

if len(rows) != len(re.findall(r"^KOMA_OP\b", table, re.MULTILINE)) or not rows:
    complaints.append("engine/ops/ops.inc: a row is not KOMA_OP (ID, \"name\", cpu, meaning)")

# C_2D before C_2D_X, as a reader looks for them.
ids = [row[0] for row in rows]
for before, after in zip(ids, ids[1:]):
    if before.replace("_", " ") >= after.replace("_", " "):
        complaints.append(f"engine/ops/ops.inc: {after} belongs before {before}")


def text_of(folder):
    return "\n".join(source.read(path) for path in source.files(".c", ".h", ".inc", under=folder))


steps, meanings = text_of("engine/backends/cpu"), text_of("engine/ops")
for op, name, cpu, meaning in rows:
    if not (source.ROOT / f"engine/ops/{meaning.replace('_', '-')}.c").exists():
        complaints.append(f"engine/ops/ops.inc: {op} has no engine/ops/{meaning.replace('_', '-')}.c")
    if not re.search(rf"\bkoma_op_{meaning}\b\s*=", meanings):
        complaints.append(f"engine/ops/ops.inc: nothing defines koma_op_{meaning} of {op}")
    if not re.search(rf"^koma_cpu_{cpu}_prepare\b|^[A-Z_]+ \({cpu},", steps, re.MULTILINE):
        complaints.append(f"engine/ops/ops.inc: nothing defines koma_cpu_{cpu}_prepare () of {op}")
    if not (source.ROOT / f"tests/engine/ops/cases/{meaning.replace('_', '-')}.c").exists():
        complaints.append(f"engine/ops/ops.inc: {op} has no tests/engine/ops/cases/{meaning}.c")

source.report(complaints)
