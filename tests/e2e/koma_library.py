# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of catalogue and library share: models that are served, and the window of models."""
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import threading

from koma_gui import (BUTTONS, COLOURS, SOURCE, Role, find, find_window, focus_window, get_name, has_focus,
                      key, list_named, wait, walk)

sys.path.insert(0, str(SOURCE / "tests" / "app"))

import koma_hub  # noqa: E402, F401
from koma_server import Server, status  # noqa: E402, F401

LICENCE = "colours/LICENSE"


class Hold:
    """A mode of the server: it sends a half, and the rest when it may."""

    def __init__(self):
        self.go = threading.Event()

    def __call__(self, handler, body):
        handler.begin(200, len(body), ETag='"held"')
        handler.wfile.write(body[:len(body) // 2])
        handler.wfile.flush()
        self.go.wait()
        try:
            handler.wfile.write(body[len(body) // 2:])
        except OSError:  # the program had enough
            handler.close_connection = True


def go_on(handler, body):
    """After Hold, for a program that has the half."""
    handler.send_file(body, etag='"held"')


def break_down(server):
    """Until its modes are cleared."""
    server.modes = dict.fromkeys(server.files, status(503))


def make_model(folder, name, **about):
    """The model of colours, with another name."""
    shutil.copytree(COLOURS, folder)
    (folder / "koma.json").write_text(json.dumps({"name": name, **about}))
    return folder


def serve_colours(folder="colours"):
    """Files by path, of the model of colours, and a licence so long that its progress is seen."""
    files = {f"{folder}/{path.name}": path.read_bytes() for path in COLOURS.iterdir()}
    return {**files, f"{folder}/LICENSE": b"free " * 100_000}


def describe_file(files, path, role):
    return {"role": role, "path": path, "bytes": len(files[path]),
            "sha256": hashlib.sha256(files[path]).hexdigest()}


def make_data(folder, files, **about):
    """Koma's own data: another model in place of its own, and a catalogue with one that is served."""
    make_model(folder / "models" / "shogi", "Own Colours", **about)
    model = {"id": "things", "kind": "classifier", "classes": 3,
             "name": {"en": "Everyday Colours"}, "description": {"en": "Red, green and blue."},
             "licence": "CC0-1.0", "source": "https://example.org/",
             "files": [describe_file(files, "colours/model.json", "model"),
                       describe_file(files, "colours/weights.bin", "shard"),
                       describe_file(files, LICENCE, "licence")]}
    (folder / "catalogue.json").write_text(json.dumps({"base": "https://example.org/", "models": [model]}))
    return folder


# ---- The window of models ----

def open_library(koma):
    koma.focus()
    key("ctrl+shift+l")
    return focus_library()


def focus_library():
    """For a moment after a message has closed, no window has the keyboard."""
    window = find_window("Models")
    focus_window(window)
    return window


def find_rows(koma):
    """Its models, as a screen reader names them. GTK 4.18 leaves out a list without rows."""
    above = find(koma.node, {Role.LIST, Role.LIST_BOX}, "Models")
    return list_named(above) if above else []


def wait_row(koma, *parts):
    """The row whose name has all of these in it."""
    return wait(f"a model with {parts}", lambda: next(
        (row for row in find_rows(koma) if all(part in row.get_name() for part in parts)), None))


def find_row_button(row, name):
    return next((node for node in walk(row) if node.get_role() in BUTTONS and
                 get_name(node) == name and node.get_n_actions() > 0), None)


def count_stored(home):
    """Folders of the store that a program with this home has filled."""
    found = subprocess.run(["find", home, "-name", "koma-record.ini"], capture_output=True, text=True)
    return len(found.stdout.split())


def activate(koma, name):
    """A card of what is offered, with the keyboard; the page that is hidden has such a card, too."""
    cards = wait(f"the card “{name}”", lambda: [
        node for node in walk(koma.node) if node.get_role() in BUTTONS and
        get_name(node).startswith(name) and ": " in get_name(node)])
    koma.focus()
    wait(f"the focus on “{name}”", lambda: any(map(has_focus, cards)) or key("Tab"), step=0.2)
    key("Return")


def serve_shared(shared):
    """The files of Koma's catalogue that are in the folder of real models, by their path; empty where
    there are none."""
    rows = pathlib.Path(shared / "catalogue.tsv")
    if not rows.exists():
        return {}
    files = {}
    for line in rows.read_text(encoding="utf-8").splitlines()[1:]:
        _, _, repo, commit, path, *_, local = line.split("\t")
        if local and (shared / local).exists():
            files[f"{repo}/{commit}/{path}"] = (shared / local).read_bytes()
    return files
