#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma sort: pictures into folders by class, labels beside them, and all as it was."""
import hashlib
import json
import os
import shutil

from koma_cli import COLOURS, RGB, check, contains, equal, koma, run_all, write_png


def make_pictures(folder):
    pictures = folder / "pictures"
    pictures.mkdir()
    for number, name in enumerate(["red", "green", "blue", "red"]):
        write_png(pictures / f"{number}.png", RGB[name])
        os.utime(pictures / f"{number}.png", ns=(10**18, 10**18 + number))
        (pictures / f"{number}.png").chmod(0o640)
    return pictures


def snapshot(folder):
    """Everything below a folder: what it is, its content, its time, its mode."""
    return {str(path): (os.readlink(path) if path.is_symlink() else
                        hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder",
                        path.lstat().st_mtime_ns if path.is_file() else 0, path.lstat().st_mode)
            for path in folder.rglob("*") if "state" not in path.parts}


def sort(folder, *args):
    return koma("sort", *args, XDG_STATE_HOME=folder / "state")


def there_and_back(folder, *options):
    pictures = make_pictures(folder)
    before = snapshot(folder)
    args = ("--model", COLOURS, "--into", folder / "into", *options, pictures)
    result = check(sort(folder, *args, "--dry-run"), 0)
    equal(snapshot(folder), before)
    contains(result.stdout, f"{pictures}/0.png → {folder}/into/red/0.png\n")
    contains(check(sort(folder, *args), 0).stdout, "4 files")
    equal(sorted(path.relative_to(folder / "into").as_posix() for path in (folder / "into").rglob("*.png")),
          ["blue/2.png", "green/1.png", "red/0.png", "red/3.png"])
    equal(len(list(pictures.iterdir())), 0 if "--move" in options else 4)
    check(sort(folder, "--undo"), 0)
    equal(snapshot(folder), before)


def copy(folder):
    there_and_back(folder)


def move(folder):
    there_and_back(folder, "--move")


def link(folder):
    there_and_back(folder, "--link")


def by_kind(folder):
    """Folders of kinds, in the language of the person; a class without one has its own."""
    pictures = make_pictures(folder)
    model = folder / "model"
    shutil.copytree(COLOURS, model)
    (model / "kinds.json").write_text(json.dumps({
        "kinds": {"cold": {"en": "Cold colours", "de": "Kalte Farben"}},
        "classes": [{"kinds": ["cold"], "lines": [[2, 3]]}]}))
    args = ("--model", model, "--kinds", "--into", folder / "into", pictures)
    contains(check(sort(folder, *args, "--dry-run"), 0).stdout, "/into/red/0.png\n", "/into/Cold colours/1.png\n")
    check(sort(folder, *args), 0)
    equal(sorted(path.relative_to(folder / "into").as_posix() for path in (folder / "into").rglob("*.png")),
          ["Cold colours/1.png", "Cold colours/2.png", "red/0.png", "red/3.png"])
    (model / "kinds.json").write_text("{}")
    contains(check(koma("inspect", model), 0).stdout, "kinds.json is damaged")


def labels(folder):
    pictures = make_pictures(folder)
    before = snapshot(folder)
    check(sort(folder, "--model", COLOURS, "--xmp", pictures), 0)
    contains((pictures / "1.png.xmp").read_text(encoding="utf-8"), "<rdf:li>green</rdf:li>", "koma:Score")
    equal({path: value for path, value in snapshot(folder).items() if not path.endswith(".xmp")}, before)
    check(sort(folder, "--undo"), 0)
    equal(snapshot(folder), before)


def no_library(folder):
    """Without Exempi there are no labels beside pictures, and a sentence; all else works."""
    pictures = make_pictures(folder)
    before = snapshot(folder)
    libraries = folder / "libraries"
    libraries.mkdir()
    (libraries / "libexempi.so.8").write_text("no library")

    def without(*args):
        return koma("sort", *args, XDG_STATE_HOME=folder / "state", LD_LIBRARY_PATH=libraries)

    result = without("--model", COLOURS, "--xmp", pictures)
    assert result.returncode != 0, result
    contains(result.stderr, "XMP needs Exempi", "libexempi.so.8")
    shutil.rmtree(libraries)
    equal({path: value for path, value in snapshot(folder).items() if not path.startswith("state")}, before)


def left_alone(folder):
    """What is not sure or taken is counted, and the exit code tells."""
    pictures = make_pictures(folder)
    (folder / "into" / "red").mkdir(parents=True)
    (folder / "into" / "red" / "0.png").write_text("another's")
    result = check(sort(folder, "--model", COLOURS, "--into", folder / "into", "--skip-taken", pictures), 1)
    contains(result.stderr, "left alone: 1 (its name is taken)")
    equal((folder / "into" / "red" / "0.png").read_text(), "another's")
    result = check(sort(folder, "--model", COLOURS, "--into", folder / "other", "--sure-from", 1, pictures), 1)
    contains(result.stderr, "(not sure)")
    check(sort(folder, "--model", COLOURS, "--into", folder / "other", "--sure-from", 1, "--not-sure", "what/ever",
               pictures), 0)
    equal(len(list((folder / "other" / "what-ever").iterdir())), 4)


def usage(folder):
    contains(check(sort(folder), 2).stderr, "--into")
    contains(check(sort(folder, "--into", folder / "x", "--move", "--link", folder), 2).stderr, "--into")
    contains(check(sort(folder, "--undo", folder), 2).stderr, "--undo")
    contains(check(sort(folder, "--undo"), 2).stderr, "nothing to undo")


run_all([copy, move, link, by_kind, labels, no_library, left_alone, usage])
