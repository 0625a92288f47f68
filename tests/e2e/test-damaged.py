# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each file that Koma keeps is damaged in turn: the window starts all the same, and once more. What somebody chose or
made is never lost without a word: the damaged file stays, under its own name or beside it."""
import os
import shutil

from koma_gui import SCRATCH, Koma, equal, find_window, key, list_windows, run, wait, write_png
from koma_state import make_places, use
from koma_teach import TeachPage

HOME, BACKUP = SCRATCH / "used", SCRATCH / "as-it-was"
DEEP = 100_000
NO_CLASSES = ("nothing in the folder was changed", "The journal was empty", "Is a directory", "Permission denied")


def empty(path):
    path.write_bytes(b"")


def fill(path):
    path.write_bytes(b"\xff" * max(path.stat().st_size, 1))


def cut(path):
    os.truncate(path, path.stat().st_size // 2)


def nest(path):
    path.write_bytes(b'{"a":[' * DEEP)


def make_folder(path):
    path.unlink()
    (path / "folder").mkdir(parents=True)


def forbid(path):
    path.chmod(0)


# The first is done to all files, of the others each file gets one.
WORST, OTHERS = fill, (empty, cut, nest, make_folder, forbid)
# A whole journal of one line, and settings that say less, are no damage that can be seen.
SEEN = (fill, nest)
# They can be made anew; or other programs keep them, and know nothing of this.
NOT_KEPT = ("autotune.ini", "keyfile", "gles")


def look(koma, path):
    """At what the file is for."""
    koma.focus()
    if "teach" in path.parts:
        page = TeachPage(koma)
        page.enter()
        wait("its classes, or why they are not there", lambda: page.find_card("red") or any(
            words in label for label in koma.labels() for words in NO_CLASSES))
    elif "models" in path.parts[:-1]:
        key("ctrl+shift+l")
        find_window("Models")
        key("Escape")
        wait("it to close", lambda: not list_windows("Models"))


def start(path):
    picture = write_png(SCRATCH / "picture.png", "green")
    with Koma(picture, **make_places(HOME)) as koma:
        koma.wait_rows(["picture.png: green "])
        look(koma, path)


def check(path, damage):
    shutil.rmtree(HOME)
    shutil.copytree(BACKUP, HOME, symlinks=True)
    damage(path)
    content = path.read_bytes() if damage in SEEN else None
    for _ in range(2):
        start(path)
    if content is not None and not any(part in NOT_KEPT for part in path.parts):
        assert content in [one.read_bytes() for one in path.parent.iterdir() if one.is_file()], "it is lost"


def test_each():
    files = use(HOME)
    shutil.copytree(HOME, BACKUP, symlinks=True)
    failed = []
    for i, path in enumerate(files):
        for damage in (WORST, *(OTHERS if os.environ.get("KOMA_DAMAGE") == "all" else [OTHERS[i % len(OTHERS)]])):
            try:
                check(path, damage)
            except Exception as error:  # the others are tried, too
                failed.append(f"{damage.__name__} {path.relative_to(HOME)}: {error}")
                print(f"    {failed[-1]}", flush=True)
    equal(failed, [])


run(test_each)
