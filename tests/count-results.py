#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""count-results.py N_BROKEN [LOG.json]…: adds up what meson's logs say.

A program that speaks TAP counts with each of its points, another one as one test; N_BROKEN is
what failed without a log, a build for instance. Shows what programs that failed said, since the
end of a long log is what people read. Exits with 1 when anything failed.
"""
import json
import re
import sys

POINT = re.compile(r"^(not )?ok\b[^#\n]*(# *(\w+))?", re.MULTILINE)
# As TAP marks a point that is known to fail.
EXPECTED = "TO" "DO"
# Lines shown of a program that failed.
N_LINES = 40
GOOD = {"OK", "EXPECTEDFAIL"}


def count_points(output):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for match in POINT.finditer(output):
        directive = (match.group(3) or "").upper()
        if directive == "SKIP":
            counts["skipped"] += 1
        elif match.group(1) and directive != EXPECTED:
            counts["failed"] += 1
        else:
            counts["passed"] += 1
    return counts


def count_test(entry):
    counts = count_points(entry.get("stdout") or "")
    is_good = entry["result"] in GOOD
    if entry["result"] == "SKIP" and not any(counts.values()):
        counts["skipped"] = 1
    elif entry["result"] != "SKIP" and not is_good and counts["failed"] == 0:
        # It crashed, took too long, or said less than it had planned.
        counts["failed"] = 1
    elif is_good and not any(counts.values()):
        counts["passed"] = 1
    return counts


def show_failed(name, entry):
    """From the first point that failed, or the last lines where none did."""
    print(f"\nfailed: {name} ({entry['result']})")
    for kind in ("stdout", "stderr"):
        lines = (entry.get(kind) or "").splitlines()
        first = next((i for i, line in enumerate(lines) if line.startswith("not ok")), max(len(lines) - N_LINES, 0))
        for line in lines[first:first + N_LINES]:
            print("   ", line)


def main():
    totals = {"passed": 0, "failed": int(sys.argv[1]), "skipped": 0}
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as log:
            for line in log:
                entry = json.loads(line)
                counts = count_test(entry)
                for key, count in counts.items():
                    totals[key] += count
                if counts["failed"]:
                    show_failed(f"{path.split('/')[0]}: {entry['name']}", entry)
    # Folders that passed in several builds count in each of them.
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**totals))
    return 1 if totals["failed"] else 0


sys.exit(main())
