# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A helper that is ended while it decodes costs its picture; the window goes on, and so do the other pictures."""
import os
import pathlib
import signal

from koma_gui import SCRATCH, Koma, run, wait, write_png

# Large enough that a second of processor time goes by.
SIDE = 9000


def list_helpers(koma):
    """The ids of helper processes, and the seconds that each has computed."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:
            continue
        name, fields = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if name == "koma-decoder" and int(fields[1]) == koma.process.pid:
            found[int(folder.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def test_killed_helper():
    """Its picture has an error with its name, the next one an answer."""
    large = write_png(SCRATCH / "large.png", "red", SIDE, SIDE)
    with Koma(write_png(SCRATCH / "green.png", "green")) as koma:
        koma.wait_rows(["green.png: green "])
        before = list_helpers(koma)
        koma.open(large)

        def find_busy():
            return [one for one, seconds in list_helpers(koma).items() if seconds > before.get(one, 0) + 0.2]

        wait("a helper that decodes", find_busy, step=0.01)
        for helper in find_busy():
            os.kill(helper, signal.SIGKILL)
        koma.wait_rows(["green.png: green ", "large.png: Reading this picture crashed"])
        koma.open(write_png(SCRATCH / "blue.png", "blue"))
        koma.wait_rows(["green.png: green ", "large.png: ", "blue.png: blue "])


run(test_killed_helper)
