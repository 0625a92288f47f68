# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The file dialog, the clipboard and the command line as ways in."""
from koma_gui import (COLOURS, RGB, SCRATCH, Koma, choose_file, copy, encode_png, equal, find_window, focus_window,
                      key, list_windows, run, wait, write_png)


def test_open_dialog():
    path = write_png(SCRATCH / "from dialog.png", "green")
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        key("ctrl+o")
        choose_file("Open Pictures", path)
        koma.wait_rows(["from dialog.png: green "])


def test_cancelled_dialog():
    """Leaves everything as it was, and can be opened again."""
    path = write_png(SCRATCH / "second.png", "red")
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        key("ctrl+o")
        focus_window(find_window("Open Pictures"))
        key("Escape")
        wait("the dialog to close", lambda: not list_windows("Open Pictures"))
        koma.focus()
        key("ctrl+o")
        choose_file("Open Pictures", path)
        koma.wait_rows(["second.png: red "])


def test_paste_picture():
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        copy("image/png", encode_png(RGB["blue"]))
        key("ctrl+v")
        koma.wait_rows(["Picture 1: blue "])
        key("ctrl+v")
        koma.wait_rows(["Picture 1: blue ", "Picture 2: blue "])


def test_paste_files():
    paths = [write_png(SCRATCH / "é 日本.png", "green"), write_png(SCRATCH / "100%.png", "red")]
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        copy("text/uri-list", "".join(f"{path.as_uri()}\r\n" for path in paths).encode())
        key("ctrl+v")
        koma.wait_rows(["é 日本.png: green ", "100%.png: red "])


def test_paste_text():
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        copy("text/plain", b"no picture")
        key("ctrl+v")
        koma.wait_label("There is no picture in that")
        equal(koma.rows(), [])


def test_paste_path():
    """A path or address as text, as terminals and editors copy it; and what is on the web."""
    red, blue = write_png(SCRATCH / "t 1.png", "red"), write_png(SCRATCH / "t2.png", "blue")
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        copy("UTF8_STRING", f"{red}\n{blue.as_uri()}\n".encode())
        key("ctrl+v")
        koma.wait_rows(["t 1.png: red ", "t2.png: blue "])
        copy("UTF8_STRING", b"https://example.org/cat.jpg")
        key("ctrl+v")
        koma.wait_toast("Koma fetches no pictures from the web. Save the file first, then open it.")
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        koma.focus()
        copy("UTF8_STRING", str(COLOURS).encode())
        key("ctrl+v")
        koma.wait_label("colours")


def test_arguments():
    paths = [write_png(SCRATCH / "1.png", "red"), write_png(SCRATCH / "2.png", "blue")]
    with Koma(*paths) as koma:
        koma.wait_rows(["1.png: red ", "2.png: blue "])


def test_equal_names():
    """Their folders tell them apart, in the list and for the clipboard, as long as they are there."""
    paths = [write_png(SCRATCH / folder / "cat.png", colour)
             for folder, colour in (("2024/May", "red"), ("2025/May", "green"), ("June", "blue"))]
    with Koma(paths[0]) as koma:
        koma.wait_rows(["cat.png: red "])
        koma.open(paths[1])
        koma.wait_rows(["2024/May/cat.png: red ", "2025/May/cat.png: green "])
        koma.open(paths[2])
        rows = ["2024/May/cat.png: red ", "2025/May/cat.png: green ", "June/cat.png: blue "]
        koma.wait_rows(rows)
        koma.focus()
        key("ctrl+Delete")
        koma.wait_rows([])
        koma.click("Undo")
        koma.wait_rows(rows)
        key("ctrl+Delete")
        koma.open(paths[1])
        koma.wait_rows(["cat.png: green "])


run(test_open_dialog, test_cancelled_dialog, test_paste_picture, test_paste_files, test_paste_text,
    test_paste_path, test_arguments, test_equal_names)
