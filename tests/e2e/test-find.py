# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures are searched, filtered, sorted, grouped and shown in a grid; actions are on what matches."""
from koma_gui import (BUTTONS, MENU_ITEMS, SCRATCH, Koma, find_button, find_drop_down, find_window, focus_window,
                      get_name, key, list_windows, press, read_clipboard, run, type_text, wait, walk, write_png)

PICTURES = {"b 10.png": "red", "b 9.png": "green", "a.png": "blue", "Äpfel.png": "red"}
EACH = ["b 10.png: red ", "b 9.png: green ", "a.png: blue ", "Äpfel.png: red "]


def write_pictures():
    return [write_png(SCRATCH / name, colour) for name, colour in PICTURES.items()]


def type_search(text):
    key("ctrl+f")
    key("ctrl+a")
    type_text(text)


def choose(koma, button, name, which=-1):
    """An item of a menu that has the name perhaps twice."""
    koma.click(button)

    def find_item():
        items = [node for node in walk(koma.node)
                 if get_name(node) == name and node.get_role() in MENU_ITEMS]
        return items and items[which]
    press(wait(f"“{name}” in “{button}”", find_item))
    key("Escape")


def test_search():
    """Words of names, without accents and case; Escape ends it, and shortcuts are the text's."""
    with Koma(*write_pictures()) as koma:
        koma.wait_rows(EACH)
        koma.focus()
        type_search("APFEL")
        koma.wait_rows(EACH[3:])
        koma.wait_label("1 of 4 pictures", "APFEL")
        key("ctrl+a", "Delete")  # of the text
        koma.wait_rows(EACH)
        type_search("red")
        koma.wait_rows([EACH[0], EACH[3]])
        key("Escape")
        koma.wait_rows(EACH)
        wait("the focus in the list", koma.get_focused_row)
        type_search("nowhere")
        koma.wait_label("No Picture Matches")
        koma.click("Show All Pictures")
        koma.wait_rows(EACH)


def test_all_that_match():
    """They are copied, removed and come back; the others stay."""
    with Koma(*write_pictures()) as koma:
        koma.wait_rows(EACH)
        koma.focus()
        type_search("red")
        koma.wait_rows([EACH[0], EACH[3]])
        key("Return", "ctrl+a", "ctrl+c")
        wait("the copy", lambda: read_clipboard().count("red 100%") == 2 and
             read_clipboard().count("\n") == 1)
        key("Delete")
        koma.wait_label("No Picture Matches")
        koma.click("Show All Pictures")
        koma.wait_rows(EACH[1:3])
        key("ctrl+z")
        koma.wait_rows(EACH)


def test_order():
    """Numbers in names count, groups say how many there are, and both are remembered."""
    with Koma(*write_pictures()) as koma:
        koma.wait_rows(EACH)
        koma.focus()
        choose(koma, "Sort and Group", "Name")
        koma.wait_rows(["a.png: ", "b 9.png: ", "b 10.png: ", "Äpfel.png: "])
        choose(koma, "Sort and Group", "Descending")
        koma.wait_rows(["Äpfel.png: ", "b 10.png: ", "b 9.png: ", "a.png: "])
        choose(koma, "Sort and Group", "Class")
        koma.wait_rows(["blue – 1 picture. a.png: ", "green – 1 picture. b 9.png: ",
                        "red – 2 pictures. Äpfel.png: ", "b 10.png: "])


def test_filter():
    """By state; the line above the list says what is hidden, and shows all again."""
    broken = SCRATCH / "broken.png"
    broken.write_bytes(b"")
    with Koma(*write_pictures(), broken) as koma:
        koma.wait_rows([*EACH, "broken.png: "])
        koma.focus()
        koma.click("Filter")
        wait("the filter", lambda: find_drop_down(koma.node, "Show"))
        key("space", "Down", "Down", "Down", "Return")
        koma.wait_rows(["broken.png: "])
        key("Escape")
        koma.wait_label("1 of 5 pictures", "Errors")
        koma.click("Show All")
        koma.wait_rows([*EACH, "broken.png: "])


def test_grid():
    """The same pictures, with the same actions."""
    with Koma(*write_pictures()) as koma:
        koma.wait_rows(EACH)
        koma.focus()
        koma.click("Grid")
        wait("the tiles", lambda: any(tile.startswith(EACH[3]) for tile in koma.tiles()))
        key("ctrl+f", "Return", "Home", "Delete")
        koma.wait_label("1 picture removed")
        key("ctrl+a", "ctrl+c")
        wait("the copy of the others", lambda: read_clipboard().count("100%") == 3)


def find_selection_bar(koma):
    return find_button(koma.node, "Unselect All")


def check_selection_bar(koma, get_rows):
    """From the first pictures on: several at once."""
    koma.focus()
    key("Home")
    assert find_selection_bar(koma) is None, "of one picture"
    key("shift+Down" if get_rows == koma.rows else "shift+Right")
    koma.wait_label("2 pictures selected")
    koma.click("Copy Results")
    wait("the copy", lambda: len(read_clipboard().splitlines()) == 2)
    press(find_selection_bar(koma))
    wait("the bar to go", lambda: find_selection_bar(koma) is None)
    koma.focus()
    key("ctrl+a")
    koma.wait_label("4 pictures selected")
    koma.click("Remove From List")
    wait("them to go", lambda: not get_rows())
    key("ctrl+z")
    koma.wait_rows(EACH, get_rows)
    wait("the bar to be gone", lambda: find_selection_bar(koma) is None)


def test_selection_bar():
    """While several are selected it says how many, and has what can be done with them."""
    with Koma(*write_pictures()) as koma:
        koma.wait_rows(EACH)
        check_selection_bar(koma, koma.rows)
        key("ctrl+a")
        koma.wait_label("4 pictures selected")
        press([node for node in walk(koma.node) if get_name(node) == "Take Along" and node.get_role() in BUTTONS and
               node.get_n_actions() > 0][-1])
        koma.choose("Export…")
        wait("the dialog", lambda: list_windows("Export"))
        focus_window(find_window("Export"))
        key("Escape")
        wait("the dialog to close", lambda: not list_windows("Export"))
        koma.focus()
        koma.click("Grid")
        koma.wait_rows(EACH, koma.tiles)
        check_selection_bar(koma, koma.tiles)


run(test_search, test_all_that_match, test_order, test_filter, test_grid, test_selection_bar)
