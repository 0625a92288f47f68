# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window with a collection of a million pictures: how long opening, search, orders, groups, a filter, the
choice of all and an export take until it can be seen, the longest stall of the main loop meanwhile, and the memory
afterwards. Other programs of the machine lengthen all of it: they are told of beside each.

bench-million.py [PICTURES]     1000000 if not given; KOMA_BENCH_FOLDER: where the files go, 40 bytes each on a
tmpfs, and stay for the next time
"""
import contextlib
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["KOMA_SOURCE"]) / "tests" / "e2e"))
from gi.repository import GLib  # noqa: E402
from koma_gui import (BUILD, COLOURS, MENU_ITEMS, SCRATCH, Koma, OtherPrograms, Role,  # noqa: E402
                      choose_file, find_drop_down, get_name, key, list_windows, press, read_row, wait, walk, write_png,
                      xdotool)
from koma_gui.asking import ask  # noqa: E402
from koma_gui.node import make_get_child, make_node  # noqa: E402
from koma_gui.tree import LISTS  # noqa: E402
from koma_stall import Stalls, read_log  # noqa: E402

N_PICTURES = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
FOLDER = pathlib.Path(os.environ.get("KOMA_BENCH_FOLDER", SCRATCH)) / f"{N_PICTURES}-pictures"
IN_A_FOLDER = 1000
STEP = 0.02


# ---- The collection ----

def make_files():
    """One picture with many names; where it has none too many of them, as on most disks, some copies of it."""
    for i in range(N_PICTURES):
        folder = FOLDER / f"{i // IN_A_FOLDER:04}"
        if i % IN_A_FOLDER == 0:
            folder.mkdir(parents=True)
            if i % (50 * IN_A_FOLDER) == 0:
                original = write_png(FOLDER / f"{i:07}.png", "red")
                os.utime(original, ns=(10**18, 10**18))
        os.link(original, folder / f"{'Straße' if i % 10 == 0 else 'IMG'}_{i * 7919 % N_PICTURES:07}.png")
    return original.stat().st_size


def list_rows(size):
    """Pictures with three classes of three, as Koma writes them."""
    chance = random.Random(1)
    pictures, answers, scores = [], [], []
    for i in range(N_PICTURES):
        name = f"{'Straße' if i % 10 == 0 else 'IMG'}_{i * 7919 % N_PICTURES:07}.png"
        pictures.append((i + 10, f"{i // IN_A_FOLDER:04}/{name}".encode(), size, 10**18))
        answers.append((i + 10, i + 10, 10**15 + i))
        best = chance.random()
        classes = chance.sample(range(3), 3)
        scores += [(i + 10, 1, classes[0], 0.5 + best / 2), (i + 10, 2, classes[1], (1 - best) / 3),
                   (i + 10, 3, classes[2], (1 - best) / 6)]
    return pictures, answers, scores


def fill(path, size):
    """Koma has made the tables, with the model's rows and those of a first picture."""
    pictures, answers, scores = list_rows(size)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("BEGIN")
        db.execute("DELETE FROM pictures")
        db.executemany("INSERT INTO pictures (id, path, size_bytes, mtime_ns) VALUES (?, ?, ?, ?)", pictures)
        db.executemany(
            "INSERT INTO answers (id, picture, model, provenance, answered_us, top_k, half_turn, width, height,"
            " decode_ms, preprocess_ms, inference_ms) SELECT ?, ?, m.id, p.id, ?, 3, 0, 4000, 3000, 9.5, 0.5, 2.5"
            " FROM models m JOIN provenances p ON p.model = m.id", answers)
        db.executemany("INSERT INTO scores (answer, rank, class, score) VALUES (?, ?, ?, ?)", scores)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def make_collection():
    path = FOLDER / "million.koma"
    if not path.exists():
        size = make_files()
        made = FOLDER / "new.koma"
        subprocess.run([BUILD / "app" / "koma", "classify", "--model", COLOURS, "--collection", made,
                        write_png(SCRATCH / "first.png", "red")], check=True, capture_output=True)
        fill(made, size)
        made.rename(path)
    return path


# ---- What is measured ----

class Window:
    """Reads as little as it can of the thread that is measured."""

    def __init__(self, koma, log):
        self.koma, self.log = koma, log
        self.stalls = Stalls(koma, log)
        self.list = None
        self.before = 0

    def read_first(self):
        """What the first row says; a row that was there before may be seen still."""
        if self.list is None:
            self.list = self.koma.find(LISTS, "Pictures")
        if self.list is None or self.list.get_child_count() == 0:
            return ""
        return read_row(make_node(*ask(self.list.bus_name, self.list.path, make_get_child(0))))

    def has_label(self, *parts):
        return any(all(part in (node.get_name() or "") for part in parts) for node in walk(self.koma.node, LISTS)
                   if node.get_role() == Role.LABEL)

    def measure(self, what, act, ready, settle=2):
        """act () begins it, and ready () is true once it can be seen."""
        self.others = OtherPrograms()
        self.stalls._write()
        start, self.before = time.monotonic(), self.koma.get_cpu_seconds()
        act()
        wait(what, ready, patience=900, step=STEP)
        took = time.monotonic() - start
        time.sleep(settle)
        self.stalls._write()
        self.tell(what, took)

    def tell(self, what, took):
        measured = read_log(self.log)
        computed = self.koma.get_cpu_seconds() - self.before
        print(f"{what:28} {took:6.2f} s  computed {computed:5.2f} s  stall {measured['blame']['max']:5.0f} ms "
              f"(cpu {measured['cpu']['max']:5.0f}, "
              f"p99.9 {measured['blame']['p99.9']:4.0f})  {self.koma.get_memory():5.0f} MB, most "
              f"{self.koma.get_memory('VmHWM'):5.0f}; others {self.others.get_share():.0%}", flush=True)


def choose_order(window, name, which=0):
    window.koma.click("Sort and Group")
    item = wait(f"“{name}”", lambda: [node for node in walk(window.koma.node, LISTS) if
                                      node.get_role() in MENU_ITEMS and get_name(node) == name])
    return lambda: press(item[which])


def measure_order(window, what, name, which, is_there):
    """is_there (the first row)."""
    act = choose_order(window, name, which)
    time.sleep(0.5)
    window.measure(what, act, lambda: is_there(window.read_first()))


def type_search(text):
    xdotool("type", "--delay", "50", text)


def measure_searches(window):
    for text, said in (("stra", f"{-(-N_PICTURES // 10)}"), ("0042", " of "), ("nowhere", "No Picture Matches")):
        key("ctrl+f", "ctrl+a")
        window.measure(f"search “{text}”", lambda text=text: type_search(text), lambda text=text, said=said:
                       window.has_label(said) and (said[0] == "N" or window.has_label(f"“{text}”")))
        window.measure("  and all again", lambda: key("Escape"), lambda: "“" not in window.read_first() and
                       window.read_first() != "" and not window.has_label("“" + text))


def measure_orders(window):
    last = f"{N_PICTURES - 1:07}.png"
    measure_order(window, "sort by name", "Name", 0, lambda row: row.startswith("IMG_0000001"))
    measure_order(window, "  descending", "Descending", 0, lambda row: f"Straße_{N_PICTURES - 10:07}" in row)
    measure_order(window, "  ascending again", "Descending", 0, lambda row: row.startswith("IMG_0000001"))
    measure_order(window, "sort by folder", "Folder", 0, lambda row: row and not row.startswith("IMG_0000001"))
    measure_order(window, "sort by score", "Score", 0, lambda row: "50%" in row)
    measure_order(window, "sort by date", "Date", 0, lambda row: row.startswith("Straße_0000000"))
    measure_order(window, "as they came", "As Added", 0, lambda row: last not in row and row != "")
    measure_order(window, "group by class", "Class", -1, lambda row: row.startswith("blue – "))
    measure_order(window, "group by folder", "Folder", -1, lambda row: not row.startswith("blue – ") and " – " in row)
    measure_order(window, "no groups", "Nothing", -1, lambda row: row.startswith("Straße_0000000"))


def measure_filter(window):
    window.measure("open the filter", lambda: window.koma.click("Filter"),
                   lambda: find_drop_down(window.koma.node, "Class"), settle=1)
    key("Tab", "space")
    time.sleep(1)
    window.measure("filter by class", lambda: key("Down", "Return"),
                   lambda: window.has_label(f" of {N_PICTURES} pictures"))
    key("Escape")
    window.measure("  and all again", lambda: window.koma.click("Show All"),
                   lambda: not window.has_label(f" of {N_PICTURES} pictures"))


def measure_choice(window):
    window.koma.focus()
    key("ctrl+f", "Return")
    window.measure("choose all", lambda: key("ctrl+a"), lambda: window.has_label(f"{N_PICTURES} pictures selected"))
    window.measure("export: the dialog", lambda: key("ctrl+e"), lambda: list_windows("Export"))
    path = SCRATCH / "all.csv"
    window.koma.click("Save…")
    window.measure("  the file", lambda: choose_file("Save As", path), lambda: not list_windows("Export"))
    n_lines = sum(1 for _ in open(path, "rb"))
    print(f"    {n_lines:,} lines, {path.stat().st_size / 1e6:.0f} MB")


def main():
    path, log = make_collection(), SCRATCH / "stalls.log"
    print(f"{N_PICTURES:,} pictures, {path.stat().st_size / 1e6:.0f} MB", flush=True)
    start, others = time.monotonic(), OtherPrograms()
    with Koma(path, model=None, KOMA_STALL_LOG=str(log)) as koma:
        print(f"window after {time.monotonic() - start:.2f} s, {koma.get_memory():.0f} MB")
        window = Window(koma, log)
        window.others = others
        wait("the first row", window.read_first, step=STEP)
        print(f"first rows after {time.monotonic() - start:.2f} s, {koma.get_memory():.0f} MB", flush=True)
        koma.focus()
        wait("all rows", lambda: key("ctrl+f", "Return", "ctrl+a") or
             window.has_label(f"{N_PICTURES} pictures selected"), patience=900, step=0.5)
        took = time.monotonic() - start
        window.stalls._write()
        window.tell("all rows", took)
        key("Down")
        koma.wait_idle(step=1)
        print(f"files looked at after {time.monotonic() - start:.1f} s, {koma.get_memory():.0f} MB", flush=True)
        for part in (measure_searches, measure_orders, measure_filter, measure_choice):
            if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
                try:
                    part(window)
                except (AssertionError, GLib.Error) as error:
                    print(f"{part.__name__}: {error}", flush=True)
                    if not os.environ.get("KOMA_BENCH_GO_ON"):
                        raise
        window.measure("close", lambda: None, lambda: True, settle=0)


main()
