#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of engine/ops/ops.inc are sorted, and each has its definition, its step and its cases."""
import re

import source

ROW = re.compile(r'^KOMA_OP \((\w+), "(\w+)",\s+(\w+), (\w+)\)$', re.MULTILINE)
table = source.read("engine/ops/ops.inc")
rows = ROW.findall(table)
complaints = []

if len(rows) != len(re.findall(r"^KOMA_OP\b", table, re.MULTILINE)) or not rows:
    complaints.append("engine/ops/ops.inc: a row is not KOMA_OP (ID, \"name\", cpu, definition)")

# C_2D before C_2D_X, as a reader looks for them.
ids = [row[0] for row in rows]
for before, after in zip(ids, ids[1:]):
    if before.replace("_", " ") >= after.replace("_", " "):
        complaints.append(f"engine/ops/ops.inc: {after} belongs before {before}")


def text_of(folder):
    return "\n".join(source.read(path) for path in source.files(".c", ".h", ".inc", under=folder))


steps, definitions = text_of("engine/backends/cpu"), text_of("engine/ops")
for op, name, cpu, definition in rows:
    if not (source.ROOT / f"engine/ops/{definition.replace('_', '-')}.c").exists():
        complaints.append(f"engine/ops/ops.inc: {op} has no engine/ops/{definition.replace('_', '-')}.c")
    if not re.search(rf"\bkoma_op_{definition}\b\s*=", definitions):
        complaints.append(f"engine/ops/ops.inc: nothing defines koma_op_{definition} of {op}")
    if not re.search(rf"^koma_cpu_{cpu}_prepare\b|^[A-Z_]+ \({cpu},", steps, re.MULTILINE):
        complaints.append(f"engine/ops/ops.inc: nothing defines koma_cpu_{cpu}_prepare () of {op}")
    if not (source.ROOT / f"tests/engine/ops/cases/{definition.replace('_', '-')}.c").exists():
        complaints.append(f"engine/ops/ops.inc: {op} has no tests/engine/ops/cases/{definition}.c")

source.report(complaints)
