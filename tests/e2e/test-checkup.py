# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the model doctor says in the window, and what its buttons do."""
import json
import shutil

from koma_gui import (BUTTONS, COLOURS, SCRATCH, Koma, choose_file, drag, equal, get_name, key, press, run, wait, walk,
                      write_png)
from koma_shots import make_locale


def make_vague(name):
    """The model of colours without labels, so that their names and the range are doubtful."""
    folder = SCRATCH / name
    shutil.copytree(COLOURS, folder)
    model = json.loads((folder / "model.json").read_text())
    graph, manifest = model["modelTopology"], model["weightsManifest"][0]
    graph["node"] = [node for node in graph["node"] if node["name"] != "labels"]
    labels = manifest["weights"].pop()
    weights = folder / "weights.bin"
    weights.write_bytes(weights.read_bytes()[:-4 * labels["shape"][0]])
    (folder / "model.json").write_text(json.dumps(model))
    return folder


def open_details(koma, model="Model: ", about="About This Model"):
    """From the model's menu, as soon as it offers that."""
    press(wait("the model’s menu", lambda: next(
        (node for node in walk(koma.node) if node.get_role() in BUTTONS and node.get_n_actions() > 0
         and get_name(node.get_parent()).startswith(model)), None)))
    koma.choose(about)


def has_name(koma, *parts):
    """Rows and icons say it by their names, as screen readers hear it."""
    return any(all(part in (node.get_name() or "") for part in parts) for node in walk(koma.node))


def wait_name(koma, *parts):
    wait(f"a name with {parts}", lambda: has_name(koma, *parts))


def is_within(node, start):
    """Whether it is in a row whose name begins so."""
    while node is not None:
        if (node.get_name() or "").startswith(start):
            return True
        node = node.get_parent()
    return False


def press_remedy(koma, name, start):
    """A button of the row whose name begins so; the window has others of the same name."""
    press(wait(f"the button “{name}”", lambda: next(
        (node for node in walk(koma.node) if node.get_role() in BUTTONS and get_name(node) == name
         and is_within(node, start)), None)))


def test_labels():
    """A doubt, with a button that settles it."""
    picture, names = write_png(SCRATCH / "l.png", "red"), SCRATCH / "names.txt"
    names.write_text("rot\ngrün\nblau\n")
    with Koma(picture, model=make_vague("vague")) as koma:
        koma.wait_rows(["l.png: "])
        open_details(koma)
        koma.wait_label("Check-Up")
        wait_name(koma, "Doubt: No names of the classes were found", "Choose a file with the 3 names")
        press_remedy(koma, "Labels File…", "Doubt: No names")
        choose_file("Open Labels File", names)
        koma.wait_rows(["l.png: rot "])
        open_details(koma)
        koma.wait_label("Check-Up")
        wait_name(koma, "Note: The scores are no probabilities yet")
        equal(has_name(koma, "No names of the classes were found"), False)
        key("Escape")
        koma.focus()


def test_range():
    """Another range answers at once."""
    picture = write_png(SCRATCH / "r.png", "red")
    with Koma(picture, model=make_vague("guessed")) as koma:
        koma.wait_rows(["r.png: #0 "])
        open_details(koma)
        wait_name(koma, "Doubt: The file does not say which numbers stand for dark and light")
        press_remedy(koma, "1 … 0", "Doubt: The file does not say which numbers")
        wait("another answer", lambda: koma.rows() and not koma.rows()[0].startswith("r.png: #0 "))
        koma.focus()


def test_failure():
    """A model whose weights are missing: what is wrong, and the first thing to try."""
    broken, picture = SCRATCH / "broken", write_png(SCRATCH / "f.png", "green")
    shutil.copytree(COLOURS, broken)
    (broken / "weights.bin").unlink()
    with Koma(picture, model=None) as koma:
        koma.wait_label("1 picture waits for a model")
        drag(broken / "model.json")
        koma.click("Details")
        koma.wait_label("The Model Could Not Be Opened")
        wait_name(koma, "Error: A file that belongs to the model is missing", "weights.bin")
        press_remedy(koma, "Open Model Folder…", "Error: ")
        choose_file("Open Model Folder", COLOURS)
        koma.wait_rows(["f.png: green "])


def test_no_classifier():
    """What a model is for is told where it is opened in vain."""
    folder = SCRATCH / "maps"
    folder.mkdir()
    layers = [{"class_name": "ReLU", "config": {"name": "r", "batch_input_shape": [None, 8, 8, 3]}}]
    (folder / "model.json").write_text(json.dumps({
        "modelTopology": {"class_name": "Sequential", "config": layers},
        "weightsManifest": [{"paths": [], "weights": []}],
    }))
    with Koma() as koma:
        drag(folder)
        koma.click("Details")
        wait_name(koma, "Error: The model makes a picture of a picture", "[1,8,8,3]")
        key("Escape")
        koma.focus()


def test_detector():
    """It is told in place of the operators that are missing."""
    folder = SCRATCH / "boxes"
    shutil.copytree(COLOURS, folder)
    path = folder / "model.json"
    path.write_text(path.read_text().replace('"op": "BiasAdd"', '"op": "NonMaxSuppressionV4"'))
    with Koma() as koma:
        drag(folder)
        koma.wait_toast("The model finds where things are, and is no classifier")
        koma.click("Details")
        wait_name(koma, "Error: The model finds where things are", "NonMaxSuppressionV4", "Choose a classifier")
        key("Escape")
        koma.focus()


def test_language():
    """What the model expects is told in the user's language, with the decimal comma of that."""
    locale = make_locale("de")
    if not locale:
        print("    skipped: there are no sources of locales: Debian's package locales has them")
        return
    folder = SCRATCH / "normalised"
    shutil.copytree(COLOURS, folder)
    (folder / "koma.json").write_text('{"range": "imagenet"}')
    with Koma(model=folder, LANGUAGE="de", **locale) as koma:
        koma.wait_label("normalised")
        open_details(koma, "Modell: ", "Über dieses Modell")
        koma.wait_label("Quadrat in der Mitte, auf 32 × 32 skaliert (bilinear), RGB, Werte "
                        "−2,118\u00a0…\u00a02,249; −2,036\u00a0…\u00a02,429 und −1,804\u00a0…\u00a02,64 (ImageNet); "
                        "Ausgabe: Logits (Softmax wird angewandt)")
        key("Escape")


run(test_labels, test_range, test_failure, test_no_classifier, test_detector, test_language)
