#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program finds the installed libkoma by pkg-config and runs with it.

test-install.py BUILD-FOLDER MESON PKG-CONFIG PROGRAM.c COMPILER...

Installs into an empty folder and compiles PROGRAM.c with that; PROGRAM.txt is what it prints.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

build, meson, pkg_config, source, *compiler = sys.argv[1:]


def run(*command, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout


with tempfile.TemporaryDirectory() as stage:
    run(meson, "install", "-C", build, "--quiet", "--no-rebuild", "--tags", "devel,runtime", "--destdir", stage)
    [description] = pathlib.Path(stage).rglob("koma.pc")
    text = description.read_text(encoding="utf-8")
    # As if the folder were the root.
    description.write_text(text.replace("prefix=/", f"prefix={stage}/", 1), encoding="utf-8")
    flags = run(pkg_config, "--cflags", "--libs", "koma", PKG_CONFIG_PATH=str(description.parent)).split()
    program = pathlib.Path(stage, "program")
    run(*compiler, "-o", str(program), source, *flags)
    found = run(str(program), LD_LIBRARY_PATH=str(description.parent.parent))
    wanted = pathlib.Path(source).with_suffix(".txt").read_text(encoding="utf-8")
    if stage not in " ".join(flags) or found != wanted:
        sys.exit(f"{' '.join(flags)}\n{found}")
