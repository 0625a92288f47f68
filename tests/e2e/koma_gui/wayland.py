# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pointer, keyboard, windows and clipboard on Wayland, where no program may touch those of another: mutter does it, as
for somebody that works from afar. Where windows are is not to be known either; they are put at the sides."""
import os
import subprocess
import threading
import time

from gi.repository import Atspi, Gio, GLib

from .node import list_programs
from .places import BUILD, SCRATCH
from .waiting import wait

NAME, INTERFACE = "org.gnome.Mutter.RemoteDesktop", "org.gnome.Mutter.RemoteDesktop.Session"
KEYSYMS = {
    "BackSpace": 0xff08, "Tab": 0xff09, "Return": 0xff0d, "Escape": 0xff1b, "Home": 0xff50, "Left": 0xff51,
    "Up": 0xff52, "Right": 0xff53, "Down": 0xff54, "End": 0xff57, "Menu": 0xff67, "F5": 0xffc2, "F10": 0xffc7,
    "F11": 0xffc8, "shift": 0xffe1, "ctrl": 0xffe3, "alt": 0xffe9, "super": 0xffeb, "Delete": 0xffff, "space": 0x20,
    "plus": 0x2b, "comma": 0x2c, "minus": 0x2d, "question": 0x3f,
}
TEXT = ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING"]
LEFT_BUTTON = 0x110
WIDTH, HEIGHT = 1920, 1200  # of the screen


class Session:
    """Somebody at the pointer and the keyboard, from afar."""

    def __init__(self):
        self.bus, self.data = Gio.bus_get_sync(Gio.BusType.SESSION), None
        self.path = wait("mutter", lambda: self._call_at("/org/gnome/Mutter/RemoteDesktop", NAME, "CreateSession"))[0]
        self.call("Start")
        self.call("EnableClipboard", GLib.Variant("(a{sv})", ({},)))
        threading.Thread(target=self._serve, daemon=True).start()

    def _call_at(self, path, interface, method, words=None):
        return self.bus.call_sync(NAME, path, interface, method, words, None, 0, 10000, None).unpack()

    def call(self, method, words=None):
        return self._call_at(self.path, INTERFACE, method, words)

    def open_pipe(self, method, words):
        _, pipes = self.bus.call_with_unix_fd_list_sync(NAME, self.path, INTERFACE, method, words, None, 0, 10000, None,
                                                        None)
        pipe = pipes.steal_fds()[0]
        os.set_blocking(pipe, True)
        return os.fdopen(pipe, "wb" if method == "SelectionWrite" else "rb")

    # The clipboard.

    def _serve(self):
        context = GLib.MainContext()
        context.push_thread_default()
        self.bus.signal_subscribe(NAME, INTERFACE, "SelectionTransfer", self.path, None, 0, self._transfer_cb)
        self.bus.signal_subscribe(NAME, INTERFACE, "SelectionOwnerChanged", self.path, None, 0, self._owner_cb)
        GLib.MainLoop(context).run()

    def _transfer_cb(self, bus, sender, path, interface, signal, parameters):
        _, serial = parameters.unpack()
        with self.open_pipe("SelectionWrite", GLib.Variant("(u)", (serial,))) as pipe:
            pipe.write(self.data or b"")
        self.call("SelectionWriteDone", GLib.Variant("(ub)", (serial, True)))

    def _owner_cb(self, bus, sender, path, interface, signal, parameters):
        if not parameters.unpack()[0].get("session-is-owner", False):
            self.data = None

    def set_clipboard(self, mimes, data):
        self.data = data
        self.call("SetSelection", GLib.Variant("(a{sv})", ({"mime-types": GLib.Variant("as", mimes)},)))

    # Keyboard and pointer.

    def press(self, keysym, is_down):
        self.call("NotifyKeyboardKeysym", GLib.Variant("(ub)", (keysym, is_down)))

    def move(self, dx, dy):
        self.call("NotifyPointerMotionRelative", GLib.Variant("(dd)", (dx, dy)))
        time.sleep(0.04)

    def move_to(self, x, y):
        self.move(-2 * WIDTH, -2 * HEIGHT)
        self.move(x, y)

    def press_button(self, is_down):
        self.call("NotifyPointerButton", GLib.Variant("(ib)", (LEFT_BUTTON, is_down)))
        time.sleep(0.2)


session = Session()


def xdotool(*words):
    raise NotImplementedError("this needs X11: " + " ".join(map(str, words)))


def find_keysym(name):
    return KEYSYMS.get(name) or ord(name)


def key(*names):
    for name in names:
        keysyms = [find_keysym(part) for part in name.split("+")]
        for keysym in keysyms:
            session.press(keysym, True)
        for keysym in reversed(keysyms):
            session.press(keysym, False)
        time.sleep(0.04)


def hold(name, is_down):
    session.press(find_keysym(name), is_down)


def type_text(text):
    for letter in text:
        session.press(ord(letter), True)
        session.press(ord(letter), False)
        time.sleep(0.03)


def minimize(window):
    focus_window(window)
    key("super+h")
    wait("the window to go", lambda: not window.has_state(Atspi.StateType.ACTIVE))


def list_all():
    """All windows, as the accessibility tree has them."""
    windows = [window for program in list_programs() for window in program.get_children()]
    return [window for window in windows if window.has_state(Atspi.StateType.VISIBLE)]


def list_windows(name):
    """Those with exactly this title."""
    return [window for window in list_all() if window.get_name() == name]


def count_windows():
    """Messages have no title here."""
    return len(list_all())


def focus_window(window):
    """GTK 4.8 does not tell of a dialog whether it has the focus; it comes in front by itself."""
    time.sleep(0.5)
    if window.get_role() == Atspi.Role.FRAME:
        wait("the window in front", lambda: window.has_state(Atspi.StateType.ACTIVE) or key("alt+Tab"),
             step=0.5)


def drag(*words, onto="Koma", over=lambda: None):
    """Drags `words` (see drag-source.c) out of another program onto a window, which gets the right half of the
    screen; `over` is called before they are let go there."""
    said = SCRATCH / "drag-source.log"
    focus_window(wait(f"a window “{onto}”", lambda: list_windows(onto))[-1])
    key("super+Right")
    with open(said, "w") as output:
        source = subprocess.Popen([BUILD / "tests" / "e2e" / "drag-source", *map(str, words)], stdout=output)
    try:
        focus_window(wait("a window “drag-source”", lambda: list_windows("drag-source"))[-1])
        key("super+Left")
        time.sleep(1)
        session.move_to(WIDTH / 4, HEIGHT / 2)
        session.press_button(True)
        for _ in range(WIDTH // 2 // 20):
            session.move(20, 0)
        wait("the window to accept what is dragged", lambda: "accepted" in said.read_text())
        over()
        session.press_button(False)
        wait("the drop", lambda: "ended" in said.read_text())
    finally:
        source.terminate()
        source.wait()


def copy(mime, data):
    """Puts bytes on the clipboard, as another program does."""
    session.set_clipboard(TEXT if mime == "UTF8_STRING" else [mime], data)
    time.sleep(0.2)


def read_clipboard():
    if session.data is not None:
        return session.data.decode()
    with session.open_pipe("SelectionRead", GLib.Variant("(s)", (TEXT[0],))) as pipe:
        return pipe.read().decode()
