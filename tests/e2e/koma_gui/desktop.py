# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pointer, keyboard, windows, clipboard and the file dialog: as a person uses them."""
import subprocess
import time

from .places import BUILD, SCRATCH
from .waiting import wait


def xdotool(*words):
    return subprocess.run(["xdotool", *map(str, words)], check=True, capture_output=True,
                          text=True, timeout=30).stdout


def key(*names):
    xdotool("key", "--delay", 40, *names)


def list_windows(name):
    """The X windows with exactly this title."""
    return subprocess.run(["xdotool", "search", "--onlyvisible", "--name", f"^{name}$"],
                          capture_output=True, text=True).stdout.split()


def find_window(name):
    return wait(f"a window “{name}”", lambda: list_windows(name))[-1]


def answer(*names):
    """A message with the keys of a button, till its window has gone. The tree is not read meanwhile: GTK 4.8 can end
    where it is asked for a window that goes."""
    n_open = len(list_windows("Koma"))
    key(*names)
    wait("the message to close", lambda: len(list_windows("Koma")) < n_open)


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
        return read_clipboard() == str(path)

    window = find_window(title)
    xdotool("windowactivate", "--sync", window)
    wait("the path in the dialog", is_entered)
    key("Return")
    wait("the dialog to close", lambda: window not in list_windows(title))
    time.sleep(0.5)


def get_middle(window):
    lines = xdotool("getwindowgeometry", "--shell", window).splitlines()
    at = {name: int(number) for name, number in (line.split("=") for line in lines)}
    return at["X"] + at["WIDTH"] // 2, at["Y"] + at["HEIGHT"] // 2


def drag(*words, onto="Koma"):
    """Drags `words` (see drag-source.c) out of another program onto a window."""
    said = SCRATCH / "drag-source.log"
    with open(said, "w") as output:
        source = subprocess.Popen([BUILD / "tests" / "e2e" / "drag-source", *map(str, words)], stdout=output)
    try:
        there, here = find_window("drag-source"), find_window(onto)
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


def read_clipboard():
    return subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True,
                          text=True, timeout=10).stdout
