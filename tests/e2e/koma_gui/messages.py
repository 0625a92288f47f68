# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages, questions and “About”: from libadwaita 1.6 on they lie within the window that they are about, before that
they are windows of their own."""
import re

from .desktop import count_windows, key
from .node import list_programs
from .tree import LISTS, Role, walk
from .waiting import wait

INSIDE = {Role.ALERT, Role.DIALOG}
FIRST_GTK = 4, 15  # of libadwaita 1.6; before it only notices have these roles


def read_version(program):
    """Of its GTK."""
    return tuple(map(int, re.findall(r"\d+", program.get_toolkit_version() or "")[:2]))


def list_inside():
    """Those that lie within windows, of all programs."""
    windows = [window for program in list_programs() if read_version(program) >= FIRST_GTK
               for window in program.get_children()]
    return [node for window in windows if window.get_role() == Role.FRAME
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
