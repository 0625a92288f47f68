# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window has the decimal comma of a locale, and what it saves has none."""
import csv
import re
import subprocess
import sys

from koma_gui import SCRATCH, Koma, choose_file, find, key, list_windows, run, show_details, wait, write_png
from koma_gui.tree import LISTS

LOCALE = "de_DE.UTF-8"


def test_comma():
    picture, answers = write_png(SCRATCH / "red.png", "red"), SCRATCH / "answers.csv"
    with Koma(picture, LOCPATH=str(SCRATCH), LC_ALL=LOCALE, LANGUAGE="en", **show_details()) as koma:
        koma.wait_rows(["red.png: red "])
        koma.focus()
        key("ctrl+a", "ctrl+e")
        wait("the dialog", lambda: list_windows("Export"))
        koma.click("Save…")
        choose_file("Save As", answers)
        wait("the dialog to close", lambda: not list_windows("Export"))
        row = next(csv.DictReader(answers.open(newline="", encoding="utf-8")))
        assert 0 < float(row["score1"]) <= 1, row
        koma.focus()
        key("Home", "Return")
        scores = wait("the scores", lambda: find(koma.node, LISTS, "All Scores"))
        wait("a comma", lambda: any(
            re.fullmatch(r"red, \d+,\d\d%", row.get_name()) for row in scores.get_children()))


done = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", SCRATCH / LOCALE], capture_output=True, check=False)
if done.returncode != 0:
    print("skipped: there are no sources of locales: Debian's package locales has them")
    sys.exit(77)
run(test_comma)
