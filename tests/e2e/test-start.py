# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starting: a second time, while a dialog is open, and with another renderer."""
from koma_gui import COLOURS, SCRATCH, Koma, key, run, write_png


def test_second_start():
    """Hands its pictures to the window there is."""
    first, second = write_png(SCRATCH / "1.png", "red"), write_png(SCRATCH / "2.png", "blue")
    with Koma(first) as koma:
        koma.wait_rows(["1.png: red "])
        koma.open(second)
        koma.wait_rows(["1.png: red ", "2.png: blue "])


def test_with_dialog():
    """A dialog in front is not taken for the window that pictures go to."""
    broken = SCRATCH / "broken.json"
    broken.write_text("{}")
    picture = write_png(SCRATCH / "3.png", "green")
    with Koma(model=broken) as koma:
        koma.click("Details")
        koma.wait_label("The Model Could Not Be Opened")
        koma.open("--model", COLOURS, picture)
        koma.wait_rows(["3.png: green "])
        key("Escape")


def test_gl():
    picture = write_png(SCRATCH / "gl.png", "green")
    with Koma(picture, GSK_RENDERER="opengl") as koma:
        koma.wait_rows(["gl.png: green "])


run(test_second_start, test_with_dialog, test_gl)
