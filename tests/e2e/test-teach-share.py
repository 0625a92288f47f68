# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Taught classes leave as a model and come as a project of Teachable Machine; pictures come by the clipboard; and all
of it is undone."""
import json
import zipfile

from koma_gui import (BUTTONS, RGB, SCRATCH, Koma, answer, choose_file, copy, encode_png, equal, key, press,
                      read_fields, run, type_text, wait, write_png)
from koma_teach import N_PICTURES, TeachPage, teach_colours, write_shade

COUNT = f"{N_PICTURES} pictures"


def choose_more(koma, item):
    """Of the page's menu, with its mnemonic or without."""
    koma.click("More About Teaching")
    koma.choose(item)


def wait_learned(koma):
    """Not only learned, but with all that was changed."""
    koma.wait_label("100% right on pictures it had not seen")
    wait("something to save", lambda: koma.is_sensitive(koma.find(BUTTONS, "Save…")))


def ask(koma, page, path, title):
    """What the page answers: names and scores."""
    koma.click("Try With a Picture")
    choose_file("Open Picture", path)
    page.wait_answer(title)
    return page.find_answers()


def test_export():
    """A folder with a model, which answers in the window as the page did."""
    asked = write_png(SCRATCH / "asked.png", "green")
    folder = SCRATCH / "exported"
    with Koma() as koma:
        koma.wait_label("colours")
        page = teach_colours(koma, "export")
        wait_learned(koma)
        told = ask(koma, page, asked, "green")
        choose_more(koma, "Export…")
        choose_file("Save As", folder)
        koma.wait_toast("Exported to")
        metadata = json.loads((folder / "metadata.json").read_text())
        equal(metadata["modelName"], "exported")
        equal(sorted(metadata["labels"]), sorted(RGB))
        page.leave()
        koma.focus()
        key("ctrl+shift+m")
        choose_file("Open Model", folder / "model.json")
        koma.wait_label("exported")
        koma.open(asked)
        share = next(label for label in told if label.endswith("%"))
        koma.wait_rows([f"asked.png: green {share}"])


def write_project(path):
    """As Teachable Machine writes it: a zip file of a manifest and samples, CLASS-!-NUMBER.jpg, in one folder."""
    manifest = {"type": "image", "version": "2.4.7",
                "appdata": {"publishResult": {}, "trainEpochs": 50, "trainBatchSize": 16, "trainLearningRate": 0.001}}
    with zipfile.ZipFile(path, "w") as project:
        project.writestr("manifest.json", json.dumps(manifest))
        for name, colour in (("Tomato", "red"), ("Class 2", "green")):
            for i in range(N_PICTURES):
                shade = [value + 7 * i for value in RGB[colour]]
                project.writestr(f"{name}-!-{i}.png", encode_png(shade))
    return path


def test_import():
    """Its classes and pictures; into an empty page, and beside what is there."""
    project = write_project(SCRATCH / "project.tm")
    with Koma() as koma:
        koma.wait_label("colours")
        page = TeachPage(koma)
        page.enter()
        page.start()
        choose_more(koma, "Import From Teachable Machine…")
        choose_file("Open Project of Teachable Machine", project)
        page.wait_counts({"Tomato": COUNT, "Class 2": COUNT, "Class 1": "0 pictures"})
        koma.wait_toast("10 pictures added")
        wait_learned(koma)
        ask(koma, page, write_png(SCRATCH / "tomato.png", "red"), "Tomato")
        koma.focus()
        key("ctrl+z")
        page.wait_counts({"Tomato": None, "Class 2": "0 pictures"})
        damaged = SCRATCH / "damaged.tm"
        damaged.write_bytes(project.read_bytes()[:200])
        choose_more(koma, "Import From Teachable Machine…")
        choose_file("Open Project of Teachable Machine", damaged)
        koma.wait_label("no project of Teachable Machine")


def test_paste():
    """A picture, and files, into the class that has the focus; text into its name."""
    file = write_shade(SCRATCH / "pasted.png", "green", 3)
    with Koma() as koma:
        koma.wait_label("colours")
        page = TeachPage(koma)
        page.enter()
        page.start()
        page.focus_name("Class 2")
        copy("image/png", encode_png(RGB["red"]))
        key("ctrl+v")
        page.wait_counts({"Class 1": "0 pictures", "Class 2": "1 picture"})
        copy("text/uri-list", file.as_uri().encode() + b"\r\n")
        key("ctrl+v")
        page.wait_counts({"Class 1": "0 pictures", "Class 2": "2 pictures"})
        copy("UTF8_STRING", b"Lynx")
        name = page.find_entry("Class 2")
        key("ctrl+a", "ctrl+v")
        wait("the text", lambda: "Lynx" in read_fields(name))
        key("Return")
        page.wait_counts({"Lynx": "2 pictures"})


def test_undo_everything():
    """Three classes from folders, a correction from the list, names, and a saved model: back to the empty page; the
    model stays."""
    picture = write_png(SCRATCH / "wrong.png", "blue", 99, 77)
    with Koma(picture) as koma:
        koma.wait_rows(["wrong.png: blue "])
        page = teach_colours(koma, "undo-everything")
        page.rename("green", "Grass")
        page.leave()
        row = wait("the row", lambda: koma.rows() and koma.get_focused_row())
        assert row.get_name().startswith("wrong.png"), row.get_name()
        key("Menu")
        press(koma.wait_item("This Is a…"))
        koma.choose("red")
        koma.wait_toast("Added to “red”")
        page.enter()
        page.wait_counts({"red": f"{N_PICTURES + 1} pictures"})
        wait("something to save", lambda: koma.is_sensitive(koma.find(BUTTONS, "Save…")))
        koma.click("Save…")
        koma.wait_label("Save As a Model")
        key("ctrl+a")
        type_text("Mine")
        answer("Return")
        koma.wait_toast("“Mine” is one of your models now")
        page.focus_name("red")
        for expected in ({"red": COUNT}, {"green": COUNT, "Grass": None}, dict.fromkeys(RGB)):
            key("ctrl+z")
            page.wait_counts(expected)
        koma.wait_label("Teach Koma Something New")


run(test_export, test_import, test_paste, test_undo_everything)
