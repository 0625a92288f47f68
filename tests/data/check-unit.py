#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The unit of a watched folder: systemd reads it, and the program has the options that it names. Takes the unit."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

build = pathlib.Path(os.environ["KOMA_BUILD"])
unit = pathlib.Path(sys.argv[1])
text = unit.read_text(encoding="utf-8")
wrong = []
skipped = False

(command,) = re.findall(r"^ExecStart=(\S+/koma \w+) (.*)$", text, re.MULTILINE)
program, name = command[0].split(" ")
help_text = subprocess.run([build / "app" / "koma", name, "--help"], capture_output=True, text=True, check=True,
                           env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout
options = re.findall(r"--[\w-]+", command[1])
if len(options) < 2:
    wrong.append(f"ExecStart has only {options}")
for option in options:
    if not re.search(rf"^  (?:-\w, )?{option}\b", help_text, re.MULTILINE):
        wrong.append(f"ExecStart: koma {name} has no {option}")
if not command[1].endswith(" %f"):
    wrong.append("ExecStart does not end with the folder")

# The program is where it was built; the folder of an instance has a space in its name.
if shutil.which("systemd-analyze"):
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / unit.name.replace("@.", "@srv-my\\x20pictures.")
        copy.write_text(text.replace(program, str(build / "app" / "koma")), encoding="utf-8")
        done = subprocess.run(["systemd-analyze", "verify", "--user", "--man=no", copy], capture_output=True, text=True,
                              env={**os.environ, "XDG_RUNTIME_DIR": folder}, timeout=60)
        said = [line for line in done.stderr.splitlines() if copy.name in line or folder in line]
        if done.returncode or said:
            wrong.append(f"systemd-analyze verify: {done.returncode}: {done.stdout}{done.stderr}")
else:
    skipped = True

print("\n".join(wrong))
sys.exit(1 if wrong else 77 if skipped else 0)
