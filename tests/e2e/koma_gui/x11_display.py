# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A connection to the display that stays: keys by libxdo, which xdotool is made of, and windows by the properties that
the window manager keeps. To start xdotool for each takes several times as long."""
import ctypes
import functools
import time

# Of X11.
ANY_TYPE, NORMAL_STATE = 0, 1
MAX_LENGTH = 1 << 16
SECONDS_TO_ACTIVATE, SECONDS_TO_SETTLE = 30, 3
ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
# A window may go while it is asked about.
_ignore = ERROR_HANDLER(lambda display, event: 0)


class Display:
    def __init__(self):
        self.x, self.xdo = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libxdo.so.3")
        self.x.XInternAtom.restype = self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.xdo.xdo_new.restype = ctypes.POINTER(ctypes.c_void_p)
        self.x.XSetErrorHandler(_ignore)
        self.connection = self.xdo.xdo_new(None)
        assert self.connection, "there is no display"
        self.display = ctypes.c_void_p(self.connection[0])  # its first member
        self.root = self.x.XDefaultRootWindow(self.display)

    @functools.cache
    def _get_atom(self, name):
        return self.x.XInternAtom(self.display, name.encode(), 0)

    def get_property(self, window, name):
        """Bytes, or a list of numbers; None where there is none."""
        kind, count, left = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
        size, data = ctypes.c_int(), ctypes.c_void_p()
        self.x.XGetWindowProperty(
            self.display, ctypes.c_ulong(window), ctypes.c_ulong(self._get_atom(name)), ctypes.c_long(0),
            ctypes.c_long(MAX_LENGTH), 0, ctypes.c_ulong(ANY_TYPE), *map(ctypes.byref, (kind, size, count, left, data)))
        if not data:
            return None
        try:
            if size.value == 32:
                return list((ctypes.c_ulong * count.value).from_address(data.value))
            return ctypes.string_at(data, count.value)
        finally:
            self.x.XFree(data)

    def get_title(self, window):
        return (self.get_property(window, "_NET_WM_NAME") or b"").decode()

    def list_windows(self, name):
        """Those that can be seen and have exactly this title, the topmost last."""
        return [window for window in self.list_seen() if self.get_title(window) == name]

    def wait_settled(self):
        """Till the topmost window is the active one: a window that has just come gets the keyboard some time later.
        None may be for a moment; then this is in vain."""
        end = time.monotonic() + SECONDS_TO_SETTLE
        while time.monotonic() < end:
            windows = self.list_seen()
            if windows and self.get_active() == windows[-1]:
                break
            time.sleep(0.01)

    def list_seen(self):
        """The topmost last."""
        return [window for window in self.get_property(self.root, "_NET_CLIENT_LIST_STACKING") or []
                if (self.get_property(window, "WM_STATE") or [0])[0] == NORMAL_STATE]

    def get_active(self):
        return (self.get_property(self.root, "_NET_ACTIVE_WINDOW") or [0])[0]

    def activate(self, window):
        self.xdo.xdo_activate_window(self.connection, ctypes.c_ulong(window))
        end = time.monotonic() + SECONDS_TO_ACTIVATE
        while self.get_active() != window:
            assert time.monotonic() < end, "a window does not become the active one"
            time.sleep(0.01)

    def press(self, keys, milliseconds):
        self.xdo.xdo_send_keysequence_window(self.connection, ctypes.c_ulong(0), keys.encode(), milliseconds * 1000)

    def enter(self, text, milliseconds):
        self.xdo.xdo_enter_text_window(self.connection, ctypes.c_ulong(0), text.encode(), milliseconds * 1000)


@functools.cache
def get_display():
    return Display()
