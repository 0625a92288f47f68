#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""count-results.py N_BROKEN [LOG.json]…: adds up what meson's logs say.
count-results.py --failed SUITE LOG.json: names the tests of a suite that failed.

A program that speaks TAP counts with each of its points, another one as one test; N_BROKEN is
what failed without a log, a build for instance. Shows what programs that failed said, since the
end of a long log is what people read. Exits with 1 when anything failed.

A test that failed and passed when it was run again, by the log AGAIN beside the first one, counts
as passed; it is shown and counted as unsteady, too.
"""
import json
import pathlib
import re
import sys

AGAIN = "koma-again.json"

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


def show_failed(name, entry, what="failed"):
    """From the first point that failed, or the last lines where none did."""
    print(f"\n{what}: {name} ({entry['result']})")
    for kind in ("stdout", "stderr"):
        lines = (entry.get(kind) or "").splitlines()
        first = next((i for i, line in enumerate(lines) if line.startswith("not ok")), max(len(lines) - N_LINES, 0))
        for line in lines[first:first + N_LINES]:
            print("   ", line)


def read_log(path):
    """By name, as "koma:e2e+long / e2e-walk"."""
    if not path.exists():
        return {}
    return {entry["name"]: entry for entry in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def name_failed(suite, path):
    for name, entry in read_log(path).items():
        suites, _, test = name.partition(" / ")
        if suite in re.split("[:+]", suites) and count_test(entry)["failed"]:
            print(test)


def add_up(path, totals):
    again = read_log(path.with_name(AGAIN))
    for name, entry in read_log(path).items():
        counts, title = count_test(entry), f"{path.parts[0]}: {name}"
        if counts["failed"] and name in again and not count_test(again[name])["failed"]:
            show_failed(title, entry, "failed at first, passed when run again")
            counts = {**count_test(again[name]), "unsteady": 1}
        elif counts["failed"]:
            show_failed(title, entry)
        for key, count in counts.items():
            totals[key] += count


def main():
    if sys.argv[1] == "--failed":
        return name_failed(sys.argv[2], pathlib.Path(sys.argv[3]))
    totals = {"passed": 0, "failed": int(sys.argv[1]), "skipped": 0, "unsteady": 0}
    for path in map(pathlib.Path, sys.argv[2:]):
        add_up(path, totals)
    # Folders that passed in several builds count in each of them.
    unsteady = ", {unsteady} unsteady" if totals["unsteady"] else ""
    print(("{passed} passed, {failed} failed, {skipped} skipped" + unsteady).format(**totals))
    return 1 if totals["failed"] else 0


sys.exit(main())
