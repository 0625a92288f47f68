# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The desktop starts Koma, is told what goes on, and is handed files."""
import os
import signal
import time

from gi.repository import Gio, GLib
from koma_desktop import Desktop
from koma_gui import (BUILD, IS_WAYLAND, SCRATCH, SOURCE, Gate, Koma, equal, find_button, find_window, focus_window,
                      key, minimize, run, wait, write_many, write_png, xdotool)
from koma_gui.process import Process

ID, PATH = "app.koma.Koma", "/app/koma/Koma"
SECONDS_TILL_LONG = 10  # work that ends before is no matter of the desktop


def ask_bus(method, *words):
    return Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
        GLib.Variant(f"({'s' * len(words)})", words) if words else None, None, 0, -1, None).unpack()


def call(method, parameters):
    """As a desktop does that has read DBusActivatable."""
    Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(ID, PATH, "org.freedesktop.Application", method, parameters, None,
                                                    0, -1, None)


class Pid:
    """A process that another one has started; as subprocess has it."""
    returncode = 0  # not known

    def __init__(self, pid):
        self.pid = pid

    def poll(self):
        return None if os.path.exists(f"/proc/{self.pid}") else 0

    def kill(self):
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self):
        while self.poll() is None:
            time.sleep(0.05)


class Started(Koma):
    """What the bus has started."""

    def __init__(self, pid):
        self.process, self.log = Pid(pid), SCRATCH / "started.log"
        self.log.touch()
        self.is_closing = False
        self.node = self.list = self.cancel_button = None
        Process.running.append(self)

    def rows(self):
        """It begins as it is installed: with a grid."""
        return self.tiles()


def offer_service():
    """As it is installed, but where it was built."""
    service = (BUILD / "data" / f"{ID}.service").read_text()
    words = next(line for line in service.splitlines() if line.startswith("Exec=")).split()[1:]
    (SCRATCH / "services" / f"{ID}.service").write_text(
        f"[D-BUS Service]\nName={ID}\nExec={BUILD}/app/koma {' '.join(words)}\n")
    ask_bus("ReloadConfig")


def activate(method, parameters):
    equal(ask_bus("NameHasOwner", ID), (False,))
    call(method, parameters)
    return Started(*ask_bus("GetConnectionUnixProcessID", ID))


def test_open_starts():
    """A picture that the file manager opens; the program is not running."""
    picture = SCRATCH / "one.jpg"
    picture.write_bytes(next((SOURCE / "data" / "samples").glob("*.jpg")).read_bytes())
    with activate("Open", GLib.Variant("(asa{sv})", ([picture.as_uri()], {}))) as koma:
        wait("the answer", lambda: any(row.startswith("one.jpg: ") and "%" in row for row in koma.rows()))
        # A second one goes to the same window.
        second = write_png(SCRATCH / "two.png", "red")
        call("Open", GLib.Variant("(asa{sv})", ([second.as_uri()], {})))
        wait("the second answer", lambda: len(koma.rows()) == 2 and all("%" in row for row in koma.rows()))


def test_menu_starts():
    """An entry of the launcher's menu."""
    with activate("ActivateAction", GLib.Variant("(sava{sv})", ("show-teaching", [], {}))) as koma:
        koma.wait_label("Teach")


def test_model_opens():
    """A model that the file manager opens is used, not looked for pictures in."""
    model = SOURCE / "tests" / "data" / "colours" / "model.json"
    picture = write_png(SCRATCH / "blue.png", "blue")
    with activate("Open", GLib.Variant("(asa{sv})", ([model.as_uri()], {}))) as koma:
        call("Open", GLib.Variant("(asa{sv})", ([picture.as_uri()], {})))
        koma.wait_rows(["blue.png: blue "])


def wait_long():
    time.sleep(SECONDS_TILL_LONG - 1)
    equal(desktop.reasons, {})
    wait("that the computer is kept awake", lambda: list(desktop.reasons.values()) == ["Classifying pictures"])


def test_long_work():
    """While it goes on the computer stays awake. At its end a notification says so, whose button shows it."""
    first, folder = write_many(SCRATCH / "first", 60), write_many(SCRATCH / "long", 40)
    gate = Gate(folder / "picture-00000.png")
    with Koma(first, **gate.environment) as koma:
        koma.wait_all(60)
        koma.open(folder)
        wait_long()
        window = find_window("Koma")
        minimize(window)
        gate.open()
        wait("a notification", lambda: desktop.notifications)
        equal(desktop.reasons, {})
        (number, (title, actions)), = desktop.notifications.items()
        equal(title, "40 pictures classified")
        assert "app.show-pictures" in actions and "Show" in actions, actions
        desktop.press(number, "app.show-pictures")
        if IS_WAYLAND:  # there a notification hands over a token, without which no window comes in front; not here
            focus_window(window)
        wait("the row", lambda: (koma.get_focused_row() is not None and
                                 koma.get_focused_row().get_name().startswith(("long/0-", "0-"))))
        if not IS_WAYLAND:
            wait("the window in front", lambda: xdotool("getactivewindow").strip() == window)


def test_cancelled():
    """What is cancelled lets the computer sleep, and nothing is told of it. What is told goes when somebody looks."""
    folder = write_many(SCRATCH / "cancelled", 40)
    gate = Gate(folder / "picture-00000.png")
    with Koma(folder, **gate.environment) as koma:
        wait_long()
        koma.cancel()
        wait("that it may sleep", lambda: not desktop.reasons)
        equal(desktop.notifications, {})
        koma.focus()
        key("F5")
        wait_long()
        window = find_window("Koma")
        minimize(window)
        gate.open()
        wait("a notification", lambda: desktop.notifications)
        focus_window(window)
        wait("the notification to go", lambda: not desktop.notifications)


def test_show_in_files():
    picture = write_png(SCRATCH / "where am I.png", "green")
    with Koma(picture) as koma:
        koma.wait_rows(["where am I.png: green "])
        koma.focus()
        key("ctrl+a", "Menu")
        koma.choose("Show in Files")
        wait("the file manager", lambda: desktop.shown)
        equal(desktop.shown, [picture.as_uri()])


PROGRAM = """[Desktop Entry]
Type=Application
Name=Somebody Else
Exec={script} %f
MimeType=image/png;
"""
PREFERRED = """[Default Applications]
image/png=somebody.desktop
[Added Associations]
image/png=somebody.desktop
"""


def is_ready(koma, name):
    button = find_button(koma.node, name)
    return button is not None and koma.is_sensitive(button)


def test_open_with():
    """Another program; the dialog begins with the one that the user prefers for such files."""
    picture = write_png(SCRATCH / "for another.png", "green")
    data, asked, script = SCRATCH / "with-data", SCRATCH / "asked", SCRATCH / "program.sh"
    (data / "applications").mkdir(parents=True)
    script.write_text(f'#!/bin/sh\necho "$1" >{asked}\n')
    script.chmod(0o755)
    (data / "applications" / "somebody.desktop").write_text(PROGRAM.format(script=script))
    (data / "applications" / "mimeapps.list").write_text(PREFERRED)
    with Koma(picture, XDG_DATA_HOME=str(data)) as koma:
        koma.wait_rows(["for another.png: green "])
        koma.focus()
        key("ctrl+a", "Menu")
        koma.choose("Open With…")
        wait("a program to select", lambda: is_ready(koma, "Select"))
        koma.click("Select")
        wait("it to be asked", lambda: asked.exists() and asked.read_text() == f"{picture}\n")


desktop = Desktop()
offer_service()
run(test_open_starts, test_menu_starts, test_model_opens, test_long_work, test_cancelled, test_show_in_files,
    test_open_with)
