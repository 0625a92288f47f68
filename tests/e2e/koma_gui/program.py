# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma while it runs, and a gate that holds it at a known place."""
import functools
import os
import subprocess
import sys
import time

from .desktop import IS_WAYLAND, find_window, focus_window, key, read_clipboard
from .places import BUILD, COLOURS, SCRATCH
from .node import list_named, list_programs
from .process import Process
from .settings import show_rows
from .tree import (BUTTONS, LISTS, MENU_ITEMS, Atspi, Role, find, find_button, find_switch,
                   has_focus, press, read_row, walk)
from .waiting import PATIENCE_FOR_MANY, equal, wait

SECONDS_TO_HAND_OVER = 240
SECONDS_TILL_AGAIN = 3
# Which backend is faster may change from run to run.
FLAGS = "MEASURE:0"
# Automatic choice tries plain C first where the processor has AVX. With this it tries XNNPACK first on
# any machine, and plain C is slow: for tests that name what was chosen.
XNNPACK_FIRST = f"{FLAGS},CPU_LEVEL:1"
# What GLib 2.84 says at the end of long work where the desktop of a test shows none.
NO_NOTIFICATIONS = "unable to send notifications"
# What GTK 4.8 says where a popover closes while the tooltip of something in it waits to be shown:
# gtk_tooltip_show_tooltip () asks for its surface, and there is none any more.
CLOSED_POPOVERS = ("gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE (surface)' failed",
                   "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE (surface)' failed")
# What GTK 4.18 says where an arrow key moves on in a list of rows: from the key to this, all that is
# called is GTK's, and the next row has the focus.
ARROWS_IN_LISTS = "gtk_root_get_focus: assertion 'GTK_IS_ROOT (self)' failed"
NOT_KOMAS = (NO_NOTIFICATIONS, *CLOSED_POPOVERS, ARROWS_IN_LISTS)


@functools.cache
def name_gles():
    """What OpenGL ES is called on this machine; where it does not work, it is a graphics card that is
    missing."""
    said = subprocess.run([BUILD / "app" / "koma", "backends"], capture_output=True, text=True).stdout
    is_software = any(line.startswith("gles ") and "(software" in line for line in said.splitlines())
    return "OpenGL in software" if is_software else "GPU (gles)"


class Gate:
    """Holds Koma's reading before a file, and before those of its folder that sort after it, until
    it is opened; before all files of a folder that is named with a slash at its end. See gate.c.
    Work then stands at a known place on any machine."""
    count = 0
    ALL = 1 << 30

    def __init__(self, first):
        Gate.count += 1
        self.path = SCRATCH / f"gate-{Gate.count}"
        self.path.touch()
        self.environment = {"LD_PRELOAD": str(BUILD / "tests" / "e2e" / "libgate.so"),
                            "KOMA_GATED": str(first), "KOMA_GATE": str(self.path)}

    def let(self, count):
        """So many through, counted from the start."""
        os.truncate(self.path, count)

    def open(self):
        self.let(Gate.ALL)


class Koma(Process):
    """The running program. To be stopped, which looks at what it said."""
    count = 0

    def __init__(self, *words, model=COLOURS, **environment):
        Koma.count += 1
        self.home = SCRATCH / f"koma-{Koma.count}"
        self.home.mkdir()
        self.log = self.home / "log"
        self.environment = {**self.make_environment(self.home), **environment}
        command = [BUILD / "app" / "koma", *(["--model", model] if model else []), *words]
        super().__init__(command, self.log, self.environment)
        self.node = self.list = self.cancel_button = None

    @staticmethod
    def make_environment(home):
        """Of a program that keeps all in this folder, and has neither a model of its own nor samples."""
        own = {f"XDG_{kind}_HOME": str(home) for kind in ("STATE", "CACHE")}
        return {**os.environ, **own, "XDG_DATA_HOME": str(home / "data"), "KOMA_FLAGS": FLAGS,
                "KOMA_DATA_DIR": str(home), **show_rows()}

    def __enter__(self):
        try:
            self.node = wait("the program on the accessibility bus", self._find)
            if not IS_WAYLAND:
                self.focus()
        except AssertionError:
            self.__exit__(*sys.exc_info())
            raise
        return self

    def __exit__(self, kind, value, trace):
        try:
            if kind is None:
                self.stop()
            else:
                self._report()
        except AssertionError:
            self._report()
            raise
        finally:
            self.kill()

    def follow(self, act):
        """To the program that this one becomes when `act` is done: the same process, with another window."""
        before = self.node.bus_name
        act()
        self.node = wait("the program to start anew", lambda: next(
            (node for node in [self._find()] if node and node.bus_name != before), None))
        self.list = self.cancel_button = None

    def _report(self):
        """What is there when something else was wanted."""
        print("    the program said:", self.log.read_text() or "nothing")
        if self.process.poll() is not None:
            for report in self.home.rglob("window-crash.txt"):
                print(report.read_text())
            return
        try:
            print("    rows:", self.rows()[:5])
            print("    labels:", self.labels()[:80])
        except Exception as error:  # it may have gone
            print("    and does not answer:", error)

    def _find(self):
        own = [program for program in list_programs() if program.get_process_id() == self.process.pid]
        return own[0] if own and own[0].get_child_count() else None

    # Its accessibility tree.

    def find_frame(self, title):
        """One of its windows, as a node."""
        return next((window for window in self.node.get_children() if window.get_name() == title), None)

    def find(self, roles, name):
        return find(self.node, roles, name)

    def labels(self):
        return [node.get_name() for node in walk(self.node) if node.get_role() == Role.LABEL]

    def wait_label(self, *parts):
        """The first label that has all of these in it."""
        return wait(f"a label with {parts}", lambda: next(
            (text for text in self.labels() if all(part in text for part in parts)), None))

    def wait_toast(self, part):
        """A label that stays for seconds; to go through many rows may take longer."""
        wait(f"a toast with {part}", lambda: any(
            part in (node.get_name() or "") for node in walk(self.node, LISTS)
            if node.get_role() == Role.LABEL))

    def click(self, name):
        press(wait(f"a button “{name}”", lambda: find_button(self.node, name)))

    def toggle(self, name):
        press(wait(f"a switch “{name}”", lambda: find_switch(self.node, name)))

    def wait_item(self, name):
        """Of the menu that is open."""
        return wait(f"a menu item “{name}”", lambda: self.find(MENU_ITEMS, name))

    def choose(self, name):
        """Of the menu that is open, which may be made anew meanwhile."""
        wait(f"a menu item “{name}” to take a press",
             lambda: (item := self.find(MENU_ITEMS, name)) is not None and item.press())

    def _get_rows(self):
        if self.list is None:
            self.list = self.find(LISTS, "Pictures")
        if self.list is None:
            return []
        return list_named(self.list)

    def rows(self):
        """What the rows of the list say, from the top: in GTK 4.8 those with widgets, since then
        those that are seen."""
        return [read_row(row) for row in self._get_rows()]

    def tiles(self):
        """What the pictures of the grid say, as rows () of the list."""
        grid = next((node for node in walk(self.node) if node.get_name() == "Pictures" and
                     node.get_role() not in LISTS and node.get_child_count() > 0), None)
        return [read_row(node) for node in walk(grid, {Role.TABLE_CELL}) if ": " in (node.get_name() or "")]

    @staticmethod
    def copy_rows():
        """What all rows say, those too that are not seen."""
        key("ctrl+a", "ctrl+c")
        return read_clipboard().splitlines()

    def wait_all(self, count):
        """What all rows say, when they are so many and all have answers."""
        def are_there():
            lines = self.copy_rows()
            return len(lines) == count and all("%" in line for line in lines) and lines
        self.focus()
        return wait(f"{count} answers", are_there, PATIENCE_FOR_MANY, step=1)

    def get_focused_row(self):
        return next((row for row in self._get_rows() if has_focus(row)), None)

    def wait_rows(self, expected, read=None):
        """Waits for rows that begin like this: “a.png: red”; in this order. Where they are more than
        the window shows, `read` is copy_rows."""
        read = read or self.rows

        def are_there():
            rows = read()
            return len(rows) == len(expected) and all(map(str.startswith, rows, expected))
        try:
            wait("rows", are_there)
        except AssertionError:
            equal(read(), expected)
            raise

    def focus(self):
        focus_window(find_window("Koma"))

    def is_busy(self):
        """Whether the bar at the bottom offers to stop what is done. GTK 4.18 has no node for it
        before it is seen. Pages, and dialogs, have their own buttons where they can be scrolled."""
        if self.cancel_button is None:
            self.cancel_button = find(self.node, BUTTONS, "Cancel", {Role.SCROLL_PANE, *LISTS})
        return self.cancel_button is not None and self.is_sensitive(self.cancel_button)

    def cancel(self):
        wait("work", self.is_busy)
        press(self.cancel_button)

    def wait_idle(self, step=0.05):
        wait("the end of work", lambda: not self.is_busy(), PATIENCE_FOR_MANY, step)

    @staticmethod
    def is_sensitive(button):
        return button.has_state(Atspi.StateType.SENSITIVE)

    def open(self, *words):
        """As a second start of the program does, which hands over, and ends."""
        done = subprocess.run([BUILD / "app" / "koma", *words], env=self.environment,
                              timeout=SECONDS_TO_HAND_OVER)
        equal(done.returncode, 0)

    def stop(self):
        """Closes it as a person does; it must end, and have complained of nothing."""
        equal(self.process.poll(), None)
        self.focus()
        key("ctrl+q")
        self.is_closing = True
        again = time.monotonic() + SECONDS_TILL_AGAIN
        while self.process.poll() is None and time.monotonic() < again:
            time.sleep(0.05)
        # A popover that was about to close took the key.
        if self.process.poll() is None:
            key("ctrl+q")
        wait("the program to close", lambda: self.process.poll() is not None)
        equal(self.process.returncode, 0)
        said = [line for line in self.log.read_text().splitlines()
                if ("WARNING" in line or "CRITICAL" in line or "ERROR" in line)
                and not any(words in line for words in NOT_KOMAS)]
        equal(said, [])
