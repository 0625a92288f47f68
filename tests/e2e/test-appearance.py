# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The desktop’s settings of colours, contrast and motion, by the portal: followed at the start and while a window is
open."""
import os
import subprocess
import time

from gi.repository import GLib

from koma_bus import Service
from koma_desktop import Desktop
from koma_gui import SCRATCH, Gate, Koma, equal, find_button, find_window, key, run, wait, write_png

PORTAL, PATH, INTERFACE = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", \
    "org.freedesktop.portal.Settings"
NODE = f"""<node><interface name="{INTERFACE}">
  <method name="Read"><arg direction="in" type="s"/><arg direction="in" type="s"/>
    <arg direction="out" type="v"/></method>
  <method name="ReadOne"><arg direction="in" type="s"/><arg direction="in" type="s"/>
    <arg direction="out" type="v"/></method>
  <method name="ReadAll"><arg direction="in" type="as"/><arg direction="out" type="a{{sa{{sv}}}}"/></method>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
  <property name="version" type="u" access="read"/>
</interface></node>"""
SCHEME = "org.freedesktop.appearance", "color-scheme"
CONTRASTS = ("org.freedesktop.appearance", "contrast"), ("org.gnome.desktop.a11y.interface", "high-contrast")
ACCENT = "org.freedesktop.appearance", "accent-color"
MOTION = "org.freedesktop.appearance", "reduced-motion"
ANIMATIONS = "org.gnome.desktop.interface", "enable-animations"
LIGHT, DARK = 2, 1
# Two of GNOME’s own, which libadwaita leaves as they are; and what the portal says where none is chosen.
GREEN, RED = (0x3a, 0x94, 0x4a), (0xe6, 0x2d, 0x42)
BLUE = (0x35, 0x84, 0xe4)
NO_ACCENT = GLib.Variant("(ddd)", (-1, -1, -1))


class Settings:
    """The portal of a desktop with these settings alone. Once in a session."""

    def __init__(self):
        self.values = {SCHEME: GLib.Variant("u", LIGHT), CONTRASTS[0]: GLib.Variant("u", 0),
                       CONTRASTS[1]: GLib.Variant("b", False), ACCENT: NO_ACCENT, MOTION: GLib.Variant("u", 0),
                       ANIMATIONS: GLib.Variant("b", True)}
        self.bus = Service(NODE, {INTERFACE: (PORTAL, PATH)}, self._call, lambda *_: GLib.Variant("u", 2)).bus

    def _call(self, bus, sender, path, interface, method, parameters, invocation):
        if method == "ReadAll":
            spaces = {}
            for (space, key), value in self.values.items():
                spaces.setdefault(space, {})[key] = value
            invocation.return_value(GLib.Variant("(a{sa{sv}})", (spaces,)))
            return
        value = self.values.get(tuple(parameters.unpack()))
        if value is None:
            invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", "no such setting")
        elif method == "Read":  # a variant in a variant
            invocation.return_value(GLib.Variant("(v)", (GLib.Variant("v", value),)))
        else:
            invocation.return_value(GLib.Variant("(v)", (value,)))

    def set(self, name, value):
        self.values[name] = value
        self.bus.emit_signal(None, PATH, INTERFACE, "SettingChanged", GLib.Variant("(ssv)", (*name, value)))

    def set_scheme(self, scheme):
        self.set(SCHEME, GLib.Variant("u", scheme))

    def set_contrast(self, is_high):
        for name, value in zip(CONTRASTS, (GLib.Variant("u", is_high), GLib.Variant("b", is_high))):
            self.set(name, value)


    def set_accent(self, colour):
        self.set(ACCENT, GLib.Variant("(ddd)", [part / 255 for part in colour]))


def capture():
    return subprocess.run(["import", "-silent", "-window", find_window("Koma"), "ppm:-"], check=True,
                          stdout=subprocess.PIPE).stdout


def measure():
    """How bright the window is, 0 … 1, and how much its pixels differ."""
    words = subprocess.run(["convert", "ppm:-", "-colorspace", "Gray", "-format", "%[fx:mean] %[fx:standard_deviation]",
                            "info:"], input=capture(), check=True, stdout=subprocess.PIPE).stdout.split()
    return tuple(map(float, words))


def wait_for(what, ready):
    wait(what, lambda: ready(*measure()), step=0.3)


def is_light(mean, _):
    return mean > 0.75


def is_dark(mean, _):
    return mean < 0.35


def test_scheme(settings):
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        wait_for("a light window", is_light)
        settings.set_scheme(DARK)
        wait_for("a dark window", is_dark)
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        wait_for("a window that begins dark", is_dark)
        settings.set_scheme(LIGHT)
        wait_for("a light window", is_light)


def test_contrast(settings):
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        wait_for("a light window", is_light)
        before = measure()
        settings.set_contrast(True)
        wait_for("lines that stand out more", lambda mean, deviation: deviation > 1.05 * before[1])
        settings.set_contrast(False)
        wait_for("the window as before", lambda *now: all(abs(a - b) < 0.002 for a, b in zip(now, before)))


def has_much(colour):
    """Whether the window has an area of exactly this one."""
    pixels = subprocess.run(["convert", "ppm:-", "-depth", "8", "rgb:-"], input=capture(), check=True,
                            stdout=subprocess.PIPE).stdout
    return sum(pixels[i:i + 3] == bytes(colour) for i in range(0, len(pixels), 3)) > 200


def wait_accent(colour):
    wait(f"an accent {colour}", lambda: has_much(colour), step=0.3)


def test_accent(settings):
    """Buttons, and the bars of scores, have it; that it is forgotten is as if there had been none."""
    with Koma(write_png(SCRATCH / "red.png", "red")) as koma:
        koma.wait_rows(["red.png: red "])
        wait_accent(BLUE)
        settings.set_accent(GREEN)
        wait_accent(GREEN)
        assert not has_much(BLUE)
        settings.set_scheme(DARK)
        wait_for("a dark window", is_dark)
        wait_accent(GREEN)
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        wait_accent(GREEN)
        settings.set_scheme(LIGHT)
        settings.set_accent(RED)
        wait_accent(RED)
        settings.set(ACCENT, NO_ACCENT)
        wait_accent(BLUE)
        assert not has_much(RED)


def is_moving():
    """Whether anything does within a turn of a spinner."""
    frames = []
    for _ in range(6):
        frames.append(capture())
        time.sleep(0.17)
    return any(frame != frames[0] for frame in frames)


def check_motion(settings, name, still, moving):
    """By the spinner in the place of a picture that is being read for long."""
    picture = write_png(SCRATCH / "long.png", "red")

    def show_spinner(koma):
        koma.wait_label("long.png")
        koma.focus()
        key("Home", "Return")
        wait("the picture’s page", lambda: find_button(koma.node, "Back to the Pictures"))

    gate = Gate(picture)
    with Koma(picture, **gate.environment) as koma:
        show_spinner(koma)
        wait("something that moves", is_moving)
        settings.set(name, still)
        wait("nothing to move", lambda: not is_moving())
        settings.set(name, moving)
        wait("something that moves", is_moving)
        gate.open()
    settings.set(name, still)
    gate = Gate(picture)
    with Koma(picture, **gate.environment) as koma:
        show_spinner(koma)
        wait("nothing to move", lambda: not is_moving())
        gate.open()
    settings.set(name, moving)


def test_reduced_motion(settings):
    check_motion(settings, MOTION, GLib.Variant("u", 1), GLib.Variant("u", 0))


def test_animations_off(settings):
    check_motion(settings, ANIMATIONS, GLib.Variant("b", False), GLib.Variant("b", True))


def with_settings(test, settings):
    def run_test():
        test(settings)
    run_test.__name__ = test.__name__
    return run_test


equal(os.environ.pop("ADW_DISABLE_PORTAL", None), "1")
# Of the portal there are the settings alone: who is asked not to let the computer sleep is another.
desktop, portal = Desktop(), Settings()
run(*(with_settings(test, portal) for test in (test_scheme, test_contrast, test_accent, test_reduced_motion,
                                              test_animations_off)))
