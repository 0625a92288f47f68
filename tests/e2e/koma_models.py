# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models that are made for a test, and the menu of models."""
import json
import shutil

from koma_gui import BUTTONS, COLOURS, MENU_ITEMS, SCRATCH, equal, get_name, press, wait, walk


def copy_model(name, about=None):
    folder = SCRATCH / name
    shutil.copytree(COLOURS, folder)
    if about is not None:
        (folder / "koma.json").write_text(json.dumps(about))
    return folder


def make_vague(name, sure_from=1):
    """The model of colours as if nothing was known of it: no labels, and so no range. It is never sure of a picture,
    unless from another score on."""
    folder = copy_model(name, {"sureFrom": sure_from})
    model = json.loads((folder / "model.json").read_text())
    graph, manifest = model["modelTopology"], model["weightsManifest"][0]
    graph["node"] = [node for node in graph["node"] if node["name"] != "labels"]
    labels = manifest["weights"].pop()
    equal(labels["name"], "labels")
    weights = folder / "weights.bin"
    weights.write_bytes(weights.read_bytes()[:-4 * labels["shape"][0]])
    (folder / "model.json").write_text(json.dumps(model))
    return folder


def open_model_menu(koma, name):
    """With its button: a key that repeats would choose in it. A press while the menu before is
    still closing is lost."""
    def is_open():
        if koma.find(MENU_ITEMS, name):
            return True
        press(next(node for node in walk(koma.node)
                   if node.get_role() in BUTTONS and node.get_n_actions() > 0
                   and get_name(node.get_parent()).startswith("Model: ")))
        return False

    wait("the model’s menu", is_open, step=2)


def choose_in_model_menu(koma, name):
    open_model_menu(koma, name)
    koma.choose(name)
