# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every page and dialog, as a screen reader and a keyboard walk through it: all has a name, Tab goes round and back,
Escape leaves."""
import re

from koma_gui import Atspi, GLib, Koma, Role, run, wait, walk
from koma_places import BUNDLED, SAMPLES, TOURS
from koma_walk import FocusWalk, describe, is_nameless, say

CONTROLS = {getattr(Role, name) for name in (
    "PUSH_BUTTON", "BUTTON", "TOGGLE_BUTTON", "CHECK_BOX", "SWITCH", "RADIO_BUTTON", "ENTRY", "TEXT", "PASSWORD_TEXT",
    "SPIN_BUTTON", "SLIDER", "COMBO_BOX", "LINK", "LIST_ITEM", "TABLE_CELL", "MENU_ITEM")
    if hasattr(Role, name)}


def has_been_seen(node):
    """GTK 4.8 gives what was never shown no size."""
    try:
        return all(node.get_area()[2:])
    except GLib.Error:
        return False


def find_nameless(frame):
    """Controls that can have the focus; of a drop-down GTK's own are within it."""
    return [describe(node) for node in walk(frame, {Role.COMBO_BOX})
            if node.get_role() in CONTROLS and node.has_state(Atspi.StateType.FOCUSABLE) and
            is_nameless(node) and has_been_seen(node)]


# GTK and libadwaita 1.2 have them, with buttons of their own that have no names.
FOREIGN = "shortcuts", "about"


def check_place(koma, name, title):
    frame = koma.find_frame(title)
    assert frame is not None and frame.get_role() in (Role.FRAME, Role.DIALOG, Role.WINDOW), f"no window {title}"
    with FocusWalk(frame) as focus:
        there = focus.go_round("Tab")
        back = focus.go_round("shift+Tab")
    wrong = []
    if name not in FOREIGN:
        wrong += find_nameless(frame)
        wrong += [f"the focus on {describe(node)}" for node in there if is_nameless(node)]
    if set(map(say, there)) != set(map(say, back)):
        wrong.append(f"Tab went to {[*map(say, there)]}, back to {[*map(say, back)]}")
    return wrong


def test_spoken():
    """No signs, and no sign for percent."""
    with Koma(SAMPLES / "01-pawn.jpg", model=BUNDLED) as koma:
        koma.wait_rows(["01-pawn.jpg: "])
        koma.wait_idle()
        row = wait("the row", lambda: koma.rows() and koma.get_focused_row())
        said = row.get_name()
        assert re.match("01-pawn.jpg: 歩兵, pawn, pointing up, \\d+ percent, .*, less than 1 percent", said), said


def take_tour(tour):
    def test():
        wrong = []
        for koma, name, title in tour():
            try:
                found = check_place(koma, name, title)
            except AssertionError as error:
                found = [str(error)]
            print(f"    {name}: {found or 'well'}", flush=True)
            wrong += found
        assert not wrong, wrong
    test.__name__ = tour.__name__
    return test


run(test_spoken, *map(take_tour, TOURS))
