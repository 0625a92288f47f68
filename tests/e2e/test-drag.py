# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dragging out of another program onto the window."""
import subprocess

from koma_gui import (IS_WAYLAND, SCRATCH, Koma, drag, encode_png, equal, find_window, run, wait, write_png,
                      RGB)


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


def capture(name):
    path = SCRATCH / f"{name}.ppm"
    subprocess.run(["import", "-silent", "-window", find_window("Koma"), path], check=True)
    return path


def count_different(before, now):
    """Pixels of two pictures of the window that differ much."""
    done = subprocess.run(["compare", "-metric", "AE", "-fuzz", "20%", before, now, "null:"], capture_output=True,
                          text=True, check=False)
    return float(done.stderr)


def wait_covered(before, name):
    """Icon, words and the line around them cover what was there. GTK 4.8 tells of hidden ones as of those that are
    seen: only a picture says which they are."""
    wait("what is dragged to be welcome, as one sees it", lambda: count_different(before, capture(name)) > 3000)


def test_overlay():
    """While pictures are over the window, it says what will be done with them; no longer."""
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        before = capture("empty")
        drag(write_png(SCRATCH / "a.png", "red"), over=lambda: wait_covered(before, "empty-covered"))
        koma.wait_rows(["a.png: red "])
        listed = capture("list")
        drag(write_png(SCRATCH / "b.png", "green"), over=lambda: wait_covered(listed, "list-covered"))
        koma.wait_rows(["a.png: red ", "b.png: green "])
        wait("it to be gone", lambda: count_different(listed, capture("after")) <
             count_different(SCRATCH / "list-covered.ppm", SCRATCH / "after.ppm"))


tests = [test_three_files, test_folder, test_bytes, test_address, test_vanished_file]
run(*tests if IS_WAYLAND else [*tests, test_overlay])
