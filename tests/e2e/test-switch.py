# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What computes is changed again and again while pictures stream in and the camera runs.

KOMA_SWITCHES=100 for as many; from there on times are judged, too.
"""
import os
import time

from koma_camera import Page, VirtualCamera, skip_without
from koma_gui import (BUTTONS, RGB, SCRATCH, XNNPACK_FIRST, Gate, Koma, Role, check_right, equal,
                      get_last_name, key, press, read_clipboard, run, show_details, wait, write_many)
from koma_preferences import Preferences, switch
from koma_stall import Stalls, check_smooth

N_SWITCHES = int(os.environ.get("KOMA_SWITCHES", "10"))
IS_JUDGED = N_SWITCHES >= 100
# The last picture waits, so that there is work till the last switch; another thread decodes frames.
CAN_HOLD = len(os.sched_getaffinity(0)) > 1
N_PICTURES = 50 * N_SWITCHES
# What as many switches again may add; a session that was left behind on each would be more.
MAX_GROWTH_MIB = 15 if N_SWITCHES < 20 else 30
MAX_MORE_THREADS = 2
MAX_MORE_FILES = 4

skip_without()


class Round:
    """After each switch the camera shows another colour: its answers go on, from the backend of now."""

    def __init__(self, page, camera, is_busy):
        self.page, self.camera, self.is_busy = page, camera, is_busy
        self.n_busy, self.slowest = 0, 0

    def check(self, i, title):
        colour = ("green", "blue", "red")[i % 3]
        start = time.monotonic()
        self.camera.show(colour)
        self.page.wait_title(colour)
        wait(f"an answer by {title}", lambda: self.page.backend() == title)
        self.slowest = max(self.slowest, time.monotonic() - start)
        self.n_busy += self.is_busy()


def count(koma):
    """When the camera has been put away."""
    def is_settled():
        kinds = (koma.count_threads, koma.count_files)
        before = [kind() for kind in kinds]
        time.sleep(1)
        return before == [kind() for kind in kinds]
    wait("threads and files to stay as many", is_settled)
    return {"memory": round(koma.get_memory()), "threads": koma.count_threads(),
            "files": koma.count_files()}


def check_answers(n_pictures):
    """Of the pictures, each once, and right."""
    key("ctrl+a", "ctrl+c")
    wait("the copy", lambda: read_clipboard().count("\n") == n_pictures - 1)
    lines = read_clipboard().splitlines()
    equal(len({line.split(":")[0] for line in lines}), n_pictures)
    check_right(lines)


def check_growth(before, after, again):
    print(f"    at first {before}, after {N_SWITCHES} switches and {N_PICTURES} pictures {after},\n"
          f"    after as many switches again {again}")
    assert again["memory"] - after["memory"] < MAX_GROWTH_MIB
    for counted in (after, again):
        assert counted["threads"] <= before["threads"] + MAX_MORE_THREADS, "threads were left behind"
        assert counted["files"] <= before["files"] + MAX_MORE_FILES, "files were left open"


class Window:
    """What is in the window is looked up while it is empty: later it is much."""

    def __init__(self, koma, camera, log):
        self.koma, self.camera, self.page = koma, camera, Page(koma)
        self.stalls = Stalls(koma, log)
        self.status = wait("the status", lambda: koma.find({Role.LABEL}, "XNNPACK · automatic"))
        self.page.enter()
        self.start = koma.find(BUTTONS, "Start Camera")
        press(self.start)
        self.page.wait_title("red")
        key("Escape")

    def switch(self, n_switches, gate=None):
        """Beside the camera, and pictures where a gate holds one; returns what is left when it is off
        and all pictures are answered, how often these went on meanwhile, and the longest stall of the
        window."""
        self.koma.focus()
        key("ctrl+shift+c")
        wait("the camera", lambda: press(self.start) or True)
        colour = next(name for name in RGB if name != self.page.title())
        self.camera.show(colour)
        self.page.wait_title(colour)
        switching = Round(self.page, self.camera, self.koma.is_busy)
        preferences = Preferences(self.koma)
        self.stalls.begin()
        switch(preferences, self.status, n_switches, switching.check)
        worst = self.stalls.end()
        preferences.close()
        key("Escape")
        if gate:
            gate.open()
        self.koma.wait_idle(0.5)
        print(f"    {n_switches} switches, {switching.n_busy} of them while there were pictures; "
              f"the camera's answer with the new one after {switching.slowest:.2f} s at most")
        return count(self.koma), switching.n_busy, worst


def measure(name, many):
    """Two rounds, the first with pictures; returns the longest stall."""
    log, gate = SCRATCH / f"{name}.log", Gate(many / get_last_name(N_PICTURES))
    if not CAN_HOLD:
        gate.open()
    settings = {"KOMA_STALL_LOG": str(log), "KOMA_FLAGS": XNNPACK_FIRST, **show_details(), **gate.environment}
    with VirtualCamera() as camera, Koma(**settings) as koma:
        window = Window(koma, camera, log)
        before, _, _ = window.switch(3)
        koma.open(many)
        wait("work", koma.is_busy)
        after, n_busy, worst_busy = window.switch(N_SWITCHES, gate)
        again, _, worst_again = window.switch(N_SWITCHES)
        check_answers(N_PICTURES)
        check_growth(before, after, again)
        assert n_busy == N_SWITCHES or not CAN_HOLD, n_busy
    return max(worst_busy, worst_again)


def test_switch():
    many = write_many(SCRATCH / "many", N_PICTURES, 1200, 900)
    if IS_JUDGED:
        check_smooth(lambda name: measure(name, many))
    else:
        measure("once", many)


run(test_switch)
