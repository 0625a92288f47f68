#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every C file is as clang-format 14 and .clang-format leave it; others differ in places."""
import os
import re
import shutil
import subprocess
import sys

import source

WANTED = "14"


def find_tool():
    for name in ("clang-format-" + WANTED, os.environ.get("CLANG_FORMAT") or "clang-format"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], capture_output=True, text=True, check=True)
            if re.search(r"version " + WANTED + r"\.", said.stdout):
                return name
    return None


tool = find_tool()
if tool is None:
    print(f"skipped: there is no clang-format {WANTED}")
    sys.exit(source.SKIPPED)

said = subprocess.run([tool, "--dry-run", *map(str, source.files(".c", ".h"))],
                      cwd=source.ROOT, capture_output=True, text=True, check=True)
places = sorted(set(re.findall(r"^(\S+?:\d+):\d+: warning", said.stderr, re.MULTILINE)))
source.report([f"{place}: not as clang-format -i has it" for place in places])
