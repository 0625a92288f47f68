# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the window share.

They act as a person does, with pointer and keyboard (xdotool), and read what
a screen reader reads (AT-SPI); nothing of the program's inside. They run in
gui-session.sh.
"""
import warnings

import gi

gi.require_version("Atspi", "2.0")
warnings.filterwarnings("ignore", category=DeprecationWarning)

from gi.repository import Atspi, GLib  # noqa: E402, F401

from .asking import Pace  # noqa: E402, F401
from .desktop import (IS_WAYLAND, choose_file, copy, drag, find_window, focus_window, hold,  # noqa: E402, F401
                      key, list_windows, minimize, read_clipboard, type_text, xdotool)
from .messages import answer, list_inside  # noqa: E402, F401
from .node import Node, go_through, list_named  # noqa: E402, F401
from .pictures import (RGB, check_right, encode_png, get_last_name, write_many,  # noqa: E402, F401
                       write_png)
from .places import BUILD, COLOURS, SCRATCH, SHARED, SOURCE  # noqa: E402, F401
from .process import OtherPrograms, are_idle_for  # noqa: E402, F401
from .program import FLAGS, XNNPACK_FIRST, Gate, Koma, name_gles  # noqa: E402, F401
from .running import run  # noqa: E402, F401
from .settings import AS_INSTALLED, show_details  # noqa: E402, F401
from .tree import (BUTTONS, GROUPS, MENU_ITEMS, Role, activate_row, find, find_button,  # noqa: E402, F401
                   find_drop_down, get_name, has_focus, is_laid_out, press, read_fields, read_row, walk)
from .waiting import equal, wait  # noqa: E402, F401
