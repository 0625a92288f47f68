# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything without a pointer."""
import os

from koma_gui import SCRATCH, Koma, equal, key, read_clipboard, run, wait, write_png


def three_pictures():
    return [write_png(SCRATCH / f"{name}.png", colour)
            for name, colour in (("1", "red"), ("2", "green"), ("3", "blue"))]


ALL = ["1.png: red ", "2.png: green ", "3.png: blue "]


def test_delete_and_undo():
    with Koma(*three_pictures()) as koma:
        koma.wait_rows(ALL)
        koma.focus()
        key("Home", "Down", "Delete")
        koma.wait_rows([ALL[0], ALL[2]])
        koma.wait_label("1 picture removed")
        koma.click("Undo")
        koma.wait_rows(ALL)


def test_clear_and_undo():
    with Koma(*three_pictures()) as koma:
        koma.wait_rows(ALL)
        koma.focus()
        key("ctrl+Delete")
        koma.wait_label("3 pictures removed")
        koma.wait_label("Drop Pictures Here")
        koma.click("Undo")
        koma.wait_rows(ALL)


def test_copy():
    with Koma(*three_pictures()) as koma:
        koma.wait_rows(ALL)
        rows = koma.rows()
        koma.focus()
        key("ctrl+a", "ctrl+c")
        koma.wait_label("Copied")
        equal(read_clipboard().splitlines(), rows)


def test_copy_much():
    """More than X11 takes in one piece: it goes over in parts, and the window lives on."""
    names = [f"{i:04}-{'long' * 58}.png" for i in range(2200)]
    folder = SCRATCH / "much"
    first = write_png(folder / names[0], "red")
    for name in names[1:]:
        os.link(first, folder / name)
    with Koma(folder) as koma:
        cancel = koma.find_cancel()
        wait("the last row", lambda: not koma.is_sensitive(cancel) and koma.rows(), 60)
        koma.focus()
        key("ctrl+a", "ctrl+c")
        wait("the copy", lambda: names[-1] in read_clipboard())
        equal([line.split(":")[0] for line in read_clipboard().splitlines()], names)
        key("Home")
        wait("the window to answer", koma.rows)


def test_shortcuts_window():
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        key("ctrl+question")
        koma.wait_label("Open pictures")
        key("Escape")


def test_menu():
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        key("F10")
        koma.wait_label("Keyboard Shortcuts")
        key("Escape")


run(test_delete_and_undo, test_clear_and_undo, test_copy, test_copy_much, test_shortcuts_window, test_menu)
