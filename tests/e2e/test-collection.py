# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers that stay: a file keeps them, and nothing that it knows is computed again."""
import hashlib
import os
import sqlite3

from koma_collections import classify, make_collection
from koma_gui import SCRATCH, Koma, choose_file, equal, key, list_windows, run, type_text, wait, write_png

ROWS = ["0.png: red ", "1.png: green ", "2.png: blue "]


def make_pictures(name):
    folder = SCRATCH / name
    folder.mkdir()
    for number, colour in enumerate(["red", "green", "blue"]):
        write_png(folder / f"{number}.png", colour)
    return folder


def read(path):
    """The name, the label and the time of each answer that the file has."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return {bytes(name).decode(): (label, time) for name, label, time in db.execute(
            "SELECT p.path, l.label, a.answered_us FROM answers a JOIN pictures p ON p.id = a.picture"
            " JOIN scores s ON s.answer = a.id AND s.rank = 1"
            " JOIN labels l ON l.model = a.model AND l.class = s.class")}


def keep(koma, path):
    koma.focus()
    koma.click("Take Along")
    koma.choose("Keep These Answers…")
    choose_file("Save As", path)
    koma.wait_toast(f"Answers are kept in “{path.name}”")


def test_keep():
    """What was answered before and after, of the window, is in the file; it is there again at the next start."""
    folder = make_pictures("kept")
    path = folder / "kept.koma"
    home = str(SCRATCH / "state")
    with Koma(folder, XDG_STATE_HOME=home) as koma:
        koma.wait_rows(ROWS)
        keep(koma, path)
        wait("three answers", lambda: len(read(path)) == 3)
        equal(read(path)["1.png"][0], "green")
        write_png(folder / "3.png", "red")
        koma.open(folder / "3.png")
        koma.wait_rows([*ROWS, "3.png: red "])
        wait("four answers", lambda: len(read(path)) == 4)
        # Once more: a collection has each file once.
        koma.open(folder)
        koma.wait_toast("All of these are in the list already")
        koma.wait_idle()
        koma.wait_rows([*ROWS, "3.png: red "])
        equal(len(koma.rows()), 4)
    before = read(path)
    with Koma(model=None, XDG_STATE_HOME=home) as koma:
        koma.wait_label("kept.koma")
        koma.wait_rows([*ROWS, "3.png: red "])
    equal(read(path), before)


def test_hashes():
    """While nothing else is to do, pictures get the hash of their content, by which they are known later."""
    folder = make_pictures("hashed")
    path = folder / "hashed.koma"
    wanted = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.glob("*.png")}

    def read_hashes():
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return {bytes(name).decode(): sha256 for name, sha256 in db.execute("SELECT path, sha256 FROM pictures")}

    with Koma(folder) as koma:
        koma.wait_rows(ROWS)
        keep(koma, path)
        wait("the hashes", lambda: read_hashes() == wanted)
    before = read(path)
    (folder / "1.png").rename(folder / "moved.png")
    os.utime(folder / "moved.png", (1e9, 1e9))
    with Koma(path) as koma:
        koma.wait_rows([ROWS[0], ROWS[2], "moved.png: green "])
        wait("its new name", lambda: read(path).get("moved.png") == before["1.png"])


def test_changes():
    """Files that came, changed, moved and went while the window was closed."""
    folder = make_pictures("changing")
    path = SCRATCH / "changing.koma"
    with Koma(folder) as koma:
        koma.wait_rows(ROWS)
        keep(koma, path)
        wait("three answers", lambda: len(read(path)) == 3)
    before = read(path)
    (folder / "0.png").unlink()
    write_png(folder / "1.png", "blue")
    os.utime(folder / "1.png", ns=(10**18, 10**18))
    (folder / "2.png").rename(folder / "moved.png")
    write_png(folder / "new.png", "green")
    with Koma(path) as koma:
        koma.wait_rows(["0.png: red ", "1.png: blue ", "moved.png: blue ", "new.png: green "])
        koma.wait_label("1 picture is no longer where it was")
        wait("the new name", lambda: read(path).get("changing/moved.png") == before["changing/2.png"])
        koma.click("Forget Them")
        koma.wait_rows(["1.png: blue ", "moved.png: blue ", "new.png: green "])
        wait("it to be forgotten", lambda: "changing/0.png" not in read(path))
    equal(sorted(read(path)), ["changing/1.png", "changing/moved.png", "changing/new.png"])


def test_correct():
    """What a person says is in the file, and is there again."""
    folder = make_pictures("corrected")
    path = folder / "corrected.koma"
    with Koma(folder) as koma:
        koma.wait_rows(ROWS)
        keep(koma, path)
        wait("three answers", lambda: len(read(path)) == 3)
    with Koma(path) as koma:
        koma.wait_rows(ROWS)
        koma.focus()
        key("Home", "F2")
        wait("the question", lambda: list_windows("What Does It Show?"))
        type_text("a tomato")
        key("Return")
        koma.wait_rows(["0.png: a tomato", *ROWS[1:]])
    with sqlite3.connect(path) as db:
        equal(db.execute("SELECT label FROM corrections").fetchall(), [("a tomato",)])
    with Koma(path) as koma:
        koma.wait_rows(["0.png: a tomato", *ROWS[1:]])


def test_watched():
    """Pictures that arrive, change, go and are renamed in a folder of the collection while the window is open."""
    folder = make_pictures("watched")
    path = SCRATCH / "watched.koma"
    with Koma(folder) as koma:
        koma.wait_rows(ROWS)
        keep(koma, path)
        write_png(folder / "3.png", "red")
        koma.wait_rows([*ROWS, "3.png: red "])
        write_png(folder / "0.png", "green")
        koma.wait_rows(["0.png: green ", *ROWS[1:], "3.png: red "])
        (folder / "1.png").rename(folder / "9.png")
        koma.wait_rows(["0.png: green ", "2.png: blue ", "3.png: red ", "9.png: green "])
        (folder / "2.png").unlink()
        koma.wait_label("1 picture is no longer where it was")
        koma.click("Forget Them")
        koma.wait_rows(["0.png: green ", "3.png: red ", "9.png: green "])
        wait("three answers", lambda: sorted(read(path)) == ["watched/0.png", "watched/3.png", "watched/9.png"])


def test_removed():
    """The list may be changed and emptied: the file has what it had."""
    folder = make_pictures("removed")
    path = folder / "removed.koma"
    with Koma(folder) as koma:
        koma.wait_rows(ROWS)
        keep(koma, path)
        wait("three answers", lambda: len(read(path)) == 3)
    before = read(path)
    with Koma(path) as koma:
        koma.wait_rows(ROWS)
        koma.focus()
        key("Home", "Delete")
        koma.wait_rows(ROWS[1:])
    with Koma(path) as koma:
        koma.wait_rows(ROWS)
        koma.focus()
        key("ctrl+Delete")
        koma.wait_label("3 pictures removed")
        wait("the file to be closed", lambda: "removed.koma" not in koma.labels())
        koma.click("Undo")
        koma.wait_rows(ROWS)
    equal(read(path), before)


def read_left_out(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return sorted(bytes(name).decode() for name, in db.execute(
            "SELECT path FROM pictures WHERE id IN (SELECT picture FROM left_out WHERE is_out)"))


def take_out(koma, *keys):
    koma.focus()
    key(*keys, "Menu")
    koma.choose("Take Out of Collection")


def test_taken_out():
    """What is taken out stays out, whatever brings its folder, until that very file is opened; undo, too."""
    folder = make_pictures("taken-out")
    path = SCRATCH / "taken-out.koma"
    with Koma(folder) as koma:
        koma.wait_rows(ROWS)
        keep(koma, path)
        wait("three answers", lambda: len(read(path)) == 3)
    with Koma(path) as koma:
        koma.wait_rows(ROWS)
        take_out(koma, "ctrl+a")
        koma.wait_label("3 pictures taken out of the collection")
        wait("three marks", lambda: len(read_left_out(path)) == 3)
        koma.click("Undo")
        koma.wait_rows(ROWS)
        wait("no mark", lambda: read_left_out(path) == [])
        take_out(koma, "Home")
        koma.wait_rows(ROWS[1:])
        wait("one mark", lambda: read_left_out(path) == ["taken-out/0.png"])
    with Koma(path) as koma:
        koma.wait_rows(ROWS[1:])
        # By its watched folder, and by opening that.
        write_png(folder / "0.png", "blue")
        write_png(folder / "3.png", "red")
        koma.wait_rows([*ROWS[1:], "3.png: red "])
        koma.open(folder / "0.png")
        koma.wait_rows([*ROWS[1:], "3.png: red ", "0.png: blue "])
        wait("no mark", lambda: read_left_out(path) == [])
    with Koma(path) as koma:
        koma.wait_rows(["0.png: blue ", *ROWS[1:], "3.png: red "])


def wait_rating(koma, written, said):
    """GTK 4.8 tells of a label what is written there, later ones what it says."""
    wait(said, lambda: {written, said}.intersection(koma.labels()))


def test_rated():
    """Stars by keys, in the list and on the page of a picture, are in the file, and are there again."""
    folder = make_pictures("rated")
    path = folder / "rated.koma"

    def read_stars():
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return db.execute("SELECT stars FROM ratings JOIN pictures p ON p.id = picture ORDER BY path").fetchall()

    def ends(koma, *stars):
        return [row.rpartition("; ")[2] if "; " in row else "" for row in koma.rows()] == list(stars)

    with Koma(folder) as koma:
        koma.wait_rows(ROWS)
        keep(koma, path)
        wait("three answers", lambda: len(read(path)) == 3)
    with Koma(path) as koma:
        koma.wait_rows(ROWS)
        koma.focus()
        key("ctrl+a", "ctrl+3")
        koma.wait_label("3 pictures rated")
        wait("three stars", lambda: ends(koma, "3 stars", "3 stars", "3 stars"))
        key("Home", "Return")
        wait_rating(koma, "★★★", "3 stars")
        key("ctrl+5")
        wait_rating(koma, "★★★★★", "5 stars")
        wait("five stars", lambda: read_stars() == [(5,), (3,), (3,)])
        key("ctrl+z")
        wait_rating(koma, "★★★", "3 stars")
        key("ctrl+0")
        wait("no stars", lambda: read_stars() == [(0,), (3,), (3,)])
        key("Right", "ctrl+9")
        wait_rating(koma, "✗", "Rejected")
        wait("one rejected", lambda: read_stars() == [(0,), (-1,), (3,)])
    with Koma(path) as koma:
        koma.wait_rows(ROWS)
        wait("stars of the file", lambda: ends(koma, "", "Rejected", "3 stars"))


def damage(path, table):
    """Overwrites the page in which the table or index of that name begins."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,), = db.execute("PRAGMA page_size")
        (page,), = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table])
    db.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def test_damaged():
    """Damage is found while rows are shown, in what they need and in what they do not: what can be read is shown, the
    rest computed anew, and the file is sound again."""
    rows = sorted(f"{number}.png: {colour} 100%" for number, colour in enumerate(["red", "green", "blue", "red"]))
    for table in ("pictures_by_time", "scores"):
        path = make_collection(f"damaged-{table}")
        classify(path)
        damage(path, table)
        aside = path.with_name(path.name + ".damaged")
        with Koma(path) as koma:
            koma.wait_toast(f"{path.name}: was damaged; ")
            wait("all rows", lambda: sorted(row.split(",")[0] for row in koma.rows()) == rows)
            wait("four answers", lambda: len(read(path)) == 4)
        assert aside.exists()
        with sqlite3.connect(path) as db:
            equal(list(db.execute("PRAGMA integrity_check")), [("ok",)])
        db.close()
        aside.unlink()
        with Koma(path) as koma:
            wait("all rows", lambda: sorted(row.split(",")[0] for row in koma.rows()) == rows)
        assert not aside.exists()


run(test_keep, test_hashes, test_changes, test_correct, test_watched, test_removed, test_taken_out, test_rated,
    test_damaged)
