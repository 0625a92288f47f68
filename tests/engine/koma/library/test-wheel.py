#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A wheel of a build folder is the same each time, and Python of an empty environment computes with it.

test-wheel.py SOURCE-FOLDER BUILD-FOLDER

It is run by the Python that has PyGObject, whose packages the environment sees; 77: there is no pip or venv.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

source, build = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(source / "engine" / "koma" / "library" / "wheel"))
sys.dont_write_bytecode = True
import koma_wheel  # noqa: E402

PROGRAM = """
from koma import Koma
import gi.repository
assert gi.repository.Koma is Koma
x = Koma.variable([1.0, 2.0])
print(Koma.grad(lambda x: (x * x).sum())(x).tolist(), Koma.data.arrays([1, 2]).class_names)
with open("/proc/self/maps", encoding="utf-8") as maps:
    print({line.split()[-1] for line in maps if "libkoma.so" in line})
"""
# As if Koma were neither built nor installed.
LOCAL = ("GI_TYPELIB_PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME")


def run(*command):
    environment = {name: value for name, value in os.environ.items() if name not in LOCAL}
    return subprocess.check_output(list(map(str, command)), text=True, env=environment)


def make_environment(folder):
    try:
        import pip  # noqa: F401
        import venv
        venv.create(folder, system_site_packages=True, with_pip=False)
    except ImportError as error:
        print(error)
        sys.exit(77)
    return folder / "bin" / "python"


def check_record(path):
    """Each file is in the record, with its sum."""
    with zipfile.ZipFile(path) as wheel:
        [record] = [name for name in wheel.namelist() if name.endswith("/RECORD")]
        lines = [line.rsplit(",", 2) for line in wheel.read(record).decode().splitlines()]
        assert [line[0] for line in lines] == wheel.namelist(), lines
        for name, digest, size in lines[:-1]:
            data = wheel.read(name)
            assert len(data) == int(size), name
            assert digest == "sha256=" + koma_wheel.base64.urlsafe_b64encode(
                hashlib.sha256(data).digest()).rstrip(b"=").decode(), name


def check_sources(folder):
    """Where git is there: what a wheel is made of is in the archive."""
    if not (source / ".git").exists() or shutil.which("git") is None:
        return
    with tarfile.open(folder / koma_wheel.build_sdist(folder)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"PKG-INFO", "meson.build", "pyproject.toml", "engine/koma/library/wheel/koma/__init__.py"} <= names


with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    python = make_environment(folder / "environment")
    settings = {"build-dir": str(build)}
    wheel = folder / koma_wheel.build_wheel(folder, settings)
    first = wheel.read_bytes()
    koma_wheel.build_wheel(folder, settings)
    assert wheel.read_bytes() == first
    check_record(wheel)
    check_sources(folder)
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", wheel)
    program = folder / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    found = run(python, program)
    [library] = (folder / "environment").rglob("libkoma.so.0")
    assert found == f"[2.0, 4.0] []\n{{'{library.resolve()}'}}\n", found
    run(sys.executable, "-m", "pip", "--python", python, "uninstall", "--quiet", "--yes", "koma")
    assert not list((folder / "environment").rglob("*oma*")), list((folder / "environment").rglob("*oma*"))
    try:
        koma_wheel.build_wheel(folder, {"build-dir": str(folder)})
    except FileNotFoundError as error:
        assert "libkoma.so.0 is not there" in str(error), error
    else:
        raise AssertionError("a wheel of nothing")
