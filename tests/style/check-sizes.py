#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines, files and functions are no longer than the limits below.

exceptions.txt names what may be longer, and why; a row that nothing needs any more is a complaint.
"""
import source

MAX_COLUMNS = {".c": 100, ".h": 100}
MAX_OTHER_COLUMNS = 120
MAX_LINES = {".c": 500, ".h": 150}
MAX_FUNCTION_LINES = 80

complaints = {}


def complain(path, kind, said):
    complaints.setdefault((str(path), kind), []).append(f"{path}{said}")


def check_functions(path, lines):
    """A function's body lies between two braces in the first column."""
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line.startswith("}") and start is not None:
            if line == "}" and number - start - 1 > MAX_FUNCTION_LINES:
                complain(path, "function",
                         f":{start}: a function of {number - start - 1} lines,"
                         f" more than {MAX_FUNCTION_LINES}")
            start = None


for path in source.files(".c", ".h", ".inc", ".py", ".sh", ".build", ".css"):
    lines = source.read(path).splitlines()
    max_columns = MAX_COLUMNS.get(path.suffix, MAX_OTHER_COLUMNS)
    for number, line in enumerate(lines, 1):
        if len(line) > max_columns:
            complain(path, "line", f":{number}: {len(line)} columns, more than {max_columns}")
    if len(lines) > MAX_LINES.get(path.suffix, len(lines)):
        complain(path, "file", f": {len(lines)} lines, more than {MAX_LINES[path.suffix]}")
    if path.suffix in source.C_SUFFIXES:
        check_functions(path, lines)

found = []
for row in source.read("tests/style/exceptions.txt").splitlines():
    if not row or row.startswith("#"):
        continue
    name, kind, reason = (row.split(maxsplit=2) + ["", ""])[:3]
    if not reason:
        found.append(f"tests/style/exceptions.txt: no reason for {name}")
    if complaints.pop((name, kind), None) is None:
        found.append(f"tests/style/exceptions.txt: {name} needs no exception of its {kind}")

source.report(found + [said for group in complaints.values() for said in group])
