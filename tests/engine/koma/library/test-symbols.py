#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""libkoma exports all functions that its version script lists, and nothing else.

test-symbols.py NM LIBRARY VERSION-SCRIPT
"""
import re
import subprocess
import sys

nm, library, script = sys.argv[1:]
listed = set(re.findall(r"^  (koma_\w+);", open(script, encoding="utf-8").read(), re.MULTILINE))
output = subprocess.run([nm, "--dynamic", "--defined-only", library], check=True, capture_output=True, text=True).stdout
exported = {line.split()[2].split("@")[0] for line in output.splitlines() if line.split()[1] == "T"}
others = {line.split()[2] for line in output.splitlines() if line.split()[1] not in "TA"}
if exported != listed or others or not listed:
    sys.exit(f"not exported: {sorted(listed - exported)}; not listed: {sorted(exported - listed | others)}")
