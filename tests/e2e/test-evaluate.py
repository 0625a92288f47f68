# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How good a model is on labelled pictures: figures, the pictures of a cell, files, a change of the recipe."""
import csv
import json
import shutil
import sqlite3
import xml.etree.ElementTree

from koma_gui import (BUTTONS, COLOURS, RGB, SCRATCH, Koma, Role, activate_row, choose_file, drag, encode_png, equal,
                      find, find_button, find_window, focus_window, has_focus, key, list_windows, press, run, wait,
                      walk)
from koma_models import choose_in_model_menu

TITLE = "Evaluate"
OTHER = "Compare With"
# Of each class; one of red shows blue.
N_PICTURES = 4


def write_labelled(name):
    folder = SCRATCH / name
    for colour in RGB:
        (folder / colour).mkdir(parents=True)
        for i in range(N_PICTURES):
            shown = "blue" if (colour, i) == ("red", 0) else colour
            (folder / colour / f"{colour}-{i}.png").write_bytes(encode_png([value + 5 * i for value in RGB[shown]]))
    return folder


def enter(koma):
    koma.wait_label("colours")
    koma.focus()
    choose_in_model_menu(koma, "Evaluate This Model…")
    find_window(TITLE)


def evaluate(koma, path, kind="Folder"):
    enter(koma)
    koma.click(f"Choose a {kind}…")
    choose_file("Open Folder of Pictures" if kind == "Folder" else "Open Table of Labels", path)


def export(koma, item, path):
    koma.click("Export and More")
    koma.choose(item)
    choose_file("Save As", path)
    wait(f"{path.name}", path.exists)


def test_corrections():
    """Of a list whose answers are kept, what was corrected or confirmed is the truth."""
    folder = write_labelled("corrected")
    path = SCRATCH / "corrected.koma"
    with Koma(folder / "red") as koma:
        wait("all rows", lambda: len(koma.rows()) == N_PICTURES)
        koma.focus()
        key("Home", "shift+Down", "shift+F10")
        koma.choose("Confirm Answer")
        koma.wait_toast("2 answers confirmed")
        koma.click("Take Along")
        koma.choose("Keep These Answers…")
        choose_file("Save As", path)
        koma.wait_toast(f"Answers are kept in “{path.name}”")
        wait("two corrections in the file", lambda: count_corrections(path) == 2)
        enter(koma)
        koma.click("Use My Corrections")
        koma.wait_label("2 of 2 pictures were recognized")
        koma.wait_label("2 pictures without a correction are left out")


def count_corrections(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return db.execute("SELECT count(*) FROM corrections").fetchone()[0]


def test_folder():
    """A labelled folder: what is right, the picture behind a mistake, and the files."""
    with Koma() as koma:
        evaluate(koma, write_labelled("labelled"))
        koma.wait_label("92% right")
        koma.wait_label("11 of 12 pictures were recognized")
        koma.click("1 picture of “red” was taken for “blue”")
        cell = "“red”, taken for “blue”"
        find_window(cell)
        koma.wait_label("red-0.png")
        assert not any(label == "red-1.png" for label in koma.labels()), koma.labels()
        key("Escape")
        wait("the pictures to close", lambda: not list_windows(cell))
        find_window(TITLE)
        matrix, diagram, scores = (SCRATCH / name for name in ("matrix.svg", "diagram.svg", "scores.csv"))
        export(koma, "Export Matrix…", matrix)
        export(koma, "Export Diagram…", diagram)
        export(koma, "Export All Scores…", scores)
        texts = {node.text for node in xml.etree.ElementTree.parse(matrix).getroot().iter()}
        assert {"red", "green", "blue"} <= texts, texts
        assert xml.etree.ElementTree.parse(diagram).getroot().tag.endswith("svg")
        equal(len(list(csv.reader(scores.open(newline="")))), 13)


def wait_pictures(koma, title, shown, hidden):
    find_window(title)
    for name in shown:
        koma.wait_label(name)
    assert not any(label in hidden for label in koma.labels()), koma.labels()
    key("Escape")
    wait("the pictures to close", lambda: not list_windows(title))
    find_window(TITLE)


def test_cells():
    """Each number of the matrix opens its pictures: by its action, and by the keyboard."""
    names = {colour: [f"{colour}-{i}.png" for i in range(N_PICTURES)] for colour in RGB}
    with Koma() as koma:
        evaluate(koma, write_labelled("cells"))
        koma.wait_label("92% right")
        koma.click("3 pictures of “red” were recognized")
        wait_pictures(koma, "red", names["red"][1:], [names["red"][0], *names["green"], *names["blue"]])
        wrong = [node for node in walk(koma.node) if node.get_name() == "1 picture of “red” was taken for “blue”"
                 and node.get_role() in BUTTONS]
        equal(len(wrong), 1)
        press(wrong[0])
        wait_pictures(koma, "“red”, taken for “blue”", names["red"][:1], names["red"][1:])
        cell = wait("the cell", lambda: koma.find(BUTTONS, "4 pictures of “blue” were recognized"))
        wait("the focus on the cell", lambda: has_focus(cell) or key("Tab"))
        key("Return")
        wait_pictures(koma, "blue", names["blue"], [*names["red"], *names["green"]])


def test_table_and_recipe():
    """A table; its temperature is taken, undone, and taken again; the same pictures then compare with before."""
    folder = write_labelled("table")
    with (folder / "truth.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("file", "label")] + [
            (path.relative_to(folder), path.parent.name.upper()) for path in sorted(folder.glob("*/*.png"))]
            + [("red/red-1.png", "lilac"), ("gone.png", "red")])
    with Koma() as koma:
        evaluate(koma, folder / "truth.csv", "Table")
        koma.wait_label("92% right")
        koma.wait_label("1 picture of “lilac”, which is no class of the model")
        koma.wait_label("gone.png")
        koma.wait_label("Scores are surer than right. With a temperature of")
        koma.click("Use")
        koma.wait_toast("The model is read at this temperature from now on")
        koma.click("Undo")
        koma.click("Use")
        koma.wait_toast("The model is read at this temperature from now on")
        koma.wait_idle()
        koma.click("Evaluate Again")
        koma.wait_label("The scores are as sure as they are right")
        koma.wait_label("Before: ", "92% right")
        koma.wait_label("Both are right on the same pictures")


# ---- Side by side ----

def copy_model(name, **about):
    folder = shutil.copytree(COLOURS, SCRATCH / name)
    (folder / "koma.json").write_text(json.dumps({"name": name, **about}))
    return folder


def find_compare(koma):
    """The button of the question: others end in the same word."""
    return find_button(find(koma.node, {Role.FRAME}, OTHER), "Compare")


def press_last(koma, name):
    """Of buttons that several pages have, that of the results."""
    press([node for node in walk(koma.node) if node.get_role() in BUTTONS and node.get_name() == name][-1])


def choose_other(koma, folder):
    """Another model, from the disk."""
    koma.click("Compare With…")
    find_window(OTHER)
    assert not koma.is_sensitive(find_compare(koma))
    activate_row(koma.node, "Another Folder…")
    choose_file("Open Model Folder", folder)
    focus_window(find_window(OTHER))
    compare(koma)


def compare(koma):
    wait("a choice", lambda: koma.is_sensitive(find_compare(koma)))
    press(find_compare(koma))
    wait("the question to close", lambda: not list_windows(OTHER))
    focus_window(find_window(TITLE))


def wait_row(koma, name):
    wait(f"the row “{name}”", lambda: any(node.get_name() == name for node in walk(koma.node)))


def choose_of(koma, title, place):
    """One of a list, by the keyboard."""
    row = next(node for node in walk(koma.node) if node.get_name() == title and
               node.get_role() in (Role.COMBO_BOX, Role.LIST_ITEM))
    wait(f"the focus on “{title}”", lambda: any(map(has_focus, walk(row))) or key("Tab"), step=0.2)
    key("space")
    wait("the list", lambda: not has_focus(row))
    key("Home", *["Down"] * place, "Return")


def test_two_models():
    """Beside a model that calls green red: figures, classes, and the pictures that one of them knows."""
    other = copy_model("Swapped", labels=["green", "red", "blue"])
    with Koma() as koma:
        evaluate(koma, write_labelled("two"))
        koma.wait_label("92% right")
        choose_other(koma, other)
        koma.wait_label("Side by Side")
        for label in ("A: colours", "B: Swapped", "Only A Is Right", "On 12 pictures that count with both."):
            koma.wait_label(label)
            wait_row(koma, "Right. A: 92%. B: 33%.")
        koma.wait_label("That is hardly chance")
        wait_row(koma, "green. Pictures: 4. A: 100%. B: 0%.")
        activate_row(koma.node, "Only A Is Right")
        names = {colour: [f"{colour}-{i}.png" for i in range(N_PICTURES)] for colour in RGB}
        wait_pictures(koma, "Only A Is Right", [*names["red"][1:], *names["green"]], [names["red"][0], *names["blue"]])
        choose_of(koma, "Model", 1)
        koma.wait_label("33% right")
        koma.wait_label("4 pictures of “green” were taken for “red”")
        press_last(koma, "Do Not Compare")
        wait_row(koma, "Both look at the same pictures, and are shown side by side.")
        koma.click("Evaluate Again")
        koma.wait_label("Before: ", "92% right")
        assert not any("that count with both" in label for label in koma.labels()), koma.labels()


def test_two_recipes():
    """The model in use, and the same read in another way: chosen before the folder, by the keyboard alone."""
    model = copy_model("Turned", labels=list(RGB), halfTurn={"swap": [["red", "green"]], "below": 1})
    with Koma(model=model) as koma:
        koma.wait_label("Turned")
        koma.focus()
        choose_in_model_menu(koma, "Evaluate This Model…")
        find_window(TITLE)
        key("alt+w")
        find_window(OTHER)
        choose_of(koma, "Part of the Picture", 2)
        choose_of(koma, "Scaling", 3)
        key("alt+p")
        wait("the question to close", lambda: not list_windows(OTHER))
        koma.wait_label("Compared with: The Same Model · Part of the Picture: All of It, Stretched · "
                        "Scaling: Nearest Pixel")
        focus_window(find_window(TITLE))
        koma.click("Choose a Folder…")
        choose_file("Open Folder of Pictures", write_labelled("recipes"))
        wait_row(koma, "Looked At Upside Down, Too. A: 12. B: 12.")
        koma.wait_label("B: Turned")


def test_not_comparable():
    """Another model that is damaged, or knows no class of the pictures, is said in words."""
    damaged = copy_model("Damaged")
    (damaged / "model.json").write_text("{")
    with Koma() as koma:
        evaluate(koma, write_labelled("damaged"))
        koma.wait_label("92% right")
        for folder, words in ((damaged, "The other model can not be read: "),
                              (copy_model("Cats", labels=["cat", "dog", "cow"]), "is no class of Cats")):
            choose_other(koma, folder)
            koma.wait_toast("The models could not be compared")
            koma.click("Details")
            koma.wait_label(words)
            key("Escape")
            find_window(TITLE)
            koma.wait_label("92% right")


def test_refused():
    """A folder without classes of the model says so, and another one can be chosen; one may be dropped, too."""
    other = SCRATCH / "other"
    (other / "cats").mkdir(parents=True)
    (other / "cats" / "1.png").write_bytes(encode_png(RGB["red"]))
    with Koma() as koma:
        evaluate(koma, other)
        koma.wait_toast("The model could not be evaluated")
        drag(write_labelled("dropped"), onto=TITLE)
        koma.wait_label("92% right")


run(test_folder, test_corrections, test_cells, test_table_and_recipe, test_two_models, test_two_recipes,
    test_not_comparable, test_refused)
