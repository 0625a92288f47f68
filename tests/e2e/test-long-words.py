# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text of twice the size in the smallest window, in languages with longer words, and other lines, than English has."""
import time

from koma_gui import BUTTONS, SCRATCH, Role, equal, list_inside, run, wait, walk
from koma_scenes import (show_board, show_crash, show_diagnostics, show_evaluation, show_picture, show_range,
                         show_review, show_teaching)
from koma_shots import Look, Shots, get_active_window, get_smallest

WIDTH, HEIGHT = 360, 294
HEIGHTS = {"crash": 640}  # of a message, which is as high as a phone
PAGES = {"picture", "board", "compare", "profile", "evaluate", "teach-empty", "teach", "how-good", "projects",
         "range", "crash", "correct", "review"}
SCENES = show_crash, show_range, show_picture, show_review, show_board, show_diagnostics, show_evaluation, show_teaching


def is_small(window, page):
    width, height = get_smallest(window)
    return width <= WIDTH and height <= HEIGHTS.get(page, HEIGHT)


def lies_within(message):
    """Whether the buttons below its words are in the window that it lies in."""
    frame = message
    while frame.get_role() != Role.FRAME:
        frame = frame.get_parent()
    left, top, width, height = frame.get_area()
    buttons = [node.get_area() for node in walk(message, {Role.SCROLL_PANE}) if node.get_role() in BUTTONS]
    return len(buttons) > 1 and all(left <= x and top <= y and x + button_width <= left + width and
                                    y + button_height <= top + height
                                    for x, y, button_width, button_height in buttons)


class Sizes(Shots):
    """Looks at the windows instead of taking their pictures."""

    def __init__(self, language):
        super().__init__(Look(language, "light", WIDTH, HEIGHT, 2), SCRATCH / "sizes", PAGES)
        self.too_large = {}

    def take(self, page, is_popover=False):
        if not self.is_wanted(page):
            return
        time.sleep(0.7)  # a window that has just come takes no keys yet
        try:
            # A dialog may become the active window later than the test finds it, and the window manager is told its
            # smallest size after what is in it has been measured.
            wait("a small window", lambda: is_small(get_active_window(), page) and
                 all(map(lies_within, list_inside())))
        except AssertionError:
            self.too_large[page] = get_smallest(get_active_window())


def check(language):
    sizes = Sizes(language)
    for show in SCENES:
        show(sizes)
    equal(sizes.too_large, {})


def test_german():
    check("de")


def test_japanese():
    """Its lines break anywhere, but for the words that a button is as wide as."""
    check("ja")


run(test_german, test_japanese)
