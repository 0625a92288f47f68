# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dragging out of another program onto the window."""
from koma_gui import SCRATCH, Koma, drag, encode_png, equal, run, write_png, RGB


def test_three_files():
    files = [write_png(SCRATCH / "a.png", "red"), write_png(SCRATCH / "b c.png", "green"),
             write_png(SCRATCH / "é日本.png", "blue")]
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        drag(*files)
        koma.wait_rows(["a.png: red ", "b c.png: green ", "é日本.png: blue "])


def test_folder():
    folder = SCRATCH / "folder"
    write_png(folder / "1.png", "blue")
    write_png(folder / "deeper" / "2.png", "green")
    (folder / "notes.txt").write_text("no picture")
    with Koma() as koma:
        drag(folder)
        koma.wait_rows(["1.png: blue ", "2.png: green "])


def test_bytes():
    picture = SCRATCH / "green-bytes"
    picture.write_bytes(encode_png(RGB["green"]))
    with Koma() as koma:
        drag("--raw", "image/png", f"@{picture}")
        koma.wait_rows(["Picture 1: green "])


def test_address():
    """What is not on this computer is refused, and the reason told."""
    with Koma() as koma:
        drag("--raw", "text/uri-list", "https://example.org/cat.jpg\\r\\n")
        koma.wait_label("Koma fetches no pictures from the web")
        equal(koma.rows(), [])


def test_vanished_file():
    with Koma() as koma:
        drag("--raw", "text/uri-list", f"file://{SCRATCH}/gone.png\\r\\n")
        koma.wait_rows(["gone.png: The file is not there any more"])


run(test_three_files, test_folder, test_bytes, test_address, test_vanished_file)
