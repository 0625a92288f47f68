# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pointer, keyboard, windows and clipboard on X11."""
import subprocess
import time

from gi.repository import Atspi

from .node import go_through, list_programs
from .places import BUILD, SCRATCH
from .waiting import wait
from .x11_display import get_display


def xdotool(*words):
    return subprocess.run(["xdotool", *map(str, words)], check=True, capture_output=True,
                          text=True, timeout=30).stdout


def key(*names):
    get_display().wait_settled()
    for name in names:
        get_display().press(name, 40)


def list_windows(name):
    """The X windows with exactly this title."""
    return [str(window) for window in get_display().list_windows(name)]


def hold(name, is_down):
    """A key, till it is let go."""
    xdotool("keydown" if is_down else "keyup", name)


def type_text(text):
    get_display().enter(text, 30)


def minimize(window):
    xdotool("windowminimize", "--sync", window)


def focus_window(window):
    """Till its program says so, too: a menu that is opened before then is closed by it."""
    title = get_display().get_title(int(window))
    get_display().activate(int(window))
    # A window that goes, of a program that ends, gives the focus to any other one.
    wait(f"the focus of “{title}”", lambda: _is_told(title) or get_display().activate(int(window)))


def _is_told(title):
    """GTK 4.8 tells it of frames, not of dialogs, which may have the focus in place of their frame."""
    windows = [list(go_through(program.get_children())) for program in list_programs()]
    own = [window for of_program in windows for window in of_program
           if any(other.get_name() == title and other.get_role() == Atspi.Role.FRAME for other in of_program)]
    return not own or any(window.get_role() == Atspi.Role.DIALOG or window.has_state(Atspi.StateType.ACTIVE)
                          for window in own)


def _find(name):
    return wait(f"a window “{name}”", lambda: list_windows(name))[-1]


def get_middle(window):
    lines = xdotool("getwindowgeometry", "--shell", window).splitlines()
    at = {name: int(number) for name, number in (line.split("=") for line in lines)}
    return at["X"] + at["WIDTH"] // 2, at["Y"] + at["HEIGHT"] // 2


def drag(*words, onto="Koma", over=lambda: None):
    """Drags `words` (see drag-source.c) out of another program onto a window; `over` is called before they are let
    go there."""
    said = SCRATCH / "drag-source.log"
    with open(said, "w") as output:
        source = subprocess.Popen([BUILD / "tests" / "e2e" / "drag-source", *map(str, words)], stdout=output)
    try:
        there, here = _find("drag-source"), _find(onto)
        xdotool("windowmove", "--sync", there, 5, 25)
        xdotool("windowmove", "--sync", here, 400, 40)
        (x, y), (to_x, to_y) = get_middle(there), get_middle(here)
        time.sleep(0.3)
        xdotool("mousemove", x, y, "sleep", 0.2, "mousedown", 1, "sleep", 0.2)
        for _ in range(4):  # beyond the distance from which it is a drag
            xdotool("mousemove_relative", "--", 8, 4, "sleep", 0.06)
        for i in range(1, 11):
            xdotool("mousemove", x + (to_x - x) * i // 10, y + (to_y - y) * i // 10, "sleep", 0.05)
        wait("the window to accept what is dragged", lambda: "accepted" in said.read_text())
        over()
        xdotool("mouseup", 1)
        wait("the drop", lambda: "ended" in said.read_text())
    finally:
        source.terminate()
        source.wait()


def copy(mime, data):
    """Puts bytes on the clipboard, as another program does."""
    process = subprocess.Popen(["xclip", "-selection", "clipboard", "-t", mime, "-i"],
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    process.communicate(data)
    time.sleep(0.2)


def count_windows():
    return len(list_windows("Koma"))


def read_clipboard():
    return subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True,
                          text=True, timeout=10).stdout
