# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the window share.

They act as a person does, with pointer and keyboard (xdotool), and read what
a screen reader reads (AT-SPI); nothing of the program's inside. They run in
gui-session.sh.
"""
import os
import pathlib
import struct
import subprocess
import sys
import time
import traceback
import warnings
import zlib

import gi

gi.require_version("Atspi", "2.0")
warnings.filterwarnings("ignore", category=DeprecationWarning)
from gi.repository import Atspi, GLib  # noqa: E402

BUILD = pathlib.Path(os.environ["KOMA_BUILD"])
SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
SHARED = pathlib.Path(os.environ["KOMA_SHARED"])
SCRATCH = pathlib.Path(os.environ["KOMA_SCRATCH"])
COLOURS = SOURCE / "tests" / "data" / "colours"
RGB = {"red": (200, 20, 30), "green": (10, 180, 40), "blue": (30, 20, 220)}

Role = Atspi.Role
BUTTONS = {getattr(Role, name) for name in ("PUSH_BUTTON", "BUTTON", "TOGGLE_BUTTON")
           if hasattr(Role, name)}
# GTK 4.8 has a switch as a check box.
SWITCHES = {getattr(Role, name) for name in ("CHECK_BOX", "SWITCH", "TOGGLE_BUTTON")
            if hasattr(Role, name)}
MENU_ITEMS = {Role.MENU_ITEM, Role.RADIO_MENU_ITEM, Role.CHECK_MENU_ITEM}
LISTS = {Role.LIST, Role.LIST_BOX}
GROUPS = {Role.PANEL, Role.GROUPING}


# ---- Waiting ----

PATIENCE = 240  # seconds; how fast the machine is, and how busy, must not matter
# A program that has had nothing to do for so long does not do any more either.
SECONDS_TILL_DOUBT, SECONDS_IDLE = 8, 4


def wait(what, ready, seconds=PATIENCE, step=0.05):
    """The first true answer of `ready`; nodes that vanish meanwhile are no matter. It is in vain
    when the program has ended, when it has been idle for some seconds, and when time is over."""
    start, n_idle = time.monotonic(), 0
    while True:
        try:
            answer = ready()
        except GLib.Error:
            answer = None
        if answer:
            return answer
        waited = time.monotonic() - start
        if waited < SECONDS_TILL_DOUBT:
            Koma.check_running()
            time.sleep(step)
            continue
        n_idle = n_idle + 1 if Koma.are_idle_for(1) else 0
        if n_idle > SECONDS_IDLE or waited > seconds:
            how = "idle" if n_idle > SECONDS_IDLE else "busy"
            raise AssertionError(f"waited {waited:.0f} s in vain for {what}; the program is {how}")


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"found {found!r}, expected {expected!r}")


# ---- Pictures ----

def encode_png(colour, width=40, height=30):
    """One colour all over."""
    row = b"\0" + bytes(colour) * width

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
            chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def write_png(path, colour, width=40, height=30):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode_png(RGB[colour], width, height))
    return path


def write_many(folder, count, width=40, height=30):
    """Many names for three pictures: hard links, so that they cost no space."""
    folder.mkdir(parents=True)
    first = [write_png(folder / f"0-{colour}.png", colour, width, height) for colour in RGB]
    for i in range(count - len(first)):
        os.link(first[i % len(first)], folder / f"picture-{i:05}.png")
    return folder


def get_last_name(count):
    """Of write_many()."""
    return f"picture-{count - len(RGB) - 1:05}.png"


def check_right(rows):
    """Of write_many(): all are answered, each by its own colour."""
    for row in rows:
        name, said = row.split(": ", 1)
        wanted = (name[2:].removesuffix(".png") if name.startswith("0-") else
                  list(RGB)[int(name.removeprefix("picture-").removesuffix(".png")) % len(RGB)])
        assert said.startswith(f"{wanted} ") and "%" in said, row


# ---- Pointer, keyboard and clipboard ----

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


def drag(*words, onto="Koma", before_drop=lambda: None):
    """Drags `words` (see drag-source.c) out of another program onto a window."""
    source = subprocess.Popen([BUILD / "tests" / "e2e" / "drag-source", *map(str, words)])
    try:
        there, here = find_window("drag-source"), find_window(onto)
        time.sleep(0.5)
        xdotool("windowmove", "--sync", there, 5, 25)
        xdotool("windowmove", "--sync", here, 400, 40)
        time.sleep(0.3)
        (x, y), (to_x, to_y) = get_middle(there), get_middle(here)
        xdotool("mousemove", x, y, "sleep", 0.2, "mousedown", 1, "sleep", 0.2)
        for _ in range(4):  # beyond the distance from which it is a drag
            xdotool("mousemove_relative", "--", 8, 4, "sleep", 0.06)
        for i in range(1, 11):
            xdotool("mousemove", x + (to_x - x) * i // 10, y + (to_y - y) * i // 10, "sleep", 0.05)
        time.sleep(0.4)
        before_drop()
        xdotool("mouseup", 1)
        time.sleep(0.5)
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


# ---- The program ----

def press(button):
    assert Atspi.Action.do_action(button, 0), button.get_name()


def has_focus(node):
    return node.get_state_set().contains(Atspi.StateType.FOCUSED)


def walk(node, closed=frozenset()):
    """A node and all below it, but nothing below those whose role is `closed`."""
    if node is None:
        return
    yield node
    if node.get_role() in closed:
        return
    for i in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(i), closed)


def get_name(node):
    """GTK 4.18 names no item of a menu, but says which label names it."""
    name = node.get_name()
    for relation in [] if name else node.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            label = relation.get_target(0)
            name = Atspi.Text.get_text(label, 0, Atspi.Text.get_character_count(label))
    return name or ""


def find(above, roles, name, closed=frozenset()):
    """The first node with this name; GTK 4.8 has mnemonics in it twice."""
    for node in walk(above, closed):
        if node.get_role() in roles:
            found = get_name(node)
            if found == name or found.endswith(f" {name}"):
                return node
    return None


def find_button(above, name):
    """That can be pressed: the button of a menu has another one within."""
    button = find(above, BUTTONS, name)
    return next((node for node in walk(button) if node.get_role() in BUTTONS and
                 node.get_n_actions() > 0), None)


def find_switch(above, name):
    return find(above, SWITCHES, name)


def find_drop_down(above, name):
    """GTK 4.18 names it by what is chosen in it; then it is to be the only one that is seen."""
    found = [node for node in walk(above) if node.get_role() == Role.COMBO_BOX]
    named = [node for node in found if node.get_name() == name]
    return next(iter(named or found[:len(found) == 1]), None)


def activate_row(above, title):
    """Of a list of settings, with the keyboard."""
    row = wait(f"the row “{title}”", lambda: find(above, {Role.LIST_ITEM}, title))
    wait(f"the focus on “{title}”", lambda: has_focus(row) or key("Tab"), step=0.2)
    key("Return")
    return row


class Gate:
    """Holds Koma's reading before a file, and before those of its folder that sort after it, until
    it is opened; see gate.c. Work then stands at a known place on any machine."""
    count = 0

    def __init__(self, first):
        Gate.count += 1
        self.path = SCRATCH / f"gate-{Gate.count}"
        self.environment = {"LD_PRELOAD": str(BUILD / "tests" / "e2e" / "libgate.so"),
                            "KOMA_GATED": str(first), "KOMA_GATE": str(self.path)}

    def open(self):
        self.path.touch()


class Koma:
    """The running program. To be stopped, which looks at what it said."""
    count = 0
    running = []

    def __init__(self, *words, model=COLOURS, **environment):
        Koma.count += 1
        self.home = SCRATCH / f"koma-{Koma.count}"
        self.home.mkdir()
        self.log = self.home / "log"
        own = {f"XDG_{kind}_HOME": str(self.home) for kind in ("STATE", "DATA", "CACHE")}
        own["KOMA_FLAGS"] = "MEASURE:0"  # which backend is faster may change from run to run
        own["KOMA_DATA_DIR"] = str(self.home)  # neither a model of its own nor samples
        self.environment = {**os.environ, **own, **environment}
        command = [BUILD / "app" / "koma", *(["--model", model] if model else []), *words]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(list(map(str, command)), stdout=log, stderr=log,
                                            env=self.environment)
        Koma.running.append(self)
        self.node = self.list = self.cancel_button = None
        self.is_closing = False

    def __enter__(self):
        try:
            self.node = wait("the program on the accessibility bus", self._find)
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
            self.process.kill()
            self.process.wait()
            Koma.running.remove(self)

    def _report(self):
        """What is there when something else was wanted."""
        print("    the program said:", self.log.read_text() or "nothing")
        if self.process.poll() is not None:
            return
        try:
            print("    rows:", self.rows()[:5])
            print("    labels:", self.labels()[:80])
        except Exception as error:  # it may have gone
            print("    and does not answer:", error)

    @staticmethod
    def check_running():
        for koma in Koma.running:
            assert koma.is_closing or koma.process.poll() is None, \
                f"the program ended: {koma.process.returncode}"

    @staticmethod
    def are_idle_for(seconds):
        """Whether none has computed meanwhile, nor wants to."""
        there = [koma for koma in Koma.running if koma.process.poll() is None]
        before = [koma.get_cpu_seconds() for koma in there]
        time.sleep(seconds)
        after = [koma.get_cpu_seconds() for koma in there]
        return before == after and not any(koma.wants_to_run() for koma in there)

    def _find(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            app = desktop.get_child_at_index(i)
            if app is not None and app.get_process_id() == self.process.pid:
                return app if app.get_child_count() else None
        return None

    # Its accessibility tree.

    def find(self, roles, name):
        return find(self.node, roles, name)

    def labels(self):
        return [node.get_name() for node in walk(self.node) if node.get_role() == Role.LABEL]

    def wait_label(self, *parts, seconds=PATIENCE):
        """The first label that has all of these in it."""
        return wait(f"a label with {parts}", lambda: next(
            (text for text in self.labels() if all(part in text for part in parts)), None), seconds)

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
        press(self.wait_item(name))

    def _get_rows(self):
        if self.list is None:
            self.list = self.find(LISTS, "Pictures")
        if self.list is None:
            return []
        children = (self.list.get_child_at_index(i) for i in range(self.list.get_child_count()))
        return [child for child in children if child and child.get_name()]

    def rows(self):
        """What the rows of the list say, from the top: in GTK 4.8 those with widgets, since then
        those that are seen."""
        return [row.get_name() for row in self._get_rows()]

    def wait_all(self, count):
        """What all rows say, when they are so many and all have answers: as they are copied."""
        def are_there():
            key("ctrl+a", "ctrl+c")
            lines = read_clipboard().splitlines()
            return len(lines) == count and all("%" in line for line in lines) and lines
        self.focus()
        return wait(f"{count} answers", are_there, step=1)

    def get_focused_row(self):
        return next((row for row in self._get_rows() if has_focus(row)), None)

    def wait_rows(self, expected, seconds=PATIENCE):
        """Waits for rows that begin like this: “a.png: red”; in this order."""
        def are_there():
            rows = self.rows()
            return len(rows) == len(expected) and all(map(str.startswith, rows, expected))
        try:
            wait("rows", are_there, seconds)
        except AssertionError:
            equal(self.rows(), expected)
            raise

    def focus(self):
        window = find_window("Koma")
        xdotool("windowactivate", "--sync", window)
        time.sleep(0.2)

    def is_busy(self):
        """Whether the bar at the bottom offers to stop what is done. GTK 4.18 has no node for it
        before it is seen. Pages, and dialogs, have their own buttons where they can be scrolled."""
        if self.cancel_button is None:
            self.cancel_button = find(self.node, BUTTONS, "Cancel", {Role.SCROLL_PANE, *LISTS})
        return self.cancel_button is not None and self.is_sensitive(self.cancel_button)

    def cancel(self):
        wait("work", self.is_busy)
        press(self.cancel_button)

    def wait_idle(self, seconds=PATIENCE, step=0.05):
        wait("the end of work", lambda: not self.is_busy(), seconds, step)

    @staticmethod
    def is_sensitive(button):
        return button.get_state_set().contains(Atspi.StateType.SENSITIVE)

    def open(self, *words):
        """As a second start of the program does, which hands over, and ends."""
        done = subprocess.run([BUILD / "app" / "koma", *words], env=self.environment,
                              timeout=PATIENCE)
        equal(done.returncode, 0)

    def get_cpu_seconds(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wants_to_run(self):
        """A thread is running, waits for a processor, or for a disk."""
        try:
            stats = [path.read_text() for path in
                     pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/stat")]
        except OSError:  # one has just ended
            return True
        return any(text.rpartition(")")[2].split()[0] in "RD" for text in stats)

    def get_memory(self, name="VmRSS"):
        """In MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith(name))
        return int(line.split()[1]) / 1024

    def count_threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def count_files(self):
        """That are open, with sockets and the like."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self):
        """Closes it as a person does; it must end, and have complained of nothing."""
        equal(self.process.poll(), None)
        self.focus()
        key("ctrl+q")
        self.is_closing = True
        wait("the program to close", lambda: self.process.poll() is not None)
        equal(self.process.returncode, 0)
        said = [line for line in self.log.read_text().splitlines()
                if "WARNING" in line or "CRITICAL" in line or "ERROR" in line]
        equal(said, [])


# ---- Running ----

def run(*tests):
    """Runs them all, and exits."""
    n_failed = 0
    for test in tests:
        start = time.monotonic()
        try:
            test()
            result = "ok"
        except Exception:
            traceback.print_exc(file=sys.stdout)
            result, n_failed = "NOT OK", n_failed + 1
        print(f"{result} - {test.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
    sys.exit(1 if n_failed else 0)
