# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything without a pointer."""
import json
import os
import shutil

from koma_gui import (COLOURS, MENU_ITEMS, SCRATCH, Koma, copy, equal, get_name, has_focus, key, read_clipboard,
                      read_row, run, wait, walk, write_many, write_png)


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
        # Which only what is seen can have.
        wait("the focus in the list", koma.get_focused_row)


def write_other_model():
    """The same, with other names."""
    folder = shutil.copytree(COLOURS, SCRATCH / "other")
    names = {"red": {"en": "Crimson"}, "green": {"en": "Verdant"}, "blue": {"en": "Azure"}}
    (folder / "label-names.json").write_text(json.dumps(names))
    return folder


def test_undo_key():
    """The last removal comes first; what comes back is answered by the model of now."""
    other = ["1.png: Crimson ", "2.png: Verdant ", "3.png: Azure "]
    with Koma(*three_pictures()) as koma:
        koma.wait_rows(ALL)
        koma.focus()
        key("Home", "Delete", "Home", "Delete")
        koma.wait_rows(ALL[2:])
        koma.open("--model", write_other_model())
        koma.wait_rows(other[2:])
        koma.focus()
        key("ctrl+z")
        koma.wait_rows(other[1:])
        key("ctrl+z", "ctrl+z")
        koma.wait_rows(other)
        key("ctrl+Delete")
        koma.wait_rows([])
        key("ctrl+z")
        koma.wait_rows(other)
        wait("the focus in the list", koma.get_focused_row)


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
        equal([line.split(":")[0] for line in koma.wait_all(len(names))], names)
        key("Home")
        wait("the window to answer", koma.rows)


def test_tab_leaves_list():
    """The arrow keys move in the list, and the way back leads to the same row."""
    with Koma(*three_pictures()) as koma:
        koma.wait_rows(ALL)
        koma.focus()
        key("Home", "Down")
        wait("the second row", lambda: is_focused(koma, ALL[1]))
        key("Tab")
        wait("the focus to leave", lambda: koma.get_focused_row() is None)
        key("shift+Tab")
        wait("the second row", lambda: is_focused(koma, ALL[1]))
        key("shift+Tab")
        wait("the focus to leave", lambda: koma.get_focused_row() is None)


def is_focused(koma, start):
    row = koma.get_focused_row()
    return row is not None and read_row(row).startswith(start)


def test_menu_of_row():
    with Koma(*three_pictures()) as koma:
        koma.wait_rows(ALL)
        koma.focus()
        key("Home", "Down")
        for _ in range(3):
            wait("the second row", lambda: is_focused(koma, ALL[1]))
            key("Menu")
            wait("the menu", lambda: has_focus(koma.wait_item("Open in Viewer")))
            key("Escape")
            wait("the focus to be back", lambda: is_focused(koma, ALL[1]))


def test_paste_after_clearing():
    many = write_many(SCRATCH / "many", 1000)
    pasted = write_png(SCRATCH / "pasted.png", "green")
    with Koma() as koma:
        copy("text/uri-list", f"{pasted.as_uri()}\r\n".encode())
        for _ in range(5):
            koma.open(many)
            wait("rows", lambda: len(koma.rows()) > 1)
            koma.focus()
            key("ctrl+Delete", "ctrl+v")
            koma.wait_rows(["pasted.png: green "])


def test_toasts_do_not_queue():
    """A newer one takes the place of an older one, also of one that has not yet appeared; the
    window can be closed at any time."""
    with Koma(*three_pictures()) as koma:
        koma.wait_rows(ALL)
        koma.focus()
        key("ctrl+a", "ctrl+c", "Home", "Delete", "ctrl+a", "ctrl+c")
        koma.wait_rows(ALL[1:])
        koma.wait_label("Copied")
        key("Home", "Delete")
        koma.wait_label("1 picture removed")
        assert "Copied" not in koma.labels()
        key("Escape")
        wait("the toast to go", lambda: not {"Copied", "1 picture removed"} & set(koma.labels()))
        key("ctrl+z", "ctrl+z", "Delete")


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
        koma.wait_item("Keyboard Shortcuts")
        equal([get_name(node) for node in walk(koma.node) if node.get_role() in MENU_ITEMS],
              ["Open Folder…", "Paste Pictures", "Select All", "Clear List",
               "Preferences", "Keyboard Shortcuts", "Help", "About Koma"])
        key("Escape")


run(test_delete_and_undo, test_clear_and_undo, test_undo_key, test_copy, test_copy_much,
    test_tab_leaves_list, test_menu_of_row, test_paste_after_clearing, test_toasts_do_not_queue,
    test_shortcuts_window, test_menu)
