# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the command line share: running it, pictures, TAP."""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import traceback
import zlib

BUILD = pathlib.Path(os.environ["KOMA_BUILD"])
SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
SHARED = pathlib.Path(os.environ["KOMA_SHARED"])
KOMA = BUILD / "app" / "koma"
COLOURS = SOURCE / "tests" / "data" / "colours"
# Pictures are told apart by the types that are known there.
SYSTEM_DATA = "/usr/local/share:/usr/share"
RGB = {"red": (200, 20, 30), "green": (10, 180, 40), "blue": (30, 20, 220)}


def koma(*args, stdin=None, stdout=subprocess.PIPE, cwd=None, **env):
    """Runs the program; everything that it may look at is the test's own."""
    with tempfile.TemporaryDirectory(prefix="koma-home-") as home:
        return run_at(home, *args, stdin=stdin, stdout=stdout, cwd=cwd, **env)


def run_at(home, *args, stdin, stdout, cwd, **env):
    keep = {name: os.environ[name] for name in os.environ if name.startswith(("ASAN_", "UBSAN_", "LSAN_"))}
    full = {
        "PATH": os.environ["PATH"], "HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home,
        "XDG_CACHE_HOME": home, "XDG_DATA_DIRS": f"{home}:{SYSTEM_DATA}", "LC_ALL": "C.UTF-8", "KOMA_DATA_DIR": home,
        "G_DEBUG": "fatal-warnings",
        **keep, **env,
    }
    return subprocess.run([str(KOMA), *map(str, args)], input=stdin, cwd=cwd, env=full, encoding="utf-8",
                          errors="surrogateescape",
                          stdout=stdout, stderr=subprocess.PIPE, timeout=240)


def classify(*args, **more):
    """With the model of three colours."""
    return koma("classify", "--model", COLOURS, *args, **more)


def write_rows(path, rows):
    """Rows of colours, as PNG."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    data = b"".join(b"\0" + bytes(value for colour in row for value in colour) for row in rows)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                     chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))
    return path


def write_png(path, colour, width=40, height=30):
    """One colour all over."""
    return write_rows(path, [[colour] * width] * height)


def write_colours(folder):
    return [write_png(folder / f"{name}.png", rgb) for name, rgb in RGB.items()]


def write_floats(path, values):
    path.write_bytes(struct.pack(f"<{len(values)}f", *values))
    return path


def make_data(folder, about=None):
    """A folder of Koma's own data, with another model in place of Koma's own."""
    model = folder / "data" / "models" / "shogi"
    shutil.copytree(COLOURS, model)
    about = {"name": {"en": "Colours", "ja": "色"}, **(about or {})}
    (model / "koma.json").write_text(json.dumps(about), encoding="utf-8")
    return folder / "data"


class Skip(Exception):
    pass


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"found {found!r}, expected {expected!r}")


def contains(text, *words):
    for word in words:
        if word not in text:
            raise AssertionError(f"{word!r} is not in {text!r}")


def check(result, code):
    """The exit code is that; a crash never is."""
    if result.returncode != code:
        raise AssertionError(f"exit code {result.returncode}, expected {code}\n{result.stdout}\n{result.stderr}")
    return result


def is_language_heard():
    """The C library of Debian 13 takes no LANGUAGE in C.UTF-8, the one locale that is everywhere."""
    env = {"PATH": os.environ["PATH"], "TEXTDOMAINDIR": str(BUILD / "po"), "LC_ALL": "C.UTF-8", "LANGUAGE": "es"}
    return subprocess.run(["gettext", "koma", "Class"], env=env, capture_output=True, text=True).stdout != "Class"


def run_all(tests):
    """Runs test functions, each with an empty folder, and prints TAP."""
    failed = False
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        name = test.__name__.replace("_", "-")
        with tempfile.TemporaryDirectory(prefix="koma-test-") as folder:
            try:
                test(pathlib.Path(folder))
                print(f"ok {number} {name}")
            except Skip as skip:
                print(f"ok {number} {name} # SKIP {skip}")
            except Exception:
                failed = True
                print("".join(f"# {line}\n" for line in traceback.format_exc().splitlines()), end="")
                print(f"not ok {number} {name}")
        sys.stdout.flush()
    sys.exit(failed)


def load_json(result):
    return json.loads(result.stdout)
