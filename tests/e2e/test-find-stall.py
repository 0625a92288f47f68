# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window answers while 20,000 pictures are searched, sorted, grouped and shown in a grid.

They are one picture with many names, which is no picture: each is answered at once, with an error.
Others would take minutes to be classified, and the list does the same with them."""
import os
import time

from koma_gui import MENU_ITEMS, SCRATCH, Koma, key, press, run, wait, walk, xdotool
from koma_gui.tree import LISTS
from koma_stall import Stalls, check_smooth

N_PICTURES = int(os.environ.get("KOMA_FIND_PICTURES", "20000"))


def make_folder():
    folder = SCRATCH / "many"
    if folder.exists():
        return folder
    folder.mkdir()
    picture = SCRATCH / "one.png"
    picture.write_bytes(b"")
    for i in range(N_PICTURES):
        os.link(picture, folder / f"{'Straße' if i % 10 == 0 else 'Holiday'} {i * 7919 % N_PICTURES}.png")
    return folder


def choose(koma, name, which=0):
    """Of the menu of orders; the tree is not walked while the window works."""
    koma.click("Sort and Group")
    item = wait(f"“{name}”", lambda: [node for node in walk(koma.node, LISTS) if
                                      node.get_name() == name and node.get_role() in MENU_ITEMS])
    press(item[which])
    time.sleep(2)


def work(koma):
    """What a person does, at a person's speed."""
    for text in ("stra", "99", "nowhere"):
        key("ctrl+f", "ctrl+a")
        xdotool("type", "--delay", "150", text)
        time.sleep(1.5)
        key("Escape")
        time.sleep(1.5)
    for name, which in (("Name", 0), ("Descending", 0), ("Date", 0), ("Class", -1)):
        choose(koma, name, which)
    key("ctrl+f")
    xdotool("type", "--delay", "150", "strasse")
    time.sleep(1.5)
    key("Return", "ctrl+a", "Delete")
    time.sleep(1.5)
    key("ctrl+z", "ctrl+f", "Escape")
    time.sleep(2)


def measure(name):
    log = SCRATCH / f"{name}.log"
    with Koma(make_folder(), KOMA_STALL_LOG=str(log)) as koma:
        koma.wait_idle(step=1)
        koma.focus()
        stalls = Stalls(koma, log)
        stalls.begin()
        work(koma)
        return stalls.end()


def test_stall():
    check_smooth(measure)


run(test_stall)
