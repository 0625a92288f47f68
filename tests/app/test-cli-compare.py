#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma collection compare: what two models answered of the same pictures."""
import csv
import io
import os
import sqlite3

from koma_cli import COLOURS, RGB, check, contains, equal, koma, load_json, run_all, write_png


def classify(file, folder, *args, code=0):
    check(koma("classify", "--model", COLOURS, "--collection", file, *args, folder), code)


def make(folder):
    """Red and blue change places where channels do; green stays. One is answered now alone, one is broken."""
    pictures = folder / "pictures"
    pictures.mkdir()
    for name in ("red", "green", "blue"):
        write_png(pictures / f"{name}.png", RGB[name])
    write_png(pictures / "another red.png", RGB["red"])
    (pictures / "broken.png").write_bytes(b"no picture")
    file = folder / "c.koma"
    classify(file, pictures, code=1)
    write_png(pictures / "new.png", RGB["green"])
    classify(file, pictures, "--channels=bgr", code=1)
    return file


def change(file, sql):
    with sqlite3.connect(file) as connection:
        connection.executescript(sql)
    connection.close()


def compare(file, *args, code=0):
    return check(koma("collection", "compare", *args, file), code)


def text(folder):
    """What people read."""
    lines = compare(make(folder)).stdout.splitlines()
    contains(lines[0], "Before: colours (", "): answers: 4, failed: 1, alone: 0")
    contains(lines[1], "Now: colours (", "): answers: 5, failed: 1, alone: 1")
    equal(lines[2:6], ["Answered by both: 4, with the same label: 1", "Labels that changed most often:",
                       "    red → blue: 2", "    blue → red: 1"])
    equal(lines[6], "Pictures with two labels, the surest first:")
    equal(len(lines), 10)
    contains(lines[7], "    ", "/pictures/", ".png: ", " → ")


def programs(folder):
    """What programs read; the one that a person decides comes first."""
    file = make(folder)
    change(file, "INSERT INTO corrections (picture, label, corrected_us)"
                 " SELECT id, 'blue', 1 FROM pictures WHERE path IN (x'70696374757265732F7265642E706E67',"
                 " x'70696374757265732F626C75652E706E67');")
    found = load_json(compare(file, "--json"))
    equal((found["both"], found["agree"], found["corrected"]), (4, 1, 2))
    for side, answers, alone in (("before", 4, 0), ("now", 5, 1)):
        equal([found[side][name] for name in ("name", "answers", "failed", "alone", "right")],
              ["colours", answers, 1, alone, 1])
    assert found["before"]["recipe"] != found["now"]["recipe"], found
    equal(found["changes"], [{"before": "red", "now": "blue", "pictures": 2},
                             {"before": "blue", "now": "red", "pictures": 1}])
    pictures = found["pictures"]
    equal(sorted(os.path.basename(picture["path"]) for picture in pictures[:2]), ["blue.png", "red.png"])
    equal((pictures[2]["path"], pictures[2]["correction"]), (str(folder / "pictures" / "another red.png"), None))
    rows = list(csv.DictReader(io.StringIO(compare(file, "--csv").stdout, newline="")))
    equal([(row["path"], row["before"], row["now"], row["correction"], row["uri"]) for row in rows],
          [(one["path"], one["before"], one["now"], one["correction"] or "", one["uri"]) for one in pictures])
    equal([float(row["now_score"]) for row in rows], [round(one["now_score"], 6) for one in pictures])
    equal(len(compare(file, "--csv", "--limit=1").stdout.splitlines()), 2)
    short = load_json(compare(file, "--json", "--limit=1"))
    equal((short["changes"], short["pictures"]), (found["changes"][:1], pictures[:1]))
    equal(len(compare(file, "--limit=0").stdout.splitlines()), 4)


def which(folder):
    """The two that were used last, or those that are named."""
    file = make(folder)
    now, before = (load_json(compare(file, "--json"))[side]["recipe"] for side in ("now", "before"))
    change(file, "UPDATE models SET name = 'first' WHERE used_us = (SELECT min (used_us) FROM models);")

    def ask(*args):
        found = load_json(compare(file, "--json", *args))
        return found["before"]["recipe"], found["now"]["recipe"]

    equal(ask(), (before, now))
    equal(ask("--model", "first"), (now, before))
    equal(ask("--with", "first"), (before, now))
    equal(ask("--with", "colours"), (now, before))
    found = load_json(compare(file, "--json"))["now"]["hash"]
    equal(ask("-m", found, "-w", found), (before, now))


def refused(folder):
    """Sentences that say what is wrong, and what there is."""
    (folder / "pictures").mkdir()
    write_png(folder / "pictures" / "red.png", RGB["red"])
    one = folder / "one.koma"
    classify(one, folder / "pictures")
    contains(compare(one, code=2).stderr, f"koma: {one}: has answers of one model alone, “colours”; ")
    classify(one, folder / "pictures", "--channels=bgr")
    error = compare(one, "--with", "cats", code=2).stderr
    contains(error, f"koma: {one}: has no answers of a model “cats”; there are: colours (", "), colours (")
    contains(compare(one, "--json", "--csv", code=2).stderr, "--json", "--csv")
    contains(compare(one, "--limit=-2", code=2).stderr, "--limit: -2 is not a number from 0 to")
    contains(compare(folder / "none.koma", code=2).stderr, "none.koma")
    contains(check(koma("collection", "info", "--with=x", one), 2).stderr,
             "--with is for “koma collection compare”, not for “info”")


run_all([text, programs, which, refused])
