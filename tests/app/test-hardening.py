#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the program is built, loaded, and what it says where the machine gives it nothing."""
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile

from koma_cli import BUILD, COLOURS, KOMA, RGB, Skip, check, contains, equal, koma, run_all, write_png

MODULE = BUILD / "app" / "koma-window.so"
FORTIFIED = os.environ["KOMA_FORTIFIED"] == "true"
SANITIZED = os.environ["KOMA_SANITIZER"] != "none"


def readelf(*args):
    if shutil.which("readelf") is None:
        raise Skip("no readelf")
    return subprocess.run(["readelf", *args], check=True, capture_output=True, encoding="utf-8").stdout


def built():
    return [path for path in (KOMA, MODULE) if path.exists()]


def search_path(folder):
    """No folder of the program's own choice is searched for libraries."""
    for path in built():
        equal(re.findall(r".*(?:RPATH|RUNPATH).*", readelf("-W", "-d", path)), [])


def few_libraries(folder):
    """What seldom is wanted is no part of each start: it takes longer than all the rest."""
    if SANITIZED:
        raise Skip("sanitizers have libraries of their own")
    tried = check(koma("--version", LD_DEBUG="files"), 0).stderr
    contains(tried, "file=libglib-2.0.so.0")
    equal(re.findall(r"file=(lib(?:archive|exempi|xml2|icu\w*|stdc\+\+|soup|gtk)\S*)", tried), [])


def working_directory(folder):
    """A library of the right name in the working directory is not even looked at."""
    needed = re.findall(r"\(NEEDED\).*\[(.+)\]", readelf("-W", "-d", KOMA))
    for name in [*needed, "koma-window.so"]:
        (folder / name).write_text("no library")
        for below in ("X" * 8, "lib", "koma"):
            (folder / below).mkdir(exist_ok=True)
            (folder / below / name).write_text("no library")
    result = check(koma("--version", cwd=folder, LD_DEBUG="libs"), 0)
    tried = re.findall(r"trying file=(.*)", result.stderr)
    equal([path for path in tried if not path.startswith("/")], [])


def mapped(folder):
    """Addresses at random, and no table of them that can be written once the program runs."""
    for path in built():
        if not SANITIZED:  # tests/run gives those a fixed address
            contains(readelf("-W", "-h", path), "DYN ")
        contains(readelf("-W", "-l", path), "GNU_RELRO")
        contains(readelf("-W", "-d", path), "NOW")
        stack = re.search(r"GNU_STACK.*", readelf("-W", "-l", path)).group()
        assert " RW " in stack, stack


def checked(folder):
    """Buffers on the stack are guarded, and copies into buffers of known size."""
    if not FORTIFIED:
        raise Skip("not optimised, or with a sanitizer")
    for path in built():
        symbols = readelf("-W", "--dyn-syms", path)
        contains(symbols, "__stack_chk_fail")
        # A file that calls nothing with a checked twin has nothing to check.
        calls = re.findall(r" ((?:v?f?printf|v?sn?printf|str(?:cpy|cat|ncpy)|f?read|realpath)(?:_chk)?)@", symbols)
        if not calls and path != KOMA:
            continue
        assert re.search(r"__(mem|str|f?printf|sn?printf|vs?n?f?printf|read|fread|fdelt)\w*_chk", symbols), path


def limited(limits, *args):
    """Runs the program with limits of the machine, as nobody where it is root, whom limits do not concern."""
    def set_limits():
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        for kind, value in limits.items():
            resource.setrlimit(kind, (value, value))

    with tempfile.TemporaryDirectory(prefix="koma-home-") as home:
        pathlib.Path(home).chmod(0o777)
        env = {"PATH": os.environ["PATH"], "HOME": home, "XDG_CACHE_HOME": home, "LC_ALL": "C.UTF-8",
               "KOMA_DATA_DIR": home}
        return subprocess.run([KOMA, *args], env=env, encoding="utf-8", capture_output=True,
                              timeout=240, preexec_fn=set_limits)


def little_of_everything(folder):
    """Not enough threads or memory is a sentence and an exit code, whichever of them it is that lacks."""
    if SANITIZED:
        raise Skip("sanitizers take memory of their own")
    folder.chmod(0o755)
    picture = write_png(folder / "red.png", RGB["red"])
    args = ["classify", "--model", COLOURS, picture]
    try:
        fine = limited({}, *args)
    except PermissionError:
        raise Skip("nobody may not run the program here")
    if fine.returncode != 0:
        raise Skip(f"nobody can not do it either: {fine.stderr}")
    result = limited({resource.RLIMIT_NPROC: 1}, *args)
    contains(check(result, 2).stderr, "koma: ", "thread")
    for mebibytes in (24, 32, 40, 48, 64, 80, 128, 200):
        result = limited({resource.RLIMIT_AS: mebibytes << 20}, *args)
        # 127: the loader itself, which has said so; SIGABRT: GLib 2.84 in g_strdup_printf(), likewise.
        is_glib = result.returncode == -signal.SIGABRT and "gprintf.c" in result.stderr
        assert result.returncode in (0, 1, 2, 127) or is_glib, (mebibytes, result)
        assert result.returncode == 0 or result.stderr, mebibytes


def closed(folder):
    """Standard descriptors that are closed are not mistaken for files of the program."""
    picture = write_png(folder / "red.png", RGB["red"])

    def run(command):
        return subprocess.run(["sh", "-c", command, KOMA, COLOURS, picture], encoding="utf-8", capture_output=True,
                              timeout=240, cwd=folder, env={**os.environ, "HOME": str(folder)})

    result = run('"$0" classify --model "$1" - <&-')
    equal(result.returncode, 1)
    contains(result.stderr, "standard input")
    result = run('"$0" classify --model "$1" "$2" >&-')
    equal(result.returncode, 2)
    contains(result.stderr, "can not be written")
    equal(run('"$0" classify --model "$1" "$2" 2>&-').returncode, 0)


run_all([search_path, few_libraries, working_directory, mapped, checked, little_of_everything, closed])
