# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The desktop’s settings of colours and contrast, by the portal: followed at the start and while a window is open."""
import os
import subprocess

from gi.repository import GLib

from koma_bus import Service
from koma_gui import Koma, equal, find_window, run, wait

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
LIGHT, DARK = 2, 1


class Settings:
    """The portal of a desktop with these settings alone. Once in a session."""

    def __init__(self):
        self.values = {SCHEME: GLib.Variant("u", LIGHT), CONTRASTS[0]: GLib.Variant("u", 0),
                       CONTRASTS[1]: GLib.Variant("b", False)}
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


def with_settings(test, settings):
    def run_test():
        test(settings)
    run_test.__name__ = test.__name__
    return run_test


equal(os.environ.pop("ADW_DISABLE_PORTAL", None), "1")
portal = Settings()
run(*(with_settings(test, portal) for test in (test_scheme, test_contrast)))
