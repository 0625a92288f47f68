# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starting: a second time, while a dialog is open, with another renderer, and without a graphics card."""
import pathlib
import re

from koma_gui import (AS_INSTALLED, COLOURS, SCRATCH, Koma, equal, key, name_gles, run, show_details, wait, walk,
                      write_png)


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


def test_as_installed():
    """Pictures are a grid, each with its answer, and no word is of what computes it."""
    pictures = [write_png(SCRATCH / f"{name}.png", name) for name in ("red", "blue")]
    with Koma(*pictures, **AS_INSTALLED) as koma:
        koma.wait_rows(["red.png: red ", "blue.png: blue "], koma.tiles)
        said = [text for node in walk(koma.node) for text in (node.get_name(), node.get_description()) if text]
        assert any("Answered by colours" in text for text in said), said
        equal([text for text in said if any(word in text for word in (" ms", "XNNPACK", "Plain C", "automatic"))], [])


def test_gl():
    picture = write_png(SCRATCH / "gl.png", "green")
    with Koma(picture, GSK_RENDERER="opengl") as koma:
        koma.wait_rows(["gl.png: green "])


def test_no_driver():
    """Where OpenGL is in software, the window neither draws with it nor keeps what looked for it."""
    if name_gles() != "OpenGL in software" or any(pathlib.Path("/dev").glob("dri/renderD*")):
        print("    skipped: there may be a graphics card, or there is no OpenGL")
        return
    picture = write_png(SCRATCH / "no-driver.png", "green")
    with Koma(picture, GSK_RENDERER="", KOMA_FLAGS="", **show_details()) as koma:
        koma.wait_rows(["no-driver.png: green "])
        kept = koma.home / "koma" / "autotune.ini"
        wait("automatic choice", kept.exists)
        assert re.search(r"; gles: .*, software, ", kept.read_text()), kept.read_text()
        equal(koma.list_software_drivers(), [])
    with Koma(picture, "--backend", "gles", **show_details()) as koma:
        koma.wait_label("OpenGL in software")
        assert koma.list_software_drivers(), "a driver that is needed goes by another name"


run(test_as_installed, test_second_start, test_with_dialog, test_gl, test_no_driver)
