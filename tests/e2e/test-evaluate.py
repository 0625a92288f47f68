# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How good a model is on labelled pictures: figures, the pictures of a cell, files, a change of the recipe."""
import csv
import xml.etree.ElementTree

from koma_gui import (RGB, SCRATCH, Koma, choose_file, drag, encode_png, equal, find_window, key, list_windows, run,
                      wait)

TITLE = "Evaluate"
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
    koma.click("Main Menu")
    koma.choose("Evaluate This Model…")
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


def test_folder():
    """A labelled folder: what is right, the picture behind a mistake, and the files."""
    with Koma() as koma:
        evaluate(koma, write_labelled("labelled"))
        koma.wait_label("92% right")
        koma.wait_label("11 of 12 pictures were told rightly")
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


run(test_folder, test_table_and_recipe, test_refused)
