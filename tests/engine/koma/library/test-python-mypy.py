#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""mypy finds nothing in Koma.pyi, nor in the examples, which it reads with it; and it finds a mistake.

The functions of the examples have no annotations: what mypy knows of them it knows from Koma.pyi.

test-python-mypy.py MYPY KOMA.pyi EXAMPLES-FOLDER
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

mypy, stub, examples = sys.argv[1:]
# What PyGObject's own stubs, which are not in Debian, have of what Koma.pyi names.
FOREIGN = {
    "__init__.pyi": "def require_version(namespace: str, version: str) -> None: ...\n",
    "repository/__init__.pyi": "",
    "repository/Gio.pyi": "from typing import Any\ndef __getattr__(name: str) -> Any: ...\n",
    "repository/GLib.pyi": "from typing import Any\n"
                           "class Error(RuntimeError):\n    message: str\n    domain: str\n    code: int\n"
                           "def __getattr__(name: str) -> Any: ...\n",
    "repository/GObject.pyi": "class Object: ...\nclass InitiallyUnowned(Object): ...\n",
}
MISTAKE = """
from gi.repository import Koma
x = Koma.tensor([1, 2])
x.no_such_function()
Koma.Tensor.new_linspace("a", [], {})
"""
OPTIONS = ["--strict", "--allow-untyped-defs", "--allow-untyped-calls", "--check-untyped-defs",
           "--disable-error-code=var-annotated", "--no-warn-return-any", "--no-color-output"]


def check(files, folder, temporary):
    environment = {**os.environ, "MYPYPATH": f"{temporary}/stubs"}
    done = subprocess.run([mypy, *OPTIONS, "--cache-dir", f"{temporary}/cache", *files], cwd=folder, env=environment,
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


with tempfile.TemporaryDirectory() as temporary:
    stubs = pathlib.Path(temporary, "stubs", "gi")
    for name, text in FOREIGN.items():
        (stubs / name).parent.mkdir(parents=True, exist_ok=True)
        (stubs / name).write_text(text, encoding="utf-8")
    shutil.copy(stub, stubs / "repository" / "Koma.pyi")
    complaints = []
    for room in sorted(path for path in pathlib.Path(examples).iterdir() if list(path.glob("*.py"))):
        code, said = check(sorted(path.name for path in room.glob("*.py")), room, temporary)
        if code != 0:
            complaints.append(said)
    pathlib.Path(temporary, "mistake.py").write_text(MISTAKE, encoding="utf-8")
    code, said = check(["mistake.py"], temporary, temporary)
    if code != 1 or "no_such_function" not in said or "mistake.py:5" not in said:
        complaints.append(f"mypy does not see the mistakes: {said}")
sys.exit("\n".join(complaints) or 0)
