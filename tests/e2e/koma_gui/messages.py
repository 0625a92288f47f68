# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages, questions and “About”: from libadwaita 1.6 on they lie within the window that they are about, before that
they are windows of their own."""
import re

from gi.repository import Atspi

from .desktop import count_windows, key
from .tree import LISTS, Role, walk
from .waiting import wait

INSIDE = {Role.ALERT, Role.DIALOG}
FIRST_GTK = 4, 15  # of libadwaita 1.6; before it only notices have these roles


def read_version(app):
    """Of its GTK."""
    return tuple(map(int, re.findall(r"\d+", app.get_toolkit_version() or "")[:2]))


def list_inside():
    """Those that lie within windows, of all programs."""
    desktop = Atspi.get_desktop(0)
    apps = [desktop.get_child_at_index(i) for i in range(desktop.get_child_count())]
    apps = [app for app in apps if app and read_version(app) >= FIRST_GTK]
    windows = [app.get_child_at_index(i) for app in apps for i in range(app.get_child_count())]
    return [node for window in windows if window and window.get_role() == Role.FRAME
            for node in walk(window, LISTS) if node.get_role() in INSIDE and node.get_name()]


def answer(*names):
    """A message with the keys of a button, till it has gone. The tree is not read while a window goes: GTK 4.8 can end
    where it is asked for one then."""
    n_inside, n_open = len(list_inside()), count_windows()
    key(*names)
    if n_inside:
        wait("the message to close", lambda: len(list_inside()) < n_inside)
    else:
        wait("the message to close", lambda: count_windows() < n_open)
