# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text of twice the size in the smallest window: nothing widens it, and Tab scrolls each control into it."""
import subprocess

from koma_gui import (SCRATCH, Koma, Role, equal, find_window, focus_window, get_name, key, list_windows, run, wait,
                      walk, write_png, xdotool)
from koma_places import tour_board, tour_evaluation, tour_pictures, tour_start, tour_teach
from koma_shots import FRAME, get_smallest
from koma_teach import start_classes, teach_colours
from koma_walk import FocusWalk, describe

WIDTH, HEIGHT = 360, 294
# By which GTK 4.18 widens the header bar, for nothing that one would see.
SLACK = 1


def shrink(koma):
    window = find_window("Koma")
    xdotool("windowsize", window, WIDTH + 2 * FRAME, HEIGHT + 2 * FRAME)
    frame = koma.find_frame("Koma")
    wait("the smallest window", lambda: get_content(frame) == (WIDTH, HEIGHT))
    return frame


def get_content(frame):
    """Its size without what GTK draws around. GTK 4.18 counts that, and begins left of 0 and above."""
    left, top, width, height = frame.get_area()
    return width + 2 * left, height + 2 * top


def is_inside(node, frame):
    """All its width; of its height what a window has room for."""
    left, top, width, height = node.get_area()
    left, top = left - frame.get_area()[0], top - frame.get_area()[1]
    is_across = left >= -SLACK and left + width <= WIDTH + SLACK
    return is_across and top + min(height, HEIGHT // 2) <= HEIGHT and top + height > 0


def check_page(koma):
    frame = shrink(koma)
    koma.focus()
    with FocusWalk(frame) as focus:
        focus.go_round("Tab", lambda node: wait(f"{describe(node)} to be in the window",
                                                lambda: is_inside(node, frame)))


def test_empty():
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        check_page(koma)


def test_list():
    pictures = [write_png(SCRATCH / f"{name}.png", name) for name in ("red", "green", "blue")]
    with Koma(*pictures) as koma:
        koma.wait_rows(["red.png: red ", "green.png: green ", "blue.png: blue "])
        check_page(koma)


def test_camera():
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        koma.focus()
        key("ctrl+shift+c")
        koma.wait_label("Point the camera")
        check_page(koma)


def test_teach():
    """Classes that have been learned, and what can be done with them."""
    with Koma() as koma:
        koma.wait_label("colours")
        teach_colours(koma, "learned")
        koma.wait_label("100% right on pictures it had not seen")
        check_page(koma)


def test_dialogs():
    """All can be as small. What has no room in them scrolls or is cut with an ellipsis."""
    too_large = []
    for tour in tour_start, tour_pictures, tour_board, tour_evaluation, tour_teach:
        for _, name, title in tour():
            width, height = get_smallest(find_window(title))
            if width > WIDTH or height > HEIGHT:
                too_large.append((name, width, height))
    equal(too_large, [])


def list_across(frame, roles):
    """What of these lies in a column of the window, however far below, by name."""
    found = {}
    for node in walk(frame):
        if node.get_role() in roles and get_name(node):
            left, _, width, _ = node.get_area()
            left -= frame.get_area()[0]
            found[get_name(node)] = left >= -SLACK and left + width <= WIDTH + SLACK and width > 0
    return found


def test_shortcuts():
    """No title is cut, and no column lies over another."""
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        shrink(koma)
        koma.focus()
        key("ctrl+question")
        xdotool("windowsize", find_window("Keyboard Shortcuts"), WIDTH + 2 * FRAME, HEIGHT + 2 * FRAME)
        frame = wait("the shortcuts", lambda: koma.find_frame("Keyboard Shortcuts"))
        titles = "Open pictures", "Try failed and stopped ones again", "Teach your own classes", "Quit"
        wait("titles in the window", lambda: all(list_across(frame, {Role.LABEL}).get(title) for title in titles))
        key("Escape")
        wait("the shortcuts to close", lambda: not list_windows("Keyboard Shortcuts"))


def test_mnemonic():
    """A plus stands for “New Project”, and Alt and the letter of these words still press it."""
    with Koma() as koma:
        page = start_classes(koma, 2)
        koma.click("More About Teaching")
        koma.choose("Projects…")
        focus_window(find_window("Projects"))
        key("alt+n")
        page.wait_counts({"Class 1": None, "Class 2": None})
        wait("the projects to close", lambda: not list_windows("Projects"))


# Large text as desktops have it.
subprocess.run(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t192\n"],
               check=True)
run(test_empty, test_list, test_camera, test_teach, test_dialogs, test_shortcuts, test_mnemonic)
