#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program finds the installed libkoma by pkg-config and runs with it.

test-install.py BUILD-FOLDER MESON PKG-CONFIG PROGRAM.c COMPILER...

Compiles PROGRAM.c with the build folder, and with what was installed into an empty folder;
PROGRAM.txt is what it prints. What Python and JavaScript load is installed, too.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

build, meson, pkg_config, source, *compiler = sys.argv[1:]


def run(*command, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout


def compile_and_run(folder, description, library):
    """By koma.pc or koma-uninstalled.pc, without what this program may be told itself."""
    flags = run(pkg_config, "--cflags", "--libs", description.stem, PKG_CONFIG_PATH=str(description.parent)).split()
    program = pathlib.Path(folder, description.stem)
    run(*compiler, "-o", str(program), source, *flags)
    found = run(str(program), LD_LIBRARY_PATH=str(library))
    wanted = pathlib.Path(source).with_suffix(".txt").read_text(encoding="utf-8")
    if found != wanted:
        sys.exit(f"{' '.join(flags)}\n{found}")
    return " ".join(flags)


def check_javascript(stage, library):
    """gjs imports the installed tf.js."""
    [module] = stage.rglob("gjs-1.0/koma/tf.js")
    [typelib] = stage.rglob("Koma-1.0.typelib")
    program = stage / "program.js"
    code = f"import * as tf from '{module.as_uri()}';\nprint(tf.add(1, 2).arraySync());\n"
    program.write_text(code, encoding="utf-8")
    found = run("gjs", "-m", str(program), GI_TYPELIB_PATH=str(typelib.parent), LD_LIBRARY_PATH=str(library),
                GJS_PATH=str(module.parents[1]))
    if found != "3\n":
        sys.exit(f"tf.js: {found}")


with tempfile.TemporaryDirectory() as stage:
    compile_and_run(
        stage,
        pathlib.Path(build, "meson-uninstalled", "koma-uninstalled.pc"),
        pathlib.Path(build, "engine", "koma", "library"),
    )
    tags = "devel,runtime,python-runtime,typelib"
    run(meson, "install", "-C", build, "--quiet", "--no-rebuild", "--destdir", stage, "--tags", tags)
    [description] = pathlib.Path(stage).rglob("koma.pc")
    text = description.read_text(encoding="utf-8")
    # As if the folder were the root.
    description.write_text(text.replace("prefix=/", f"prefix={stage}/", 1), encoding="utf-8")
    flags = compile_and_run(stage, description, description.parent.parent)
    if stage not in flags:
        sys.exit(flags)
    if list(pathlib.Path(build).rglob("Koma-1.0.typelib")):
        library = pathlib.Path(source).parents[3] / "engine/koma/library"
        parts = [str(path.relative_to(library / "python")) for path in library.rglob("python/**/*.py")]
        parts += [f"gjs-1.0/koma/tf/{path.name}" for path in library.glob("javascript/tf/*.js")]
        parts += ["gjs-1.0/overrides/Koma.js", "gjs-1.0/koma/tf.js", "gjs-1.0/koma/tf.d.ts"]
        for path in (*parts, "gi-stubs/repository/Koma.pyi"):
            if not list(pathlib.Path(stage).rglob(path)):
                sys.exit(f"{path} is not installed")
        if shutil.which("gjs") is not None:
            check_javascript(pathlib.Path(stage), description.parent.parent)
