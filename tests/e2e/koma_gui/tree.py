# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The accessibility tree, as a screen reader walks it."""
import re

from gi.repository import Atspi

from .desktop import key
from .node import go_through, read_tree
from .waiting import wait

Role = Atspi.Role
BUTTONS = {getattr(Role, name) for name in ("PUSH_BUTTON", "BUTTON", "TOGGLE_BUTTON")
           if hasattr(Role, name)}
# GTK 4.8 has a switch as a check box.
SWITCHES = {getattr(Role, name) for name in ("CHECK_BOX", "SWITCH", "TOGGLE_BUTTON")
            if hasattr(Role, name)}
MENU_ITEMS = {Role.MENU_ITEM, Role.RADIO_MENU_ITEM, Role.CHECK_MENU_ITEM}
LISTS = {Role.LIST, Role.LIST_BOX}
GROUPS = {Role.PANEL, Role.GROUPING}


def press(button):
    """As soon as it can be."""
    wait(f"“{get_name(button)}” to take a press", button.press)


def has_focus(node):
    return node.has_state(Atspi.StateType.FOCUSED)


def is_laid_out(node):
    """Whether it was ever on a page that is seen: GTK 4.8 tells of hidden pages, too, where nothing can be pressed."""
    return node is not None and node.get_area().width > 0


def walk(node, closed=frozenset()):
    """A node and all below it, but nothing below those whose role is `closed`."""
    if node is not None:
        yield from go_through(read_tree(node, closed))


def get_name(node):
    """GTK 4.18 names no item of a menu, but says which label names it."""
    name = node.get_name()
    label = None if name else node.get_label()
    return label.get_text() if label else name


def read_fields(above):
    """What its fields hold: what is typed, or pasted, may come late."""
    return [node.get_text() for node in walk(above) if node.get_role() in (Role.TEXT, Role.ENTRY)]


def read_row(row):
    """A row of pictures as it is written: screen readers say “red, 99 percent” of “red 99%”."""
    return re.sub(r", (\d+) percent", r" \1%", (row.get_name() or "").replace(", less than 1 percent", " <1%"))


def find(above, roles, name, closed=frozenset()):
    """The first node with this name; GTK 4.8 has mnemonics in it twice."""
    for node in walk(above, closed):
        if node.get_role() in roles:
            found = get_name(node)
            if found == name or found.endswith(f" {name}"):
                return node
    return None


def find_button(above, name):
    """That can be pressed: the button of a menu has another one within."""
    button = find(above, BUTTONS, name)
    return next((node for node in walk(button) if node.get_role() in BUTTONS and
                 node.get_n_actions() > 0), None)


def find_switch(above, name):
    return find(above, SWITCHES, name)


def find_drop_down(above, name):
    return find(above, {Role.COMBO_BOX}, name)


def activate_row(above, title):
    """Of a list of settings, with the keyboard."""
    row = wait(f"the row “{title}”", lambda: find(above, {Role.LIST_ITEM}, title))
    wait(f"the focus on “{title}”", lambda: has_focus(row) or key("Tab"), step=0.2)
    key("Return")
    return row
