#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""All that `meson install` puts into a folder is in a Debian package, and `ninja uninstall` takes it
away again. Takes Meson's own command."""
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile

build = pathlib.Path(os.environ["KOMA_BUILD"])
packages = pathlib.Path(os.environ["KOMA_SOURCE"]) / "data" / "packages" / "debian"
# The one list that ninja uninstall knows: the user's own is put back.
log = build / "meson-logs" / "install-log.txt"
meson = sys.argv[1]
wrong = []


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def options():
    return {option["name"]: option["value"]
            for option in json.loads(run(meson, "introspect", str(build), "--buildoptions"))}


def as_in_debian(path, option):
    """Debian's prefix is usr, and its libdir has the machine's name in it."""
    path = path.relative_to(option["prefix"].lstrip("/"))
    if path.is_relative_to(option["libdir"]):
        path = "lib/machine" / path.relative_to(option["libdir"])
    return f"usr/{path}"


def check_packages(installed):
    patterns = [line for install in packages.glob("*.install")
                for line in install.read_text().split()]
    for path in installed:
        homes = [pattern for pattern in patterns
                 if fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path, f"{pattern}/*")]
        if len(homes) != 1:
            wrong.append(f"{path}: in {homes or 'no file'} of data/packages/debian/*.install")


def holds_bytecode(path):
    """Meson compiles Python's files since 1.2, and does not take away what it made of them."""
    return path.suffix == ".pyc" or path.is_dir() and any(path.rglob("*.pyc"))


kept = log.read_bytes() if log.exists() else None
with tempfile.TemporaryDirectory() as folder:
    stage = pathlib.Path(folder) / "stage"
    try:
        run(meson, "install", "-C", str(build), "--destdir", str(stage))
        option = options()
        installed = [as_in_debian(path.relative_to(stage), option)
                     for path in stage.rglob("*") if path.is_file()]
        run("ninja", "-C", str(build), "uninstall")
        wrong += [f"{path}: still there" for path in stage.rglob("*") if not holds_bytecode(path)]
    finally:
        if kept is not None:
            log.write_bytes(kept)
if "usr/bin/koma" not in installed:
    wrong.append("usr/bin/koma: not installed")
check_packages(installed)
print("\n".join(wrong))
sys.exit(bool(wrong))
