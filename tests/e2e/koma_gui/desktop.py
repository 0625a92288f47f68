# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pointer, keyboard, windows, clipboard and the file dialog: as a person uses them, on X11 and on Wayland."""
import os
import time

from .waiting import wait

IS_WAYLAND = os.environ["GDK_BACKEND"] == "wayland"
if IS_WAYLAND:
    from .wayland import (copy, count_windows, drag, focus_window, hold, key, list_windows, minimize,  # noqa: F401
                          read_clipboard, type_text, xdotool)
else:
    from .x11 import (copy, count_windows, drag, focus_window, hold, key, list_windows, minimize,  # noqa: F401
                      read_clipboard, type_text, xdotool)


def find_window(name):
    return wait(f"a window “{name}”", lambda: list_windows(name))[-1]


def choose_file(title, path):
    """In GTK's own file dialog, till it has gone. The path is pasted: at each key GTK would look
    through the folders on the way, and may complete it. It is copied back to see that it is there.

    GTK 4.8 may end the program when something walks through the dialog's
    accessible nodes while they are taken apart.
    """
    def is_entered():
        copy("UTF8_STRING", str(path).encode())
        key("ctrl+l", "ctrl+a", "ctrl+v")
        time.sleep(0.3)
        copy("UTF8_STRING", b"nothing")
        key("ctrl+a", "ctrl+c")
        time.sleep(0.2)
        # GTK 4.18 puts a slash behind a folder.
        return read_clipboard().rstrip("/") == str(path)

    window = find_window(title)
    focus_window(window)
    wait("the path in the dialog", is_entered)
    key("Return")
    wait("the dialog to close", lambda: window not in list_windows(title))
    time.sleep(0.5)
