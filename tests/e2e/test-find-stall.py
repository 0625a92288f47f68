# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window answers while 20,000 pictures are searched, sorted, grouped and shown in a grid.

They are three small pictures with many names, each with a thumbnail and three answers."""
import os
import time

from koma_gui import (BUTTONS, MENU_ITEMS, RGB, SCRATCH, Koma, get_name, key, press, run, wait, walk, write_png,
                      xdotool)
from koma_gui.process import are_idle_for
from koma_gui.tree import LISTS
from koma_stall import Stalls, check_smooth

# People take less for at once (J. Nielsen, Usability Engineering, 1993). It is a quarter of that
# where nothing disturbs; a virtual machine whose neighbours compute is half as fast.
MAX_MS = 100
SECONDS_IDLE, SECONDS_PATIENT = 0.4, 2
N_PICTURES = int(os.environ.get("KOMA_FIND_PICTURES", "20000"))


def make_folder():
    folder = SCRATCH / "many"
    if folder.exists():
        return folder
    folder.mkdir()
    pictures = [write_png(SCRATCH / f"{colour}.png", colour, 160, 120) for colour in RGB]
    for i in range(N_PICTURES):
        os.link(pictures[i % len(pictures)],
                folder / f"{'Straße' if i % 10 == 0 else 'Holiday'} {i * 7919 % N_PICTURES}.png")
    return folder


def tell_memory(koma, when):
    """Not judged: what is used depends on the version of GTK and on the screen."""
    status = open(f"/proc/{koma.process.pid}/status").read()
    size = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    print(f"    {size // 1024} MB {when}")


def choose(koma, name, which=0):
    """Of the menu of orders; the tree is not walked while the window works."""
    koma.click("Sort and Group")
    item = wait(f"“{name}”", lambda: [node for node in walk(koma.node, LISTS) if
                                      node.get_role() in MENU_ITEMS and get_name(node) == name])
    press(item[which])
    settle()


def settle():
    """Till it has nothing more to do for the last key, or a person goes on anyway."""
    end = time.monotonic() + SECONDS_PATIENT
    while time.monotonic() < end and not are_idle_for(SECONDS_IDLE):
        pass


def work(koma):
    """What a person does, at a person's speed."""
    for text in ("stra", "99", "nowhere"):
        key("ctrl+f", "ctrl+a")
        xdotool("type", "--delay", "150", text)
        settle()
        key("Escape")
        settle()
    for name, which in (("Name", 0), ("Descending", 0), ("Date", 0), ("Class", -1)):
        choose(koma, name, which)
    key("ctrl+f")
    xdotool("type", "--delay", "150", "strasse")
    settle()
    key("Return", "ctrl+a", "Delete")
    settle()
    key("ctrl+z", "ctrl+f", "Escape")
    settle()
    for _ in range(2):  # there and back
        press(next(node for node in walk(koma.node, LISTS)
                   if node.get_name() == "Grid" and node.get_role() in BUTTONS))
        settle()


def measure(name):
    log = SCRATCH / f"{name}.log"
    with Koma(make_folder(), KOMA_STALL_LOG=str(log)) as koma:
        koma.wait_idle(step=1)
        koma.focus()
        stalls = Stalls(koma, log, MAX_MS)
        tell_memory(koma, "with all pictures")
        stalls.begin()
        work(koma)
        tell_memory(koma, "after all that")
        return stalls.end()


def test_stall():
    check_smooth(measure)


run(test_stall)
