# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests/run says at its end, from logs as meson writes them."""
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(__file__).parents[1] / "count-results.py"
FIRST = [("koma:e2e+long / e2e-late", "FAIL", "late"), ("koma:e2e / e2e-wrong", "TIMEOUT", "wrong"),
         ("koma:engine / shape", "OK", "ok 1\nok 2 # SKIP\n"), ("koma:engine / graph", "FAIL", "ok 1\nnot ok 2\n"),
         ("koma:ui / window", "SKIP", "")]
AGAIN = [("koma:e2e+long / e2e-late", "OK", "in time"), ("koma:e2e / e2e-wrong", "FAIL", "wrong")]


def write(path, entries):
    path.write_text("".join(json.dumps(dict(zip(("name", "result", "stdout"), entry))) + "\n" for entry in entries))


def count(*words):
    ran = subprocess.run([sys.executable, PROGRAM, *map(str, words)], capture_output=True, text=True)
    return ran.returncode, ran.stdout.splitlines()


def check(actual, expected):
    assert actual == expected, f"{actual} is not {expected}"


with tempfile.TemporaryDirectory() as folder:
    log, again = pathlib.Path(folder, "koma-run.json"), pathlib.Path(folder, "koma-again.json")
    write(log, FIRST)
    check(count("--failed", "e2e", log), (0, ["e2e-late", "e2e-wrong"]))
    check(count("--failed", "engine", log), (0, ["graph"]))
    check(count(1, log)[1][-1], "2 passed, 4 failed, 2 skipped")
    write(again, AGAIN)
    status, said = count(0, log)
    check((status, said[-1]), (1, "3 passed, 2 failed, 2 skipped, 1 unsteady"))
    check([line.split(":", 1)[0] for line in said if line.startswith("failed")],
          ["failed at first, passed when run again", "failed", "failed"])
    write(log, FIRST[:1])
    check(count(0, log)[0], 0)
