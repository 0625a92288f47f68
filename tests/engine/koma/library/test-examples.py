#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of data/examples/ print what the file beside them says, in all languages there are.

Each runs in an empty folder. Those of programs/ say what to do where the library is not found.

test-examples.py SOURCE-FOLDER BUILD-FOLDER [PYTHON [GJS]]
"""
import os
import pathlib
import subprocess
import sys
import tempfile

source, build, *interpreters = sys.argv[1:]
INTERPRETERS = dict(zip((".py", ".js"), interpreters))


def command(path):
    if path.suffix == ".c":
        return [pathlib.Path(build, path.relative_to(source)).with_suffix("")]
    if path.suffix == ".py":
        return [INTERPRETERS[".py"], path]
    return [INTERPRETERS[".js"], "-m", path]


def prints(path, wanted):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command(path), capture_output=True, text=True, cwd=folder)
    if done.returncode != 0 or done.stdout != wanted:
        print("\n".join("# " + line for line in [f"status {done.returncode}", *done.stdout.splitlines(),
                                                 *done.stderr.splitlines()]))
        return False
    return True


def asks_for_library(path):
    """A program that does not find Koma says what to do."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("GI_TYPELIB_PATH", "LD_LIBRARY_PATH")}
    done = subprocess.run(command(path), capture_output=True, text=True, env=environment)
    if done.returncode == 1 and "export GI_TYPELIB_PATH=" in done.stderr and "Traceback" not in done.stderr:
        return True
    print(f"# status {done.returncode}", *done.stderr.splitlines(), sep="\n# ")
    return False


def is_installed():
    code = "import gi; gi.require_version('Koma', '1.0')"
    environment = {name: value for name, value in os.environ.items() if name != "GI_TYPELIB_PATH"}
    return subprocess.run([INTERPRETERS[".py"], "-c", code], capture_output=True, env=environment).returncode == 0


# Each is there in all languages, with its text; one that is missing ends the test. learn/ has a test of its own.
LANGUAGES = ".c", ".py", ".js"
stems = {path.with_suffix("") for path in pathlib.Path(source).rglob("*")
         if path.suffix in (*LANGUAGES, ".txt") and path.parent.name != "learn"}
programs = [(stem.with_suffix(suffix), stem.with_suffix(".txt").read_text(encoding="utf-8"))
            for stem in sorted(stems) for suffix in LANGUAGES]
lost = [path for path, _ in programs if path.parent.name == "programs" and path.suffix in INTERPRETERS]
print(f"1..{len(programs) + len(lost)}")
if not programs:
    sys.exit(f"{source}: there are no programs")
for number, (path, wanted) in enumerate(programs, 1):
    name = path.relative_to(source)
    if path.suffix != ".c" and path.suffix not in INTERPRETERS:
        print(f"ok {number} {name} # SKIP no GObject Introspection")
    else:
        print("ok" if prints(path, wanted) else "not ok", number, name, flush=True)
for number, path in enumerate(lost, len(programs) + 1):
    name = f"{path.relative_to(source)} without the library"
    if is_installed():
        print(f"ok {number} {name} # SKIP Koma is installed")
    else:
        print("ok" if asks_for_library(path) else "not ok", number, name, flush=True)
