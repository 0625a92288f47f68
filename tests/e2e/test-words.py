# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Classes are typed as words, and pictures are found by what they show; no picture is read again for that."""
import csv

from koma_gui import (SCRATCH, SOURCE, Koma, Role, activate_row, choose_file, equal, get_name, has_focus, key,
                      list_windows, run, type_text, wait, walk, write_png)

WORDS = SOURCE / "data" / "examples" / "programs" / "colour-words"
COLOURS = {"1.png": "red", "2.png": "green", "3.png": "blue", "4.png": "red"}


def write_pictures(name):
    """Of a folder, to be taken away while the window shows them."""
    return [write_png(SCRATCH / name / picture, colour) for picture, colour in COLOURS.items()]


def find_entry(koma):
    return wait("the field for classes", lambda: next(
        (node for node in walk(koma.node) if get_name(node) == "Classes to Look For"), None))


def type_classes(koma, text):
    def is_there():
        key("ctrl+k")
        return has_focus(entry)
    koma.focus()
    entry = find_entry(koma)
    wait("the focus in it", is_there, step=0.3)  # that goes to the list when its page comes
    key("ctrl+a")
    type_text(text)
    key("Return")


def wait_best(koma, *classes):
    """Of each picture, in their order."""
    koma.wait_rows([f"{name}: {best} " for name, best in zip(COLOURS, classes)])


def test_reword():
    """Answers change as one types, and the pictures are gone meanwhile."""
    pictures = write_pictures("reword")
    with Koma(*pictures, model=WORDS) as koma:
        wait("answers", lambda: len(koma.rows()) == len(pictures) and "%" in koma.rows()[-1])
        type_classes(koma, "red, blue, green")
        wait_best(koma, "red", "green", "blue", "red")
        for picture in pictures:
            picture.unlink()
        type_classes(koma, "yellow, cyan, magenta")
        koma.wait_rows([f"{name}: " for name in COLOURS])
        wait("other answers", lambda: not any(": red" in row or ": blue" in row for row in koma.rows()))
        assert all("%" in row for row in koma.rows()), koma.rows()
        type_classes(koma, "red, blue, green")
        wait_best(koma, "red", "green", "blue", "red")


def save_list(koma, name):
    koma.click("Saved Lists")
    entry = wait("the name", lambda: next(
        (node for node in walk(koma.node) if get_name(node) == "Name for These Words"), None))
    key("Tab")
    wait("the focus in it", lambda: has_focus(entry))
    type_text(name)
    key("Return")
    wait("the list", lambda: koma.find({Role.LIST_ITEM}, name))
    key("Escape")


def test_saved():
    """Words stay with the model, and lists under their names, when the window closes."""
    pictures = write_pictures("saved")
    home = SCRATCH / "saved-home"
    home.mkdir()
    with Koma(*pictures, model=WORDS, XDG_STATE_HOME=str(home)) as koma:
        wait("answers", lambda: len(koma.rows()) == len(pictures))
        type_classes(koma, "white, black, red")
        wait("answers", lambda: koma.rows()[0].startswith("1.png: red"))
        save_list(koma, "Grey")
        type_classes(koma, "red, blue, green")
        wait_best(koma, "red", "green", "blue", "red")
    with Koma(*pictures, model=WORDS, XDG_STATE_HOME=str(home)) as koma:
        wait_best(koma, "red", "green", "blue", "red")
        equal(find_entry(koma).get_text(), "red, blue, green")
        koma.click("Saved Lists")
        activate_row(koma.node, "Grey")
        wait("other words", lambda: find_entry(koma).get_text() == "white, black, red")
        wait("answers", lambda: not any(": blue" in row or ": green" in row for row in koma.rows()))


def get_order(koma):
    return [row.split(". ")[-1].split(": ")[0] for row in koma.rows()]


def test_find():
    """By what pictures show, best first; and those like another. All stay in the list."""
    with Koma(*write_pictures("find"), model=WORDS) as koma:
        wait("answers", lambda: len(koma.rows()) == len(COLOURS) and "%" in koma.rows()[-1])
        for words, best in (("a blue thing", ["3.png"]), ("red", ["1.png", "4.png"]), ("green", ["2.png"])):
            key("ctrl+f", "ctrl+a")
            type_text(words)
            wait(words, lambda best=best: get_order(koma)[:len(best)] == best)
            equal(len(koma.rows()), len(COLOURS))
        key("Escape")
        wait("all", lambda: get_order(koma) == list(COLOURS))
        key("Home", "Menu")
        koma.choose("More Like This")
        koma.wait_label("most like", "first")
        wait("the order", lambda: get_order(koma)[:2] == ["1.png", "4.png"])
        koma.click("Show All")
        wait("all", lambda: get_order(koma) == list(COLOURS))


def test_like_other():
    """Any classifier tells what is like a picture; it has no words to find by."""
    with Koma(*write_pictures("like"), model=SOURCE / "data" / "models" / "shogi") as koma:
        wait("answers", lambda: len(koma.rows()) == len(COLOURS) and "%" in koma.rows()[-1])
        koma.focus()
        key("Home", "Menu")
        koma.choose("More Like This")
        koma.wait_label("most like", "first")
        wait("the order", lambda: get_order(koma)[:2] == ["1.png", "4.png"])
        koma.click("Show All")
        wait("all", lambda: get_order(koma) == list(COLOURS))


def test_group():
    """Without any class; a group that gets a name is a class then."""
    with Koma(*write_pictures("group"), model=WORDS) as koma:
        wait("answers", lambda: len(koma.rows()) == len(COLOURS))
        type_classes(koma, "red, blue")
        wait("the words", lambda: all(": red" in row or ": blue" in row for row in koma.rows()))
        koma.click("Sort and Group")
        koma.choose("Similarity")
        key("Escape")
        koma.wait_rows(["Similar Pictures 1 – 2 pictures. 1.png: ", "4.png: ",
                        "Like No Other – 2 pictures. 2.png: ", "3.png: "])
        key("ctrl+f", "Return", "Home", "Menu")
        koma.choose("Name Group…")
        koma.wait_label("Name This Group")
        type_text("magenta")
        key("Return")
        wait("the word", lambda: find_entry(koma).get_text() == "red, blue, magenta")


def test_export():
    """The words are in it."""
    target = SCRATCH / "answers.csv"
    with Koma(*write_pictures("export"), model=WORDS) as koma:
        wait("answers", lambda: len(koma.rows()) == len(COLOURS))
        type_classes(koma, "red, blue, green")
        wait_best(koma, "red", "green", "blue", "red")
        key("Escape", "ctrl+e")
        wait("the dialog", lambda: list_windows("Export"))
        koma.click("Save…")
        choose_file("Save As", target)
        koma.wait_toast("Saved as")
    with open(target, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    equal([row["label1"] for row in rows], ["red", "green", "blue", "red"])
    assert all(row["recipe"].endswith("compared with the words: red, blue, green") for row in rows), rows


run(test_reword, test_saved, test_find, test_like_other, test_group, test_export)
