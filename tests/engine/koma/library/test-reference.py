#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""libkoma's reference has all that is public, and what it and the pages refer to is there.

test-reference.py GI-DOCGEN CONFIG PAGES-FOLDER GIR
"""
import pathlib
import subprocess
import sys
import tempfile

gi_docgen, config, pages, gir = sys.argv[1:]


def run(command, *args):
    done = subprocess.run([gi_docgen, command, "--config", config, *args, gir],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, [line for line in done.stdout.splitlines() if "INFO" not in line]


status, undocumented = run("check")
print("\n".join(undocumented))
with tempfile.TemporaryDirectory() as folder:
    failed, warnings = run("generate", "--fatal-warnings", "--no-namespace-dir",
                           "--content-dir", pages, "--output-dir", folder)
    print("\n".join(warnings))
    n_files = len(list(pathlib.Path(folder).glob("*.html")))
sys.exit(status or bool(undocumented) or failed or n_files == 0)
