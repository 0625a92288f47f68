# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What leaves the window: answers as a file, pictures into folders, labels beside them; and the way back."""
import csv
import hashlib
import html
import json
import os
import shutil

from koma_gui import (COLOURS, SCRATCH, Koma, Role, answer, choose_file, equal, has_focus, key, list_windows,
                      run, type_text, wait, walk, write_png)

HOME = SCRATCH / "home"


def make_pictures(name):
    folder = SCRATCH / name
    folder.mkdir()
    for number, colour in enumerate(["red", "green", "blue", "red"]):
        write_png(folder / f"{number}.png", colour)
        os.utime(folder / f"{number}.png", ns=(10**18, 10**18 + number))
    return folder


def list_files(*folders):
    """Each file with its content, its time and its mode."""
    return {str(path): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns, path.stat().st_mode)
            for folder in folders for path in folder.rglob("*") if path.is_file()}


def wait_dialog(title):
    return wait(f"the dialog “{title}”", lambda: list_windows(title))


def wait_first_choice(koma):
    """Return does not cancel: the focus is on what can be chosen."""
    wait("the focus on the first choice", lambda: any(
        has_focus(node) and node.get_name() == "Pictures" for node in walk(koma.node)))


def choose_from_menu(koma, item):
    koma.focus()
    koma.click("Take Along")
    koma.choose(item)


def wait_gone(title):
    """The tree is not read before: GTK 4.8 can end where it is asked for a window that goes."""
    wait("the dialog to close", lambda: not list_windows(title))


def export(koma, path):
    koma.click("Save…")
    choose_file("Save As", path)
    wait_gone("Export")
    koma.wait_toast(f"Saved as “{path.name}”")


def test_export_selected():
    """The rows that are selected, and no others; each with its provenance."""
    folder = make_pictures("holiday")
    with Koma(folder) as koma:
        koma.wait_rows(["0.png: red ", "1.png: green ", "2.png: blue ", "3.png: red "])
        koma.focus()
        key("ctrl+a")
        key("ctrl+e")
        wait_dialog("Export")
        wait_first_choice(koma)
        koma.wait_label("path,model,backend")
        export(koma, SCRATCH / "all.csv")
        rows = list(csv.DictReader(open(SCRATCH / "all.csv", newline="", encoding="utf-8")))
        equal([row["label1"] for row in rows], ["red", "green", "blue", "red"])
        equal([row["uri"] for row in rows], [(folder / f"{n}.png").as_uri() for n in range(4)])
        for name in ("model_hash", "recipe", "precision", "koma_version"):
            assert all(row[name] for row in rows), rows
        koma.focus()
        key("Home", "shift+Down")
        key("ctrl+e")
        wait_dialog("Export")
        koma.wait_label("Those Selected (2)")
        export(koma, SCRATCH / "two.csv")
        rows = list(csv.DictReader(open(SCRATCH / "two.csv", newline="", encoding="utf-8")))
        equal([row["path"] for row in rows], [str(folder / "0.png"), str(folder / "1.png")])


def test_export_filtered():
    """The pictures of a class that is chosen in the filter, and no others."""
    folder = make_pictures("to filter")
    with Koma(folder) as koma:
        koma.wait_rows(["0.png: red ", "1.png: green ", "2.png: blue ", "3.png: red "])
        koma.focus()
        koma.click("Filter")
        button = wait("the filter", lambda: koma.find({Role.COMBO_BOX}, "Class")).get_children()[0]
        key("Tab")
        wait("the focus", lambda: has_focus(button))
        key("space")
        wait("the classes", lambda: not has_focus(button))
        # Down: GTK 4.18 begins in the search entry, which keeps End and Return.
        key("Down", "End", "Return")
        koma.wait_label("2 of 4 pictures", "red")
        key("Escape")  # closes the filter, once the list of classes has gone
        koma.wait_rows(["0.png: red ", "3.png: red "])
        key("ctrl+e")
        wait_dialog("Export")
        koma.wait_label("Those Shown (2)")
        export(koma, SCRATCH / "red.csv")
        rows = list(csv.DictReader(open(SCRATCH / "red.csv", newline="", encoding="utf-8")))
        equal([(row["path"], row["label1"]) for row in rows],
              [(str(folder / "0.png"), "red"), (str(folder / "3.png"), "red")])
        assert all(0.9 < float(row["score1"]) <= 1 and row["model_hash"] for row in rows), rows


def test_copy_and_undo():
    """A preview first; then folders by class; then all is as it was."""
    folder = make_pictures("to copy")
    before = list_files(folder)
    with Koma(folder) as koma:
        koma.wait_rows(["0.png: red ", "1.png: green ", "2.png: blue ", "3.png: red "])
        choose_from_menu(koma, "Sort Into Folders…")
        wait_dialog("Sort Into Folders")
        wait_first_choice(koma)
        koma.wait_label("4 Pictures")
        assert not (HOME / "Sorted").exists()
        koma.click("Copy")
        wait_gone("Sort Into Folders")
        koma.wait_toast("4 files copied")
        copies = {path.relative_to(HOME / "Sorted").as_posix() for path in (HOME / "Sorted").rglob("*.png")}
        equal(copies, {"red/0.png", "green/1.png", "blue/2.png", "red/3.png"})
        equal(list_files(folder), before)
        koma.click("Undo")
        koma.wait_toast("4 copies removed again")
        assert not (HOME / "Sorted").exists()
        equal(list_files(folder), before)


def test_kinds():
    """Coarser kinds: a search and the filter find them, the list is grouped by them, folders are of them."""
    folder = make_pictures("of kinds")
    model = SCRATCH / "with kinds"
    shutil.copytree(COLOURS, model)
    (model / "kinds.json").write_text(json.dumps({
        "kinds": {"cold": {"en": "Cold Colours", "de": "Kalte Farben"}},
        "classes": [{"kinds": ["cold"], "lines": [[2, 3]]}]}))
    with Koma(folder, model=model) as koma:
        koma.wait_rows(["0.png: red ", "1.png: green ", "2.png: blue ", "3.png: red "])
        koma.focus()
        key("ctrl+f")
        type_text("kalte")
        koma.wait_rows(["1.png: green ", "2.png: blue "])
        key("Escape")
        koma.wait_rows(["0.png: red ", "1.png: green ", "2.png: blue ", "3.png: red "])
        choose_from_menu(koma, "Sort Into Folders…")
        wait_dialog("Sort Into Folders")
        wait_first_choice(koma)
        wait("the choice of folders", lambda: any(
            has_focus(node) and node.get_name() == "A Folder for Each" for node in walk(koma.node)) or
            key("Tab"), step=0.2)
        key("space")
        wait("the list", lambda: koma.find({Role.LABEL}, "Kind"))
        key("Home", "Down", "Return")
        koma.wait_label("Cold Colours")
        koma.click("Copy")
        wait_gone("Sort Into Folders")
        koma.wait_toast("4 files copied")
        copies = {path.relative_to(HOME / "Sorted").as_posix() for path in (HOME / "Sorted").rglob("*.png")}
        equal(copies, {"red/0.png", "Cold Colours/1.png", "Cold Colours/2.png", "red/3.png"})
        choose_from_menu(koma, "Undo Sorting…")
        koma.wait_label("Undo Copying 4 Files?")
        answer("alt+u")
        koma.wait_toast("4 copies removed again")
        assert not (HOME / "Sorted").exists()


def test_labels_and_undo():
    """Sidecars beside the pictures; one that was there keeps what it has, and is as it was afterwards."""
    folder = make_pictures("to label")
    old = folder / "1.png.xmp"
    old.write_text('<x:xmpmeta xmlns:x="adobe:ns:meta/">'
                   '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
                   '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/>'
                   '</rdf:RDF></x:xmpmeta>\n')
    before = list_files(folder)
    with Koma(folder) as koma:
        koma.wait_rows(["0.png: red ", "1.png: green ", "2.png: blue ", "3.png: red "])
        choose_from_menu(koma, "Write Labels…")
        wait_dialog("Write Labels")
        koma.wait_label("4 Pictures")
        koma.click("Write")
        wait_gone("Write Labels")
        koma.wait_toast("4 XMP files written")
        text = html.unescape(old.read_text(encoding="utf-8"))
        assert "Rating" in text and "<rdf:li>green</rdf:li>" in text and "https://koma.app/ns/1.0/" in text, text
        equal({path: value for path, value in list_files(folder).items() if path.endswith(".png")},
              {path: value for path, value in before.items() if path.endswith(".png")})
        choose_from_menu(koma, "Undo Sorting…")
        koma.wait_label("Undo Writing 4 XMP Files?")
        answer("alt+u")
        koma.wait_toast("4 XMP files are as they were")
        equal(list_files(folder), before)


def test_told_at_start():
    """What a crash left half is told at the next start, and undone."""
    folder = make_pictures("half")
    link = SCRATCH / "link.png"
    link.symlink_to(folder / "0.png")
    state = SCRATCH / "state-of-crash"
    (state / "koma" / "sorted").mkdir(parents=True)
    record = {"do": "link", "from": (folder / "0.png").as_uri(), "to": (SCRATCH / "link.png").as_uri()}
    (state / "koma" / "sorted" / "00000000000000000001-00000000.jsonl").write_text(json.dumps(record) + "\n")
    with Koma(XDG_STATE_HOME=str(state)) as koma:
        koma.wait_toast("Koma was stopped while it sorted files")
        koma.click("Undo")
        koma.wait_toast("1 link removed again")
        assert not link.is_symlink()
        assert (folder / "0.png").exists()


run(test_export_selected, test_export_filtered, test_copy_and_undo, test_kinds, test_labels_and_undo,
    test_told_at_start)
