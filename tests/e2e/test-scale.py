# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Screens with smaller pixels, on Wayland: a window that is open follows, and loses nothing."""
from gi.repository import Gio, GLib
from koma_gui import RGB, SCRATCH, Koma, copy, encode_png, find_window, key, run, wait, write_png

NAME, PATH = "org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig"
TEMPORARY = 1


def call(method, words=None):
    return Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(NAME, PATH, NAME, method, words, None, 0, -1, None).unpack()


def set_scale(wanted):
    """That which is nearest, as mutter takes only those that leave whole numbers. Returns the width of the screen in
    the pixels of programs."""
    serial, ((monitor, modes, _),), _, _ = wait("the screen", lambda: call("GetCurrentState"))
    mode, width, _, _, _, scales, _ = modes[0]
    scale = min(scales, key=lambda one: abs(one - wanted))
    assert abs(scale - wanted) < 0.2, scales
    monitors = [(0, 0, scale, 0, True, [(monitor[0], mode, {})])]
    call("ApplyMonitorsConfig", GLib.Variant("(uua(iiduba(ssa{sv}))a{sv})", (serial, TEMPORARY, monitors, {})))
    return width / scale


def get_width(window):
    return window.get_area().width


def check_scale(scale, *signs):
    set_scale(1)
    with Koma(write_png(SCRATCH / "1.png", "red"), WAYLAND_DEBUG="client") as koma:
        koma.wait_rows(["1.png: red "])
        width = set_scale(scale)
        wait(f"pixels for {scale}", lambda: any(sign in koma.log.read_text(errors="replace") for sign in signs))
        wait("the window within the screen", lambda: 0 < get_width(find_window("Koma")) <= width)
        koma.focus()
        copy("image/png", encode_png(RGB["blue"]))
        key("ctrl+v")
        koma.wait_rows(["1.png: red ", "Picture 1: blue "])


def test_twice():
    check_scale(2, "set_buffer_scale(2)", "preferred_scale(240)")


def test_between():
    """GTK up to 4.12 draws for 2, and mutter makes it smaller."""
    check_scale(1.5, "set_buffer_scale(2)", "preferred_scale(1")


run(test_twice, test_between)
